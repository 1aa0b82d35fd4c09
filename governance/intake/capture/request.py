"""Handed on from the rules."""

from governance.rules.request import FORBIDDEN, LISTS, LONGEST, MOST, WORDS, Request, clean, read_request

__all__ = ["FORBIDDEN", "LISTS", "LONGEST", "MOST", "WORDS", "Request", "clean", "read_request"]
