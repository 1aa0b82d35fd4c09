"""Cards of who may: somebody, a key, a grant, a token, in words and in full."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content

from store.records.views import GrantView, KeyView, PrincipalView, TokenView
from store.records.words import PrincipalKind, Role
from tui.safe import safe
from tui.widgets.card import Card, Section
from tui.widgets.text import lines, said, stored
from tui.wording.authority import (
    KINDS,
    grant_sentence,
    key_sentence,
    kind_words,
    may_words,
    scope_words,
    token_sentence,
    verbs_words,
)
from tui.wording.glyphs import Glyphs
from tui.wording.times import clock_time


def person_card(one: PrincipalView, everybody: Sequence[PrincipalView], zone: str, signs: Glyphs) -> Card:
    """Somebody: what they are, what they may do in words, their keys and tokens, what they granted."""
    facts = [
        said("id     ", "dim") + said(one.id),
        said("kind   ", "dim") + said(f"{KINDS[one.kind]}, which never changes"),
        said("role   ", "dim") + said(may_words(one) if one.role else "none"),
        said("known  ", "dim") + said(f"since entry {one.seq:,}, {clock_time(one.at, zone)}"),
    ]
    sections = [Section("who", lines(*facts)), Section("what they may do", _may(one, zone, signs), cut=False)]
    if one.retired:
        sections.insert(0, Section("retired", said("Decides nothing any more; what they decided stays.", "warn")))
    if one.keys or one.kind is PrincipalKind.HUMAN:
        told = [_key(key) for key in one.keys] or [said("none: they can sign nothing", "warn")]
        sections.append(Section("keys", lines(*told), cut=False))
    if one.tokens or one.kind is not PrincipalKind.HUMAN:
        tokens = [_with_id(t.id, token_sentence(t, zone), t.live) for t in one.tokens] or [said("none", "dim")]
        sections.append(Section("tokens", lines(*tokens), cut=False))
    gave = [grant for other in everybody for grant in other.grants if grant.by == one.id]
    if gave:
        told = [_with_id(grant.id, grant_sentence(grant, zone), grant.void is None) for grant in gave]
        sections.append(Section("what they granted", lines(*told), aside=True, cut=False))
    top = stored(one.name, "strong") + said(f" {signs.dot} {kind_words(one.kind, one.role)}", "accent")
    if one.me:
        top += said(f" {signs.dot} you", "good")
    return Card(one.id, top, tuple(sections), "", one.name)


def _may(one: PrincipalView, zone: str, signs: Glyphs) -> Content:
    if one.retired:
        return said("nothing", "dim")
    if one.role is Role.OWNER:
        return said("everything, each decision with their signature where the policy asks for one")
    if one.role is Role.AUDITOR:
        return said("reads everything, changes nothing")
    rows = [may_sentence(grant, zone, signs) for grant in one.grants]
    if one.kind is PrincipalKind.AGENT:
        rows.insert(0, said("proposes, and decides nothing", "dim"))
    return lines(*rows) if rows else said("nothing: nobody granted them anything", "dim")


def may_sentence(grant: GrantView, zone: str, signs: Glyphs) -> Content:
    """What somebody may: `may keep and stale on rows with the kind state, until …, given by mira (grant-0002)`."""
    style = "dim" if grant.void else "plain"
    told = f"may {verbs_words(grant.verbs)} on {scope_words(grant.scope)}"
    if grant.expires is not None:
        told += f", until {clock_time(grant.expires, zone)}"
    told += f", given by {safe(grant.by_who)} ({safe(grant.id)})"
    if grant.depth:
        told += f", may be handed on {_times(grant.depth)}"
    row = said(f"{signs.bullet} ", "dim") + said(told, style)
    if grant.constitutional:
        row += said(" by itself, without a person's signature", "warn")
    return row + said(f"  void: {safe(grant.void)}", "warn") if grant.void else row


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _key(key: KeyView) -> Content:
    return _with_id(key.id, key_sentence(key), key.state == "live")


def _with_id(name: str, sentence: str, live: bool) -> Content:
    return said(f"{safe(name)}  ", "strong" if live else "dim") + said(sentence, "plain" if live else "dim")


def key_card(key: KeyView, zone: str, signs: Glyphs) -> Card:
    """A key: whose, what for, since when, its public line."""
    facts = [
        said("whose        ", "dim") + stored(f"{key.who} ({key.principal})"),
        said("for          ", "dim") + said(_PURPOSE[key.role.value]),
        said("state        ", "dim") + said(key.state, "good" if key.state == "live" else "warn"),
        said("since        ", "dim") + said(f"entry {key.seq:,}, {clock_time(key.at, zone)}"),
        said("fingerprint  ", "dim") + stored(key.fingerprint),
        said("file here    ", "dim") + stored(key.file or "none named on this machine", "plain" if key.file else "dim"),
    ]
    sections = [Section("key", lines(*facts), cut=False)]
    if key.distrusted is not None:
        told = f"Nothing it signed from entry {key.distrusted:,} on is trusted, until it is undone or ratified."
        sections.insert(0, Section("distrusted", said(told, "bad")))
    if key.hardware:
        sections.append(Section("hardware", said("Its private half is inside a device, which asks for a touch.")))
    sections.append(Section("public half", stored(key.line, "dim"), aside=True))
    top = said(key.id, "strong") + stored(f" {signs.dot} {key.role} key of {key.who}", "accent")
    return Card(key.id, top, tuple(sections), "", key.line)


_PURPOSE = {"signing": "signs decisions", "recovery": "lies in a safe place; only adds, replaces and revokes keys"}


def grant_card(grant: GrantView, every: Iterable[GrantView], zone: str, signs: Glyphs) -> Card:
    """A grant: the sentence, each of its terms, those it was made from, those made from it."""
    known = {one.id: one for one in every}
    rows = f"{grant.used:,}" if grant.count is None else f"{grant.used:,} of {grant.count:,}"
    facts = [
        said("who      ", "dim") + stored(f"{grant.who} ({grant.grantee})"),
        said("verbs    ", "dim") + stored(", ".join(grant.verbs)),
        said("rows     ", "dim") + stored(" ".join(grant.scope) or "every row"),
        said("until    ", "dim") + said(clock_time(grant.expires, zone) if grant.expires is not None else "for good"),
        said("used     ", "dim") + said(f"{rows} rows decided about under it"),
        said("hand on  ", "dim") + said(_times(grant.depth) if grant.depth else "not at all"),
        said("by       ", "dim") + stored(f"{grant.by_who} ({grant.by})"),
        said("since    ", "dim") + said(f"entry {grant.seq:,}, {clock_time(grant.at, zone)}"),
    ]
    sections = [Section("in words", said(f"{grant_sentence(grant, zone)}."), cut=False)]
    if grant.void:
        sections.insert(0, Section("allows nothing now", stored(grant.void, "warn")))
    if grant.constitutional:
        told = "A recorded decision (P§17): the service acts by itself within these bounds, without a signature."
        sections.append(Section("constitutional", said(told, "warn")))
    sections.append(Section("terms", lines(*facts), cut=False))
    above = [known[one] for one in _above(grant, known)]
    if above:
        told_above = [_with_id(one.id, grant_sentence(one, zone), one.void is None) for one in above]
        sections.append(Section("made from", lines(*told_above), cut=False))
    below = [one for one in known.values() if one.parent == grant.id]
    if below:
        told_below = [_with_id(one.id, grant_sentence(one, zone), one.void is None) for one in below]
        sections.append(Section("handed on as", lines(*told_below), cut=False))
    top = said(grant.id, "strong") + stored(f" {signs.dot} {grant.who}", "accent")
    return Card(grant.id, top, tuple(sections), "", grant_sentence(grant, zone))


def _above(grant: GrantView, known: dict[str, GrantView]) -> list[str]:
    found: list[str] = []
    while grant.parent in known and grant.parent not in found:
        found.append(grant.parent)
        grant = known[grant.parent]
    return found


def token_card(token: TokenView, zone: str, signs: Glyphs) -> Card:
    """A token: whose, for what, until when."""
    facts = [
        said("whose     ", "dim") + stored(f"{token.who} ({token.principal})"),
        said("counts    ", "dim") + said("yes", "good")
        if token.live
        else said("counts    ", "dim") + said("no", "warn"),
        said("projects  ", "dim") + stored(", ".join(token.projects) or "none"),
        said("until     ", "dim") + said(clock_time(token.expires, zone) if token.expires is not None else "for good"),
        said("since     ", "dim") + said(f"entry {token.seq:,}, {clock_time(token.at, zone)}"),
    ]
    sections = (
        Section("token", lines(*facts), cut=False),
        Section("itself", said("It is kept nowhere: only its hash is. Lost, it is replaced by a new one.", "dim")),
    )
    top = said(token.id, "strong") + stored(f" {signs.dot} {token.who}", "accent")
    return Card(token.id, top, sections, "", token.id)
