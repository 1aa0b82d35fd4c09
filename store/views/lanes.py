"""Lanes: what each is for, how it stands, and how it is found by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from store import log, seal
from store.ids import read_id
from store.records.views.organizing import LaneView, LaneWait
from store.records.words import LaneState
from store.tokens import spelling
from store.views.reader import Reader


def lanes(reader: Reader, names: Sequence[str] | None = None) -> tuple[LaneView, ...]:
    """Every lane (or those of these ids) in the order they were made; one whose making was undone is none."""
    sql = f"SELECT id, state, closed, body, from_seq FROM lanes WHERE {reader.stands('lanes')} ORDER BY length(id), id"
    rows = [row for row in reader.conn.execute(sql) if names is None or row[0] in names]
    if not rows:
        return ()
    bodies, times = reader.payloads(row[3] for row in rows), reader.times(row[3] for row in rows)
    sql = f"SELECT lane, count(*) FROM items WHERE lane IS NOT NULL AND {reader.visible('items')} GROUP BY lane"
    counts = dict(reader.conn.execute(sql).fetchall())
    return tuple(
        LaneView(
            id=name,
            title=bodies.get(body, {}).get("title") or name,
            purpose=bodies.get(body, {}).get("purpose"),
            project=bodies.get(body, {}).get("project"),
            state=LaneState(state),
            closed=bool(closed),
            items=counts.get(name, 0),
            at=times.get(body, 0),
            seen=seal.seen_digest({"id": name, "moved": moved}),
        )
        for name, state, closed, body, moved in rows
    )


def lane(reader: Reader, name: str) -> LaneView | None:
    """The lane of this id."""
    return next(iter(lanes(reader, (name,))), None)


def lane_moved(reader: Reader, name: str) -> int | None:
    """The entry that last moved a lane; None where there is none."""
    sql = f"SELECT from_seq FROM lanes WHERE id = ? AND {reader.stands('lanes')}"
    row = reader.conn.execute(sql, (name,)).fetchone()
    return int(row[0]) if row else None


def lanes_titled(reader: Reader, name: str) -> tuple[LaneView, ...]:
    """The lane of this id, or every lane whose title is spelled alike."""
    read = read_id(name)
    if read is not None and read.prefix == "lane":
        return lanes(reader, (name,))
    made = [log.entry(reader.conn, seq) for seq in reader.known("lane", spelling(name))]
    return lanes(reader, [entry.subjects[0] for entry in made if entry is not None])


def lanes_called(reader: Reader, name: str, project: str | None) -> tuple[LaneView, ...]:
    """The lane of this id, or those of this title: of the project, else of no project; spelled so, else alike."""
    found = lanes_titled(reader, name)
    if read_id(name) is None:
        own = tuple(one for one in found if one.project == project)
        found = own or tuple(one for one in found if one.project is None)
    return spelled_so(found, name)


def spelled_so(found: tuple[LaneView, ...], name: str) -> tuple[LaneView, ...]:
    """Those of lanes that are spelled alike whose title is exactly this one; where none is, all of them."""
    return tuple(one for one in found if one.title == name) or found


def not_shut(reader: Reader) -> str:
    """The condition for an item to lie in no lane that is frozen or cleared: nobody is asked about what does."""
    names = ", ".join(f"'{name}'" for name in shut_lanes(reader))  # ids that we minted
    return f"(items.lane IS NULL OR items.lane NOT IN ({names}))" if names else "1"


def in_shut(reader: Reader, where: str) -> tuple[LaneWait, ...]:
    """How many of the items for which something holds lie in each lane that is frozen or cleared."""
    names = shut_lanes(reader)
    if not names:
        return ()
    sql = (
        f"SELECT items.lane, count(*) FROM items WHERE items.lane IN ({','.join('?' * len(names))}) AND ({where})"
        f" AND {reader.visible('items')} GROUP BY items.lane"
    )
    return lane_waits(reader, dict(reader.conn.execute(sql, names)))


def lane_waits(reader: Reader, counts: Mapping[str, int]) -> tuple[LaneWait, ...]:
    """So many items in each of these lanes, with how those are called and stand."""
    return tuple(
        LaneWait(lane=one.id, title=one.title, state=one.state, count=counts[one.id])
        for one in (lanes(reader, list(counts)) if counts else ())
    )


def shut_lanes(reader: Reader) -> list[str]:
    """The lanes into which nothing is written, being frozen or cleared."""
    return sorted(name for name, state in reader.lane_states.items() if state is not LaneState.ACTIVE)


def unread_lanes(reader: Reader) -> frozenset[str]:
    """The lanes of which nothing is read without a grant: those that are frozen or cleared, and the closed ones."""
    sql = f"SELECT id FROM lanes WHERE (state <> 'active' OR closed = 1) AND {reader.stands('lanes')}"
    return frozenset(row[0] for row in reader.conn.execute(sql))
