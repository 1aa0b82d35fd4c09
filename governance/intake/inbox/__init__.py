"""Files into which agents write: the inbox file, drop folders, and what was spooled while the store was busy.

Words of this room
    place       a file or folder that is watched
    record      one thing that stands in a file, byte for byte, and what was read of it
    key         a keyed digest by which a record is known again
    settled     not written to for a moment, so that nobody is still writing it
    to blank    to put an empty file with a date header in the place of one whose records were all taken
    former      what a file held before it was rewritten blank, while somebody may still write to it
"""
