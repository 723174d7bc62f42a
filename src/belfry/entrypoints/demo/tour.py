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
from belfry.entrypoints.cli.answers import find_state, find_words, make_plain, open_console
from belfry.entrypoints.demo.board import WRONG_HOUSE
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
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from belfry.bootstrap import Services
    from belfry.controls.reminders.tick_controls import Tick
    from belfry.jobs.settings.shop import Shop
    from belfry.messaging.messages import Message
    from belfry.messaging.ports import OutgoingMessage
    from belfry.ports.clock import Clock
    from belfry.rota.drafts.drafted_weeks import DraftLine
    from belfry.rota.drafts.show_week import WeekView
    from belfry.rota.requests.requests import Swap
    from belfry.scheduler.runs import Run
    from belfry.settings import Settings


MOST_RUNS = 10_000
_OWN = frozenset(builtin.name for builtin in BUILTINS)


def collect_everything(services: Services) -> dict[str, Any]:
    """The whole, for programs."""
    return {
        "counts": count_everything(services),
        "glimpses": [asdict(one) for one in list_scenes(services)],
        "workflows": summarise(services),
        "messages": list_said(services),
        "rota": summarise_rota(services),
        "notices": list_notices(services),
    }


def count_everything(services: Services) -> dict[str, int]:
    ports, seen = services.ports, services.ports.jobs.list_seen_rows()
    return {
        "people": len(services.rota.drafts.read_sheets.staff().found.rows),
        "jobs": len(seen.still_open) + len(seen.over),
        "controls": ports.controls.count(),
        "messages": sum(ports.messages.count_states().values()),
    }


def show_everything(services: Services) -> None:
    """For people: a heading and its sentences, plain where nobody looks at a terminal."""
    console = open_console()
    counted = ", ".join(f"{count} {what}" for what, count in count_everything(services).items())
    console.print(Text(f"{services.settings.name}, four weeks on: {counted}.", style="bold"))
    for one in list_scenes(services):
        console.print(Text(f"\n{one.title}", style="bold cyan"))
        for line in one.lines:
            indented = Padding(Text(make_plain(line)), (0, 0, 0, 2), expand=False)
            console.print(indented, soft_wrap=not console.is_terminal)


def summarise(services: Services) -> list[dict[str, Any]]:
    """Each workflow with the number of its runs, what became of them, and the latest word."""
    ports = services.ports
    workflows = ports.workflows.list(team_id=1)
    fires = ports.triggers.find_next([workflow.id for workflow in workflows])
    told = []
    for workflow in workflows:
        runs = ports.runs.list_newest(workflow_id=workflow.id, limit=MOST_RUNS)
        told.append(
            {
                "name": workflow.name,
                "schedule": workflow.cron_schedule,
                "state": find_state(workflow),
                "runs": len(runs),
                "succeeded": _count(runs, RunStatus.SUCCEEDED),
                "parked": _count(runs, RunStatus.PARKED),
                "latest": find_words(runs[0]) if runs else "",
                "next_at": fires.get(workflow.id),
            }
        )
    return told


def list_notices(services: Services) -> list[str]:
    return [notice.text for notice in services.ports.monitor.list_open_notices()]


def describe_run(services: Services, run: Run) -> str | None:
    """One line for a run that has just ended; None for those of Belfry's own housekeeping."""
    workflow = services.ports.workflows.find(run.workflow_id)
    if workflow is None or workflow.name in _OWN:
        return None
    at = services.ports.clock.now().astimezone(find_zone(services.settings.timezone))
    return f"{at:%H:%M:%S}  {workflow.name}: {run.status}. {find_words(run)}"


def _count(runs: Sequence[Run], status: RunStatus) -> int:
    return sum(run.status is status for run in runs)


MOST_SHOWN = 20
SHOWN_FOR = timedelta(days=1)


def list_said(services: Services) -> list[dict[str, str]]:
    """The oldest first."""
    since = services.ports.clock.now() - SHOWN_FOR
    newest = services.ports.messages.list_newest(limit=MOST_SHOWN)
    late = [message for message in reversed(newest) if message.made_at > since]
    return [_describe(services, message) for message in late]


