"""Ask for somebody to take a shift over, or to be let off it.

Belfry asks the one whose turn it is; nothing changes hands before a manager has said yes.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import Conflict, InputError
from belfry.kernel.texts import make_storable
from belfry.ports.clock import Clock
from belfry.rota.publishing.open_published import OpenPublished, PublishedWeek
from belfry.rota.requests.begin_swap import LONGEST_NOTE, BeginSwap
from belfry.rota.requests.find_taker import FindTaker
from belfry.rota.requests.requests import Swap, SwapKind, SwapState
from belfry.rota.team import FindDeciders


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSwap:
    clock: Clock
    open_week: OpenPublished
    find_taker: FindTaker
    find_deciders: FindDeciders
    begin: BeginSwap

    def __call__(
        self,
        week: str,
        shift_id: str,
        person: str,
        kind: SwapKind,
        *,
        by: str,
        note: str = "",
        is_urgent: bool = False,
    ) -> Swap:
        """By the person, or by a manager for them; Conflict if the shift is not theirs to give.

        `is_urgent` has people asked at once, whatever the hour: only a manager may.
        """
        if kind is SwapKind.TAKE:
            raise InputError("expected cover or drop: an open shift is nobody's to give")
        if is_urgent and kind is SwapKind.DROP:
            raise InputError("nobody is asked when a shift is dropped: it cannot be urgent")
        opened = self.open_week(week)
        name = self._find_holder(opened, shift_id, person)
        self._check_doer(by, name, is_urgent=is_urgent)
        swap = Swap(
            id="",
            week=week,
            shift_id=shift_id,
            person=name,
            kind=kind,
            state=SwapState.OFFERED,
            note=make_storable(note.strip(), most=LONGEST_NOTE),
            round=0 if kind is SwapKind.COVER else 1,
            is_urgent=is_urgent,
            made_at=self.clock.now(),
            by=by,
        )
        asked = self.find_taker(opened, swap) if kind is SwapKind.COVER else swap
        return self.begin(asked, action="asked_for")

    def _find_holder(self, opened: PublishedWeek, shift_id: str, person: str) -> str:
        line, name = opened.get_line(shift_id), opened.get_name(person)
        if name not in line.people:
            raise Conflict(f"{name} does not have the shift {shift_id} of the week {line.week}")
        if self.clock.now() >= line.starts_at:
            raise Conflict(f"the shift {shift_id} has begun")
        return name

    def _check_doer(self, by: str, name: str, *, is_urgent: bool) -> None:
        if is_urgent:
            self.find_deciders.check(by)
        else:
            self.find_deciders.check_self(by, name)
