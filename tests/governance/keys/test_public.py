"""Public keys and lists of them: what is read, what is refused, what the real ssh-keygen makes of a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.authority.keys import sshsig
from governance.authority.keys.sshsig import DECISION, allowed_signers_line, read_public
from governance.errors import Refusal, RefusalKind
from tests.governance.keys.ours import MESSAGE, Ours
from tests.governance.keys.ssh import accepts, new_key

SECOND = 1_000_000
TODAY = 1_780_000_000 * SECOND


def test_a_comment_is_not_kept(ours: Ours) -> None:
    assert read_public(f"  {ours.public.line} mira@heron, laptop\n") == ours.public == read_public(ours.public.line)


def unreadable(tmp_path: Path) -> dict[str, str]:
    line = Ours().public.line
    return {
        "nothing": "",
        "one word": "ssh-ed25519",
        "garbage": "what is this",
        "base64 of nothing": "ssh-ed25519 AAAA",
        "a cut line": line[:-4],
        "a longer line": line + "AAAA",
        "two lines": f"{line}\n{line}",
        "another kind in front": line.replace("ssh-ed25519", sshsig.HARDWARE, 1),
        "an RSA key": new_key(tmp_path, "rsa", "-t", "rsa").with_suffix(".pub").read_text(),
        "an ECDSA key": new_key(tmp_path, "ecdsa", "-t", "ecdsa").with_suffix(".pub").read_text(),
        "a private key": new_key(tmp_path).read_text(),
        "options in front": f'command="x" {line}',
    }


def test_what_is_no_public_key_of_ours_is_refused_in_words(tmp_path: Path) -> None:
    said = {}
    for what, text in unreadable(tmp_path).items():
        with pytest.raises(Refusal) as caught:
            read_public(text)
        assert (caught.value.kind, bool(caught.value.hint)) == (RefusalKind.BAD_INPUT, True), what
        said[what] = caught.value.sentence
    assert said["an RSA key"] == "Keys of the kind 'ssh-rsa' are not used here; only Ed25519."
    assert said["a private key"] == "That is a private key; nobody but its owner may see it."
    assert "AAAA" not in said["a cut line"]


# --- lists of signers -------------------------------------------------------------------------------------------------


def test_a_key_counts_only_within_its_time(tmp_path: Path, ours: Ours) -> None:
    listed = allowed_signers_line(
        "mira", ours.public, valid_after=TODAY + 1, valid_before=TODAY + 60 * SECOND + 999_999
    )

    def at(seconds: int) -> bool:
        from datetime import UTC, datetime

        moment = datetime.fromtimestamp(TODAY // SECOND + seconds, UTC).strftime("%Y%m%d%H%M%SZ")
        return accepts(tmp_path, listed, ours.sign(), MESSAGE, DECISION, f"-Overify-time={moment}")

    assert [at(-1), at(0), at(60), at(61)] == [False, True, True, False]


def test_a_name_with_spaces_is_one_name(tmp_path: Path, ours: Ours) -> None:
    for name in ("Mira Königová", "#mira"):
        listed = allowed_signers_line(name, ours.public)
        assert accepts(tmp_path, listed, ours.sign(), MESSAGE, DECISION, who=name)
        assert not accepts(tmp_path, listed, ours.sign(), MESSAGE, DECISION, who="Mira")


@pytest.mark.parametrize(
    "name", ["", "  ", "*", "m?ra", "mira,owner", "!mira", 'a" ssh-ed25519', "mira\nother", "a\\b"]
)
def test_a_name_that_would_mean_others_cannot_be_listed(name: str, ours: Ours) -> None:
    with pytest.raises(Refusal) as caught:
        allowed_signers_line(name, ours.public)
    assert caught.value.kind is RefusalKind.BAD_INPUT
