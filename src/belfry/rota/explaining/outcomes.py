"""The outcome of each shift: filled, a fair swap, short-staffed, or held, and why.

It is read off the finished rota, however that was made: the people on a shift are ranked without
it, against all others who may take it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.rules.blocks import list_blocks, render_blocks, say_overruled
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.ranks import Rank, render_left, say_left
from belfry.rota.rules.weeks import Leave, Rule, Shift
from belfry.rota.shift_words import join_words, render_days, render_hours, render_people


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftOutcome:
    """`missing` counts the people who are still needed; `runner_up` is named in a fair swap."""

    shift_id: str
    outcome: Outcome
    why: str
    people: tuple[str, ...] = ()
    missing: int = 0
    runner_up: str = ""


def decide_outcome(placed: Placed, shift: Shift) -> ShiftOutcome:
    if why := _find_hold(placed, shift):
        return _tell(placed, shift, Outcome.HELD, why)
    if len(placed.rota[shift.id]) < shift.headcount:
        return _judge_gap(placed, shift)
    return _judge_choice(placed, shift)


def _tell(
    placed: Placed, shift: Shift, outcome: Outcome, why: str, runner_up: str = ""
) -> ShiftOutcome:
    people = placed.rota[shift.id]
    return ShiftOutcome(
        shift_id=shift.id,
        outcome=outcome,
        why=why,
        people=people,
        missing=max(0, shift.headcount - len(people)),
        runner_up=runner_up,
    )


def _find_hold(placed: Placed, shift: Shift) -> str:
    if shift.held:
        return f"marked to be decided by a person: {shift.held}"
    if shift.id in placed.week.clashes:
        return f"a clash with the standing pattern is open: {placed.week.clashes[shift.id]}"
    if shift.is_pinned:
        return "; ".join(list_passed_wishes(placed, shift))
    return ""


def _judge_gap(placed: Placed, shift: Shift) -> ShiftOutcome:
    people = placed.rota[shift.id]
    has = f"needs {shift.headcount} and has {len(people)}: " if shift.headcount > 1 else ""
    if takers := [rank.name for rank in placed.list_takers(shift)]:
        others = f"{takers[0]} and {len(takers) - 1} others"
        who = others if len(takers) > 3 else join_words(takers)
        why = f"{has}nobody is on it yet, {who} may take it"
        return _tell(placed, shift, Outcome.SHORT_STAFFED, why)
    undecided = [
        member.name
        for member in placed.week.members
        if placed.list_broken(member, shift) == (Rule.PENDING,)
    ]
    if undecided:
        why = f"{has}{say_undecided(placed, shift, undecided)}"
        return _tell(placed, shift, Outcome.HELD, why)
    why = f"{has}{say_nobody(placed, shift)}"
    return _tell(placed, shift, Outcome.SHORT_STAFFED, why)


def _judge_choice(placed: Placed, shift: Shift) -> ShiftOutcome:
    if why := _find_breach(placed, shift):
        return _tell(placed, shift, Outcome.FILLED, why)
    people = placed.rota[shift.id]
    ranks = _list_chosen(placed, shift)
    if not ranks:
        verb = "is" if len(people) == 1 else "are"
        fixed = "pinned to it" if shift.is_pinned else "wished for on the sheet"
        return _tell(placed, shift, Outcome.FILLED, f"{join_words(people)} {verb} {fixed}")
    other = next(placed.list_takers(shift), None)
    if other is None:
        only = f"{people[0]} is the only one left who may take it"
        why = only if len(people) == 1 else "nobody else is left who may take it"
        return _tell(placed, shift, Outcome.FILLED, why)
    nearest = min(ranks, key=lambda rank: (abs(rank.left - other.left), rank.name))
    if abs(nearest.left - other.left) <= placed.week.rules.margin:
        margin = render_hours(placed.week.rules.margin)
        near = f"within {margin} of each other, so {other.name} could have it as fairly"
        why = f"{say_without(nearest)} and {say_left(other)}: {near}"
        return _tell(placed, shift, Outcome.FAIR_SWAP, why, other.name)
    weakest = max(ranks, key=lambda rank: rank.key)
    return _tell(placed, shift, Outcome.FILLED, say_chosen(placed, shift, weakest, other))


def find_weakest(placed: Placed, shift: Shift) -> Rank | None:
    """The last by rank of those who were chosen and not wished for."""
    return max(_list_chosen(placed, shift), key=lambda rank: rank.key, default=None)


def _list_chosen(placed: Placed, shift: Shift) -> list[Rank]:
    members = placed.members
    chosen = (name for name in placed.rota[shift.id] if not is_fixed(shift, name))
    known = (members[name] for name in chosen if name in members)
    return [placed.find_rank_without(member, shift) for member in known]


def _find_breach(placed: Placed, shift: Shift) -> str:
    """A rule that a person on the shift breaks: managers may place people against the rules."""
    for name in placed.rota[shift.id]:
        member = placed.members.get(name)
        if member is None:
            return f"{name} is on it, but is not on the staff list"
        blocks = list_blocks(placed, member, shift, without={shift.id})
        if words := render_blocks(blocks) or say_overruled(placed, member, shift):
            return f"{name} is on it, but {words}"
    return ""


_NAMED = 2
# Singular and plural; `{}` is the role or the skills that are needed.
_WORDS = {
    Rule.ROLE: ("does not have the role {}", "do not have the role {}"),
    Rule.SKILLS: ("lacks {}", "lack {}"),
    Rule.AVAILABILITY: ("is not available", "are not available"),
    Rule.TIME_OFF: ("is off", "are off"),
    Rule.PENDING: ("has asked to be off", "have asked to be off"),
    Rule.OVERLAP: ("works at that time", "work at that time"),
    Rule.SHIFTS_A_DAY: ("works that day already", "work that day already"),
    Rule.REST: ("would rest too little", "would rest too little"),
    Rule.LONGEST_DAY: ("would have too long a day", "would have too long a day"),
    Rule.CAP: ("would be over the cap", "would be over their caps"),
    Rule.DAYS_IN_ROW: (
        "would work too many days in a row",
        "would work too many days in a row",
    ),
}


def say_nobody(placed: Placed, shift: Shift) -> str:
    """Why no other person may take it, by the first rule against each."""
    people = placed.rota[shift.id]
    by_kind: dict[Rule, list[str]] = defaultdict(list)
    for member in placed.week.members:
        if member.name not in people:
            by_kind[placed.list_broken(member, shift)[0]].append(member.name)
    nobody = "nobody else may take it" if people else "nobody may take it"
    if not by_kind:
        return f"{nobody}: there is nobody else on the staff list"
    reasons = [_say_kind(kind, by_kind[kind], shift) for kind in Rule if kind in by_kind]
    return f"{nobody}: {', '.join(reasons)}"


def say_undecided(placed: Placed, shift: Shift, names: Sequence[str]) -> str:
    asked = []
    for name in names:
        leaves = placed.eligibility.time_off.get(name, ())
        pending = [leave for leave in leaves if leave.state is Leave.PENDING]
        days = [render_days(leave.first_on, leave.last_on) for leave in pending]
        asked.append(f"{name} ({join_words(days)})")
    verb = "has asked to be off and has" if len(names) == 1 else "have asked to be off and have"
    return f"only {join_words(asked)} could take it, who {verb} no answer yet"


def _say_kind(kind: Rule, names: Sequence[str], shift: Shift) -> str:
    wanted = shift.role if kind is Rule.ROLE else join_words(sorted(shift.skills))
    who = join_words(names) if len(names) <= _NAMED else render_people(len(names))
    return f"{who} {_WORDS[kind][len(names) > 1].format(wanted)}"


def is_fixed(shift: Shift, name: str) -> bool:
    return name in shift.wishes


def list_passed_wishes(placed: Placed, shift: Shift) -> tuple[str, ...]:
    """A sentence for each person whom the sheet names and who is not on the shift, in its order.

    Ana is pinned to it but is off on 12 November.
    """
    people = placed.rota[shift.id]
    missing = [name for name in dict.fromkeys(shift.wishes) if name not in people]
    if not missing:
        return ()
    # The rota with the wishes alone, before the search placed people.
    wished = {
        other.id: tuple(name for name in placed.rota[other.id] if name in other.wishes)
        for other in placed.week.shifts
        if other.is_pinned or not shift.is_pinned
    }
    before = placed.with_rota(wished)
    return tuple(_say_passed(before, shift, name) for name in missing)


def _say_passed(before: Placed, shift: Shift, name: str) -> str:
    wished = f"{name} is {'pinned to it' if shift.is_pinned else 'wished for'} but"
    member = before.members.get(name)
    if member is None:
        return f"{wished} is not on the staff list"
    if blocks := list_blocks(before, member, shift):
        return f"{wished} {render_blocks(blocks)}"
    if len(before.rota[shift.id]) >= shift.headcount:
        return f"{wished} it needs {render_people(shift.headcount)} only"
    return f"{wished} is not on it"


def say_chosen(placed: Placed, shift: Shift, own: Rank, other: Rank) -> str:
    """Why it is theirs and not that of the first other who may take it."""
    if other.key < own.key:
        return _say_out_of_turn(placed, shift, own, other)
    if own.share == other.share:
        return f"{own.name} and {other.name} are level this week, and {_say_edge(own, other)}"
    larger = ", the larger share" if _differ(own, other) and own.left > 0 else ""
    return f"{say_without(own)}{larger}; next is {other.name}, {render_left(other)}"


def say_not_chosen(placed: Placed, shift: Shift, own: Rank, other: Rank) -> str:
    """Why it is not the other's, who may take it too."""
    if other.key < own.key:
        return _say_out_of_turn(placed, shift, own, other)
    may = f"{other.name} may take it"
    if own.share == other.share:
        return f"{may} and is level with {own.name}, but {_say_edge(own, other)}"
    if other.target <= 0:
        return f"{may} but has no target, so {own.name} comes first"
    if _differ(own, other):
        shares = f"{_render_share(other)}, against {own.name} with {_render_share(own)} without it"
        return f"{may} but has the smaller share open: {shares}"
    lower = render_hours(own.left - other.left)
    first = f"{own.name} was {_render_short(own)} without it"
    return f"{may} but ranks {lower} lower: {render_left(other)}, {first}"


