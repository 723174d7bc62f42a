"""The smallest exceptions that would fill a shift the rules leave open.

An option concerns one person. Exceptions about hours come first, then those that ask a person to
give something up, then what has to be learnt. An overlap cannot be excepted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from belfry.rota.rules.blocks import Block, list_blocks
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Member, Rule, Shift
from belfry.rota.shift_words import join_words, render_hours, render_weekday

MOST_OPTIONS = 5
# From what is easily granted to what takes longest.
_BY_SEVERITY = (
    *(Rule.CAP, Rule.REST, Rule.SHIFTS_A_DAY, Rule.DAYS_IN_ROW),
    *(Rule.AVAILABILITY, Rule.PENDING, Rule.TIME_OFF, Rule.SKILLS, Rule.ROLE),
)
_SEVERITY = {rule: place for place, rule in enumerate(_BY_SEVERITY)}
_TO_LEARN = _SEVERITY[Rule.SKILLS]
Severity = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """`words` say what to do: raise Ana's cap from 40 h to 44 h. `minutes` is how much is asked."""

    name: str
    words: str
    blocks: tuple[Block, ...]
    minutes: int


def list_options(placed: Placed, shift: Shift, *, most: int = MOST_OPTIONS) -> tuple[Option, ...]:
    """The smallest first: by the gravest rule to be bent, then by how far, then by whose turn.

    What somebody would have to learn is offered only where nothing else is left.
    """
    by_severity: dict[Severity, list[Member]] = defaultdict(list)
    for rank in placed.ranks:
        member = placed.members[rank.name]
        rules = placed.list_broken(member, shift)
        if rank.name not in placed.rota[shift.id] and Rule.OVERLAP not in rules:
            gravest_first = sorted((_SEVERITY[rule] for rule in rules), reverse=True)
            by_severity[tuple(gravest_first)].append(member)
    options: list[Option] = []
    for severity, members in sorted(by_severity.items()):
        asks_to_learn = bool(severity) and severity[0] >= _TO_LEARN
        if len(options) >= most or (options and asks_to_learn):
            break
        alike = []
        for member in members:
            blocks = list_blocks(placed, member, shift)
            words = say_exceptions(placed, member, shift, blocks)
            minutes = sum(block.short_by for block in blocks)
            alike.append(Option(member.name, words, blocks, minutes))
        options += sorted(alike, key=lambda option: option.minutes)
    return tuple(options[:most])


def say_exceptions(placed: Placed, member: Member, shift: Shift, blocks: Sequence[Block]) -> str:
    """Everything that has to be granted for one person, as one thing to do."""
    if not blocks:
        return f"give it to {member.name}, who may take it"
    return "; ".join(_say_exception(placed, member, shift, block) for block in blocks)


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
        case Rule.SHIFTS_A_DAY:
            return f"let {name} work another shift on {render_weekday(shift.day)}"
        case Rule.DAYS_IN_ROW:
            return f"let {name} work more than {rules.days_in_row} days in a row"
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
