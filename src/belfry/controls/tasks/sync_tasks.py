"""Read the team's task list, and apply what changed in it to the controls.

A list that cannot be read changes nothing; the known controls go on.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import compress
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.controls.chains.moves import Moment
from belfry.controls.chains.read_rules import KnownNames, ReadRules, RulesNow
from belfry.controls.chains.rules import RULES_DOC, Rules, find_strangers, fold_section
from belfry.controls.controls import (
    BELFRY,
    THE_LIST,
    Control,
    ReminderLine,
    TaskList,
    control_id,
    list_proofs,
)
from belfry.controls.ports import Controls, Histories
from belfry.controls.reminders.reminders import ROOM
from belfry.controls.repeats.closings import Closing, find_closing
from belfry.controls.repeats.cycles import BY_HAND
from belfry.controls.repeats.repeats import render_day
from belfry.controls.tasks.judge_tasks import (
    COLUMNS,
    JudgedTask,
    TaskRow,
    judge_task,
    plan_gone,
    plan_missing,
    plan_task,
    read_tasks,
    refuse_done,
)
from belfry.kernel.changes import Put
from belfry.kernel.errors import BelfryError, Conflict, InputError, NotFound, Temporary
from belfry.kernel.rulebook import DocProblem
from belfry.kernel.sheets import Row, RowReader, SheetError, Taken, read_email
from belfry.kernel.texts import digest_of
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, OutboxRow, Store, commit_in_batches
from belfry.workspace.docs import NeverRead
from belfry.workspace.mirrors import Compare, Decided, MirrorTable, Written
from belfry.workspace.people import PEOPLE, People, find_nearest_name, find_person, read_people
from belfry.workspace.tables import (
    KeepDataProblems,
    Mishap,
    ReadTable,
    Table,
    TableKind,
    judge_missing,
)

TASKS = TableKind("controls/tasks.csv", COLUMNS, ("name",))
# Raise it when cells are read differently, so that every row is read again.
READER_VERSION = 1
NEEDS_EVIDENCE = "this control needs evidence before it counts as done: attach it and mark it done"
AT_ONCE = "are missing from the list at once"

Problem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Synced:
    """The result of a sync; `problems` and `notes` as (place, text).

    Not `is_kept` if the team has no list; `rules` are None if they could never be read. `problems`
    are rows and lines that could not be read, `notes` other things to know. `changed` are the
    controls that were written, or would be in a dry run; `gone` those that were closed.
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


