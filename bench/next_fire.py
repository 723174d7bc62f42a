"""How fast a schedule is read and its next time found, beside croniter and cronsim.

Every library reads each expression from its text and finds one fire after the same moment, in UTC.
Nothing is remembered between calls: no cache of texts, of parsed crons or of results. The answers
are compared before anything is timed.
"""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar
from zoneinfo import ZoneInfo

from croniter import croniter
from cronsim import CronSim

from belfry.kernel.cron import next_fire, parse_cron

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_T = TypeVar("_T")

AFTER = datetime(2026, 11, 18, 9, 41, 27, tzinfo=UTC)
COUNT = 1000
ROUNDS = 7
SEED = 20261118

_UTC_ZONE = ZoneInfo("UTC")
_LONDON = ZoneInfo("Europe/London")
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_WEEK = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")


def make_expressions(count: int = COUNT, seed: int = SEED) -> list[str]:
    """Mixed crons as people write them, kept to what the three libraries read alike."""
    dice = random.Random(seed)
    return [_make_expression(dice) for _ in range(count)]


def _make_expression(dice: random.Random) -> str:
    minute = dice.choice(("*", "0", "30", "*/5", "*/15", _pick(dice, 0, 59), _pick(dice, 0, 59)))
    hour = dice.choice(("*", "*", "*/2", "9-17", _pick(dice, 0, 23), _pick(dice, 0, 23)))
    month = dice.choice(("*", "*", "*", _pick(dice, 1, 12), "JAN-MAR", dice.choice(_MONTHS)))
    day = dice.choice(("*", "*", "*", "*", "*/7", "1", "L", _pick(dice, 1, 28)))
    weekdays = ("*", "*", "*", "1-5", "MON-FRI", dice.choice(_WEEK), _pick(dice, 0, 6), "5#2")
    # croniter takes */7 with a weekday for "either", and mixes # and L with the other day field.
    weekday = dice.choice(weekdays) if day == "*" else "*"
    if day.isdigit() and dice.random() < 0.3:
        weekday = dice.choice(_WEEK)
    return f"{minute} {hour} {day} {month} {weekday}"


def _pick(dice: random.Random, low: int, high: int) -> str:
    """A number, a list, a range, or a range with a step."""
    first, last = sorted(dice.sample(range(low, high + 1), 2))
    step = dice.randint(2, max(2, (high - low) // 3))
    listed = ",".join(map(str, sorted(dice.sample(range(low, high + 1), 3))))
    return dice.choice(
        (str(first), str(first), listed, f"{first}-{last}", f"{first}-{last}/{step}")
    )


def find_with_belfry(text: str) -> datetime | None:
    return next_fire(parse_cron(text), _UTC_ZONE, AFTER)


def find_with_cronsim(text: str) -> datetime | None:
    found: datetime = next(CronSim(text, AFTER))
    return found


def find_with_croniter(text: str) -> datetime | None:
    found: datetime = croniter(text, AFTER).get_next(datetime)
    return found


def count_disagreements(texts: Sequence[str]) -> int:
    """How many croniter reads otherwise; Belfry and cronsim must agree on every one."""
    strange = 0
    for text in texts:
        ours = find_with_belfry(text)
        if ours != find_with_cronsim(text):
            raise AssertionError(f"Belfry and cronsim differ on {text!r}")
        strange += ours != find_with_croniter(text)
    return strange


def measure(rounds: int = ROUNDS) -> list[dict[str, str | float]]:
    """One row per contender: expressions a second, and how many times faster Belfry is."""
    texts = make_expressions()
    strange = count_disagreements(texts)
    contenders = {
        "belfry": find_with_belfry,
        "cronsim": find_with_cronsim,
        "croniter": find_with_croniter,
    }
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, find in contenders.items():
            best[name] = max(best[name], _rate(find, texts))
    rows: list[dict[str, str | float]] = [
        {"name": name, "per_second": rate, "ratio": best["belfry"] / rate, "disagrees": 0}
        for name, rate in best.items()
    ]
    rows[-1]["disagrees"] = strange
    return rows


def measure_london(rounds: int = ROUNDS) -> float:
    """Next fires a second in Europe/London, the crons being read beforehand."""
    crons = [parse_cron(text) for text in make_expressions()]
    return max(_rate(lambda cron: next_fire(cron, _LONDON, AFTER), crons) for _ in range(rounds))


def _rate(find: Callable[[_T], object], things: Sequence[_T]) -> float:
    start = time.perf_counter()
    for thing in things:
        find(thing)
    return len(things) / (time.perf_counter() - start)


def main() -> None:
    rows = measure()
    print(f"parse + next fire in UTC, {COUNT} mixed expressions, best of {ROUNDS} rounds")
    print(f"{'library':<10}{'expressions/s':>15}{'belfry is':>12}{'disagrees on':>14}")
    for row in rows:
        print(
            f"{row['name']:<10}{row['per_second']:>15,.0f}{row['ratio']:>11.1f}x{row['disagrees']:>14}"
        )
    print(f"next fire alone in Europe/London, crons already read: {measure_london():,.0f}/s")


if __name__ == "__main__":
    main()
