"""A desk at a store with keys, the people who decide there, and hands that go around it.

`signed` does what a person does who has just unlocked their key (the key itself lies open in the test, which is a
hundred times cheaper); `unlocked` goes through the real helper process::

    desk = a_signed_desk(tmp_path)
    applied = signed(desk, lambda: decide(desk, "keep", an_item(desk, status="pending-cleanup")))
    ines = a_maintainer(desk, "ines", "keep", "stale")
    signed(ines, lambda: decide(ines, "stale", applied.ids[0]))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_ssh_private_key

from governance.authority.decision import Decision, decision_text, sealed
from governance.authority.keys.keyfile import KeyFile, look_at
from governance.authority.keys.keyring import in_use, use
from governance.authority.keys.signer import Signer
from governance.authority.keys.sshsig import DECISION, ED25519, PublicKey, spell, to_sign
from governance.authority.keys.wire import fields
from governance.authority.people import Person
from governance.authority.scope import read_scope
from governance.authority.state import Authority
from governance.desk import Desk
from governance.plan import Compiled, Vouched, append_plan
from governance.seat import Homes
from store import log
from store.commit import Snapshot, write
from store.database import Store
from store.decided import effect_entries
from store.migrate import OwnerKey, create
from store.records.entry import Draft, Entry
from store.records.views import Finding
from store.records.words import AUTHORITY_VERBS, Action, Assurance, PrincipalKind, Reason, Role, Shown
from tests.builders import DAY, MIRA, by_a_door, some_words
from tests.clock import StillClock
from tests.governance import builders
from tests.governance.builders import micros
from tests.governance.refuting import refuted
from tests.keys import SECRET, key_pair

MINUTE = 60_000_000
HOUR = 60 * MINUTE
DAYS = 24 * HOUR
_T = TypeVar("_T")


class _Open:
    """A key that lies open."""

    def __init__(self, public: PublicKey, private: Ed25519PrivateKey) -> None:
        self.public, self.private = public, private

    def sign(self, message: bytes, namespace: str) -> str:
        return spell(self.public, self.private.sign(to_sign(message, namespace)), namespace)

    def close(self) -> None:
        """Nothing to let go of."""


@cache
def _private(raw: bytes) -> Ed25519PrivateKey:
    found = load_ssh_private_key(raw, SECRET)
    assert isinstance(found, Ed25519PrivateKey)
    return found


def signer(key: KeyFile) -> Signer:
    """The key of a file, ready to sign."""
    return Signer(key.public, _Open(key.public, _private(key.path.read_bytes())), asks=False)


@cache
def soft(seed: int) -> Signer:
    """A key without a file, always the same for a number."""
    private = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
    public = PublicKey(ED25519, fields(ED25519.encode(), private.public_key().public_bytes_raw()))
    return Signer(public, _Open(public, private), asks=False)


_KEYS: dict[str, tuple[bytes, bytes]] = {}
"""Key files by name, made once; a name is the same key at every store."""
_NEW: dict[tuple[object, ...], bytes] = {}
"""The bytes of a store with nothing but its genesis."""


def a_key(folder: Path, name: str) -> KeyFile:
    """A key file in a folder of keys."""
    keys = folder / "keys"
    path, public = keys / name, keys / f"{name}.pub"
    keys.mkdir(exist_ok=True)
    if path.exists():
        return look_at(path)
    if name not in _KEYS:
        key_pair(keys, name)
        _KEYS[name] = path.read_bytes(), public.read_bytes()
    for one, content in zip((path, public), _KEYS[name], strict=True):
        one.write_bytes(content)
        one.chmod(0o600)
    return look_at(path)


def _owned(key: KeyFile | None) -> OwnerKey | None:
    return None if key is None else OwnerKey(key.public.line, key.public.fingerprint)


def homes(folder: Path, who: str) -> Homes:
    """The folders of a person: nobody else's."""
    return Homes(folder / "homes" / who / "config", folder / "homes" / who / "state")


