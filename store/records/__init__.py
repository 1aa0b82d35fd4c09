"""Plain facts: what an entry, an item, a block, a plan *is*; no behaviour, no SQL.

Words of this room
    entry      one step of the log: a content-free header, and mostly a payload of words
    row        where something stands at one point of the log, made of headers alone
    words      the payload side of a row; may be erased while the row stays
    segment    the bytes of one file or day, kept as blocks
    view       a row joined with its words, for a face to show
"""
