"""`hot` and `rule`: what an agent's hot entry says, in every form; each thing of P§8, each phrase of P§12."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.tui.cli import run
from tui.mcp.serving import PAGES
from tui.mcp.tools import CALLS
from tui.wording.hot_entry import BEFORE, CHARACTERS, FORMS, INSTRUCTIONS, LEAVE, LINES, REMEMBER

pytestmark = pytest.mark.usefixtures("sample")
PHRASES = (
    "remember", "don't forget", "from now on", "this is my preference",
    "记住", "不要忘了", "以后都这样", "这是我的偏好",
)  # fmt: skip
FIVE = {
    "who it is and the rules that always hold": ("Who you are and what always holds", "conventions", "overrules"),
    "where the memory is": ("The memory", "memory.db", "MCP server `memdesk`"),
    "when to read": ("Read it", "as before", "preferences, decisions, environment or history"),
    "when to write": ("Write to it", "memdesk capture", "lasting fact of the environment", "credential"),
    "what a wish to forget leads to": (
        "Stop using it", "before you look anything else up", "reversible", "only people erase",
    ),
}  # fmt: skip
RULE = {
    "influence first": ("What is withdrawn comes first", "unless an audit"),
    "fields before words": ("kind, source and whether it was found, status, date, confidence", "carries no weight"),
    "history is no present": ("Superseded, stale and pending-cleanup", "`superseded_by`"),
    "the newest state": ("the newest counts for now", "both are told"),
    "conflicts are said": ("Where records disagree, say so before you act", "Of two lessons pick neither"),
    "everything is doubted": ("testimony", "orders nothing", "Check a state where it lives"),
}


def printed(command: str, form: str) -> str:
    done = run(command, "--for", form)
    assert done.code == 0, done.err
    return done.out


def test_there_is_a_form_for_every_agent_that_is_named() -> None:
    assert {name: form.file for name, form in FORMS.items()} == {
        "agents-md": "AGENTS.md",
        "claude-md": "CLAUDE.md",
        "gemini-md": "GEMINI.md",
        "kiro": ".kiro/steering/memory.md",
        "copilot": ".github/copilot-instructions.md",
    }


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("thing", FIVE)
def test_the_hot_entry_does_each_of_the_five_things(form: str, thing: str) -> None:
    text = " ".join(printed("hot", form).split())
    for piece in FIVE[thing]:
        assert piece in text, piece


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("part", RULE)
def test_the_reading_rule_stands_in_the_hot_entry_and_by_itself(form: str, part: str) -> None:
    for command in ("hot", "rule"):
        text = " ".join(printed(command, form).split())
        for piece in RULE[part]:
            assert piece in text, (command, piece)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("phrase", [*PHRASES, "as before"])
def test_every_phrase_of_both_languages_stands_in_every_form(form: str, phrase: str) -> None:
    for command in ("hot", "rule"):
        assert f"“{phrase}”" in printed(command, form)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("phrase", LEAVE)
def test_the_phrases_of_a_withdrawal_stand_in_every_hot_entry(form: str, phrase: str) -> None:
    assert f"“{phrase}”" in printed("hot", form)


def test_the_phrases_are_those_of_the_protocol() -> None:
    assert REMEMBER == PHRASES
    assert set(BEFORE) - {"as before"} <= set(PHRASES)


@pytest.mark.parametrize("form", FORMS)
def test_withdrawing_is_the_default_and_reversible_and_erasing_is_neither(form: str) -> None:
    fifth = printed("hot", form).partition("5. ")[2].partition("\n\n")[0]
    assert "a withdrawal, which is reversible, and it is what is meant unless erasing was asked for" in fifth
    for surface in ("this context", "the project", "a temporary workspace", "rules that were made of it", "the memory"):
        assert surface in fifth
    assert "Never say only that it is forgotten" in fifth


@pytest.mark.parametrize("form", FORMS)
def test_each_act_is_named_as_a_tool_or_page_and_as_a_command_and_each_is_there(form: str) -> None:
    text = " ".join(printed("hot", form).split())
    for both in (
        "the page memdesk://index, or `memdesk list index`", "the tool `recall`, or `memdesk recall",
        "the tool `search`, or `memdesk search", "The tool `capture`, or `memdesk capture",
    ):  # fmt: skip
        assert both in text
    assert set(re.findall(r"[Tt]he tool `(\w+)`", text)) <= set(CALLS)
    assert set(re.findall(r"memdesk://(\w+)", text)) <= set(PAGES)


def test_an_agent_is_told_only_what_it_can_do_about_a_withdrawal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command proposes under its token and withdraws nothing; no tool does it."""
    fifth = " ".join(printed("hot", "agents-md").partition("5. ")[2].partition("\n\n")[0].split())
    assert "`memdesk withdraw --item ID --reason owner-request` proposes it under your token" in fifth
    assert "over MCP tell a person the ids, who withdraws them at the desk" in fifth
    assert not any("withdraw" in name for name in CALLS)
    monkeypatch.setenv("MEMDESK_TOKEN", run("connect", "codex", "--yes", "--json").json["token"])
    one = run("recall", "the backup", "--json").json["groups"][0]["results"][0]["memory_id"]
    asked = run("withdraw", "--item", one, "--reason", "owner-request", "--json")
    assert (asked.code, asked.json["state"]) == (0, "proposed")
    monkeypatch.delenv("MEMDESK_TOKEN")
    assert run("show", one).code == 0, "nothing is withdrawn"


