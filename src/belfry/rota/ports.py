"""What the rota needs from its stores and from a prover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date

    from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft
    from belfry.rota.drafts.proofs import Proof
    from belfry.rota.publishing.own_shifts import PersonWeek
    from belfry.rota.requests.requests import Asked, Clash, ShiftFeed, Swap, TimeOffRequest
    from belfry.rota.rules.weeks import Rota, Week


class Archive(Protocol):
    """A place for the lines of drafts that are not needed from day to day.

    Every implementation promises:
    - `move` puts the lines of a draft there; every reader still finds each of them, once;
    - moving what was moved already, or was moved in part, is always safe.
    """

    def move(self, week: str, draft: int) -> None: ...


class Rotas(Protocol):
    """The weeks there were and are, with their drafts.

    Every implementation promises:
    - `list_weeks` gives those whose Monday lies in a stretch of days (the last one included), by
      that day;
    - `list_drafts` gives a week's drafts by number;
    - `list_lines` gives the shifts of one draft by start, then id;
    - `list_hours` gives each person's hours in a week, by name;
    - `count_below` gives by name how many minutes people stayed below their target in some weeks
      taken together, less than none if they had more;
    - `list_hours_of` gives what one person has in the weeks whose Monday lies in a stretch of days,
      by week.
    """

    def list_weeks(self, first: date, last: date) -> Sequence[RotaWeek]: ...

    def list_drafts(self, week: str) -> Sequence[WeekDraft]: ...

    def list_lines(self, week: str, draft: int) -> Sequence[DraftLine]: ...

    def list_hours(self, week: str) -> Sequence[PersonWeek]: ...

    def count_below(self, weeks: Collection[str]) -> Mapping[str, int]: ...

    def list_hours_of(self, person: str, first: date, last: date) -> Sequence[PersonWeek]: ...


class Requests(Protocol):
    """What people ask of the rota.

    Every implementation promises:
    - `list_time_off` gives those in these states whose last day is `since` or later, and those that
      have no days, by the time they were asked and then id;
    - `list_swaps` gives the swaps of some weeks by the time they were made, then id, and
      `list_open_swaps` those of any week that still wait for an answer, likewise;
    - `list_clashes` gives the clashes of some weeks by week, then shift; `list_open_clashes` those
      of any week that are unanswered, likewise;
    - `find_feed` gives the feed at an address, if there is one.
    """

    def list_time_off(
        self, states: Collection[Asked], *, since: date
    ) -> Sequence[TimeOffRequest]: ...

    def list_swaps(self, *weeks: str) -> Sequence[Swap]: ...

    def list_open_swaps(self) -> Sequence[Swap]: ...

    def list_clashes(self, *weeks: str) -> Sequence[Clash]: ...

    def list_open_clashes(self) -> Sequence[Clash]: ...

    def find_feed(self, token: str) -> ShiftFeed | None: ...


class Prover(Protocol):
    """Proves whether a legal rota can fill more seats.

    Every implementation promises:
    - `prove` gives the same answer to the same question, however busy the machine is; - a fuller
      week that it gives breaks no rule.
    """

    def prove(self, week: Week, rota: Rota) -> Proof: ...
