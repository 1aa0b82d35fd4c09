"""The card of something that was refused: why, who sent it, what it was, what can be done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from textual.content import Content

from store.records.views import QuarantineView
from store.records.words import Fault, Hold
from tui.safe import safe
from tui.widgets.card import Card, Section
from tui.widgets.text import lines, parts_content, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.noticed import door_words, fault_next, noticed_sentence, noticed_short, sure_words, who_part
from tui.wording.times import ago_at, clock_time

if TYPE_CHECKING:
    from governance.desk import Desk

_HOLDS = {
    Hold.KEPT: ("waits for you", "warn"),
    Hold.DISCARDED: ("discarded: shown no more", "dim"),
    Hold.RESUBMITTED: ("mended and sent again", "good"),
}


def quarantine_card(desk: Desk, view: QuarantineView, signs: Glyphs) -> Card:
    """What was refused, in full; of a credential only its rule and place."""
    told, style = _HOLDS[view.hold]
    dot = said(f" {signs.dot} ", "dim")
    top = said(f"{signs.lost} {noticed_short(f'fault:{view.fault}')}", "bad") + dot + said(told, style)
    top += dot + parts_content([who_part(view.by, view.assurance, signs)])
    age = ago_at(desk.now(), view.at, desk.zone)
    top += dot + said("just now" if age == "now" else f"{age} ago")
    sections = [Section("why it was refused", _faults(view, signs), cut=False)]
    if view.fault is Fault.SECRET:
        rows = [
            said("A credential: nothing of what was sent is kept anywhere.", "warn"),
            _pair("rule", view.rule or signs.dash),
            _pair("place", view.place or signs.dash),
        ]
        sections.append(Section("what was sent", lines(*rows)))
    else:
        sections.append(Section("what was sent", _sent(view.raw)))
    sections.append(Section("who sent it", _writer(desk, view)))
    if view.hold is Hold.KEPT:
        discard = "`:` then discard ends that anybody sees it; its bytes leave the store only by an erasure."
        sections.append(Section("what you can do", lines(said(fault_next(view.fault)), said(discard, "dim"))))
    return Card(view.id, top, tuple(sections), view.seen, view.raw or "")


def _faults(view: QuarantineView, signs: Glyphs) -> Content:
    rows = [said(_sentence(noticed_sentence(f"fault:{view.fault}")))]
    for field, sentence in view.faults:
        name = stored(f"{field}  ", "strong") if field else said("")
        rows.append(said(f"{signs.lost} ", "bad") + name + stored(sentence))
    return lines(*rows)


def _sent(raw: str | None) -> Content:
    """What was sent: an object field by field, anything else as it stands."""
    if raw is None:
        return said("Its words are not kept any more.", "dim")
    given = fields_of(raw)
    if given is None:
        return stored(raw, lines=True)
    rows = []
    for name, value in given.items():
        told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        if name == "text" or "\n" in told:
            rows.append(stored(f"{name}:", "dim"))
            rows.append(stored(told, lines=True))
        else:
            rows.append(stored(f"{name}: ", "dim") + stored(told))
    return lines(*rows) if rows else said("An empty object.", "dim")


def fields_of(raw: str | None) -> dict[str, object] | None:
    """The fields of what was sent, where it is an object; None where it is anything else."""
    try:
        found = json.loads(raw or "")
    except (ValueError, RecursionError):
        return None
    return {str(name): value for name, value in found.items()} if isinstance(found, dict) else None


def sent_fields(view: QuarantineView) -> dict[str, str]:
    """What was sent as the fields of a form, made harmless; what is no object is all text."""
    given = fields_of(view.raw)
    if given is None:
        return {"text": safe(view.raw or "", lines=True)}
    found = {}
    for name, value in given.items():
        if isinstance(value, str):
            found[name] = safe(value, lines=name == "text")
        elif isinstance(value, list):
            found[name] = safe("; ".join(map(str, value)))
        elif value is not None:
            found[name] = safe(str(value))
    if view.project:
        found.setdefault("project", safe(view.project))
    return found


def _writer(desk: Desk, view: QuarantineView) -> Content:
    where = f"{view.file}:{view.line}" if view.file and view.line else view.file
    pairs = [
        ("by", f"{view.by}  ({sure_words(view.assurance)})"),
        ("came by", f"{door_words(view.door)}, {clock_time(view.at, desk.zone, seconds=True)}"),
        ("file", where),
        ("project", view.project),
        ("became", view.became),
    ]
    return lines(*(_pair(name, value) for name, value in pairs if value))


def _pair(name: str, value: str) -> Content:
    return said(f"{name:<9}", "dim") + stored(value)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