def a_signed_desk(
    folder: Path,
    clock: StillClock | None = None,
    *,
    who: str = "mira",
    recovery: bool = False,
    keyless: bool = False,
    witnessed: bool = True,
    other: bool = False,
) -> Desk:
    """A desk at a new store whose genesis names its owner's key (`owner`), and perhaps a recovery key (`recovery`).

    Equal new stores are copies of one; `other` asks for one that is none.
    """
    clock, path = clock or StillClock(), folder / "memory.db"
    key = None if keyless else a_key(folder, "owner")
    saved = a_key(folder, "recovery") if recovery else None
    at, like = micros(clock)(), (clock(), who, recovery, keyless, witnessed)
    if like in _NEW and not other:
        path.write_bytes(_NEW[like])
    else:
        create(path, at=at, zone="UTC", name=who, key=_owned(key), recovery=_owned(saved), witnessed=witnessed).close()
        _NEW[like] = path.read_bytes()
    desk = sit_down(folder, who, clock)
    if key is not None:
        desk.use_key(key.path)
    return desk


def sit_down(
    folder: Path,
    who: str = "mira",
    clock: Callable[[], Any] | None = None,
    *,
    assurance: Assurance = Assurance.OS_USER,
    file: str = "memory.db",
) -> Desk:
    """Sit down at the store of a folder as a person with homes of their own."""
    told = micros(clock) if isinstance(clock, StillClock) else clock or micros(StillClock())
    return Desk(Store(folder / file), told, Person(who, assurance), homes=homes(folder, who))


def signed(desk: Desk, act: Callable[[], _T], *, key: KeyFile | None = None) -> _T:
    """Do an act with the person's own key (or another) in the hand; afterwards it is locked again."""
    found = key or in_use(desk.homes.config, desk.store_id)[-1]
    desk.hand.lock()
    desk.hand._signer = signer(found)
    try:
        return act()
    finally:
        desk.hand.lock()


def unlocked(desk: Desk, act: Callable[[], _T]) -> _T:
    """The same through the passphrase and the helper process."""
    desk.unlock(bytearray(SECRET))
    return act()


def a_person(desk: Desk, name: str, role: Role = Role.MAINTAINER) -> Desk:
    """Enroll a person with a key of their own; the desk they sit at. Their id is `desk.principal(…)`, see `id_of`."""
    folder = desk.path.parent
    key = a_key(folder, name)
    signed(desk, lambda: desk.authorize.enroll(name, PrincipalKind.HUMAN, role, public=key.public.line))
    there = sit_down(folder, name, desk._clock)
    use(there.homes.config, there.store_id, key)
    return there


def a_maintainer(desk: Desk, name: str, *verbs: str, terms: Sequence[str] = (), **more: Any) -> Desk:
    """Enroll a person and grant them verbs."""
    there = a_person(desk, name)
    who = id_of(there)
    signed(desk, lambda: desk.authorize.grant(who, verbs, scope=read_scope(terms), **more))
    return there


def an_item(desk: Desk, **more: Any) -> str:
    """An item as an agent captures it, and a pass may mark it; in a store with keys all else takes a decision."""
    if "action" in more:
        return builders.an_item(desk, **more)
    kind, subject, status = more.pop("kind", "knowledge"), more.pop("subject", None), more.pop("status", "active")
    text, words = more.pop("text", "retries are safe"), more.pop("words", {})
    assert not more, f"no door gives {', '.join(more)}"
    said = {"subject": subject or (builders.SUBJECT if kind == "state" else None), "source": "seen", **words}

    def build(snapshot: Any) -> Any:
        kept = some_words(text, **{name: value for name, value in said.items() if value}) | {"bytes": text}
        made = yield Draft(Action.CAPTURE, (snapshot.mint("mem", DAY),), by_a_door(snapshot, kind=kind), kept)
        if status == "pending-cleanup":
            yield from refuted(snapshot, made, desk.today())

    return builders.did(desk, build)[0].subjects[0]


def id_of(desk: Desk) -> str:
    """The principal that sits at a desk."""
    with desk.reader() as reader:
        return desk.principal(reader)


