"""Each record of a watched file is taken once, however the file is written, and nothing is taken while half written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from governance.intake.inbox import scanning, taking_in
from store.records.words import Fault
from store.watches import watches
from tests.clock import StillClock
from tests.governance.builders import beside, sound
from tests.governance.intake.inbox.inboxes import (
    append,
    captured,
    line,
    once_each,
    quarantined,
    replace,
    secret,
    settled,
    texts,
)
from tests.store.processes import start, told

SCAN = """
import sys
from pathlib import Path
from governance.authority.people import Person
from governance.desk import Desk
from store.database import Store
from store.records.words import Assurance
desk = Desk(Store(Path(sys.argv[1])), lambda: 1_780_304_400_000_000, Person("mira", Assurance.OS_USER))
sys.stdin.readline()
took = [desk.intake.scan(settle=0) for _ in range(int(sys.argv[2]))]
print(sum(one.captured for one in took), sum(one.refused for one in took))
"""
APPEND = """
import sys
with open(sys.argv[1], "a", encoding="utf-8") as stream:
    for n in range(int(sys.argv[3])):
        stream.write(f"- [2026-05-11] (knowledge) {sys.argv[2]} {n}. Source: me.\\n")
        stream.flush()
"""


def generation(desk: Desk) -> int:
    with desk.store.reading() as conn:
        return watches(conn)[0].generation


def test_every_atomic_save_is_noticed_b37(desk: Desk, inbox: Path) -> None:
    for n in range(3):
        replace(inbox, line(f"save {n}"))
        assert desk.intake.scan(settle=0).captured == 1
    inbox.unlink()
    desk.intake.scan(settle=0)
    inbox.write_text(line("re-created"))
    assert desk.intake.scan(settle=0).captured == 1
    assert texts(desk) == ["re-created.", "save 0.", "save 1.", "save 2."]


def test_what_an_atomic_save_replaces_before_it_was_settled_is_not_lost(desk: Desk, inbox: Path) -> None:
    for n in range(3):
        replace(inbox, line(f"save {n}"))
        settled(inbox, desk, 0.1)
        desk.intake.scan()
    settled(inbox, desk)
    desk.intake.scan()
    assert texts(desk) == ["save 0.", "save 1.", "save 2."]


def test_a_file_that_is_read_again_gives_nothing_again(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one") + "- loose words\n\n" + line("two") + line("two"))
    assert desk.intake.scan(settle=0).captured == 2
    head = desk.pulse()[1]
    for _ in range(3):
        inbox.touch()
        assert desk.intake.scan(settle=0).captured == 0
    assert desk.pulse()[1] == head


def test_a_file_that_is_rewritten_with_more_gives_only_what_is_new(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one") + line("two"))
    desk.intake.scan(settle=0)
    replace(inbox, "# other head\n\n" + line("two") + line("three") + line("one"))
    assert desk.intake.scan(settle=0).captured == 1
    assert texts(desk) == ["one.", "three.", "two."]


def test_a_file_that_is_cut_and_grows_again_gives_nothing_twice(desk: Desk, inbox: Path) -> None:
    whole = line("one") + "- no source\n" + line("two")
    append(inbox, whole)
    desk.intake.scan(settle=0)
    before = generation(desk)
    for cut in (line("one"), ""):
        inbox.write_text(cut)
        desk.intake.scan(settle=0)
        inbox.write_text(whole)
        assert desk.intake.scan(settle=0).captured == 0
    assert (texts(desk), len(quarantined(desk))) == (["one.", "two."], 1)
    assert generation(desk) == before + 1, "an emptied file begins anew, a cut one does not"


def test_a_file_that_is_removed_and_made_anew_gives_nothing_twice(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one") + "- loose words\n")
    desk.intake.scan(settle=0)
    before = generation(desk)
    inbox.unlink()
    desk.intake.scan(settle=0)
    assert desk.intake.watches()[0].trouble == "There is no such file."
    inbox.write_text(line("one") + "- loose words\n\n" + line("two"))
    found = desk.intake.scan(settle=0)
    assert (found.captured, generation(desk)) == (1, before + 1)
    assert (texts(desk), len(quarantined(desk)), desk.intake.watches()[0].trouble) == (["one.", "two."], 1, None)


def test_the_last_record_waits_until_it_has_a_line_end_and_was_left_alone(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one") + "- [2026-05-12] (state) half")
    settled(inbox, desk)
    found = desk.intake.scan()
    assert (found.captured, found.waiting) == (1, 1)
    assert "no end yet" in found.places[0].sentences[0]
    append(inbox, " a port.\n")
    settled(inbox, desk, 1)
    assert (desk.intake.scan().captured, desk.intake.scan().waiting) == (0, 1)
    append(inbox, "  - kind: state\n  - subject: web:port\n  - Source: me\n")
    settled(inbox, desk, 3)
    assert desk.intake.scan().captured == 1
    assert texts(desk) == ["half a port.", "one."]
    assert quarantined(desk) == []


def test_half_a_character_waits_for_its_other_half(desk: Desk, inbox: Path) -> None:
    raw = line("東京").encode()
    for end in range(1, len(raw)):
        inbox.write_bytes(raw[:end])
        desk.intake.scan(settle=0)
    assert (captured(desk), quarantined(desk)) == ([], [])
    inbox.write_bytes(raw)
    desk.intake.scan(settle=0)
    assert texts(desk) == ["東京."]


def test_a_file_of_the_future_waits_for_nobody(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one"))
    settled(inbox, desk, -100 * 24 * 3600)
    assert desk.intake.scan().captured == 1


def test_a_credential_is_told_once_and_not_at_every_reading(desk: Desk, inbox: Path) -> None:
    append(inbox, line(f"the token is {secret()}"))
    for n in range(4):
        append(inbox, line(f"fact {n}"))
        desk.intake.scan(settle=0)
    replace(inbox, "")
    desk.intake.scan(settle=0)
    replace(inbox, line(f"the token is {secret()}"))
    desk.intake.scan(settle=0)
    assert [one.fault for one in quarantined(desk)] == [Fault.SECRET]


def test_a_place_that_is_watched_again_gives_nothing_again(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one") + line(f"the token is {secret()}"))
    desk.intake.scan(settle=0)
    desk.intake.watch_remove(inbox)
    append(inbox, line("two"))
    assert desk.intake.scan(settle=0).places == ()
    desk.intake.watch_add(inbox)
    assert desk.intake.scan(settle=0).captured == 1
    assert len(quarantined(desk)) == 1


def test_the_same_words_on_another_day_are_another_capture(desk: Desk, inbox: Path, clock: StillClock) -> None:
    append(inbox, line("seen", day="2026-05-11"))
    desk.intake.scan(settle=0)
    clock.tick(days=1)
    append(inbox, line("seen", day="2026-05-12") + line("seen", day="2026-05-11"))
    assert desk.intake.scan(settle=0).captured == 1


def test_a_file_that_was_read_is_registered_as_a_holder_once(desk: Desk, inbox: Path) -> None:
    from store.records.views import LogFilter

    for n in range(3):
        append(inbox, line(f"fact {n}"))
        desk.intake.scan(settle=0)
    holders = [row for row in desk.log_rows(desk.log_keys(LogFilter())) if row.action == "holder"]
    assert len(holders) == 1
    found = desk.show(holders[0].subjects[0])
    assert (getattr(found, "path", None), getattr(found, "role", None)) == (str(inbox), "inbox")


def test_several_agents_append_while_two_processes_read(desk: Desk, inbox: Path) -> None:
    readers = [start(SCAN, desk.path, 40) for _ in range(2)]
    writers = [start(APPEND, inbox, f"agent {n}", 60) for n in range(3)]
    for reader in readers:
        assert reader.stdin is not None
        reader.stdin.write("go\n")
        reader.stdin.flush()
    for writer in writers:
        told(writer)
    took = sum(int(told(reader).split()[0]) for reader in readers)
    took += desk.intake.scan(settle=0).captured
    assert took == 180
    assert texts(desk) == sorted(f"agent {n} {m}." for n in range(3) for m in range(60))
    sound(desk)


def test_two_processes_that_read_at_once_share_what_there_is(desk: Desk, inbox: Path, drop: Path) -> None:
    append(inbox, "".join(line(f"fact {n}") for n in range(700)) + f"\n## s\n{line(f'token {secret()}')}")
    for n in range(300):
        (drop / f"{n}.json").write_text(f'{{"text": "dropped {n}", "source": "me"}}\n')
    (drop / "s.json").write_text(f'{{"text": "token {secret()}", "source": "me"}}\n')
    readers = [start(SCAN, desk.path, 2) for _ in range(2)]
    for reader in readers:
        assert reader.stdin is not None
        reader.stdin.write("go\n")
        reader.stdin.flush()
    took = [told(reader).split() for reader in readers]
    assert sum(int(one[0]) for one in took) == 1000
    assert (len(captured(desk)), len(quarantined(desk))) == (1000, 2)
    once_each(desk)
    assert [one.name for one in drop.iterdir()] == ["refused"]
    sound(desk)


def test_a_dropped_file_that_another_one_took_meanwhile_is_not_taken_from_memory(
    desk: Desk, drop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really, other = taking_in.take_in, beside(desk, "ines")

    def overtaken(*given: Any) -> None:
        monkeypatch.setattr(scanning, "take_in", really)
        other.intake.scan(settle=0)
        really(*given)

    (drop / "a.json").write_text(f'{{"text": "token {secret()}", "source": "me"}}\n')
    monkeypatch.setattr(scanning, "take_in", overtaken)
    desk.intake.scan(settle=0)
    assert [one.fault for one in quarantined(desk)] == [Fault.SECRET]


def test_another_desk_of_the_same_store_knows_what_was_taken(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one") + "- loose words\n")
    desk.intake.scan(settle=0)
    other = beside(desk, "ines")
    assert other.intake.scan(settle=0).captured == 0
    assert len(quarantined(desk)) == 1
