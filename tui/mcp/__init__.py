"""The face for agents: tools by which they write, pages that they read; nothing here decides.

Words of this room
    client    the program of an agent that talks to this process
    tool      what a client may ask for: to capture, to recall, to search, to open a task, to close it
    page      what a client may read: index, topics, conventions, what was refused in its projects
    sitting   one client at one desk: calls are done one after the other, in a thread of their own
"""
