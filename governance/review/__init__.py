"""Review: what waits for a person, and the verbs with which people settle it (P§16).

Words of this room
    target       what a verb is used on: an item, an archived block, a topic
    suggestion   what would make a drifting record whole; a person accepts it or does not
    cool         the default for doubt: kept, but away from the hot path; nothing is deleted
"""