def _describe(services: Services, message: Message) -> dict[str, str]:
    rendered = services.messaging.preview.of(message).rendered if message.is_waiting else None
    return {
        "about": message.about,
        "state": message.state.value,
        "why": message.why,
        "text": rendered.text if rendered else message.text,
    }


MOST = 200
HELD = "held"


@dataclass(frozen=True, slots=True)
class Scene:
    """What was looked at, and what there was to see, a sentence a line."""

    of: str
    title: str
    lines: tuple[str, ...]


def list_scenes(services: Services) -> Iterator[Scene]:
    """One after the other, as each is looked at."""
    yield Scene("clock", "The clock rang", tuple(_tell_clock(services)))
    yield Scene("move", "A job moved late in the evening", tuple(_tell_move(services)))
    yield Scene("tick", "Where the controls stand today", tuple(_tell_tick(services)))
    drafted = render_rota(summarise_rota(services))
    yield Scene("rota", "Next week is drafted and waits for a yes", drafted)
    yield Scene("photo", "A picture is tidied", tuple(_tell_photo(services)))
    yield Scene(
        "fence", "A draft that lies is refused", tuple(show_lie(services.jobs.read_shop().shop))
    )


def _tell_clock(services: Services) -> Iterator[str]:
    opened, ledger = (_list_runs(services, one.edit["name"]) for one in (OPENING, LEDGER))
    for name, runs, status in (
        (OPENING.edit["name"], opened, RunStatus.SUCCEEDED),
        (LEDGER.edit["name"], ledger, RunStatus.PARKED),
        (LEDGER.edit["name"], ledger, RunStatus.MISSED),
    ):
        if run := next((run for run in runs if run.status is status), None):
            at = _show(services, run.scheduled_for)
            tried = f" after {run.attempt} tries" if run.attempt > 1 else ""
            yield f"{at}, {name}: {run.status}{tried}. {find_words(run)}"


def _tell_move(services: Services) -> Iterator[str]:
    """The latest update that had to wait for the morning."""
    newest = services.ports.messages.list_newest(states=(State.SENT,), limit=MOST)
    for message in newest:
        entries = services.ports.audit_log.list_entries(message.subject)
        held = next((one for one in entries if one.action == HELD), None)
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
    ticked = services.controls.tick(is_whole=True, dry_run=True).controls
    for move in (Move.ESCALATE, Move.OVERDUE, Move.DUE_NOW, Move.ON_TRACK):
        if one := next((one for one in ticked if one.move is move), None):
            yield _say_tick(one)


def _say_tick(one: Tick) -> str:
    return f"{one.name}: {one.move.value}. {one.why}"


def _tell_photo(services: Services) -> Iterator[str]:
    taken = draw("kettle", 0)
    kept = services.ports.image_processor.process(taken)
    yield f"As it came: {len(taken) // 1000} kB; it says {_list_traces(taken)}."
    yield f"As it is kept: {len(kept.content) // 1000} kB; it says {_list_traces(kept.content)}."


def _list_traces(content: bytes) -> str:
    exif = Image.open(BytesIO(content)).getexif()
    said = ["where it was taken" if exif.get_ifd(GPS) else "", str(exif.get(MAKE, ""))]
    return " and ".join(one for one in said if one) or "nothing but how the thing looks"


def _list_runs(services: Services, name: str) -> list[Run]:
    found = services.ports.workflows.find_by_name(TEAM, name)
    return list(services.ports.runs.list_newest(workflow_id=found.id, limit=MOST)) if found else []


def _show(services: Services, moment: datetime) -> str:
    return f"{moment.astimezone(find_zone(services.settings.timezone)):%a %H:%M}"


STAGE = "diagnosing"
LIE = "Hi {name}, {news} We are nearly there, and it looks as good as new!"


def show_lie(shop: Shop) -> Iterator[str]:
    """What would become of it if a model wrote it."""
    setting = Setting("moved", STAGE, SMS.name, has_when=False, has_look=False, may_reply=False)
    yield f"The kettle is at {STAGE}. Suppose that a model wrote: \u201c{LIE}\u201d"
    for reason in judge_draft(LIE, shop, setting).reasons:
        yield f"Refused ({reason.rule}): {reason.says}"
    yield "The plain sentence would be sent in its place."