@dataclass(frozen=True, slots=True)
class AppliedRows:
    """Not `is_whole` if another process changed one of the controls: its row was left alone."""

    changed: Mapping[str, Control]
    is_whole: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class SyncTasks:
    store: Store
    controls: Controls
    histories: Histories
    clock: Clock
    crash_points: CrashPoints
    read_rules: ReadRules
    read_table: ReadTable
    keep_data_problems: KeepDataProblems
    zone: ZoneInfo

    def __call__(self, *, dry_run: bool = False) -> Synced:
        """In a dry run no control is written."""
        now = self.clock.now()
        synced = Synced(now, now.astimezone(self.zone).date())
        known = self.store.find(TaskList, THE_LIST)
        if known is None and not self.read_table.folder.exists(TASKS.name):
            return replace(synced, is_kept=False)
        synced = self._read(synced, known, dry_run=dry_run)
        if not dry_run:
            self.keep_data_problems(ROOM, (*synced.problems, *synced.notes))
        return synced

    def close_missing(self, *, by: str) -> tuple[str, ...]:
        """Close all controls that are no longer in the list, however many, because a person asks.

        The names of those that were closed; their history stays.
        """
        table = self.read_table(TASKS)
        rows = self.controls.rows()
        place = table.columns.places["name"]
        present = find_changed_rows(table.rows, place, rows, is_reread=False).present
        gone = self.controls.list_by_id(rows.keys() - present)
        written = commit_in_batches(self.store, plan_gone(gone, self.clock.now(), by=by))
        return tuple(sorted(control.name for control in compress(gone, written)))

    def _read(self, synced: Synced, known: TaskList | None, *, dry_run: bool) -> Synced:
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
        reading = digest_of(f"{READER_VERSION}\n{rules.text}\n{table.sheet.head.text}")
        rows = self.controls.rows()
        is_reread = known is None or known.reading != reading
        changed = find_changed_rows(
            table.rows, table.columns.places["name"], rows, is_reread=is_reread
        )
        moment = Moment(synced.now, synced.today, rules.rules, BELFRY)
        applied = self._apply_rows(table, changed.rows, moment, dry_run=dry_run)
        self.crash_points.reached("controls.taken_up")
        gone, mishap = self._close_missing(
            rows.keys() - changed.present,
            len(rows),
            synced.now,
            may_close=changed.is_sure and not table.problems,
            dry_run=dry_run,
        )
        if not dry_run:
            # A row that another process got to first is read again next time.
            self._put_list(known, synced.now, reading if applied.is_whole else "")
        bad_rows = [(problem.place, problem.what) for problem in table.problems]
        return replace(
            synced,
            listed=len(changed.present) - (not changed.is_sure),
            changed=applied.changed,
            gone=gone,
            problems=(*synced.problems, *mishap, *bad_rows, *applied.problems),
            notes=tuple(check_names(table, rules.rules, changed.present, self._read_people())),
        )

    def _read_people(self) -> People | None:
        try:
            return read_people(self.read_table(PEOPLE), country=self.read_rules.country)
        except (NotFound, InputError):
            return None

    def _apply_rows(
        self, table: Table, rows: Iterable[Row], moment: Moment, *, dry_run: bool
    ) -> AppliedRows:
        """A row that cannot be read is reported, and its control stays as it was."""
        readers = [RowReader(table.sheet, table.columns, row) for row in rows]
        listed = read_tasks(readers, country=self.read_rules.country)
        has_done_column = table.columns.find("last_done") is not None
        judged = self._judge(listed.rows, moment.today, has_done_column=has_done_column)
        planned = (plan_task(task, self._list_reminders(task), moment) for task in judged)
        plans = [plan for plan in planned if plan]
        written = [True] * len(plans)
        if not dry_run:
            written = commit_in_batches(self.store, [plan.changes for plan in plans])
        cells = [problem for task in judged for problem in _list_cell_problems(table, task)]
        return AppliedRows(
            changed={plan.control.id: plan.control for plan in compress(plans, written)},
            is_whole=all(written),
            problems=(*((problem.place, problem.what) for problem in listed.problems), *cells),
        )

    def _judge(
        self, rows: Sequence[TaskRow], today: date, *, has_done_column: bool
    ) -> list[JudgedTask]:
        ids = [control_id(row.name) for row in rows]
        known = {control.id: control for control in self.controls.list_by_id(ids)} if ids else {}
        judged = (
            judge_task(
                row,
                known.get(key),
                today,
                find_last=self._find_last,
                has_done_column=has_done_column,
            )
            for row, key in zip(rows, ids, strict=True)
        )
        return [self._require_evidence(task) for task in judged]

    def _find_last(self, control: Control) -> Closing | None:
        if not control.opened_by:
            return None
        return find_closing(self.histories.list_cycles(control.id), control.opened_by)

    def _require_evidence(self, judged: JudgedTask) -> JudgedTask:
        """A date typed into the list comes without evidence."""
        control, closing = judged.control, judged.closing
        if control is None or not judged.claims_work or not judged.row.requires_evidence:
            return judged
        if judged.correction and control.last_done_on:
            return refuse_done(judged, ask_about_correction(judged.after, control.last_done_on))
        opened_by = closing.opened_by if closing else control.opened_by
        lines = self.histories.list_cycles(control.id)
        if list_proofs(opened_by, lines, self.histories.list_evidence(control.id)):
            return judged
        return refuse_done(judged, NEEDS_EVIDENCE)

    def _list_reminders(self, judged: JudgedTask) -> Sequence[ReminderLine]:
        """Read only where they matter: there may be very many rows."""
        if judged.control is None or not judged.is_moved:
            return ()
        return self.histories.list_reminders(judged.control.id)

    def _close_missing(
        self,
        missing: AbstractSet[str],
        known: int,
        now: datetime,
        *,
        may_close: bool,
        dry_run: bool,
    ) -> tuple[frozenset[str], list[Problem]]:
        """The ids of the controls that were closed, or why none was.

        One row gone is a control given up. Many gone at once, of `known` controls, are a mishap:
        nothing is closed, and the team is asked.
        """
        controls = self.controls.list_by_id(missing) if missing else []
        by_id = {control.id: control for control in controls}
        since = {control.id: control.missing_since for control in controls}
        absences = judge_missing(missing, known, since, now, may_close=may_close)
        if isinstance(absences, Mishap):
            mishap = (
                f"{absences.missing} of {absences.of} controls {AT_ONCE}, so none of them is put "
                "away and their reminders go on. Put them back, or say that they are over with "
                "`belfry controls close-missing`"
            )
            return frozenset(), [(TASKS.name, mishap)]
        gone = [by_id[key] for key in absences.closed if key in by_id]
        if dry_run:
            return frozenset(control.id for control in gone), []
        noticed = [by_id[key] for key in absences.noticed if key in by_id]
        commit_in_batches(self.store, plan_missing(noticed, now))
        written = commit_in_batches(self.store, plan_gone(gone, now))
        return frozenset(control.id for control in compress(gone, written)), []

    def _put_list(self, known: TaskList | None, now: datetime, reading: str) -> None:
        """Last of all: a sync that did not get this far starts over."""
        task_list = replace(known or TaskList(first_at=now), reading=reading)
        if task_list == known:
            return
        try:
            self.store.commit([Put(task_list)])
        except Conflict:  # another sync has just ended
            return


