"""What the people of the sample shop do on any day, past or to come: the same for the same days.

What waits for an owner's or a manager's decision is left to whoever looks at the pages.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
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
from belfry.entrypoints.demo.team import HABITS, PRIYA, Habit
from belfry.jobs.customers.replies import Inbound
from belfry.jobs.photos.gather_photos import FOLDER
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Conflict, NotFound
from belfry.rota.requests.requests import SwapKind, SwapState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date, datetime

    from belfry.bootstrap import Services
    from belfry.controls.controls import Control
    from belfry.entrypoints.demo.board import Journey


def list_deeds(since: datetime, until: datetime) -> Sequence[Deed]:
    """Everything done after `since` and up to `until`, in order."""
    deeds = [
        *list_counter_deeds(since, until),
        *list_control_deeds(since, until),
        *list_rota_deeds(since, until),
    ]
    return sorted(deeds, key=lambda deed: deed.at)


MOST = 200
LATE_BY = timedelta(days=2)


def list_control_deeds(since: datetime, until: datetime) -> Iterator[Deed]:
    """Whoever a check belongs to sees to it, on the day or a little late."""
    for save in list_mornings(since, until):
        yield Deed(find_save(save), "the team goes round its checks", go_round)


def go_round(services: Services) -> None:
    """Everything that is usually done by now is done; what has no habit waits for somebody."""
    zone = find_zone(services.settings.timezone)
    today = services.ports.clock.now().astimezone(zone).date()
    for control in services.ports.controls.list_page(limit=MOST):
        if control.due_on > today:
            break
        if _is_time(control, today):
            _see_to(services, control)


def _is_time(control: Control, today: date) -> bool:
    match HABITS.get(control.name, Habit.LEFT):
        case Habit.LEFT:
            return False
        case Habit.LATE:
            return control.due_on + LATE_BY <= today
        case _:
            return True


def _see_to(services: Services, control: Control) -> None:
    by, add = control.owner or PRIYA, services.controls.evidence.add
    match HABITS[control.name]:
        case Habit.PICTURED:
            content = draw("gauge", control.cycle)
            add(control.name, by=by, content=content, file_name="gauge.jpg")
        case Habit.NOTED:
            add(control.name, by=by, note=f"Seen to: {control.proof}, in the folder.")
    services.controls.acts.mark_done(control.name, by=by)


COUNTER = ("Priya Nair", "Hana Sato", "Tom Hale", "Elin Berg", "Jamal Reid")
BENCH = ("Ines Caro", "Leo Frost", "Owen Pike")
# How long after the save a customer writes back, what, and at which stage of the job.
REPLIES = {
    Story.ASKS: (timedelta(minutes=40), READY, "Lovely, thanks! Could I come by on Saturday?"),
    Story.STOPS: (timedelta(minutes=25), DIAGNOSING, "STOP"),
}


def list_counter_deeds(since: datetime, until: datetime) -> Iterator[Deed]:
    """The saves of the board, pictures put into the folder, and what customers write back."""
    longest = max(after for after, *_ in REPLIES.values())
    for save in list_saves(since - longest, until):
        deeds = list(_list_deeds(save))
        yield from (deed for deed in deeds if since < deed.at <= until)


def _list_deeds(save: int) -> Iterator[Deed]:
    at, journeys = find_save(save), list(list_changed(save))
    for one in journeys:
        if one.slot.pictured and one.find_stage(save) == one.slot.pictured:
            who = BENCH[save % len(BENCH)]
            what = f"{who} puts a picture of {one.id} ({one.item.name}) into the folder"
            yield Deed(at, what, partial(put_picture, one=one))
    who = COUNTER[save % len(COUNTER)]
    what = f"{who} saves the board: {_say_changes(save, journeys) or 'nothing has moved'}"
    yield Deed(at, what, partial(save_board, save=save))
    for one in journeys:
        yield from _list_replies(one, save, at)


def _list_replies(one: Journey, save: int, at: datetime) -> Iterator[Deed]:
    if one.slot.story not in REPLIES:
        return
    after, stage, words = REPLIES[one.slot.story]
    if one.find_stage(save) == stage:
        what = f"{one.customer.name} answers: {words}"
        yield Deed(at + after, what, partial(reply, one=one, words=words))


def put_picture(services: Services, one: Journey) -> None:
    name = f"{FOLDER}/{one.id}/{one.slot.pictured.replace(' ', '-')}.jpg"
    is_known = bool(services.ports.jobs.list_by_id([one.id]))
    if is_known and not services.ports.folder.exists(name):
        services.ports.folder.replace(name, draw(one.item.shape, one.taken), None)


def reply(services: Services, one: Journey, words: str) -> None:
    """A customer writes back, if they are a customer here at all."""
    contact = one.customer.contact
    if services.ports.jobs.list_by_id([one.id]):
        taken = Inbound(id=f"demo-{one.id}", channel="sms", sender=contact, text=words)
        services.jobs.replies.take(taken)


def _say_changes(save: int, journeys: list[Journey]) -> str:
    said = []
    for one in journeys:
        if one.taken == save:
            said.append(f"{one.id} taken in ({one.item.name})")
        elif stage := one.find_stage(save):
            said.append(f"{one.id} {stage}")
        else:
            said.append(f"{one.id} has a new address")
    return ", ".join(said)


@dataclass(frozen=True, slots=True)
class Deed:
    """`what` says it in a sentence; `do` is carried out when the clock shows `at`.

    What has become impossible meanwhile, because a visitor was faster, is left undone.
    """

    at: datetime
    what: str
    do: Callable[[Services], object] = field(compare=False, repr=False)


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


def list_rota_deeds(since: datetime, until: datetime) -> Iterator[Deed]:
    """In one week somebody asks for cover and somebody offers it; in the next, for a day off."""
    for save in list_mornings(since, until):
        (week, place), at = divmod(save, A_WEEK), find_save(save)
        monday = FIRST_MONDAY + timedelta(days=7 * week)
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


def ask_for_cover(services: Services, week: date, shift_id: str, note: str) -> None:
    """Whoever has the shift would rather not, if the week is known and has not got that far."""
    days = services.rota.drafts.show_week(week).days
    lines = (line for day in days for line in day.lines if line.shift_id == shift_id)
    people = next((line.people for line in lines), ())
    if not people:
        return
    asking, ask = people[-1], services.rota.requests.request_swap
    try:
        ask(week.isoformat(), shift_id, asking, SwapKind.COVER, by=asking, note=note)
    except (Conflict, NotFound):
        return


def offer_cover(services: Services) -> None:
    """Whoever was asked says yes, unless the rules have come to forbid it."""
    for swap in services.rota.requests.list().swaps:
        if swap.state is SwapState.ASKING and swap.asked:
            try:
                services.rota.requests.answer_ask(
                    swap.id, person=swap.asked, is_yes=True, by=swap.asked
                )
            except (Conflict, NotFound):
                continue


def ask_time_off(services: Services, who: str, day: date, why: str) -> None:
    try:
        services.rota.requests.ask_time_off(who, day, day, by=who, reason=why)
    except (Conflict, NotFound):
        return
