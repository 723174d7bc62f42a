"""How fast our crons become schedules of EventBridge, beside cronsim, which only reads them.

Both take each expression from its text; nothing is remembered between calls but tables that do not
depend on it. cronsim stops at the fields it has read, Belfry goes on to the finished texts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bench.next_fire import AFTER, make_expressions
from bench.rounds import find_best, timed
from bench.targets import TARGETS, Figure
from cronsim import CronSim

from belfry.kernel.eventbridge import check_expression, translate

COUNT, QUICK_COUNT = 5000, 200
ROUNDS = 7
LIMIT = 20_000


def measure(*, is_quick: bool) -> Sequence[Figure]:
    texts = make_expressions(QUICK_COUNT if is_quick else COUNT)
    check(texts)
    sides = [lambda: _rate(translate, texts), lambda: _rate(read_with_cronsim, texts)]
    ours, theirs = find_best(sides, 1 if is_quick else ROUNDS)
    limit, peer = TARGETS["translate"]
    return [
        Figure(limit, _render(ours), _render(LIMIT), ours / LIMIT),
        Figure(peer, _render(ours), _render(theirs), ours / theirs),
    ]


def check(texts: Sequence[str]) -> None:
    """Every one has a translation, and EventBridge takes it."""
    for text in texts:
        schedules = translate(text).schedules
        if not schedules or any(check_expression(schedule) for schedule in schedules):
            raise AssertionError(f"{text!r} became {schedules!r}")


def read_with_cronsim(text: str) -> object:
    return CronSim(text, AFTER)


def _rate(act: Callable[[str], object], texts: Sequence[str]) -> float:
    with timed() as watch:
        for text in texts:
            act(text)
    return len(texts) / watch.seconds


def _render(rate: float) -> str:
    return f"{rate:,.0f}/s"
