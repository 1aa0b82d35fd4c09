"""What a person or an agent sees: no rule, no SQL.

pane      one queue or library view of the desk
dialog    a question that waits for a person
notice    a refusal turned into words
safe      stored text made harmless for a terminal
"""
