"""Tests of how conflicts are found and settled."""
