"""What the files of an example team say, with the team's own name, zone, country and address."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError

from belfry.accounts.users import parse_name
from belfry.jobs.settings.shop import read_shop
from belfry.kernel.errors import ConfigError, InputError
from belfry.settings import Settings
from belfry.workspace.samples import comment_out_samples, read_team_file

SHARED = ("belfry.toml", "people.csv")
ROOMS: Mapping[str, Sequence[str]] = {
    "jobs": ("board.csv", "settings.txt"),
    "controls": ("tasks.csv", "rules.txt"),
    "rota": (
        *("staff.csv", "template.csv", "availability.csv", "time_off.csv"),
        *("rules.txt", "voice.txt"),
    ),
}
LONGEST_SHOP = 60


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is known about the team; `mail` holds the lines of [mail] that are to count."""

    name: str
    timezone: str
    country: str
    admin: str
    rooms: Sequence[str] = tuple(ROOMS)
    is_empty: bool = False
    mail: Mapping[str, str | int] = field(default_factory=dict)


def list_names(rooms: Sequence[str] = tuple(ROOMS)) -> list[str]:
    return [*SHARED, *(f"{room}/{name}" for room in ROOMS if room in rooms for name in ROOMS[room])]


def render_team(wanted: Wanted) -> dict[str, str]:
    """The files by their names; ConfigError or InputError for words Belfry could not read again."""
    texts = {file: read_team_file(file) for file in list_names(wanted.rooms)}
    toml = _render_toml(texts["belfry.toml"], wanted)
    settings = _check_settings(toml)
    texts |= {
        "belfry.toml": toml,
        "people.csv": texts["people.csv"].replace("{admin}", settings.admin),
    }
    # Also where the team has no jobs: this is where a country that is none is found.
    shop = _render_shop(read_team_file("jobs/settings.txt"), settings)
    if "jobs" in wanted.rooms:
        texts["jobs/settings.txt"] = shop
    return {name: _empty(name, text) for name, text in texts.items()} if wanted.is_empty else texts


def _render_toml(text: str, wanted: Wanted) -> str:
    values = {
        "name": parse_name(wanted.name),
        "timezone": wanted.timezone.strip(),
        "country": wanted.country,
        "admin": wanted.admin.strip(),
    }
    rendered = text.format(**{key: _quote(value) for key, value in values.items()})
    lines = "".join(f"{key} = {_quote(value)}\n" for key, value in wanted.mail.items())
    rendered = rendered.replace("[mail]\n", f"[mail]\n{lines}", 1)
    if set(wanted.rooms) == set(ROOMS):
        return rendered
    rooms = ", ".join(_quote(room) for room in wanted.rooms)
    return rendered.replace('# rooms = ["jobs", "controls", "rota"]', f"rooms = [{rooms}]", 1)


def _quote(value: str | int) -> str:
    return json.dumps(value, ensure_ascii=False)


def _check_settings(toml: str) -> Settings:
    try:
        return Settings(**tomllib.loads(toml))
    except ValidationError as error:
        first = error.errors()[0]
        words = str(first["msg"]).removeprefix("Value error, ")
        raise ConfigError(f"{first['loc'][0]}: {words}") from error


def _render_shop(text: str, settings: Settings) -> str:
    """The settings of the jobs; a # would begin a note there, so the shop goes without it."""
    plain = " ".join(settings.name.replace("#", " ").split())[:LONGEST_SHOP].strip()
    rendered = text.replace("{shop}", plain or "My shop", 1)
    try:
        reading = read_shop(rendered, country=settings.country)
    except InputError as error:
        raise InputError(str(error), field="country") from error
    return rendered if reading.shop else text.replace("{shop}", "My shop", 1)


def _empty(name: str, text: str) -> str:
    """The columns without the rows, and the rules without those that speak of rows."""
    if name.endswith(".csv"):
        return text.partition("\n")[0] + "\n"
    return comment_out_samples(text, name) if name == "controls/rules.txt" else text
