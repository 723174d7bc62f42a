"""Controls: where each stands, what happened to it, and what is done with it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import (
    Answer,
    Part,
    Rows,
    answers_in_json,
    shape,
    shape_all,
    shape_problems,
    show_moment,
    showing_progress,
    warn,
)
from belfry.entrypoints.cli.completing import complete_control
from belfry.entrypoints.cli.jobs.jobs import read_handed
from belfry.entrypoints.cli.opening import (
    By,
    argument,
    end_feed,
    find_team_zone,
    option,
    show_link,
    timed,
)
from belfry.kernel.errors import InputError, NotFound, Temporary
from belfry.kernel.hours.clock_times import ReadingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from belfry.bootstrap import Services
    from belfry.controls.controls import Control, ControlChange
    from belfry.controls.find_controls import Counts
    from belfry.controls.reports.monthly_summary import Due, NamedSummary
    from belfry.controls.show_control import ControlDetails
    from belfry.controls.tasks.sync_tasks import Synced


ControlName = Annotated[
    str,
    argument("NAME", "The control, as the list calls it.", autocompletion=complete_control),
]


@timed
def list_all(
    services: Services,
    limit: Annotated[int, option("--limit", "At most so many.", "N", min=1, max=10_000)] = 1000,
) -> Answer:
    """List the controls by due date, each with its state today.

    For example: belfry controls list
    """
    synced = look_at_list(services)
    page = services.controls.list_controls(limit=limit)
    counts = services.controls.list_controls.count()
    data = {
        "today": page.today,
        "controls": [
            {**shape_control(line.control), **shape(line.decision, "move", "why")}
            for line in page.lines
        ],
        "counts": asdict(counts),
        "problems": shape_problems(synced.problems),
    }
    rows = [
        (line.control.name, line.decision.move, line.control.due_on, line.control.owner)
        + (line.control.last_done_on,)
        for line in page.lines
    ]
    columns = ("control", "move", "due", "owner", "last done")
    lines: list[Part] = [Rows(columns, rows, "No control is on the list."), _tell_counts(counts)]
    return Answer(data, lines, is_well=not synced.problems)


@timed
def show(services: Services, name: ControlName) -> Answer:
    """Show one control: its state and why, its evidence, and its history.

    For example: belfry controls show "Monthly safety check"
    """
    look_at_list(services)
    details = services.controls.show(name)
    zone = find_team_zone(services)
    rows = [
        (show_moment(event.at, zone), event.what, event.due_on, event.by, event.note)
        for event in details.timeline
    ]
    history = Rows(("when", "what", "due", "who", "more"), rows, "Nothing happened to it yet.")
    return Answer(_shape_details(details), [*_tell_details(details), history])


def look_at_list(services: Services) -> Synced:
    """Read the list now; NotFound if the team keeps none."""
    from belfry.controls.tasks.sync_tasks import TASKS

    synced = services.controls.sync()
    if not synced.is_kept:
        raise NotFound(f"this team keeps no list of controls: there is no {TASKS.name}")
    for place, text in synced.problems:
        warn(f"{place}: {text}")
    return synced


def shape_control(control: Control) -> dict[str, Any]:
    names = ("name", "area?", "owner?", "repeat", "due_on", "done_by?", "requires_evidence")
    return shape(control, *names, last_done="last_done_on")


def _tell_counts(counts: Counts) -> str:
    named = {
        "escalated": counts.escalated,
        "overdue": counts.overdue,
        "due now": counts.due_now,
        "on track": counts.on_track,
        "done in the last seven days": counts.done_lately,
    }
    return ", ".join(f"{count} {what}" for what, count in named.items()) + "."


def _shape_details(details: ControlDetails) -> dict[str, Any]:
    decision = details.decision
    evidence = ("number", "due_on", "note", "described?", "at", "by")
    return {
        "today": details.today,
        "control": shape_control(details.control),
        "move": decision.move if decision else None,
        "why": decision.why if decision else None,
        **shape(details, chain="chain.offsets", chain_from="chain.whence"),
        "warning": details.warning,
        "needs_evidence": details.needs_proof,
        "evidence": shape_all(details.evidence, *evidence, file="file_name?", sha256="digest?"),
        "timeline": shape_all(
            details.timeline, "at", "what", "due_on", "by", "note", "to?", "channel?"
        ),
        "messages": [message.id for message in details.messages],
    }


def _tell_details(details: ControlDetails) -> list[str]:
    from belfry.controls.chains.chains import render_chain

    control, decision = details.control, details.decision
    stands = f"{decision.move}: {decision.why}" if decision else "no longer on the list"
    last = f"last done on {control.last_done_on}" if control.last_done_on else "never done yet"
    return [
        f"{control.name}: {stands}",
        f"{control.repeat}; {last}{f' by {control.done_by}' if control.done_by else ''}",
        f"reminders: {render_chain(details.chain.offsets)}, by {details.chain.whence}",
        *([f"warning: {details.warning}"] if details.warning else []),
        *(["evidence is needed before it counts as done"] if details.needs_proof else []),
        *(
            f"evidence {proof.number}, {proof.file_name}; the model says: {proof.described}"
            for proof in details.evidence
            if proof.described
        ),
    ]


def chain(
    text: Annotated[str, argument("TEXT", "When to be reminded, in plain words, in quotes.")],
) -> Answer:
    """Show how a chain of reminders is understood.

    For example: belfry controls chain "a week before, on the day, and 2 days after"
    """
    from belfry.controls.chains.chains import parse_override, render_chain, render_offsets

    try:
        offsets = parse_override(text)
    except ReadingError as error:
        nearest = getattr(error, "nearest", None)
        hint = f"; did you mean {nearest}?" if nearest else ""
        raise InputError(f"column {error.column + 1}: {error}{hint}") from error
    return Answer({"offsets": offsets}, f"{render_chain(offsets)} ({render_offsets(offsets)})")


def packs() -> Answer:
    """List the packs of ready-made controls, and what is in them; no team is needed.

    For example: belfry controls packs
    """
    from belfry.controls.packs.load_pack import list_packs

    packs = list_packs()
    data = {"packs": [{"name": pack.name, "controls": list(pack.rows)} for pack in packs]}
    rows = [(pack.name, ", ".join(row["name"] for row in pack.rows)) for pack in packs]
    return Answer(data, Rows(("pack", "controls"), rows, "There are no packs."))


def load(
    services: Services,
    name: Annotated[str, argument("PACK", "The pack; `belfry controls packs` lists them.")],
    by: By = "",
) -> Answer:
    """Add the controls of a pack to the team's list, but for those it has already.

    For example: belfry controls load safety
    """
    from belfry.controls.tasks.sync_tasks import TASKS

    loaded = services.controls.load_pack(name, by=by)
    look_at_list(services)
    if loaded.added:
        lines = [f"Added to {TASKS.name}: {', '.join(loaded.added)}."]
        if loaded.kept:
            lines.append(f"Left as you have them: {', '.join(loaded.kept)}.")
        lines.append("They are a start: change or delete what does not fit.")
    else:
        lines = [f"All of {loaded.pack} is on the list already; nothing was changed."]
    return Answer(shape(loaded, "pack", "added", "kept"), lines)


@timed
def tick(
    services: Services,
    dry_run: Annotated[bool, option("--dry-run", "Only decide; send no reminders.")] = False,
) -> Answer:
    """Check which controls are due today, and queue their reminders.

    For example: belfry controls tick --dry-run
    """
    with showing_progress("Looking"):
        insist_on_list(services)
        ticked = services.controls.tick(is_whole=True, dry_run=dry_run)
    if not ticked.is_known:
        raise InputError(str(ticked))
    controls = [
        shape(plan.control, "name", "due_on")
        | shape(plan.decision, "move", "sends", "window", "why")
        for plan in ticked.controls
    ]
    data = {
        "today": ticked.today,
        "controls": controls,
        "problems": shape_problems(ticked.problems),
        "notes": shape_problems(ticked.notes),
    }
    rows = [
        (line["name"], line["due_on"], line["move"], "yes" if line["sends"] else "", line["why"])
        for line in controls
    ]
    lines: list[Part] = [
        Rows(("Control", "Due", "Move", "Sends", "Why"), rows, "There are no controls yet."),
        *(f"Problem: {place}: {text}" for place, text in ticked.problems),
        *(f"Note: {place}: {text}" for place, text in ticked.notes),
    ]
    return Answer(data, lines, is_well=not ticked.problems)


def close_missing(services: Services, by: By = "") -> Answer:
    """Archive the controls that are missing from the list.

    For example: belfry controls close-missing
    """
    insist_on_list(services)
    closed = services.controls.sync.close_missing(by=by)
    text = f"No longer reminded of: {', '.join(closed)}." if closed else "No control is missing."
    return Answer({"closed": closed}, text)


def insist_on_list(services: Services) -> None:
    from belfry.controls.tasks.sync_tasks import TASKS

    if not services.ports.folder.exists(TASKS.name):
        raise NotFound(f"this team keeps no list of controls: there is no {TASKS.name}")


@timed
def summary(
    services: Services,
    month: Annotated[str, option("--month", "Which month; else the last one.", "YYYY-MM")] = "",
) -> Answer:
    """Show how a month went: what was on time, late or missed, and what slips again and again.

    For example: belfry controls summary --month 2026-10
    """
    from belfry.controls.reports.monthly_summary import parse_month, render_summary

    chosen_month = parse_month(month) if month else None
    look_at_list(services)
    named = services.controls.queue_summary.summarise(chosen_month)
    return Answer(_shape_summary(named), render_summary(named.summary, named.names)["body"])


def _shape_summary(named: NamedSummary) -> dict[str, Any]:
    from belfry.controls.reports.monthly_summary import Fate

    summary, names = named.summary, named.names
    late = summary.days_late
    return {
        "month": str(summary.month),
        "due": summary.counts.due,
        "on_time": summary.count(Fate.ON_TIME),
        "late": len(late),
        "missed": summary.count(Fate.MISSED),
        "open": summary.count(Fate.OPEN),
        "skipped": summary.count(Fate.SKIPPED),
        "on_time_rate": summary.counts.rate,
        "days_late": {"average": sum(late) / len(late), "most": late[0]} if late else None,
        "slips": _shape_dues(summary.slips, names),
        "carried": _shape_dues(summary.carried, names),
        "drifting": [
            {"name": names[drift.control_id], **shape(drift, "slipped", "of", days_late="days")}
            for drift in summary.drifting
        ],
    }


def _shape_dues(dues: Iterable[Due], names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"name": names[due.control_id], **shape(due, "days", due_on="on", what="fate")}
        for due in dues
    ]


Note = Annotated[str, option("--note", "Anything worth keeping.", "TEXT")]
_IF_STILL = "The due date that is meant; nothing happens if it is no longer the one."
DueDate = Annotated[str, option("--due", _IF_STILL, "DATE")]
_BELONGS_TO = "The due date it belongs to; else the present one."
_DONE_ON = "The day it was done, such as 2026-11-16; else today."
_EARLY = "The open due date is done, however long before it."
_CORRECT = "The last time it was done was on that day, and not on the day recorded."


@timed
def done(
    services: Services,
    name: ControlName,
    on: Annotated[str, option("--on", _DONE_ON, "DATE")] = "",
    note: Note = "",
    due: DueDate = "",
    early: Annotated[bool, option("--early", _EARLY)] = False,
    correct: Annotated[bool, option("--correct", _CORRECT)] = False,
    by: By = "",
) -> Answer:
    """Mark a control as done; the next due date follows from that.

    For example: belfry controls done "Monthly safety check" --on 2026-11-16
    """
    if correct and (early or due):
        raise InputError("--correct is about the last due date, --early and --due about the next")
    look_at_list(services)
    done_on, due_on = _read_day(services, on, "--on"), _read_day(services, due, "--due")
    act = services.controls.acts.mark_done(
        name,
        by=by,
        done_on=done_on,
        note=note,
        cycle_due_on=due_on,
        is_early=early,
        corrects=correct,
    )
    return _mirror(services, act)


@timed
def undo(services: Services, name: ControlName, due: DueDate = "", by: By = "") -> Answer:
    """Take back that a control was done or skipped; the history keeps both.

    For example: belfry controls undo "Monthly safety check"
    """
    look_at_list(services)
    due_on = _read_day(services, due, "--due")
    return _mirror(services, services.controls.acts.undo_done(name, by=by, ended_due_on=due_on))


@timed
def skip(
    services: Services,
    name: ControlName,
    reason: Annotated[str, option("--reason", "Why it is left out this time.", "TEXT")],
    due: DueDate = "",
    by: By = "",
) -> Answer:
    """Leave a control out this time, for a reason.

    For example: belfry controls skip "Fire drill" --reason "the building is closed"
    """
    look_at_list(services)
    due_on = _read_day(services, due, "--due")
    act = services.controls.acts.skip(name, reason=reason, by=by, cycle_due_on=due_on)
    return _mirror(services, act)


@timed
def snooze(
    services: Services,
    name: ControlName,
    days: Annotated[int, option("--days", "For how many days, at most seven.", "N")] = 1,
    due: DueDate = "",
    by: By = "",
) -> Answer:
    """Send no reminder of a control for some days; an escalation goes out all the same.

    For example: belfry controls snooze "Fire drill" --days 3
    """
    look_at_list(services)
    due_on = _read_day(services, due, "--due")
    return _tell(services.controls.acts.snooze(name, days=days, by=by, cycle_due_on=due_on))


@timed
def evidence(
    services: Services,
    name: ControlName,
    file: Annotated[Path | None, argument("FILE", "A picture or a PDF.")] = None,
    note: Note = "",
    due: Annotated[str, option("--due", _BELONGS_TO, "DATE")] = "",
    by: By = "",
) -> Answer:
    """Add a note, a picture or a PDF as evidence for a control.

    For example: belfry controls evidence "Fire drill" sheet.pdf --note "signed by both"
    """
    content = read_handed(file) if file else None
    look_at_list(services)
    added = services.controls.evidence.add(
        name,
        by=by,
        note=note,
        content=content,
        file_name=file.name if file else "",
        cycle_due_on=_read_day(services, due, "--due"),
    )
    control = services.controls.acts.find_control(name)
    what = f"{added.file_name}, {added.size:,} bytes" if added.digest else "a note"
    sentence = f"Evidence {added.number} of {control.name}, due on {added.due_on}: {what}."
    names = ("number", "due_on", "note", "media_type?")
    data = shape(added, *names, file="file_name?", bytes="size", sha256="digest?")
    return Answer({"name": control.name, **data}, sentence)


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
    """Export all controls as CSV, each with its state today.

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


def feed(
    services: Services,
    person: Annotated[str, argument("NAME", "Whose calendar; the admin's by default.")] = "",
    new: Annotated[bool, option("--new", "Make new links; all old ones show nothing.")] = False,
    end: Annotated[bool, option("--end", "End the feed; all links show nothing.")] = False,
    by: By = "",
) -> Answer:
    """Show the link by which a person's calendar follows the due dates.

    For example: belfry controls feed "Maria Lopez"
    """
    from belfry.controls.reports.calendar_feed import feed_path, make_token

    if end:
        return end_feed(lambda: services.controls.feed.end(by=by), new=new)
    reader = services.controls.feed.find_reader(person)
    feed = services.controls.feed.share(by=by, is_new=new)
    return show_link(services, feed_path(make_token(feed, reader)), feed.made_at, person=reader)