@pytest.mark.parametrize("words", [("list", "index"), ("recall", "the gate"), ("search", "gate")])
def test_what_it_names_to_read_by_answers_an_agent_that_shows_its_token(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMDESK_TOKEN", run("connect", "codex", "--yes", "--json").json["token"])
    done = run(*words)
    assert done.code == 0, done.err
    assert "These are records of what somebody wrote down" in done.err or "Testimony, not fact" in done.out


@pytest.mark.parametrize("form", FORMS)
def test_a_hot_entry_is_bounded_since_every_task_loads_it(form: str) -> None:
    text = printed("hot", form)
    assert len(text.splitlines()) <= LINES
    assert len(text) <= CHARACTERS
    assert len(printed("rule", form)) <= CHARACTERS // 2


def test_only_kiro_needs_something_at_the_head_of_its_file() -> None:
    assert printed("hot", "kiro").startswith("---\ninclusion: always\n---\n\n## Memory\n")
    assert printed("rule", "kiro").startswith("---\ninclusion: always\n---\n\n## Reading")
    for form in set(FORMS) - {"kiro"}:
        assert printed("hot", form).startswith("## Memory\n")


@pytest.mark.parametrize("form", FORMS)
def test_every_command_that_is_named_exists_and_takes_what_is_written(form: str) -> None:
    spans = re.findall(r"`(memdesk [^`]+)`", printed("hot", form) + printed("rule", form))
    assert {span.split()[1] for span in spans} == {"recall", "capture", "list", "search", "withdraw"}
    for span in spans:
        words = shlex.split(span)[1:]
        help_text = run(words[0], "--help")
        assert help_text.code == 0, span
        for option in (word for word in words if word.startswith("--")):
            assert option in help_text.out, option
    assert run("list", "index").code == 0
    assert run("recall", "where does the gate listen").code == 0


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("command", ["hot", "rule"])
def test_json_says_which_file_the_lines_go_into(command: str, form: str) -> None:
    found = run(command, "--for", form, "--json").json
    assert found["schema"] == f"memdesk/{command}/1"
    assert (found["for"], found["file"]) == (form, FORMS[form].file)
    assert "\n".join(found["lines"]) + "\n" == printed(command, form)


def test_without_a_form_it_is_that_of_agents_md_and_talk_does_not_stand_in_it() -> None:
    done = run("hot")
    assert done.out == printed("hot", "agents-md")
    assert "AGENTS.md" in done.err
    assert "AGENTS.md" not in done.out


def test_printing_it_writes_nothing() -> None:
    before = run("status", "--json").json["head"]
    for form in FORMS:
        printed("hot", form)
        printed("rule", form)
    assert run("status", "--json").json["head"] == before


def test_without_a_store_it_says_how_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MEMDESK_STORE", raising=False)
    assert run("hot").code == 4 or "memdesk init" in run("hot").err
    assert run("rule").code == 0


def test_an_unknown_form_is_refused_with_those_that_are() -> None:
    done = run("hot", "--for", "notepad")
    assert done.code == 2
    assert "copilot" in done.err


def test_the_words_of_the_tools_say_that_people_decide() -> None:
    assert "You decide nothing here" in INSTRUCTIONS
    assert len(INSTRUCTIONS) < CHARACTERS // 2
