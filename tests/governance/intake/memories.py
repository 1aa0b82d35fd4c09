"""Small memories on the disk, and what a store holds after taking one in."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from governance.intake.run import BATCH, Progress, import_memory
from store import check, index, log, seal
from store.database import Store
from store.records.views import FileReport, ImportReport
from tests.builders import AT, MIRA

TODAY = "2026-06-01"
SAMPLE = Path(__file__).parents[3] / "sample_memory"


def day_of(at: int) -> int:
    moment = datetime.datetime.fromtimestamp(at / 1_000_000, tz=datetime.UTC)
    return int(moment.strftime("%Y%m%d"))


def take_in(
    store: Store, root: Path, *, dry_run: bool = False, progress: Progress | None = None, batch: int = BATCH
) -> ImportReport:
    return import_memory(store, root, at=AT, actor=MIRA, day_of=day_of, dry_run=dry_run, progress=progress, batch=batch)


def put(root: Path, files: dict[str, str | bytes]) -> Path:
    """Write files below a folder, which is the answer."""
    for path, content in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def item(text: str, name: str | None = "mem-2026-05-11-001", **keys: str | None) -> str:
    """A whole structured item; a key that is None is left out."""
    given: dict[str, str | None] = {
        "id": name,
        "kind": "knowledge",
        "Status": "active",
        "Source": "archive/2026-05-11.md#1",
    }
    given |= {key: value for key, value in keys.items() if key != "date"}
    date = keys.get("date", "2026-05-11")
    head = f"- [{date}] {text}" if date else f"- {text}"
    return "\n".join([head, *(f"  - {key}: {value}" for key, value in given.items() if value is not None)]) + "\n"


def topic(*items: str, triggers: str = "triggers:\n  - harbour\n", title: str = "Notes") -> str:
    body = "\n".join(items)
    return f"---\ntitle: {title}\nlayer: warm\n{triggers}---\n\n# {title}\n\n## Facts\n\n{body}"


def head_of(store: Store) -> int:
    with store.reading() as conn:
        return log.head(conn)[0]


def rows(store: Store, sql: str, *values: object) -> list[Any]:
    with store.reading() as conn:
        return conn.execute(sql, values).fetchall()


def items(store: Store) -> dict[str, dict[str, Any]]:
    """Every standing item by its id: its row, its words and its text."""
    names = (
        "id, place, kind, status, confidence, source_state, superseded_by, cooled, topic, block, drift, withdrawn, body"
    )
    found: dict[str, dict[str, Any]] = {}
    with store.reading() as conn:
        for row in conn.execute(f"SELECT {names} FROM items WHERE to_seq IS NULL ORDER BY day, n").fetchall():
            values = dict(zip(names.split(", "), row, strict=True))
            body = log.payload(conn, values["body"])
            assert body is not None
            values["words"] = body["words"]
            values["text"] = index.text_of(body["words"], lambda seq: log.payload(conn, seq))
            found[values["id"]] = values
    return found


def by_text(store: Store) -> dict[str, dict[str, Any]]:
    return {one["text"]: one for one in items(store).values()}


def links(store: Store, relation: str) -> set[tuple[str, str]]:
    sql = "SELECT src, dst FROM links WHERE relation = ? AND to_seq IS NULL"
    return {(row[0], row[1]) for row in rows(store, sql, relation)}


def segment_bytes(store: Store, path: str) -> list[bytes]:
    """The bytes of every segment that was made of a file, oldest first."""
    found: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    with store.reading() as conn:
        sql = "SELECT segment, ordinal, coalesce(same_as, seq) FROM blocks WHERE to_seq IS NULL ORDER BY seq"
        for segment, ordinal, at in conn.execute(sql).fetchall():
            found.setdefault(segment, []).append((ordinal, log.payload(conn, at) or {}))
    return [
        b"".join(seal.raw_bytes(payload["bytes"]) for _, payload in sorted(blocks, key=lambda pair: pair[0]))
        for blocks in found.values()
        if blocks[0][1].get("path") == path
    ]


def whole(store: Store) -> list[Any]:
    """Everything that stands, without the seqs that differ by nothing but the batches."""
    named = {
        name: (one["text"], one["place"], one["kind"], one["status"], one["drift"], one["superseded_by"], one["topic"])
        for name, one in items(store).items()
    }
    blocks = rows(
        store, "SELECT segment, ordinal, same_as IS NULL, entry FROM blocks WHERE to_seq IS NULL ORDER BY 1, 2"
    )
    segments = rows(store, "SELECT id, role, covered, run FROM segments WHERE to_seq IS NULL ORDER BY 1")
    counts = rows(store, "SELECT relation, count(*) FROM links WHERE to_seq IS NULL GROUP BY 1 ORDER BY 1")
    others = rows(store, "SELECT action, count(*) FROM log GROUP BY 1 ORDER BY 1")
    return [
        named,
        blocks,
        segments,
        counts,
        others,
        rows(store, "SELECT id, state, outcome FROM runs WHERE to_seq IS NULL"),
    ]


def of(report: ImportReport, path: str) -> FileReport:
    return next(file for file in report.files if file.path == path)


def sound(store: Store) -> bool:
    """Whether chain, payloads, ids, anchors and replay all hold."""
    verdict = check.check(store, replay=True)
    assert verdict.findings == ()
    return verdict.ok


def adds_up(report: ImportReport) -> bool:
    counts = ("read", "new", "known", "drift", "refused")
    sums = {name: sum(getattr(file, name) for file in report.files) for name in counts}
    parts = report.new + report.known + report.drift + report.refused
    return report.read == parts and all(getattr(report, name) == value for name, value in sums.items())
