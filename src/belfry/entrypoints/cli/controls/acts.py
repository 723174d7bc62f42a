"""What somebody does with a control at the terminal: done, undone, skipped, snoozed, proved."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer, warn
from belfry.entrypoints.cli.controls.views import ControlName, look_at_list, shape_control
from belfry.entrypoints.cli.jobs.jobs import read_handed
from belfry.entrypoints.cli.opening import BY, At, Json, Team, open_team, render_address
from belfry.kernel.errors import InputError, Temporary

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.controls.controls import Control, ControlChange, Evidence


Audit = Annotated[str, typer.Option("--note", metavar="TEXT", help="Anything worth keeping.")]
Due = Annotated[
    str,
    typer.Option(
        "--due",
        metavar="DATE",
        help="The due date that is meant; nothing happens if it is no longer the one.",
        show_default=False,
    ),
]
Belongs = Annotated[
    str,
    typer.Option(
        "--due",
        metavar="DATE",
        help="The due date it belongs to; else the present one.",
        show_default=False,
    ),
]


def done(
    name: ControlName,
    on: Annotated[
        str,
        typer.Option(
            "--on",
            metavar="DATE",
            help="The day it was done, such as 2026-11-16; else today.",
            show_default=False,
        ),
    ] = "",
    note: Audit = "",
    due: Due = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Mark a control as done; the next due date follows from that.

    For example: belfry controls done "Monthly safety check" --on 2026-11-16
    """
    with open_team(team, at=at) as services:
        look_at_list(services)
        act = services.controls.acts.mark_done(
            name,
            by=BY,
            done_on=_read_day(services, on, "--on"),
            note=note,
            cycle_due_on=_read_day(services, due, "--due"),
        )
        _mirror(services, act)
    _tell(act, as_json=as_json)


def undo(
    name: ControlName,
    due: Due = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Take back that a control was done or skipped; the history keeps both.

    For example: belfry controls undo "Monthly safety check"
    """
    with open_team(team, at=at) as services:
        look_at_list(services)
        ended_due_on = _read_day(services, due, "--due")
        act = services.controls.acts.undo_done(name, by=BY, ended_due_on=ended_due_on)
        _mirror(services, act)
    _tell(act, as_json=as_json)


def skip(
    name: ControlName,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="Why it is left out this time.")
    ],
    due: Due = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Leave a control out this time, for a reason.

    For example: belfry controls skip "Fire drill" --reason "the building is closed"
    """
    with open_team(team, at=at) as services:
        look_at_list(services)
        cycle_due_on = _read_day(services, due, "--due")
        act = services.controls.acts.skip(name, reason=reason, by=BY, cycle_due_on=cycle_due_on)
        _mirror(services, act)
    _tell(act, as_json=as_json)


def snooze(
    name: ControlName,
    days: Annotated[
        int, typer.Option("--days", metavar="N", help="For how many days, at most seven.")
    ] = 1,
    due: Due = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Send no reminder of a control for some days; an escalation goes out all the same.

    For example: belfry controls snooze "Fire drill" --days 3
    """
    with open_team(team, at=at) as services:
        look_at_list(services)
        cycle_due_on = _read_day(services, due, "--due")
        act = services.controls.acts.snooze(name, days=days, by=BY, cycle_due_on=cycle_due_on)
    _tell(act, as_json=as_json)


def evidence(
    name: ControlName,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A picture or a PDF.", show_default=False)
    ] = None,
    note: Audit = "",
    due: Belongs = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Keep a note, a picture or a PDF as evidence that a control was seen to.

    For example: belfry controls evidence "Fire drill" sheet.pdf --note "signed by both"
    """
    content = read_handed(file) if file else None
    with open_team(team, at=at) as services:
        look_at_list(services)
        kept = services.controls.evidence.add(
            name,
            by=BY,
            note=note,
            content=content,
            file_name=file.name if file else "",
            cycle_due_on=_read_day(services, due, "--due"),
        )
        control = services.controls.acts.find_control(name)
    what = f"{kept.file_name}, {kept.size:,} bytes" if kept.digest else "a note"
    said = f"Evidence {kept.number} of {control.name}, due on {kept.due_on}: {what}."
    answer(_shape_evidence(control, kept), said, as_json=as_json)


def _shape_evidence(control: Control, kept: Evidence) -> dict[str, Any]:
    return {
        "name": control.name,
        "number": kept.number,
        "due_on": kept.due_on,
        "note": kept.note,
        "file": kept.file_name or None,
        "media_type": kept.media_type or None,
        "bytes": kept.size,
        "sha256": kept.digest or None,
    }


def _read_day(services: Services, text: str, option: str) -> date | None:
    from belfry.kernel.sheets import Taken, read_date

    if not text:
        return None
    read = read_date(text, country=services.settings.country)
    if not isinstance(read, Taken):
        raise InputError(read.why, field=option)
    return read.value


def _mirror(services: Services, act: ControlChange) -> None:
    """At once, so that whoever opens the list next sees it; else it is done later."""
    try:
        services.controls.mirror_done.write([act.control.id])
    except Temporary as error:
        warn(f"the list will be brought up to date later: {error}")


def _tell(act: ControlChange, *, as_json: bool) -> None:
    data: dict[str, Any] = {**shape_control(act.control), "said": act.line}
    answer(data, f"{act.control.name}: {act.line}.", as_json=as_json)


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
        content = services.controls.export(is_marked=out is not None)
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
        feed = services.controls.feed
        if end:
            _tell_end(feed.end(by=BY), as_json=as_json)
            return
        shared = feed.share(by=BY, is_new=new)
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
