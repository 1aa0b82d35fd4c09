"""The one table of actions: it feeds bindings, footer, key help, command palette and README."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple


class Where(StrEnum):
    """In which context an action's key works; the value heads its group in the key help."""

    MOVE = "Moving"
    PLACE = "Places"
    VERB = "Verbs (staged, never immediate)"
    PLAN = "Plan"
    PASSES = "Passes"
    TEXT = "Text"
    CONFLICTS = "Conflicts"
    LOG = "Log"
    WHO = "Who may"
    DESK = "Desk"


class Action(NamedTuple):
    """One thing a key does."""

    id: str
    """The binding id: what the keymap of the settings file names."""
    keys: tuple[str, ...]
    """Keys, the one to show first."""
    label: str
    """One or two words, for the footer."""
    help: str
    """One sentence, for the key help and the palette."""
    where: Where
    run: str
    """The action string the screen or table carries out."""
    palette: bool = True
    """Whether the command palette offers it."""

    @property
    def binding_key(self) -> str:
        """All keys as one comma-separated string."""
        return ",".join(self.keys)

    @property
    def shown_key(self) -> str:
        """The first key as a person reads it."""
        return shown(self.keys[0]) if self.keys else ""


def shown(key: str) -> str:
    """A key as it is written on the screen: `ctrl+s` is `^s`."""
    return "^" + key[5:] if key.startswith("ctrl+") else _NAMES.get(key, key)


_NAMES = {"escape": "esc", "pagedown": "pgdn", "pageup": "pgup"}

_MOVES = (
    ("down", ("j", "down"), "down", "One row down", "table.down"),
    ("up", ("k", "up"), "up", "One row up", "table.up"),
    ("left", ("h", "left"), "left", "To the panel or column on the left", "screen.column(-1)"),
    ("right", ("l", "right"), "right", "To the panel or column on the right", "screen.column(1)"),
    ("next-panel", ("tab",), "next panel", "To the next panel", "screen.panel(1)"),
    ("last-panel", ("shift+tab",), "last panel", "To the panel before", "screen.panel(-1)"),
    ("top", ("g", "home"), "top", "To the first row", "table.top"),
    ("bottom", ("G", "end"), "bottom", "To the last row", "table.bottom"),
    ("page-down", ("ctrl+d", "pagedown"), "page down", "Half a page down", "table.page(1)"),
    ("page-up", ("ctrl+u", "pageup"), "page up", "Half a page up", "table.page(-1)"),
    ("open", ("enter",), "open", "Open the row wide, or go where it leads", "table.open"),
    ("mark", ("space",), "mark", "Mark the row; verbs then take all marked", "table.mark"),
    ("range", ("V",), "range", "Start a range, and again to mark it", "table.range"),
    ("all", ("*",), "all", "Mark all rows shown, or none", "table.all"),
    ("back", ("escape",), "back", "Clear marks and filter, then go back", "screen.back"),
    (
        "filter",
        ("/",),
        "filter",
        "Narrow the list to rows with these very words; in Search, by a further word",
        "screen.filter",
    ),
    ("next-match", ("f3",), "next match", "To the next row with the last filter", "screen.match"),
    (
        "refresh",
        ("r",),
        "refresh",
        "Show rows and order as they are now: a title that ends in r counts what changed, and with + what is new",
        "screen.refresh_list",
    ),
    ("jump", ("ctrl+o",), "jump", "Letters on everything you can go to", "screen.jump"),
)

_PLACES = (
    ("home", "0", "Home", "What needs you, in one view"),
    ("inbox", "1", "Inbox", "What agents wrote, as it arrives; again: only what needs a look"),
    ("pending", "2", "Pending", "Items in doubt; again: stale, left additive, then suggested"),
    ("conflicts", "3", "Conflicts", "Rows that disagree, side by side: which is current, or do both hold"),
    ("withdrawals", "5", "Withdrawals", "What is out of influence, by whom and why; proposals and broken chains first"),
    ("quarantine", "8", "Quarantine", "What was refused, and why: mend it or discard it"),
    ("drift", "9", "Drift", "Items that are not whole records, grouped by what is missing"),
    ("items", "I", "Items", "Every item; again: only live ones"),
    ("archive", "A", "Archive", "Segments and their blocks; again: not distilled yet, then imports"),
    ("topics", "T", "Topics, lanes", "The topic pages; again: those without a trigger, the lanes, the index"),
    ("log", "L", "Log", "Every entry, in order"),
    ("who", "W", "Who may", "People, keys, grants, the policy, tokens; again: the next of them"),
    ("search", "S", "Search", "Find items by their words, as you type them; again: type on"),
    ("plan", "P", "Plan", "What is staged: nothing of it has happened yet"),
)

