"""Which controls there are, where each stands, and what happened to one."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import Rows, answer, say, show_moment, showing_progress, warn
from belfry.entrypoints.cli.completing import complete_control
from belfry.entrypoints.cli.jobs.jobs import shape_problems
from belfry.entrypoints.cli.opening import BY, At, Json, Team, find_team_zone, open_team
from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.hours.clock_times import ReadingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import tzinfo

    from belfry.bootstrap import Services
    from belfry.controls.controls import Control
    from belfry.controls.find_controls import ControlLine, Counts
    from belfry.controls.packs.load_pack import Loaded
    from belfry.controls.reminders.tick_controls import Tick, Ticked
    from belfry.controls.reports.monthly_summary import Due, NamedSummary
    from belfry.controls.show_control import ControlDetails
    from belfry.controls.tasks.sync_tasks import Synced


ControlName = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="The control, as the list calls it.",
        autocompletion=complete_control,
    ),
]


def list_all(
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, max=10_000, help="At most so many.")
    ] = 1000,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """List the controls, the first to come due first, with where each stands today.

    For example: belfry controls list
    """
    with open_team(team, at=at) as services:
        synced = look_at_list(services)
        page = services.controls.list_controls(limit=limit)
        counts = services.controls.list_controls.count()
    data = {
        "today": page.today,
        "controls": [_shape_line(line) for line in page.lines],
        "counts": asdict(counts),
        "problems": shape_problems(synced.problems),
    }
    columns = ("control", "move", "due", "owner", "last done")
    answer(
        data,
        Rows(columns, [_show_line(line) for line in page.lines], "No control is on the list."),
        as_json=as_json,
    )
    if not as_json:
        say(_tell_counts(counts))
    if synced.problems:
        raise typer.Exit(1)


def show(
    name: ControlName,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show one control: where it stands and why, its evidence, and all that happened to it.

    For example: belfry controls show "Monthly safety check"
    """
    with open_team(team, at=at) as services:
        look_at_list(services)
        shown = services.controls.show(name)
        zone = find_team_zone(services)
    answer(_shape_shown(shown), "\n".join(_tell_shown(shown)), as_json=as_json)
    if not as_json:
        answer({}, _make_rows(shown, zone), as_json=False)


def look_at_list(services: Services) -> Synced:
    """What was put on the list just now is known then; NotFound if the team keeps none."""
    from belfry.controls.tasks.sync_tasks import TASKS

    synced = services.controls.sync()
    if not synced.is_kept:
        raise NotFound(f"this team keeps no list of controls: there is no {TASKS.name}")
    for place, text in synced.problems:
        warn(f"{place}: {text}")
    return synced


def shape_control(control: Control) -> dict[str, Any]:
    return {
        "name": control.name,
        "area": control.area or None,
        "owner": control.owner or None,
        "repeat": control.repeat,
        "due_on": control.due_on,
        "last_done": control.last_done_on,
        "done_by": control.done_by or None,
        "requires_evidence": control.requires_evidence,
    }


def _shape_line(line: ControlLine) -> dict[str, Any]:
    decision = line.decision
    return {**shape_control(line.control), "move": decision.move, "why": decision.why}


def _show_line(line: ControlLine) -> tuple[object, ...]:
    control = line.control
    return (control.name, line.decision.move, control.due_on, control.owner, control.last_done_on)


def _tell_counts(counts: Counts) -> str:
    named = {
        "escalated": counts.escalated,
        "overdue": counts.overdue,
        "due now": counts.due_now,
        "on track": counts.on_track,
        "done in the last seven days": counts.done_lately,
    }
    return ", ".join(f"{count} {what}" for what, count in named.items()) + "."


