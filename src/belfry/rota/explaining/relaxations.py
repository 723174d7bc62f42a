"""The smallest exceptions that would fill a shift the rules leave open.

An option concerns one person, and names everything that it would come to. Exceptions about hours
come first, then those that ask a person to give something up, then too long a day, then what has to
be learnt. An overlap cannot be excepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belfry.rota.rules.blocks import Block, list_blocks
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import MINUTE, Member, Rule, Rules, Shift, Worked
from belfry.rota.shift_words import join_words, render_hours, render_weekday

MOST_OPTIONS = 5
# From what is easily granted to what takes longest.
_BY_SEVERITY = (
    *(Rule.CAP, Rule.REST, Rule.SHIFTS_A_DAY, Rule.DAYS_IN_ROW),
    *(Rule.AVAILABILITY, Rule.PENDING, Rule.TIME_OFF, Rule.LONGEST_DAY, Rule.SKILLS, Rule.ROLE),
)
_SEVERITY = {rule: place for place, rule in enumerate(_BY_SEVERITY)}
_TO_LEARN = _SEVERITY[Rule.SKILLS]
_ABOUT_A_DAY = frozenset({Rule.SHIFTS_A_DAY, Rule.REST, Rule.LONGEST_DAY})


@dataclass(frozen=True, slots=True)
class Option:
    """`words` say what to do: raise Ana's cap from 40 h to 44 h. `minutes` is how much is asked."""

    name: str
    words: str
    blocks: tuple[Block, ...]
    minutes: int


def list_options(placed: Placed, shift: Shift, *, most: int = MOST_OPTIONS) -> tuple[Option, ...]:
    """The smallest first: by the gravest rule to be bent, then by how far, then by whose turn.

    Teaching a person a skill is offered only where nothing else is left.
    """
    options = [
        _make_option(placed, placed.members[rank.name], shift)
        for rank in placed.ranks
        if rank.name not in placed.rota[shift.id]
    ]
    rules = placed.week.rules
    able = [
        (_judge_severity(option, rules), option)
        for option in options
        if all(block.rule is not Rule.OVERLAP for block in option.blocks)
    ]
    ordered = sorted(able, key=lambda pair: (pair[0], pair[1].minutes))
    easy = [option for severity, option in ordered if not severity or severity[0] < _TO_LEARN]
    return tuple((easy or [option for _, option in ordered])[:most])


def _make_option(placed: Placed, member: Member, shift: Shift) -> Option:
    blocks = list_blocks(placed, member, shift)
    words = say_exceptions(placed, member, shift, blocks)
    return Option(member.name, words, blocks, sum(block.short_by for block in blocks))


def _judge_severity(option: Option, rules: Rules) -> tuple[int, ...]:
    """The gravest rule first; less than half of the rest is no rest, but a long day."""
    broken = {
        Rule.LONGEST_DAY
        if block.rule is Rule.REST and 2 * block.short_by > rules.rest
        else block.rule
        for block in option.blocks
    }
    return tuple(sorted((_SEVERITY[rule] for rule in broken), reverse=True))


def say_exceptions(placed: Placed, member: Member, shift: Shift, blocks: Sequence[Block]) -> str:
    """Everything that has to be granted for one person, as one thing to do."""
    if not blocks:
        return f"give it to {member.name}, who may take it"
    exceptions = [_say_exception(placed, member, shift, block) for block in blocks]
    return "; ".join([*dict.fromkeys(exceptions), *_say_stretch(placed, member, shift, blocks)])


def _say_stretch(
    placed: Placed, member: Member, shift: Shift, blocks: Sequence[Block]
) -> Iterator[str]:
    """The work that they would have without a night's rest, if the exception is about that."""
    if _ABOUT_A_DAY.isdisjoint(block.rule for block in blocks):
        return
    stretch = _list_stretch(placed, member, shift)
    zone = placed.week.zone
    starts = min(other.starts_at for other in stretch).astimezone(zone)
    ends = max(other.ends_at for other in stretch).astimezone(zone)
    worked = sum(((other.ends_at - other.starts_at) // MINUTE for other in stretch), 0)
    day = "" if starts.date() == ends.date() else f"{render_weekday(ends.date())} "
    from_to = f"from {render_weekday(starts.date())} {starts:%H:%M} to {day}{ends:%H:%M}"
    yield f"that is {render_hours(worked)} of work {from_to}"


def _list_stretch(placed: Placed, member: Member, shift: Shift) -> list[Shift | Worked]:
    """The shift, and theirs of that day or with too little rest between."""
    around = placed.eligibility.around.get(member.name, ())
    left: list[Shift | Worked] = [*placed.list_shifts(member.name), *around]
    stretch: list[Shift | Worked] = [shift]
    rest = placed.week.rules.rest * MINUTE
    for inside in stretch:
        near = [
            other
            for other in left
            if other.day == inside.day
            or max(inside.starts_at - other.ends_at, other.starts_at - inside.ends_at) < rest
        ]
        stretch += near
        left = [other for other in left if other not in near]
    return stretch


def _say_exception(placed: Placed, member: Member, shift: Shift, block: Block) -> str:
    name, rules = member.name, placed.week.rules
    match block.rule:
        case Rule.CAP:
            cap, needed = render_hours(member.cap), render_hours(member.cap + block.short_by)
            return f"raise {name}'s cap from {cap} to {needed}"
        case Rule.REST:
            rest, needed = render_hours(rules.rest - block.short_by), render_hours(rules.rest)
            where = _say_where(placed, shift, block)
            return f"let {name} rest {rest} instead of {needed} {where}"
        case Rule.LONGEST_DAY:
            longest = rules.longest_day or 0
            day, most = render_hours(longest + block.short_by), render_hours(longest)
            return f"let {name} have a day of {day}, breaks included, where {most} are the most"
        case Rule.SHIFTS_A_DAY:
            return f"let {name} work another shift on {render_weekday(shift.day)}"
        case Rule.DAYS_IN_ROW:
            return f"let {name} work {block.words.removeprefix('would work ')}"
        case Rule.SKILLS:
            missing = join_words(sorted(shift.skills - member.skills))
            return f"teach {name} {missing}"
        case Rule.ROLE:
            return f"give {name} the role {shift.role}"
        case Rule.PENDING:
            return f"ask {name}, whose wish to be off is not answered yet"
        case _:
            return f"ask {name}, who {block.words}"


def _say_where(placed: Placed, shift: Shift, block: Block) -> str:
    if block.against is None:
        return "to or from a shift of another week"
    other = placed.shifts[block.against]
    side = "after" if other.starts_at < shift.starts_at else "before"
    return f"{side} {placed.name_shift(other)}"
