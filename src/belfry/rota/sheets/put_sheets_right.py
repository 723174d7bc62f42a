"""Write again what was published where somebody changed it in a week's sheet, and say so.

A name that is pinned there is left alone: whoever pins it wants it in the next draft.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.kernel.errors import Temporary
from belfry.ports.clock import Clock
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.drafts.open_draft import OpenDraft
from belfry.rota.ports import Rotas
from belfry.rota.rules.weeks import SEVEN_DAYS, find_this_monday
from belfry.rota.sheets.mirror_week import MirrorWeek

log = logging.getLogger(__name__)

WEEKS_AHEAD = 8


@dataclass(frozen=True, slots=True)
class PutSheetsRight:
    rotas: Rotas
    clock: Clock
    open_draft: OpenDraft
    mirror: MirrorWeek
    zone: ZoneInfo

    def __call__(self) -> str:
        """What was written, in words; a sheet that cannot be written now is put right later."""
        monday = find_this_monday(self.clock.now(), self.zone)
        first, last = monday - SEVEN_DAYS, monday + WEEKS_AHEAD * SEVEN_DAYS
        written = 0
        for head in self.rotas.list_weeks(first, last):
            if head.published and head.starts_on >= monday:
                written += self._put_right(head)
            else:
                self.mirror.tell(head.id)
        if not written:
            return ""
        cells = "1 cell" if written == 1 else f"{written} cells"
        return f"{cells} put right in the weeks' sheets"

    def _put_right(self, head: RotaWeek) -> int:
        opened = self.open_draft(head.id, head.published)
        try:
            return self.mirror(head, opened, but_pins=True).written
        except Temporary as error:
            log.warning("rota.sheet_not_put_right", extra={"week": head.id, "error": str(error)})
            return 0
