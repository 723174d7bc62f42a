"""A repair shop on a Monday morning, with a week behind it: something to look at."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from tests.browser.sample_bench import live_through_monday, live_through_week, open_bench

from belfry.accounts.keys import Service
from belfry.accounts.users import Role
from belfry.kernel.changes import Append
from belfry.kernel.errors import Temporary
from belfry.scheduler.kinds import FunctionKind, RunContext
from belfry.scheduler.runs import Notice

if TYPE_CHECKING:
    from tests.entrypoints.web.pages.apps import App

    from belfry.accounts.users import User

BEGUN = datetime(2026, 11, 11, 7, 0, tzinfo=UTC)
MONDAY = datetime(2026, 11, 16, 9, 41, tzinfo=UTC)
COURIER_DOWN = datetime(2026, 11, 13, 12, 0, tzinfo=UTC)

WORKFLOWS: tuple[dict[str, Any], ...] = (
    {"name": "Back up the job board", "kind": "http", "cron_schedule": "30 2 * * *"},
    {"name": "Morning list for the workshop", "kind": "log", "cron_schedule": "0 8 * * 1-6"},
    {"name": "Chase jobs that went quiet", "kind": "http", "cron_schedule": "*/30 9-17 * * 1-5"},
    {"name": "Courier pick-up list", "kind": "http", "cron_schedule": "15 16 * * 1-5"},
    {"name": "Spare parts from Singapore", "kind": "http", "cron_schedule": "0 9 * * 2,5"},
    {"name": "Stock count reminder", "kind": "log", "cron_schedule": "0 17 * * 5"},
    {"name": "Invoices to the bookkeeper", "kind": "http", "cron_schedule": "0 9 1,15 * *"},
    {"name": "Test the alarm", "kind": "log", "cron_schedule": "0 10 * * 1#1"},
    {"name": "Late opening on Thursdays", "kind": "log", "cron_schedule": "30 17 * * 4"},
)
INPUTS: dict[str, dict[str, Any]] = {
    "log": {"message": "Two bikes, one laptop and a sewing machine are promised for today."},
    "http": {"url": "https://board.example.com/hooks/belfry", "method": "POST"},
}


def make_caller(app: App) -> FunctionKind:
    """Stands in for the calls that a real shop makes; since Friday the courier does not answer."""

    def call(inputs: Mapping[str, Any], context: RunContext) -> str:
        app.clock.advance(timedelta(milliseconds=1180 + 37 * context.workflow_id))
        if context.workflow_name.startswith("Courier") and context.scheduled_for > COURIER_DOWN:
            raise Temporary("the courier's server answered 503 Service Unavailable: no list came")
        return "200 OK\n14 open jobs, 3 of them quiet for more than two days"

    return FunctionKind(call)


def furnish(app: App) -> User:
    """The shop's people, workflows and a week of runs; gives the owner."""
    app.clock.set_wrong(BEGUN - app.clock.now())
    app.kinds["http"] = make_caller(app)
    maria = app.take_in("Maria Okafor", Role.OWNER, password="correct horse battery")
    jonas = app.take_in("Jonas Beck", Role.MANAGER, password="another fine phrase")
    app.take_in("Priya Nair")
    for edit in WORKFLOWS:
        defaults = {"inputs": INPUTS[edit["kind"]], "timezone": "Europe/London"}
        if "Singapore" in edit["name"]:
            defaults["timezone"] = "Asia/Singapore"
        app.services.create_workflow({**defaults, **edit}, team_id=1, by=maria.subject)
    bench = open_bench(app)
    live_through_week(bench)
    app.work_until(MONDAY - timedelta(days=2))
    _change_things(app, maria.subject, jonas.subject)
    live_through_monday(bench)
    app.work_until(MONDAY)
    _tell(app)
    return maria


def _change_things(app: App, maria: str, jonas: str) -> None:
    change = app.services.change_workflow
    change.edit(3, {"cron_schedule": "*/20 9-17 * * 1-5"}, by=jonas)
    change.pause(9, note="Closed on Thursday evenings until the new year", by=maria)
    app.services.accounts.keys.create(service=Service.API, name="Till", team_id=1, by=maria)


def _tell(app: App) -> None:
    for worker in app.services.ports.monitor.list_workers():
        app.services.keep_worker.sign_off(worker.id)
    app.services.keep_worker.sign_on("shop-pc")
    away = Notice(
        id="away/2026-11-15",
        at=MONDAY - timedelta(hours=2, minutes=55),
        kind="away",
        text="Belfry was away from 2026-11-15 22:10 UTC to 2026-11-16 06:46 UTC",
    )
    app.services.ports.store.commit([Append(away)])
