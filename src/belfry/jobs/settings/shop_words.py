"""How a setting is said in words that a person can check and the settings can read again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from fractions import Fraction

from belfry.kernel import channels
from belfry.kernel.hours.stretches import Stretch

# What the settings call the messages of each channel; the first is the usual word.
CHANNELS = {name: traits.plural for name, traits in channels.CHANNELS.items()}
_UNITS = {"day": timedelta(days=1), "hour": timedelta(hours=1), "minute": timedelta(minutes=1)}


def say_caps(caps: Mapping[str, int | None]) -> str:
    return "; ".join(
        f"no limit on {CHANNELS[channel][0]}" if cap is None else f"{cap} {CHANNELS[channel][0]}"
        for channel, cap in caps.items()
    )


def say_wait(wait: timedelta) -> str:
    """The time in the largest unit that leaves nothing over."""
    for unit, length in _UNITS.items():
        if wait and not wait % length:
            return _say_amount(Fraction(wait // length), unit)
    return _say_amount(Fraction(int(wait.total_seconds())), "second") if wait else "none"


def say_stretch(stretch: Stretch) -> str:
    """The weeks, days and hours of a stretch; broken hours as minutes."""
    hours = stretch.hours
    is_whole = hours.denominator == 1
    amounts = [
        (stretch.weeks, "week"),
        (stretch.days, "day"),
        (hours if is_whole else Fraction(0), "hour"),
        (Fraction(0) if is_whole else hours * 60, "minute"),
    ]
    return ", ".join(_say_amount(number, unit) for number, unit in amounts if number)


def say_stretches(stretches: Mapping[str, Stretch]) -> str:
    return "; ".join(f"{stage} {say_stretch(stretch)}" for stage, stretch in stretches.items())


def _say_amount(number: Fraction, unit: str) -> str:
    if number == Fraction(1, 2) and unit != "second":
        return f"half {'an' if unit == 'hour' else 'a'} {unit}"
    whole, part = divmod(number, 1)
    said = " ".join(str(one) for one in (whole, part) if one)
    return f"{said} {unit}" if number == 1 else f"{said} {unit}s"
