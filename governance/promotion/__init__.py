"""What gains reach: a record of a type that claims more, made by a person out of others, which stay as they are (T).

*Promotion of a type* makes a record of others; *evidence* is what bears it beside them; a *parent* is a record that it
is made of.
"""
