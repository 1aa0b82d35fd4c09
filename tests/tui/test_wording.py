"""What things are called."""

from __future__ import annotations

import subprocess
import sys

import pytest

from store.records.views import Change, Strip, Why
from store.records.words import ControlFault, ControlState, Drift, Queue, Reason
from tui.actions import ACTIONS, BY_ID, key_table, matching
from tui.wording import (
    ASCII,
    UNICODE,
    ago,
    bars,
    change_sentence,
    clock_time,
    decide_command,
    drift_sentence,
    plain,
    queue_label,
    reason_label,
    strip_parts,
    why_sentence,
    why_short,
)
from tui.wording.controls import FAULTS, STATES

CODES = (
    "marked-pending", "contradicted-by", "successor-known", "successor-unknown", "source-missing", "source-not-archive",
    "no-source", "judged-stale", "goes-on", "goes-on-elsewhere", "same-subject", "undistilled", "no-trigger",
    "same-text", "deferred",
    "proposed:withdraw", "proposed:reinstate", "in-effect", "restored", *(f"control:{fault.value}" for fault in FAULTS),
)  # fmt: skip
STRIP = Strip(
    kind="state",
    status="pending-cleanup",
    source_state="found",
    source="archive/2026-06-01#3",
    date="2026-06-01",
    age_days=181,
    confidence="observed-once",
    subject="host:public-ip",
)


@pytest.mark.parametrize("code", [*CODES, *(f"drift:{d.value}" for d in Drift)])
def test_every_reason_has_a_sentence_and_two_words(code: str) -> None:
    why = Why(code=code, ids=("mem-2026-06-01-001",), detail="2026-07-01")
    assert code not in why_sentence(why)
    assert "{" not in why_sentence(why)
    assert code not in why_short(why)
    assert 0 < len(why_short(why)) <= 15


def test_every_drift_queue_and_reason_is_named() -> None:
    assert all(drift_sentence(d.value) for d in Drift)
    assert all(queue_label(q) for q in Queue)
    assert all(reason_label(r) for r in Reason)
    assert set(FAULTS) == set(ControlFault)
    assert set(STATES) == set(ControlState)


def test_the_strip_has_one_order_and_a_word_beside_every_glyph() -> None:
    assert plain(strip_parts(STRIP, UNICODE)) == (
        "◆ state · ▲ pending · ✓ archive/2026-06-01#3 · 2026-06-01 (181 d) · observed-once · host:public-ip"
    )


def test_without_symbols_the_strip_says_the_same_in_ascii() -> None:
    told = plain(strip_parts(STRIP, ASCII))
    assert told.isascii()
    assert "state" in told
    assert "pending" in told


def test_stored_text_in_words_is_harmless() -> None:
    evil = STRIP.model_copy(update={"source": "\x1b]0;t\x07", "subject": "\x9b31m"})
    assert "\x1b" not in plain(strip_parts(evil, UNICODE))
    assert "\x9b" not in plain(strip_parts(evil, UNICODE))
    assert "\x1b" not in change_sentence(Change(id="x", field="text", before="\x1b[2J", after=None))
    assert "\x1b" not in why_sentence(Why(code="drift:status-unknown", detail="\x1b[2J"))


@pytest.mark.parametrize(
    ("micros", "told"), [(0, "now"), (40_000_000, "40 s"), (180_000_000, "3 min"), (88 * 86_400_000_000, "88 d")]
)
def test_ages_are_told_in_their_largest_unit(micros: int, told: str) -> None:
    assert ago(micros) == told


def test_times_are_told_in_the_zone_of_the_store() -> None:
    assert clock_time(1_788_253_200_000_000, "UTC") == "2026-09-01 09:00"
    assert clock_time(1_788_253_200_000_000, "Asia/Tokyo") == "2026-09-01 18:00"
    assert clock_time(1_788_253_200_000_000, "No/Where") == "2026-09-01 09:00"


def test_little_bars_show_nothing_for_nothing_and_the_most_as_full() -> None:
    assert bars((0, 1, 8), UNICODE) == " ▁▇"
    assert bars((0, 0), UNICODE) == ""


def test_command_lines_are_quoted_for_a_shell() -> None:
    told = decide_command("retag", ["mem-1"], {"subject": "a b; rm"}, Reason.WRONG_KIND, None)
    assert told == "memdesk decide retag mem-1 --subject 'a b; rm' --reason wrong-kind"


def test_no_key_has_two_actions() -> None:
    keys = [key for action in ACTIONS for key in action.keys]
    assert len(keys) == len(set(keys))
    assert len(BY_ID) == len(ACTIONS)


def test_keys_are_found_by_what_they_do() -> None:
    assert [a.id for a in matching("undo applied")] == ["plan.undo"]
    assert {a.id for a in matching("ctrl+s")} == {"plan.apply"}


def test_the_key_table_has_a_row_for_every_action() -> None:
    assert len(key_table().splitlines()) == len(ACTIONS) + 2


def test_wording_and_actions_load_no_screen() -> None:
    probe = (
        "import sys, tui.wording, tui.actions; sys.exit(any(m in sys.modules for m in ('textual', 'rich', 'pydantic')))"
    )
    assert subprocess.run([sys.executable, "-c", probe], check=False).returncode == 0


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        (1, "same subject as mem-0; both still stand"),
        (29, "same subject as mem-0, mem-1, mem-2 and 26 more; all still stand"),
    ],
)
def test_how_many_rows_of_a_subject_stand_is_said_right(ids: int, told: str) -> None:
    assert why_sentence(Why(code="same-subject", ids=tuple(f"mem-{n}" for n in range(ids)))) == told
