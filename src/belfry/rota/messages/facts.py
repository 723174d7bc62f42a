"""What the messages about the rota tell, before it is put into words.

Nobody is told more than is theirs: a colleague hears whose shift it is, and never why.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.publishing.own_shifts import OwnShift
from belfry.rota.requests.requests import SwapKind, SwapState


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """`reader` is whom it goes to; `link` is where they see it or answer, if there is a page."""

    reader: str
    team: str
    zone: ZoneInfo
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekTold(Told):
    """Somebody's own shifts; `before` are those they were told last, None if it is the first time.

    `is_reminder` where nothing is new, and the week begins soon.
    """

    starts_on: date
    shifts: tuple[OwnShift, ...]
    before: tuple[OwnShift, ...] | None = None
    is_reminder: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A shift that a manager should look at, how many are missing on it, and why."""

    shift: OwnShift
    outcome: Outcome
    missing: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTold(Told):
    """`because` is why there is another draft, `touched` whose shifts it changes."""

    starts_on: date
    seats: int
    filled: int
    flags: tuple[Flag, ...] = ()
    because: str = ""
    touched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenShiftsTold(Told):
    """What is short-staffed or held in a week that people know or will know soon."""

    starts_on: date
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpublishedTold(Told):
    """A week that begins soon and that nobody was told; `draft` is the one that waits, or 0."""

    starts_on: date
    draft: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashTold(Told):
    """A shift of the standing pattern whose `person` has time off; `words` say which."""

    person: str
    shift: OwnShift
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapAsked(Told):
    """The reader is asked to take the shift that `person` has."""

    shift: OwnShift
    person: str
    is_urgent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapToDecide(Told):
    """A manager's yes is needed: `taker` would take it, or it would be nobody's.

    `person` is blank where the shift is open.
    `why` is what speaks for the taker, or why nobody is left to ask; `note` is what the person
    wrote, for the manager alone.
    """

    kind: SwapKind
    shift: OwnShift
    person: str
    taker: str = ""
    why: str = ""
    note: str = ""
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapNews(Told):
    """How a swap ended, to the person whose shift it was or to the taker.

    `person` is blank where the shift was open.
    """

    kind: SwapKind
    state: SwapState
    shift: OwnShift
    person: str
    taker: str = ""
    why: str = ""

    @property
    def is_for_taker(self) -> bool:
        return bool(self.taker) and self.reader == self.taker


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOffToDecide(Told):
    """`shifts` are those the person has on these days."""

    person: str
    first_on: date
    last_on: date
    reason: str = ""
    shifts: tuple[OwnShift, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteUnread(Told):
    """A note about time off that nobody could make dates of; `person` if the sender is known."""

    person: str
    sender: str
    note: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOffNews(Told):
    """The days as they were decided; `asked` are the days as they were asked, if others."""

    is_approved: bool
    first_on: date
    last_on: date
    asked: tuple[date, date] | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoursTold:
    """In minutes; `below` is how far below their target they stayed over the last four weeks.

    `weekends` and `nights` count their shifts of that sort in those weeks.
    """

    name: str
    placed: int
    target: int
    below: int
    weekends: int = 0
    nights: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FairnessTold(Told):
    """How even a week was; within `margin` minutes of the target counts as even.

    `phrased` are words that somebody found for it and that were checked; blank for plain ones.
    """

    starts_on: date
    people: tuple[HoursTold, ...]
    margin: int
    phrased: str = ""


AnyTold = (
    WeekTold
    | DraftTold
    | OpenShiftsTold
    | UnpublishedTold
    | ClashTold
    | SwapAsked
    | SwapToDecide
    | SwapNews
    | TimeOffToDecide
    | NoteUnread
    | TimeOffNews
    | FairnessTold
)