SHOWN = (Outcome.FILLED, Outcome.FAIR_SWAP, Outcome.SHORT_STAFFED, Outcome.HELD)


def summarise_rota(services: Services) -> dict[str, Any]:
    """The draft that waits, one shift of each outcome with its reason, and the open swaps."""
    now, zone = services.ports.clock.now(), find_zone(services.settings.timezone)
    monday = choose_weeks(now.astimezone(zone).date()).next
    view = services.rota.drafts.show_week(monday)
    return {
        "week": monday,
        "seats": view.draft.seats if view.draft else 0,
        "filled": view.draft.filled if view.draft else 0,
        "shifts": [_shape_line(line) for line in _choose_lines(view)],
        "swaps": [_shape_swap(one) for one in services.rota.requests.list().swaps],
    }


def render_rota(told: dict[str, Any]) -> tuple[str, ...]:
    """The same in a few lines."""
    lines = [f"The week of {told['week']}: {told['filled']} of {told['seats']} seats filled."]
    for one in told["shifts"]:
        who = ", ".join(one["assigned_to"]) or "nobody"
        lines.append(f"{one['shift_id']}, {who}, {one['outcome']}: {one['why']}")
    for one in told["swaps"]:
        said = f"{one['asked']} would take {one['shift_id']} of the week of {one['week']}"
        lines.append(f"{said} from {one['person']}, who asked for cover; a manager has to agree.")
    return tuple(lines)


def _choose_lines(view: WeekView) -> list[DraftLine]:
    """The first shift of each outcome; of those that were simply filled, one that was chosen."""
    lines = [line for day in view.days for line in day.lines if not line.is_pinned]
    first = [next((line for line in lines if line.outcome is one), None) for one in SHOWN]
    return [line for line in first if line]


def _shape_line(line: DraftLine) -> dict[str, Any]:
    return {
        "shift_id": line.shift_id,
        "outcome": line.outcome.value,
        "assigned_to": line.people,
        "why": line.why,
    }


def _shape_swap(swap: Swap) -> dict[str, Any]:
    return {
        "week": swap.week,
        "shift_id": swap.shift_id,
        "person": swap.person,
        "asked": swap.asked,
        "state": swap.state.value,
    }


# The texts of the latest Monday afternoon went into a broken line.
BROKEN_SAVE = 1
BROKEN_FOR = timedelta(minutes=10)
# Where most systems keep files in memory: what is thrown away need not be written to a disk.
MEMORY = Path("/dev/shm")


@contextmanager
def open_house(settings: Settings, clock: Clock, now: datetime) -> Iterator[Services]:
    ports = open_ports(settings, clock=clock)
    try:
        broken_at = _find_break(now)
        texts = TextBox(clock, broken_at, broken_at + BROKEN_FOR)
        kept = replace(ports, channels={"email": UnsentMail(), "sms": texts})
        yield build_services(settings, kept)
    finally:
        ports.close()


def find_quick_place() -> Path | None:
    """A folder for files that nobody keeps; None for the system's own choice."""
    return MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None


def _find_break(now: datetime) -> datetime:
    saves = list_saves(now - timedelta(days=8), now)
    return find_save(max(save for save in saves if save % A_WEEK == BROKEN_SAVE))


RECEIPT = "kept in the demo's postbox; nobody outside was sent anything"
REFUSED = f"550 there is no house {WRONG_HOUSE}"
BROKEN = "the line to the gateway broke before it answered"


class UnsentMail:
    def send(self, letter: OutgoingMessage) -> str:
        if letter.to.endswith(f"@{WRONG_HOUSE}"):
            raise Permanent(REFUSED)
        return RECEIPT


@dataclass(frozen=True, slots=True)
class TextBox:
    """The line is broken from `broken_at` until `mended_at`."""

    clock: Clock
    broken_at: datetime
    mended_at: datetime

    def send(self, letter: OutgoingMessage) -> str:
        if self.broken_at <= self.clock.now() < self.mended_at:
            raise Unknown(BROKEN)
        return RECEIPT