def say_without(rank: Rank) -> str:
    """Ana was 16 h below the target of 40 h without it."""
    if rank.target <= 0:
        return say_left(rank)
    return f"{rank.name} was {render_left(rank)} without it"


def find_unevenness(own: Rank, other: Rank, minutes: int, *, lately: bool = False) -> Fraction:
    """By how much the week would be less even if the other had the shift.

    What counts is how far each person is from their target, squared, for each minute of the target;
    with the last four weeks if `lately`.
    """

    def square(rank: Rank, placed: int) -> Fraction:
        left = rank.left + (rank.lean if lately else 0)
        return Fraction((left - placed) ** 2, max(rank.target, 1))

    return square(own, 0) + square(other, minutes) - square(own, minutes) - square(other, 0)


def _say_out_of_turn(placed: Placed, shift: Shift, own: Rank, other: Rank) -> str:
    """The other comes first by rank; say what speaks for the person who has it."""
    first = _say_before(own, other)
    if own.name in placed.week.kept.get(shift.id, ()):
        return f"{first}, but {own.name} had it already in the rota that people know"
    change = find_unevenness(own, other, shift.minutes)
    lately = find_unevenness(own, other, shift.minutes, lately=True)
    if change <= 0 < lately and own.below == other.below:
        return f"{first}, but {own.name} has waited longer for a shift"
    if change <= 0 < lately:
        return f"{first}, but over four weeks the hours are more even with {own.name} on it"
    if change < 0:
        return f"{first}: the hours would be a little more even with {other.name} on it"
    evenly = "more even" if change > 0 else "just as even"
    return f"{first}, but the hours of the whole week are {evenly} with {own.name} on it"


