"""Which pages an owner opens: those that every team has, and one of each thing a team has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from belfry.bootstrap import Services
from belfry.entrypoints.web.pages.addresses import render_name
from belfry.jobs.settings.read_shop import SETTINGS_DOC
from belfry.rota.rules.weeks import find_this_monday

FIXED = (
    *("/", "/jobs", "/jobs?as=list", "/jobs/new", "/controls", "/controls/board", "/controls/year"),
    *("/rota", "/rota/requests", "/rota/time-off", "/messages", "/next", "/workflows"),
    *("/workflows/timeline", "/figures", "/docs", "/people", "/keys", "/audit", "/me"),
)


def list_pages(services: Services) -> Mapping[str, str]:
    """Where each page is, by what it is called here."""
    return {path: path for path in FIXED} | dict(_list_own(services))


def _list_own(services: Services) -> Iterator[tuple[str, str]]:
    ports = services.ports
    for job in ports.jobs.list_page(limit=1):
        yield "a job", f"/jobs/{render_name(job.id)}"
    for control in ports.controls.list_page(limit=1):
        yield "a control", f"/controls/{render_name(control.id)}"
    for message in ports.messages.list_newest(limit=1):
        yield "a message", f"/messages/{render_name(message.id)}"
    for run in ports.runs.list_newest(limit=1):
        yield "a run", f"/runs/{run.id}"
    for workflow in ports.workflows.list(team_id=None, limit=1):
        yield "a workflow", f"/workflows/{workflow.id}"
    monday = find_this_monday(ports.clock.now(), services.rota.drafts.gather.zone)
    yield "a week", f"/rota/{monday}"
    yield "a document", f"/docs/{SETTINGS_DOC}"
