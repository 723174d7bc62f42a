"""What the people of the sample shop do on any day, past or to come: the same for the same days.

What waits for an owner's or a manager's decision is left to whoever looks at the pages.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache, partial
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.board import DIAGNOSING, READY, Story, list_changed, save_board
from belfry.entrypoints.demo.clock import (
    A_WEEK,
    FIRST_MONDAY,
    find_save,
    list_mornings,
    list_saves,
)
from belfry.entrypoints.demo.pictures import draw
from belfry.entrypoints.demo.team import PRIYA, Habit, list_habits
from belfry.jobs.customers.replies import Inbound
from belfry.jobs.photos.photos import FOLDER
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Conflict, NotFound
from belfry.rota.requests.requests import SwapKind, SwapState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date, datetime

    from belfry.bootstrap import Services
    from belfry.controls.controls import Control
    from belfry.entrypoints.demo.board import Journey


@dataclass(frozen=True, slots=True)
class Deed:
    """`what` says it in a sentence; `do` is carried out when the clock shows `at`.

    What has become impossible meanwhile, because a visitor was faster, is left undone.
    """

    at: datetime
    what: str
    do: Callable[[Services], object] = field(compare=False, repr=False)


def list_deeds(since: datetime, until: datetime) -> Sequence[Deed]:
    """Everything done after `since` and up to `until`, in order."""
    deeds = [*_list_counter_deeds(since, until), *_list_morning_deeds(since, until)]
    return sorted(deeds, key=lambda deed: deed.at)


TUESDAY, WEDNESDAY, THURSDAY = 2, 4, 7
SWAPPED = "fri-close"
NOTES = ("my cousin is in town", "a doctor's appointment", "the school play", "a late train")
# Who asks to be off, in turn, and why; three weeks ahead.
OFF = (
    ("Hana Sato", "moving house"),
    ("Owen Pike", "a concert"),
    ("Elin Berg", "an exam"),
    ("Jamal Reid", "a family visit"),
)
AHEAD = timedelta(days=22)


def _list_morning_deeds(since: datetime, until: datetime) -> Iterator[Deed]:
    """Checks are done every morning.

    In one week somebody asks for cover and somebody offers it; in the next, for a day off.
    """
    for save in list_mornings(since, until):
        (week, place), at = divmod(save, A_WEEK), find_save(save)
        monday = FIRST_MONDAY + timedelta(days=7 * week)
        yield Deed(at, "the team goes round its checks", go_round)
        if week % 2 and place == THURSDAY:
            who, why = OFF[week // 2 % len(OFF)]
            day = monday + AHEAD
            do = partial(ask_time_off, who=who, day=day, why=why)
            yield Deed(at, f"{who} asks to be off on {day:%A} in three weeks: {why}", do)
        elif not week % 2 and place == TUESDAY:
            note = NOTES[week // 2 % len(NOTES)]
            do = partial(ask_for_cover, week=monday, shift_id=SWAPPED, note=note)
            yield Deed(at, "somebody asks for cover on Friday afternoon", do)
        elif not week % 2 and place == WEDNESDAY:
            yield Deed(at, "whoever is asked to cover a shift says yes", offer_cover)


MOST = 200
LATE_BY = timedelta(days=2)
_habits = cache(list_habits)


def go_round(services: Services) -> None:
    """Do every check that is usually done by now; what has no habit waits for a visitor."""
    zone = find_zone(services.settings.timezone)
    today = services.ports.clock.now().astimezone(zone).date()
    for control in services.ports.controls.list_page(limit=MOST):
        habit = _habits().get(control.name, Habit.LEFT)
        done_on = control.due_on + (LATE_BY if habit is Habit.LATE else timedelta(0))
        if habit is not Habit.LEFT and done_on <= today:
            _do_check(services, control, habit)


def _do_check(services: Services, control: Control, habit: Habit) -> None:
    by, add_evidence = control.owner or PRIYA, services.controls.evidence.add
    if habit is Habit.PICTURED:
        content = draw("gauge", control.cycle)
        add_evidence(control.name, by=by, content=content, file_name="gauge.jpg")
    elif habit is Habit.NOTED:
        add_evidence(control.name, by=by, note=f"Seen to: {control.proof}, in the folder.")
    services.controls.acts.mark_done(control.name, by=by)


COUNTER = ("Priya Nair", "Hana Sato", "Tom Hale", "Elin Berg", "Jamal Reid")
BENCH = ("Ines Caro", "Leo Frost", "Owen Pike")
# How long after the save a customer writes back, what, and at which stage of the job.
REPLIES = {
    Story.ASKS: (timedelta(minutes=40), READY, "Lovely, thanks! Could I come by on Saturday?"),
    Story.STOPS: (timedelta(minutes=25), DIAGNOSING, "STOP"),
}


def _list_counter_deeds(since: datetime, until: datetime) -> Iterator[Deed]:
    """The saves of the board, pictures put into the folder, and what customers write back."""
    longest = max(after for after, *_ in REPLIES.values())
    for save in list_saves(since - longest, until):
        yield from (deed for deed in _list_of_save(save) if since < deed.at <= until)


def _list_of_save(save: int) -> Iterator[Deed]:
    at, journeys = find_save(save), list(list_changed(save))
    for journey in journeys:
        if journey.slot.pictured and journey.find_stage(save) == journey.slot.pictured:
            thing = f"{journey.id} ({journey.item.name})"
            what = f"{BENCH[save % len(BENCH)]} puts a picture of {thing} into the folder"
            yield Deed(at, what, partial(_put_picture, journey=journey))
    changes = ", ".join(_tell_change(journey, save) for journey in journeys)
    what = f"{COUNTER[save % len(COUNTER)]} saves the board: {changes or 'nothing has moved'}"
    yield Deed(at, what, partial(save_board, save=save))
    for journey in journeys:
        after, stage, words = REPLIES.get(journey.slot.story, (timedelta(0), "", ""))
        if stage and journey.find_stage(save) == stage:
            what = f"{journey.customer.name} answers: {words}"
            yield Deed(at + after, what, partial(_reply, journey=journey, words=words))


def _tell_change(journey: Journey, save: int) -> str:
    if journey.taken == save:
        return f"{journey.id} taken in ({journey.item.name})"
    return f"{journey.id} {journey.find_stage(save) or 'has a new address'}"


def _put_picture(services: Services, journey: Journey) -> None:
    name = f"{FOLDER}/{journey.id}/{journey.slot.pictured.replace(' ', '-')}.jpg"
    is_known = bool(services.ports.jobs.list_by_id([journey.id]))
    if is_known and not services.ports.folder.exists(name):
        services.ports.folder.replace(name, draw(journey.item.shape, journey.taken), None)


def _reply(services: Services, journey: Journey, words: str) -> None:
    """A customer writes back, if they are a customer here at all."""
    if services.ports.jobs.list_by_id([journey.id]):
        sender = journey.customer.contact
        inbound = Inbound(id=f"demo-{journey.id}", channel="sms", sender=sender, text=words)
        services.jobs.replies.take(inbound)


def ask_for_cover(services: Services, week: date, shift_id: str, note: str) -> None:
    """Whoever has the shift would rather not, if the week is known and has not got that far."""
    days = services.rota.drafts.show_week(week).days
    lines = (line for day in days for line in day.lines if line.shift_id == shift_id)
    if people := next((line.people for line in lines), ()):
        asking, ask = people[-1], services.rota.requests.request_swap
        with suppress(Conflict, NotFound):
            ask(week.isoformat(), shift_id, asking, SwapKind.COVER, by=asking, note=note)


def offer_cover(services: Services) -> None:
    """Whoever was asked says yes, unless the rules have come to forbid it."""
    requests = services.rota.requests
    for swap in requests.list().swaps:
        if swap.state is SwapState.ASKING and swap.asked:
            with suppress(Conflict, NotFound):
                requests.answer_ask(swap.id, person=swap.asked, is_yes=True, by=swap.asked)


def ask_time_off(services: Services, who: str, day: date, why: str) -> None:
    with suppress(Conflict, NotFound):
        services.rota.requests.ask_time_off(who, day, day, by=who, reason=why)
