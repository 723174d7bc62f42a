"""What was done, by whom, and whether that account is still whole."""

from __future__ import annotations

from typing import Annotated

import typer

from belfry.entrypoints.cli.answers import Rows, answer, shape_record, show_moment, showing_progress
from belfry.entrypoints.cli.opening import Json, Team, open_team


def log(
    subject: Annotated[
        str | None,
        typer.Option(
            "--subject",
            metavar="SUBJECT",
            help="Only this one's trail, such as workflow/7.",
            show_default=False,
        ),
    ] = None,
    count: Annotated[int, typer.Option("-n", min=1, max=10_000, help="How many, newest first.")] = (
        50
    ),
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show the trail, the newest entry first.

    For example: belfry audit log --subject workflow/3
    """
    with open_team(team) as services:
        audit_log = services.ports.audit_log
        if subject is None:
            entries = list(audit_log.list_latest(limit=count))
        else:
            entries = list(reversed(audit_log.list_entries(subject)))[:count]
    rows = [
        (show_moment(e.at), e.subject, e.seq, e.action, e.by, ", ".join(e.after)) for e in entries
    ]
    columns = ("at", "subject", "entry", "action", "by", "what")
    data = {"entries": [shape_record(entry) for entry in entries]}
    answer(data, Rows(columns, rows, "No entries."), as_json=as_json)


def verify(team: Team = None, as_json: Json = False) -> None:
    """Prove that no trail was changed after it was written.

    For example: belfry audit verify
    """
    with open_team(team) as services, showing_progress("Proving", as_json=as_json) as hear:
        verified = services.accounts.verify_audit_log(hear=hear)
    breaks = verified.breaks
    lines = [f"{b.subject}, entry {b.seq}: {b.why}" for b in breaks]
    entries, subjects = verified.entries, verified.subjects
    lines.append(
        f"{entries} {'entry' if entries == 1 else 'entries'} about {subjects}"
        f" subject{'s' * (subjects != 1)} {'was' if entries == 1 else 'were'} checked."
    )
    data = {
        "ok": not breaks,
        "subjects": verified.subjects,
        "entries": verified.entries,
        "breaks": [{"subject": b.subject, "entry": b.seq, "why": b.why} for b in breaks],
    }
    answer(data, "\n".join(lines), as_json=as_json)
    if breaks:
        raise typer.Exit(1)
