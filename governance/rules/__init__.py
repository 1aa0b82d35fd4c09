"""What an item, a supersede, a merge or an admission must satisfy; every rule is pure."""
