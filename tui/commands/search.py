"""`memdesk search`: items with these very words."""

from __future__ import annotations

import click

from tui.commands.call import MOST, WORDS, Call, Command, pass_call
from tui.commands.list_rows import USUAL, print_rows
from tui.commands.past import at_seq_option, looking, stamp


@click.command("search", cls=Command, short_help="Find items that say this.")
@click.argument("words", nargs=-1, required=True, type=WORDS, metavar="QUERY...")
@click.option(
    "--limit",
    type=click.IntRange(min=1, max=MOST),
    default=USUAL,
    metavar="N",
    help=f"At most so many (usual: {USUAL}).",
)
@at_seq_option
@pass_call
def command(call: Call, words: tuple[str, ...], limit: int, at_seq: int | None) -> None:
    """Find items that say this; every sign is taken literally, and words in double quotes as one.

    Newest first, each with where its words stand: in its own words, its subject, its source, its id. What disagrees
    with a record stands below it.
    After `--` nothing is an option: `memdesk search -- -v`. An agent's token is answered as `memdesk recall` would, out
    of what it may read.
    """
    query = " ".join(words)
    desk = looking(call, at_seq)
    if desk.partial:
        from tui.commands.recall import print_answer

        return print_answer(call, "recall", call.desk().recalling.search(query, payloads=min(limit, USUAL)))
    hits = desk.find(query, limit)
    head = {**stamp(at_seq), "query": query, "more": hits.more, "cut": hits.cut}
    print_rows(call, "search", hits.keys, lambda keys: desk.hits_beside(query, keys), 0, desk.now(), head)
    if hits.more:
        call.talk(f"There are more than {limit:,}; --limit shows them.")
    elif hits.cut:
        call.talk("There may be more: the search took too long and was broken off. Further words narrow it.")
    return None
