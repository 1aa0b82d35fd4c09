"""How what agents write comes in: read as data, examined, and either captured, known already, or kept with its fault.

Words of this room
    sent        what a writer gave, with the door it came by; nothing in it is believed
    writer      who sent it, as sure as that is; never what the sent thing says of itself
    request     what was sent, read against the schema: its fields, what was taken off, what failed
    examined    a request after every rule that needs no store
    receipt     what became of it
"""
