"""Audit: what keeps a rewritten history from passing, and what an auditor checks without us.

Words of this room
    witness       a file outside the store that keeps what a rewriter of the log would have to keep right
    head          the seq and hash of an entry; whoever knows one knows all that came before it
    pin           the first line of a witness: the store's id and the hash of its genesis
    checkpoint    a head that a person signed by itself
    destination   where a copy of the witness is sent, best out of reach of this machine
    abandoned     a head that an owner gave up with a signed succession; its absence is no alarm
    bundle        a folder of evidence that is checked with ssh-keygen and Python's standard library alone
"""
