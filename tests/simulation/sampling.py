"""At which steps a process on a real database crashes.

In memory it crashes at every step. Where that takes long, it crashes at each kind of step the first
and the last time it is reached, and at every so many-th step.
"""

from __future__ import annotations

from collections.abc import Sequence


def pick_steps(steps: Sequence[str], *, every: int) -> list[int]:
    """Their numbers, counted from one."""
    first = {step: number for number, step in reversed([*enumerate(steps, 1)])}
    last = {step: number for number, step in enumerate(steps, 1)}
    return sorted({*first.values(), *last.values(), *range(every, len(steps) + 1, every)})
