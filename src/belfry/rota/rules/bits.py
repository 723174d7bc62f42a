"""Sets of small numbers, such as shifts, as the bits of one integer."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

Bits = int
K = TypeVar("K", bound=Hashable)


def gather_bits(keys: Iterable[K]) -> dict[K, Bits]:
    """For each key, the set of places at which it stands."""
    bits: dict[K, Bits] = {}
    for place, key in enumerate(keys):
        bits[key] = bits.get(key, 0) | 1 << place
    return bits


def list_bits(bits: Bits) -> Iterator[int]:
    """The places in a set, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
