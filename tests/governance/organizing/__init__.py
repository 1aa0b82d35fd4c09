"""Tests of lanes, topics and the link ledger."""
