"""What an import would do, file by file."""

from __future__ import annotations

from pathlib import Path

from textual.content import Content

from store.records.views import ImportReport
from tui.widgets.text import lines, said, stored
from tui.wording.sentences import number

MOST = 16
"""Files and notes that are listed."""


def report_content(report: ImportReport, store: Path) -> Content:
    """Totals, files, and what was noticed on the way."""
    total = f"{number(report.read, 'record')} read: {report.new:,} whole, {report.drift:,} with something missing"
    total += f", {report.known:,} known already, {report.refused:,} refused"
    rows = [
        stored(f"into {store}", "strong"),
        said(total),
        said(
            f"{number(report.segments, 'segment')} with {number(report.blocks, 'block')} for the archive, "
            f"{number(report.topics, 'topic')}, {number(report.links, 'link')}"
        ),
    ]
    if report.secrets:
        verb = "is" if report.secrets == 1 else "are"
        rows.append(said(f"{number(report.secrets, 'secret')} {verb} taken out before anything is kept", "warn"))
    rows.append(said(""))
    for file in report.files[:MOST]:
        if file.failed:
            rows.append(stored(f"{file.path}: {file.failed}", "bad"))
            continue
        role = f" ({file.role})" if file.role else ""
        told = [(file.new, f"{file.new:,} whole"), (file.drift, f"{file.drift:,} with something missing")]
        told.append((file.blocks, number(file.blocks, "block")))
        counts = ", ".join(words for count, words in told if count)
        rows.append(stored(f"{file.path}{role}  ") + said(counts or "nothing", "dim"))
        rows += [stored(f"    line {line}: {sentence}", "dim") for line, sentence in file.notes[:3]]
    if len(report.files) > MOST:
        rows.append(said(f"and {number(len(report.files) - MOST, 'more file')}", "dim"))
    rows += [said(""), said("None of these files is changed.", "dim")]
    return lines(*rows)