def grant(desk: Desk, who: str, *verbs: str, terms: Sequence[str] = (), **more: Any) -> str:
    """Let the person at the desk grant something; the grant's id."""
    applied = signed(desk, lambda: desk.authorize.grant(who, verbs, scope=read_scope(terms), **more))
    return new_id(applied.ids, "grant-")


def new_id(ids: Sequence[str], prefix: str) -> str:
    """The newest id of a kind among what a plan touched."""
    return max(one for one in ids if one.startswith(prefix))


def a_service(desk: Desk, name: str = "cron", **more: Any) -> tuple[Desk, str]:
    """A service with a token, and its principal's id; it has no grant yet."""
    _, token = signed(desk, lambda: desk.authorize.connect(name, PrincipalKind.SERVICE, **more))
    return with_token(desk, token), next(p.id for p in desk.principals() if p.name == name)


def with_token(desk: Desk, token: str) -> Desk:
    """The desk of whoever shows this token."""
    from governance.authority.people import by_token

    with desk.reader() as reader:
        person = by_token(reader, desk.authority(reader), token)
    return Desk(Store(desk.path), desk._clock, person, homes=homes(desk.path.parent, person.name))


# around the desk


def vouched(
    desk: Desk,
    verb: str,
    targets: Sequence[str],
    *drafts: Draft,
    who: str = MIRA,
    signers: Sequence[Signer] = (),
    assurance: Assurance | None = None,
    grants: Sequence[str | None] = (None,),
    expires: int | None = None,
    **text: Any,
) -> Vouched:
    """A plan made by hand: nobody asked the desk whether it may be."""
    final = tuple(sealed(draft) for draft in drafts)
    sure = assurance or (Assurance.SIGNED if signers else Assurance.OS_USER)
    with desk.store.reading() as conn:
        head = text.pop("head", None) or log.head(conn)
    count = len(targets)
    decided = [
        Decision(verb, tuple(targets), ("0" * 16,) * count, (None,) * count, Reason.OTHER, Shown.OPENED, one)
        for one in grants
    ]
    words = decision_text(
        store=text.pop("store", desk.store_id), head=head, who=who, assurance=sure, decisions=decided, effects=final,
        undoes=text.pop("undoes", None), expires=expires,
    )  # fmt: skip
    assert not text, text
    signatures = tuple(one.sign(words.encode("ascii"), DECISION) for one in signers)
    return Vouched(Compiled((), final, (), ()), words, who, sure, head, None, signatures)


def slip_in(desk: Desk, plan: Vouched, *, at: int | None = None) -> tuple[Entry, ...]:
    """Append a plan through the write door without asking the judge, as somebody could who writes their own program."""

    def build(snapshot: Snapshot) -> Any:
        yield from append_plan(plan, snapshot, day=DAY)

    return write(desk.store, build, at=desk.now() if at is None else at, actor=plan.who)


def forge(desk: Desk, verb: str, targets: Sequence[str], *drafts: Draft, at: int | None = None, **said: Any) -> str:
    """Make a plan by hand and append it so; the plan's id."""
    told = {"verb": verb, "reason": "other"} | ({} if verb in AUTHORITY_VERBS else {"shown": "opened"})
    ready = [draft._replace(effect={**told, **draft.effect}) for draft in drafts]
    return slip_in(desk, vouched(desk, verb, targets, *ready, **said), at=at)[0].subjects[0]


def fault(desk: Desk, plan: str) -> str | None:
    """What the judge says of a plan in the log."""
    return desk.decision(plan).fault


def findings(desk: Desk, step: str | None = None, **how: Any) -> list[str]:
    """What `verify` says, of one step or all."""
    found: tuple[Finding, ...] = desk.verify(**how).findings
    return [one.sentence for one in found if step in (None, one.step)]


def alarms(desk: Desk) -> list[str]:
    """The codes of the alarms the desk raises."""
    return [one.code for one in desk.alarms()]


def let_go(desk: Desk, auth: Authority, decision: int) -> bool:
    """Whether every effect of a decision gave something about authority that ended since."""
    with desk.store.reading() as conn:
        effects = effect_entries(conn, decision)
    return bool(effects) and all(auth.ended(entry) for entry in effects)
