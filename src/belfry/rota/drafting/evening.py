"""Make the shares of a full rota even, without giving up a seat.

Random steps first, some of them for the worse, so that the rota does not stick where no single step
helps; then only steps that improve it. The generator and all costs are integers, so the same puzzle
gives the same rota on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.texts import digest_of
from belfry.rota.drafting.puzzles import Puzzle, make_puzzle
from belfry.rota.drafting.seating import (
    NOBODY,
    Seating,
    find_leavable,
    find_other,
    lay_out,
    list_pairs,
)
from belfry.rota.rules.eligibility import list_bits
from belfry.rota.rules.weeks import Rota, Week

# A linear congruential generator of 64 bits. Its lower bits repeat early, so the upper are used.
MASK = (1 << 64) - 1
FACTOR = 6364136223846793005
STEP = 1442695040888963407
THRESHOLD_UNIT = 256
_PLACES = 1024


def find_seed(puzzle: Puzzle) -> int:
    """Equal for equal puzzles, whatever order their facts came in."""
    shifts = [
        (shift.id, shift.starts_at.isoformat(), *puzzle.candidates[number])
        for number, shift in enumerate(puzzle.shifts)
    ]
    return int(digest_of(repr((puzzle.names, puzzle.caps, puzzle.targets, shifts)))[:16], 16)


def _find_threshold(place: int) -> int:
    """-log2 of (place + 1) / 1024, in units; straight lines between the powers of two."""
    power = (place + 1).bit_length() - 1
    beyond = place + 1 - (1 << power)
    return (_PLACES.bit_length() - 1 - power) * THRESHOLD_UNIT - (beyond * THRESHOLD_UNIT >> power)


# How many temperatures uphill a step may go, in units: mostly little, rarely much.
THRESHOLDS = tuple(_find_threshold(place) for place in range(_PLACES))


STEPS_A_SEAT = 1000
MOST_STEPS = 400_000


def even_out(week: Week, rota: Rota) -> Rota:
    """Even out a rota that the search did not make; the result may have to be checked."""
    puzzle = make_puzzle(week)
    seating = Seating(lay_out(puzzle))
    numbers = {name: person for person, name in enumerate(puzzle.names)}
    waiting = [
        [
            person
            for name in rota.get(shift.id, ())
            if (person := numbers[name]) not in puzzle.fixed[number]
        ]
        for number, shift in enumerate(puzzle.shifts)
    ]
    for seat in seating.list_open():
        if people := waiting[seating.seats.shift_of[seat]]:
            seating.place(people.pop(0), seat)
    anneal(seating, find_seed(puzzle), min(MOST_STEPS, STEPS_A_SEAT * seating.seats.open_count))
    balance(seating)
    return puzzle.write_rota(seating.list_placed())


ROUNDS = 64
# About the worth of a four-hour shift to a person with a target of forty hours.
HOT = 1 << 25


def anneal(seating: Seating, seed: int, steps: int, hot: int = HOT) -> None:
    pairs = list_pairs(seating.seats)
    chance, heat = seed, hot
    for _ in range(ROUNDS if pairs else 0):
        for _ in range(steps // ROUNDS):
            chance = (chance * FACTOR + STEP) & MASK
            seat, person = pairs[(chance >> 33) % len(pairs)]
            if seating.who[seat] == person:
                continue
            other = find_other(seating, seat, person, chance >> 11 & 2047)
            limit = heat * THRESHOLDS[chance >> 22 & 1023] // THRESHOLD_UNIT
            if other == seat:
                seating.hand_over(seat, person, limit)
            elif other is not None:
                _exchange(seating, seat, other, limit, chance >> 3 & 65535)
        heat = heat * 11 // 12


def _exchange(seating: Seating, seat: int, other: int, limit: int, luck: int) -> None:
    """Between two people, or else with a third one."""
    if not seating.trade(seat, other, limit) and seating.who[seat] != NOBODY:
        people = seating.seats.candidates[other]
        seating.pass_on(seat, other, people[luck % len(people)], limit)


_BETTER = -1


def balance(seating: Seating) -> None:
    patience = Patience()
    _balance_singly(seating)
    while pass_round(seating, patience):
        _balance_singly(seating)


def _balance_singly(seating: Seating) -> None:
    """Hand over and trade seats while that helps; only those who moved are looked at again."""
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


# How many seats are taken from others in turn, and for how many people that is tried.
LONGEST = 3
FURTHEST = 8
# How many seats are looked at in all, so that a large team does not wait.
MOST_LOOKS = 40_000


@dataclass(slots=True)
class Patience:
    left: int = MOST_LOOKS


@dataclass(frozen=True, slots=True)
class _Step:
    """A person leaves a seat, takes one, or both."""

    person: int
    leaves: int | None
    takes: int | None


_Steps = tuple[_Step, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """`paid` is what the steps cost so far; `given` is the seat that the first one gave up."""

    steps: _Steps
    paid: int
    given: int | None


def pass_round(seating: Seating, patience: Patience) -> bool:
    """Whether shares became more even by several people passing seats round.

    A rota that people know already is left alone.
    """
    if seating.has_current:
        return False
    costs = [weight * off**2 for weight, off in zip(seating.weights, seating.off, strict=True)]
    furthest = sorted(range(len(costs)), key=lambda person: (-costs[person], person))
    return any(_begin_with(seating, person, patience) for person in furthest[:FURTHEST])


def _begin_with(seating: Seating, person: int, patience: Patience) -> bool:
    for given_seat in (None, *list_bits(seating.held[person] & seating.seats.all_open)):
        line = _Line((), 0, given_seat)
        if steps := _find_steps(seating, line, _Step(person, given_seat, None), patience):
            _carry_out(seating, steps)
            return True
    return False


def _find_steps(seating: Seating, line: _Line, last: _Step, patience: Patience) -> _Steps | None:
    """How the line goes on so that the rota is more even in the end; `last` moves next."""
    person, leaves = last.person, last.leaves
    busy = {step.person for step in line.steps}
    for seat in list_bits(seating.seats.able[person] & ~seating.held[person]):
        patience.left -= 1
        if patience.left < 0:
            return None
        other = seating.who[seat]
        if other == NOBODY or other in busy or not seating.may_take(person, seat, leaves):
            continue
        step, following = _Step(person, leaves, seat), _Step(other, seat, None)
        longer = _Line((*line.steps, step), line.paid + _price(seating, step), line.given)
        end = _find_end(seating, longer, following)
        if end is None and len(longer.steps) < LONGEST and longer.paid < 0:
            end = _find_steps(seating, longer, following, patience)
        if end:
            return end
    return None


def _find_end(seating: Seating, line: _Line, last: _Step) -> _Steps | None:
    """The whole line, if it can end with `last` and is worth it."""
    without, given_seat = line.paid + _price(seating, last), line.given
    if given_seat is None:
        return (*line.steps, last) if without < 0 else None
    closing = _Step(last.person, last.leaves, given_seat)
    if (
        seating.seats.able[last.person] >> given_seat & 1
        and seating.may_take(last.person, given_seat, last.leaves)
        and line.paid + _price(seating, closing) < 0
    ):
        return (*line.steps, closing)
    busy = {last.person, *(step.person for step in line.steps)}
    for third in seating.seats.candidates[given_seat]:
        taking = _Step(third, None, given_seat)
        is_worth_it = without + _price(seating, taking) < 0
        if third not in busy and is_worth_it and seating.may_take(third, given_seat):
            return (*line.steps, last, taking)
    return None


def _price(seating: Seating, step: _Step) -> int:
    """What the step costs in evenness; negative if it improves it."""
    taken = 0 if step.takes is None else seating.minutes[step.takes]
    left = 0 if step.leaves is None else seating.minutes[step.leaves]
    gain = taken - left
    return seating.weights[step.person] * gain * (gain + 2 * seating.off[step.person])


def _carry_out(seating: Seating, steps: _Steps) -> None:
    for step in steps:
        if step.leaves is not None:
            seating.clear(step.leaves)
    for step in steps:
        if step.takes is not None:
            seating.place(step.person, step.takes)
