"""Forgetting: withdrawing a scope from influence, and giving it back (P§12)."""
