"""Captures through admission: against raw SQL that writes the same rows, by part, and eight writers at once."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from governance.authority.policy import DEFAULT
from governance.desk import Desk, create_store, open_desk
from governance.rules.examining import Sent, examine
from store.records.words import Door
from tests.bench.measure import Line, milliseconds, pairs, seconds
from tests.bench.writing import Raw, captures

ROUNDS, EACH, WRITERS = 400, 250, 8
BOUND, TOGETHER_BOUND = 0.5, 0.35
ROOT = Path(__file__).resolve().parents[2]
WRITER = """
import sys
from pathlib import Path
from governance.desk import open_desk

path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
desk = open_desk(path)
desk.intake.capture({"text": f"warm {name}", "source": "seen"})
print("ready", flush=True)
sys.stdin.readline()
for n in range(count):
    text = f"retry {n} of {name} on host web-{n % 13} is safe after {n % 7} seconds"
    desk.intake.capture({"text": text, "kind": "knowledge", "source": "seen"})
"""


def a_desk(folder: Path) -> Desk:
    """A desk at a new store without keys."""
    return create_store(folder / "memory.db", zone="UTC", witnessed=False)


def given(fact: str) -> dict[str, str]:
    """A capture as an agent sends it."""
    return {"text": fact, "kind": "knowledge", "source": "seen"}


def lines() -> Iterator[Line]:
    """One capture, one commit, through admission; and what its parts cost."""
    with tempfile.TemporaryDirectory() as name, a_desk(Path(name)) as desk:
        raw = Raw(Path(name) / "raw.db", desk.store)
        facts = captures()
        seqs: list[int] = []

        def ours() -> float:
            sent = given(next(facts))
            spent = seconds(lambda: desk.intake.capture(sent))
            seqs.append(desk.pulse()[1])
            return spent

        def theirs() -> float:
            if not seqs:
                ours()
            seq = seqs.pop(0)
            raw.take_up(seq)
            spent = seconds(raw.write)
            assert raw.wrote_the_same(seq)
            return spent

        ours()
        seqs.clear()
        mine, others, ratio = pairs(ours, theirs, ROUNDS)
        yield Line("a capture through admission (raw SQL, same rows)", milliseconds(mine), milliseconds(others),
                   1 / ratio, BOUND, at_least=True)  # fmt: skip
        some = [Sent(given(next(facts)), Door.COMMAND) for _ in range(400)]
        spent = seconds(lambda: [examine(one, DEFAULT, desk.day_of) for one in some]) / len(some)
        yield Line("… of it: schema, secrets and findings", milliseconds(spent))
        batch = [Sent(given(next(facts)), Door.BATCH) for _ in range(2000)]
        spent = seconds(lambda: desk.intake.capture_all(batch))
        yield Line("captures through admission in a batch of 2,000", f"{2000 / spent:,.0f} /s")
        raw.close()


def together_lines() -> Iterator[Line]:
    """Eight processes that capture at once, against one raw writer of the same rows."""
    with tempfile.TemporaryDirectory() as name:
        with a_desk(Path(name)) as desk:
            raw = Raw(Path(name) / "raw.db", desk.store)
            facts = captures()
            spans = []
            for _ in range(EACH):
                desk.intake.capture(given(next(facts)))
                raw.take_up(desk.pulse()[1])
                spans.append(seconds(raw.write))
            alone = len(spans) / sum(spans)
            raw.close()
            path = desk.path
        speed, slowest = eight(path)
        yield Line("eight writers together, captures a second (one raw writer)", f"{speed:,.0f} /s", f"{alone:,.0f} /s",
                   speed / alone, TOGETHER_BOUND, at_least=True)  # fmt: skip
        yield Line("… the slowest of them against the mean", f"{slowest:.2f}", "", slowest, 0.5, at_least=True)


def eight(path: Path) -> tuple[float, float]:
    """(captures a second of all, the slowest writer's speed against the mean)."""
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), f"w{n}", str(EACH)], cwd=ROOT,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for n in range(WRITERS)
    ]  # fmt: skip
    for one in writers:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    began = time.perf_counter()
    for one in writers:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    speeds: dict[int, float] = {}
    while len(speeds) < WRITERS:
        for n, one in enumerate(writers):
            if n not in speeds and one.poll() is not None:
                assert one.returncode == 0
                speeds[n] = EACH / (time.perf_counter() - began)
        time.sleep(0.002)
    whole = time.perf_counter() - began
    with open_desk(path) as desk:
        assert desk.overview().items == EACH + WRITERS * (EACH + 1)
    for one in writers:
        one.communicate()
    return WRITERS * EACH / whole, min(speeds.values()) / (sum(speeds.values()) / WRITERS)


def long_facts(words: int, vocabulary: int = 4_000) -> Iterator[str]:
    """Facts of so many words each, of which any two share some by chance."""
    dice = random.Random(1)
    known = ["".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=dice.randint(4, 9))) for _ in range(vocabulary)]
    while True:
        yield " ".join(dice.choices(known, k=words)) + "."


def distilling_lines(count: int = 10_000, bound: float = 10.0) -> Iterator[Line]:
    """How long a pass takes over many captures, suggestions included: as agents send them, and short and long ones."""
    for told, facts in (("", captures()), (" of 12 words", long_facts(12)), (" of 80 words", long_facts(80))):
        with tempfile.TemporaryDirectory() as name, a_desk(Path(name)) as desk:
            desk.intake.capture_all([Sent(given(next(facts)), Door.BATCH) for _ in range(count)])
            archiving = seconds(desk.intake.archive)
            yield Line(f"archiving {count:,} captures{told}", f"{archiving:.1f} s")
            spent = seconds(desk.intake.distill)
            yield Line(f"distilling {count:,} captures{told} (bound {bound:.0f} s)", f"{spent:.1f} s", f"{bound:.0f} s",
                       spent / bound, 1.0)  # fmt: skip


if __name__ == "__main__":
    print(*lines(), *together_lines(), sep="\n")
