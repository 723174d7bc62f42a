"""Where the search takes its luck from: always the same for the same puzzle, on any machine.

Whole numbers only. A congruential generator of 64 bits is enough to choose moves with; its upper
half is used, since the lower bits of such a generator repeat early.
"""

from __future__ import annotations

from belfry.kernel.tokens import digest_of
from belfry.rota.drafting.puzzles import Puzzle

MASK = (1 << 64) - 1
FACTOR = 6364136223846793005
STEP = 1442695040888963407
THRESHOLD_UNIT = 256
_PLACES = 1024


def find_seed(puzzle: Puzzle) -> int:
    """From what the puzzle is, and not from the order in which its facts were told."""
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
