"""The stored requests (time off, swaps, clashes), and the links to answer them and to calendars.

Each is answered once; a second answer is refused with what was decided, and by whom.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from belfry.kernel.changes import Audited
from belfry.rota.drafts.drafted_weeks import split_names


class Asked(StrEnum):
    """The state of a time-off request; `unread` is a note without readable dates."""

    UNREAD = "unread"
    PENDING = "pending"
    APPROVED = "approved"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class Source(StrEnum):
    NOTE = "note"
    PAGE = "page"
    SHEET = "sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOffRequest(Audited):
    """`note` is the text as it came; `why` is why it could not be read.

    `person` is blank if the sender is unknown. `read_by` says whether the built-in reader or a
    model read the note.
    """

    id: str
    person: str
    sender: str = field(default="", repr=False)
    source: Source
    state: Asked
    first_on: date | None = None
    last_on: date | None = None
    reason: str = field(default="", repr=False)
    note: str = field(default="", repr=False)
    why: str = ""
    read_by: str = ""
    asked_at: datetime
    answered_at: datetime | None = None
    answered_by: str = ""
    answer: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"time-off/{self.id}"

    @property
    def is_open(self) -> bool:
        return self.state in (Asked.UNREAD, Asked.PENDING)


class SwapKind(StrEnum):
    """`cover`: another person takes it. `drop`: it becomes open. `take`: an open shift is taken."""

    COVER = "cover"
    DROP = "drop"
    TAKE = "take"


class SwapState(StrEnum):
    """`asking`: a person was asked to take it. `offered`: they would, and a manager decides; a drop
    and an offer for an open shift begin here. `stuck`: no one is left to ask, and a manager
    decides.
    """

    ASKING = "asking"
    OFFERED = "offered"
    STUCK = "stuck"
    DONE = "done"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


OPEN_SWAPS = (SwapState.ASKING, SwapState.OFFERED, SwapState.STUCK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(Audited):
    """`person` has the shift and stays responsible for it until the swap is done.

    It is blank for an offer to take an open shift. `asked` is the person being asked, or who said
    yes; `refused` are those who said no, separated by semicolons. `round` counts the questions.
    `is_urgent` if people are asked whatever the hour. `by` made the request: the person, or a
    manager for them. If a manager covered the shift by two moves, `asked` gave up the shift
    `gave_up`, which `stand_in` took.
    """

    id: str
    week: str
    shift_id: str
    person: str
    kind: SwapKind
    state: SwapState
    note: str = field(default="", repr=False)
    asked: str = ""
    refused: str = ""
    round: int = 0
    is_urgent: bool = False
    made_at: datetime
    by: str
    settled_at: datetime | None = None
    settled_by: str = ""
    why: str = ""
    gave_up: str = ""
    stand_in: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"swap/{self.id}"

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_SWAPS

    @property
    def asker(self) -> str:
        """Whose request it is: the shift's holder, or the person who would take an open shift."""
        return self.asked if self.kind is SwapKind.TAKE else self.person

    @property
    def claim(self) -> str:
        """Held while the swap is open, so that a person has one at a time about a shift."""
        sort = "take" if self.kind is SwapKind.TAKE else "swap"
        return f"{sort}/{self.week}/{self.shift_id}/{self.asker}"

    @property
    def refusers(self) -> tuple[str, ...]:
        return split_names(self.refused)


class ClashState(StrEnum):
    """`freed`: another person may have the shift. `held`: a manager decides."""

    OPEN = "open"
    FREED = "freed"
    HELD = "held"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash(Audited):
    """A shift of the standing pattern whose person has time off; `instead` was named for it."""

    week: str
    shift_id: str
    person: str
    words: str
    state: ClashState = ClashState.OPEN
    instead: str = ""
    found_at: datetime
    answered_at: datetime | None = None
    answered_by: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return clash_key(self.week, self.shift_id)

    @property
    def subject(self) -> str:
        return f"clash/{self.key}"


def clash_key(week: str, shift_id: str) -> str:
    return f"{week}/{shift_id}"


class LinkKind(StrEnum):
    """`draft`, `time-off`, `clash` and `swap` are for managers, `ask` for a person who was asked to
    take a shift, `week` for a person's own week.
    """

    DRAFT = "draft"
    TIME_OFF = "time-off"
    CLASH = "clash"
    SWAP = "swap"
    ASK = "ask"
    WEEK = "week"


@dataclass(frozen=True, slots=True, kw_only=True)
class RotaLink:
    """Its holder may answer as `person`; only a digest of the token is stored.

    `about` is the key of the week, request, swap or clash. `number` is the draft or the round of
    asking: a later one makes the link outdated.
    """

    digest: str = field(repr=False)
    kind: LinkKind
    about: str
    number: int = 0
    person: str
    made_at: datetime
    expires_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.digest


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftFeed(Audited):
    """The address of a person's calendar feed; `token` is empty once it ended.

    The token is stored as it is, because it is shown again and allows no changes. `family` marks
    the shifts under every token.
    """

    person: str
    token: str = field(repr=False)
    family: str
    made_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.person

    @property
    def subject(self) -> str:
        return f"shift-feed/{self.person}"


def link_path(token: str) -> str:
    return f"/rota/answer/{token}"


def feed_path(token: str) -> str:
    return f"/feeds/rota/{token}.ics"
