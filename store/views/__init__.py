"""What faces and rules read: queue pages, an item with its history, the archive, the log.

Words of this room
    reader     one snapshot at one seq; today's or that of the past
    row        one line of a list; `seen` is the digest a decision names
    why        a reason, as a closed code, for a row to stand in its queue
"""
