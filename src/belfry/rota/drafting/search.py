"""Draft a week: fill as many seats as possible and share the hours evenly.

The same facts give the same rota, in whatever order they come: the search counts its steps and
reads no clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.rota.drafting.evening import (
    FACTOR,
    MASK,
    STEP,
    THRESHOLD_UNIT,
    THRESHOLDS,
    anneal,
    balance,
    find_seed,
)
from belfry.rota.drafting.puzzles import make_puzzle
from belfry.rota.drafting.seating import (
    AT_ANY_PRICE,
    CHANGED_PERSON,
    CHANGED_SEAT,
    NOBODY,
    Seating,
    find_leavable,
    find_other,
    lay_out,
    list_pairs,
)
from belfry.rota.rules.eligibility import list_bits
from belfry.rota.rules.ranks import RankKey, make_rank_key
from belfry.rota.rules.weeks import Rota, Week

# More steps for more seats; but the few ways to fill a small week are soon tried, and a large team
# does not wait longer than a few seconds.
FEWEST_STEPS, STEPS_A_PAIR = 3_000, 100
LATER_STEPS, STEPS_A_SEAT = 30_000, 1300
MOST_STEPS = 600_000
MOST_TO_EVEN = 1_200_000


@dataclass(frozen=True, slots=True)
class Drafted:
    """`first` is the greedy answer, before the search moved people.

    `fuller` fills more than `rota`, but changes much more of the rota that people know.
    """

    rota: Rota
    first: Rota
    fuller: Rota | None = None


def draft_rota(week: Week) -> Drafted:
    puzzle = make_puzzle(week)
    seating = Seating(lay_out(puzzle))
    place_current(seating)
    fill_greedily(seating)
    first = puzzle.write_rota(seating.list_placed())
    fill_by_chains(seating)
    if not seating.has_current:
        return Drafted(puzzle.write_rota(_improve(seating).list_placed()), first)
    calm, fuller = _change_little(seating)
    rota = puzzle.write_rota(calm.list_placed())
    return Drafted(rota, first, puzzle.write_rota(fuller.list_placed()) if fuller else None)


# So many more people may be touched for each more seat that is filled; else a person decides.
MUCH = 3
CALM_STEPS_A_SEAT = 600


def _change_little(seating: Seating) -> tuple[Seating, Seating | None]:
    """The rota with the fewest changes, and a fuller one if that changes much more."""
    seed, steps = find_seed(seating.seats.puzzle), _count_steps(seating)
    fullest = seating.copy()
    if fullest.vacant:
        shake(fullest, seed, steps + steps // 4)
        fill_by_chains(fullest)
    calm = _calm_down(seating, seed)
    more = calm.vacant.bit_count() - fullest.vacant.bit_count()
    if more <= 0:
        return calm, None
    fuller = _calm_down(fullest, seed)
    people = fuller.count_touched() - calm.count_touched()
    return (calm, fuller) if people > MUCH * more else (fuller, None)


def _calm_down(seating: Seating, seed: int) -> Seating:
    """As many seats filled with fewer people touched, then fewer seats changed, then more even."""
    best = seating.copy()
    balance(best)
    steps = _count_steps(seating, CALM_STEPS_A_SEAT) // 2
    moved = best.copy()
    if best.count_touched():
        for hot in (CHANGED_PERSON, CHANGED_SEAT):
            anneal(moved, seed, steps, hot)
            balance(moved)
            best = min(best, moved.copy(), key=Seating.find_cost)
            moved = best.copy()
    fill_by_chains(best)
    return best


def _count_steps(seating: Seating, steps_a_seat: int = STEPS_A_SEAT) -> int:
    seats = seating.seats.open_count
    of_small_week = FEWEST_STEPS + STEPS_A_PAIR * seats**2
    return min(of_small_week, LATER_STEPS + steps_a_seat * seats, MOST_STEPS)


def _improve(seating: Seating) -> Seating:
    seed, steps = find_seed(seating.seats.puzzle), _count_steps(seating)
    fullest = seating.copy()
    if fullest.vacant:
        shake(fullest, seed, steps + steps // 4)
        fill_by_chains(fullest)
    # Where not all can be filled, people are near their caps, and little is left to even out.
    anneal(fullest, seed, steps // 4 if fullest.vacant else min(3 * steps, MOST_TO_EVEN))
    balance(fullest)
    fill_by_chains(fullest)
    return fullest


def fill_greedily(seating: Seating) -> None:
    candidates = seating.seats.candidates
    for seat in sorted(seating.list_open(), key=lambda seat: (len(candidates[seat]), seat)):
        able = [person for person in candidates[seat] if seating.may_take(person, seat)]
        if able:
            seating.place(min(able, key=lambda person: _rank(seating, person)), seat)


def place_current(seating: Seating) -> None:
    """Seat people as in the rota they know, as far as that is legal."""
    for seat in seating.list_open():
        for person in seating.seats.candidates[seat]:
            if seating.is_current(person, seat) and seating.may_take(person, seat):
                seating.place(person, seat)
                seating.protected |= 1 << seat
                break


def _rank(seating: Seating, person: int) -> RankKey[int]:
    """People are numbered by the draw, so the number stands for it."""
    puzzle = seating.seats.puzzle
    target = puzzle.targets[person]
    left = target - puzzle.goals[person] - seating.off[person]
    return make_rank_key(target, left, puzzle.belows[person], puzzle.waits[person], person)


LONGEST_CHAIN = 8
# Where so many seats stay open, there is more work than time, and long chains rarely help.
MANY_OPEN = 40
LONGEST_OF_MANY = 1


def fill_by_chains(seating: Seating) -> None:
    """No seat is left open that one placement, or one placement after one move, could fill."""
    moves = 0
    while moves <= (LONGEST_OF_MANY if seating.vacant.bit_count() > MANY_OPEN else LONGEST_CHAIN):
        moves = 0 if _fill_each(seating, moves) else moves + 1


def _fill_each(seating: Seating, moves: int) -> bool:
    before, dead = seating.vacant, dict[int, int]()
    for seat in list_bits(before):
        if _fill(seating, seat, moves, dead):
            dead.clear()
    return seating.vacant != before


def _fill(seating: Seating, seat: int, moves: int, dead: dict[int, int]) -> bool:
    """Fill a seat, moving at most so many people; on failure everything is as before."""
    if dead.get(seat, -1) >= moves:
        return False
    dead[seat] = moves
    people = _list_by_fee(seating, seat)
    for person in people:
        if seating.may_take(person, seat):
            seating.place(person, seat)
            return True
    return moves > 0 and any(
        _move(seating, seat, other, moves, dead)
        for person in people
        for other in list_bits(find_leavable(seating, person, seat))
        if seating.may_take(person, seat, other)
    )


def _list_by_fee(seating: Seating, seat: int) -> Sequence[int]:
    """The candidates; of a rota that people know, first those who hear of a change anyway."""
    people = seating.seats.candidates[seat]
    if not seating.has_current:
        return people

    def find_fee(person: int) -> int:
        held = seating.held[person]
        return seating.find_fee(person, held | 1 << seat) - seating.find_fee(person, held)

    return sorted(people, key=find_fee)


def _move(seating: Seating, seat: int, other: int, moves: int, dead: dict[int, int]) -> bool:
    """Move the person on `other` to the seat, if `other` can be filled again."""
    person = seating.who[other]
    seating.clear(other)
    seating.place(person, seat)
    if _fill(seating, other, moves - 1, dead):
        return True
    seating.clear(seat)
    seating.place(person, other)
    return False


ROUNDS = 64
# In minutes by which a step may lengthen what is open.
HOT = 120


def shake(seating: Seating, seed: int, steps: int) -> None:
    """Move people at random, at first also for the worse, until every seat is filled or the steps
    run out. Never leaves fewer seats filled."""
    pairs = list_pairs(seating.seats)
    chance, heat = seed, HOT
    for _ in range(ROUNDS if pairs else 0):
        for _ in range(steps // ROUNDS):
            chance = (chance * FACTOR + STEP) & MASK
            seat, person = pairs[(chance >> 33) % len(pairs)]
            if seating.who[seat] == person:
                continue
            other = find_other(seating, seat, person, chance >> 11 & 2047)
            if other is not None:
                limit = heat * THRESHOLDS[chance >> 22 & 1023] // THRESHOLD_UNIT
                _step(seating, seat, person, other, limit)
        if not seating.vacant:
            return
        heat = heat * 15 // 16


def _step(seating: Seating, seat: int, person: int, other: int, limit: int) -> None:
    before = seating.who[seat]
    if other == seat:
        if seating.hand_over(seat, person, AT_ANY_PRICE) and before != NOBODY:
            _fill_with(seating, before)
    elif before == NOBODY:
        gain = seating.minutes[seat] - seating.minutes[other]
        if gain <= limit and seating.trade(seat, other, AT_ANY_PRICE):
            _fill_seat(seating, other)
            _fill_with(seating, person)
    elif seating.trade(seat, other, AT_ANY_PRICE):
        _fill_with(seating, person)
        _fill_with(seating, before)


def _fill_seat(seating: Seating, seat: int) -> None:
    for person in seating.seats.candidates[seat]:
        if seating.may_take(person, seat):
            seating.place(person, seat)
            return


def _fill_with(seating: Seating, person: int) -> None:
    seats, free = seating.seats, seating.seats.able[person] & seating.vacant
    if seating.most_off[person] - seating.off[person] < seats.shortest:
        return
    for seat in list_bits(seating.held[person]):
        free &= ~seats.against[seat]
    for seat in list_bits(free):
        if seating.may_take(person, seat):
            seating.place(person, seat)
