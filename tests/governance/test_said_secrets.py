"""A credential in what is said beside a record (a name, a note, words to be written) is refused, and not kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from governance.desk import Desk, open_desk
from governance.errors import Refusal, RefusalKind
from store.database import Store
from store.files import drop_folder
from store.records.words import PrincipalKind, Reason, Shown
from tests.governance.builders import an_item, rows, seen
from tests.governance.intake.inbox.inboxes import captured
from tests.governance.rules.shapes import noise

TOKEN = "ghp_" + noise(36)
WIDE = "".join(chr(ord(sign) + 0xFEE0) for sign in TOKEN)
HIDDEN = f"{TOKEN[:8]}\u200b{TOKEN[8:]}"
DRESSED = pytest.mark.parametrize("token", [TOKEN, WIDE, HIDDEN], ids=["plain", "wide", "with an empty sign"])


def refused(desk: Desk, token: str, act: Callable[[], object]) -> None:
    """The act is refused by the rule's name, and no byte of the token is anywhere in the store."""
    state = rows(desk)
    with pytest.raises(Refusal) as said:
        act()
    assert said.value.kind is RefusalKind.RULE
    assert "github-token" in said.value.sentence
    assert token not in said.value.sentence + said.value.hint
    assert rows(desk) == state
    held = b"".join(path.read_bytes() for path in desk.path.parent.rglob("*") if path.is_file())
    assert token.encode() not in held
    assert token[:12].encode() not in held


@DRESSED
def test_a_claimed_name_that_is_one_captures_nothing(desk: Desk, token: str) -> None:
    with open_desk(desk.path, claimed=token, clock=desk.now) as other:
        refused(desk, token, lambda: other.intake.capture({"text": "x", "source": "s"}))
        refused(desk, token, lambda: other.intake.capture({"text": "no source"}))
        refused(desk, token, lambda: other.intake.open_task("x"))
    refused(desk, token, lambda: desk.intake.capture_all([desk.intake.sent({"text": "x", "source": "s"})], by=token))


@DRESSED
def test_nor_is_it_put_down_beside_a_store_that_is_busy(desk: Desk, token: str) -> None:
    with open_desk(desk.path, claimed=token, clock=desk.now) as other:
        other.store.busy_seconds = 0.05
        holder = Store(desk.path)
        with holder.locked(), pytest.raises(Refusal) as said:
            other.intake.capture({"text": "x", "source": "s"})
        holder.close()
    assert said.value.kind is RefusalKind.RULE
    assert not drop_folder(desk.path).exists()


def test_what_was_put_down_under_such_a_name_comes_in_without_it(desk: Desk) -> None:
    folder = drop_folder(desk.path)
    folder.mkdir(mode=0o700)
    text = '{"memdesk-spool": 1, "at": 1780304400000000, "by": "' + TOKEN + '", "given": {"text": "x", "source": "s"}, '
    (folder / "1.json").write_text(text + '"bytes": null, "fact": null, "file": null, "line": null, "fault": null}\n')
    assert desk.intake.scan(settle=0).captured == 1
    assert [row.who for row in captured(desk)] == ["[secret removed]"]


@DRESSED
def test_the_note_of_a_decision_is_refused_before_it_is_staged_or_applied(desk: Desk, token: str) -> None:
    name = an_item(desk)
    said: dict[str, Any] = {
        "reason": Reason.NO_LONGER_TRUE,
        "note": f"see {token}",
        "seen": seen(desk, name),
        "shown": Shown.PREVIEWED,
    }
    refused(desk, token, lambda: desk.decide("stale", [name], **said))
    refused(desk, token, lambda: desk.stage("stale", [name], **said))
    assert desk.plan().staged == ()


@pytest.mark.parametrize(
    ("verb", "field"), [("correct", "text"), ("source", "source"), ("correct", "subject"), ("correct", "source")]
)
def test_what_a_decision_would_write_is_refused(desk: Desk, verb: str, field: str) -> None:
    name = an_item(desk)
    said: dict[str, Any] = {"reason": Reason.NO_LONGER_TRUE, "seen": seen(desk, name), "shown": Shown.PREVIEWED}
    refused(desk, TOKEN, lambda: desk.decide(verb, [name], {"text": "x"} | {field: f"it is {TOKEN}"}, **said))


@DRESSED
def test_the_name_of_a_principal_and_of_a_project_is_refused(desk: Desk, token: str) -> None:
    refused(desk, token, lambda: desk.authorize.connect(token, PrincipalKind.AGENT))
    refused(desk, token, lambda: desk.authorize.enroll(token, PrincipalKind.AGENT, None))
    refused(desk, token, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT, projects=(token,)))


def test_an_honest_name_note_and_project_pass(desk: Desk) -> None:
    applied, _ = desk.authorize.connect("codex-task-1234", PrincipalKind.AGENT, projects=("mask-editing",))
    assert applied.entries
    with open_desk(desk.path, claimed="claude-code", clock=desk.now) as other:
        assert other.intake.capture({"text": "x", "source": "s"}).came == "captured"
    name = an_item(desk)
    said: dict[str, Any] = {
        "reason": Reason.NO_LONGER_TRUE,
        "note": "the token was rotated",
        "seen": seen(desk, name),
        "shown": Shown.PREVIEWED,
    }
    desk.decide("stale", [name], **said)
