"""Read the rota's sheets when they changed, keep their versions, and record their problems."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict
from belfry.kernel.texts import digest_of
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.drafted_weeks import ROTA_SHEETS, SheetsSeen
from belfry.rota.messages.message_keys import ROOM
from belfry.rota.rules.rules_doc import RULES_DOC, FindVoice, ReadRotaRules
from belfry.rota.rules.voice import VOICE_DOC
from belfry.rota.rules.weeks import find_this_monday
from belfry.rota.sheets.cells import Problem
from belfry.rota.sheets.check_rota_sheets import CheckRotaSheets, matters
from belfry.rota.sheets.read_rota_sheets import FOLDER
from belfry.workspace.docs import NeverRead
from belfry.workspace.tables import KeepDataProblems

# Counted on when cells are read in another way, so that every sheet is read anew.
READER = 1


@dataclass(frozen=True, slots=True)
class SyncedRota:
    """What one look came to; `problems` as (place, text).

    Not `is_kept` if the team keeps no rota; not `is_changed` if nothing was to be read.
    """

    is_kept: bool = True
    is_changed: bool = True
    sheets: int = 0
    problems: tuple[Problem, ...] = ()

    def __str__(self) -> str:
        if not self.is_kept:
            return "no rota is kept"
        if not self.is_changed:
            return "nothing changed"
        return f"{self.sheets} files read, {len(self.problems)} problems"


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncRota:
    store: Store
    clock: Clock
    crash_points: CrashPoints
    folder: Folder
    read_rules: ReadRotaRules
    find_voice: FindVoice
    check_sheets: CheckRotaSheets
    keep_data_problems: KeepDataProblems

    def __call__(self, *, is_whole: bool = False) -> SyncedRota:
        """One look; `is_whole` reads what has not changed, too."""
        now = self.clock.now()
        monday = find_this_monday(now, self.check_sheets.read_sheets.zone)
        stamps = {
            name: stamp
            for name, stamp in self.folder.stamps(FOLDER).items()
            if name in (RULES_DOC, VOICE_DOC) or matters(name, monday)
        }
        seen = self.store.find(SheetsSeen, ROTA_SHEETS)
        if seen is None and not stamps:
            return SyncedRota(is_kept=False)
        stamp = digest_of(json.dumps([READER, monday.isoformat(), stamps]))
        if seen and seen.stamp == stamp and not is_whole:
            return SyncedRota(is_changed=False)
        try:
            rules = self.read_rules().problems
        except NeverRead as error:
            rules = error.problems
        checked = self.check_sheets(monday)
        problems = (*rules, *self.find_voice.list_problems(), *checked.problems)
        self.crash_points.reached("rota.sheets_read")
        self.keep_data_problems(ROOM, (*problems, *checked.notes))
        self.crash_points.reached("rota.troubles_kept")
        # Last of all: a sync that did not get this far is made again.
        put_seen(self.store, ROTA_SHEETS, stamp, now)
        return SyncedRota(sheets=len(stamps), problems=problems)


def put_seen(store: Store, name: str, stamp: str, now: datetime) -> None:
    seen = store.find(SheetsSeen, name) or SheetsSeen(id=name, stamp=stamp, at=now)
    with suppress(Conflict):  # another sync has just ended
        store.commit([Put(replace(seen, stamp=stamp, at=now))])
