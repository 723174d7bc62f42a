"""What the demo shows: one of everything, the whole for programs, and each run as it ends."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from belfry.bootstrap import Services, build_services, open_ports
from belfry.controls.chains.moves import Move
from belfry.entrypoints.cli.answers import find_state, find_words, make_plain, open_console, shape
from belfry.entrypoints.demo.clock import TEAM
from belfry.entrypoints.demo.days import A_WEEK, MONDAY_AFTERNOON, find_save, list_saves
from belfry.entrypoints.demo.team import GPS, MAKE, WRONG_DOMAIN, draw, list_mondays
from belfry.jobs.jobs import Job
from belfry.jobs.updates.fence import Setting, judge_draft
from belfry.kernel.channels import SMS
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Permanent, Unknown
from belfry.messaging.messages import Message, State
from belfry.messaging.ports import OutgoingMessage
from belfry.ports.clock import Clock
from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.scheduler.runs import Run, RunStatus
from belfry.scheduler.workflows import BUILTINS, Workflow
from belfry.settings import Settings

# Where most systems keep files in memory: a temporary team need not be written to a disk.
MEMORY = Path("/dev/shm")
BROKEN_FOR = timedelta(minutes=10)
RECEIPT = "kept in the demo's postbox; nobody outside was sent anything"


def find_quick_place() -> Path | None:
    """A folder for temporary files; None for the system's own choice."""
    return MEMORY if os.access(MEMORY, os.W_OK) else None


@contextmanager
def open_app(settings: Settings, clock: Clock, now: datetime) -> Iterator[Services]:
    """The team's services; the texts of the latest Monday afternoon went into a broken line."""
    saves = list_saves(now - timedelta(days=8), now)
    broken_at = find_save(max(save for save in saves if save % A_WEEK == MONDAY_AFTERNOON))
    ports = open_ports(settings, clock=clock)
    try:
        channels = {"email": Postbox(clock), "sms": Postbox(clock, broken_at)}
        yield build_services(settings, replace(ports, channels=channels))
    finally:
        ports.close()


@dataclass(frozen=True, slots=True)
class Postbox:
    """A channel that sends nothing: it refuses the wrong domain, and is down from `broken_at`."""

    clock: Clock
    broken_at: datetime | None = None

    def send(self, message: OutgoingMessage) -> str:
        if message.to.endswith(f"@{WRONG_DOMAIN}"):
            raise Permanent(f"550 there is no domain {WRONG_DOMAIN}")
        if self.broken_at and self.broken_at <= self.clock.now() < self.broken_at + BROKEN_FOR:
            raise Unknown("the line to the gateway broke before it answered")
        return RECEIPT


def collect_everything(services: Services) -> dict[str, Any]:
    """The whole, for programs."""
    ports = services.ports
    since = ports.clock.now() - timedelta(days=1)
    newest = [
        message for message in ports.messages.list_newest(limit=20) if message.made_at > since
    ]
    return {
        "counts": count_everything(services),
        "glimpses": list_scenes(services),
        "workflows": [
            _summarise(services, workflow) for workflow in ports.workflows.list(team_id=TEAM)
        ],
        "messages": [_describe(services, message) for message in reversed(newest)],
        "rota": summarise_rota(services),
        "notices": [notice.text for notice in ports.monitor.list_open_notices()],
    }


def show_everything(services: Services) -> None:
    """For people: a heading and its sentences, plain where the output is no terminal."""
    console = open_console()
    counted = ", ".join(f"{count} {what}" for what, count in count_everything(services).items())
    console.print(Text(f"{services.settings.name}, four weeks on: {counted}.", style="bold"))
    for scene in list_scenes(services):
        print_scene(console, scene["title"], scene["lines"])


def print_scene(console: Console, title: str, lines: Iterable[str]) -> None:
    """A terminal gets lines wrapped between words, a file each sentence on one line."""
    console.print(Text(f"\n{title}", style="bold cyan"))
    for line in lines:
        text = Text(make_plain(line))
        if console.is_terminal:
            console.print(Padding(text, (0, 0, 0, 2), expand=False))
        else:
            console.print(Text("  ").append(text), soft_wrap=True)


def count_everything(services: Services) -> dict[str, int]:
    ports, seen = services.ports, services.ports.jobs.list_seen_rows()
    return {
        "people": len(services.rota.drafts.read_sheets.staff().rows),
        "jobs": len(seen.still_open) + len(seen.over),
        "controls": ports.controls.count(),
        "messages": sum(ports.messages.count_states().values()),
    }


def _summarise(services: Services, workflow: Workflow) -> dict[str, Any]:
    """A workflow with the number of its runs, how they ended, and the latest output."""
    runs = services.ports.runs.list_newest(workflow_id=workflow.id, limit=10_000)
    return {
        **shape(workflow, "name", schedule="cron_schedule"),
        "state": find_state(workflow),
        "runs": len(runs),
        "succeeded": sum(run.status is RunStatus.SUCCEEDED for run in runs),
        "parked": sum(run.status is RunStatus.PARKED for run in runs),
        "latest": find_words(runs[0]) if runs else "",
        "next_at": services.ports.triggers.find_next([workflow.id]).get(workflow.id),
    }


def _describe(services: Services, message: Message) -> dict[str, str]:
    rendered = services.messaging.preview.of(message).rendered if message.is_waiting else None
    return {**shape(message, "about", "state", "why"), "text": (rendered or message).text}


def describe_run(services: Services, run: Run) -> str | None:
    """One line for a run that has just ended; None for those of Belfry's own workflows."""
    workflow = services.ports.workflows.find(run.workflow_id)
    if workflow is None or workflow.name in [builtin.name for builtin in BUILTINS]:
        return None
    at = services.ports.clock.now().astimezone(find_zone(services.settings.timezone))
    return f"{at:%H:%M:%S}  {workflow.name}: {run.status}. {find_words(run)}"


