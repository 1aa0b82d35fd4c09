"""People who come and go, and what a token opens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.authority.people import by_token, token_hash
from governance.desk import Desk, open_desk
from governance.errors import Refusal, RefusalKind
from store import log
from store.records.words import Assurance, PrincipalKind, Reason, Role, Shown
from tests.builders import MIRA
from tests.clock import StillClock
from tests.governance.builders import decide, micros, seen, untouched
from tests.governance.signed import (
    DAYS,
    a_key,
    a_maintainer,
    a_person,
    a_service,
    a_signed_desk,
    an_item,
    findings,
    id_of,
    signed,
    sit_down,
    with_token,
)


@pytest.fixture
def desk(tmp_path: Path, clock: StillClock) -> Iterator[Desk]:
    with a_signed_desk(tmp_path, clock) as made:
        yield made


def test_a_stranger_decides_nothing_and_is_not_enrolled_by_trying(desk: Desk, tmp_path: Path) -> None:
    item = an_item(desk)
    before = untouched(desk)
    with sit_down(tmp_path, "mallory", desk._clock) as mallory:
        key = a_key(tmp_path, "mallory")
        for act in (
            lambda: decide(mallory, "stale", item),
            lambda: mallory.authorize.enroll("mallory", PrincipalKind.HUMAN, Role.OWNER, public=key.public.line),
            lambda: mallory.authorize.set_policy({"needs.keep": "os-user"}),
        ):
            with pytest.raises(Refusal, match="is nobody this store knows"):
                signed(mallory, act, key=key)
    assert untouched(desk) == before


def test_who_was_retired_decides_nothing_any_more_and_what_they_decided_stays(desk: Desk) -> None:
    with a_maintainer(desk, "ines", "stale", "keep") as ines:
        item = an_item(desk)
        plan = signed(ines, lambda: decide(ines, "stale", item)).plan
        signed(desk, lambda: desk.authorize.retire("p-0002"))
        with pytest.raises(Refusal):
            signed(ines, lambda: decide(ines, "keep", item))
        assert desk.item(item).row.status == "stale"
        assert desk.decision(plan).fault is None
        with pytest.raises(Refusal, match="retired already"):
            signed(desk, lambda: desk.authorize.retire("p-0002"))
        with pytest.raises(Refusal, match="was retired"):
            signed(desk, lambda: desk.authorize.grant("p-0002", ["keep"]))
    assert desk.verify(replay=True).ok


def test_the_name_of_somebody_who_left_is_free_again_and_means_somebody_else(desk: Desk, tmp_path: Path) -> None:
    a_person(desk, "ines").close()
    with pytest.raises(Refusal, match="is p-0002 already"):
        signed(desk, lambda: desk.authorize.enroll("ines", PrincipalKind.HUMAN, Role.MAINTAINER))
    signed(desk, lambda: desk.authorize.retire("p-0002"))
    key = a_key(tmp_path, "anew").public.line
    signed(desk, lambda: desk.authorize.enroll("ines", PrincipalKind.HUMAN, Role.MAINTAINER, public=key))
    with sit_down(tmp_path, "ines", desk._clock) as ines:
        assert id_of(ines) == "p-0003"


def test_the_last_owner_stays_and_gives_way_only_to_another(desk: Desk) -> None:
    with pytest.raises(Refusal, match="only owner"):
        signed(desk, lambda: desk.authorize.retire(MIRA))
    with a_person(desk, "bob", Role.OWNER) as bob:
        signed(bob, lambda: bob.authorize.retire(MIRA))
        with pytest.raises(Refusal):
            signed(desk, lambda: desk.authorize.retire("p-0002"))
        with pytest.raises(Refusal, match="only owner"):
            signed(bob, lambda: bob.authorize.retire("p-0002"))
    assert desk.verify(replay=True).ok


def test_an_auditor_reads_everything_and_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    a_person(desk, "aud", Role.AUDITOR).close()
    item = an_item(desk)
    with sit_down(tmp_path, "aud", desk._clock) as aud:
        before = untouched(desk)
        with pytest.raises(Refusal, match="for reading only"):
            signed(aud, lambda: decide(aud, "stale", item), key=a_key(tmp_path, "aud"))
        assert aud.verify(replay=True).ok
        assert aud.item(item).row.id == item
        assert untouched(desk) == before
        with pytest.raises(Refusal, match="auditor, who only reads"):
            signed(desk, lambda: desk.authorize.grant(id_of(aud), ["keep"]))


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        (PrincipalKind.HUMAN, Role.AGENT),
        (PrincipalKind.AGENT, Role.OWNER),
        (PrincipalKind.SERVICE, Role.MAINTAINER),
        (PrincipalKind.AGENT, None),
    ],
)
def test_a_kind_has_only_the_roles_that_fit_it(desk: Desk, kind: PrincipalKind, role: Role | None) -> None:
    with pytest.raises(Refusal) as refused:
        signed(desk, lambda: desk.authorize.enroll("x", kind, role))
    assert refused.value.kind is RefusalKind.BAD_INPUT


@pytest.mark.parametrize("name", ["", " ", " x", "x\n", "a\nb"])
def test_a_name_is_one_line(desk: Desk, name: str) -> None:
    with pytest.raises(Refusal, match="one line"):
        signed(desk, lambda: desk.authorize.enroll(name, PrincipalKind.HUMAN, Role.MAINTAINER))


# tokens


def test_a_token_is_told_once_and_only_its_hash_is_kept(desk: Desk) -> None:
    applied, token = signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT, projects=["cedar"]))
    desk.store.writer().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert token.startswith("mdt_")
    assert token.encode() not in desk.path.read_bytes()
    with desk.store.reading() as conn:
        kept = [log.payload(conn, seq) for seq in range(applied.seq, log.head(conn)[0] + 1)]
    assert token_hash(token) in [one.get("hash") for one in kept if one]


def test_a_token_says_who_shows_it_and_for_which_projects(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT, projects=["cedar", "ash"]))
    monkeypatch.setenv("MEMDESK_TOKEN", token)
    with open_desk(desk.path, clock=desk._clock) as codex:
        assert (codex.person.name, codex.person.assurance) == ("codex", Assurance.TOKEN)
        assert codex.person.projects == ("cedar", "ash")
        item = an_item(desk)
        before = untouched(desk)
        with pytest.raises(Refusal, match="agents propose and people decide"):
            codex.decide("stale", [item], {}, reason=Reason.OTHER, seen=seen(desk, item), shown=Shown.LISTED)
        with pytest.raises(Refusal):
            codex.authorize.grant(codex.person.principal or "", ["stale"])
        assert untouched(desk) == before


def test_a_token_that_opens_nothing_is_refused_and_never_ignored(
    desk: Desk, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, revoked = signed(desk, lambda: desk.authorize.connect("a", PrincipalKind.AGENT))
    signed(desk, lambda: desk.authorize.revoke_token("tok-0001"))
    _, late = signed(desk, lambda: desk.authorize.connect("b", PrincipalKind.AGENT, expires=desk.now() + DAYS))
    _, gone = signed(desk, lambda: desk.authorize.connect("c", PrincipalKind.AGENT))
    signed(desk, lambda: desk.authorize.retire("p-0004"))
    monkeypatch.setenv("MEMDESK_TOKEN", late)
    open_desk(desk.path, clock=desk._clock).close()
    clock.tick(days=1, seconds=1)
    for token, said in (
        (revoked, "was revoked"),
        (late, "has expired"),
        (gone, "was revoked"),
        ("mdt_" + "A" * 43, "not one of this store"),
        ("no token at all", "not one of this store"),
        ("mdt_\udcff", "not one of this store"),
    ):
        monkeypatch.setenv("MEMDESK_TOKEN", token)
        with pytest.raises(Refusal, match=said) as refused:
            open_desk(desk.path, clock=micros(clock))
        assert refused.value.kind is RefusalKind.NOT_ALLOWED
    with pytest.raises(Refusal, match="revoked already"):
        signed(desk, lambda: desk.authorize.revoke_token("tok-0001"))


def test_whoever_has_no_token_that_opens_is_told_the_step_that_gives_one(desk: Desk, clock: StillClock) -> None:
    _, revoked = signed(desk, lambda: desk.authorize.connect("a", PrincipalKind.AGENT))
    signed(desk, lambda: desk.authorize.revoke_token("tok-0001"))
    _, late = signed(desk, lambda: desk.authorize.connect("b", PrincipalKind.AGENT, expires=desk.now() + DAYS))
    _, gone = signed(desk, lambda: desk.authorize.connect("c", PrincipalKind.AGENT))
    signed(desk, lambda: desk.authorize.retire("p-0004"))
    clock.tick(days=1, seconds=1)
    for token, step in (
        (revoked, "`memdesk token new a`"),
        (late, "`memdesk token new b`"),
        (gone, "`memdesk connect c`"),
        ("mdt_" + "A" * 43, "`memdesk token new NAME` gives an agent that is known a token, `memdesk connect NAME`"),
    ):
        with desk.reader() as reader, pytest.raises(Refusal) as refused:
            by_token(reader, desk.authority(reader), token)
        assert step in refused.value.hint
    signed(desk, lambda: desk.authorize.issue_token("p-0002"))
    signed(desk, lambda: desk.authorize.connect("c", PrincipalKind.AGENT))


def test_an_agent_that_is_known_already_is_given_a_further_token(desk: Desk) -> None:
    signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT))
    with pytest.raises(Refusal, match="is p-0002 already") as refused:
        signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT))
    assert "`memdesk token new codex` gives it a further token" in refused.value.hint
    with pytest.raises(Refusal) as refused:
        signed(desk, lambda: desk.authorize.connect("mira", PrincipalKind.AGENT))
    assert "token new" not in refused.value.hint, "people have none"
    with pytest.raises(Refusal, match="one line") as refused:
        signed(desk, lambda: desk.authorize.connect("", PrincipalKind.AGENT))
    assert "claude-code" in refused.value.hint


def test_a_person_gets_no_token_and_no_agent_is_a_person(desk: Desk) -> None:
    with pytest.raises(Refusal, match="people sign with a key"):
        signed(desk, lambda: desk.authorize.issue_token(MIRA))
    with pytest.raises(Refusal, match="only agents and services are connected"):
        signed(desk, lambda: desk.authorize.connect("x", PrincipalKind.HUMAN))


def test_a_token_of_another_agent_or_a_second_one_is_its_own(desk: Desk) -> None:
    cron, who = a_service(desk)
    cron.close()
    _, second = signed(desk, lambda: desk.authorize.issue_token(who, projects=["ash"]))
    with with_token(desk, second) as again:
        assert (again.person.principal, again.person.projects) == (who, ("ash",))
    with desk.reader() as reader:
        assert by_token(reader, desk.authority(reader), second).assurance is Assurance.TOKEN
    assert findings(desk) == []


def test_a_claimed_name_decides_nothing_even_with_the_key_in_the_hand(desk: Desk, tmp_path: Path) -> None:
    item = an_item(desk)
    shown = seen(desk, item)
    with sit_down(tmp_path, "mira", desk._clock, assurance=Assurance.CLAIMED) as claimed:
        said = {"reason": Reason.OTHER, "seen": shown, "shown": Shown.OPENED}
        with pytest.raises(Refusal, match="only a name that was given"):
            signed(claimed, lambda: claimed.decide("stale", [item], {}, **said), key=a_key(tmp_path, "owner"))  # type: ignore[arg-type]
        with pytest.raises(Refusal, match="only a name that was given"):
            signed(claimed, lambda: claimed.authorize.retire(MIRA), key=a_key(tmp_path, "owner"))


@pytest.mark.parametrize("name", ["p-0002", "p-0000", "key-1", "mem-2026-06-01-001", "seg-2026-06-01-001/3", "new:1"])
def test_nobody_is_called_as_an_id_is_spelled(desk: Desk, name: str) -> None:
    before = untouched(desk)
    for act in (
        lambda: desk.authorize.enroll(name, PrincipalKind.HUMAN, Role.MAINTAINER),
        lambda: desk.authorize.connect(name, PrincipalKind.AGENT),
    ):
        with pytest.raises(Refusal, match="reads as an id") as refused:
            signed(desk, act)
        assert refused.value.kind is RefusalKind.BAD_INPUT
    assert untouched(desk) == before


def test_the_roles_that_an_agent_cannot_have_are_refused_in_good_english(desk: Desk) -> None:
    with pytest.raises(Refusal, match="an agent cannot be owner"):
        signed(desk, lambda: desk.authorize.enroll("bot", PrincipalKind.AGENT, Role.OWNER))


def test_an_auditor_does_not_rebuild(desk: Desk) -> None:
    with a_person(desk, "aud", Role.AUDITOR) as auditor, pytest.raises(Refusal) as refused:
        auditor.rebuild()
    assert refused.value.kind is RefusalKind.NOT_ALLOWED
    assert desk.rebuild() == log.head(desk.store.reader())[0]
