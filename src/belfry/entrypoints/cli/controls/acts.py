"""What is done with a control at the terminal: done, undone, skipped, snoozed, proved, shared."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import Answer, answers_in_json, shape, warn
from belfry.entrypoints.cli.controls.views import ControlName, look_at_list, shape_control
from belfry.entrypoints.cli.jobs.jobs import read_handed
from belfry.entrypoints.cli.opening import (
    BY,
    EndFeed,
    NewLink,
    argument,
    end_feed,
    option,
    show_link,
    timed,
)
from belfry.kernel.errors import InputError, Temporary

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.controls.controls import ControlChange


Note = Annotated[str, option("--note", "Anything worth keeping.", "TEXT")]
_IF_STILL = "The due date that is meant; nothing happens if it is no longer the one."
Due = Annotated[str, option("--due", _IF_STILL, "DATE")]
_BELONGS_TO = "The due date it belongs to; else the present one."
_DONE_ON = "The day it was done, such as 2026-11-16; else today."


@timed
def done(
    services: Services,
    name: ControlName,
    on: Annotated[str, option("--on", _DONE_ON, "DATE")] = "",
    note: Note = "",
    due: Due = "",
) -> Answer:
    """Mark a control as done; the next due date follows from that.

    For example: belfry controls done "Monthly safety check" --on 2026-11-16
    """
    look_at_list(services)
    done_on, due_on = _read_day(services, on, "--on"), _read_day(services, due, "--due")
    act = services.controls.acts.mark_done(
        name, by=BY, done_on=done_on, note=note, cycle_due_on=due_on
    )
    return _mirror(services, act)


@timed
def undo(services: Services, name: ControlName, due: Due = "") -> Answer:
    """Take back that a control was done or skipped; the history keeps both.

    For example: belfry controls undo "Monthly safety check"
    """
    look_at_list(services)
    due_on = _read_day(services, due, "--due")
    return _mirror(services, services.controls.acts.undo_done(name, by=BY, ended_due_on=due_on))


@timed
def skip(
    services: Services,
    name: ControlName,
    reason: Annotated[str, option("--reason", "Why it is left out this time.", "TEXT")],
    due: Due = "",
) -> Answer:
    """Leave a control out this time, for a reason.

    For example: belfry controls skip "Fire drill" --reason "the building is closed"
    """
    look_at_list(services)
    due_on = _read_day(services, due, "--due")
    act = services.controls.acts.skip(name, reason=reason, by=BY, cycle_due_on=due_on)
    return _mirror(services, act)


@timed
def snooze(
    services: Services,
    name: ControlName,
    days: Annotated[int, option("--days", "For how many days, at most seven.", "N")] = 1,
    due: Due = "",
) -> Answer:
    """Send no reminder of a control for some days; an escalation goes out all the same.

    For example: belfry controls snooze "Fire drill" --days 3
    """
    look_at_list(services)
    due_on = _read_day(services, due, "--due")
    return _tell(services.controls.acts.snooze(name, days=days, by=BY, cycle_due_on=due_on))


@timed
def evidence(
    services: Services,
    name: ControlName,
    file: Annotated[Path | None, argument("FILE", "A picture or a PDF.")] = None,
    note: Note = "",
    due: Annotated[str, option("--due", _BELONGS_TO, "DATE")] = "",
) -> Answer:
    """Keep a note, a picture or a PDF as evidence that a control was seen to.

    For example: belfry controls evidence "Fire drill" sheet.pdf --note "signed by both"
    """
    content = read_handed(file) if file else None
    look_at_list(services)
    added = services.controls.evidence.add(
        name,
        by=BY,
        note=note,
        content=content,
        file_name=file.name if file else "",
        cycle_due_on=_read_day(services, due, "--due"),
    )
    control = services.controls.acts.find_control(name)
    what = f"{added.file_name}, {added.size:,} bytes" if added.digest else "a note"
    said = f"Evidence {added.number} of {control.name}, due on {added.due_on}: {what}."
    names = ("number", "due_on", "note", "media_type?")
    data = shape(added, *names, file="file_name?", bytes="size", sha256="digest?")
    return Answer({"name": control.name, **data}, said)


def _read_day(services: Services, text: str, option: str) -> date | None:
    from belfry.kernel.sheets import Taken, read_date

    if not text:
        return None
    read = read_date(text, country=services.settings.country)
    if not isinstance(read, Taken):
        raise InputError(read.why, field=option)
    return read.value


def _mirror(services: Services, act: ControlChange) -> Answer:
    """Update the list at once if that is possible; else it is done later."""
    try:
        services.controls.mirror_done.write([act.control.id])
    except Temporary as error:
        warn(f"the list will be brought up to date later: {error}")
    return _tell(act)


def _tell(act: ControlChange) -> Answer:
    data = {**shape_control(act.control), "said": act.line}
    return Answer(data, f"{act.control.name}: {act.line}.")


@timed
def export(
    services: Services,
    out: Annotated[Path | None, option("--out", "A new file to write it to.", "FILE")] = None,
) -> Answer | None:
    """Give all controls as CSV, with where each stands today.

    For example: belfry controls export --out controls.csv
    """
    look_at_list(services)
    content = services.controls.export(is_marked=out is not None)
    if out is None:
        if answers_in_json():
            return Answer({"csv": content.decode()}, "")
        typer.echo(content, nl=False)
        return None
    try:
        with out.open("xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise InputError(f"{out} is there already: name a new file") from error
    return Answer({"file": str(out)}, f"Written to {out}.")


def feed(services: Services, new: NewLink = False, end: EndFeed = False) -> Answer:
    """Show the link by which calendars follow the due dates; make it, if there is none.

    For example: belfry controls feed
    """
    from belfry.controls.reports.calendar_feed import feed_path

    if end:
        return end_feed(lambda: services.controls.feed.end(by=BY), new=new)
    feed = services.controls.feed.share(by=BY, is_new=new)
    return show_link(services, feed_path(feed.token), feed.made_at)
