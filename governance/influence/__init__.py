"""Influence: what may be used, for what, and how it is put in order (P§15, T)."""
