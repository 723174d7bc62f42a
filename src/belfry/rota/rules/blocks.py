"""What keeps somebody from a shift, in words that a manager accepts.

Every rule is asked, so that whoever wants to make room sees all that stands in the way. A person
may take a shift when there is nothing to tell.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

from belfry.rota.rules.eligibility import Block, BlockKind, Spell, find_days
from belfry.rota.rules.members import Availability, Leave, Member, Stretch, TimeOff, Worked
from belfry.rota.rules.placed import Placed, count_row
from belfry.rota.rules.weeks import Week
from belfry.rota.shift_words import (
    join_words,
    render_hours,
    render_leave,
    render_weekday,
    render_worked,
)
from belfry.rota.shifts import MINUTE, Shift

_ORDER = {kind: place for place, kind in enumerate(BlockKind)}
_SAID_ALONE = (BlockKind.ROLE, BlockKind.SKILLS)


def list_blocks(
    placed: Placed, member: Member, shift: Shift, *, without: Container[str] = ()
) -> tuple[Block, ...]:
    """Everything against giving them the shift; shifts of theirs in `without` do not count."""
    spells = [
        spell
        for spell in placed.list_spells(member.name)
        if spell.is_around or spell.shift_id not in without
    ]
    blocks = (
        *_judge_work(member, shift),
        *_judge_presence(placed, member, shift),
        *_judge_nearness(placed, shift, spells),
        *_judge_amount(placed.week, member, shift, spells),
    )
    return tuple(sorted(blocks, key=lambda block: _ORDER[block.kind]))


def render_blocks(blocks: Sequence[Block]) -> str:
    """What to tell of them: whoever cannot do the work need not hear about hours as well."""
    alone = [block for block in blocks if block.kind in _SAID_ALONE]
    return "; ".join(block.words for block in alone or blocks)


def list_open_requests(placed: Placed, member: Member, shift: Shift) -> list[str]:
    """What is worth telling of somebody who was wished for in spite of it."""
    leaves = _list_leaves(placed, member, shift)
    return [_say_asked(leave) for leave in leaves if leave.state is Leave.PENDING]


def _judge_work(member: Member, shift: Shift) -> Iterator[Block]:
    if shift.role and shift.role not in member.roles:
        yield Block(BlockKind.ROLE, f"does not have the role {shift.role}")
    if missing := sorted(shift.skills - member.skills):
        yield Block(BlockKind.SKILLS, f"lacks {join_words(missing)}")


def _judge_presence(placed: Placed, member: Member, shift: Shift) -> Iterator[Block]:
    entry = placed.week.availability.get(member.name)
    if entry is not None and not any(
        stretch.starts_at <= shift.starts_at and shift.ends_at <= stretch.ends_at
        for stretch in entry.stretches
    ):
        words = say_available(entry, shift, placed.week.zone)
        yield Block(BlockKind.AVAILABILITY, words, short_by=count_absent(entry, shift))
    for leave in _list_leaves(placed, member, shift):
        if leave.state is Leave.APPROVED:
            on = "on " if leave.first_on == leave.last_on else ""
            words = f"is off {on}{render_leave(leave)}"
            yield Block(BlockKind.TIME_OFF, words, short_by=shift.minutes)
        elif member.name not in shift.wishes:
            yield Block(BlockKind.PENDING, _say_asked(leave), short_by=shift.minutes)


def _list_leaves(placed: Placed, member: Member, shift: Shift) -> Iterator[TimeOff]:
    first_on, last_on = find_days(shift, placed.week)
    for leave in placed.facts.time_off.get(member.name, ()):
        if leave.first_on <= last_on and first_on <= leave.last_on:
            yield leave


def _say_asked(leave: TimeOff) -> str:
    return f"has asked for {render_leave(leave)} off, and nobody has answered yet"


def _judge_nearness(placed: Placed, shift: Shift, spells: Sequence[Spell]) -> Iterator[Block]:
    this, rules = placed.facts.spells[shift.id], placed.week.rules
    is_busy_that_day = False
    for spell in spells:
        if not spell.is_around and spell.shift_id == shift.id:
            yield Block(BlockKind.OVERLAP, "is on this shift already", shift.id, shift.minutes)
            is_busy_that_day = True
        elif spell.starts < this.ends and this.starts < spell.ends:
            shared = min(spell.ends, this.ends) - max(spell.starts, this.starts)
            words = f"has {_say_spell(placed, spell)} at the same time"
            yield Block(BlockKind.OVERLAP, words, _find_against(spell), shared)
            is_busy_that_day |= spell.day == shift.day
        elif spell.day != shift.day:
            yield from _judge_rest(placed, this, spell)
    same_day = [spell for spell in spells if spell.day == shift.day]
    if len(same_day) >= rules.shifts_a_day and not is_busy_that_day:
        yield _tell_full_day(placed, same_day)


def _judge_rest(placed: Placed, this: Spell, other: Spell) -> Iterator[Block]:
    gap, rest = max(this.starts - other.ends, other.starts - this.ends), placed.week.rules.rest
    if gap >= rest:
        return
    side = "before" if other.ends <= this.starts else "after"
    only = f"only {render_hours(gap)} {side} this one" if gap else f"right {side} this one"
    words = f"has {_say_spell(placed, other)}: {only}, {render_hours(rest)} are needed"
    yield Block(BlockKind.REST, words, _find_against(other), rest - gap)


def _tell_full_day(placed: Placed, same_day: Sequence[Spell]) -> Block:
    most = placed.week.rules.shifts_a_day
    has = f"has {join_words([_say_spell(placed, spell) for spell in same_day])}" if same_day else ""
    limit = "one shift a day is the rule" if most == 1 else f"{most} shifts a day are the most"
    words = f"{has} on the same day, {limit}" if has else f"would have a shift, {limit}"
    against = _find_against(same_day[0]) if same_day else None
    return Block(BlockKind.SHIFTS_A_DAY, words, against)


def _judge_amount(
    week: Week, member: Member, shift: Shift, spells: Sequence[Spell]
) -> Iterator[Block]:
    total = shift.minutes + sum(spell.minutes for spell in spells if not spell.is_around)
    if total > member.cap:
        words = f"would be at {render_hours(total)}, the cap is {render_hours(member.cap)}"
        yield Block(BlockKind.CAP, words, short_by=total - member.cap)
    most, row = week.rules.days_in_row, count_row({spell.day for spell in spells}, shift.day)
    if most is not None and row > most:
        words = f"would work {row} days in a row, {most} are the most"
        yield Block(BlockKind.DAYS_IN_ROW, words)


def _say_spell(placed: Placed, spell: Spell) -> str:
    source = spell.source
    if isinstance(source, Worked):
        return render_worked(source, placed.week.zone)
    return placed.facts.name_shift(source)


def _find_against(spell: Spell) -> str | None:
    return None if spell.is_around else spell.shift_id


_INSTANT = timedelta(microseconds=1)
_NOTHING = timedelta()


def say_available(entry: Availability, shift: Shift, zone: ZoneInfo) -> str:
    """Can come from 10:00 to 14:00 only; or not at all on that day."""
    near = [one for one in entry.stretches if _is_near(one, shift, zone)]
    if not near:
        return f"cannot come on {render_weekday(shift.day)}"
    return f"can come {join_words([_say_stretch(one, shift, zone) for one in near])} only"


def count_absent(entry: Availability, shift: Shift) -> int:
    """For how many minutes of the shift they cannot be there."""
    present = sum((_find_shared(one, shift) for one in entry.stretches), _NOTHING)
    return max(0, shift.minutes - present // MINUTE)


def _is_near(stretch: Stretch, shift: Shift, zone: ZoneInfo) -> bool:
    first_on = stretch.starts_at.astimezone(zone).date()
    last_on = (stretch.ends_at - _INSTANT).astimezone(zone).date()
    return first_on <= shift.day <= last_on or _find_shared(stretch, shift) > _NOTHING


def _find_shared(stretch: Stretch, shift: Shift) -> timedelta:
    starts_at = max(stretch.starts_at, shift.starts_at)
    return max(_NOTHING, min(stretch.ends_at, shift.ends_at) - starts_at)


def _say_stretch(stretch: Stretch, shift: Shift, zone: ZoneInfo) -> str:
    said = []
    for moment in (stretch.starts_at, stretch.ends_at):
        local = moment.astimezone(zone)
        day = "" if local.date() == shift.day else f"{render_weekday(local.date())} "
        said.append(f"{day}{local:%H:%M}")
    return f"from {said[0]} to {said[1]}"
