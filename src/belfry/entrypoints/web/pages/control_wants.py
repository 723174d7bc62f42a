"""Which controls want somebody's attention."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.controls.moves import Move
from belfry.controls.put_away_tasks import AT_ONCE as OFF_THE_LIST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.controls.search_controls import Found
    from belfry.desk.troubles import Trouble
    from belfry.entrypoints.web.pages.letters import Shown
    from belfry.entrypoints.web.pages.visits import Visit

MOST = 8


@dataclass(frozen=True, slots=True)
class ControlWants:
    """`found` are those whose day is past, `unlisted` the trouble of a list that lost many."""

    found: Found
    unlisted: Sequence[Trouble]
    letters: Sequence[Shown]
    troubles: Sequence[Trouble]

    def __len__(self) -> int:
        return len(self.found) + len(self.unlisted) + len(self.letters) + len(self.troubles)

    @property
    def is_bad(self) -> bool:
        is_escalated = any(one.decision.move is Move.ESCALATE for one in self.found.lines)
        return is_escalated or bool(self.unlisted)


def find_control_wants(
    visit: Visit, letters: Sequence[Shown], troubles: Sequence[Trouble]
) -> ControlWants:
    return ControlWants(
        found=visit.services.controls.pages.search.list_pressing(limit=MOST),
        unlisted=[trouble for trouble in troubles if OFF_THE_LIST in trouble.text],
        letters=letters,
        troubles=[trouble for trouble in troubles if OFF_THE_LIST not in trouble.text],
    )
