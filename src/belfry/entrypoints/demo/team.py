"""The sample team of the demo: the folder its people have written, before anything happened."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from belfry.accounts.users import Role
from belfry.bootstrap import Services
from belfry.entrypoints.cli.team.example import Wanted, render_team
from belfry.kernel.cron import find_zone
from belfry.kernel.sheets import make_sheet, write_sheet
from belfry.rota.rules.weeks import SEVEN_DAYS, find_monday

SNOOZED = "Window display change"
BOARD_COLUMNS = ("job_id", "customer", "contact", "channel", "item", "stage", "consent")
WRONG_DOMAIN = "example.invalid"
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_FILES = files("belfry.entrypoints.demo")


def _read(name: str) -> str:
    return (_FILES / "team_files" / name).read_text(encoding="utf-8")


def _read_rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(_read(name).splitlines()))


def _write(name: str, rows: Sequence[dict[str, str]]) -> bytes:
    return write_sheet(make_sheet(name, tuple(rows[0]), [tuple(row.values()) for row in rows]))


SETTINGS: Mapping[str, Any] = tomllib.loads(_read("belfry.toml"))
SHOP: Mapping[str, Any] = tomllib.loads(_read("shop.toml"))
TIMEZONE: str = SETTINGS["timezone"]
# Checks are done promptly, late, with a note or a picture; what is left waits for a visitor.
HABITS = {row["name"]: row["habit"] for row in _read_rows("tasks.csv")}


def list_workflows(address: str) -> Sequence[Mapping[str, Any]]:
    """The shop's own workflows, the oldest first; `address` is where the demo's pages are."""
    text = _read("shop.toml").replace("{address}", address)
    workflows: Sequence[Mapping[str, Any]] = tomllib.loads(text)["workflows"]
    return workflows


def write_team(folder: Path, now: datetime) -> None:
    """The example team that `init` makes, with the demo's own people, settings and sheets."""
    wanted = (SETTINGS[name] for name in ("name", "timezone", "country", "admin"))
    example = render_team(Wanted(*wanted))
    today = now.astimezone(find_zone(TIMEZONE)).date()
    for name, content in {
        **{name: text.encode() for name, text in example.items()},
        "belfry.toml": _read("belfry.toml").encode(),
        "jobs/board.csv": (",".join(BOARD_COLUMNS) + "\n").encode(),
        **render_sheets(today),
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def render_sheets(today: date) -> dict[str, bytes]:
    """The team's tables, with dates counted from today and in the coming week."""
    *known, coming = list_mondays(today)
    away = {"away_from": today + timedelta(days=30), "away_until": today + timedelta(days=34)}
    days = {name: coming + timedelta(days=place) for place, name in enumerate(DAYS)}
    tasks = _read_rows("tasks.csv")
    for row in tasks:
        del row["habit"]
        row["first_due"] = (today + timedelta(days=int(row["first_due"]))).isoformat()
    return {
        "people.csv": _read("people.csv").format(**away).encode(),
        "controls/tasks.csv": _write("controls/tasks.csv", tasks),
        "rota/template.csv": _read("template.csv").encode(),
        "rota/time_off.csv": _read("time_off.csv").format(**days).encode(),
        **{f"rota/week-{monday}.csv": render_week(monday) for monday in known},
    }


def render_week(monday: date) -> bytes:
    """The sheet of one week: the standing pattern, with the names filled in."""
    column = "odd_weeks" if monday.toordinal() // 7 % 2 else "even_weeks"
    names = {row["shift_id"]: row[column] for row in _read_rows("weeks.csv")}
    rows = _read_rows("template.csv")
    for row in rows:
        row["assigned_to"] = names[row["shift_id"]]
        row["day"] = (monday + timedelta(days=DAYS.index(row["day"]))).isoformat()
    return _write(f"rota/week-{monday}.csv", rows)


def list_mondays(today: date) -> list[date]:
    """The Mondays of the five weeks that people know, and of the one whose draft waits."""
    # At the weekend the shop is a week further, so that a known shift is still to come.
    known = find_monday(today) + SEVEN_DAYS * (today.weekday() >= DAYS.index("Sat"))
    return [known + SEVEN_DAYS * week for week in range(-4, 2)]


def add_users(services: Services, by: str) -> None:
    """All people of the shop may sign in."""
    for row in _read_rows("people.csv"):
        name, email, role = row["name"], row["email"], Role(row["role"])
        if role is Role.OWNER:
            services.accounts.invite_owner(name=name, email=email)
        else:
            services.accounts.users.add(name=name, email=email, role=role, by=by)


WIDTH, HEIGHT = 480, 360
WALLS = ("#dfe7e3", "#e9e2d6", "#dde3ec", "#ece3e3", "#e5e9da")
GPS, MAKE, MODEL = 0x8825, 0x010F, 0x0110
# The middle of the Thames: nobody lives there.
PLACE = {1: "N", 2: (51.0, 30.0, 20.0), 3: "W", 4: (0.0, 7.0, 10.0)}


@lru_cache(maxsize=32)
def draw(shape: str, seed: int) -> bytes:
    """A small JPEG photograph of the item with place and camera; the seed colours the wall."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), WALLS[seed % len(WALLS)])
    for name in ("bench", shape):
        content = (_FILES / "images" / f"{name}.png").read_bytes()
        image = Image.open(BytesIO(content)).convert("RGBA")
        picture.paste(image, mask=image)
    exif = Image.Exif()
    exif[MAKE], exif[MODEL], exif[GPS] = "Bench Camera", "Demo 1", PLACE
    file = BytesIO()
    picture.save(file, "JPEG", quality=82, exif=exif)
    return file.getvalue()
