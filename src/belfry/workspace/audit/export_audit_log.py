"""Give the trail as a spreadsheet, to take away: who did what, when and to what."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC

from belfry.kernel.audit import AuditEntry
from belfry.kernel.sheets import UTF_8_MARKED, Form, guard_cell, make_sheet, write_sheet
from belfry.workspace.audit.search_audit_log import EVER, SearchAuditLog, Stretch

NAME = "audit.csv"
HEADER = ("at", "by", "name", "action", "subject", "entry", "before", "after", "hash")
MOST_ROWS, MOST_READ = 10_000, 100_000


@dataclass(frozen=True, slots=True)
class ExportAuditLog:
    search: SearchAuditLog

    def __call__(
        self,
        is_wanted: Callable[[AuditEntry], bool],
        name_of: Callable[[str], str],
        *,
        within: Stretch = EVER,
    ) -> bytes:
        """A CSV for spreadsheets, the newest first, none of whose cells is worked out."""
        found = self.search(is_wanted, within=within, limit=MOST_ROWS, most=MOST_READ)
        rows = [write_row(entry, name_of(entry.by)) for entry in found.entries]
        form = Form(coding=UTF_8_MARKED, line_end="\r\n")
        return write_sheet(make_sheet(NAME, HEADER, rows, form=form))


def write_row(entry: AuditEntry, name: str) -> Sequence[str]:
    cells = (
        *(entry.at.astimezone(UTC).isoformat(timespec="seconds"), entry.by, name, entry.action),
        *(entry.subject, str(entry.seq), _write(entry.before), _write(entry.after), entry.hash),
    )
    return [guard_cell(cell) for cell in cells]


def _write(said: object) -> str:
    return json.dumps(said, ensure_ascii=False, sort_keys=True) if said else ""
