"""What the pages of the demo have beyond all others: its clock, and links that lead on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.clock import LABELS, Step, tell_news

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastapi import Request

    from belfry.entrypoints.demo.clock import Moved, Mover, News
    from belfry.entrypoints.web.pages.visits import Visit

# The word in the address of a page to which somebody came by moving the clock.
MOVED = "clock-moved"
# Customers' pages of the demo are on this machine, and so is whoever looks at it.
_LINK = re.compile(r"(http://127\.0\.0\.1:\d+/t/[\w-]+)")


@dataclass(frozen=True, slots=True)
class DemoBar:
    """The steps that whoever looks may take, none for somebody who is not signed in.

    `number` counts the moves so far; `moved` is the last one, if it was made just now.
    """

    steps: Mapping[Step, str]
    number: int
    back: str
    moved: Moved | None = None
    news: Sequence[News] = ()


def find_demo_bar(request: Request, visit: Visit | None) -> DemoBar | None:
    """None outside the demo."""
    mover: Mover | None = request.app.state.demo
    if mover is None:
        return None
    latest = mover.latest
    number = latest.number if latest else 0
    if visit is None:
        return DemoBar({}, number, "/")
    back = visit.here if request.method == "GET" else "/"
    if latest is None or request.query_params.get("done") != MOVED:
        return DemoBar(LABELS, number, back)
    return DemoBar(LABELS, number, back, latest, tell_news(visit.services, latest))


def part_links(text: str) -> list[str]:
    """What is said before, between and after links to customers' pages, and each link between."""
    return _LINK.split(text)
