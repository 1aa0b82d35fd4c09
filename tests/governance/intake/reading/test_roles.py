import pytest

from governance.intake.reading import role_of

CASES = [
    ("memory.md", "inbox"),
    ("memory/memory.md", "inbox"),
    ("MEMORY.md", "document"),
    ("sub/memory.md", "document"),
    ("topics/harbour.md", "topic"),
    ("memory/topics/harbour.md", "topic"),
    ("topics/README.md", None),
    ("index.md", "index"),
    ("archive/2026-05-11.md", "archive-day"),
    ("archive/2026/2026-05-11.md", "archive-day"),
    ("archive/2026/05-11.md", "archive-day"),
    ("archive/leftovers.md", "document"),
    ("conventions.md", "conventions"),
    ("log.md", "log"),
    ("README.md", None),
    ("AGENTS.md", None),
    ("CLAUDE.md", None),
    ("GEMINI.md", None),
    ("steering/tone.md", None),
    ("notes/2026-05-11.md", "document"),
    ("notes.txt", None),
]


@pytest.mark.parametrize(("path", "role"), CASES, ids=[f"{path} is {role or 'no memory'}" for path, role in CASES])
def test_a_path_tells_the_role(path: str, role: str | None) -> None:
    assert role_of(path) == role
