"""What is written and said when a draft becomes the week that people know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from belfry.kernel.changes import Change, Put
from belfry.rota.drafts.drafted_weeks import RotaWeek, WeekDraft
from belfry.rota.entries import PUBLISHED, ROTA, announce, record


def plan_publish(
    head: RotaWeek, draft: WeekDraft, *, by: str, at: datetime, overruled: Sequence[str] = ()
) -> list[Change]:
    """The week turned to the draft and told to everybody, in one commit.

    The draft may be a new one, whose lines are kept already. `overruled` are the rules that it
    breaks with somebody's yes; they name nobody's reasons.
    """
    turned = replace(
        head,
        draft=draft.number,
        is_waiting=False,
        published=draft.number,
        edition=head.edition + 1,
        published_at=at,
        published_by=by,
    )
    after = {"published": draft.number, "edition": turned.edition}
    changes = record(
        turned,
        action=PUBLISHED,
        at=at,
        by=by,
        before={"published": head.published, "edition": head.edition},
        after={**after, **({"overruled": list(overruled)} if overruled else {})},
    )
    said = {"edition": turned.edition, "draft": draft.number}
    return [
        *changes,
        Put(replace(draft, approved_at=at, approved_by=by)),
        announce(ROTA, head.id, PUBLISHED, said, at=at),
    ]
