"""The sample team of the demo: a small repair shop and what it has its clock do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "The Repair Bench"
TIMEZONE = "Europe/London"
COUNTRY = "GB"
ADMIN = "owner@example.com"
SETTINGS = f"""\
name = "{NAME}"
timezone = "{TIMEZONE}"
country = "{COUNTRY}"
admin = "{ADMIN}"

[http]
allow = ["127.0.0.1"]     # one of the sample workflows looks whether these very pages are up
"""
CLOSED_PORT = 9


@dataclass(frozen=True, slots=True)
class Sample:
    """A workflow of the shop, and how long ago somebody made it, or paused it with a note."""

    made: timedelta
    edit: Mapping[str, Any]
    paused: timedelta | None = None
    note: str = ""


OPENING = Sample(
    timedelta(hours=26),
    {
        "name": "Open the shop",
        "kind": "log",
        "inputs": {"message": "Lights on, till counted, kettle on."},
        "cron_schedule": "30 8 * * *",
        "timezone": "Europe/London",
    },
)
THANKS = Sample(
    timedelta(hours=26),
    {
        "name": "Thank last week's customers",
        "kind": "log",
        "inputs": {"message": "Thank-you cards are due."},
        "cron_schedule": "0 18 * * 5",
        "timezone": "Europe/London",
    },
    paused=timedelta(hours=3),
    note="Waiting for the new cards from the printer (Maria).",
)
LEDGER = Sample(
    timedelta(hours=7),
    {
        "name": "Send the takings to the old ledger",
        "kind": "http",
        "inputs": {"url": f"http://127.0.0.1:{CLOSED_PORT}/takings", "method": "POST"},
        "cron_schedule": "5 * * * *",
        "back_off": timedelta(seconds=30),
        "catch_up": "none",
    },
)
BENCHES = Sample(
    timedelta(minutes=5),
    {
        "name": "Look over the benches",
        "kind": "log",
        "inputs": {"message": "Benches 1 to 4: all quiet."},
        "cron_schedule": "* * * * *",
    },
)
SHELF = Sample(
    timedelta(minutes=5),
    {
        "name": "Check the parts shelf",
        "kind": "log",
        "inputs": {"message": "Screens 12, batteries 31, one box of screws."},
        "cron_schedule": "*/2 * * * *",
    },
)


def list_samples(address: str) -> tuple[Sample, ...]:
    """The shop's workflows, the oldest first; `address` is where the demo's own pages are."""
    pages = Sample(
        timedelta(0),
        {
            "name": "Are our pages up?",
            "kind": "http",
            "inputs": {"url": f"{address}/healthz", "timeout_seconds": 5},
            "cron_schedule": "*/5 * * * *",
        },
    )
    return (OPENING, THANKS, LEDGER, BENCHES, SHELF, pages)
