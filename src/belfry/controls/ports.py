"""The ports of the controls room: where its records are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import date

    from belfry.controls.controls import Control, ControlSummary, CycleLine, Evidence, ReminderLine
    from belfry.controls.tasks.proposals import ProposedControl


class AreaPart(NamedTuple):
    """`limit` controls of an area, after the first `skip`."""

    area: str
    skip: int
    limit: int


class Controls(Protocol):
    """All controls, past and present.

    Every implementation promises:
    - `rows` gives the row of every control that is on the list, by its id;
    - `list_by_id` gives those that there are, in no set order;
    - `list_to_check` gives those on the list whose `next_check_on` is `today` or before, by that
      day and then id; `after` (such a day and an id) and those before it are left out;
    - `list_page` gives those on the list, by due date and then id; `after` (such a date and an id)
      and those before it are left out, and so are those due on the day `before` or later;
    - `list_summaries` gives those on the list, by due date and then id; `until` limits them
      to those due by then or with an override, `done_after` to those last done after that day;
    - `list_corrected` gives those on the list whose `corrected_at` is set, the latest first;
    - `count` tells how many are on the list, or how many of them were last done after a day.
    """

    def rows(self) -> Mapping[str, str]: ...

    def list_by_id(self, ids: Collection[str]) -> Sequence[Control]: ...

    def list_to_check(
        self, today: date, *, after: tuple[date, str] | None = None, limit: int = 1000
    ) -> Sequence[Control]: ...

    def list_page(
        self,
        *,
        after: tuple[date, str] | None = None,
        before: date | None = None,
        limit: int = 100,
    ) -> Sequence[Control]: ...

    def list_summaries(
        self, *, until: date | None = None, done_after: date | None = None
    ) -> Sequence[ControlSummary]: ...

    def list_corrected(self, *, limit: int) -> Sequence[Control]: ...

    def count(self, *, done_after: date | None = None) -> int: ...


class Areas(Protocol):
    """The controls on the list, by their area; those without one are of the area "".

    Every implementation promises:
    - `count` tells how many each area has, and nothing of an area without any;
    - `list_parts` gives the controls of each part in turn, by id.
    """

    def count(self) -> Mapping[str, int]: ...

    def list_parts(self, parts: Sequence[AreaPart]) -> Sequence[ControlSummary]: ...


class Histories(Protocol):
    """What happened to controls.

    Every implementation promises:
    - `list_cycles` and `list_evidence` give one control's lines by number, and `list_reminders`
      gives them by time;
    - `list_evidence_of_file` gives all evidence with the file of a digest, by control and number;
    - `list_ended` gives all lines of cycles whose due date lies in a stretch of days (the last one
      included), by due date, control and number; with `control_ids`, only of those controls.
    """

    def list_cycles(self, control_id: str) -> Sequence[CycleLine]: ...

    def list_reminders(self, control_id: str) -> Sequence[ReminderLine]: ...

    def list_evidence(self, control_id: str) -> Sequence[Evidence]: ...

    def list_evidence_of_file(self, digest: str) -> Sequence[Evidence]: ...

    def list_ended(
        self, first: date, last: date, *, control_ids: Collection[str] | None = None
    ) -> Sequence[CycleLine]: ...


class Proposals(Protocol):
    """The controls that forwarded mails propose.

    Every implementation promises: `list_newest` gives the newest first by the time they came, then
    by id; with `is_undecided`, only those that are neither approved nor declined.
    """

    def list_newest(
        self, *, is_undecided: bool = False, limit: int = 50
    ) -> Sequence[ProposedControl]: ...


def list_pages(
    controls: Controls, size: int, *, before: date | None = None
) -> Iterator[Sequence[Control]]:
    """All controls on the list, or those due before a day, by due date."""
    after: tuple[date, str] | None = None
    while page := controls.list_page(after=after, before=before, limit=size):
        yield page
        if len(page) < size:
            return
        after = (page[-1].due_on, page[-1].id)
