"""What keeps a person from a shift, in words for a manager."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from belfry.rota.rules.eligibility import (
    falls_into,
    find_gap,
    find_missing_skills,
    find_span,
    find_wall_days,
    is_too_close,
    makes_long_day,
    overlaps,
)
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import (
    MINUTE,
    Leave,
    Member,
    Rule,
    Shift,
    Stretch,
    TimeOff,
    Worked,
)
from belfry.rota.shift_words import (
    join_words,
    render_hours,
    render_leave,
    render_weekday,
    render_worked,
)

_SAID_ALONE = (Rule.ROLE, Rule.SKILLS)
_ONE_DAY = timedelta(days=1)
_INSTANT = timedelta(microseconds=1)
_ZERO = timedelta()


@dataclass(frozen=True, slots=True)
class Block:
    """`words` go on from the person's name: "would be at 44 h, the cap is 40 h".

    `against` is the shift that stands in the way, where it is one; `short_by` is by how many
    minutes the rule is missed, where it is about time.
    """

    rule: Rule
    words: str
    against: str | None = None
    short_by: int = 0


def list_blocks(
    placed: Placed, member: Member, shift: Shift, *, without: Container[str] = ()
) -> tuple[Block, ...]:
    """Everything against giving them the shift; shifts of theirs in `without` do not count."""
    rules = placed.list_broken(member, shift, without=without)
    if not rules:
        return ()
    case = _Case(placed, member, shift, without)
    return tuple(block for rule in rules for block in _DESCRIBE[rule](case))


def render_blocks(blocks: Sequence[Block]) -> str:
    """If a person cannot do the work, no other reason is given.

    The length of a day that is full already is none.
    """
    alone = [block for block in blocks if block.rule in _SAID_ALONE]
    is_full = any(block.rule is Rule.SHIFTS_A_DAY for block in blocks)
    others = [block for block in blocks if not (is_full and block.rule is Rule.LONGEST_DAY)]
    return "; ".join(block.words for block in alone or others)


def say_overruled(placed: Placed, member: Member, shift: Shift) -> str:
    """What a manager allowed them on this shift, and who did: would be at 44 h, the cap is 40 h;
    Maria Lopez allowed it. Empty if no rule is against them."""
    waivers = [
        waiver
        for waiver in placed.week.waivers
        if (waiver.name, waiver.shift_id) == (member.name, shift.id)
    ]
    blocks = list_blocks(placed.unwaived, member, shift, without={shift.id}) if waivers else ()
    if not blocks:
        return ""
    by = join_words(list(dict.fromkeys(waiver.by for waiver in waivers)))
    return f"{render_blocks(blocks)}; {by} allowed it"


def list_open_requests(placed: Placed, member: Member, shift: Shift) -> list[str]:
    """Undecided time off of a person who is wished for nevertheless."""
    return [
        _say_asked(leave) for leave in _Case(placed, member, shift, ()).list_leaves(Leave.PENDING)
    ]


@dataclass(frozen=True)
class _Case:
    placed: Placed
    member: Member
    shift: Shift
    without: Container[str]

    @cached_property
    def own(self) -> list[Shift]:
        return self.placed.list_shifts(self.member.name, without=self.without)

    @cached_property
    def others(self) -> list[Shift | Worked]:
        """All their shifts, those of the weeks around included, from the earliest on."""
        around = self.placed.eligibility.around.get(self.member.name, ())
        return sorted([*self.own, *around], key=lambda other: (other.starts_at, _find_id(other)))

    def list_leaves(self, state: Leave) -> list[TimeOff]:
        days = find_wall_days(self.shift, self.placed.week.zone)
        leaves = self.placed.eligibility.time_off.get(self.member.name, ())
        return [leave for leave in leaves if leave.state is state and falls_into(days, leave)]

    def name(self, other: Shift | Worked) -> str:
        if isinstance(other, Worked):
            return render_worked(other, self.placed.week.zone)
        return self.placed.name_shift(other)


def _find_id(other: Shift | Worked) -> str:
    return other.shift_id if isinstance(other, Worked) else other.id


def _find_against(other: Shift | Worked) -> str | None:
    return None if isinstance(other, Worked) else other.id


def _describe_role(case: _Case) -> Iterator[Block]:
    yield Block(Rule.ROLE, f"does not have the role {case.shift.role}")


def _describe_skills(case: _Case) -> Iterator[Block]:
    missing = sorted(find_missing_skills(case.member, case.shift.skills))
    yield Block(Rule.SKILLS, f"lacks {join_words(missing)}")


def _describe_availability(case: _Case) -> Iterator[Block]:
    zone, shift = case.placed.week.zone, case.shift
    stretches = case.placed.week.availability[case.member.name].stretches
    near = [
        _render_stretch(stretch, shift, zone)
        for stretch in stretches
        if _is_near(stretch, shift, zone)
    ]
    words = f"can come {join_words(near)} only"
    present = sum((_find_shared(stretch, shift) for stretch in stretches), _ZERO)
    yield Block(
        Rule.AVAILABILITY,
        words if near else f"cannot come on {render_weekday(shift.day)}",
        short_by=max(0, shift.minutes - present // MINUTE),
    )


def _describe_time_off(case: _Case) -> Iterator[Block]:
    for leave in case.list_leaves(Leave.APPROVED):
        on = "on " if leave.first_on == leave.last_on else ""
        words = f"is off {on}{render_leave(leave)}"
        yield Block(Rule.TIME_OFF, words, short_by=case.shift.minutes)


def _describe_pending(case: _Case) -> Iterator[Block]:
    for leave in case.list_leaves(Leave.PENDING):
        yield Block(Rule.PENDING, _say_asked(leave), short_by=case.shift.minutes)


def _say_asked(leave: TimeOff) -> str:
    return f"has asked for {render_leave(leave)} off, and nobody has answered yet"


def _describe_overlap(case: _Case) -> Iterator[Block]:
    shift = case.shift
    for other in case.others:
        if _find_against(other) == shift.id:
            yield Block(Rule.OVERLAP, "is on this shift already", shift.id, shift.minutes)
        elif overlaps(shift, other):
            shared = _find_shared(other, shift) // MINUTE
            words = f"has {case.name(other)} at the same time"
            yield Block(Rule.OVERLAP, words, _find_against(other), shared)


def _describe_rest(case: _Case) -> Iterator[Block]:
    rest = case.placed.week.rules.rest
    for other in case.others:
        if not is_too_close(case.shift, other, case.placed.week):
            continue
        gap = find_gap(case.shift, other) // MINUTE
        side = "before" if other.ends_at <= case.shift.starts_at else "after"
        only = f"only {render_hours(gap)} {side} this one" if gap else f"right {side} this one"
        words = f"has {case.name(other)}: {only}, {render_hours(rest)} are needed"
        yield Block(Rule.REST, words, _find_against(other), rest - gap)


def _describe_long_day(case: _Case) -> Iterator[Block]:
    longest = case.placed.week.rules.longest_day or 0
    for other in case.others:
        if makes_long_day(case.shift, other, case.placed.week):
            span = find_span(case.shift, other) // MINUTE
            most = f"{render_hours(longest)} are the most"
            words = f"has {case.name(other)}: a day of {render_hours(span)} with it, {most}"
            yield Block(Rule.LONGEST_DAY, words, _find_against(other), span - longest)


def _describe_full_day(case: _Case) -> Iterator[Block]:
    most = case.placed.week.rules.shifts_a_day
    same_day = [other for other in case.others if other.day == case.shift.day]
    limit = "one shift a day is the rule" if most == 1 else f"{most} shifts a day are the most"
    if not same_day:
        yield Block(Rule.SHIFTS_A_DAY, f"would have a shift, {limit}")
        return
    has = f"has {join_words([case.name(other) for other in same_day])}"
    yield Block(Rule.SHIFTS_A_DAY, f"{has} on the same day, {limit}", _find_against(same_day[0]))


def _describe_cap(case: _Case) -> Iterator[Block]:
    cap = case.member.cap
    total = case.shift.minutes + sum(other.minutes for other in case.own)
    words = f"would be at {render_hours(total)}, the cap is {render_hours(cap)}"
    yield Block(Rule.CAP, words, short_by=total - cap)


def _describe_row(case: _Case) -> Iterator[Block]:
    days = {other.day for other in case.others}
    first = last = case.shift.day
    while first - _ONE_DAY in days:
        first -= _ONE_DAY
    while last + _ONE_DAY in days:
        last += _ONE_DAY
    row, most = (last - first).days + 1, case.placed.week.rules.days_in_row
    yield Block(Rule.DAYS_IN_ROW, f"would work {row} days in a row, {most} are the most")


_DESCRIBE: dict[Rule, Callable[[_Case], Iterator[Block]]] = {
    Rule.ROLE: _describe_role,
    Rule.SKILLS: _describe_skills,
    Rule.AVAILABILITY: _describe_availability,
    Rule.TIME_OFF: _describe_time_off,
    Rule.PENDING: _describe_pending,
    Rule.OVERLAP: _describe_overlap,
    Rule.SHIFTS_A_DAY: _describe_full_day,
    Rule.REST: _describe_rest,
    Rule.LONGEST_DAY: _describe_long_day,
    Rule.CAP: _describe_cap,
    Rule.DAYS_IN_ROW: _describe_row,
}


def _is_near(stretch: Stretch, shift: Shift, zone: ZoneInfo) -> bool:
    first_on = stretch.starts_at.astimezone(zone).date()
    last_on = (stretch.ends_at - _INSTANT).astimezone(zone).date()
    return first_on <= shift.day <= last_on or _find_shared(stretch, shift) > _ZERO


def _find_shared(other: Stretch | Shift | Worked, shift: Shift) -> timedelta:
    starts_at = max(other.starts_at, shift.starts_at)
    return max(_ZERO, min(other.ends_at, shift.ends_at) - starts_at)


def _render_stretch(stretch: Stretch, shift: Shift, zone: ZoneInfo) -> str:
    ends = []
    for moment in (stretch.starts_at, stretch.ends_at):
        local = moment.astimezone(zone)
        day = "" if local.date() == shift.day else f"{render_weekday(local.date())} "
        ends.append(f"{day}{local:%H:%M}")
    return f"from {ends[0]} to {ends[1]}"
