"""Find the controls that somebody wants to see, the most pressing first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from belfry.controls.describe_controls import DescribeControls, Described
from belfry.controls.list_controls import (
    MOST_COUNTED,
    PAGE,
    ControlLine,
    ControlPage,
    ListControls,
    is_done_lately,
    write_place,
)
from belfry.controls.moves import Move


class Shown(StrEnum):
    """Which controls: all, those with one move today, or those that were done of late."""

    ALL = "all"
    ESCALATED = "escalated"
    OVERDUE = "overdue"
    DUE = "due"
    ON_TRACK = "on-track"
    DONE = "done"


MOVES = {
    Shown.ESCALATED: Move.ESCALATE,
    Shown.OVERDUE: Move.OVERDUE,
    Shown.DUE: Move.DUE_NOW,
    Shown.ON_TRACK: Move.ON_TRACK,
}


@dataclass(frozen=True, slots=True)
class Search:
    """`words` are a part of a name, an area or an owner."""

    shown: Shown = Shown.ALL
    words: str = ""

    def is_met_by(self, line: ControlLine, today: date) -> bool:
        control = line.control
        if self.shown is Shown.DONE and not is_done_lately(control, today):
            return False
        if self.shown in MOVES and line.decision.move is not MOVES[self.shown]:
            return False
        words = self.words.casefold()
        return any(words in one.casefold() for one in (control.name, control.area, control.owner))


@dataclass(frozen=True, slots=True)
class Found:
    """As many as were asked for; `following` is where the next page goes on, if there is one."""

    today: date
    lines: tuple[Described, ...]
    following: str = ""

    def __len__(self) -> int:
        return len(self.lines)


@dataclass(frozen=True, slots=True)
class SearchControls:
    list_controls: ListControls
    describe: DescribeControls

    def __call__(self, search: Search, *, after: str = "", limit: int) -> Found:
        """By due date; `after` is the `following` of the page before."""
        found: list[ControlLine] = []
        for page in self._list_pages(after):
            found += [line for line in page.lines if search.is_met_by(line, page.today)]
            if len(found) > limit:
                break
        shown = [line.control for line in found[:limit]]
        following = write_place(shown[-1]) if len(found) > limit else page.following
        return Found(page.today, tuple(self.describe(shown, page.today)), following)

    def list_pressing(self, *, limit: int) -> Found:
        """Those that should have been done by now, as far as nobody asked for more time."""
        found: list[Described] = []
        for page in self._list_pages(""):
            late = [line.control for line in page.lines if line.control.due_on < page.today]
            found += [one for one in self.describe(late, page.today) if one.is_pressing]
            if len(found) > limit or len(late) < len(page.lines):
                break
        following = write_place(found[limit - 1].control) if len(found) > limit else ""
        return Found(page.today, tuple(found[:limit]), following)

    def _list_pages(self, after: str) -> Iterator[ControlPage]:
        """Never all of a very long list at once."""
        for _ in range(MOST_COUNTED // PAGE):
            page = self.list_controls(after=after, limit=PAGE)
            yield page
            if not page.following:
                return
            after = page.following