def ask_about_correction(corrected: Control, known_on: date) -> str:
    """Where evidence is required, a date in the list corrects nothing by itself."""
    assert corrected.last_done_on is not None
    was = f"was it last done on {render_day(corrected.last_done_on)}, not {render_day(known_on)}?"
    ways = "correct the last date on its page or with `belfry controls done --correct`"
    return f"{was} It needs evidence, so {ways}, or write {known_on.isoformat()} here again"


def _list_cell_problems(table: Table, judged: JudgedTask) -> Iterable[Problem]:
    for column, what in judged.problems:
        place = table.columns.find(column)
        problem = table.sheet.find_problem(what, line=judged.row.line, place=place)
        yield problem.place, problem.what


@dataclass(frozen=True, slots=True)
class ChangedRows:
    """The rows to read, and the ids of all controls in the list, readable or not."""

    rows: list[Row]
    present: frozenset[str]

    @property
    def is_sure(self) -> bool:
        """Whether every row has a name, so that a control without a row is really gone."""
        return "" not in self.present


def find_changed_rows(
    rows: Sequence[Row], name_place: int, known: Mapping[str, str], *, is_reread: bool
) -> ChangedRows:
    """The rows whose text differs from `known`: the rows as last read, by control id.

    Comparing texts keeps a sync of a long list cheap. `is_reread` takes every row. Two rows with
    one name are both read, whatever they say.
    """
    by_text = dict(zip(known.values(), known, strict=True))
    by_text.pop("", None)
    ids = [by_text.get(row.text, "") for row in rows]
    fresh = [place for place, key in enumerate(ids) if not key]
    for place in fresh:
        ids[place] = control_id(rows[place].cells[name_place])
    present = frozenset(ids)
    if is_reread:
        return ChangedRows(list(rows), present)
    if len(present) < len(ids):
        doubled = {key for key, count in Counter(ids).items() if count > 1}
        fresh = sorted({*fresh, *(place for place, key in enumerate(ids) if key in doubled)})
    return ChangedRows([rows[place] for place in fresh], present)


def check_names(
    table: Table, rules: Rules, present: frozenset[str], people: People | None
) -> list[Problem]:
    """Unknown names, as (place, text); none of them stops a reminder.

    `present` are the ids of the controls listed; without `people` there is no list of them.
    """
    owners = _find_first_rows(table, "owner")
    strangers = _list_strangers(table, rules, present)
    if people is not None:
        unknown = _list_unknown_owners(table, owners, people)
        return [*unknown, *_list_unknown_in_rules(rules, people), *strangers]
    if owners or rules.owners or rules.targets or rules.escalate_to:
        missing = "there is no such list, so that all reminders go to the admin"
        return [(PEOPLE.name, missing), *strangers]
    return [*strangers]


def list_names(table: Table) -> KnownNames:
    return KnownNames(
        frozenset(_find_first_rows(table, "name")), frozenset(_find_first_rows(table, "area"))
    )


def _find_first_rows(table: Table, column: str) -> dict[str, Row]:
    """What stands in a column, each once, with the first row that says so."""
    place = table.columns.find(column)
    if place is None:
        return {}
    first = {row.cells[place]: row for row in reversed(table.rows)}
    return {" ".join(text.split()): row for text, row in first.items() if text.strip()}


def _list_unknown_owners(table: Table, owners: dict[str, Row], people: People) -> Iterator[Problem]:
    place = table.columns.find("owner")
    for name, row in owners.items():
        if not _is_reached(people, name):
            text = _say_unknown(name, people)
            problem = table.sheet.find_problem(text, line=row.line, place=place)
            yield problem.place, problem.what


