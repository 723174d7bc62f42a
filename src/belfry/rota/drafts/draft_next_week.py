"""Draft next week by the clock, unless somebody has seen to it already.

After an absence the standing pattern is due at the same moment: it is copied first, whoever of the
two is quicker.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import Store
from belfry.rota.drafts.draft_week import DraftWeek
from belfry.rota.drafts.drafted_weeks import Making, RotaWeek, WeekDraft, draft_key
from belfry.rota.sheets.copy_template import CopyTemplate
from belfry.rota.sheets.read_rota_sheets import STAFF, name_week_table
from belfry.rota.week_days import find_next_monday


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftNextWeek:
    store: Store
    clock: Clock
    folder: Folder
    copy_template: CopyTemplate
    draft_week: DraftWeek
    zone: ZoneInfo

    def __call__(self) -> str:
        """What became of it, in a sentence."""
        monday = find_next_monday(self.clock.now(), self.zone)
        self._see_to_sheet(monday)
        if why := self._find_hindrance(monday):
            return why
        return str(self.draft_week(monday))

    def _see_to_sheet(self, monday: date) -> None:
        """A sheet that was made before and is gone was taken away by somebody."""
        head = self.store.find(RotaWeek, monday.isoformat())
        was_made = head is not None and head.template_at is not None
        if not was_made and not self.folder.exists(name_week_table(monday).name):
            self.copy_template(monday)

    def _find_hindrance(self, monday: date) -> str:
        sheet = name_week_table(monday).name
        for name in (STAFF.name, sheet):
            if not self.folder.exists(name):
                return f"nothing to draft: there is no {name}"
        head = self.store.find(RotaWeek, monday.isoformat())
        if head is None or not head.draft:
            return ""
        if head.published:
            return f"the week of {monday} is published: only a person drafts it again"
        newest = self.store.find(WeekDraft, draft_key(head.id, head.draft))
        if newest and newest.making is not Making.DRAFTED:
            return f"draft {newest.number} of the week of {monday} was made by {newest.made_by}"
        return ""
