"""Look at the list of controls, and take up what the team changed in it.

A list that cannot be read changes nothing. Whatever is wrong with it, the controls that are known
go on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from belfry.controls.chains.read_rules_doc import ReadRules, RulesNow
from belfry.controls.controls import Control
from belfry.controls.ports import Controls
from belfry.controls.reports.histories import THE_LIST, TaskList
from belfry.controls.tasks.check_names import CheckNames, list_names
from belfry.controls.tasks.put_away_tasks import PutAwayTasks
from belfry.controls.tasks.take_up_tasks import TakeUpTasks
from belfry.controls.tasks.task_news import find_news
from belfry.controls.tasks.task_plans import Look
from belfry.controls.tasks.tasks import COLUMNS
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.sheets import SheetError
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import CrashPoints, Store
from belfry.workspace.docs.read_doc import NeverRead
from belfry.workspace.keep_data_problems import KeepDataProblems
from belfry.workspace.tables.read_table import ReadTable
from belfry.workspace.tables.tables import Table, TableKind

ROOM = "controls"
TASKS = TableKind("controls/tasks.csv", COLUMNS, ("name",))
# Counted on when cells are read in another way, so that every row is read anew.
READER = 1

Problem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Synced:
    """What one look came to; `problems` and `notes` as (place, text).

    Not `is_kept` if the team keeps no list; `rules` are None if nobody can tell them. `problems`
    are rows and lines that could not be taken as they stand, `notes` what else somebody should
    know. `changed` are the controls that were written, or would have been; `gone` those that were
    put away.
    """

    now: datetime
    today: date
    is_kept: bool = True
    listed: int = 0
    rules: RulesNow | None = None
    changed: Mapping[str, Control] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncTasks:
    store: Store
    controls: Controls
    clock: Clock
    crash_points: CrashPoints
    folder: Folder
    read_rules: ReadRules
    read_table: ReadTable
    take_up: TakeUpTasks
    put_away: PutAwayTasks
    check_names: CheckNames
    keep_data_problems: KeepDataProblems
    zone: ZoneInfo

    def __call__(self, *, dry_run: bool = False) -> Synced:
        """One look; in a dry run nothing is written about any control."""
        now = self.clock.now()
        synced = Synced(now, now.astimezone(self.zone).date())
        known = self.store.find(TaskList, THE_LIST)
        if known is None and not self.folder.exists(TASKS.name):
            return replace(synced, is_kept=False)
        synced = self._look(synced, known, dry_run=dry_run)
        if not dry_run:
            self.keep_data_problems(ROOM, (*synced.problems, *synced.notes))
        return synced

    def _look(self, synced: Synced, known: TaskList | None, *, dry_run: bool) -> Synced:
        table, problems = self._read_list()
        try:
            rules = self.read_rules((lambda: list_names(table)) if table else None)
        except NeverRead as error:
            return replace(synced, problems=(*error.problems, *problems))
        synced = replace(synced, rules=rules, problems=(*rules.problems, *problems))
        if table is None:
            return synced
        return self._compare(synced, table, rules, known, dry_run=dry_run)

    def _read_list(self) -> tuple[Table | None, Sequence[Problem]]:
        try:
            return self.read_table(TASKS), ()
        except SheetError as error:
            return None, [(error.problem.place, error.problem.what)]
        except (InputError, NotFound) as error:
            return None, [(TASKS.name, str(error))]

    def _compare(
        self,
        synced: Synced,
        table: Table,
        rules: RulesNow,
        known: TaskList | None,
        *,
        dry_run: bool,
    ) -> Synced:
        """What the list says against what is known of its controls."""
        reading = digest_of(f"{READER}\n{rules.text}\n{table.sheet.head.text}")
        rows = self.controls.rows()
        is_reread = known is None or known.reading != reading
        news = find_news(table.rows, table.columns.places["name"], rows, is_reread=is_reread)
        look = Look(synced.now, synced.today, rules.rules)
        taken = self.take_up(table, news.rows, look, dry_run=dry_run)
        self.crash_points.reached("controls.taken_up")
        put_away = self.put_away(
            rows.keys() - news.present,
            len(rows),
            synced.now,
            may_close=news.is_sure and not table.problems,
            dry_run=dry_run,
        )
        if not dry_run:
            # A row that was not ours to write is read by these rules the next time.
            self._put_list(known, synced.now, reading if taken.is_whole else "")
        bad_rows = [(one.place, one.what) for one in table.problems]
        mishap = [(TASKS.name, put_away.problem)] if put_away.problem else []
        return replace(
            synced,
            listed=len(news.present) - (not news.is_sure),
            changed=taken.changed,
            gone=put_away.gone,
            problems=(*synced.problems, *mishap, *bad_rows, *taken.problems),
            notes=tuple(self.check_names(table, rules.rules, news.present)),
        )

    def _put_list(self, known: TaskList | None, now: datetime, reading: str) -> None:
        """Last of all: a look that did not get this far is made again from the beginning."""
        kept = replace(known or TaskList(first_at=now), reading=reading)
        if kept == known:
            return
        try:
            self.store.commit([Put(kept)])
        except Conflict:  # another look has just ended
            return