def list_scenes(services: Services) -> list[dict[str, Any]]:
    """One of everything: what it is about, a title, and a sentence a line."""
    rota = list_rota_lines(summarise_rota(services))
    scenes = (
        ("clock", "Workflows ran on schedule", list_run_lines(services)),
        ("move", "A job moved late in the evening", list_move_lines(services)),
        ("tick", "Where the controls stand today", list_control_lines(services)),
        ("rota", "Next week is drafted and waits for approval", rota),
        ("photo", "A photo loses its location data", list_photo_lines(services)),
        ("fence", "A model's draft that promises too much is refused", list_fence_lines(services)),
    )
    return [{"of": of, "title": title, "lines": list(lines)} for of, title, lines in scenes]


SHOWN_RUNS = {
    "Open the shop": (RunStatus.SUCCEEDED,),
    "Send the takings to the old ledger": (RunStatus.PARKED, RunStatus.MISSED),
}


def list_run_lines(services: Services) -> Iterator[str]:
    for name, statuses in SHOWN_RUNS.items():
        if workflow := services.ports.workflows.find_by_name(TEAM, name):
            runs = services.ports.runs.list_newest(workflow_id=workflow.id, limit=200)
            latest = {run.status: run for run in reversed(runs)}
            for run in (latest[status] for status in statuses if status in latest):
                at = _show(services, run.scheduled_for)
                tried = f" after {run.attempt} tries" if run.attempt > 1 else ""
                yield f"{at}, {name}: {run.status}{tried}. {find_words(run)}"


def list_move_lines(services: Services) -> Iterator[str]:
    """The latest update that had to wait for the morning."""
    for message in services.ports.messages.list_newest(states=(State.SENT,), limit=200):
        entries = services.ports.audit_log.list_entries(message.subject)
        held = next((entry for entry in entries if entry.action == "held"), None)
        if held is None or message.kind != "moved":
            continue
        job = services.ports.store.find(Job, message.about.partition("/")[2])
        moved = f"{_show(services, message.made_at)}, {message.about}"
        yield f"{moved}: {job.item if job else 'a job'} moved."
        yield f"{_show(services, held.at)}: held ({held.after.get('why', '')})."
        if message.sent_at:
            yield f"{_show(services, message.sent_at)}: sent. “{' '.join(message.text.split())}”"
        return


def list_control_lines(services: Services) -> Iterator[str]:
    ticks = services.controls.tick(is_whole=True, dry_run=True).controls
    for move in (Move.ESCALATE, Move.OVERDUE, Move.DUE_NOW, Move.ON_TRACK):
        if tick := next((tick for tick in ticks if tick.decision.move is move), None):
            yield f"{tick.control.name}: {move.value}. {tick.decision.why}"


def summarise_rota(services: Services) -> dict[str, Any]:
    """The draft that waits, the first chosen shift of each outcome, and the open swaps."""
    now, zone = services.ports.clock.now(), find_zone(services.settings.timezone)
    monday = list_mondays(now.astimezone(zone).date())[-1]
    view, swaps = services.rota.drafts.show_week(monday), services.rota.requests.list().swaps
    chosen = [line for day in view.days for line in day.lines if not line.is_pinned]
    first = {line.outcome: line for line in reversed(chosen)}
    lines = [first[outcome] for outcome in Outcome if outcome in first]
    return {
        "week": monday,
        "seats": view.draft.seats if view.draft else 0,
        "filled": view.draft.filled if view.draft else 0,
        "shifts": [
            shape(line, "shift_id", "outcome", "why", assigned_to="people") for line in lines
        ],
        "swaps": [shape(swap, "week", "shift_id", "person", "asked", "state") for swap in swaps],
    }


def list_rota_lines(summary: dict[str, Any]) -> Iterator[str]:
    yield f"The week of {summary['week']}: {summary['filled']} of {summary['seats']} seats filled."
    for shift in summary["shifts"]:
        people = ", ".join(shift["assigned_to"]) or "no one"
        yield f"{shift['shift_id']}, {people}, {shift['outcome']}: {shift['why']}"
    for swap in summary["swaps"]:
        sentence = f"{swap['asked']} would take {swap['shift_id']} of the week of {swap['week']}"
        yield f"{sentence} from {swap['person']}, who asked for cover; a manager has to agree."


def list_photo_lines(services: Services) -> Iterator[str]:
    taken = draw("kettle", 0)
    for sentence, content in (
        ("As uploaded", taken),
        ("As stored", services.ports.image_processor.process(taken).content),
    ):
        exif = Image.open(BytesIO(content)).getexif()
        traces = ["where it was taken" if exif.get_ifd(GPS) else "", str(exif.get(MAKE, ""))]
        shown = " and ".join(filter(None, traces)) or "nothing but the picture"
        yield f"{sentence}: {len(content) // 1000} kB; it holds {shown}."


LIE = "Hi {name}, {news} We are nearly there, and it looks as good as new!"


def list_fence_lines(services: Services) -> Iterator[str]:
    """What would become of the lie if a model wrote it."""
    shop = services.jobs.read_shop().shop
    setting = Setting(
        "moved", "diagnosing", SMS.name, has_when=False, has_look=False, may_reply=False
    )
    yield f"The kettle is at {setting.stage}. Suppose a model wrote: “{LIE}”"
    for reason in judge_draft(LIE, shop, setting).reasons:
        yield f"Refused ({reason.rule}): {reason.says}"
    yield "Belfry would send its own plain sentence instead."


def _show(services: Services, moment: datetime) -> str:
    return f"{moment.astimezone(find_zone(services.settings.timezone)):%a %H:%M}"
