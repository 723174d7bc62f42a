"""The controls for other programs: as a spreadsheet, and as a calendar."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.controls.control_lists import look_at_list
from belfry.entrypoints.cli.links import render_address
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.kernel.errors import InputError


def export(
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A new file to write it to.")
    ] = None,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Give all controls as CSV, with where each stands today.

    For example: belfry controls export --out controls.csv
    """
    with open_team(team, at=at) as services:
        look_at_list(services)
        content = services.controls.extras.export(is_marked=out is not None)
    if out is not None:
        _write(out, content)
        answer({"file": str(out)}, f"Written to {out}.", as_json=as_json)
    elif as_json:
        answer({"csv": content.decode()}, "", as_json=True)
    else:
        typer.echo(content, nl=False)


def feed(
    new: Annotated[
        bool, typer.Option("--new", help="Make a new link; the old one shows nothing any more.")
    ] = False,
    end: Annotated[
        bool, typer.Option("--end", help="End the feed; the link shows nothing any more.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show the link by which calendars follow the due dates; make it, if there is none.

    For example: belfry controls feed
    """
    from belfry.controls.reports.calendar_feed import feed_path

    if new and end:
        raise InputError("--new and --end cannot both be meant")
    with open_team(team) as services:
        public_url = services.settings.public_url
        share = services.controls.extras.share_feed
        if end:
            _tell_end(share.end(by=BY), as_json=as_json)
            return
        shared = share(by=BY, is_new=new)
    path = feed_path(shared.token)
    link = f"{public_url}{path}" if public_url else None
    here = f"public_url is not set. On this machine: {render_address()}{path}"
    answer({"link": link, "path": path, "made_at": shared.made_at}, link or here, as_json=as_json)


def _write(out: Path, content: bytes) -> None:
    try:
        with out.open("xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise InputError(f"{out} is there already: name a new file") from error


def _tell_end(was_there: bool, *, as_json: bool) -> None:
    said = "The feed has ended." if was_there else "There was no feed."
    answer({"link": None, "path": None, "ended": was_there}, said, as_json=as_json)
