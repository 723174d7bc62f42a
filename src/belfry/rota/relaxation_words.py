"""How a manager is told what exception to make."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.rota.block_kinds import Block, BlockKind
from belfry.rota.members import Member
from belfry.rota.placed import Placed
from belfry.rota.shift_words import join_words, render_hours, render_weekday
from belfry.rota.shifts import Shift


def say_exceptions(placed: Placed, member: Member, shift: Shift, blocks: Sequence[Block]) -> str:
    """Everything that has to be granted for one person, as one thing to do."""
    if not blocks:
        return f"give it to {member.name}, who may take it"
    return "; ".join(_say_exception(placed, member, shift, block) for block in blocks)


def _say_exception(placed: Placed, member: Member, shift: Shift, block: Block) -> str:
    name, rules = member.name, placed.week.rules
    match block.kind:
        case BlockKind.CAP:
            cap, needed = render_hours(member.cap), render_hours(member.cap + block.short_by)
            return f"raise {name}'s cap from {cap} to {needed}"
        case BlockKind.REST:
            rest = (
                f"{render_hours(rules.rest - block.short_by)} instead of {render_hours(rules.rest)}"
            )
            return f"let {name} rest {rest} {_say_where(placed, shift, block)}"
        case BlockKind.SHIFTS_A_DAY:
            return f"let {name} work another shift on {render_weekday(shift.day)}"
        case BlockKind.DAYS_IN_ROW:
            return f"let {name} work more than {rules.days_in_row} days in a row"
        case BlockKind.SKILLS:
            missing = join_words(sorted(shift.skills - member.skills))
            return f"teach {name} {missing}"
        case BlockKind.ROLE:
            return f"give {name} the role {shift.role}"
        case BlockKind.PENDING:
            return f"ask {name}, whose wish to be off is not answered yet"
        case _:
            return f"ask {name}, who {block.words}"


def _say_where(placed: Placed, shift: Shift, block: Block) -> str:
    if block.against is None:
        return "to or from a shift of another week"
    other = placed.facts.shifts[block.against]
    side = "after" if other.starts_at < shift.starts_at else "before"
    return f"{side} {placed.facts.name_shift(other)}"
