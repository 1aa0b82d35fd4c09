"""How memories that already stand in files come to the desk."""
