"""`memdesk reinstate`: the other half of `memdesk withdraw`."""

from tui.commands.withdraw import reinstate as command

__all__ = ["command"]
