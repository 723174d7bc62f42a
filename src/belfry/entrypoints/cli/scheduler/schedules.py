"""Whether the scheduler outside knows what it should, and telling it, for teams that have one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import Rows, answer, say
from belfry.entrypoints.cli.opening import open_team
from belfry.entrypoints.cli.options import Json, Team
from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.bootstrap.external_scheduler import ExternalScheduler
    from belfry.scheduler.publishing.reconcile_schedules import Reconciled


def publish(team: Team = None, as_json: Json = False) -> None:
    """Tell EventBridge what changed about workflows, now and not within the minute.

    For example: belfry cron publish
    """
    with open_team(team) as services:
        relayed = _find_external_scheduler(services).relay()
    data = {"done": relayed.done, "put_back": relayed.put_back, "failed": relayed.failed}
    lines = [
        f"Told: {relayed.done}.",
        f"To be tried again: {relayed.put_back}.",
        f"Given up: {relayed.failed}; `belfry doctor` says why.",
    ]
    said = [line for line, count in zip(lines, data.values(), strict=True) if count]
    answer(data, "\n".join(said) or "Nothing is waiting to be told.", as_json=as_json)
    if relayed.put_back or relayed.failed:
        raise typer.Exit(1)


def reconcile(
    fix: Annotated[bool, typer.Option("--fix", help="Mend what differs.")] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Compare EventBridge's schedules with the workflows; leaves with 1 if they differ.

    For example: belfry cron reconcile --fix
    """
    with open_team(team) as services:
        found = _find_external_scheduler(services).reconcile(fix=fix)
    answer(_shape(found), _render(found), as_json=as_json)
    if not as_json:
        for number, problem in found.problems.items():
            say(f"Workflow {number}: {problem}")
        if found.drifts:
            say("Mended." if found.is_right else "`belfry cron reconcile --fix` mends it.")
    if not found.is_right:
        raise typer.Exit(1)


def _shape(found: Reconciled) -> dict[str, object]:
    return {
        "ok": found.is_right,
        "fixed": found.is_fixed,
        "drift": [
            {"name": one.name, "workflow_id": one.workflow_id, "says": one.says}
            for one in found.drifts
        ],
        "problems": [
            {"workflow_id": number, "says": problem} for number, problem in found.problems.items()
        ],
    }


def _render(found: Reconciled) -> Rows:
    rows = [(one.name, one.says) for one in found.drifts]
    return Rows(("schedule", "what differs"), rows, "Every schedule is as it should be.")


def _find_external_scheduler(services: Services) -> ExternalScheduler:
    if services.external_scheduler is None:
        raise ConfigError(
            "eventbridge.environment is not set: this team's workflows ring from Belfry's own clock"
        )
    return services.external_scheduler
