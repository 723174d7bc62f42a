"""What must hold in every simulated team, whatever its people do."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from belfry.controls.controls import Outcome
from belfry.controls.reports.monthly_summary import Fate, MonthCounts
from belfry.entrypoints.simulation.numbers import find_unequal_numbers
from belfry.entrypoints.simulation.world import (
    MARKET,
    RARE_ROLE,
    RARE_SHIFT,
    STAGES,
    USUAL_ROLE,
    Customer,
    shows_colour,
)
from belfry.kernel.errors import NotFound
from belfry.kernel.texts import digest_of
from belfry.messaging.messages import LEFT, Message
from belfry.rota.requests.requests import Asked
from belfry.rota.rules.weeks import Leave, find_monday
from belfry.scheduler.runs import RunStatus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from belfry.controls.controls import Control, CycleLine
    from belfry.entrypoints.simulation.world import World
    from belfry.messaging.ports import OutgoingMessage
    from belfry.rota.drafts.drafted_weeks import DraftLine

_LINK = re.compile(r"/t/([\w-]+)")
CUSTOMER_HOURS, TEAM_HOURS = (9, 20), (8, 21)
MOST = 10_000
WEEK = timedelta(weeks=1)
# As the team's files have them.
REST, LONGEST_WEEK = timedelta(hours=11), timedelta(hours=21)
MONTHS = 3
COUNTED = (Fate.ON_TIME, Fate.LATE, Fate.MISSED, Fate.OPEN)
# Two polls, the settle time, and a process that was killed in between.
KNOWN_WITHIN = timedelta(minutes=60)


@dataclass
class Watch:
    """Looks at every message as it leaves, and at the records once a week."""

    world: World
    # By link.
    owners: dict[str, Customer] = field(default_factory=dict)

    def inspect(self, outgoing: OutgoingMessage) -> None:
        now = self.world.now
        digest = digest_of(f"{outgoing.subject}\n{outgoing.text}")[:12]
        self.world.say(f"message to {outgoing.to}: {outgoing.id} {digest}")
        customer = self.world.customers.get(outgoing.to)
        is_reply = outgoing.id.startswith("replies/")
        first, last = CUSTOMER_HOURS if customer else TEAM_HOURS
        if not is_reply and not first <= now.hour < last:
            self._break(f"{outgoing.id} left at {now:%H:%M}")
        if customer:
            self._inspect_customer(outgoing, customer)
            self._inspect_stage(outgoing)

    def _inspect_customer(self, outgoing: OutgoingMessage, customer: Customer) -> None:
        """Neither words, links nor pictures of another customer."""
        text = f"{outgoing.to_name} {outgoing.subject} {outgoing.text}"
        for other in self.world.customers.values():
            if other is not customer and (other.name in text or other.item in text):
                self._break(f"{outgoing.id} tells {customer.name} about {other.name}: {text!r}")
        for link in _LINK.findall(text):
            owner = self.owners.setdefault(link, customer)
            if owner is not customer:
                self._break(f"{outgoing.id} sends a link of {owner.name} to {customer.name}")
        colour = self.world.find_colour(customer)
        if outgoing.picture and not shows_colour(outgoing.picture.content, colour):
            self._break(f"{outgoing.id} sends a picture of another to {customer.name}")

    def _inspect_stage(self, outgoing: OutgoingMessage) -> None:
        """An update tells a stage that the board had a short while ago."""
        message = self.world.services.ports.store.find(Message, outgoing.id)
        stage = message.facts.get("stage") if message else None
        if message is None or stage is None:
            return
        number = message.facts["job"].partition("~")[0]
        shown, since = self.world.shown[number], self.world.clock.now() - KNOWN_WITHIN
        lately = [*(name for at, name in shown if at <= since)][-1:]
        lately += [name for at, name in shown if at > since]
        if stage not in lately:
            self._break(f"{outgoing.id} says {stage} when the board said {lately}")

    def check(self) -> None:
        """What the records say, after any week."""
        self._check_links()
        self._check_controls()
        self._check_rates()
        for find in (find_unfit, find_unasked, find_uneven_turns):
            for problem in find(self.world):
                self._break(problem)
        self._check_books()

    def check_day(self) -> None:
        """What several pages and commands show, and who is to work, in the midst of a day."""
        for problem in find_unfit(self.world):
            self._break(problem)
        for user in self.world.services.ports.users.list(limit=1):  # the owner
            for problem in find_unequal_numbers(self.world.services, user):
                self._break(problem)

    def _check_links(self) -> None:
        """A customer's link shows that customer's job."""
        for mark, customer in self.owners.items():
            try:
                page = self.world.services.jobs.show_tracking(mark)
            except NotFound:
                continue
            others = [other.item for other in self.world.customers.values() if other != customer]
            if any(item in page.item for item in others):
                self._break(f"the link of {customer.name} shows {page.item}")

    def _check_controls(self) -> None:
        """What the history of each control says can be so, and agrees with the control."""
        ports = self.world.services.ports
        for control in ports.controls.list_page(limit=MOST):
            lines = ports.histories.list_cycles(control.id)
            for problem in (*find_false_lines(lines), *find_contradictions(control, lines)):
                self._break(f"{control.name}: {problem}")

    def _check_rates(self) -> None:
        """A month has one on-time rate: on the board, in the summary and in the year."""
        room, today = self.world.services.controls, self.world.today
        for month, counts in room.count_months(MONTHS):
            summary = room.queue_summary.summarise(month).summary.counts
            year = room.show_year(month.year, per_page=MOST)
            fates = Counter(
                day.fate for row in year.rows for day in row.days if day.on in month and day.fate
            )
            by_sign = MonthCounts(*(fates[fate] for fate in COUNTED))
            if not counts == summary == by_sign:
                shown = f"{counts} on the board, {summary} in the summary, {by_sign} in the year"
                self._break(f"{month} on {today}: {shown}")
            waits = [done - due for due, done in self._list_work() if due in month]
            late = sum(wait > timedelta(0) for wait in waits)
            if (counts.on_time, counts.late) != (len(waits) - late, late):
                self._break(f"{month} on {today}: {counts}, and by its history {late} were late")

    def _list_work(self) -> list[tuple[date, date]]:
        """The due date and the day of all work that counts."""
        ports = self.world.services.ports
        controls = ports.controls.list_page(limit=MOST)
        histories = [
            _list_standing(ports.histories.list_cycles(control.id)) for control in controls
        ]
        lines = [line for history in histories for line in history if _is_work(line)]
        return [(line.due_on, line.done_on) for line in lines if line.done_on]

    def _check_books(self) -> None:
        ports = self.world.services.ports
        for row in ports.outbox.list_failed(limit=MOST):
            self._break(f"outbox row {row.id} was given up")
        for run in ports.runs.list_newest(statuses=[RunStatus.PARKED], limit=MOST):
            self._break(f"run {run.id} failed for good: {run.error}")
        for gap in self.world.services.accounts.verify_audit_log().breaks:
            self._break(f"audit log of {gap.subject}: {gap.why}")
        handed_over = Counter(self.world.mailbox.handed_over)
        for message in ports.messages.list_newest(limit=MOST):
            most = 1 if message.state in LEFT else 0
            if handed_over[message.id] > most:
                times = handed_over[message.id]
                self._break(f"{message.id} is {message.state} and was handed over {times} times")

    def finish(self) -> None:
        """After two quiet days: the records know what the board says."""
        ports = self.world.services.ports
        jobs = {job.number: job for job in ports.jobs.list_current(list(self.world.board))}
        for number, (customer, stage) in self.world.board.items():
            job = jobs.get(number)
            known = f"{job.customer}, {job.stage}" if job else "nothing"
            if stage in STAGES and known != f"{customer.name}, {stage}":
                self._break(
                    f"{number}: the board has {customer.name}, {stage}; the records {known}"
                )

    def _break(self, text: str) -> None:
        self.world.say(f"BROKEN: {text}")
        self.world.broken.append(text)


def find_contradictions(control: Control, lines: Sequence[CycleLine]) -> Iterator[str]:
    """Where a control and the days of the work in its history say different things."""
    standing = _list_standing(lines)
    work = [line for line in standing if _is_work(line)]
    if work and control.last_done_on != (last := max(work, key=attrgetter("cycle"))).done_on:
        yield f"last done on {control.last_done_on}, and by its history on {last.done_on}"
    ended = {line.due_on for line in standing if line.cycle != control.opened_by}
    if control.due_on in ended:
        yield f"due on {control.due_on}, which is over"
    for line in standing:
        is_first = line.due_on == control.first_due_on
        if line.outcome is Outcome.MISSED and line.due_on < control.first_seen_on and not is_first:
            yield f"missed on {line.due_on}, before it was first seen on {control.first_seen_on}"


def _list_standing(lines: Sequence[CycleLine]) -> list[CycleLine]:
    """Without those that were undone."""
    voided = {line.cycle for line in lines if line.outcome is Outcome.UNDONE}
    standing = [line for line in lines if line.outcome is not Outcome.UNDONE]
    return [line for line in standing if line.cycle not in voided]


def find_false_lines(lines: Sequence[CycleLine]) -> Iterator[str]:
    """What a control's history says that cannot be so."""
    standing = _list_standing(lines)
    done = {line.due_on for line in standing if line.outcome is Outcome.DONE}
    missed = {line.due_on for line in standing if line.outcome is Outcome.MISSED}
    for due_on in sorted(done & missed):
        yield f"due on {due_on} is both done and missed"
    for due_on in sorted(missed & {line.done_on for line in standing if line.done_on}):
        yield f"missed on {due_on}, the day it was done"
    work = [line for line in standing if _is_work(line)]
    yield from _find_too_early(standing)
    for line in work:
        assert line.done_on is not None
        for due_on in sorted(day for day in missed if line.due_on < day <= line.done_on):
            yield f"missed on {due_on}, and the work of {line.done_on} counts for {line.due_on}"
    for line in standing:
        if line.outcome is Outcome.MISSED and line.due_on > line.at.date():
            yield f"missed on {line.due_on} already on {line.at.date()}"
        is_ahead = line.done_on and line.done_on > line.at.date()
        if line.outcome is Outcome.DONE and is_ahead:
            yield f"done on {line.done_on}, entered on {line.at.date()}"


