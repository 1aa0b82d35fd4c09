"""Serving one client: what it asks for is done by the desk, one act after the other, in a thread of their own."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, TypeVar, cast

import anyio
import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from tui.mcp.answers import is_missing, of_error, page_text, sentence_of
from tui.mcp.tools import CALLS, tools
from tui.mcp.wire import Lines
from tui.wording.hot_entry import INSTRUCTIONS

if TYPE_CHECKING:
    from governance.desk import Desk

SCHEME = "memdesk://"
_MISSING = -32002
"""The protocol's code for a resource that is not there."""
_JSON = "application/json"
PAGES = {
    "index": "Where to look first: topics with what leads to them, and what came last. Records are testimony.",
    "topics": "Every topic with what leads to it.",
    "conventions": "The rules as they were last archived.",
    "quarantine": "What was refused in the projects of your token, and why.",
}
Context = ServerRequestContext[Any, Any]
_T = TypeVar("_T")


class Sitting:
    """One client at one desk."""

    def __init__(self, desk: Desk, *, unnamed: bool) -> None:
        self._desk = desk
        self._unnamed = unnamed
        """Whether the client has still to say what it is called."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="desk")

    async def list_tools(self, ctx: Context, params: object) -> types.ListToolsResult:  # noqa: ARG002 - the SDK's form
        """Every tool."""
        return types.ListToolsResult(tools=tools())

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """Do what a tool does; what is refused is an answer too."""
        act = CALLS.get(params.name)
        if act is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no such tool; there are {', '.join(CALLS)}.")
        given = params.arguments or {}
        try:
            return await self._done(ctx, lambda desk: act(desk, given))
        except Exception as error:
            return of_error(error)

    async def list_pages(self, ctx: Context, params: object) -> types.ListResourcesResult:  # noqa: ARG002 - the same
        """Every page with a name of its own."""
        return types.ListResourcesResult(
            resources=[
                types.Resource(name=name, uri=f"{SCHEME}{name}", description=words, mime_type=_JSON)
                for name, words in PAGES.items()
            ]
        )

    async def list_templates(
        self, ctx: Context, params: object  # noqa: ARG002 - the same
    ) -> types.ListResourceTemplatesResult:  # fmt: skip
        """The page of a topic."""
        topic = types.ResourceTemplate(
            name="topic",
            uri_template=f"{SCHEME}topics/{{id}}",
            description="The current records of one topic, newest first, each with its source, date and confidence.",
            mime_type=_JSON,
        )
        return types.ListResourceTemplatesResult(resource_templates=[topic])

    async def read_page(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """One page as JSON."""
        uri = str(params.uri)
        name = uri.removeprefix(SCHEME) if uri.startswith(SCHEME) else ""
        try:
            text = await self._done(ctx, lambda desk: page_text(desk.intake.page(name)))
        except Exception as error:
            code = _MISSING if is_missing(error) else types.INVALID_REQUEST
            raise MCPError(code, sentence_of(error)) from None
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=uri, mime_type=_JSON, text=text)], cache_scope="private"
        )

    async def _done(self, ctx: Context, act: Callable[[Desk], _T]) -> _T:
        """Let the desk act; who no longer waits for it changes nothing about what was begun."""
        params = ctx.session.client_params
        name = params.client_info.name if params is not None else None
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._act, name, act)

    def _act(self, name: str | None, act: Callable[[Desk], _T]) -> _T:
        if self._unnamed:
            self._unnamed = False
            self._desk.intake.introduce(name)
        return act(self._desk)

    def close(self) -> None:
        """Wait for what was begun; what was not begun is dropped."""
        self._thread.shutdown(cancel_futures=True)


def serve(desk: Desk, *, unnamed: bool) -> None:
    """Serve the client on stdin and stdout until it goes; stdout bears nothing but its answers."""
    logging.getLogger("mcp").addHandler(logging.NullHandler())
    logging.getLogger("mcp").propagate = False
    sitting = Sitting(desk, unnamed=unnamed)
    stopped: list[bool] = []
    try:
        anyio.run(_serve, sitting, stopped)
    except BaseExceptionGroup:
        if not stopped:
            raise
    finally:
        sitting.close()
    if stopped:
        raise KeyboardInterrupt


async def _serve(sitting: Sitting, stopped: list[bool]) -> None:
    """Serve until the client goes, or somebody stops it, which is noted."""
    server = Server(
        "memdesk",
        version=_version(),
        title="memdesk",
        instructions=INSTRUCTIONS,
        on_list_tools=sitting.list_tools,
        on_call_tool=sitting.call_tool,
        on_list_resources=sitting.list_pages,
        on_list_resource_templates=sitting.list_templates,
        on_read_resource=sitting.read_page,
    )
    lines = cast("anyio.AsyncFile[str]", Lines(sys.stdin.fileno()))
    with anyio.CancelScope() as scope:

        def stop() -> None:
            stopped.append(True)
            scope.cancel()

        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop)
        async with stdio_server(stdin=lines) as (come, go):
            await server.run(come, go, server.create_initialization_options())


def _version() -> str:
    try:
        return version("memdesk")
    except PackageNotFoundError:
        return "0"
