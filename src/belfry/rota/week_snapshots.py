"""How a published week is written down whole, as it was told to everybody."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from belfry.kernel.records import write_plainly
from belfry.rota.draft_lines import PersonHours
from belfry.rota.drafted_weeks import DraftLine, WeekDraft

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
