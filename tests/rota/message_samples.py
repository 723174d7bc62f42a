"""One of each thing that people are told about the rota, for tests of the words."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.rota.own_weeks import own
from tests.rota.weeks import LONDON, MONDAY

from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.messages.facts import (
    CalendarEntries,
    ClashFound,
    DraftReady,
    FairnessSummary,
    Flag,
    MessageFacts,
    OpenShifts,
    PublishedWeek,
    Reminder,
    SwapNews,
    SwapQuestion,
    SwapToDecide,
    TimeOffNews,
    TimeOffToDecide,
    Unpublished,
    UnreadNote,
)
from belfry.rota.reports.fairness import PersonFairness, Totals
from belfry.rota.requests.requests import SwapKind, SwapState

LINK = "https://bench.example/r/k3"
TO_ANA: dict[str, Any] = {
    "reader": "Ana",
    "team": "The Repair Bench",
    "zone": LONDON,
    "link": LINK,
}
MON, LATER = own("Mon 14:00-22:00", role="barista"), own("Mon 15:00-23:00", role="barista")
TUE, FRI = own("Tue 09:00-17:00"), own("Fri 22:00-06:00")
WEEK = {**TO_ANA, "starts_on": MONDAY}
SHORT = Flag(shift=FRI, outcome=Outcome.SHORT_STAFFED, missing=1, why="nobody may take it")
HELD = Flag(shift=TUE, outcome=Outcome.HELD, why="Ben's time off is pending")


def hours(
    name: str, *, placed: int, target: int, below: int, weekends: int = 0, nights: int = 0
) -> PersonFairness:
    """In minutes; `below` is over four weeks."""
    lately = Totals(weeks=4, placed=0, target=below, weekends=weekends, nights=nights)
    return PersonFairness(name=name, placed=placed, target=target, cap=target, lately=lately)


HOURS = (
    hours("Ben", placed=2400, target=2400, below=0),
    hours("Cara", placed=1500, target=1200, below=-450),
    hours("Ana", placed=1920, target=2400, below=720),
)
COVER = {**TO_ANA, "kind": SwapKind.COVER, "shift": MON, "person": "Ben"}
DAYS: dict[str, Any] = {"first_on": date(2026, 11, 16), "last_on": date(2026, 11, 18)}
ALL: dict[str, MessageFacts] = {
    "a published week": PublishedWeek(**WEEK, shifts=(TUE, MON)),
    "a changed week": PublishedWeek(**WEEK, shifts=(LATER, FRI), before=(MON, TUE)),
    "an empty week": PublishedWeek(**WEEK, shifts=()),
    "a week that became empty": PublishedWeek(**WEEK, shifts=(), before=(MON,)),
    "calendar entries": CalendarEntries(**WEEK, shifts=(MON,)),
    "cancelled calendar entries": CalendarEntries(**WEEK, shifts=()),
    "a reminder": Reminder(**WEEK, shifts=(MON,)),
    "a draft": DraftReady(
        **WEEK,
        seats=40,
        filled=39,
        flags=(SHORT, HELD),
        because="Dan is ill.",
        changed_people=("Ben", "Cara"),
    ),
    "open shifts": OpenShifts(**WEEK, flags=(SHORT,)),
    "a week that is not published": Unpublished(**WEEK, draft=2),
    "a clash": ClashFound(**TO_ANA, person="Ben", shift=MON, words="Ben is off on Monday."),
    "a question": SwapQuestion(**TO_ANA, shift=MON, person="Ben", is_urgent=True),
    "an offer": SwapToDecide(**COVER, taker="Cara", why="Cara is 8 h below.", note="flu"),
    "a swap that is stuck": SwapToDecide(**COVER, refused=("Cara", "Dan")),
    "a drop": SwapToDecide(**{**COVER, "kind": SwapKind.DROP}, note="an exam"),
    "an offer for an open shift": SwapToDecide(
        **{**COVER, "kind": SwapKind.TAKE, "person": ""}, taker="Cara", note="I am near"
    ),
    "news of an open shift": SwapNews(
        **{**COVER, "kind": SwapKind.TAKE, "person": ""}, state=SwapState.DONE, taker="Ana"
    ),
    "news of a swap": SwapNews(**COVER, state=SwapState.DONE, taker="Ana"),
    "a wish for time off": TimeOffToDecide(
        **TO_ANA, **DAYS, person="Ben", reason="wedding", shifts=(MON,)
    ),
    "an unread note": UnreadNote(
        **TO_ANA, person="Ben", sender="ben@home.example", note="off\n\nsoon\x1b", why="No day."
    ),
    "time off": TimeOffNews(**TO_ANA, **DAYS, is_approved=True),
    "no time off": TimeOffNews(**TO_ANA, **DAYS, is_approved=False, why="We need you."),
    "hours": FairnessSummary(**WEEK, people=HOURS, margin=120),
}
