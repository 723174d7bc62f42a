"""What the files of an example team say, with the team's own name, zone, country and address."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files

from pydantic import ValidationError

from belfry.desk.names import parse_name
from belfry.jobs.shop import read_shop
from belfry.kernel.errors import ConfigError, InputError
from belfry.settings import Settings

NAMES = (
    "belfry.toml",
    "people.csv",
    "jobs/board.csv",
    "jobs/settings.txt",
    "controls/tasks.csv",
    "controls/rules.txt",
    "rota/staff.csv",
    "rota/template.csv",
    "rota/availability.csv",
    "rota/time_off.csv",
    "rota/rules.txt",
    "rota/voice.txt",
)
LONGEST_SHOP = 60


def render_team(*, name: str, timezone: str, country: str, admin: str) -> dict[str, str]:
    """The files by their names; ConfigError or InputError for words Belfry could not read again."""
    said = {"name": parse_name(name), "timezone": timezone.strip(), "admin": admin.strip()}
    texts = {file: _read(file) for file in NAMES}
    toml = _quote(texts["belfry.toml"], {**said, "country": country})
    settings = _check_settings(toml)
    return {
        **texts,
        "belfry.toml": toml,
        "people.csv": texts["people.csv"].replace("{admin}", settings.admin),
        "jobs/settings.txt": _render_shop(texts["jobs/settings.txt"], settings),
    }


def _read(name: str) -> str:
    return (files("belfry.entrypoints.cli") / "team_files" / name).read_text(encoding="utf-8")


def _quote(text: str, said: dict[str, str]) -> str:
    return text.format(**{key: json.dumps(one, ensure_ascii=False) for key, one in said.items()})


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
    made = text.replace("{shop}", plain or "My shop", 1)
    try:
        reading = read_shop(made, country=settings.country)
    except InputError as error:
        raise InputError(str(error), field="country") from error
    return made if reading.shop else text.replace("{shop}", "My shop", 1)
