"""Which commands there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Annotated, Any

import typer

from belfry.entrypoints.cli import audit, cron, keys, runs, users, workflows
from belfry.entrypoints.cli.answers import say
from belfry.entrypoints.cli.demo import demo
from belfry.entrypoints.cli.doctor import doctor
from belfry.entrypoints.cli.init import init
from belfry.entrypoints.cli.opening import name_team
from belfry.entrypoints.cli.options import Team
from belfry.entrypoints.cli.serve import serve, worker

Command = Callable[..., Any]

ALONE: Mapping[str, Command] = {
    "demo": demo,
    "init": init,
    "serve": serve,
    "worker": worker,
    "doctor": doctor,
}
GROUPS: Mapping[str, tuple[str, Mapping[str, Command]]] = {
    "workflows": (
        "What is done when, and what became of it.",
        {
            "list": workflows.list_all,
            "add": workflows.add,
            "set": workflows.change,
            "pause": workflows.pause,
            "resume": workflows.resume,
            "archive": workflows.archive,
            "run": runs.start,
            "runs": runs.show,
            "backfill": runs.backfill,
            "replay": runs.replay,
        },
    ),
    "cron": ("Schedules, explained.", {"next": cron.show_next}),
    "keys": (
        "Keys for programs.",
        {"create": keys.create, "list": keys.list_all, "revoke": keys.revoke},
    ),
    "users": (
        "People who may sign in.",
        {"list": users.list_all, "add": users.add, "link": users.link},
    ),
    "audit": ("Who did what.", {"log": audit.log, "verify": audit.verify}),
}

_trace: ContextVar[bool] = ContextVar("trace", default=False)


def wants_trace() -> bool:
    """Whether the whole trace of something unexpected was asked for."""
    return _trace.get()


def begin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
    trace: Annotated[
        bool, typer.Option("--trace", help="Show where something unexpected happened.")
    ] = False,
    team: Team = None,
) -> None:
    """Belfry keeps a small team's promises on time."""
    _trace.set(trace)
    name_team(team)
    if version:
        from importlib.metadata import version as find_version

        say(f"belfry {find_version('belfry')}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def build_app() -> typer.Typer:
    made = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    made.callback(invoke_without_command=True)(begin)
    for name, command in ALONE.items():
        made.command(name)(command)
    for name, (says, commands) in GROUPS.items():
        group = typer.Typer(help=says)
        for own_name, command in commands.items():
            group.command(own_name)(command)
        made.add_typer(group, name=name)
    return made


app = build_app()