def _list_unknown_in_rules(rules: Rules, people: People) -> Iterator[Problem]:
    for clause in (*rules.owners.values(), *rules.targets.values()):
        if not _is_reached(people, clause.value):
            yield f"{RULES_DOC} line {clause.line}", _say_unknown(clause.value, people)
    if rules.escalate_to and not _is_reached(people, rules.escalate_to):
        yield RULES_DOC, _say_unknown(rules.escalate_to, people)


def _is_reached(people: People, name: str) -> bool:
    """Whether it is a known person's name, or an address that needs no list."""
    return find_person(people, name) is not None or isinstance(read_email(name), Taken)


def _say_unknown(name: str, people: People) -> str:
    nearest = find_nearest_name(people, name)
    hint = f" Did you mean {nearest}?" if nearest else ""
    return (
        f"there is nobody called {name!r} in {PEOPLE.name}, so the next in line is reminded.{hint}"
    )


def _list_strangers(table: Table, rules: Rules, present: frozenset[str]) -> Iterator[Problem]:
    """Sections about nothing; looking for the nearest name is slow, so they are found first."""
    areas = {fold_section(area) for area in _find_first_rows(table, "area")}
    of_areas = rules.owners.keys() | rules.targets.keys()
    if of_areas <= areas and all(name in present or name in areas for name in rules.chains):
        return
    names = list_names(table)
    for problem in find_strangers(rules, controls=names.controls, areas=names.areas):
        yield _split(problem)


def _split(problem: DocProblem) -> Problem:
    place, _, text = str(problem).partition(": ")
    return place, f"{text}; this line counts for nothing"


log = logging.getLogger(__name__)

WRITTEN_AT_ONCE = 1000
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class MirrorDone:
    controls: Controls
    crash_points: CrashPoints
    mirror_table: MirrorTable
    name_doer: NameDoer

    def __call__(self, rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
        """Handle events of controls that were done, skipped or undone, in one write.

        Idempotent: the present state is written.
        """
        self.write({row.aggregate_id for row in rows})
        return {}

    def write(self, ids: Collection[str]) -> tuple[Written, ...]:
        """The cells that were written; Temporary while the list cannot be read or written.

        A team that keeps no list has none to be written into.
        """
        listed = [control for control in self.controls.list_by_id(ids) if control.gone_at is None]
        listed.sort(key=lambda control: control.id)
        cells = [cell for control in listed for cell in self._list_cells(control)]
        if not cells:
            return ()
        try:
            mirrored = self.mirror_table(TASKS, cells)
        except NotFound:
            return ()
        except InputError as error:
            raise Temporary(f"{TASKS.name} cannot be written into now: {error}") from error
        self.crash_points.reached("controls.mirrored")
        for cell in mirrored.unplaced:
            extra = {"control": dict(cell.decided.where)["name"], "why": cell.why}
            log.warning("controls.unmirrored", extra=extra)
        return mirrored.written

    def put_right(self) -> str:
        """Write over what the list says wrongly; what that was, in words.

        A list that cannot be written into now is put right another time.
        """
        behind = sorted(key for key, row in self.controls.rows().items() if not row)
        written: list[Written] = []
        try:
            for start in range(0, len(behind), WRITTEN_AT_ONCE):
                written += self.write(behind[start : start + WRITTEN_AT_ONCE])
        except Temporary as error:
            log.warning("controls.list_not_put_right", extra={"error": str(error)})
        parts = [_say_cell(cell) for cell in written[:_SHOWN]]
        if len(written) > _SHOWN:
            parts.append(f"and {len(written) - _SHOWN} more")
        return f"put right in the list: {', '.join(parts)}" if parts else ""

    def _list_cells(self, control: Control) -> list[Decided]:
        """Nothing if it was never done; a typed date keeps its typed `done_by`."""
        if control.last_done_on is None and control.withdrawn_on is None:
            return []
        where = (("name", control.name),)
        day = control.last_done_on.isoformat() if control.last_done_on else ""
        cells = [Decided(where, "last_done", day, Compare.LATEST_DAY, control.withdrawn_on)]
        if control.done_by != BY_HAND:
            cells.append(Decided(where, "done_by", self.name_doer(control.done_by)))
        return cells


def _say_cell(cell: Written) -> str:
    before = f" (it said {cell.before})" if cell.before else ""
    return f"{cell.decided.column} in line {cell.line}{before}"
