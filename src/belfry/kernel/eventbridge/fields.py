"""How a set of numbers is written in one field of an EventBridge schedule, always the same way.

All of them are `*`; a step that runs on to the end is `0/15`; three or more in a row are a range;
the rest is a list. Weekdays go by their names and have no steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from belfry.kernel.eventbridge.grammar import WEEK

_SHORTEST_RANGE = 3
_FEWEST_STEPS = 3

Items = list[str]


def write_numbers(bits: int, low: int, high: int, *, origin: int = 0) -> Items:
    """The items of a field for bits from `low` to `high`; bit 0 is the number `origin`."""
    if bits == (2 << high) - (1 << low):
        return ["*"]
    if not bits & bits - 1:
        return [str(bits.bit_length() - 1 + origin)]
    values = _list_values(bits)
    first, step = values[0], values[1] - values[0]
    has_steps = len(values) >= _FEWEST_STEPS or first == low
    if step > 1 and has_steps and values == list(range(first, high + 1, step)):
        return [f"{first + origin}/{step}"]
    return list(_write_list(values, [str(value + origin) for value in values]))


def write_weekdays(bits: int) -> Items:
    """The items for plain weekdays, Sunday being bit 0."""
    values = _list_values(bits)
    return list(_write_list(values, [WEEK[value] for value in values]))


def _list_values(bits: int) -> list[int]:
    values = []
    while bits:
        lowest = bits & -bits
        values.append(lowest.bit_length() - 1)
        bits ^= lowest
    return values


def _write_list(values: list[int], words: list[str]) -> Iterator[str]:
    """The words of the values, those of a longer row drawn together."""
    start = 0
    for end in range(1, len(values) + 1):
        if end == len(values) or values[end] != values[end - 1] + 1:
            if end - start >= _SHORTEST_RANGE:
                yield f"{words[start]}-{words[end - 1]}"
            else:
                yield from words[start:end]
            start = end