def _is_work(line: CycleLine) -> bool:
    return line.outcome is Outcome.DONE and line.done_on is not None


def _find_too_early(standing: Sequence[CycleLine]) -> Iterator[str]:
    """Work that counts for a date although it was nearer to what came before.

    Nobody here names the due date that they mean, but corrections may.
    """
    ends = [line for line in standing if line.outcome is not Outcome.MISSED]
    for before, line in pairwise(sorted(ends, key=attrgetter("cycle"))):
        if line.outcome is Outcome.DONE and before.done_on and line.done_on:
            is_early = line.done_on - before.done_on <= line.due_on - line.done_on
            if is_early and not line.before.get("corrected_on"):
                yield f"done on {line.done_on}, right after {before.done_on}, for {line.due_on}"


def find_unfit(world: World) -> Iterator[str]:
    """Coming published shifts of people who may not work them, and are not flagged for it."""
    ports, this = world.services.ports, find_monday(world.today)
    for week in ports.rotas.list_weeks(this, this + 2 * WEEK):
        lines = ports.rotas.list_lines(week.id, week.published) if week.published else ()
        needs = world.services.rota.drafts.show_week(week.starts_on).needs_cover if lines else ()
        flagged = {(need.shift_id, need.name) for _, need in needs}
        for person in sorted({name for line in lines for name in line.people}):
            own = sorted((x for x in lines if person in x.people), key=attrgetter("starts_at"))
            for line, why in list_objections(own, person, world):
                is_coming = line.starts_at > world.clock.now()
                if is_coming and (line.shift_id, person) not in flagged:
                    yield f"{person} {why} and has {line.shift_id} on {line.day}"


