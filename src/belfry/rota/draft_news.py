"""What is written and said when a week has a new draft that waits for an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from belfry.kernel.changes import Announce, Change, Put
from belfry.rota.draft_lines import is_flagged
from belfry.rota.drafted_weeks import DraftLine, Outcome, RotaWeek, WeekDraft
from belfry.rota.entries import DRAFT_READY, HELD, ROTA, SHORT_STAFFED, announce, record

# All of it is one commit, and a commit has its limit: the manager's list shows the rest.
MOST_FLAGS = 40
_SAID = {Outcome.SHORT_STAFFED: SHORT_STAFFED, Outcome.HELD: HELD}


def plan_turn(
    head: RotaWeek | None,
    draft: WeekDraft,
    lines: Iterable[DraftLine],
    *,
    is_told: bool = True,
    noted: Mapping[str, Any] | None = None,
) -> list[Change]:
    """The week turned to the draft, which is kept with it; the managers hear if `is_told`.

    `noted` is what else its trail has to say.
    """
    known = head or RotaWeek(id=draft.week)
    turned = replace(known, draft=draft.number, is_waiting=True)
    changes = record(
        turned,
        action=f"rota.{draft.making}",
        at=draft.made_at,
        by=draft.made_by,
        before={"draft": known.draft},
        after={
            "draft": draft.number,
            "seats": draft.seats,
            "filled": draft.filled,
            **(noted or {}),
        },
    )
    news = _list_news(draft, lines) if is_told else []
    return [*changes, Put(draft), *news]


def _list_news(draft: WeekDraft, lines: Iterable[DraftLine]) -> list[Announce]:
    at, week, number = draft.made_at, draft.week, draft.number
    flagged = [line for line in lines if is_flagged(line)][:MOST_FLAGS]
    flags = [
        announce(
            ROTA, week, _SAID[line.outcome], {"draft": number, "shift_id": line.shift_id}, at=at
        )
        for line in flagged
    ]
    return [announce(ROTA, week, DRAFT_READY, {"draft": number}, at=at), *flags]
