"""memdesk under the public test suite for memory at rest: a store with keys, a witness outside, an attacker inside.

A record is one decision with its effect: the entry that was signed and the entry that followed. It is made through
the desk. The attacker reads and writes the two tables of the log with a connection of their own, all triggers dropped.
They hold the whole folder of the store; the witness, the keys and the people are elsewhere.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from agmi.adapters.base import MemoryAdapter, Record  # type: ignore[import-untyped]

from governance.authority.people import Person
from governance.desk import Desk
from governance.seat import Homes
from store import migrate, seal
from store.database import Store
from store.errors import StoreError
from store.records.words import Assurance, PrincipalKind, Role
from tests.builders import MIRA
from tests.clock import StillClock
from tests.governance.builders import decide, micros
from tests.governance.bypassing import opened, rechained
from tests.governance.intake.memories import item, put
from tests.governance.signed import a_key, signed

INES = "p-0002"
SUFFIXES = ("", "-wal", "-shm")


class MemdeskAdapter(MemoryAdapter):  # type: ignore[misc]
    """Edits that leave the rest of the file as it is: the chain is not mended."""

    name = "memdesk"
    detection_point = "audit"
    supports_replay = supports_metadata = supports_snapshot = True
    mends = False
    """Whether the attacker makes chain and tables agree again after every edit."""

    # the tool

    def setup(self) -> None:
        """A store with an owner, and a maintainer who may put things off."""
        self.root = Path(tempfile.mkdtemp(prefix="memdesk-agmi-"))
        self.path = self.root / "store" / "memory.db"
        self.clock = StillClock()
        self.said = 0
        owner, other = a_key(self.root, "owner"), a_key(self.root, "ines")
        own = migrate.OwnerKey(owner.public.line, owner.public.fingerprint)
        migrate.create(self.path, at=micros(self.clock)(), zone="UTC", name="mira", key=own).close()
        self.desk = self._sit_down("mira")
        self.desk.use_key(owner.path)
        many = "\n".join(item(f"fact {n}", f"mem-2026-05-11-{n:03}") for n in range(1, 31))
        memory = put(self.root / "notes", {"memory.md": f"# Memory\n\n{many}"})
        signed(self.desk, lambda: self.desk.import_memory(memory))
        enroll = self.desk.authorize.enroll
        signed(self.desk, lambda: enroll("ines", PrincipalKind.HUMAN, Role.MAINTAINER, public=other.public.line))
        signed(self.desk, lambda: self.desk.authorize.grant(INES, ["defer"]))

    def _sit_down(self, who: str) -> Desk:
        homes = Homes(self.root / "home" / who / "config", self.root / "home" / "state")
        return Desk(Store(self.path), micros(self.clock), Person(who, Assurance.OS_USER), homes=homes)

    def teardown(self) -> None:
        """Nothing stays."""
        self.desk.close()
        shutil.rmtree(self.root, ignore_errors=True)

    def _decide(self, desk: Desk, key: str) -> None:
        self.said += 1
        self.clock.tick(seconds=1)
        name, note = f"mem-2026-05-11-{self.said:03}", f"genuine words number {self.said}"
        signed(desk, lambda: decide(desk, "defer", name, note=note), key=a_key(self.root, key))

    def seed(self, n: int) -> None:
        """Decisions of the owner, each signed and each with a note."""
        for _ in range(n):
            self._decide(self.desk, "owner")

    def seed_other(self, n: int) -> None:
        """Decisions of the maintainer, signed with her own key under her grant."""
        with self._sit_down("ines") as ines:
            for _ in range(n):
                self._decide(ines, "ines")

    def append_genuine(self) -> None:
        """One more decision of the owner."""
        self._decide(self.desk, "owner")

    def reload(self) -> None:
        """Sit down anew; an attacker who mends has drawn the tables anew before."""
        self.desk.close()
        if self.mends:
            with (
                suppress(StoreError, ValueError, KeyError, TypeError, sqlite3.Error),
                closing(Store(self.path)) as store,
            ):
                migrate.rebuild(store)
        self.desk = self._sit_down("mira")

    def verify(self) -> bool:
        """What `memdesk verify` says."""
        verdict = self.desk.verify()
        self.verify_detail = "; ".join(f"{one.step}: {one.sentence}" for one in verdict.findings) or None
        self.steps = sorted({one.step for one in verdict.findings})
        return verdict.ok

    # the attacker's hands

    def read_all_raw(self) -> list[Record]:
        """The owner's decisions about rows."""
        return self._records(MIRA)

    def read_other_raw(self) -> list[Record]:
        """The maintainer's decisions."""
        return self._records(INES)

    def _records(self, actor: str) -> list[Record]:
        with closing(sqlite3.connect(self.path)) as conn:
            rows = conn.execute(
                "SELECT seq, header, body FROM log LEFT JOIN payloads USING (seq) ORDER BY seq"
            ).fetchall()
        entries = {seq: (_said(header), json.loads(body) if body else None) for seq, header, body in rows}
        found = []
        for seq, (header, body) in entries.items():
            if header["action"] != "decision" or header["actor"] != actor or body is None:
                continue
            told, effect = json.loads(body["text"])["decisions"], entries.get(seq + 1)
            if told and told[0]["verb"] == "defer" and effect is not None:
                found.append(
                    Record(seq, {"id": header["subjects"][0], "decision": [header, body], "effect": [*effect]})
                )
        return found

    def identity_of(self, record: Record) -> str:
        """The id of the plan."""
        return str(record.fields["id"])

    def owner_of(self, record: Record) -> str | None:
        """Who decided."""
        return str(record.fields["decision"][0]["actor"])

    def payload_of(self, record: Record) -> str:
        """What was decided: the signed text, its signatures, and what the effect says."""
        (_, words), (header, note) = record.fields["decision"], record.fields["effect"]
        return json.dumps([words, header["action"], header["subjects"], header["effect"], note], sort_keys=True)

    def write_raw(self, record: Record) -> None:
        """Put a record at a place of the log, or behind its end."""
        with opened(self.path) as conn:
            head = conn.execute("SELECT max(seq) FROM log").fetchone()[0]
            for seq, (header, body) in enumerate((record.fields["decision"], record.fields["effect"]), record.seq):
                if record.seq > head:
                    self._insert(conn, header, body)
                else:
                    self._put(conn, seq, header, body)
            if self.mends:
                rechained(conn, 1)

    def _put(self, conn: sqlite3.Connection, seq: int, header: dict[str, Any], body: dict[str, Any] | None) -> None:
        there = json.loads(conn.execute("SELECT header FROM log WHERE seq = ?", (seq,)).fetchone()[0])
        kept = {name: there[name] for name in ("seq", "prev", "commitment")}
        line = seal.canonical({**header, **kept})
        conn.execute(
            "UPDATE log SET header = ?, at = ?, actor = ?, action = ? WHERE seq = ?",
            (line, header["at"], header["actor"], header["action"], seq),
        )
        conn.execute("UPDATE payloads SET body = ? WHERE seq = ?", (seal.canonical(body), seq))

    def _insert(self, conn: sqlite3.Connection, header: dict[str, Any], body: dict[str, Any] | None) -> None:
        """Append an entry as good as one can be made without a key."""
        last, prev = conn.execute("SELECT seq, hash FROM log ORDER BY seq DESC LIMIT 1").fetchone()
        salt, raw = bytes(range(32)), seal.canonical(body)
        line = seal.canonical({**header, "seq": last + 1, "prev": prev, "commitment": seal.commitment(salt, raw)})
        values = (last + 1, line, seal.entry_hash(line), header["at"], header["actor"], header["action"])
        conn.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", values)
        conn.execute("INSERT INTO payloads (seq, salt, body) VALUES (?, ?, ?)", (last + 1, salt, raw))

    def delete_raw(self, seq: int) -> None:
        """Take a record out; an attacker who mends closes the gap, so that the numbers are dense again."""
        with opened(self.path) as conn:
            for table in ("log", "payloads"):
                conn.execute(f"DELETE FROM {table} WHERE seq IN (?, ?)", (seq, seq + 1))
            if self.mends:
                self._close_gap(conn)
                rechained(conn, 1)

    def _close_gap(self, conn: sqlite3.Connection) -> None:
        for new, (old,) in enumerate(conn.execute("SELECT seq FROM log ORDER BY seq").fetchall(), 1):
            if new == old:
                continue
            header = json.loads(conn.execute("SELECT header FROM log WHERE seq = ?", (old,)).fetchone()[0])
            line = seal.canonical({**header, "seq": new})
            conn.execute("UPDATE log SET seq = ?, header = ? WHERE seq = ?", (new, line, old))
            conn.execute("UPDATE payloads SET seq = ? WHERE seq = ?", (new, old))

    def mutate_payload(self, record: Record) -> Record:
        """Other words in the note, in a payload that reads as well as before."""
        record.fields["effect"][1]["note"] += " and not so genuine ones"
        return record

    def forge_record(self, template: Record) -> Record:
        """A decision under the next id, with the signature of the one before and words of its own."""
        copy = json.loads(json.dumps(template.fields))
        plan = f"{copy['id'][:-3]}{int(copy['id'][-3:]) + 1:03}"
        copy["id"] = copy["decision"][0]["subjects"][0] = plan
        copy["effect"][0]["refs"] = [plan]
        copy["effect"][0]["subjects"] = ["mem-2026-05-11-030"]
        return self.mutate_payload(Record(template.seq + 2, copy))

    def replay_onto(self, victim_seq: int, donor: Record) -> None:
        """The donor's words, text and signatures in the victim's place, under its plan and its author."""
        (victim,) = [one for one in self.read_all_raw() if one.seq == victim_seq]
        copy = json.loads(json.dumps(donor.fields))
        for part in ("decision", "effect"):
            for name in ("at", "actor", "refs"):
                copy[part][0][name] = victim.fields[part][0][name]
        copy["decision"][0]["subjects"] = victim.fields["decision"][0]["subjects"]
        copy["id"] = victim.fields["id"]
        self.write_raw(Record(victim_seq, copy))

    def read_meta(self, seq: int) -> dict[str, Any]:
        """Who decided it and when."""
        found = [one for one in (*self.read_all_raw(), *self.read_other_raw()) if one.seq == seq]
        header = found[0].fields["decision"][0]
        return {"actor": header["actor"], "at": header["at"]}

    def write_meta(self, seq: int, meta: dict[str, Any]) -> None:
        """A year earlier, and somebody else."""
        (record,) = [one for one in self.read_all_raw() if one.seq == seq]
        for part in ("decision", "effect"):
            record.fields[part][0] |= {"actor": INES, "at": meta["at"] - 365 * 86_400_000_000}
        self.write_raw(record)

    # yesterday's folder

    def snapshot_store(self) -> object:
        """A copy of the whole folder of the store."""
        self.desk.close()
        copy = tempfile.mkdtemp(prefix="before-", dir=self.root)
        shutil.copytree(self.path.parent, copy, dirs_exist_ok=True)
        self.desk = self._sit_down("mira")
        return copy

    def restore_store(self, token: object) -> None:
        """The copy in place of what is there."""
        self.desk.close()
        shutil.rmtree(self.path.parent)
        shutil.copytree(str(token), self.path.parent)
        self.desk = self._sit_down("mira")


def _said(header: bytes) -> dict[str, Any]:
    """What a header says by itself; place, link and commitment follow from where it stands."""
    said: dict[str, Any] = json.loads(header)
    return {name: value for name, value in said.items() if name not in ("seq", "prev", "commitment")}


class MendingAdapter(MemdeskAdapter):
    """The same edits by somebody who has read the source: chain, commitments, numbers and tables agree afterwards."""

    name = "memdesk (mended)"
    mends = True
