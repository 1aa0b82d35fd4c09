"""The front door: it knows the names of the commands, loads the one that is called, and turns errors into exit codes.

Nothing heavy is imported here; a shell prompt runs this file.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, TextIO

import click

from tui.commands.call import Call, global_options
from tui.notices import DONE, USAGE, complain

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plugins takes a tenth of a status

COMMANDS: dict[str, dict[str, str]] = {
    "Starting": {
        "demo": "tui.commands.demo",
        "init": "tui.commands.init",
        "connect": "tui.commands.connect",
        "hot": "tui.commands.hot",
        "rule": "tui.commands.rule",
        "import": "tui.commands.import_memory",
        "status": "tui.commands.status",
    },
    "Agents": {
        "capture": "tui.commands.capture",
        "recall": "tui.commands.recall",
        "task": "tui.commands.task",
        "watch": "tui.commands.watch",
        "mcp": "tui.mcp.command",
    },
    "Passes": {
        "archive": "tui.commands.archive",
        "distill": "tui.commands.distill",
        "schedule": "tui.commands.schedule",
    },
    "Reading": {
        "list": "tui.commands.list_rows",
        "show": "tui.commands.show",
        "links": "tui.commands.links",
        "search": "tui.commands.search",
    },
    "Deciding": {
        "decide": "tui.commands.decide",
        "lane": "tui.commands.lane",
        "topic": "tui.commands.topic",
        "withdraw": "tui.commands.withdraw",
        "reinstate": "tui.commands.reinstate",
        "reconcile": "tui.commands.reconcile",
        "plan": "tui.commands.plan",
        "undo": "tui.commands.undo",
        "cosign": "tui.commands.cosign",
    },
    "Authority": {
        "principal": "tui.commands.principal",
        "token": "tui.commands.token",
        "key": "tui.commands.key",
        "grant": "tui.commands.grant",
        "revoke": "tui.commands.revoke",
        "policy": "tui.commands.policy",
    },
    "Checking": {
        "log": "tui.commands.log",
        "verify": "tui.commands.verify",
        "witness": "tui.commands.witness",
        "evidence": "tui.commands.evidence",
        "rebuild": "tui.commands.rebuild",
    },
}
"""Where each command lives, in the order and groups of the help."""

_MODULES = {name: module for group in COMMANDS.values() for name, module in group.items()}


class Door(click.Group):
    """A group that loads a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the base class asks
        """Every name, in the order of the help."""
        return list(_MODULES)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command; name the nearest one where there is none."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as lost:
            from difflib import get_close_matches

            near = get_close_matches(args[0], _MODULES, n=1)
            if not near:
                raise
            raise click.UsageError(f"{lost.format_message()} Did you mean {near[0]}?", ctx) from None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - the same
        """Load one command."""
        if cmd_name not in _MODULES:
            return None
        command = import_module(_MODULES[cmd_name]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what they are for."""
        for title, names in COMMANDS.items():
            with formatter.section(title):
                found = ((name, self.get_command(ctx, name)) for name in names)
                formatter.write_dl([(name, command.get_short_help_str(80)) for name, command in found if command])

    def main(self, args: Any = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        """Run a command line to its exit code; nothing but `SystemExit` leaves."""
        argv = list(sys.argv[1:] if args is None else args)
        for name in ("prog_name", "standalone_mode", "windows_expand_args"):
            extra.pop(name, None)
        self._main_shell_completion(extra, "memdesk", extra.pop("complete_var", None))
        call = Call()
        sys.stdout = sys.stdout or open_nothing()
        sys.stderr = sys.stderr or open_nothing()
        try:
            leave(self._run(argv, call, extra), call)
        except KeyboardInterrupt as stopped:
            leave(complain(stopped, json=call.json), call)

    def _run(self, argv: list[str], call: Call, extra: dict[str, Any]) -> int:
        try:
            with self.make_context("memdesk", argv.copy(), obj=call, **extra) as ctx:
                code = self.invoke(ctx)
            return code if isinstance(code, int) else DONE
        except click.exceptions.Exit as asked:
            return asked.exit_code
        except click.exceptions.NoArgsIsHelpError as lost:
            lost.show()
            return USAGE
        except BrokenPipeError:
            call.out.let_go()
            return DONE
        except Exception as error:
            return complain(error, json=call.json or wants_json(argv))

    def invoke(self, ctx: click.Context) -> Any:
        """Take the global options, then go on."""
        ctx.ensure_object(Call).take(ctx.params)
        return super().invoke(ctx)


def wants_json(argv: list[str]) -> bool:
    """Whether a command line that could not be parsed asks for JSON."""
    return "--json" in (argv[: argv.index("--")] if "--" in argv else argv)


def open_nothing() -> TextIO:
    """Stand in for a stream that the caller closed."""
    return Path(os.devnull).open("w", encoding="utf-8")


def leave(code: int, call: Call) -> NoReturn:
    """Hand over what was written and end."""
    try:
        call.out.end()
    except OSError as full:
        call.out.let_go()
        code = code or complain(full, json=call.json)
    sys.exit(code)


def show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001 - click's form
    """Say the version and end."""
    if value and not ctx.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            click.echo(f"memdesk {version('memdesk')}")
        except PackageNotFoundError:
            click.echo("memdesk (not installed)")
        ctx.exit()


@click.command(
    cls=Door,
    invoke_without_command=True,
    params=global_options(),
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="The first six options may also stand behind the command.",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=show_version, help="The version.")
@click.option("--theme", metavar="NAME", help="The desk's colours: memdesk-dark, memdesk-light, ansi, no-colour.")
@click.option("--density", type=click.Choice(["compact", "cosy"]), help="The desk's spacing.")
@click.pass_context
def main(ctx: click.Context, theme: str | None, density: str | None) -> int:
    """Review and govern what agents remember. No command opens the desk."""
    if ctx.invoked_subcommand is not None:
        return DONE
    from tui.commands.desk import open_the_desk

    return open_the_desk(ctx.ensure_object(Call), theme=theme, density=density)
