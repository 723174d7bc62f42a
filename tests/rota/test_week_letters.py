"""Whether people are told what is theirs, in plain words, and no more."""

from __future__ import annotations

import pytest
from tests.rota.own_weeks import own
from tests.rota.tellings import ALL, HOURS, MON, TUE, WEEK

from belfry.rota.messages.facts import (
    DraftTold,
    FairnessTold,
    SwapAsked,
    WeekTold,
)
from belfry.rota.publishing.week_letters import word_letter


def read(name: str) -> list[str]:
    """The paragraphs between the greeting and the link."""
    greeting, *said, _ = word_letter(ALL[name]).text.split("\n\n")
    assert greeting == "Hello Ana,"
    return said


def test_week_tells_somebody_their_own_shifts() -> None:
    words = word_letter(ALL["a published week"])
    assert words.subject == "Your shifts from 16 to 22 November: 2, 16 h"
    assert words.text == (
        "Hello Ana,\n\n"
        "Here are your shifts from 16 to 22 November.\n\n"
        "- Monday 16 November 14:00-22:00 (barista, 8 h)\n"
        "- Tuesday 17 November 09:00-17:00 (8 h)\n\n"
        "In all: 2 shifts, 16 h.\n\n"
        "See your week, or ask for a swap:\n"
        "https://bench.example/r/k3"
    )


def test_changed_week_tells_what_became_of_it() -> None:
    assert read("a changed week") == [
        "Your shifts from 16 to 22 November have changed.",
        "What has changed:\n"
        "- New: Friday 20 November 22:00-06:00\n"
        "- No longer yours: Tuesday 17 November 09:00-17:00\n"
        "- Moved: Monday 16 November 14:00-22:00 (barista) is now "
        "Monday 16 November 15:00-23:00 (barista)",
        "Your shifts:\n"
        "- Monday 16 November 15:00-23:00 (barista, 8 h)\n"
        "- Friday 20 November 22:00-06:00 (8 h)",
        "In all: 2 shifts, 16 h.",
    ]


def test_another_role_is_told_as_such() -> None:
    before = (own("Mon 14:00-22:00"), own("Tue 09:00-17:00", role="cook"))
    told = WeekTold(**WEEK, shifts=(MON, TUE), before=before)
    assert word_letter(told).text.split("\n\n")[2] == (
        "What has changed:\n"
        "- Changed: Monday 16 November 14:00-22:00 is now as barista\n"
        "- Changed: Tuesday 17 November 09:00-17:00 (cook) is now for any role"
    )


def test_second_edition_without_a_change_reads_as_the_first() -> None:
    again = WeekTold(**WEEK, shifts=(MON, TUE), before=(TUE, MON))
    assert word_letter(again) == word_letter(ALL["a published week"])


def test_night_on_which_the_clocks_change_is_told_with_its_real_hours() -> None:
    told = WeekTold(**WEEK, shifts=(own("2026-10-24 22:00-06:00"),))
    assert "- Saturday 24 October 22:00-06:00 (9 h)" in word_letter(told).text


