"""Look at the list of controls, and take up what the team changed in it.

A list that cannot be read changes nothing. Whatever is wrong with it, the controls that are known
go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import compress
from zoneinfo import ZoneInfo

from belfry.controls.chains.read_rules import ReadRules, RulesNow
from belfry.controls.controls import Control, control_id
from belfry.controls.histories import THE_LIST, ReminderLine, TaskList, list_proofs
from belfry.controls.ports import Controls, Histories
from belfry.controls.tasks.check_names import CheckNames, list_names
from belfry.controls.tasks.judge_tasks import (
    Judged,
    Look,
    judge_task,
    plan_gone,
    plan_missing,
    plan_task,
    refuse_done,
)
from belfry.controls.tasks.task_rows import COLUMNS, TaskRow, read_tasks
from belfry.kernel.absences import Mishap, judge_missing
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.sheets import Row, RowReader, SheetError
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import CrashPoints, Store, commit_in_batches
from belfry.workspace.data_problems import KeepDataProblems
from belfry.workspace.read_docs import NeverRead
from belfry.workspace.tables import ReadTable, Table, TableKind

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


@dataclass(frozen=True, slots=True)
class TaskNews:
    """The rows to read, and the ids of all controls that stand on the list, readable or not."""

    rows: list[Row] = field(default_factory=list)
    present: frozenset[str] = frozenset()

    @property
    def is_sure(self) -> bool:
        """Whether every row has a name, so that a control without one is really gone."""
        return "" not in self.present


def find_news(
    rows: Sequence[Row], name_place: int, known: Mapping[str, str], *, is_reread: bool
) -> TaskNews:
    """`known` are the controls' rows as they were last read, by their ids.

    `is_reread` makes every row news. Two rows of one name are both news, whatever they say.
    """
    by_text = dict(zip(known.values(), known, strict=True))
    by_text.pop("", None)
    ids = [by_text.get(row.text, "") for row in rows]
    fresh = [place for place, one in enumerate(ids) if not one]
    for place in fresh:
        ids[place] = control_id(rows[place].cells[name_place])
    present = frozenset(ids)
    if is_reread:
        return TaskNews(list(rows), present)
    if len(present) < len(ids):
        doubled = {one for one, count in Counter(ids).items() if count > 1}
        fresh = sorted({*fresh, *(place for place, one in enumerate(ids) if one in doubled)})
    return TaskNews([rows[place] for place in fresh], present)


NEEDS_EVIDENCE = "this control needs evidence before it counts as done: attach it and mark it done"


@dataclass(frozen=True, slots=True)
class TakenUp:
    """The controls as the rows left them.

    Not `is_whole` if somebody else changed one of them at the same moment: its row was left.
    """

    changed: Mapping[str, Control] = field(default_factory=dict)
    is_whole: bool = True
    problems: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TakeUpTasks:
    store: Store
    controls: Controls
    histories: Histories
    country: str

    def __call__(
        self, table: Table, rows: Iterable[Row], look: Look, *, dry_run: bool = False
    ) -> TakenUp:
        """In a dry run nothing is written."""
        readers = [RowReader(table.sheet, table.columns, row) for row in rows]
        listed = read_tasks(readers, country=self.country)
        says_done = table.columns.find("last_done") is not None
        judged = self._judge(listed.rows, look.today, says_done=says_done)
        found = (plan_task(one, self._list_reminders(one), look) for one in judged)
        plans = [plan for plan in found if plan]
        written = [True] * len(plans)
        if not dry_run:
            written = commit_in_batches(self.store, [plan.changes for plan in plans])
        ours = [plan.control for plan, is_ours in zip(plans, written, strict=True) if is_ours]
        blamed = [problem for one in judged for problem in _list_blamed(table, one)]
        return TakenUp(
            changed={control.id: control for control in ours},
            is_whole=all(written),
            problems=(*((one.place, one.what) for one in listed.problems), *blamed),
        )

    def _judge(self, rows: Sequence[TaskRow], today: date, *, says_done: bool) -> list[Judged]:
        ids = [control_id(row.name) for row in rows]
        known = {one.id: one for one in self.controls.list_by_id(ids)} if ids else {}
        return [
            self._insist_on_evidence(judge_task(row, known.get(one), today, says_done=says_done))
            for row, one in zip(rows, ids, strict=True)
        ]

    def _insist_on_evidence(self, judged: Judged) -> Judged:
        """Whoever types a date into the list gives no evidence with it."""
        control = judged.control
        if control is None or not judged.is_closed or not judged.row.requires_evidence:
            return judged
        if list_proofs(control, self.histories.list_evidence(control.id)):
            return judged
        return refuse_done(judged, NEEDS_EVIDENCE)

    def _list_reminders(self, judged: Judged) -> Sequence[ReminderLine]:
        """Asked for only where they matter, because there may be very many rows."""
        if judged.control is None or not judged.is_moved:
            return ()
        return self.histories.list_reminders(judged.control.id)


def _list_blamed(table: Table, judged: Judged) -> Iterable[tuple[str, str]]:
    for column, what in judged.blamed:
        place = table.columns.find(column)
        problem = table.sheet.find_problem(what, line=judged.row.line, place=place)
        yield problem.place, problem.what


AT_ONCE = "are missing from the list at once"


@dataclass(frozen=True, slots=True)
class PutAway:
    """Those that were put away, and why not, if there are too many."""

    gone: frozenset[str] = frozenset()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PutAwayTasks:
    store: Store
    controls: Controls

    def __call__(
        self,
        missing: AbstractSet[str],
        known: int,
        now: datetime,
        *,
        may_close: bool,
        dry_run: bool = False,
    ) -> PutAway:
        """`known` is how many controls were on the list; in a dry run nothing is written."""
        found = {one.id: one for one in self.controls.list_by_id(missing)} if missing else {}
        since = {one.id: one.missing_since for one in found.values()}
        match judge_missing(missing, known, since, now, may_close=may_close):
            case Mishap(count, of):
                return PutAway(problem=_say_mishap(count, of))
            case absences:
                gone = [found[one] for one in absences.closed if one in found]
                if dry_run:
                    return PutAway(frozenset(one.id for one in gone))
                noticed = [found[one] for one in absences.noticed if one in found]
                commit_in_batches(self.store, plan_missing(noticed, now))
                written = commit_in_batches(self.store, plan_gone(gone, now))
                return PutAway(frozenset(one.id for one in compress(gone, written)))


def _say_mishap(count: int, of: int) -> str:
    return (
        f"{count} of {of} controls {AT_ONCE}, so none of them is put away and their reminders "
        "go on. Put them back, or say that they are over with `belfry controls close-missing`"
    )


@dataclass(frozen=True, slots=True)
class CloseMissing:
    store: Store
    controls: Controls
    clock: Clock
    read_table: ReadTable

    def __call__(self, *, by: str) -> tuple[str, ...]:
        """The names of those that were put away; what is known of them stays."""
        table = self.read_table(TASKS)
        rows = self.controls.rows()
        place = table.columns.places["name"]
        present = find_news(table.rows, place, rows, is_reread=False).present
        gone = self.controls.list_by_id(rows.keys() - present)
        written = commit_in_batches(self.store, plan_gone(gone, self.clock.now(), by=by))
        return tuple(sorted(control.name for control in compress(gone, written)))
