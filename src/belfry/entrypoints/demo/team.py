"""The folder of the sample team: what its people have written, before anything happened."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from importlib.resources import files
from typing import TYPE_CHECKING

from belfry.accounts.users import Role
from belfry.entrypoints.cli.team.example import Wanted, render_team
from belfry.entrypoints.demo.board import EMPTY
from belfry.entrypoints.demo.sample import ADMIN, COUNTRY, NAME, SETTINGS, TIMEZONE
from belfry.kernel.cron import find_zone
from belfry.kernel.sheets import make_sheet, write_sheet
from belfry.rota.rules.weeks import SEVEN_DAYS, find_monday

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime
    from pathlib import Path

    from belfry.bootstrap import Services

BY = "demo"
TOM, PRIYA, HANA = "Tom Hale", "Priya Nair", "Hana Sato"
SNOOZED = "Window display change"
ESCALATED = "Electrical tools test"
# Leo goes away for a few days in a month.
AWAY_IN, AWAY_FOR = timedelta(days=30), timedelta(days=4)
SATURDAY = 5
KNOWN = 5
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Habit(StrEnum):
    """How a check is done: on the day, two days late, with proof; or it waits for a visitor."""

    PROMPT = "prompt"
    LATE = "late"
    NOTED = "noted"
    PICTURED = "pictured"
    LEFT = "left"


def _read(name: str) -> str:
    return (files("belfry.entrypoints.demo") / "team_files" / name).read_text(encoding="utf-8")


def _read_rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(_read(name).splitlines()))


def _write(name: str, rows: Sequence[dict[str, str]]) -> bytes:
    return write_sheet(make_sheet(name, tuple(rows[0]), [tuple(row.values()) for row in rows]))


def write_team(folder: Path, now: datetime) -> None:
    """The example team that `init` makes, with the demo's own people, settings and sheets."""
    example = render_team(Wanted(NAME, TIMEZONE, COUNTRY, ADMIN))
    today = now.astimezone(find_zone(TIMEZONE)).date()
    for name, content in {
        **{name: text.encode() for name, text in example.items()},
        "belfry.toml": SETTINGS.encode(),
        "jobs/board.csv": EMPTY.encode(),
        **render_sheets(today),
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def render_sheets(today: date) -> dict[str, bytes]:
    weeks, away_from = choose_weeks(today), today + AWAY_IN
    away = {"away_from": away_from, "away_until": away_from + AWAY_FOR}
    places = {"thursday": 3, "friday": 4, "saturday": SATURDAY}
    days = {name: weeks.next + timedelta(days=place) for name, place in places.items()}
    return {
        "people.csv": _read("people.csv").format(**away).encode(),
        "controls/tasks.csv": render_tasks(today),
        "rota/template.csv": _read("template.csv").encode(),
        "rota/time_off.csv": _read("time_off.csv").format(**days).encode(),
        **{f"rota/week-{monday}.csv": render_week(monday) for monday in (*weeks.past, weeks.known)},
    }


def render_tasks(today: date) -> bytes:
    """The shop's list of controls; the file counts the due dates in days from today."""
    rows = _read_rows("tasks.csv")
    for row in rows:
        del row["habit"]
        row["first_due"] = (today + timedelta(days=int(row["first_due"]))).isoformat()
    return _write("controls/tasks.csv", rows)


def list_habits() -> dict[str, Habit]:
    return {row["name"]: Habit(row["habit"]) for row in _read_rows("tasks.csv")}


def render_week(monday: date) -> bytes:
    """The sheet of one week: the standing pattern, with the names filled in."""
    column = "odd_weeks" if monday.toordinal() // 7 % 2 else "even_weeks"
    names = {row["shift_id"]: row[column] for row in _read_rows("weeks.csv")}
    rows = _read_rows("template.csv")
    for row in rows:
        row["assigned_to"] = names[row["shift_id"]]
        row["day"] = (monday + timedelta(days=DAYS.index(row["day"]))).isoformat()
    return _write(f"rota/week-{monday}.csv", rows)


def let_people_in(services: Services) -> None:
    """Everybody of the shop may look at its pages, once they are sent a link."""
    for row in _read_rows("people.csv"):
        name, email, role = row["name"], row["email"], Role(row["role"])
        if role is Role.OWNER:
            services.accounts.invite_owner(name=name, email=email)
        else:
            services.accounts.users.add(name=name, email=email, role=role, by=BY)


@dataclass(frozen=True, slots=True)
class SampleWeeks:
    """The Mondays of the weeks that people know, and of the one whose draft waits."""

    past: tuple[date, ...]
    known: date
    next: date


def choose_weeks(today: date) -> SampleWeeks:
    """At the weekend the shop is a week further, so that a known shift is still to come."""
    this = find_monday(today)
    known = this + SEVEN_DAYS if today.weekday() >= SATURDAY else this
    past = tuple(known - SEVEN_DAYS * ago for ago in range(KNOWN - 1, 0, -1))
    return SampleWeeks(past, known, known + SEVEN_DAYS)