def list_objections(
    lines: Sequence[DraftLine], person: str, world: World
) -> Iterator[tuple[DraftLine, str]]:
    """What is against the shifts of a person in a week; `lines` in their order."""
    hours = timedelta(0)
    for before, line in zip((None, *lines), lines, strict=False):
        role = RARE_ROLE if line.shift_id == RARE_SHIFT else USUAL_ROLE
        hours += line.ends_at - line.starts_at
        if world.roles[person] != role:
            yield line, f"is not of the role {role}"
        if (person, line.day) in world.off:
            yield line, "is off that day"
        if before and before.day == line.day:
            yield line, "has two shifts a day"
        elif before and line.starts_at - before.ends_at < REST:
            yield line, "rests too little"
        if hours > LONGEST_WEEK:
            yield line, f"works {hours} that week"


def find_unasked(world: World) -> Iterator[str]:
    """Time off for which a draft waits, although nobody was asked about it."""
    ports, rota = world.services.ports, world.services.rota
    this = find_monday(world.today)
    asked = {
        (request.person, request.first_on, request.last_on)
        for request in ports.requests.list_time_off(tuple(Asked), since=this - WEEK)
    }
    for week in ports.rotas.list_weeks(this, this + 2 * WEEK):
        facts = rota.drafts.open_draft(week.id, week.draft).placed.week if week.draft else None
        for leave in facts.time_off if facts else ():
            key = (leave.name, leave.first_on, leave.last_on)
            if leave.state is Leave.PENDING and key not in asked:
                yield f"draft {week.draft} of {week.id} waits for {leave.name}, unasked"


def find_uneven_turns(world: World) -> Iterator[str]:
    """Equal people who had unequal turns of a rare shift in any four weeks."""
    rotas, this = world.services.ports.rotas, find_monday(world.today)
    weeks = [week for week in rotas.list_weeks(this - 3 * WEEK, this) if week.published]
    turns = Counter(dict.fromkeys(MARKET, 0))
    for week in weeks:
        for line in rotas.list_lines(week.id, week.published):
            turns.update(line.people if line.shift_id == RARE_SHIFT else ())
    if max(turns.values()) - min(turns.values()) > 1:
        yield f"turns of {RARE_SHIFT} in four weeks: {dict(turns)}"
