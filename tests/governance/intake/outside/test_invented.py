"""What a text names that its sources do not."""

from __future__ import annotations

import pytest

from governance.intake.outside.invented import MOST, invented

SOURCES = (
    "retries after 17 s on web-1 and v2.5 of my_tool, see https://x.example/a?b=1; port:80, `rm -r /tmp`, --force,"
    " getName, 端口8443是, mail mira@x.example, and/or 3%"
)
STANDING = [
    "after 17 s.",
    "Retries (17) on Web-1, twice",
    "`rm -r` on port 80",
    "see https://x.example/a?b=1.",
    "GETNAME in my_tool v2.5",
    "端口8443",
    "b=1 and 1",
    "about 8443: fine, isn't it?",
    "use --force in /tmp - or not, e.g. never",
    "and/or 3%",
    "a plain sentence; nothing is named (really)",
    "-",
]
INVENTED = {
    "7 s": ["7"],
    "4 s, 170 s": ["4", "170"],
    "v2.5 is not 2.5 and not 2": ["2.5", "2"],
    "web-11 and web": ["web-11"],
    "`rm -rf`": ["rm -rf", "-rf"],
    "--hard in /etc": ["--hard", "/etc"],
    "https://evil.example/x": ["https://evil.example/x"],
    "setName of other_tool": ["setName", "other_tool"],
    "端口9443": ["9443"],
    "eve@x.example": ["eve@x.example"],
    "5%": ["5%"],
}


@pytest.mark.parametrize("text", STANDING)
def test_what_stands_in_the_sources_may_be_named(text: str) -> None:
    assert invented(text, SOURCES) == []


@pytest.mark.parametrize(("text", "names"), INVENTED.items(), ids=INVENTED)
def test_what_stands_in_no_source_is_found(text: str, names: list[str]) -> None:
    assert invented(text, SOURCES) == names


def test_a_text_of_names_alone_is_no_summary() -> None:
    names = [f"a{n}" for n in range(MOST + 5)]
    assert invented(" ".join(names), " ".join(names)) == names[MOST:]