def _shape_shown(shown: ControlDetails) -> dict[str, Any]:
    decision = shown.decision
    return {
        "today": shown.today,
        "control": shape_control(shown.control),
        "move": decision.move if decision else None,
        "why": decision.why if decision else None,
        "chain": shown.chain.offsets,
        "chain_from": shown.chain.whence,
        "needs_evidence": shown.needs_proof,
        "evidence": [
            {
                "number": one.number,
                "due_on": one.due_on,
                "note": one.note,
                "file": one.file_name or None,
                "sha256": one.digest or None,
                "described": one.described or None,
                "at": one.at,
                "by": one.by,
            }
            for one in shown.evidence
        ],
        "timeline": [
            {"at": one.at, "what": one.what, "due_on": one.due_on, "by": one.by, "note": one.note}
            for one in shown.timeline
        ],
        "messages": [message.id for message in shown.messages],
    }


def _tell_shown(shown: ControlDetails) -> list[str]:
    from belfry.controls.chains.chains import render_chain

    control, decision = shown.control, shown.decision
    stands = f"{decision.move}: {decision.why}" if decision else "no longer on the list"
    last = f"last done on {control.last_done_on}" if control.last_done_on else "never done yet"
    return [
        f"{control.name}: {stands}",
        f"{control.repeat}; {last}{f' by {control.done_by}' if control.done_by else ''}",
        f"reminders: {render_chain(shown.chain.offsets)}, by {shown.chain.whence}",
        *(["evidence is needed before it counts as done"] if shown.needs_proof else []),
        *(
            f"evidence {one.number}, {one.file_name}; the model says: {one.described}"
            for one in shown.evidence
            if one.described
        ),
    ]


def _make_rows(shown: ControlDetails, zone: tzinfo) -> Rows:
    rows = [
        (show_moment(one.at, zone), one.what, one.due_on, one.by, one.note)
        for one in shown.timeline
    ]
    return Rows(("when", "what", "due", "who", "more"), rows, "Nothing happened to it yet.")


def chain(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="When to be reminded, in plain words, in quotes.")
    ],
    as_json: Json = False,
) -> None:
    """Show how a chain of reminders is understood.

    For example: belfry controls chain "a week before, on the day, and 2 days after"
    """
    from belfry.controls.chains.chains import parse_chain, render_chain, render_offsets

    try:
        offsets = parse_chain(text)
    except ReadingError as error:
        raise InputError(_explain(error)) from error
    said = f"{render_chain(offsets)} ({render_offsets(offsets)})"
    answer({"offsets": offsets}, said, as_json=as_json)


def _explain(error: ReadingError) -> str:
    """What was not understood, where, and what was probably meant."""
    nearest = getattr(error, "nearest", None)
    hint = f"; did you mean {nearest}?" if nearest else ""
    return f"column {error.column + 1}: {error}{hint}"


def packs(as_json: Json = False) -> None:
    """List the packs of ready-made controls, and what is in them; no team is needed.

    For example: belfry controls packs
    """
    from belfry.controls.packs.load_pack import list_packs

    found = list_packs()
    data = {"packs": [{"name": pack.name, "controls": list(pack.rows)} for pack in found]}
    rows = [(pack.name, ", ".join(row["name"] for row in pack.rows)) for pack in found]
    answer(data, Rows(("pack", "controls"), rows, "There are no packs."), as_json=as_json)


