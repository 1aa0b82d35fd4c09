"""Questions that wait for a person; each says the act, what will change, and what will not."""
