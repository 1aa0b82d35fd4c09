"""`memdesk schedule`: what it prints is read by the programs it is for, and the store's path arrives unharmed."""

from __future__ import annotations

import json
import os
import plistlib
import shlex
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.tui.cli import Done, environment, run, spawn
from tests.tui.commands.schedules import cron_commands, kubernetes_word, section, systemd_words, yaml
from tests.tui.commands.test_shapes import check
from tui.wording.schedules import SCHEDULES, Round

FOLDER = 'it\'s 100% "of" $HOME & <two> ${{ secrets.X }} `id` #1 größe'
"""A folder that each of the formats has something against."""
FILES = {
    "systemd": ["memdesk-archive.service", "memdesk-archive.timer", "memdesk-distill.service", "memdesk-distill.timer"],
    "cron": ["memdesk.crontab"],
    "launchd": ["memdesk.archive.plist", "memdesk.distill.plist"],
    "kubernetes": ["memdesk-cronjobs.yaml"],
    "github": ["memdesk.yml"],
}
PASSES = ("archive", "distill")

pytestmark = pytest.mark.usefixtures("store", "program")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A memdesk that writes down what it was called with."""
    folder = tmp_path / "the programs"
    folder.mkdir()
    path = folder / "memdesk"
    path.write_text('#!/bin/sh\nprintf "%s\\0" "$@" >> "$RECORD"\n', encoding="utf-8")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return path


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store at a path that is hard to quote, whose days are those of Zurich."""
    folder = tmp_path / FOLDER
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("MEMDESK_STORE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert run("init", "--no-key", "--tz", "Europe/Zurich").code == 0
    return folder / "memory" / "memory.db"


def files(*words: str) -> dict[str, str]:
    """The files, by name."""
    done = run("schedule", *words, "--json")
    assert done.code == 0, done.err
    assert done.json["schema"] == "memdesk/schedule/1"
    assert [set(file) for file in done.json["files"]] == [{"name", "content", "where"}] * len(done.json["files"])
    assert all(file["where"] in file["content"] for file in done.json["files"])
    return {file["name"]: file["content"] for file in done.json["files"]}


def recorded(command: list[str], record: Path) -> list[str]:
    """What the recording program was called with."""
    done = subprocess.run(
        command, env={"PATH": "/usr/bin:/bin", "RECORD": str(record), "HOME": "/"}, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    return record.read_bytes().decode().split("\0")[:-1]


@pytest.mark.parametrize("system", FILES)
def test_each_program_gets_its_files(system: str) -> None:
    assert (list(files(system)), list(SCHEDULES)) == (FILES[system], list(FILES))


@pytest.mark.parametrize("name", PASSES)
def test_systemd_reads_the_path_as_it_is(name: str, store: Path, program: Path) -> None:
    service = section(files("systemd")[f"memdesk-{name}.service"], "Service")
    assert service["Type"] == "oneshot"
    assert systemd_words(service["ExecStart"]) == [str(program), name, "--store", str(store)]


def test_systemd_wakes_up_at_the_times_of_the_stores_zone() -> None:
    found = files("systemd", "--archive-at", "00:05", "--distill-at", "23:59")
    timers = [section(found[f"memdesk-{name}.timer"], "Timer") for name in PASSES]
    assert [timer["OnCalendar"] for timer in timers] == [
        "*-*-* 00:05:00 Europe/Zurich",
        "*-*-* 23:59:00 Europe/Zurich",
    ]
    assert [timer["Persistent"] for timer in timers] == ["true", "true"]
    assert section(found["memdesk-distill.service"], "Unit")["After"] == "memdesk-archive.service"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_itself_finds_no_fault(tmp_path: Path) -> None:
    units = tmp_path / "units"
    assert run("schedule", "systemd", "--output", str(units)).code == 0
    done = subprocess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", *map(str, sorted(units.iterdir()))],
        env={**environment(), "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, [line for line in done.stderr.splitlines() if "memdesk-" in line]) == (0, [])
    calendar = section((units / "memdesk-archive.timer").read_text(encoding="utf-8"), "Timer")["OnCalendar"]
    assert subprocess.run(["systemd-analyze", "calendar", calendar], capture_output=True).returncode == 0


def test_cron_runs_the_passes_on_the_store(store: Path, tmp_path: Path) -> None:
    text = files("cron", "--archive-at", "02:09")["memdesk.crontab"]
    assert "Europe/Zurich" in text.split("CRON_TZ=")[0]
    commands = cron_commands(text)
    assert [(hour, minute) for hour, minute, _ in commands] == [(2, 9), (4, 10)]
    for number, (_, _, command) in enumerate(commands):
        heard = recorded(["/bin/sh", "-c", command], tmp_path / f"record{number}")
        assert heard == [PASSES[number], "--store", str(store)]


def test_cron_gets_no_path_that_one_cron_reads_differently_from_another(tmp_path: Path) -> None:
    store = tmp_path / "back\\slash.db"
    assert run("init", "--no-key", "--store", str(store)).code == 0
    done = run("schedule", "cron", "--store", str(store), "--json")
    assert (done.code, done.error["kind"]) == (2, "bad-input")
    line = section(files("systemd", "--store", str(store))["memdesk-archive.service"], "Service")["ExecStart"]
    assert systemd_words(line)[-1] == str(store)


def test_launchd_reads_the_path_as_it_is(store: Path, program: Path) -> None:
    for number, text in enumerate(files("launchd").values()):
        agent = plistlib.loads(text.encode())
        assert agent["ProgramArguments"] == [str(program), PASSES[number], "--store", str(store)]
        assert agent["Label"] == f"memdesk.{PASSES[number]}"
        assert agent["StartCalendarInterval"] == {"Hour": 3 + number, "Minute": 10}
        assert "Europe/Zurich" in text


def test_kubernetes_reads_two_jobs_that_never_overlap_with_themselves(store: Path) -> None:
    jobs = yaml(files("kubernetes")["memdesk-cronjobs.yaml"])
    assert [job["metadata"]["name"] for job in jobs] == ["memdesk-archive", "memdesk-distill"]
    for name, job in zip(PASSES, jobs, strict=True):
        assert (job["kind"], job["spec"]["concurrencyPolicy"]) == ("CronJob", "Forbid")
        assert job["spec"]["timeZone"] == "Europe/Zurich"
        pod = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        container = pod["containers"][0]
        assert [kubernetes_word(word) for word in container["command"]] == ["memdesk", name, "--store", str(store)]
        assert container["volumeMounts"][0]["mountPath"] == str(store.parent)
        assert pod["volumes"][0]["persistentVolumeClaim"]["claimName"].startswith("replace-with")
    assert [job["spec"]["schedule"] for job in jobs] == ["10 3 * * *", "10 4 * * *"]


def test_kubernetes_takes_no_dollar_for_a_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = tmp_path / "a$(HOME) $$b.db"
    assert run("init", "--no-key", "--store", str(store)).code == 0
    job = yaml(files("kubernetes", "--store", str(store))["memdesk-cronjobs.yaml"])[0]
    word = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]["command"][-1]
    assert kubernetes_word(word) == str(store)


def test_a_path_with_a_colon_can_not_be_mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "a:b"
    folder.mkdir()
    assert run("init", "--no-key", "--store", str(folder / "m.db")).code == 0
    done = run("schedule", "kubernetes", "--store", str(folder / "m.db"), "--json")
    assert (done.code, done.error["kind"]) == (2, "bad-input")


def test_github_runs_the_passes_on_the_store(store: Path, tmp_path: Path) -> None:
    (flow,) = yaml(files("github")["memdesk.yml"])
    assert flow["on"]["workflow_dispatch"]["inputs"]["pass"]["options"] == list(PASSES)
    assert flow["permissions"] == {}
    crons = [one["cron"] for one in flow["on"]["schedule"]]
    assert len(set(crons)) == 2
    for name, cron in zip(PASSES, crons, strict=True):
        job = flow["jobs"][name]
        assert f"github.event.schedule == '{cron}'" in job["if"]
        path = job["env"]["STORE"]
        literal = "${{ '${{' }}"
        assert "${{" not in path.replace(literal, ""), "an expression"
        (step,) = job["steps"]
        assert "${{" not in step["run"]
        record = tmp_path / f"record-{name}"
        env = {"PATH": os.environ["PATH"], "RECORD": str(record), "STORE": path.replace(literal, "${{")}
        subprocess.run(["/bin/sh", "-c", step["run"]], env=env, check=True)
        assert record.read_bytes().decode().split("\0")[:-1] == [name, "--store", str(store)]


def round_at(month: int, zone: str, time: tuple[int, int] = (0, 30)) -> str:
    """The workflow as it is written in a month."""
    times = {"archive": time, "distill": (4, 10)}
    moment = datetime(2026, month, 15, 12, tzinfo=UTC)
    (file,) = SCHEDULES["github"](Round("/m.db", zone, "memdesk", times, moment))
    return file.content


@pytest.mark.parametrize(
    ("month", "zone", "cron"),
    [
        pytest.param(1, "Europe/Zurich", "30 23 * * *", id="winter, the evening before"),
        pytest.param(7, "Europe/Zurich", "30 22 * * *", id="summer"),
        pytest.param(7, "Asia/Kolkata", "0 19 * * *", id="half an hour"),
        pytest.param(7, "America/Lima", "30 5 * * *", id="behind UTC"),
        pytest.param(7, "UTC", "30 0 * * *", id="UTC"),
    ],
)
def test_github_is_told_the_time_in_utc(month: int, zone: str, cron: str) -> None:
    assert yaml(round_at(month, zone))[0]["on"]["schedule"][0]["cron"] == cron


def test_github_is_told_what_happens_when_the_clock_changes() -> None:
    assert "While its clock is at UTC+02:00 this means archive at 01:30 and distill at 05:10" in round_at(
        1, "Europe/Zurich"
    )
    assert "While its clock is at UTC+01:00 this means archive at 23:30 and distill at 03:10" in round_at(
        7, "Europe/Zurich"
    )
    assert "Its clock does not change" in round_at(7, "Asia/Kolkata")


@pytest.mark.parametrize("system", FILES)
def test_what_is_printed_is_what_the_files_hold_behind_a_line_with_their_name(system: str) -> None:
    done = run("schedule", system)
    expected = []
    for name, content in files(system).items():
        head = f"<!-- {name} -->" if system == "launchd" else f"# {name}"
        expected.append(f"{head}\n{content}")
    assert (done.code, done.out, done.err) == (0, "\n".join(expected), "")


@pytest.mark.parametrize("system", FILES)
def test_the_files_are_written_and_never_written_over(system: str, tmp_path: Path) -> None:
    folder = tmp_path / "out" / "deeper"
    done = run("schedule", system, "--output", str(folder))
    assert (done.code, done.out.splitlines()) == (0, [str(folder / name) for name in FILES[system]])
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == files(system)
    last = folder / FILES[system][-1]
    for path in folder.iterdir():
        path.unlink()
    last.write_text("mine", encoding="utf-8")
    refused: Done = run("schedule", system, "--output", str(folder), "--json")
    assert (refused.code, refused.error["kind"]) == (2, "bad-input")
    assert [(path.name, path.read_text(encoding="utf-8")) for path in folder.iterdir()] == [(last.name, "mine")]


@pytest.mark.parametrize("time", ["24:00", "3:10", "03:60", "noon", "٠٣:١٠", ""])
def test_a_time_of_day_is_two_numbers(time: str) -> None:
    done = run("schedule", "cron", "--archive-at", time)
    assert (done.code, done.out) == (2, "")


def test_the_two_passes_do_not_run_at_the_same_time() -> None:
    assert run("schedule", "github", "--archive-at", "04:10").code == 2


def test_read_only_writes_no_file(tmp_path: Path) -> None:
    done = run("schedule", "cron", "--read-only", "--output", str(tmp_path / "out"))
    assert done.code != 0
    assert not (tmp_path / "out").exists()
    assert run("schedule", "cron", "--read-only").code == 0


def test_a_path_that_can_not_be_shown_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = tmp_path / "a\nb.db"
    assert run("init", "--no-key", "--store", str(store)).code == 0
    done = run("schedule", "systemd", "--store", str(store), "--json")
    assert (done.code, done.error["kind"]) == (2, "bad-input")


def test_where_only_ascii_can_be_printed_no_path_is_printed_altered(store: Path) -> None:
    done = spawn("schedule", "cron", cwd=store.parent.parent, PYTHONIOENCODING="ascii")
    assert (done.code, done.out) == (2, "")
    assert "--output" in done.err


def test_a_program_that_is_not_found_is_named_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    done = run("schedule", "cron")
    assert "No memdesk was found" in done.err
    assert shlex.split(cron_commands(done.out)[0][2])[0] == "memdesk"
    assert json.loads(run("schedule", "cron", "--json").out)["files"]


def test_the_shape_is_kept() -> None:
    check("schedule", run("schedule", "systemd", "--json"))


@pytest.mark.usefixtures("store")
def test_a_distillation_before_the_archive_of_its_day_is_said() -> None:
    early = run("schedule", "cron", "--archive-at", "04:30", "--distill-at", "03:00")
    assert early.code == 0
    assert "distill runs before archive" in early.err
    assert "distill runs before archive" not in run("schedule", "cron").err
