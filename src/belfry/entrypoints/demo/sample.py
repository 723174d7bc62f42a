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
    """A workflow of the shop, and how long ago it was made, or paused with a note."""

    made: timedelta
    edit: Mapping[str, Any]
    paused: timedelta | None = None
    note: str = ""


def _log(name: str, cron: str, message: str, timezone: str = "UTC") -> Mapping[str, Any]:
    edit = {"name": name, "kind": "log", "inputs": {"message": message}}
    return {**edit, "cron_schedule": cron, "timezone": timezone}


OPENING = Sample(
    timedelta(hours=26),
    _log("Open the shop", "30 8 * * *", "Lights on, till counted, kettle on.", TIMEZONE),
)
THANKS = Sample(
    timedelta(hours=26),
    _log("Thank last week's customers", "0 18 * * 5", "Thank-you cards are due.", TIMEZONE),
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
    _log("Look over the benches", "* * * * *", "Benches 1 to 4: all quiet."),
)
SHELF = Sample(
    timedelta(minutes=5),
    _log("Check the parts shelf", "*/2 * * * *", "Screens 12, batteries 31, one box of screws."),
)


def list_samples(address: str) -> tuple[Sample, ...]:
    """The shop's workflows, the oldest first; `address` is where the demo's own pages are."""
    inputs = {"url": f"{address}/healthz", "timeout_seconds": 5}
    edit = {"name": "Are our pages up?", "kind": "http", "inputs": inputs}
    pages = Sample(timedelta(0), {**edit, "cron_schedule": "*/5 * * * *"})
    return (OPENING, THANKS, LEDGER, BENCHES, SHELF, pages)