LETTERS = {
    "an empty week": (
        "No shifts from 16 to 22 November",
        ["You have no shifts from 16 to 22 November."],
    ),
    "a week that became empty": (
        "Changed: your shifts from 16 to 22 November",
        [
            "You have no shifts any more from 16 to 22 November.",
            "What has changed:\n- No longer yours: Monday 16 November 14:00-22:00 (barista)",
        ],
    ),
    "a week that is not published": (
        "Not published yet: 16 to 22 November",
        [
            "Nobody has been told their shifts from 16 to 22 November yet: it is not published.",
            "Its draft waits for your answer.",
        ],
    ),
    "a reminder": (
        "Reminder: your shifts from 16 to 22 November",
        [
            "A reminder of your shifts from 16 to 22 November.",
            "- Monday 16 November 14:00-22:00 (barista, 8 h)",
            "In all: 1 shift, 8 h.",
        ],
    ),
    "a draft": (
        "Draft for 16 to 22 November: 39 of 40 filled",
        [
            "The draft for 16 to 22 November is ready: 39 of 40 places are filled.",
            "Why there is another one: Dan is ill.",
            "It changes the shifts of Ben and Cara.",
            "To look at:\n"
            "- Friday 20 November 22:00-06:00, short-staffed (1 missing): nobody may take it\n"
            "- Tuesday 17 November 09:00-17:00, held for you to decide: "
            "Ben's time off is pending",
            "Nobody is told anything before you approve it.",
        ],
    ),
    "open shifts": (
        "Still open from 16 to 22 November: 1 shift",
        [
            "1 shift from 16 to 22 November is still open.",
            "- Friday 20 November 22:00-06:00, short-staffed (1 missing): nobody may take it",
        ],
    ),
    "a clash": (
        "Ben has time off on Mon 16 Nov 14:00-22:00",
        [
            "The standing pattern gives Ben a shift on a day off: "
            "Monday 16 November 14:00-22:00 (barista).",
            "Ben is off on Monday.",
            "Until you decide, the shift is held and nobody else is given it.",
        ],
    ),
    "a question": (
        "Can you take Mon 16 Nov 14:00-22:00?",
        [
            "Can you take Monday 16 November 14:00-22:00 (barista, 8 h)?",
            "It is the shift of Ben, who stays responsible for it until it is yours. It is urgent.",
            "It becomes yours once a manager has agreed. You need not take it.",
        ],
    ),
    "an offer": (
        "Cara would take Mon 16 Nov 14:00-22:00 for Ben",
        [
            "Cara would take Monday 16 November 14:00-22:00 (barista) for Ben.",
            "Cara is 8 h below.",
            "> flu",
        ],
    ),
    "a swap that is stuck": (
        "Nobody to take Mon 16 Nov 14:00-22:00 for Ben",
        [
            "Ben asks for somebody to take Monday 16 November 14:00-22:00 (barista), "
            "and nobody is left to ask.",
            "Asked in vain: Cara and Dan.",
        ],
    ),
    "a drop": (
        "Ben asks to drop Mon 16 Nov 14:00-22:00",
        [
            "Ben asks to drop Monday 16 November 14:00-22:00 (barista).",
            "> an exam",
            "Until you agree, Ben stays responsible for it; then it is open.",
        ],
    ),
    "a wish for time off": (
        "Ben asks for time off: 16 to 18 November",
        [
            "Ben asks for time off: 16 to 18 November.",
            "Why: wedding",
            "Shifts of Ben on these days:\n- Monday 16 November 14:00-22:00 (barista)",
        ],
    ),
    "an unread note": (
        "A note from Ben that could not be read",
        [
            "A note about time off from Ben could not be read.",
            "No day.",
            "> off\n>\n> soon",
        ],
    ),
    "time off": (
        "Time off approved: 16 to 18 November",
        ["Your time off is approved: 16 to 18 November."],
    ),
    "no time off": (
        "Time off declined: 16 to 18 November",
        ["Your time off is declined: 16 to 18 November.", "We need you."],
    ),
    "hours": (
        "Hours from 16 to 22 November: 97 h of 100 h",
        [
            "From 16 to 22 November people have 97 h; together they want 100 h.",
            "Over four weeks the furthest from their target: "
            "Ana 12 h below and Cara 7 h 30 min above.",
            "- Ana: 32 h of 40 h, 8 h below; over four weeks 12 h below\n"
            "- Ben: 40 h of 40 h, on target; over four weeks on target\n"
            "- Cara: 25 h of 20 h, 5 h above; over four weeks 7 h 30 min above",
        ],
    ),
}


@pytest.mark.parametrize("name", list(LETTERS))
def test_letter_says_so(name: str) -> None:
    assert (word_letter(ALL[name]).subject, read(name)) == LETTERS[name]


def test_draft_that_fills_everything_says_so() -> None:
    told = DraftTold(**WEEK, seats=40, filled=40)
    assert "The draft for 16 to 22 November is ready: all 40 places are filled." in (
        word_letter(told).text
    )


def test_even_hours_are_called_even() -> None:
    told = FairnessTold(**WEEK, people=HOURS, margin=720)
    said = word_letter(told).text.split("\n\n")[2]
    assert said == "Over four weeks everybody is within 12 h of their target."


def test_colleague_who_is_asked_is_not_told_why() -> None:
    assert {"note", "why", "reason"} & set(SwapAsked.__dataclass_fields__) == set()
