"""Who may decide: the people a store knows, and how sure it is who they are.

Words of this room
    principal    a person, agent or service, `p-…`; its name stands in a payload
    assurance    how sure we are who decided: claimed < os-user < token < signed
    decision     the text a person vouches for: who, which head was seen, what it does
"""