_VERBS = (
    ("keep", "y", "keep", "It is still true: back to active"),
    ("stale", "s", "stale", "It is not true any more"),
    ("cool", "c", "cool", "Move it off the hot path; it stays findable"),
    ("merge", "m", "merge", "Fold the marked knowledge items into a new one"),
    ("correct", "e", "correct", "Write a corrected item in its place"),
    ("retag", "t", "re-tag", "Set kind, subject or topic"),
    ("source", "o", "source", "Say where in the archive it comes from"),
    ("resolve", "f", "resolve", "Let the newer row win, or say there is nothing to distil"),
    ("accept", "a", "accept", "Accept the suggestion, distil the block, or let a capture pass"),
    ("withdraw", "w", "withdraw", "Take it, its source, segment or import out of influence"),
    ("reinstate", "i", "reinstate", "Give a withdrawn scope back, with the standing that it has"),
    ("both", "b", "both hold", "Re-key it under another subject, since both hold"),
    ("evidence", "n", "needs evidence", "Nobody can settle it yet: say what is missing"),
    ("defer", "z", "not now", "Put it off for a day, a week, a month or a quarter"),
)

_PLAN = (
    ("take-back", ("u",), "take back", "Take back the last staged decision", "screen.take_back"),
    ("apply", ("ctrl+s",), "apply", "Look at the plan once more and apply it", "screen.apply"),
    ("undo", ("U",), "undo", "Undo an applied plan, by adding", "screen.undo"),
)

_PASSES = (
    (
        "archive",
        ("N",),
        "archive now",
        "Run the archive pass: what came in goes into the archive; what needs a look stays in the Inbox",
    ),
    ("distil", ("Z",), "distill now", "Run the distillation pass: what is archived becomes items, by the rules"),
)

_TEXTS = (
    ("source-text", ("v",), "source text", "The passage in the archive, in full", "screen.passage"),
    ("editor", ("E",), "$EDITOR", "Correct the words in your own editor", "screen.editor"),
    ("copy", ("Y",), "copy", "Copy the row's words (works over ssh)", "screen.copy"),
    ("command", (".",), "command", "The same on the command line", "screen.command"),
)

_CONFLICTS = (
    ("left", ("<",), "left is current", "The left row is current; the others give way", "screen.current(-1)"),
    ("right", (">",), "right is current", "The right row is current; the others give way", "screen.current(1)"),
)

_LOG = (
    ("hour-back", ("[",), "hour back", "An hour back in time", "screen.jump_time(-3600)"),
    ("hour-on", ("]",), "hour on", "An hour on in time", "screen.jump_time(3600)"),
    ("day-back", ("{",), "day back", "A day back in time", "screen.jump_time(-86400)"),
    ("day-on", ("}",), "day on", "A day on in time; End twice follows", "screen.jump_time(86400)"),
    (
        "narrow",
        ("F",),
        "narrow",
        "Narrow the log: what was done, by whom, about what, when, which words",
        "screen.narrow",
    ),
    ("past", ("@",), "at this entry", "The whole desk as it was at this entry; again: back to now", "screen.past"),
)

