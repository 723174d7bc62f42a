"""Save a rota as the next draft of its week.

The facts and lines are written first, under an unused number; then one commit points the week to
it. What an interrupted attempt left under its number is never read. Time off that the sheet has as
pending is asked about first: no shift waits for an answer that nobody was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from belfry.kernel.changes import MOST_CHANGES, Append, Change, Put
from belfry.kernel.errors import Conflict, InputError, Temporary
from belfry.kernel.texts import digest_of
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore
from belfry.ports.store import CrashPoints, Store, commit_in_batches
from belfry.rota.drafts.drafted_weeks import (
    DraftLine,
    Making,
    Outcome,
    RotaWeek,
    WeekDraft,
    facts_name,
)
from belfry.rota.drafts.open_draft import (
    PersonChange,
    count_lines,
    is_flagged,
    make_lines,
    write_proof,
    write_rota,
    write_week,
)
from belfry.rota.drafts.proofs import Proof
from belfry.rota.entries import DRAFT_READY, HELD, ROTA, SHORT_STAFFED, announce, record
from belfry.rota.ports import Rotas
from belfry.rota.rules.checker import Breach
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.sheets.cells import Problem
from belfry.rota.sheets.take_time_off_rows import TakeTimeOffRows

TRIES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDraft:
    """A rota to save, and how it was made; see WeekDraft."""

    week: Week
    rota: Rota
    making: Making
    by: str
    parent: int = 0
    because: str = ""
    first: Rota = field(default_factory=dict)
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """`changes` are against the draft known before, `problems` are those of the sheets.

    `overruled` are the rules that were broken on purpose.
    """

    head: RotaWeek | None
    draft: WeekDraft
    lines: tuple[DraftLine, ...]
    changes: tuple[PersonChange, ...] = ()
    problems: tuple[Problem, ...] = ()
    overruled: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveDraft:
    store: Store
    rotas: Rotas
    blobs: BlobStore
    clock: Clock
    crash_points: CrashPoints
    take_time_off_rows: TakeTimeOffRows

    def __call__(
        self,
        new: NewDraft,
        head: RotaWeek | None,
        *,
        is_announced: bool = True,
        noted: Mapping[str, Any] | None = None,
    ) -> SavedDraft:
        """Save the draft and point the week to it; Conflict if `head` is outdated.

        `noted` is added to the audit entry.
        """
        saved = self.write(new, head)
        week = saved.draft.week
        try:
            self.store.commit(
                plan_turn(head, saved.draft, saved.lines, is_announced=is_announced, noted=noted)
            )
        except Conflict as error:
            text = f"the week of {week} was changed meanwhile: look at it, and try again"
            raise Conflict(text) from error
        return replace(saved, head=self.store.find(RotaWeek, week))

    def write(self, new: NewDraft, head: RotaWeek | None) -> SavedDraft:
        """Write the facts and lines under a number of their own, without saving the draft itself.

        The caller puts the draft in the commit that points the week to it.
        """
        with suppress(InputError):  # a sheet that cannot be read is listed on Today
            self.take_time_off_rows()
        text = write_week(new.week)
        facts = digest_of(text)
        self.blobs.put(facts_name(facts), text.encode())
        self.crash_points.reached("rota.facts_kept")
        placed = Placed(new.week, new.rota)
        number = self._find_number(new.week, head)
        for _ in range(TRIES):
            lines = make_lines(placed, number)
            batches: list[list[Change]] = [
                [Append(line) for line in lines[start : start + MOST_CHANGES]]
                for start in range(0, len(lines), MOST_CHANGES)
            ]
            if all(commit_in_batches(self.store, batches)):
                self.crash_points.reached("rota.lines_kept")
                return SavedDraft(head, self._make_draft(new, number, facts, lines), lines)
            number += 1
        raise Temporary(f"the week of {new.week.starts_on} is being drafted again and again")

    def _find_number(self, week: Week, head: RotaWeek | None) -> int:
        """The first number after all used ones, including those of interrupted attempts."""
        key = week.starts_on.isoformat()
        used = [draft.number for draft in self.rotas.list_drafts(key)]
        number = max([head.draft if head else 0, *used]) + 1
        while self.rotas.list_lines(key, number):
            number += 1
        return number

    def _make_draft(
        self, new: NewDraft, number: int, facts: str, lines: Sequence[DraftLine]
    ) -> WeekDraft:
        return WeekDraft(
            week=new.week.starts_on.isoformat(),
            number=number,
            making=new.making,
            parent=new.parent,
            because=new.because,
            made_at=self.clock.now(),
            made_by=new.by,
            facts=facts,
            **asdict(count_lines(lines)),
            first=write_rota(new.first),
            proof=write_proof(new.proof) if new.proof else {},
        )


# All of it is one commit, and a commit has its limit: the manager's list shows the rest.
MOST_FLAGS = 40
_EVENTS = {Outcome.SHORT_STAFFED: SHORT_STAFFED, Outcome.HELD: HELD}


def plan_turn(
    head: RotaWeek | None,
    draft: WeekDraft,
    lines: Iterable[DraftLine],
    *,
    is_announced: bool = True,
    noted: Mapping[str, Any] | None = None,
) -> list[Change]:
    """Point the week to the draft and put the draft; `is_announced` notifies the managers.

    `noted` is added to the audit entry.
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
    if not is_announced:
        return [*changes, Put(draft)]
    flagged = [line for line in lines if is_flagged(line)][:MOST_FLAGS]
    news: list[tuple[str, dict[str, Any]]] = [
        (DRAFT_READY, {"draft": draft.number}),
        *(
            (_EVENTS[line.outcome], {"draft": draft.number, "shift_id": line.shift_id})
            for line in flagged
        ),
    ]
    events = (announce(ROTA, draft.week, op, payload, at=draft.made_at) for op, payload in news)
    return [*changes, Put(draft), *events]
