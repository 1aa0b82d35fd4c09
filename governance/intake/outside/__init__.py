"""External distillers: any agent's command may propose what to make of archived captures; the rules stay ours.

Words of this room
    scope       what a distiller is given: archived captures that a pass may take, and what stands near them
    operation   one thing a distiller proposes; checked under the lock like everything a pass does
"""
