"""The policy: what each verb needs, which need two people, bounds and budgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from store.records.words import AUTHORITY_VERBS, Assurance, InFlight
from tui.actions import BY_ID
from tui.panes.listing import has
from tui.panes.who import WhoList
from tui.widgets.card import Card, Section
from tui.widgets.columns import Column, Line
from tui.widgets.text import lines, said
from tui.wording.authority import KEYLESS, act_words, policy_lines
from tui.wording.sentences import verb_words
from tui.wording.times import clock_time


class PolicyRow(NamedTuple):
    """One verb, or one bound."""

    name: str
    setting: str
    """verb | bound."""
    needs: str
    """The assurance it needs; empty for a bound."""
    two: str
    """yes | no; empty for a bound."""
    value: str
    """Of a bound."""
    words: str
    """What it means."""
    weakest: bool
    """Whether the policy may ask less of it than a signature."""


class PolicyList(WhoList):
    """A row for each verb, then one for each bound."""

    title = "Who may: the policy"
    command = ("policy",)
    columns = (
        Column("verb or bound", 24, 9),
        Column("needs", 10, 8),
        Column("people", 6, 7, right=True),
        Column("what it does", 0),
    )
    tall_columns = (Column("verb or bound", 14, 9), Column("needs", 9, 8), Column("people", 6, 7, right=True))

    def keys(self, text: str) -> Sequence[str]:
        """Verbs about rows, verbs about who may, bounds."""
        self.policy = self.desk.policy(self.at_seq)
        said_of = dict(policy_lines(self.policy))
        rows = []
        for verb, needed in self.policy.needs:
            two, own = verb in self.policy.two, verb not in AUTHORITY_VERBS
            rows.append(PolicyRow(verb, "verb", needed.value, "yes" if two else "no", "", _words(verb), own))
        for name, value in self.policy.numbers:
            words = said_of.get(f"{name}={value}", "")
            rows.append(PolicyRow(name, "bound", "", "", str(value), words, False))
        tasks = self.policy.in_flight.value
        rows.append(PolicyRow("in_flight", "bound", "", "", tasks, said_of.get(f"in_flight={tasks}", ""), False))
        rows.sort(key=lambda row: (row.setting == "bound", not row.weakest))
        self.found = {row.name: row for row in rows}
        self.title = f"Who may: the policy{' (keyless)' if self.policy.keyless else ''}"
        return tuple(row.name for row in rows if has(text, row.name, row.words, row.needs))

    def line(self, row: PolicyRow, tall: bool) -> Line:
        """The verb with what it needs, or the bound with its value."""
        words = said(row.words, "dim")
        if row.setting == "bound":
            cells = (said(row.name.replace("_", " ")), said(row.value, "strong"), said(""))
            if tall:
                return Line(cells, said(row.name.replace("_", " ") + ": ", "dim") + words)
            return Line((*cells, words))
        level = Assurance(row.needs)
        sign = "good" if level is Assurance.SIGNED else "warn"
        needs = said(f"{self.signs.assurance(row.needs)} {row.needs}", sign)
        people = said("two", "accent") if row.two == "yes" else said("one", "dim")
        name = said(row.name, "strong" if row.weakest else "plain")
        if (label := verb_words(row.name)) != row.name:
            if tall:
                words = said(f"{label}: ", "dim") + words
            else:
                name += said(f"  {label}", "dim")
        cells = (name, needs, people)
        return Line(cells, words) if tall else Line((*cells, words))

    def card(self, key: str, row: PolicyRow | None) -> Card | None:  # noqa: ARG002 - the row has it
        """What it means, and which entry set it."""
        if row is None:
            return None
        policy, zone = self.policy, self.desk.zone
        if row.setting == "bound":
            body = [said(row.words or row.value)]
            words = tuple(f"{row.name}={one.value}" for one in InFlight)
            changes = (" | ".join(words),) if row.name == "in_flight" else (f"{row.name}=N",)
        else:
            signed = row.needs == Assurance.SIGNED
            told = "the signature of whoever decides" if signed else _UNSIGNED
            body = [said(f"It needs {told}.")]
            if row.two == "yes":
                body.append(said("A second person, who could decide so, too, has to sign it as well."))
            if not row.weakest:
                body.append(said("It is about who may decide, so it always needs a signature.", "dim"))
            needs = " | ".join(f"needs.{row.name}={level.value}" for level in (Assurance.SIGNED, Assurance.OS_USER))
            changes = (*((needs,) if row.weakest else ()), f"two.{row.name}=yes | two.{row.name}=no")
        if policy.seq is None or policy.at is None:
            since = said("Nobody changed the policy: this is the default of every store.", "dim")
        else:
            since = said(f"By entry {policy.seq:,}, {clock_time(policy.at, zone)}. L goes to the log.", "dim")
        heading = "what it needs" if row.setting == "verb" else "bound"
        sections = [Section(heading, lines(*body)), Section("policy last set", since)]
        if policy.keyless:
            sections.insert(0, Section("no key yet", said(f"The store is {KEYLESS}.", "warn")))
        ways = [said(f"memdesk policy set {change}", "dim") for change in changes]
        ways.append(said("or here: `:` then `policy`; either takes your signature.", "dim"))
        sections.append(Section("to change it", lines(*ways), aside=True))
        top = said(row.name.replace("_", " "), "strong") + said(f" {self.signs.dot} {row.words}", "dim")
        return Card(row.name, top, tuple(sections), "", f"{row.name.replace('_', ' ')}: {_setting(row)}")


def _setting(row: PolicyRow) -> str:
    """What is set, as it is typed."""
    if row.setting == "bound":
        return f"{row.name}={row.value}"
    return f"needs.{row.name}={row.needs} two.{row.name}={row.two}"


def _words(verb: str) -> str:
    """What a verb does: as its key says it, or as an act about who may."""
    action = BY_ID.get(f"verb.{verb}")
    if action is not None:
        return action.help
    return _OTHERS.get(verb) or act_words(verb)


_UNSIGNED = "no signature: the system user who runs memdesk is enough"
_OTHERS = {"undo": "undo an applied plan, by adding", "trigger": "set the words that lead to a topic"}
