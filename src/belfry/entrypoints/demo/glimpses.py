"""One of everything the sample shop's Belfry does, in a few lines each: what happened and why."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image

from belfry.controls.moves import Move
from belfry.cron.runs import RunStatus
from belfry.delivery.messages import State
from belfry.entrypoints.cli.shapes import find_words
from belfry.entrypoints.demo.fence import show_lie
from belfry.entrypoints.demo.history import TEAM
from belfry.entrypoints.demo.pictures import GPS, MAKE, draw
from belfry.entrypoints.demo.rota_shown import render_rota, summarise_rota
from belfry.entrypoints.demo.sample import LEDGER, OPENING
from belfry.jobs.jobs import Job
from belfry.kernel.cadence import find_zone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from belfry.bootstrap import Services
    from belfry.controls.tick_controls import Tick
    from belfry.cron.runs import Run

MOST = 200
HELD = "held"


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What was looked at, and what there was to see, a sentence a line."""

    of: str
    title: str
    lines: tuple[str, ...]


def list_glimpses(services: Services) -> Iterator[Glimpse]:
    """One after the other, as each is looked at."""
    yield Glimpse("clock", "The clock rang", tuple(_tell_clock(services)))
    yield Glimpse("move", "A job moved late in the evening", tuple(_tell_move(services)))
    yield Glimpse("tick", "Where the controls stand today", tuple(_tell_tick(services)))
    drafted = render_rota(summarise_rota(services))
    yield Glimpse("rota", "Next week is drafted and waits for a yes", drafted)
    yield Glimpse("photo", "A picture is tidied", tuple(_tell_photo(services)))
    yield Glimpse(
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
        entries = services.ports.trail.list_entries(message.subject)
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
    kept = services.ports.darkroom.develop(taken)
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
