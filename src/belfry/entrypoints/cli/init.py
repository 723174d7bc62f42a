"""How a team begins: a folder with an example in it that explains itself and works at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.options import Json
from belfry.kernel.errors import Conflict

NAME = "The Repair Bench"
ZONE = "Europe/London"
COUNTRY = "GB"
ADMIN = "owner@example.com"


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
    as_json: Json = False,
) -> None:
    """Write an example team that explains itself; files that are there are left as they are.

    For example: belfry init shop --yes --name "The Repair Bench"
    """
    from belfry.entrypoints.cli.example import render_team

    if _asks(folder, yes=yes):
        name = typer.prompt("What is the team called?", default=name)
        timezone = typer.prompt("Which time zone is it in?", default=timezone)
        guess = _guess_country(country, timezone)
        country = typer.prompt("Which country, in two letters?", default=guess)
        admin = typer.prompt("Your own e-mail address?", default=admin)
    country = _guess_country(country, timezone)
    texts = render_team(name=name, timezone=timezone, country=country, admin=admin)
    written, left = _write_all(folder, texts)
    if not written:
        raise Conflict(f"a whole team is there already in {folder}: all is left as it is")
    data = {"folder": str(folder), "written": written, "left": left}
    answer(data, _tell(folder, written, left), as_json=as_json)


def _asks(folder: Path, *, yes: bool) -> bool:
    """Only somebody at a terminal, and only while there is something left to choose."""
    return not yes and sys.stdin.isatty() and not (folder / "belfry.toml").exists()


def _guess_country(said: str | None, timezone: str) -> str:
    if said is not None:
        return said.strip().upper()
    return COUNTRY if timezone.strip() == ZONE else ""


def _write_all(folder: Path, texts: dict[str, str]) -> tuple[list[str], list[str]]:
    """The names of the files that were written, and of those that were there."""
    written: list[str] = []
    left: list[str] = []
    for name, text in texts.items():
        (written if _write(folder / name, text, folder) else left).append(name)
    return written, left


def _write(path: Path, text: str, folder: Path) -> bool:
    """Whether there was no such file yet, not even a link to one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise Conflict(f"{error.filename} is in the way: it is left as it is") from error
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        raise Conflict(f"{path.parent} leads out of the folder: nothing is written there")
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True


def _tell(folder: Path, written: list[str], left: list[str]) -> str:
    return "\n".join(
        [
            *(f"Wrote {folder / name}." for name in written),
            *(f"Left {folder / name} as it is." for name in left),
            "The jobs, controls, shifts and people in it are made up; until you set a mail server,",
            "every message stays here, to be looked at.",
            f"Next: belfry serve --team {folder}",
            f"Then change a stage in {folder / 'jobs' / 'board.csv'}, and see what the customer",
            f"will be told: belfry upcoming --team {folder}",
        ]
    )
