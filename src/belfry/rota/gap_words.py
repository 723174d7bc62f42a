"""Why nobody is left for a shift, in one line for a whole team."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from belfry.rota.block_kinds import BlockKind
from belfry.rota.members import Leave
from belfry.rota.placed import Placed
from belfry.rota.shift_words import join_words, render_days, render_people
from belfry.rota.shifts import Shift

_NAMED = 2
# What is said of one person and of several; `{}` is the role or the skills that are asked for.
_WORDS = {
    BlockKind.ROLE: ("does not have the role {}", "do not have the role {}"),
    BlockKind.SKILLS: ("lacks {}", "lack {}"),
    BlockKind.AVAILABILITY: ("is not available", "are not available"),
    BlockKind.TIME_OFF: ("is off", "are off"),
    BlockKind.PENDING: ("has asked to be off", "have asked to be off"),
    BlockKind.OVERLAP: ("works at that time", "work at that time"),
    BlockKind.SHIFTS_A_DAY: ("works that day already", "work that day already"),
    BlockKind.REST: ("would rest too little", "would rest too little"),
    BlockKind.CAP: ("would be over the cap", "would be over their caps"),
    BlockKind.DAYS_IN_ROW: (
        "would work too many days in a row",
        "would work too many days in a row",
    ),
}


def say_nobody(placed: Placed, shift: Shift) -> str:
    """Nobody else may take it, by the first rule against each."""
    people = placed.rota[shift.id]
    by_kind: dict[BlockKind, list[str]] = defaultdict(list)
    for member in placed.week.members:
        if member.name not in people:
            by_kind[placed.list_kinds(member.name, shift)[0]].append(member.name)
    nobody = "nobody else may take it" if people else "nobody may take it"
    if not by_kind:
        return f"{nobody}: there is nobody else on the staff list"
    reasons = [_say_kind(kind, by_kind[kind], shift) for kind in BlockKind if kind in by_kind]
    return f"{nobody}: {', '.join(reasons)}"


def say_undecided(placed: Placed, shift: Shift, names: Sequence[str]) -> str:
    """Only people whose time off is undecided are left."""
    asked = join_words([f"{name} ({_say_asked(placed, name)})" for name in names])
    verb = "has asked to be off and has" if len(names) == 1 else "have asked to be off and have"
    return f"only {asked} could take it, who {verb} no answer yet"


def _say_kind(kind: BlockKind, names: Sequence[str], shift: Shift) -> str:
    wanted = shift.role if kind is BlockKind.ROLE else join_words(sorted(shift.skills))
    who = join_words(names) if len(names) <= _NAMED else render_people(len(names))
    return f"{who} {_WORDS[kind][len(names) > 1].format(wanted)}"


def _say_asked(placed: Placed, name: str) -> str:
    return join_words(
        [
            render_days(leave.first_on, leave.last_on)
            for leave in placed.facts.time_off.get(name, ())
            if leave.state is Leave.PENDING
        ]
    )
