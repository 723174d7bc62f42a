"""Which commands there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Annotated, Any

import typer

from belfry.entrypoints.cli import accounts, audit, google, mail, messages, slack, tables
from belfry.entrypoints.cli.answers import say
from belfry.entrypoints.cli.aws.cost import cost
from belfry.entrypoints.cli.backup import backup, move, restore
from belfry.entrypoints.cli.controls import controls, proposals
from belfry.entrypoints.cli.demo import demo
from belfry.entrypoints.cli.doctor import doctor
from belfry.entrypoints.cli.jobs import jobs, wordings
from belfry.entrypoints.cli.opening import Team, make_command, name_team, option
from belfry.entrypoints.cli.rota import requests, weeks
from belfry.entrypoints.cli.scheduler import cron, workflows
from belfry.entrypoints.cli.serve import serve, worker
from belfry.entrypoints.cli.service_units import commands as service
from belfry.entrypoints.cli.simulate import simulate
from belfry.entrypoints.cli.team.init import init

Command = Callable[..., Any]

ALONE: Mapping[str, Command] = {
    "demo": demo,
    "init": init,
    "serve": serve,
    "worker": worker,
    "doctor": doctor,
    "upcoming": messages.upcoming,
    "backup": backup,
    "restore": restore,
    "move": move,
    "simulate": simulate,
}
# A group inside of another follows it.
GROUPS: Mapping[str, tuple[str, Mapping[str, Command]]] = {
    "rota": (
        "Who works when.",
        {
            "template": weeks.template,
            "draft": weeks.draft,
            "show": weeks.show,
            "explain": weeks.explain,
            "approve": weeks.approve,
            "edit": weeks.edit,
            "redraft": weeks.redraft,
            "fuller": weeks.fuller,
            "discard": weeks.discard,
            "publish": weeks.publish,
            "resend": weeks.resend,
            "requests": requests.requests,
            "swap": requests.swap,
            "take": requests.take,
            "answer-swap": requests.answer_swap,
            "time-off": requests.time_off,
            "answer-time-off": requests.answer_time_off,
            "answer-clash": requests.answer_clash,
            "read-note": requests.read_note,
            "notes": requests.notes,
            "hours": weeks.hours,
            "fairness": weeks.fairness,
            "feed": weeks.feed,
        },
    ),
    "jobs": (
        "Where each customer's job is.",
        {
            "poll": jobs.poll,
            "sweep": jobs.sweep,
            "timeline": jobs.timeline,
            "eta": jobs.eta,
            "check-draft": wordings.check_draft,
            "photo": jobs.photo,
            "correct": jobs.correct,
            "close-missing": jobs.close_missing,
            "replies": jobs.list_replies,
            "reply": jobs.reply,
            "settle": jobs.settle,
            "link": jobs.link,
            "consent": jobs.consent,
            "export": jobs.export,
            "forget": jobs.forget,
            "settings": jobs.settings,
        },
    ),
    "jobs wordings": (
        "How each kind of message is worded.",
        {
            "list": wordings.list_all,
            "suggest": wordings.suggest,
            "approve": wordings.approve,
            "decline": wordings.decline,
            "edit": wordings.edit,
        },
    ),
    "controls": (
        "Which checks are due.",
        {
            "chain": controls.chain,
            "tick": controls.tick,
            "close-missing": controls.close_missing,
            "list": controls.list_all,
            "show": controls.show,
            "done": controls.done,
            "undo": controls.undo,
            "skip": controls.skip,
            "snooze": controls.snooze,
            "evidence": controls.evidence,
            "packs": controls.packs,
            "load": controls.load,
            "proposals": proposals.list_all,
            "approve": proposals.approve,
            "decline": proposals.decline,
            "export": controls.export,
            "feed": controls.feed,
            "summary": controls.summary,
        },
    ),
    "messages": (
        "Messages to customers and the team, and what became of them.",
        {
            "show": messages.show,
            "resend": messages.resend,
            "approve": messages.approve,
            "decline": messages.decline,
            "redrive": messages.redrive,
            "take-bounce": messages.take_bounce,
        },
    ),
    "mail": (
        "Mail that arrived, and what became of it.",
        {
            "list": mail.list_all,
            "show": mail.show,
            "dismiss": mail.dismiss,
            "take": mail.take,
            "fetch": mail.fetch,
        },
    ),
    "google": (
        "Tables, documents and photos in Google Drive.",
        {"check": google.check, "sync": google.sync},
    ),
    "slack": ("Messages to the team by Slack.", {"check": slack.check}),
    "tables": (
        "Earlier versions of the team's tables, and the samples.",
        {
            "versions": tables.versions,
            "compare": tables.compare,
            "restore": tables.restore,
            "remove-samples": tables.remove_samples,
            "keep-samples": tables.keep_samples,
        },
    ),
    "workflows": (
        "Scheduled workflows and their runs.",
        {
            "list": workflows.list_all,
            "add": workflows.add,
            "set": workflows.change,
            "pause": workflows.pause,
            "resume": workflows.resume,
            "archive": workflows.archive,
            "run": workflows.start,
            "runs": workflows.show,
            "backfill": workflows.backfill,
            "replay": workflows.replay,
        },
    ),
    "cron": (
        "Cron expressions, and the schedules in EventBridge.",
        {
            "next": cron.show_next,
            "translate": cron.show_translation,
            "publish": cron.publish,
            "reconcile": cron.reconcile,
        },
    ),
    "aws": ("Home aws.", {"cost": cost}),
    "keys": (
        "API keys.",
        {"create": accounts.create, "list": accounts.list_all, "revoke": accounts.revoke},
    ),
    "users": (
        "People who may sign in.",
        {"list": accounts.list_users, "add": accounts.add_user, "link": accounts.link_user},
    ),
    "audit": ("Who did what.", {"log": audit.log, "verify": audit.verify}),
    "service": (
        "Run Belfry as a service of this machine.",
        {
            "show": service.show,
            "install": service.install,
            "uninstall": service.uninstall,
            "status": service.status,
        },
    ),
}
# Groups that answer by themselves when no word follows.
SPEAKING: Mapping[str, Command] = {"messages": messages.list_all}

_trace: ContextVar[bool] = ContextVar("trace", default=False)


def wants_trace() -> bool:
    """Whether the whole trace of something unexpected was asked for."""
    return _trace.get()


def begin(
    context: typer.Context,
    version: Annotated[bool, option("--version", "Show the version.")] = False,
    trace: Annotated[bool, option("--trace", "Show the traceback of an unexpected error.")] = False,
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
    app = typer.Typer(pretty_exceptions_enable=False)
    app.callback(invoke_without_command=True)(begin)
    groups = {"": app}
    _add_commands(app, ALONE)
    for name, (help, commands) in GROUPS.items():
        if name in SPEAKING:
            group = typer.Typer()  # its help is that of the command
            group.callback(invoke_without_command=True)(make_command(SPEAKING[name]))
        else:
            group = typer.Typer(help=help)
        _add_commands(group, commands)
        parent, _, own_name = name.rpartition(" ")
        groups[parent].add_typer(group, name=own_name)
        groups[name] = group
    return app


def _add_commands(group: typer.Typer, commands: Mapping[str, Command]) -> None:
    for name, command in commands.items():
        # The text of a chain may begin with a minus, such as "-7, 0".
        settings = {"ignore_unknown_options": name == "chain"}
        group.command(name, context_settings=settings)(make_command(command))


app = build_app()
