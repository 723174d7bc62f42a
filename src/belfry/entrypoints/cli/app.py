"""Which commands there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Annotated, Any

import typer

from belfry.entrypoints.cli import audit, keys, messages, tables, users
from belfry.entrypoints.cli.answers import say
from belfry.entrypoints.cli.backup import backup, restore
from belfry.entrypoints.cli.controls import (
    control_acts,
    control_files,
    control_lists,
    control_packs,
    control_summary,
    control_tick,
    controls,
)
from belfry.entrypoints.cli.demo import demo
from belfry.entrypoints.cli.doctor import doctor
from belfry.entrypoints.cli.jobs import customers, forgetting, job_times, jobs, replies, wordings
from belfry.entrypoints.cli.jobs.check_draft import check_draft
from belfry.entrypoints.cli.jobs.photo import photo
from belfry.entrypoints.cli.opening import name_team
from belfry.entrypoints.cli.options import Team
from belfry.entrypoints.cli.rota import rota
from belfry.entrypoints.cli.scheduler import cron, runs, schedules, workflows
from belfry.entrypoints.cli.serve import serve, worker
from belfry.entrypoints.cli.service_units import keeping
from belfry.entrypoints.cli.team.init import init
from belfry.entrypoints.cli.upcoming import upcoming

Command = Callable[..., Any]

ALONE: Mapping[str, Command] = {
    "demo": demo,
    "init": init,
    "serve": serve,
    "worker": worker,
    "doctor": doctor,
    "upcoming": upcoming,
    "backup": backup,
    "restore": restore,
}
GROUPS: Mapping[str, tuple[str, Mapping[str, Command]]] = {
    "rota": ("Who works when.", rota.COMMANDS),
    "jobs": (
        "Where each customer's job is.",
        {
            "poll": jobs.poll,
            "sweep": jobs.sweep,
            "timeline": job_times.timeline,
            "eta": job_times.eta,
            "check-draft": check_draft,
            "photo": photo,
            "correct": jobs.correct,
            "close-missing": jobs.close_missing,
            "replies": replies.list_replies,
            "settle": replies.settle,
            "link": customers.link,
            "consent": customers.consent,
            "export": forgetting.export,
            "forget": forgetting.forget,
            "settings": job_times.settings,
        },
    ),
    "controls": (
        "Which checks are due.",
        {
            "chain": controls.chain,
            "tick": control_tick.tick,
            "close-missing": control_tick.close_missing,
            "list": control_lists.list_all,
            "show": control_lists.show,
            "done": control_acts.done,
            "undo": control_acts.undo,
            "skip": control_acts.skip,
            "snooze": control_acts.snooze,
            "evidence": control_acts.evidence,
            "packs": control_packs.packs,
            "load": control_packs.load,
            "export": control_files.export,
            "feed": control_files.feed,
            "summary": control_summary.summary,
        },
    ),
    "messages": (
        "What is said to whom, and what became of it.",
        {
            "show": messages.show,
            "resend": messages.resend,
            "approve": messages.approve,
            "decline": messages.decline,
        },
    ),
    "tables": (
        "The team's tables as they were.",
        {"versions": tables.versions, "compare": tables.compare, "restore": tables.restore},
    ),
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
    "cron": (
        "Schedules, explained, and those that EventBridge keeps.",
        {
            "next": cron.show_next,
            "translate": cron.show_translation,
            "publish": schedules.publish,
            "reconcile": schedules.reconcile,
        },
    ),
    "keys": (
        "Keys for programs.",
        {"create": keys.create, "list": keys.list_all, "revoke": keys.revoke},
    ),
    "users": (
        "People who may sign in.",
        {"list": users.list_all, "add": users.add, "link": users.link},
    ),
    "audit": ("Who did what.", {"log": audit.log, "verify": audit.verify}),
    "service": (
        "Belfry kept running by the machine itself.",
        {
            "show": keeping.show,
            "install": keeping.install,
            "uninstall": keeping.uninstall,
            "status": keeping.status,
        },
    ),
}
# Groups inside of a group.
INNER: Mapping[str, Mapping[str, tuple[str, Mapping[str, Command]]]] = {
    "jobs": {"wordings": ("How each kind of message is worded.", wordings.COMMANDS)},
}
# Groups that answer by themselves when no word follows.
SPEAKING: Mapping[str, Command] = {"messages": messages.list_all}

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
    made = typer.Typer(pretty_exceptions_enable=False)
    made.callback(invoke_without_command=True)(begin)
    for name, command in ALONE.items():
        made.command(name)(command)
    for name, (says, commands) in GROUPS.items():
        group = typer.Typer(help=says)
        if name in SPEAKING:
            group = typer.Typer()  # its own words are those of the command
            group.callback(invoke_without_command=True)(SPEAKING[name])
        _add_commands(group, commands)
        for inner_name, (inner_says, inner_commands) in INNER.get(name, {}).items():
            inner = typer.Typer(help=inner_says)
            _add_commands(inner, inner_commands)
            group.add_typer(inner, name=inner_name)
        made.add_typer(group, name=name)
    return made


def _add_commands(group: typer.Typer, commands: Mapping[str, Command]) -> None:
    for name, command in commands.items():
        group.command(name)(command)


app = build_app()
