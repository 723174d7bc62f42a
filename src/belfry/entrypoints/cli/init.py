"""How a team begins: a folder with a belfry.toml that explains itself."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.options import Json
from belfry.kernel.errors import ConfigError, Conflict

TEMPLATE = """\
# The settings of one team. Lines that begin with # are explanations, or examples that do nothing
# until the # is taken away. `belfry doctor` checks this file.

name = {name}
timezone = {timezone}          # the team's zone, as in Europe/London
country = ""              # two letters, as in "GB": public holidays, order of day and month
admin = {admin}                # the owner's e-mail address
home = "local"            # local: one machine. server: several processes on one Postgres.
# public_url = "https://belfry.example.com"   # how people reach the pages; needed for links

[database]
# url = "postgresql://user@host/belfry"       # default: .belfry/belfry.db in this folder
# A url with a password belongs into the environment, as BELFRY_DATABASE_URL.

[http]
# allow = ["10.0.0.0/8", "printer.example"]   # what workflows may call besides the public internet

[heartbeat]
# url = "https://watch.example.com/belfry"    # pinged every 5 minutes; else BELFRY_HEARTBEAT_URL

[worker]
# threads = 4               # runs carried out at the same time
# beat_seconds = 5          # how often a worker shows that it is alive
# dead_after_seconds = 30   # how long it may not, before others take over its runs

[history]
# keep_days = 60            # how long finished runs are kept

# Belfry's own workflows (relay, watch, heartbeat, tidy) can be changed here, each by its name:
# [workflows.tidy]
# cron = "30 3 * * *"
# catch_up = "latest"       # none, latest or all
# enabled = true            # false archives it
"""


def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; made if need be.")],
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing; take the defaults.")] = False,
    name: Annotated[str, typer.Option("--name", help="What the team is called.")] = "My team",
    timezone: Annotated[str, typer.Option("--timezone", help="The team's zone.")] = "UTC",
    admin: Annotated[
        str, typer.Option("--admin", help="The owner's e-mail address.", show_default=False)
    ] = "",
    as_json: Json = False,
) -> None:
    """Write a belfry.toml that explains itself; nothing else in the folder is touched."""
    path = folder / "belfry.toml"
    if path.exists():
        raise Conflict(f"{path} is there already: it is left as it is")
    if not yes and sys.stdin.isatty():
        name = typer.prompt("What is the team called?", default=name)
        timezone = typer.prompt("Which time zone is it in?", default=timezone)
        admin = typer.prompt("The owner's e-mail address?", default=admin, show_default=False)
    text = render_settings(name=name, timezone=timezone, admin=admin)
    _write(path, text)
    said = f"Wrote {path}.\nNext: belfry serve --team {folder}"
    answer({"folder": str(folder), "file": str(path)}, said, as_json=as_json)


def render_settings(*, name: str, timezone: str, admin: str) -> str:
    """The file's text, which Belfry itself can read; ConfigError names what it cannot."""
    import tomllib

    from pydantic import ValidationError

    from belfry.desk.names import parse_name
    from belfry.settings import Settings

    said = {"name": parse_name(name), "timezone": timezone.strip(), "admin": admin.strip()}
    quoted = {key: json.dumps(value, ensure_ascii=False) for key, value in said.items()}
    text = TEMPLATE.format(**quoted)
    try:
        Settings(**tomllib.loads(text))
    except ValidationError as error:
        first = error.errors()[0]
        words = str(first["msg"]).removeprefix("Value error, ")
        raise ConfigError(f"{first['loc'][0]}: {words}") from error
    return text


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise Conflict(f"{error.filename} is in the way: it is left as it is") from error
