"""How the line about quiet hours reads in every room's document."""

from __future__ import annotations

from belfry.kernel.hours.quiet import parse_quiet_hours
from belfry.kernel.hours.said import say_quiet
from belfry.kernel.rulebook import Setting


def make_quiet_line(does: str, *, example: str) -> Setting:
    return Setting(
        name="Quiet hours",
        field="quiet",
        read=parse_quiet_hours,
        does=does,
        example=example,
        default="from 20:00 to 09:00",
        show=say_quiet,
    )
