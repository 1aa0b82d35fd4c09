"""What an import would do, file by file."""

from __future__ import annotations

from pathlib import Path

from textual.content import Content

from store.records.views import ImportReport
from tui.widgets.text import lines, said, stored

MOST = 16
"""Files and notes that are listed."""


def report_content(report: ImportReport, store: Path) -> Content:
    """Totals, files, and what was noticed on the way."""
    total = f"{report.read:,} records read: {report.new:,} whole, {report.drift:,} with something missing"
    total += f", {report.known:,} known already, {report.refused:,} refused"
    rows = [
        stored(f"into {store}", "strong"),
        said(total),
        said(
            f"{report.segments:,} segments with {report.blocks:,} blocks for the archive, "
            f"{report.topics:,} topics, {report.links:,} links"
        ),
    ]
    if report.secrets:
        rows.append(said(f"{report.secrets:,} secrets are taken out before anything is kept", "warn"))
    rows.append(said(""))
    for file in report.files[:MOST]:
        if file.failed:
            rows.append(stored(f"{file.path}: {file.failed}", "bad"))
            continue
        role = f" ({file.role})" if file.role else ""
        told = (("whole", file.new), ("with something missing", file.drift), ("blocks", file.blocks))
        counts = ", ".join(f"{count:,} {name}" for name, count in told if count)
        rows.append(stored(f"{file.path}{role}  ") + said(counts or "nothing", "dim"))
        rows += [stored(f"    line {line}: {sentence}", "dim") for line, sentence in file.notes[:3]]
    if len(report.files) > MOST:
        rows.append(said(f"and {len(report.files) - MOST:,} more files", "dim"))
    rows += [said(""), said("None of these files is changed.", "dim")]
    return lines(*rows)
