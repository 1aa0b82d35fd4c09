"""A credential in a memory never reaches the store's files; where it stood is told."""

from __future__ import annotations

from pathlib import Path

from governance.rules.secrets import MARKER
from store.database import Store
from tests.governance.intake.memories import by_text, head_of, item, items, of, put, rows, sound, take_in, topic
from tests.governance.rules.shapes import lines, noise, pem

TOKEN = "gh" + "p_" + noise(36)


def on_disk(store: Store) -> bytes:
    return b"".join(path.read_bytes() for path in store.path.parent.iterdir())


def test_a_token_stays_out_of_database_and_log(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"topics/notes.md": topic(item(f"Log in with {TOKEN} on the pier."))})
    report = take_in(store, home)
    assert TOKEN.encode() not in on_disk(store)
    assert report.secrets == 1
    assert of(report, "topics/notes.md").notes == (
        (12, "A credential (github-token) stood here; it was left out, and only its place is kept."),
    )
    assert set(by_text(store)) == {f"Log in with {MARKER} on the pier."}
    assert rows(store, "SELECT sanitized, count(*) FROM blocks WHERE to_seq IS NULL GROUP BY 1") == [(0, 1), (1, 1)]
    assert sound(store)


def test_only_the_block_that_held_it_is_sanitized(store: Store, tmp_path: Path) -> None:
    day = f"# Day\n\n- before\n- the token is {TOKEN}\n- behind\n"
    take_in(store, put(tmp_path / "m", {"archive/2026-05-11.md": day, "topics/.keep": ""}))
    assert rows(store, "SELECT ordinal, sanitized FROM blocks WHERE to_seq IS NULL ORDER BY 1") == [
        (1, 0),
        (2, 1),
        (3, 0),
    ]


def test_lines_behind_a_key_of_many_lines_keep_their_numbers(store: Store, tmp_path: Path) -> None:
    key = pem("RSA", lines(6))
    home = put(tmp_path / "m", {"topics/notes.md": topic(f"```\n{key}\n```\n", item("The crane is slow."))})
    text = (home / "topics/notes.md").read_text()
    report = take_in(store, home)
    assert lines(6).split("\n")[2].encode() not in on_disk(store)
    expected = text[: text.index("- [2026-05-11]")].count("\n") + 1
    assert items(store)["mem-2026-05-11-001"]["words"]["line"] == expected
    assert report.secrets >= 1


def test_a_token_in_frontmatter_trigger_or_path_stays_out_too(store: Store, tmp_path: Path) -> None:
    page = topic(item("The crane is slow."), triggers=f"triggers:\n  - {TOKEN}\n")
    home = put(
        tmp_path / "m",
        {
            f"topics/{TOKEN}.md": page,
            "index.md": f"# Index\n\n## Topic Map\n\n- {TOKEN}.md — Read when {TOKEN} is needed.\n",
        },
    )
    report = take_in(store, home)
    assert report.new == 1
    assert TOKEN.encode() not in on_disk(store)


def test_a_token_in_wide_characters_is_seen(store: Store, tmp_path: Path) -> None:
    raw = topic(item(f"Log in with {TOKEN}.")).encode("utf-16")
    take_in(store, put(tmp_path / "m", {"topics/notes.md": raw}))
    for codec in ("utf-8", "utf-16-le", "utf-16-be"):
        assert TOKEN.encode(codec) not in on_disk(store)
    assert sound(store)


def test_a_second_import_knows_the_sanitized_words(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"topics/notes.md": topic(item(f"Log in with {TOKEN}."))})
    take_in(store, home)
    head = head_of(store)
    report = take_in(store, home)
    assert (report.known, report.secrets) == (1, 1)
    assert head_of(store) == head


def test_a_dry_run_tells_of_it_too(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"topics/notes.md": topic(item(f"Log in with {TOKEN}."))})
    report = take_in(store, home, dry_run=True)
    assert report.secrets == 1
    assert TOKEN not in report.model_dump_json()
