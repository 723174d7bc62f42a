"""The last touch: hand over and trade seats while anything makes shares more even.

What one step can do comes first; only then do several people pass seats round.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.rota.drafting.picking import find_leavable
from belfry.rota.drafting.seatings import NOBODY, Seating
from belfry.rota.rules.bits import list_bits

_BETTER = -1


def balance(seating: Seating) -> None:
    patience = Patience()
    _balance_singly(seating)
    while pass_round(seating, patience):
        _balance_singly(seating)


def _balance_singly(seating: Seating) -> None:
    """Only people who were part of a change can have come to a new one: the others are skipped."""
    stirred = set(range(len(seating.held)))
    while stirred:
        moved: set[int] = set()
        for seat, people in enumerate(seating.seats.candidates):
            for person in people:
                if person in stirred or seating.who[seat] in stirred:
                    moved |= _improve(seating, seat, person)
        stirred = moved


def _improve(seating: Seating, seat: int, person: int) -> set[int]:
    """Those who moved so that the person got the seat."""
    before = seating.who[seat]
    if before in (person, NOBODY):
        return set()
    if seating.hand_over(seat, person, _BETTER):
        return {person, before}
    for other in list_bits(find_leavable(seating, person, seat)):
        if seating.trade(seat, other, _BETTER):
            return {person, before}
    return set()


# How many seats are taken from others, one after the other, and for how many people that is tried.
LONGEST = 3
FURTHEST = 8
# How many seats are looked at in all: a large team does not wait for the last minute of evenness.
MOST_LOOKS = 40_000


@dataclass(slots=True)
class Patience:
    """How many more seats are looked at before it is good enough."""

    left: int = MOST_LOOKS


@dataclass(frozen=True, slots=True)
class _Step:
    """Somebody leaves a seat, takes one, or both."""

    person: int
    leaves: int | None
    takes: int | None


_Steps = tuple[_Step, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """`paid` is what the steps cost so far; `given` is the seat that the first one gave up."""

    crash_points: _Steps
    paid: int
    given: int | None


def pass_round(seating: Seating, patience: Patience) -> bool:
    """Whether shares became more even; what people know already is not passed round."""
    if seating.has_kept:
        return False
    everybody = range(len(seating.held))
    furthest = sorted(everybody, key=lambda person: (-_find_cost(seating, person), person))
    return any(_begin_with(seating, person, patience) for person in furthest[:FURTHEST])


def _begin_with(seating: Seating, person: int, patience: Patience) -> bool:
    for given in (None, *list_bits(seating.held[person] & seating.seats.all_open)):
        line = _Line((), 0, given)
        if crash_points := _find_steps(seating, line, _Step(person, given, None), patience):
            _carry_out(seating, crash_points)
            return True
    return False


def _find_steps(seating: Seating, line: _Line, last: _Step, patience: Patience) -> _Steps | None:
    """How the line goes on so that all is more even in the end; `last` is whose turn it is."""
    person, leaves = last.person, last.leaves
    busy = {step.person for step in line.crash_points}
    for seat in list_bits(seating.seats.able[person] & ~seating.held[person]):
        patience.left -= 1
        if patience.left < 0:
            return None
        other = seating.who[seat]
        if other == NOBODY or other in busy or not seating.may_take(person, seat, leaves):
            continue
        step, following = _Step(person, leaves, seat), _Step(other, seat, None)
        longer = _Line((*line.crash_points, step), line.paid + _price(seating, step), line.given)
        end = _find_end(seating, longer, following)
        if end is None and len(longer.crash_points) < LONGEST and longer.paid < 0:
            end = _find_steps(seating, longer, following, patience)
        if end:
            return end
    return None


def _find_end(seating: Seating, line: _Line, last: _Step) -> _Steps | None:
    """The whole line, if it can end with `last` and is worth it."""
    without, given = line.paid + _price(seating, last), line.given
    if given is None:
        return (*line.crash_points, last) if without < 0 else None
    closing = _Step(last.person, last.leaves, given)
    if (
        seating.seats.able[last.person] >> given & 1
        and seating.may_take(last.person, given, last.leaves)
        and line.paid + _price(seating, closing) < 0
    ):
        return (*line.crash_points, closing)
    busy = {last.person, *(step.person for step in line.crash_points)}
    for third in seating.seats.candidates[given]:
        taking = _Step(third, None, given)
        is_worth_it = without + _price(seating, taking) < 0
        if third not in busy and is_worth_it and seating.may_take(third, given):
            return (*line.crash_points, last, taking)
    return None


def _price(seating: Seating, step: _Step) -> int:
    """What the step costs in evenness; less than nothing if it brings some."""
    taken = 0 if step.takes is None else seating.minutes[step.takes]
    left = 0 if step.leaves is None else seating.minutes[step.leaves]
    gain = taken - left
    return seating.weights[step.person] * gain * (gain + 2 * seating.off[step.person])


def _find_cost(seating: Seating, person: int) -> int:
    return seating.weights[person] * seating.off[person] ** 2


def _carry_out(seating: Seating, crash_points: _Steps) -> None:
    for step in crash_points:
        if step.leaves is not None:
            seating.clear(step.leaves)
    for step in crash_points:
        if step.takes is not None:
            seating.place(step.person, step.takes)
