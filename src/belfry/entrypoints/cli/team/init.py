"""How a team begins: a folder with an example in it that explains itself and works at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.options import Json
from belfry.kernel.errors import Conflict, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.entrypoints.cli.team.example import Wanted

NAME = "The Repair Bench"
ZONE = "Europe/London"
COUNTRY = "GB"
ADMIN = "owner@example.com"
ROOMS = "jobs,controls,rota"


def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; made if need be.")],
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing; take the example.")] = False,
    name: Annotated[str, typer.Option("--name", help="What the team is called.")] = NAME,
    timezone: Annotated[str, typer.Option("--timezone", help="The team's zone.")] = ZONE,
    country: Annotated[
        str | None,
        typer.Option("--country", help="Two letters; GB in London, else none.", show_default=False),
    ] = None,
    admin: Annotated[str, typer.Option("--admin", help="The owner's e-mail address.")] = ADMIN,
    rooms: Annotated[str, typer.Option("--rooms", help="Those the team uses.")] = ROOMS,
    empty: Annotated[
        bool, typer.Option("--empty", help="Tables with their columns, and no sample rows.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Begin a team in a folder: asks a few questions; files that are there are left as they are.

    For example: belfry init shop

    For example: belfry init shop --yes --name "The Repair Bench" --rooms jobs,controls --empty
    """
    from belfry.entrypoints.cli.team.example import Wanted, list_names, render_team
    from belfry.entrypoints.cli.team.first_files import write_files

    there = _guess_country(country, timezone)
    wanted = Wanted(name, timezone, there, admin, _read_rooms(rooms), is_empty=empty)
    if all((folder / one).exists() for one in list_names(wanted.rooms)):
        raise Conflict(f"a whole team is there already in {folder}: all is left as it is")
    secrets: dict[str, str] = {}
    if not yes and sys.stdin.isatty():
        wanted, secrets = _ask(folder, wanted, country)
    written, left = write_files(folder, render_team(wanted), secrets)
    data = {"folder": str(folder), "written": written, "left": left}
    answer(data, "\n".join(_tell(folder, wanted, written, left)), as_json=as_json)


def _ask(folder: Path, given: Wanted, country: str | None) -> tuple[Wanted, dict[str, str]]:
    """What was not named on the command line is guessed, and offered; all of it may be changed."""
    from dataclasses import replace

    from belfry.entrypoints.cli.team.init_questions import (
        ask_about_house,
        ask_about_mail,
        ask_about_rooms,
    )
    from belfry.entrypoints.cli.team.machine_zone import guess_zone

    if (folder / "belfry.toml").exists():  # what it says is settled
        return ask_about_rooms(given, rooms=ROOMS.split(",")), {}
    named = folder.absolute().name.replace("-", " ").replace("_", " ").title()
    guess = replace(
        given,
        name=given.name if given.name != NAME else named or NAME,
        timezone=given.timezone if given.timezone != ZONE else guess_zone() or ZONE,
        admin="" if given.admin == ADMIN else given.admin,
    )
    told = ask_about_house(guess, country=country)
    return ask_about_mail(ask_about_rooms(told, rooms=ROOMS.split(",")))


def _guess_country(said: str | None, timezone: str) -> str:
    if said is not None:
        return said.strip().upper()
    return COUNTRY if timezone.strip() == ZONE else ""


def _read_rooms(said: str) -> Sequence[str]:
    from belfry.entrypoints.cli.team.dialogue import choose_some

    try:
        return choose_some(ROOMS.split(","))(said).split(",")
    except InputError as error:
        raise InputError(str(error), field="--rooms") from error


def _tell(folder: Path, wanted: Wanted, written: list[str], left: list[str]) -> Iterator[str]:
    yield from (f"Wrote {folder / name}." for name in written)
    yield from (f"Left {folder / name} as it is." for name in left)
    if not wanted.is_empty:
        yield "The jobs, controls, shifts and people in it are made up; until you set a mail"
        yield "server, every message stays here, to be looked at."
    yield f"Next: belfry serve --team {folder}"
    if wanted.is_empty:
        yield f"Then write your rows into the tables in {folder}, and see what is still missing:"
        yield f"belfry doctor --team {folder}"
    elif "jobs" in wanted.rooms:
        yield f"Then change a stage in {folder / 'jobs' / 'board.csv'}, and see what the customer"
        yield f"will be told: belfry upcoming --team {folder}"
    else:
        yield f"Then see what would go out: belfry upcoming --team {folder}"
