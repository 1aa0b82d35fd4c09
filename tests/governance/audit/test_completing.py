"""A copy that knows more than the witness here completes it; what goes another way is left as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from tests.governance.audit.makers import a_keyed_store, a_signer, a_witness
from tests.governance.audit.test_vanished import file_of, keep, places_of, rolled_back
from tests.governance.builders import decide
from tests.governance.signed import a_signed_desk, alarms, an_item, findings, signed

SIGNER = a_signer()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An owner who decided once."""
    with a_signed_desk(tmp_path) as made:
        keep(made)
        yield made


def test_a_longer_copy_completes_the_witness_and_what_the_log_lacks_is_an_alarm(desk: Desk, tmp_path: Path) -> None:
    copy = tmp_path / "usb.jsonl"
    desk.witness_add(copy)
    with rolled_back(desk, lambda: keep(desk)) as back:
        places_of(back).unlink()
        assert alarms(back) == [], "nothing here knows; the witness begins anew"
        alarm = back.witness_add(copy)
        assert alarm is not None
        assert alarm.code == "rolled-back"
        assert file_of(back).read_bytes() == copy.read_bytes()
        assert [one.path for one in back.witness_view().destinations] == [str(copy)]
        assert alarms(back) == ["rolled-back"]
        signed(back, back.succeed)
        assert alarms(back) == []
        assert copy.read_bytes() == file_of(back).read_bytes()


def test_heads_that_only_a_copy_knows_are_given_up_like_any_other(desk: Desk, tmp_path: Path) -> None:
    copy = tmp_path / "usb.jsonl"
    desk.witness_add(copy)
    with rolled_back(desk, lambda: keep(desk)) as back:
        signed(back, back.succeed)
        assert (alarms(back), findings(back)) == ([], [])
        assert copy.read_bytes() == file_of(back).read_bytes()


def test_a_file_of_this_store_that_goes_another_way_is_refused_and_says_what_the_log_lacks(
    desk: Desk, tmp_path: Path
) -> None:
    copy = tmp_path / "usb.jsonl"
    signed(desk, desk.witness_sign)
    desk.witness_add(copy)
    with rolled_back(desk, lambda: keep(desk)) as back:
        places_of(back).unlink()
        assert alarms(back) == []
        back._witness.note_head(1, back.genesis_hash)
        before = copy.read_bytes(), file_of(back).read_bytes()
        with pytest.raises(Refusal, match=r"from line 3 on not what the witness here has\. The log ends at") as refused:
            back.witness_add(copy)
        assert refused.value.kind is RefusalKind.BROKEN
        assert before == (copy.read_bytes(), file_of(back).read_bytes())


def test_a_copy_of_another_store_completes_nothing(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with a_signed_desk(tmp_path / "other", other=True, keyless=True) as other:
        decide(other, "cool", an_item(other))
        foreign = file_of(other).read_bytes()
    (tmp_path / "usb.jsonl").write_bytes(foreign)
    before = file_of(desk).read_bytes()
    with pytest.raises(Refusal, match="no copy of this witness"):
        desk.witness_add(tmp_path / "usb.jsonl")
    assert file_of(desk).read_bytes() == before


def test_a_line_that_was_cut_off_is_completed_from_the_copy(tmp_path: Path) -> None:
    witness = a_witness(tmp_path, a_keyed_store(tmp_path, SIGNER))
    witness.note_head(1, witness.genesis)
    whole = witness.path.read_bytes()
    witness.path.write_bytes(whole[:-9])
    assert witness.complete(whole) == 1
    assert witness.path.read_bytes() == whole
    assert witness.complete(whole) == 0
    assert witness.complete(b"something else\n" * 99) == 0
    assert witness.path.read_bytes() == whole
