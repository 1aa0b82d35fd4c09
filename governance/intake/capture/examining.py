"""Handed on from the rules."""

from governance.rules.examining import KEPT, LARGEST, WAITS, Examined, Sent, examine, kept_of

__all__ = ["KEPT", "LARGEST", "WAITS", "Examined", "Sent", "examine", "kept_of"]
