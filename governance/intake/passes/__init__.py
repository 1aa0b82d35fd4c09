"""Passes: what keeps the store in order by itself, by the protocol's asymmetric rules (P§13, P§14).

Words of this room
    pass        one run of archive or distill, from its lock to its summary entry
    fence       the number of the pass that may write; an older one that woke up again stops
    live rows   state rows of one subject, project, scope and type that are active or pending
    suggestion  a likeness or contradiction that a person decides about; it changes nothing
"""
