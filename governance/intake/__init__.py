"""How memories that already stand in files come to the desk.

Words of this room
    manifest    which files of a place are a memory, and what part each plays
    run         one import, from the first thing it appends to the entry that closes it
    holder      a file that was read, and so still holds the words
    segment     the bytes of one file, kept as blocks
    candidate   an item that was read, and what it is to the store: fresh, known, the run's own, erased
    suspect     a block that stands where something was erased, so that it may be just that
    rival       the record that bears the id an item was written with, although its words are others
"""
