"""Check the store: walk the log once, look at the tables, replay and compare.

Steps, numbered as they are reported:
    1 schema     the tables and triggers are those of this version, word for word
    2 chain      dense seq, each header in its frame, its hash right, its columns what it says
    3 payloads   each stands and matches its commitment, or is gone under a ticket of an erasure
    4 ids        every header is canonical to its last byte and bears nothing but ids and closed words;
                 every id was minted once, in form
    5 decisions  each plan's effects are those its text lists, and nothing else calls itself one
    6 anchors    what items cite and link to stands in the log
    … more       the steps that a higher room adds, in the order given
    then replay  a sample of rows (or, asked for, every row) is what the log gives again

Steps 2 to 5 look at the log entry by entry and go side by side, so that a check that was interrupted
knows up to which entry all of them were through. *Behind* an entry means: with a greater seq.
"""

from store.check.checking import check
from store.check.report import ExtraStep, Found

__all__ = ["ExtraStep", "Found", "check"]
