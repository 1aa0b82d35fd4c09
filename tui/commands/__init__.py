"""The commands: one file each, loaded when it is called.

Words of this room
    call      one run of the command line: the global options, the store, where output goes
    printer   the only way to stdout: every word passes `safe`, colour comes from here alone
    shape     a record as JSON
    talk      what is said to the person on stderr, beside the data on stdout
"""