def _say_before(own: Rank, other: Rank) -> str:
    if own.share == other.share:
        level = f"is level with {own.name} this week, and {_say_edge(other, own)}"
        return f"{other.name} may take it too, {level}"
    by_share = " by share" if _differ(own, other) else ""
    stands = f"{other.name}, {render_left(other)}, comes before {own.name}{by_share}"
    return f"{stands} and may take it too"


def _differ(own: Rank, other: Rank) -> bool:
    """Whether the order by share may differ from the order by hours."""
    return own.target != other.target and min(own.target, other.target) > 0


def _render_short(rank: Rank) -> str:
    """16 h below."""
    if rank.left == 0:
        return "at it"
    return f"{render_hours(abs(rank.left))} {'below' if rank.left > 0 else 'over'}"


def _render_share(rank: Rank) -> str:
    """8 h of 16 h."""
    target = render_hours(rank.target)
    if rank.left < 0:
        return f"{render_hours(-rank.left)} more than {target}"
    return f"{render_hours(rank.left) if rank.left else 'nothing'} of {target}"


def _say_edge(first: Rank, second: Rank) -> str:
    """What sets two people apart who have the same share of their targets open."""
    if first.below == second.below and first.waited != second.waited:
        return f"{first.name} has waited longer for a shift"
    if first.below == second.below:
        return f"this week's lot fell to {first.name}"
    more = render_hours(first.below - second.below)
    return f"{first.name} is {more} further behind over the last four weeks"
