"""Carry the news of a week to everybody whom it concerns.

A draft that is ready goes to those who decide. A published week is kept whole, told to each person
whose own shifts changed, and written into the team's sheet. Hearing of the same thing twice, or of
an edition that is not the newest any more, changes nothing that was told.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.records import write_plainly
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore
from belfry.ports.store import CrashPoints, OutboxRow, Store
from belfry.rota.drafts.draft_lines import PersonHours, list_hours
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft, snapshot_name
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft
from belfry.rota.drafts.tell_draft import TellDraft
from belfry.rota.entries import DRAFT_READY, HELD, PUBLISHED, SHORT_STAFFED
from belfry.rota.publishing.own_lines import sort_out
from belfry.rota.publishing.person_news import Edition
from belfry.rota.publishing.tell_shifts import TellShifts
from belfry.rota.sheets.mirror_week import MirrorWeek

# The message about the draft says these, too.
_UNTOLD = frozenset({SHORT_STAFFED, HELD})


@dataclass(frozen=True, slots=True, kw_only=True)
class TellWeek:
    store: Store
    blobs: BlobStore
    clock: Clock
    crash_points: CrashPoints
    open_draft: OpenDraft
    tell_draft: TellDraft
    tell_shifts: TellShifts
    mirror: MirrorWeek

    def __call__(self, row: OutboxRow) -> None:
        if row.op == DRAFT_READY:
            self.tell_draft(row.aggregate_id, int(row.payload["draft"]))
        elif row.op == PUBLISHED:
            self._publish(row.aggregate_id, int(row.payload["edition"]), int(row.payload["draft"]))
        elif row.op not in _UNTOLD:
            raise InputError(f"nobody knows what {row.op!r} means for a week")

    def _publish(self, week: str, edition: int, number: int) -> None:
        head = self.store.find(RotaWeek, week)
        if head is None:
            raise NotFound(f"there is no week of {week}")
        opened = self.open_draft(week, number)
        self._keep(opened, edition)
        self.crash_points.reached("rota.snapshot_kept")
        if head.edition != edition:  # the newest has its own news, and that says all of it
            return
        self.tell_shifts(self._describe(opened, edition))
        self.mirror(head, opened)
        self.crash_points.reached("rota.week_told")

    def _keep(self, opened: OpenedDraft, edition: int) -> None:
        draft = opened.draft
        content = write_snapshot(draft, edition, opened.lines, list_hours(opened.placed))
        self.blobs.put(snapshot_name(draft.week, edition), content)

    def _describe(self, opened: OpenedDraft, edition: int) -> Edition:
        return Edition(
            week=opened.draft.week,
            number=edition,
            at=self.clock.now(),
            shifts=sort_out(opened.lines),
            members=opened.placed.facts.members,
        )


_LEFT_OUT = ("week", "draft", "revision")


def write_snapshot(
    draft: WeekDraft, edition: int, lines: Iterable[DraftLine], people: Iterable[PersonHours]
) -> bytes:
    """The same week gives the same bytes."""
    found: dict[str, Any] = {
        "week": draft.week,
        "edition": edition,
        "draft": draft.number,
        "published_at": write_plainly(draft)["approved_at"],
        "published_by": draft.approved_by,
        "shifts": [_write_line(line) for line in lines],
        "people": [
            {"name": one.name, "placed": one.placed, "target": one.target, "cap": one.cap}
            for one in people
        ],
    }
    return json.dumps(found, sort_keys=True, separators=(",", ":")).encode()


def _write_line(line: DraftLine) -> dict[str, Any]:
    return {name: value for name, value in write_plainly(line).items() if name not in _LEFT_OUT}
