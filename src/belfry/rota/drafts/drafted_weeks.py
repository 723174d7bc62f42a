"""The stored records of a week (drafts, their shifts, what is published) and of its sheets.

The lines of a draft are written first, under its number; pointing the week to that number is one
small change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from belfry.kernel.changes import Audited
from belfry.kernel.errors import Conflict, NotFound

BETWEEN_NAMES = ";"


class Outcome(StrEnum):
    FILLED = "filled"
    FAIR_SWAP = "fair-swap"
    SHORT_STAFFED = "short-staffed"
    HELD = "held"


class Making(StrEnum):
    DRAFTED = "drafted"
    REDRAFTED = "redrafted"
    EDITED = "edited"
    PROVER = "prover"
    SWAPPED = "swapped"
    DROPPED = "dropped"


# Made by changing a shift of the published draft.
CHANGES = frozenset({Making.SWAPPED, Making.DROPPED})


@dataclass(frozen=True, slots=True, kw_only=True)
class RotaWeek(Audited):
    """`id` is the week's Monday, `draft` the number of the newest draft, 0 before the first.

    `is_waiting` while that draft is unanswered. `published` is the published draft, and `edition`
    counts the publications. `template_at` is when the standing pattern was copied into its sheet.
    """

    id: str
    draft: int = 0
    is_waiting: bool = False
    published: int = 0
    edition: int = 0
    published_at: datetime | None = None
    published_by: str = ""
    template_at: datetime | None = None
    digest_at: datetime | None = None
    archived_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"rota/{self.id}"

    @property
    def starts_on(self) -> date:
        return date.fromisoformat(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekDraft:
    """`facts` names the blob with the facts it was made from; `seats` counts people, not shifts.

    `first` is the rota of the plain order alone, `proof` whether a fuller rota is possible.
    `parent` is the draft it was made from, or 0. `because` is why it was made, if a person or a
    request made it.
    """

    week: str
    number: int
    making: Making
    parent: int = 0
    because: str = ""
    made_at: datetime
    made_by: str
    facts: str
    seats: int
    filled: int
    flagged: int
    first: Mapping[str, Any] = field(default_factory=dict, repr=False)
    proof: Mapping[str, Any] = field(default_factory=dict, repr=False)
    approved_at: datetime | None = None
    approved_by: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return draft_key(self.week, self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftLine:
    """One shift of a draft and its people; names and skills are separated by semicolons.

    `starts` and `ends` are local times: 09:00. `dispatched_via` names the channels by which its
    people were told of it.
    """

    week: str
    draft: int
    shift_id: str
    day: date
    starts: str
    ends: str
    starts_at: datetime
    ends_at: datetime
    role: str = ""
    skills: str = ""
    headcount: int = 1
    assigned: str = ""
    is_pinned: bool = False
    outcome: Outcome
    why: str = ""
    dispatched_via: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return line_key(self.week, self.draft, self.shift_id)

    @property
    def people(self) -> tuple[str, ...]:
        return split_names(self.assigned)

    @property
    def is_open(self) -> bool:
        return len(self.people) < self.headcount


def check_drafted(
    head: RotaWeek | None, week: date | str, draft: int | None, *, made: str = ""
) -> RotaWeek:
    """The week, if `draft` is its newest or None.

    Raises NotFound if there is no such draft, Conflict if it is outdated or the week archived.
    `made` says who made the newest one, for the error text.
    """
    if head is None or not head.draft:
        raise NotFound(f"there is no draft yet of the week of {week}")
    if head.archived_at:
        raise Conflict(f"the week of {week} is over and archived")
    if draft is None or draft == head.draft:
        return head
    if draft > head.draft:
        raise NotFound(f"the week of {head.id} has no draft {draft}: the newest is {head.draft}")
    raise Conflict(f"draft {draft} is outdated: draft {head.draft}{made} has taken its place")


def draft_key(week: str, number: int) -> str:
    return f"{week}/{number}"


def line_key(week: str, number: int, shift_id: str) -> str:
    return f"{draft_key(week, number)}/{shift_id}"


def facts_name(digest: str) -> str:
    """The blob with the facts of a draft."""
    return f"rota/facts/{digest[:2]}/{digest}.json"


def snapshot_name(week: str, edition: int) -> str:
    """The blob with a week as it was published."""
    return f"rota/published/{week}/{edition}.json"


def join_names(names: tuple[str, ...]) -> str:
    return BETWEEN_NAMES.join(names)


def split_names(text: str) -> tuple[str, ...]:
    return tuple(text.split(BETWEEN_NAMES)) if text else ()


ROTA_SHEETS = "rota"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsSeen:
    """`stamp` changes with any of the sheets and with the week."""

    id: str = ROTA_SHEETS
    stamp: str
    at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id
