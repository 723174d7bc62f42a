"""What the demo shows: one of everything, the whole for programs, and each run as it ends."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from rich.padding import Padding
from rich.text import Text

from belfry.bootstrap import build_services, open_ports
from belfry.controls.chains.moves import Move
from belfry.entrypoints.cli.answers import (
    find_state,
    find_words,
    make_plain,
    open_console,
    shape,
    shape_all,
)
from belfry.entrypoints.demo.board import WRONG_DOMAIN
from belfry.entrypoints.demo.clock import A_WEEK, find_save, list_saves
from belfry.entrypoints.demo.history import TEAM
from belfry.entrypoints.demo.pictures import GPS, MAKE, draw
from belfry.entrypoints.demo.sample import LEDGER, OPENING
from belfry.entrypoints.demo.team import choose_weeks
from belfry.jobs.jobs import Job
from belfry.jobs.updates.fence import Setting, judge_draft
from belfry.kernel.channels import SMS
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Permanent, Unknown
from belfry.messaging.messages import State
from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.scheduler.runs import RunStatus
from belfry.scheduler.workflows import BUILTINS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from belfry.bootstrap import Services
    from belfry.messaging.messages import Message
    from belfry.messaging.ports import OutgoingMessage
    from belfry.ports.clock import Clock
    from belfry.rota.drafts.drafted_weeks import DraftLine
    from belfry.rota.drafts.show_week import WeekView
    from belfry.scheduler.runs import Run
    from belfry.scheduler.workflows import Workflow
    from belfry.settings import Settings


MOST_RUNS = 10_000
MOST_SHOWN = 20
SHOWN_FOR = timedelta(days=1)


def collect_everything(services: Services) -> dict[str, Any]:
    """The whole, for programs."""
    ports = services.ports
    since = ports.clock.now() - SHOWN_FOR
    newest = ports.messages.list_newest(limit=MOST_SHOWN)
    return {
        "counts": count_everything(services),
        "glimpses": [asdict(scene) for scene in list_scenes(services)],
        "workflows": [
            _summarise(services, workflow) for workflow in ports.workflows.list(team_id=TEAM)
        ],
        "messages": [
            _describe(services, message) for message in reversed(newest) if message.made_at > since
        ],
        "rota": summarise_rota(services),
        "notices": [notice.text for notice in ports.monitor.list_open_notices()],
    }


def count_everything(services: Services) -> dict[str, int]:
    ports, seen = services.ports, services.ports.jobs.list_seen_rows()
    return {
        "people": len(services.rota.drafts.read_sheets.staff().rows),
        "jobs": len(seen.still_open) + len(seen.over),
        "controls": ports.controls.count(),
        "messages": sum(ports.messages.count_states().values()),
    }


def show_everything(services: Services) -> None:
    """For people: a heading and its sentences, plain where the output is no terminal."""
    console = open_console()
    counted = ", ".join(f"{count} {what}" for what, count in count_everything(services).items())
    console.print(Text(f"{services.settings.name}, four weeks on: {counted}.", style="bold"))
    for scene in list_scenes(services):
        console.print(Text(f"\n{scene.title}", style="bold cyan"))
        for line in scene.lines:
            indented = Padding(Text(make_plain(line)), (0, 0, 0, 2), expand=False)
            console.print(indented, soft_wrap=not console.is_terminal)


def _summarise(services: Services, workflow: Workflow) -> dict[str, Any]:
    """A workflow with the number of its runs, how they ended, and the latest output."""
    runs = services.ports.runs.list_newest(workflow_id=workflow.id, limit=MOST_RUNS)
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


MOST = 200


@dataclass(frozen=True, slots=True)
class Scene:
    """One sight of the tour, a sentence a line."""

    of: str
    title: str
    lines: tuple[str, ...]


def list_scenes(services: Services) -> Iterator[Scene]:
    """Each is looked up when it is shown."""
    yield Scene("clock", "The clock rang", tuple(_tell_clock(services)))
    yield Scene("move", "A job moved late in the evening", tuple(_tell_move(services)))
    yield Scene("tick", "Where the controls stand today", tuple(_tell_tick(services)))
    drafted = tuple(_tell_rota(summarise_rota(services)))
    yield Scene("rota", "Next week is drafted and waits for a yes", drafted)
    yield Scene("photo", "A picture is tidied", tuple(_tell_photo(services)))
    yield Scene("fence", "A draft that lies is refused", tuple(_tell_lie(services)))


def _tell_clock(services: Services) -> Iterator[str]:
    for sample, status in (
        (OPENING, RunStatus.SUCCEEDED),
        (LEDGER, RunStatus.PARKED),
        (LEDGER, RunStatus.MISSED),
    ):
        name = sample.edit["name"]
        workflow = services.ports.workflows.find_by_name(TEAM, name)
        if workflow is None:
            continue
        runs = services.ports.runs.list_newest(workflow_id=workflow.id, limit=MOST)
        if run := next((run for run in runs if run.status is status), None):
            at = _show(services, run.scheduled_for)
            tried = f" after {run.attempt} tries" if run.attempt > 1 else ""
            yield f"{at}, {name}: {run.status}{tried}. {find_words(run)}"


def _tell_move(services: Services) -> Iterator[str]:
    """The latest update that had to wait for the morning."""
    for message in services.ports.messages.list_newest(states=(State.SENT,), limit=MOST):
        entries = services.ports.audit_log.list_entries(message.subject)
        held = next((entry for entry in entries if entry.action == "held"), None)
        if held is None or message.kind != "moved":
            continue
        job = services.ports.store.find(Job, message.about.partition("/")[2])
        moved = f"{_show(services, message.made_at)}, {message.about}"
        yield f"{moved}: {job.item if job else 'its thing'} moved; the customer sleeps."
        yield f"{_show(services, held.at)}: held, because of {held.after.get('why', '')}."
        if message.sent_at:
            yield f"{_show(services, message.sent_at)}: sent. “{' '.join(message.text.split())}”"
        return


def _tell_tick(services: Services) -> Iterator[str]:
    ticks = services.controls.tick(is_whole=True, dry_run=True).controls
    for move in (Move.ESCALATE, Move.OVERDUE, Move.DUE_NOW, Move.ON_TRACK):
        if tick := next((tick for tick in ticks if tick.decision.move is move), None):
            yield f"{tick.control.name}: {move.value}. {tick.decision.why}"


def _tell_photo(services: Services) -> Iterator[str]:
    taken = draw("kettle", 0)
    kept = services.ports.image_processor.process(taken).content
    yield f"As it came: {len(taken) // 1000} kB; it says {_list_traces(taken)}."
    yield f"As it is kept: {len(kept) // 1000} kB; it says {_list_traces(kept)}."


def _list_traces(content: bytes) -> str:
    exif = Image.open(BytesIO(content)).getexif()
    traces = ["where it was taken" if exif.get_ifd(GPS) else "", str(exif.get(MAKE, ""))]
    return " and ".join(filter(None, traces)) or "nothing but how the thing looks"


def _show(services: Services, moment: datetime) -> str:
    return f"{moment.astimezone(find_zone(services.settings.timezone)):%a %H:%M}"


STAGE = "diagnosing"
LIE = "Hi {name}, {news} We are nearly there, and it looks as good as new!"


def _tell_lie(services: Services) -> Iterator[str]:
    """What would become of it if a model wrote it."""
    shop = services.jobs.read_shop().shop
    setting = Setting("moved", STAGE, SMS.name, has_when=False, has_look=False, may_reply=False)
    yield f"The kettle is at {STAGE}. Suppose that a model wrote: “{LIE}”"
    for reason in judge_draft(LIE, shop, setting).reasons:
        yield f"Refused ({reason.rule}): {reason.says}"
    yield "The plain sentence would be sent in its place."


SHOWN = (Outcome.FILLED, Outcome.FAIR_SWAP, Outcome.SHORT_STAFFED, Outcome.HELD)


def summarise_rota(services: Services) -> dict[str, Any]:
    """The draft that waits, one shift of each outcome with its reason, and the open swaps."""
    now, zone = services.ports.clock.now(), find_zone(services.settings.timezone)
    monday = choose_weeks(now.astimezone(zone).date()).next
    view, swaps = services.rota.drafts.show_week(monday), services.rota.requests.list().swaps
    lines = _choose_lines(view)
    return {
        "week": monday,
        "seats": view.draft.seats if view.draft else 0,
        "filled": view.draft.filled if view.draft else 0,
        "shifts": shape_all(lines, "shift_id", "outcome", "why", assigned_to="people"),
        "swaps": shape_all(swaps, "week", "shift_id", "person", "asked", "state"),
    }


def _tell_rota(summary: dict[str, Any]) -> Iterator[str]:
    yield f"The week of {summary['week']}: {summary['filled']} of {summary['seats']} seats filled."
    for shift in summary["shifts"]:
        who = ", ".join(shift["assigned_to"]) or "nobody"
        yield f"{shift['shift_id']}, {who}, {shift['outcome']}: {shift['why']}"
    for swap in summary["swaps"]:
        sentence = f"{swap['asked']} would take {swap['shift_id']} of the week of {swap['week']}"
        yield f"{sentence} from {swap['person']}, who asked for cover; a manager has to agree."


def _choose_lines(view: WeekView) -> list[DraftLine]:
    """The first shift of each outcome; of those that were simply filled, one that was chosen."""
    lines = [line for day in view.days for line in day.lines if not line.is_pinned]
    first = [next((line for line in lines if line.outcome is outcome), None) for outcome in SHOWN]
    return [line for line in first if line]


# The texts of the latest Monday afternoon went into a broken line.
BROKEN_SAVE = 1
BROKEN_FOR = timedelta(minutes=10)
# Where most systems keep files in memory: a temporary team need not be written to a disk.
MEMORY = Path("/dev/shm")


@contextmanager
def open_app(settings: Settings, clock: Clock, now: datetime) -> Iterator[Services]:
    saves = list_saves(now - timedelta(days=8), now)
    broken_at = find_save(max(save for save in saves if save % A_WEEK == BROKEN_SAVE))
    texts = TextBox(clock, broken_at, broken_at + BROKEN_FOR)
    ports = open_ports(settings, clock=clock)
    try:
        demo_ports = replace(ports, channels={"email": UnsentMail(), "sms": texts})
        yield build_services(settings, demo_ports)
    finally:
        ports.close()


def find_quick_place() -> Path | None:
    """A folder for temporary files; None for the system's own choice."""
    return MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None


RECEIPT = "kept in the demo's postbox; nobody outside was sent anything"
REFUSED = f"550 there is no domain {WRONG_DOMAIN}"
BROKEN = "the line to the gateway broke before it answered"


class UnsentMail:
    def send(self, message: OutgoingMessage) -> str:
        if message.to.endswith(f"@{WRONG_DOMAIN}"):
            raise Permanent(REFUSED)
        return RECEIPT


@dataclass(frozen=True, slots=True)
class TextBox:
    """The line is broken from `broken_at` until `mended_at`."""

    clock: Clock
    broken_at: datetime
    mended_at: datetime

    def send(self, message: OutgoingMessage) -> str:
        if self.broken_at <= self.clock.now() < self.mended_at:
            raise Unknown(BROKEN)
        return RECEIPT
