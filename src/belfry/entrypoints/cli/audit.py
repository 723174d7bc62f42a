"""The audit log: who did what, and whether the log is unchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from belfry.entrypoints.cli.answers import (
    Answer,
    Rows,
    shape,
    shape_all,
    shape_record,
    show_moment,
    showing_progress,
)
from belfry.entrypoints.cli.opening import Count, option

if TYPE_CHECKING:
    from belfry.bootstrap import Services

_SUBJECT = "Only entries about this, such as workflow/7."


def log(
    services: Services,
    subject: Annotated[str | None, option("--subject", _SUBJECT, "SUBJECT")] = None,
    count: Count = 50,
) -> Answer:
    """Show the audit log, the newest entry first.

    For example: belfry audit log --subject workflow/3
    """
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
    return Answer(data, Rows(columns, rows, "No entries."))


def verify(services: Services) -> Answer:
    """Verify that no entry was changed after it was written.

    For example: belfry audit verify
    """
    with showing_progress("Proving") as report_progress:
        verified = services.accounts.verify_audit_log(on_progress=report_progress)
    breaks = verified.breaks
    lines = [f"{b.subject}, entry {b.seq}: {b.why}" for b in breaks]
    entries, subjects = verified.entries, verified.subjects
    lines.append(
        f"{entries} {'entry' if entries == 1 else 'entries'} about {subjects}"
        f" subject{'s' * (subjects != 1)} {'was' if entries == 1 else 'were'} checked."
    )
    if verified.redacted:
        lines.append(f"Of these, secrets were redacted in {verified.redacted}; their links hold.")
    data = {
        "ok": not breaks,
        **shape(verified, "subjects", "entries", "redacted"),
        "breaks": shape_all(breaks, "subject", "why", entry="seq"),
    }
    return Answer(data, lines, is_well=not breaks)
