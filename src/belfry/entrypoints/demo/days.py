"""What the people of the sample shop do on any day, past or to come, but for its managers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from belfry.bootstrap import Services
from belfry.entrypoints.demo.clock import Deed
from belfry.entrypoints.demo.team import BOARD_COLUMNS, HABITS, SHOP, TIMEZONE, WRONG_DOMAIN, draw
from belfry.jobs.board.moves import COLUMNS
from belfry.jobs.board.poll_board import BOARD
from belfry.jobs.customers.replies import Inbound
from belfry.jobs.photos.photos import FOLDER
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.sheets import Sheet, add_row, edit_cells, match_columns, read_sheet, write_sheet
from belfry.rota.requests.requests import SwapKind, SwapState

FIRST_MONDAY = date(2024, 1, 1)
A_WEEK = len(SHOP["saves"])
# Saves of the board by their place in the week.
MONDAY_AFTERNOON, TUESDAY, WEDNESDAY, WEDNESDAY_AFTERNOON, THURSDAY = 1, 2, 4, 5, 7
# The first save of each day from Monday to Friday.
MORNINGS = (0, 2, 4, 7, 9)


def find_save(save: int) -> datetime:
    """The moment of a save of the board; they are numbered without end."""
    weekday, at = SHOP["saves"][save % A_WEEK]
    day = FIRST_MONDAY + timedelta(weeks=save // A_WEEK, days=weekday)
    return datetime.combine(day, at, find_zone(TIMEZONE)).astimezone(UTC)


def list_saves(since: datetime, until: datetime) -> Iterator[int]:
    """The numbers of the saves after `since` and up to `until`, in order."""
    save = ((since.date() - FIRST_MONDAY).days // 7 - 1) * A_WEEK
    while (at := find_save(save)) <= until:
        if at > since:
            yield save
        save += 1


@dataclass(frozen=True, slots=True)
class Journey:
    """A job's way over the board: the save that takes it in, its row then, and the shop's plan."""

    taken: int
    row: Mapping[str, str]
    shape: str
    stages: Mapping[int, str]
    plan: Mapping[str, Any]

    @property
    def id(self) -> str:
        return self.row["job_id"]

    def find_stage(self, save: int) -> str | None:
        """The stage that this save writes, if it moves the job."""
        return self.stages.get(save - self.taken)

    def list_edits(self, save: int) -> dict[str, tuple[str, str]]:
        """The cells of its row that this save changes, as they are before and after."""
        edits, passed = {}, save - self.taken
        if passed > 0 and (stage := self.find_stage(save)):
            edits["stage"] = (self.stages[max(n for n in self.stages if n < passed)], stage)
        if passed == self.plan.get("mistyped_after"):
            contact = self.row["contact"]
            edits["contact"] = (contact, f"{contact.partition('@')[0]}@{WRONG_DOMAIN}")
        return edits


JOBS = SHOP["jobs"]
STAGES: Mapping[str, Mapping[int, str]] = {name: dict(way) for name, way in SHOP["stages"].items()}
LONGEST = max(max(stages) for stages in STAGES.values())
# Numbers that are reserved for fiction.
FIRST_PHONE, PHONES = 900200, 700
# Neighbours on the board bring different things, and have different last names.
ITEM_STRIDE, NAME_STRIDE = 7, 5


def find_journey(number: int) -> Journey:
    """The job of that number; they are numbered without end."""
    week, place = divmod(number, len(JOBS))
    plan, first_names, last_names = JOBS[place], SHOP["first_names"], SHOP["last_names"]
    item, shape = SHOP["items"][number * ITEM_STRIDE % len(SHOP["items"])]
    first, last = number % len(first_names), number * NAME_STRIDE % len(last_names)
    name = f"{first_names[first]} {last_names[last]}"
    channel = plan.get("channel") or ("email" if number % 4 else "text")
    contact = f"{name.lower().replace(' ', '.')}@example.com"
    if channel == "text":
        contact = f"07700 {FIRST_PHONE + number % PHONES}"
    stages = STAGES[plan["stages"]]
    cells = (f"J-{number}", name, contact, channel, item, stages[0], plan.get("consent", "yes"))
    row = dict(zip(BOARD_COLUMNS, cells, strict=True))
    return Journey(week * A_WEEK + plan["save"], row, shape, stages, plan)


def list_changed(save: int) -> Iterator[Journey]:
    """The jobs that one save takes in or changes, in the order they came."""
    first, last = (save - LONGEST) // A_WEEK, save // A_WEEK + 1
    for journey in map(find_journey, range(first * len(JOBS), last * len(JOBS))):
        if journey.taken == save or journey.list_edits(save):
            yield journey


def save_board(services: Services, save: int) -> None:
    file = services.ports.folder.read(BOARD.name)
    changed = write_sheet(change_rows(read_sheet(file.content, name=BOARD.name), save))
    if changed != file.content:
        services.ports.folder.replace(BOARD.name, changed, file.digest)


def change_rows(sheet: Sheet, save: int) -> Sheet:
    """The rows as this save leaves them; a row that a visitor has moved on is left alone."""
    columns = match_columns(sheet, COLUMNS)
    numbers = {columns.cell(row, "job_id"): number for number, row in enumerate(sheet.rows)}
    edits: dict[tuple[int, int], str] = {}
    taken = []
    for journey in list_changed(save):
        number = numbers.get(journey.id)
        if number is not None:
            for name, (before, after) in journey.list_edits(save).items():
                if columns.cell(sheet.rows[number], name) == before:
                    edits[number, columns.places[name]] = after
        elif journey.taken == save:
            cells = {columns.find(name): value for name, value in journey.row.items()}
            taken.append([cells.get(place, "") for place in range(len(sheet.header))])
    edited = edit_cells(sheet, edits)
    for cells_taken in taken:
        edited = add_row(edited, cells_taken)
    return edited


def list_deeds(since: datetime, until: datetime) -> Sequence[Deed]:
    """Everything done after `since` and up to `until`, in order."""
    longest = timedelta(minutes=max(plan.get("minutes", 0) for plan in JOBS))
    saves = list_saves(since - longest, until)
    deeds = [deed for save in saves for deed in (*_list_saved(save), *_list_morning(save))]
    in_time = [deed for deed in deeds if since < deed.at <= until]
    return sorted(in_time, key=lambda deed: deed.at)


def _list_saved(save: int) -> Iterator[Deed]:
    """A save of the board, pictures put into the folder, and what customers write back."""
    at, journeys = find_save(save), list(list_changed(save))
    for journey in journeys:
        if journey.find_stage(save) == journey.plan.get("pictured", ""):
            yield Deed(at, put_picture, (journey,))
    yield Deed(at, save_board, (save,))
    for journey in journeys:
        if journey.find_stage(save) == journey.plan.get("reply_at", ""):
            yield Deed(at + timedelta(minutes=journey.plan["minutes"]), reply, (journey,))


def _list_morning(save: int) -> Iterator[Deed]:
    """Checks; every other week a request for cover and an offer, else one for a day off."""
    (week, place), at = divmod(save, A_WEEK), find_save(save)
    monday = FIRST_MONDAY + timedelta(weeks=week)
    if place in MORNINGS:
        yield Deed(at, go_round)
    if week % 2 and place == THURSDAY:
        person, reason = SHOP["days_off"][week // 2 % len(SHOP["days_off"])]
        yield Deed(at, ask_time_off, (person, monday + timedelta(days=22), reason))
    elif not week % 2 and place == TUESDAY:
        reason = SHOP["cover_reasons"][week // 2 % len(SHOP["cover_reasons"])]
        yield Deed(at, ask_for_cover, (monday, "fri-close", reason))
    elif not week % 2 and place == WEDNESDAY:
        yield Deed(at, offer_cover)


def put_picture(services: Services, journey: Journey) -> None:
    name = f"{FOLDER}/{journey.id}/{journey.plan['pictured'].replace(' ', '-')}.jpg"
    is_known = bool(services.ports.jobs.list_by_id([journey.id]))
    if is_known and not services.ports.folder.exists(name):
        services.ports.folder.replace(name, draw(journey.shape, journey.taken), None)


def reply(services: Services, journey: Journey) -> None:
    """The customer writes back, if the shop knows the job."""
    if services.ports.jobs.list_by_id([journey.id]):
        sender, text = journey.row["contact"], journey.plan["reply"]
        services.jobs.replies.take(
            Inbound(id=f"demo-{journey.id}", channel="sms", sender=sender, text=text)
        )


def go_round(services: Services) -> None:
    """Do every check that is usually done by now; what is left waits for a visitor."""
    zone = find_zone(services.settings.timezone)
    today = services.ports.clock.now().astimezone(zone).date()
    evidence = services.controls.evidence
    for control in services.ports.controls.list_page(limit=200):
        habit = HABITS.get(control.name, "left")
        late = timedelta(days=2 if habit == "late" else 0)
        if habit == "left" or control.due_on + late > today:
            continue
        by = control.owner or "Priya Nair"
        if habit == "pictured":
            content = draw("gauge", control.cycle)
            evidence.add(control.name, by=by, content=content, file_name="gauge.jpg")
        elif habit == "noted":
            evidence.add(control.name, by=by, note=f"Seen to: {control.proof}, in the folder.")
        services.controls.acts.mark_done(control.name, by=by, cycle_due_on=control.due_on)


def ask_for_cover(services: Services, week: date, shift_id: str, note: str) -> None:
    """The last holder of the shift would rather not, if the week is published that far."""
    days = services.rota.drafts.show_week(week).days
    lines = (line for day in days for line in day.lines if line.shift_id == shift_id)
    if people := next((line.people for line in lines), ()):
        asking, ask = people[-1], services.rota.requests.request_swap
        with suppress(Conflict, NotFound):
            ask(week.isoformat(), shift_id, asking, SwapKind.COVER, by=asking, note=note)


def offer_cover(services: Services) -> None:
    """The person asked says yes, unless the rules have come to forbid it."""
    requests = services.rota.requests
    for swap in requests.list().swaps:
        if swap.state is SwapState.ASKING and swap.asked:
            with suppress(Conflict, NotFound):
                requests.answer_ask(swap.id, person=swap.asked, is_yes=True, by=swap.asked)


def ask_time_off(services: Services, person: str, day: date, reason: str) -> None:
    with suppress(Conflict, NotFound):
        services.rota.requests.ask_time_off(person, day, day, by=person, reason=reason)
