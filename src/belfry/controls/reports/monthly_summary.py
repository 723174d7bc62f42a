"""Tell how a month went, from the histories of all controls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

from belfry.controls.controls import Control, ControlSummary, CycleLine, Outcome
from belfry.controls.ports import Controls, Histories, list_pages
from belfry.controls.reminders.reminders import (
    ROOM,
    SUMMARY,
    TEMPLATES,
    about_summary,
    clean_name,
    summary_key,
)
from belfry.controls.repeats.cycles import EARLIEST, LATEST
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeats import list_passed, render_day, render_days
from belfry.kernel.errors import InputError
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.hours.weekdays import MONTH_NAMES
from belfry.kernel.sms import clean_sms
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.messages import Audience, Message
from belfry.messaging.ports import RenderedMessage, Superseded, Unsendable
from belfry.messaging.templates import Verbatim
from belfry.ports.clock import Clock
from belfry.ports.figures import Figures
from belfry.ports.files import BlobStore
from belfry.workspace.people import ADMIN, FindStaff, Staff
from belfry.workspace.phrase_text import PLAIN, Phrased, PhraseText, SlottedText, find_phrased

_WRITTEN = re.compile(r"(\d{4})-(\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Month:
    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"

    def __contains__(self, day: date) -> bool:
        return (day.year, day.month) == (self.year, self.number)

    @property
    def first(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        into_next = self.first + timedelta(days=31)
        return into_next - timedelta(days=into_next.day)

    def render(self) -> str:
        """October 2026."""
        return f"{MONTH_NAMES[self.number - 1]} {self.year}"


def find_month_before(day: date) -> Month:
    """The last one that is over on that day."""
    before = day.replace(day=1) - timedelta(days=1)
    return Month(before.year, before.month)


def parse_month(text: str) -> Month:
    """2026-10; raises InputError."""
    matched = _WRITTEN.fullmatch(text.strip())
    year, number = (int(matched[1]), int(matched[2])) if matched else (0, 0)
    if not EARLIEST.year <= year <= LATEST.year or not 1 <= number <= 12:
        expected = f"expected a month such as 2026-10, not {text.strip()[:20]!r}"
        raise InputError(expected, field="month")
    return Month(year, number)


# A control drifts if so many of its last cycles were not on time.
LOOKED_BACK = 4
TOO_OFTEN = 2


class Fate(StrEnum):
    ON_TIME = "on-time"
    LATE = "late"
    MISSED = "missed"
    SKIPPED = "skipped"
    OPEN = "open"


SLIPS = frozenset({Fate.LATE, Fate.MISSED, Fate.OPEN})


@dataclass(frozen=True, slots=True)
class Due:
    """One due date of a control; `cycle` is the end it belongs to, `days` how late it was or is.

    Not `is_single` if it stands for several due dates that were missed in a row.
    """

    control_id: str
    cycle: int
    on: date
    fate: Fate
    days: int = 0
    is_single: bool = True


@dataclass(frozen=True, slots=True)
class Drift:
    """A control that slips again and again: `slipped` times in its last `of` cycles.

    `days` is how late those were on average, of which that is known.
    """

    control_id: str
    slipped: int
    of: int
    days: float


@dataclass(frozen=True, slots=True)
class MonthCounts:
    """How many due dates of a month went how; `open` ones are past and not done."""

    on_time: int = 0
    late: int = 0
    missed: int = 0
    open: int = 0

    @property
    def due(self) -> int:
        """Those that should have been done: all but the skipped ones."""
        return self.on_time + self.late + self.missed + self.open

    @property
    def rate(self) -> float | None:
        """The share on time, from 0 to 1; None if nothing came due."""
        return self.on_time / self.due if self.due else None

    def render_rate(self) -> str:
        """Rounded down: all of it is only said of all."""
        return f"{100 * self.on_time // self.due}%" if self.due else ""


@dataclass(frozen=True, slots=True)
class Summary:
    """`dues` are the due dates of the month, `carried` older ones that are open to this day."""

    month: Month
    dues: tuple[Due, ...] = ()
    carried: tuple[Due, ...] = ()
    drifting: tuple[Drift, ...] = ()

    def count(self, fate: Fate) -> int:
        return sum(due.fate is fate for due in self.dues)

    @property
    def is_empty(self) -> bool:
        return not self.dues and not self.carried

    @property
    def counts(self) -> MonthCounts:
        fates = (Fate.ON_TIME, Fate.LATE, Fate.MISSED, Fate.OPEN)
        return MonthCounts(*(self.count(fate) for fate in fates))

    @property
    def days_late(self) -> tuple[int, ...]:
        """By how many days each late one was late, the worst first."""
        late = (due.days for due in self.dues if due.fate is Fate.LATE)
        return tuple(sorted(late, reverse=True))

    @property
    def slips(self) -> tuple[Due, ...]:
        return tuple(due for due in self.dues if due.fate in SLIPS)

    @property
    def is_whole(self) -> bool:
        """Whether every missed due date is counted by itself."""
        return all(due.is_single for due in self.dues)


def list_uncertain(lines: Iterable[CycleLine]) -> set[str]:
    """The controls of which a month's lines do not tell all.

    What was missed may have been taken back by a line of another month; and whether something
    slips again and again, only its whole history tells.
    """
    return {due.control_id for due in list_dues(lines) if due.fate in SLIPS}


def list_dues(lines: Iterable[CycleLine]) -> list[Due]:
    """What became of the due dates that these lines tell of, without what was taken back."""
    lines = list(lines)
    undone = {_end_of(line) for line in lines if line.outcome is Outcome.UNDONE}
    return [_judge(line) for line in lines if _end_of(line) not in undone]


def list_open_dues(control: Control | ControlSummary, today: date) -> list[Due]:
    """The due dates of an open cycle that are past: its own, then those that passed since."""
    late = (today - control.due_on).days
    if late <= 0:
        return []
    passed = _list_passed(control.repeat, control.due_on, control.anchor_on, today)
    cycle = control.cycle
    missed = [
        Due(control.id, cycle, day, Fate.MISSED) for day in passed if day >= control.first_seen_on
    ]
    return [Due(control.id, cycle, control.due_on, Fate.OPEN, late), *missed]


# Pages ask about the same controls again and again.
@lru_cache(maxsize=1024)
def _list_passed(repeat_text: str, due_on: date, anchor_on: date, today: date) -> tuple[date, ...]:
    try:
        repeat = parse_repeat(repeat_text)
    except ReadingError:  # it was readable once; the sync tells what is wrong with it now
        return ()
    until = today - timedelta(days=1)
    return list_passed(repeat, due_on=due_on, until=until, anchor_on=anchor_on)[1:]


def summarise(
    month: Month,
    lines: Iterable[CycleLine],
    histories: Mapping[str, Sequence[CycleLine]],
    open_controls: Iterable[Control],
    today: date,
) -> Summary:
    """`lines` are all of the month; `histories` are those of the controls that they do not settle.

    `open_controls` are those on the list whose cycle is due by the end of the month.
    """
    past = {control_id: list_dues(known) for control_id, known in histories.items()}
    overdue = [due for control in open_controls for due in list_open_dues(control, today)]
    certain = [due for due in list_dues(lines) if due.control_id not in past]
    dues = [*certain, *(due for known in past.values() for due in known), *overdue]
    in_month = sorted((due for due in dues if due.on in month), key=_order)
    still_open = (due for due in overdue if due.fate is Fate.OPEN)
    carried = sorted((due for due in still_open if due.on < month.first), key=_order)
    slipped = {due.control_id for due in in_month if due.fate in SLIPS}
    until_then = [due for due in dues if due.control_id in slipped and due.on <= month.last]
    return Summary(month, tuple(in_month), tuple(carried), _find_drifts(until_then))


def _find_drifts(dues: Iterable[Due]) -> tuple[Drift, ...]:
    by_control: dict[str, list[Due]] = {}
    for due in dues:
        by_control.setdefault(due.control_id, []).append(due)
    judged = (_judge_drift(control_id, own) for control_id, own in by_control.items())
    drifts = [drift for drift in judged if drift.slipped >= TOO_OFTEN]
    return tuple(sorted(drifts, key=lambda drift: (-drift.slipped, -drift.days, drift.control_id)))


def _judge_drift(control_id: str, dues: Sequence[Due]) -> Drift:
    """By cycles: due dates that passed while one of them was open are one slip with it."""
    by_cycle: dict[int, list[Due]] = {}
    for due in sorted(dues, key=_order):
        by_cycle.setdefault(due.cycle, []).append(due)
    cycles = list(by_cycle.values())[-LOOKED_BACK:]
    slipped = [cycle for cycle in cycles if any(due.fate in SLIPS for due in cycle)]
    days = [due.days for cycle in slipped for due in cycle if due.days]
    average = sum(days) / len(days) if days else 0.0
    return Drift(control_id, len(slipped), len(cycles), average)


def _judge(line: CycleLine) -> Due:
    days = (line.done_on - line.due_on).days if line.done_on else 0
    match line.outcome:
        case Outcome.SKIPPED:
            fate = Fate.SKIPPED
        case Outcome.MISSED:
            fate = Fate.MISSED
        case _:
            fate = Fate.LATE if days > 0 else Fate.ON_TIME
    late = days if fate is Fate.LATE else 0
    is_single = fate is not Fate.MISSED or not line.note
    return Due(line.control_id, line.cycle, line.due_on, fate, late, is_single)


def _end_of(line: CycleLine) -> tuple[str, int]:
    return line.control_id, line.cycle


def _order(due: Due) -> tuple[date, str, int]:
    return due.on, due.control_id, due.cycle


PAGE = 500


@dataclass(frozen=True, slots=True)
class NamedSummary:
    """A month, with the names of the controls that it speaks of, by id."""

    summary: Summary
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SummariseControls:
    controls: Controls
    histories: Histories
    clock: Clock
    zone: ZoneInfo

    def __call__(self, month: Month | None = None) -> NamedSummary:
        """The last month that is over, unless another is meant."""
        today = self.clock.now().astimezone(self.zone).date()
        month = month or find_month_before(today)
        lines = self.histories.list_ended(month.first, month.last)
        histories = {key: self.histories.list_cycles(key) for key in list_uncertain(lines)}
        until = min(month.last, today) + timedelta(days=1)
        pages = list_pages(self.controls, PAGE, before=until)
        is_open = [control for page in pages for control in page]
        histories |= {
            control.id: self.histories.list_cycles(control.id)
            for control in is_open
            if control.id not in histories
            and any(due.on in month for due in list_open_dues(control, today))
        }
        summary = summarise(month, lines, histories, is_open, today)
        ids = {due.control_id for due in (*summary.slips, *summary.carried)}
        names = {control.id: control.name for control in self.controls.list_by_id(ids)}
        return NamedSummary(summary, names)


@dataclass(frozen=True, slots=True)
class CountMonths:
    """The numbers of a summary without its due dates, quickly and for several months."""

    figures: Figures
    controls: Controls
    clock: Clock
    zone: ZoneInfo

    def __call__(self, most: int) -> list[tuple[Month, MonthCounts]]:
        """This month and those before it, the latest first, without those of no due date."""
        today = self.clock.now().astimezone(self.zone).date()
        months = [Month(today.year, today.month)]
        while len(months) < most:
            months.append(find_month_before(months[-1].first))
        stretches = [(month.first, month.last + timedelta(days=1)) for month in months]
        ended = self.figures.count_cycles(stretches)
        overdue = Counter(
            (Month(due.on.year, due.on.month), due.fate)
            for control in self.controls.list_summaries(until=today)
            for due in list_open_dues(control, today)
        )
        counted = [
            (month, _count(ways, overdue[month, Fate.MISSED], overdue[month, Fate.OPEN]))
            for month, ways in zip(months, ended, strict=True)
        ]
        return [(month, counts) for month, counts in counted if counts.due]


def _count(ways: Mapping[str, int], passed: int, still_open: int) -> MonthCounts:
    on_time, late, missed = (
        ways.get(fate.value, 0) for fate in (Fate.ON_TIME, Fate.LATE, Fate.MISSED)
    )
    return MonthCounts(on_time, late, missed + passed, still_open)


@dataclass(frozen=True, slots=True)
class QueueSummary:
    """A month of which there is nothing to tell makes no message, and each other one makes one.

    Without `phrase` there is no model to word its opening.
    """

    summarise: SummariseControls
    find_staff: FindStaff
    queue_message: QueueMessage
    phrase: PhraseText | None

    def __call__(self) -> str:
        """What became of it, in words."""
        summary = self.summarise().summary
        month = str(summary.month)
        if summary.is_empty:
            return f"nothing to tell of {month}"
        text = make_summary_text(summary)
        if self.phrase and text:
            self.phrase(text)
        person = self.find_staff().admin_name
        wanted = Wanted(
            id=summary_key(month, person),
            room=ROOM,
            kind=SUMMARY,
            about=about_summary(month),
            person=person,
            audience=Audience.TEAM,
            facts={"month": month},
        )
        is_new = self.queue_message(wanted)
        return f"{month} is told" if is_new else f"{month} was told before"


@dataclass(frozen=True, slots=True)
class WriteSummary:
    summarise: SummariseControls
    blobs: BlobStore

    def __call__(self, message: Message, staff: Staff) -> RenderedMessage | Superseded | Unsendable:
        way = staff.find_way(message.person)
        if way is None:
            return Unsendable("no one on the team has an address: set admin in belfry.toml")
        named = self.summarise(parse_month(message.facts["month"]))
        if named.summary.is_empty:
            return Superseded("there is nothing to tell of that month any more")
        reader = "" if message.person == ADMIN else message.person
        text = make_summary_text(named.summary) if not way.traits.is_short else None
        phrased = find_phrased(self.blobs, text) if text else Phrased("", PLAIN)
        texts = render_summary(named.summary, named.names, reader=reader, opening=phrased.text)
        return RenderedMessage(
            channel=way.channel,
            to=way.address,
            to_name=reader,
            subject=texts["subject"],
            # A text message has room for the numbers alone.
            text=clean_sms(texts["subject"]) if way.traits.is_short else texts["email"],
            zone=way.zone,
            worded=phrased.worded,
        )


MOST_LISTED = 30


_SLOTS = ("on_time", "rate", "late", "average", "worst", "missed", "open", "skipped")


def render_summary(
    summary: Summary, names: Mapping[str, str], *, reader: str = "", opening: str = ""
) -> dict[str, str]:
    """The subject and the e-mail; `body` is the e-mail without its greeting.

    `names` are those of the controls, by id; `opening` replaces the numbers.
    """
    values = {
        **dict.fromkeys(_SLOTS, ""),
        **render_values(summary),
        "due": summary.counts.due,
        "reader": clean_name(reader),
        "opening": Verbatim(opening),
        "slips": _list_dues(summary.slips, names),
        "carried": _list_dues(summary.carried, names),
        "drifting": _list_drifts(summary.drifting, names),
        "most_listed": MOST_LISTED,
    }
    return TEMPLATES.render("monthly_summary", values)


def _list_dues(dues: Iterable[Due], names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "name": clean_name(names.get(due.control_id, due.control_id)),
            "day": render_day(due.on),
            "fate": due.fate.value,
            "days": due.days,
            "is_single": due.is_single,
        }
        for due in dues
    ]


def _list_drifts(drifts: Iterable[Drift], names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "name": clean_name(names.get(drift.control_id, drift.control_id)),
            "slipped": drift.slipped,
            "of": drift.of,
            "average": render_days(max(round(drift.days), 1)) if drift.days else "",
        }
        for drift in drifts
    ]


def render_values(summary: Summary) -> dict[str, str]:
    """The numbers of a month by slot, without those that are zero."""
    counts = summary.counts
    due = counts.due
    values = {"month": summary.month.render()}
    if due:
        values["due"] = f"{due} due date{'s' * (due != 1)}"
        values |= {"on_time": str(counts.on_time), "rate": counts.render_rate()}
    if late := summary.days_late:
        average = max(round(sum(late) / len(late)), 1)
        values |= {"late": str(len(late)), "average": render_days(average)}
        values |= {"worst": render_days(late[0])} if late[0] != average else {}
    for fate in (Fate.MISSED, Fate.OPEN, Fate.SKIPPED):
        if count := summary.count(fate):
            is_least = fate is Fate.MISSED and not summary.is_whole
            values[fate.value] = f"at least {count}" if is_least else str(count)
    return values


_PHRASES = (files("belfry.controls") / "summary.txt").read_text("utf-8")
_TASK = (
    "You word the opening of a short monthly note to whoever answers for a small team's recurring"
    " checks: how many were due, on time, late or missed. Code adds the list of the checks."
)
_OPTIONAL = frozenset({"rate", "average", "worst"})


def make_summary_text(summary: Summary) -> SlottedText | None:
    """None if nothing came due: there is little to phrase."""
    if not summary.counts.due:
        return None
    values = render_values(summary)
    once = tuple(slot for slot in values if slot not in _OPTIONAL)
    conditions = {f"{slot}-{_find_number(values[slot])}" for slot in once if slot != "month"}
    conditions |= {"listed"} if summary.slips or summary.carried else set()
    return SlottedText(
        name=f"controls/phrased/{summary.month}.json",
        task=_TASK,
        rules=(
            f"Use each of these exactly once: {', '.join(f'{{{slot}}}' for slot in once)}.",
            "Two to four sentences. A phrase with @word fits only where that is so, and here it is"
            f" for: {', '.join(f'@{condition}' for condition in sorted(conditions))}.",
        ),
        phrases=_PHRASES,
        values=values,
        once=once,
        conditions=frozenset(conditions),
    )


def _find_number(value: str) -> str:
    return "one" if value in ("1", "at least 1", "1 due date") else "several"
