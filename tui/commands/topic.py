"""`memdesk topic`: topics are made, retitled, split and merged by people, and triggers lead to them (M)."""

from __future__ import annotations

from typing import Any

import click

from store.records.words import Reason
from tui.commands.call import WORDS, Call, Group, pass_call
from tui.commands.ordering import put, put_options
from tui.commands.past import at_seq_option, looking

_trigger = click.option(
    "--trigger", "triggers", type=WORDS, multiple=True, metavar="WORDS", help="When to read it; may be given often."
)


@click.group("topic", cls=Group, invoke_without_command=True, short_help="Topics: make, retitle, split, merge.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Make topics, retitle, split and merge them, and say when they are read. Items stay what they are."""
    if ctx.invoked_subcommand is None:
        _list(ctx.ensure_object(Call), None)


@command.command("create")
@click.argument("title", type=WORDS, metavar="TITLE")
@click.argument("ids", type=WORDS, nargs=-1, metavar="[ID...]")
@_trigger
@put_options(Reason.ORGANIZED)
@pass_call
def create(call: Call, /, title: str, ids: tuple[str, ...], triggers: tuple[str, ...], **told: Any) -> int:
    """Make a topic, empty or of these items."""
    return put(call, "topic-create", "new-topic", ids, told, title=title, triggers=_joined(triggers))


@command.command("retitle")
@click.argument("topic", type=WORDS, metavar="TOPIC")
@click.argument("title", type=WORDS, metavar="TITLE")
@put_options(Reason.ROUTING)
@pass_call
def retitle(call: Call, /, topic: str, title: str, **told: Any) -> int:
    """Give a topic another title; its page, triggers and items stay."""
    return put(call, "topic-retitle", "retitle", (call.desk().topic_called(topic).id,), told, title=title)


@command.command("trigger")
@click.argument("topic", type=WORDS, metavar="TOPIC")
@click.argument("triggers", type=WORDS, nargs=-1, required=True, metavar="WORDS...")
@put_options(Reason.ROUTING)
@pass_call
def trigger(call: Call, /, topic: str, triggers: tuple[str, ...], **told: Any) -> int:
    """Say when a topic is read; these words stand for those it had."""
    name = call.desk().topic_called(topic).id
    return put(call, "topic-trigger", "trigger", (name,), told, triggers=_joined(triggers))


@command.command("split")
@click.argument("title", type=WORDS, metavar="TITLE")
@click.argument("ids", type=WORDS, nargs=-1, required=True, metavar="ID...")
@_trigger
@put_options(Reason.ORGANIZED)
@pass_call
def split(call: Call, /, title: str, ids: tuple[str, ...], triggers: tuple[str, ...], **told: Any) -> int:
    """Make a topic of its own of some items of one."""
    return put(call, "topic-split", "split-topic", ids, told, title=title, triggers=_joined(triggers))


@command.command("merge")
@click.argument("topics", type=WORDS, nargs=-1, required=True, metavar="TOPIC...")
@click.option("--into", type=WORDS, required=True, metavar="TOPIC", help="The topic that stays.")
@put_options(Reason.DUPLICATE)
@pass_call
def merge(call: Call, /, topics: tuple[str, ...], into: str, **told: Any) -> int:
    """Put all items of topics under one of them; the others end, and stay in the log."""
    desk = call.desk()
    stays = desk.topic_called(into)
    ids = tuple(dict.fromkeys(desk.topic_called(topic).id for topic in topics))
    if stays.id not in ids:
        ids += (stays.id,)
        if len(told["seen"]) == len(ids) - 1:  # the one that stays is named as it is now, like a lane
            told["seen"] += (stays.seen,)
    return put(call, "topic-merge", "merge-topics", ids, told, to=stays.id)


@command.command("list")
@at_seq_option
@pass_call
def list_all(call: Call, at_seq: int | None) -> None:
    """List every topic."""
    _list(call, at_seq)


@command.command("show")
@click.argument("topic", type=WORDS, metavar="TOPIC")
@at_seq_option
@pass_call
def show(call: Call, topic: str, at_seq: int | None) -> None:
    """Show a topic, by id, title or page."""
    from tui.commands.show import print_topic

    desk = looking(call, at_seq)
    print_topic(call, desk, desk.topic_called(topic))


def _list(call: Call, at_seq: int | None) -> None:
    from tui.commands.listing import library

    library(call, looking(call, at_seq), "topics", "", None)


def _joined(triggers: tuple[str, ...]) -> str | None:
    return "; ".join(triggers) if triggers else None
