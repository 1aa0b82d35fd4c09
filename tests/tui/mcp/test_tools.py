"""The tools, asked for by the SDK's own client over a process of its own."""

from __future__ import annotations

from functools import partial
from typing import Any

import anyio
import pytest

from governance.authority.cards import FIELDS as CARDS
from governance.rules.request import FORBIDDEN, LISTS, WORDS
from store import log
from store.commit import write
from store.records.words import Assurance, Door, Queue
from tests.tui.cli import run
from tests.tui.mcp.clients import Mode, client, said
from tests.tui.mcp.conftest import Place

pytestmark = pytest.mark.anyio
FACT = {"text": "Retries are safe after a timeout.", "source": "incident 17", "kind": "knowledge"}


def who(place: Place, name: str) -> tuple[str, Assurance, str]:
    """Who sent a capture, how sure that is, and by which door."""
    seq = place.desk.item(name).row.created
    with place.desk.store.reading() as conn:
        entry, payload = log.entry(conn, seq), log.payload(conn, seq)
    assert entry is not None
    assert payload is not None
    return payload["capture"]["by"], Assurance(entry.effect["assurance"]), Door(entry.effect["door"])


async def test_the_tools_are_those_five_and_their_fields_are_those_of_a_capture(place: Place) -> None:
    async with client(place.path) as one:
        found = {tool.name: tool.input_schema for tool in (await one.list_tools()).tools}
        told = one.server_info
    assert (told.name if told else None) == "memdesk"
    assert set(found) == {"capture", "recall", "search", "task_open", "task_close"}
    helped = run("mcp", "--help").out
    assert all(word in helped for name in found for word in name.removeprefix("task_").split())
    fields = found["capture"]["properties"]
    assert set(fields) == {"text", *WORDS, *LISTS, *CARDS}
    assert not set(fields) & FORBIDDEN
    assert fields["kind"]["enum"] == ["state", "knowledge"]
    assert {name for name, one in fields.items() if one["type"] == "array"} == set(LISTS)
    assert all(one["description"] for schema in found.values() for one in schema["properties"].values())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_without_a_token_is_only_the_name_it_gave(place: Place, mode: Mode) -> None:
    async with client(place.path, name="gemini", mode=mode) as one:
        receipt = await one.call_tool("capture", FACT)
    assert not receipt.is_error
    assert who(place, said(receipt)["id"]) == ("gemini", Assurance.CLAIMED, Door.MCP)
    assert [p.name for p in place.desk.principals()] == [place.desk.person.name]


@pytest.mark.parametrize("name", ["", "\x1b[2J\u202e", "ghp_k3Jd9Qx2LmPz7RtVw8YbNc4HsGf6Ta1UeKo5"])
async def test_a_name_that_is_none_is_not_kept(place: Place, name: str) -> None:
    async with client(place.path, name=name) as one:
        receipt = await one.call_tool("capture", FACT)
    by, assurance, _ = who(place, said(receipt)["id"])
    assert assurance is Assurance.CLAIMED
    assert by in ("mcp client", "[2J")
    assert b"k3Jd9Qx2LmPz7RtVw8" not in place.path.read_bytes()


async def test_whoever_shows_a_token_is_that_agent_and_writes_for_its_project(place: Place) -> None:
    async with client(place.path, place.token("codex", "cedar"), name="somebody else") as one:
        receipt = await one.call_tool("capture", FACT)
        other = await one.call_tool("capture", {**FACT, "project": "birch"})
    name = said(receipt)["id"]
    assert who(place, name) == ("codex", Assurance.TOKEN, Door.MCP)
    words = place.desk.item(name).words
    assert words is not None
    assert words.project == "cedar"
    assert (other.is_error, said(other)["fault"], said(other)["faults"][0]["field"]) == (True, "project", "project")


async def test_a_receipt_says_what_became_of_it_and_a_refusal_names_each_field(place: Place) -> None:
    async with client(place.path) as one:
        first, again = await one.call_tool("capture", FACT), await one.call_tool("capture", FACT)
        refused = await one.call_tool("capture", {"text": "x", "type": "procedural", "date": "soon"})
        empty = await one.call_tool("capture", {})
    assert (said(first)["came"], said(first)["review"], first.is_error) == ("captured", "source-claim", False)
    assert "once the passes have archived and distilled it" in getattr(first.content[0], "text")  # noqa: B009 - as below
    assert "once the passes" not in getattr(again.content[0], "text")  # noqa: B009 - as below
    assert (said(again)["came"], said(again)["id"]) == ("known", said(first)["id"])
    assert refused.is_error
    assert {"source", "date", "owner"} <= {one["field"] for one in said(refused)["faults"]}
    assert "source: " in getattr(refused.content[0], "text")  # noqa: B009 - one sort of content has text
    assert said(refused)["id"].startswith("quar-")
    assert (empty.is_error, said(empty)["fault"]) == (True, "empty")


