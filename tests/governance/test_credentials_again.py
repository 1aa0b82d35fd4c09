"""A credential that is sent again stands in quarantine once, by its rule and place, with nothing of its text."""

from __future__ import annotations

from governance.desk import Desk, open_desk
from governance.rules.examining import Sent
from store.records.words import Door, Queue
from tests.clock import StillClock
from tests.governance.builders import decide, sound

SECRETS = ("n0rth-P1er-Kelp77", "s0uth-Q2ay-Wrack88")


def sent(desk: Desk, secret: str = SECRETS[0], field: str = "text", **more: str) -> str:
    given = {"text": "the database", "source": "env", "kind": "knowledge", **more}
    given[field] = f"it is at postgres://tides:{secret}@db.example/tides"
    receipt = desk.intake.capture(given)
    assert receipt.came == "refused"
    assert "credential" in receipt.sentence
    return str(receipt.id)


def test_a_credential_that_is_retried_is_answered_with_the_same_row(desk: Desk, clock: StillClock) -> None:
    first = sent(desk)
    clock.tick(minutes=5)
    assert [sent(desk), sent(desk, SECRETS[1])] == [first, first], "nothing is kept that could tell them apart"
    assert desk.queue_keys(Queue.QUARANTINE) == (first,)
    other = sent(desk, field="source")
    assert other != first
    clock.tick(days=1)
    assert sent(desk) not in (first, other)
    sound(desk)


def test_a_credential_sent_again_after_its_row_was_discarded_is_a_new_row(desk: Desk) -> None:
    first = sent(desk)
    decide(desk, "discard", first)
    again = sent(desk)
    assert again != first
    assert desk.queue_keys(Queue.QUARANTINE) == (again,)
    assert sent(desk) == again


def test_a_credential_of_another_writer_or_in_a_file_is_a_row_of_its_own(desk: Desk) -> None:
    first = sent(desk)
    with open_desk(desk.path, claimed="codex") as codex:
        assert sent(codex) != first
    given = {"text": f"it is at postgres://tides:{SECRETS[0]}@db.example/tides", "source": "env"}
    lines = [Sent(given, Door.FILE, file="memory.md", line=line) for line in (3, 9)]
    names = {receipt.id for receipt in desk.intake.capture_all(lines)}
    assert len({first, *names}) == 3