_WHO = (
    ("enroll", "enroll a person", "Make a person known, with the public key they hand over"),
    ("connect", "connect an agent", "Make an agent or service known; its token is shown once"),
    ("retire", "retire", "Let somebody decide nothing any more"),
    ("grant", "grant", "Let somebody use verbs, on which rows and until when"),
    ("hand-on", "hand on", "Let somebody else use a grant of yours, only narrower"),
    ("revoke", "revoke a grant", "End a grant, and every grant made from it"),
    ("token", "token", "Give an agent or service a further token, shown once"),
    ("revoke-token", "revoke a token", "Let a token open nothing any more"),
    ("add-key", "add a key", "Let a further key sign for somebody"),
    ("rotate-key", "rotate a key", "Put a new key in the place of an old one"),
    ("revoke-key", "revoke a key", "Let a key sign no more, or distrust what it signed"),
    ("ratify", "ratify", "Confirm a plan that a distrusted key signed"),
    ("policy", "policy", "What a verb needs, two people or one, bounds and budgets"),
    ("adopt", "adopt a key", "Give a keyless store its first key: decisions are signed from then on"),
    ("use-key", "use a key", "Name the key file that you sign with on this machine"),
)

_DESK: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
    ("menu", (":",), "verbs", "Every verb for this row: what fits, and why the rest does not"),
    ("palette", ("ctrl+p",), "palette", "Everything by name"),
    ("keys", ("?",), "keys", "All keys, those of this place first"),
    ("explain", ("f1",), "explain", "What the focused thing is for"),
    ("last_pass", (), "last pass", "What the last pass did, whoever ran it"),
    ("verify", (), "verify", "Check the whole log in the background"),
    ("requests", (), "second signatures", "Plans that wait for the signature of a second person"),
    ("lock", (), "lock the key", "Put an open key away; the next plan asks for its passphrase"),
    ("alarms", (), "alarms", "What is wrong with the store itself, in full"),
    ("leave", ("q",), "leave", "Leave; the staged plan stays"),
)


def _table() -> Iterator[Action]:
    for name, keys, label, text, run in _MOVES:
        yield Action(f"move.{name}", keys, label, text, Where.MOVE, run, not run.startswith("table"))
    for place, key, label, text in _PLACES:
        yield Action(f"place.{place}", (key,), label, text, Where.PLACE, f"screen.go('{place}')")
    for verb, key, label, text in _VERBS:
        yield Action(f"verb.{verb}", (key,), label, text, Where.VERB, f"screen.verb('{verb}')")
    for name, keys, label, text in _PASSES:
        yield Action(f"passes.{name}", keys, label, text, Where.PASSES, f"screen.run_pass('{name}')")
    of_places = ((_PLAN, Where.PLAN), (_TEXTS, Where.TEXT), (_CONFLICTS, Where.CONFLICTS), (_LOG, Where.LOG))
    for group, where in of_places:
        for name, keys, label, text, run in group:
            yield Action(f"{where.name.lower()}.{name}", keys, label, text, where, run)
    for name, label, text in _WHO:
        yield Action(f"who.{name}", (), label, text, Where.WHO, f"screen.act('{name}')")
    for name, desk_keys, label, text in _DESK:
        run = "app.command_palette" if name == "palette" else f"screen.{name}"
        yield Action(f"desk.{name}", desk_keys, label, text, Where.DESK, run, name != "palette")


ACTIONS: tuple[Action, ...] = tuple(_table())
"""Every action, in the order the help shows them."""

BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}
"""The same by binding id."""


def of_verb(name: str, label: str, text: str) -> Action:
    """A verb as an action; one without a key of its own is in the menu."""
    menu = Action(f"verb.{name}", BY_ID["desk.menu"].keys, label.lower(), text, Where.VERB, f"screen.verb('{name}')")
    return BY_ID.get(f"verb.{name}", menu)


def matching(words: str, among: Sequence[Action] = ACTIONS) -> tuple[Action, ...]:
    """The actions whose key, label or help has each of these words."""
    wanted = words.lower().split()

    def fits(action: Action) -> bool:
        text = f"{' '.join(action.keys)} {action.shown_key} {action.label} {action.help}".lower()
        return all(word in text for word in wanted)

    return tuple(action for action in among if fits(action))


def key_table() -> str:
    """The table of keys for the README, one Markdown row an action."""
    lines = ["| key | does | |", "| --- | --- | --- |"]
    for where in Where:
        for action in (a for a in ACTIONS if a.where is where):
            keys = " ".join(f"`{shown(key)}`" for key in action.keys) or "in the palette"
            lines.append(f"| {keys} | {action.label} | {action.help} |")
    return "\n".join(lines)
