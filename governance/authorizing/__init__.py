"""Authorizing: the acts that change who may decide, each a signed plan of its own.

They are never staged beside decisions about memory, and none of them has an undo: what was granted is
revoked, who was enrolled is retired, and both stay in the log.

Words of this room
    act          one change of who may decide
    adopting     giving a keyless store its first key
    rotation     a new key in the place of an old one, signed by both
    distrust     what a key signed since an entry counts no more, until its owner ratifies it
"""