def load(
    name: Annotated[
        str, typer.Argument(metavar="PACK", help="The pack; `belfry controls packs` lists them.")
    ],
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Add the controls of a pack to the team's list, but for those it has already.

    For example: belfry controls load safety
    """
    with open_team(team) as services:
        loaded = services.controls.load_pack(name, by=BY)
        look_at_list(services)
    data = {"pack": loaded.pack, "added": loaded.added, "kept": loaded.kept}
    answer(data, _tell(loaded), as_json=as_json)


def _tell(loaded: Loaded) -> str:
    from belfry.controls.tasks.sync_tasks import TASKS

    if not loaded.added:
        return f"All of {loaded.pack} is on the list already; nothing was changed."
    lines = [f"Added to {TASKS.name}: {', '.join(loaded.added)}."]
    if loaded.kept:
        lines.append(f"Left as you have them: {', '.join(loaded.kept)}.")
    return "\n".join([*lines, "They are a start: change or delete what does not fit."])


def tick(
    at: At = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be decided; remind nobody.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """See where each control stands today, and have those reminded whose turn it is.

    For example: belfry controls tick --dry-run
    """
    with open_team(team, at=at) as services, showing_progress("Looking", as_json=as_json):
        insist_on_list(services)
        ticked = services.controls.tick(is_whole=True, dry_run=dry_run)
    if not ticked.is_known:
        raise InputError(str(ticked))
    answer(_shape(ticked), _show(ticked), as_json=as_json)
    if not as_json:
        for line in _list_remarks(ticked):
            say(line)
    if ticked.problems:
        raise typer.Exit(1)


def close_missing(team: Team = None, as_json: Json = False) -> None:
    """Put away the controls that are gone from the list, because you say that they are over.

    For example: belfry controls close-missing
    """
    with open_team(team) as services:
        insist_on_list(services)
        closed = services.controls.close_missing(by=BY)
    said = f"No longer reminded of: {', '.join(closed)}." if closed else "No control is missing."
    answer({"closed": closed}, said, as_json=as_json)


def insist_on_list(services: Services) -> None:
    from belfry.controls.tasks.sync_tasks import TASKS

    if not services.ports.folder.exists(TASKS.name):
        raise NotFound(f"this team keeps no list of controls: there is no {TASKS.name}")


def _shape(ticked: Ticked) -> dict[str, Any]:
    return {
        "today": ticked.today,
        "controls": [_shape_tick(one) for one in ticked.controls],
        "problems": shape_problems(ticked.problems),
        "notes": shape_problems(ticked.notes),
    }


def _shape_tick(one: Tick) -> dict[str, Any]:
    return {
        "name": one.name,
        "move": one.move,
        "due_on": one.due_on,
        "sends": one.sends,
        "window": one.window,
        "why": one.why,
    }


def _show(ticked: Ticked) -> Rows:
    rows = [
        (one.name, one.due_on, one.move, "yes" if one.sends else "", one.why)
        for one in ticked.controls
    ]
    return Rows(("Control", "Due", "Move", "Sends", "Why"), rows, "There are no controls yet.")


def _list_remarks(ticked: Ticked) -> list[str]:
    return [
        *(f"Problem: {place}: {text}" for place, text in ticked.problems),
        *(f"Note: {place}: {text}" for place, text in ticked.notes),
    ]


def summary(
    month: Annotated[
        str, typer.Option("--month", metavar="YYYY-MM", help="Which month; else the last one.")
    ] = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Tell how a month went: what was on time, late or missed, and what slips again and again.

    For example: belfry controls summary --month 2026-10
    """
    from belfry.controls.reports.monthly_summary import parse_month, render_summary

    meant = parse_month(month) if month else None
    with open_team(team, at=at) as services:
        look_at_list(services)
        named = services.controls.queue_summary.summarise(meant)
    answer(
        _shape_summary(named), render_summary(named.summary, named.names)["body"], as_json=as_json
    )


def _shape_summary(named: NamedSummary) -> dict[str, Any]:
    from belfry.controls.reports.monthly_summary import Fate

    summary, names = named.summary, named.names
    late = summary.days_late
    return {
        "month": str(summary.month),
        "due": summary.came_due,
        "on_time": summary.count(Fate.ON_TIME),
        "late": len(late),
        "missed": summary.count(Fate.MISSED),
        "open": summary.count(Fate.OPEN),
        "skipped": summary.count(Fate.SKIPPED),
        "on_time_rate": summary.on_time_rate,
        "days_late": {"average": sum(late) / len(late), "most": late[0]} if late else None,
        "slips": _shape_dues(summary.slips, names),
        "carried": _shape_dues(summary.carried, names),
        "drifting": [
            {
                "name": names[one.control_id],
                "slipped": one.slipped,
                "of": one.of,
                "days_late": one.days,
            }
            for one in summary.drifting
        ],
    }


def _shape_dues(dues: Iterable[Due], names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"name": names[due.control_id], "due_on": due.on, "what": due.fate, "days": due.days}
        for due in dues
    ]
