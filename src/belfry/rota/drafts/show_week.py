"""Show a week: who has which shift, each person's hours, and what needs a look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from belfry.kernel.errors import InputError, NotFound
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft
from belfry.rota.drafts.open_draft import (
    OpenDraft,
    OpenedDraft,
    PersonHours,
    is_flagged,
    list_changes,
    list_hours,
    render_change,
)
from belfry.rota.explaining.covers import NeedsCover
from belfry.rota.publishing.publish_week import OpenPublished
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.workspace.tables import Cache

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DayView:
    day: date
    lines: tuple[DraftLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekView:
    """`draft` is the one shown, None before the first; `published` is the published one.

    `days` are all seven. `flags` are the lines that a manager should look at. `changes` are
    sentences about what differs from the published draft. `pins` are the pinned people by shift id.
    `needs_cover` are shifts of the published draft whose people may no longer work them. `notes`
    tell of people whom the availability sheet keeps from most of the week.
    """

    monday: date
    head: RotaWeek | None
    draft: WeekDraft | None
    published: WeekDraft | None
    days: tuple[DayView, ...]
    people: tuple[PersonHours, ...] = ()
    flags: tuple[DraftLine, ...] = ()
    changes: tuple[str, ...] = ()
    proof: str = ""
    pins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    needs_cover: tuple[tuple[DraftLine, NeedsCover], ...] = ()
    notes: tuple[str, ...] = ()
    opened: OpenedDraft | None = field(default=None, repr=False, compare=False)

    @property
    def is_published(self) -> bool:
        return self.draft is not None and self.draft == self.published


@dataclass(frozen=True, slots=True)
class ShowWeek:
    store: Store
    open_draft: OpenDraft
    open_published: OpenPublished
    read_sheets: ReadRotaSheets
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, monday: date, number: int | None = None) -> WeekView:
        """By default the newest draft; NotFound if there is no draft of that number."""
        week = monday.isoformat()
        head = self.store.find(RotaWeek, week)
        number = number or (head.draft if head else 0)
        if head is None or not number:
            if number:
                raise NotFound(f"there is no draft {number} of the week of {week}")
            return WeekView(
                monday=monday, head=head, draft=None, published=None, days=_sort(monday, ())
            )
        opened = self.open_draft(week, number)
        known = self.open_draft(week, head.published) if head.published else None
        made_from = (head, opened, known)
        view = self.cache(opened.draft.key, made_from, lambda: _lay_out(head, opened, known))
        if number not in (head.draft, head.published):
            return view
        needs = tuple(self.open_published.list_needing_cover([head]))
        return replace(view, needs_cover=needs, notes=self._list_notes(head))

    def _list_notes(self, head: RotaWeek) -> tuple[str, ...]:
        staff = self.read_sheets.find_staff()
        if staff is None or head.archived_at:
            return ()
        try:
            notes = self.read_sheets.availability(staff.roster).notes
        except InputError:  # it is listed on Today
            return ()
        return tuple(text for _, text in notes)


def _lay_out(head: RotaWeek, opened: OpenedDraft, known: OpenedDraft | None) -> WeekView:
    is_other = known is not None and known.draft.number != opened.draft.number
    changes = list_changes(known.placed, opened.placed) if known and is_other else ()
    return WeekView(
        monday=head.starts_on,
        head=head,
        draft=opened.draft,
        published=known.draft if known else None,
        days=_sort(head.starts_on, opened.lines),
        people=list_hours(opened.placed),
        flags=tuple(line for line in opened.lines if is_flagged(line)),
        changes=tuple(render_change(change) for change in changes),
        proof=str(opened.draft.proof.get("words", "")),
        pins={shift.id: shift.wishes for shift in opened.placed.week.shifts if shift.is_pinned},
        opened=opened,
    )


def _sort(monday: date, lines: Sequence[DraftLine]) -> tuple[DayView, ...]:
    days = [monday + step * ONE_DAY for step in range(7)]
    return tuple(DayView(day, tuple(line for line in lines if line.day == day)) for day in days)
