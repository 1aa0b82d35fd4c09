"""A form whose fields have the long names of a contract card: `validation_evidence`, `failure_handling`."""

from __future__ import annotations

from tui.dialogs.form import FormDialog


class CardForm(FormDialog):
    """The same form with room for its names."""

    DEFAULT_CSS = """
    CardForm FilterField { grid-columns: 20 1fr; }
    CardForm FormChoice > .name { width: 20; }
    """