async def test_every_field_arrives(place: Place) -> None:
    fields: dict[str, Any] = {name: [f"{name} said"] for name in LISTS if name != "refutes"}
    fields |= {name: f"{name} said" for name in ("topic", "scope", "category", "applies_when", "content_language")}
    fields |= {"type": "episodic", "event_time": "2026-08-28T10:00:00Z", "outcome": "unknown", "confidence": "inferred"}
    async with client(place.path) as one:
        receipt = await one.call_tool("capture", {**FACT, **fields})
    assert not receipt.is_error, receipt
    words = place.desk.item(said(receipt)["id"]).words
    assert words is not None
    assert words.routing is not None
    assert (words.topic, words.corroborating) == ("topic said", ("corroborating said",))
    assert words.routing.open_loops == ("open_loops said",)
    assert dict(words.typed) == {"event_time": "2026-08-28T10:00:00Z", "outcome": "unknown"}


async def test_tasks_are_opened_and_closed_by_whoever_opened_them(place: Place) -> None:
    async with client(place.path) as one, client(place.path, name="another") as other:
        task = said(await one.call_tool("task_open", {"title": "Retry", "client_ref": "7"}))["id"]
        working = {**FACT, "type": "working", "task": task}
        record = said(await one.call_tool("capture", working))["id"]
        assert (await other.call_tool("capture", {**working, "text": "Mine too."})).is_error
        assert (await other.call_tool("task_close", {"task": task})).is_error
        closed = said(await one.call_tool("task_close", {"task": task, "outcome": "done"}))
        assert (await one.call_tool("task_close", {"task": task})).is_error
        assert (await one.call_tool("task_close", {})).is_error
        assert (await one.call_tool("task_open", {"title": 7})).is_error
    assert closed["released"] == [record]
    assert place.desk.item(record).row.released


async def test_many_calls_at_once_are_all_taken_once(place: Place) -> None:
    found: list[str] = []

    async def one_call(one: Any, n: int) -> None:
        found.append(said(await one.call_tool("capture", {**FACT, "text": f"Fact {n % 30} of the gateway."}))["id"])

    async with (
        client(place.path) as first,
        client(place.path, name="gemini") as second,
        anyio.create_task_group() as calls,
    ):
        for n in range(60):
            calls.start_soon(partial(one_call, (first, second)[n % 2], n))
    assert (len(found), len(set(found)), len(place.desk.item_keys())) == (60, 30, 30)
    assert place.desk.verify(replay=True).ok


async def test_a_token_that_is_revoked_meanwhile_opens_nothing_any_more(place: Place) -> None:
    async with client(place.path, place.token("codex", "cedar")) as one:
        assert not (await one.call_tool("capture", FACT)).is_error
        place.desk.authorize.revoke_token(place.desk.tokens()[0].id)
        before = place.desk.pulse()[1]
        for name, given in (("capture", {**FACT, "text": "Late."}), ("task_open", {})):
            refused = await one.call_tool(name, given)
            assert (refused.is_error, said(refused)["error"]["kind"]) == (True, "not-allowed")
        with pytest.raises(Exception, match="revoked"):
            await one.read_resource("memdesk://index")
    assert place.desk.pulse()[1] == before


async def test_a_store_that_is_held_by_another_takes_it_later_or_says_so(place: Place) -> None:
    pytest.importorskip("governance.intake.inbox.spool")
    release = anyio.Event()

    async def hold() -> None:
        def build(_: Any) -> Any:
            anyio.from_thread.run(release.wait)
            yield from ()

        await anyio.to_thread.run_sync(lambda: write(place.desk.store, build, at=place.desk.now(), actor="p-0001"))

    async with client(place.path) as one, anyio.create_task_group() as beside:
        assert not (await one.call_tool("capture", FACT)).is_error
        beside.start_soon(hold)
        await anyio.sleep(0.2)
        receipt = said(await one.call_tool("capture", {**FACT, "text": "Later."}))
        release.set()
    assert receipt["came"] == "spooled"


async def test_what_is_refused_waits_in_quarantine_for_a_person(place: Place) -> None:
    async with client(place.path) as one:
        name = said(await one.call_tool("capture", {"text": "x"}))["id"]
    assert place.desk.queue_keys(Queue.QUARANTINE) == (name,)
