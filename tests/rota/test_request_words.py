"""Whether people are told how their requests ended, each from where they stand."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rota.tellings import ALL, COVER, DAYS, LINK, TO_ANA

from belfry.rota.messages.facts import SwapNews, SwapToDecide, TimeOffNews
from belfry.rota.publishing.week_letters import word_letter, word_text
from belfry.rota.requests.requests import SwapKind, SwapState
from belfry.rota.rules.voice import Thing, Voice

OPEN = {**COVER, "kind": SwapKind.TAKE, "person": ""}
SHIFT = "Monday 16 November 14:00-22:00 (barista)"


@pytest.mark.parametrize(
    "reader, state, taker, subject, opening",
    [
        pytest.param(
            "Ana",
            "done",
            "Ana",
            "Yours now",
            f"It is agreed: {SHIFT} is yours now, in place of Ben.",
            id="to the taker who has it now",
        ),
        pytest.param(
            "Ana",
            "declined",
            "Ana",
            "Not yours",
            f"You need not take {SHIFT}: it stays with Ben.",
            id="to the taker who does not get it",
        ),
        pytest.param(
            "Ben",
            "done",
            "Ana",
            "No longer yours",
            f"It is agreed: {SHIFT} is no longer yours; Ana has it now.",
            id="to somebody whose shift was taken",
        ),
        pytest.param(
            "Ben",
            "done",
            "",
            "No longer yours",
            f"It is agreed: {SHIFT} is no longer yours.",
            id="to somebody who may drop it",
        ),
        pytest.param(
            "Ben",
            "declined",
            "Ana",
            "Still yours",
            f"{SHIFT} is still yours: a manager did not agree.",
            id="to somebody who must keep it",
        ),
        pytest.param(
            "Ben",
            "stuck",
            "",
            "Still yours",
            f"{SHIFT} is still yours: nobody was found so far, and a manager sees to it.",
            id="to somebody for whom nobody was found",
        ),
        pytest.param(
            "",
            "lapsed",
            "",
            "Still yours",
            f"{SHIFT} is still yours: the request is over.",
            id="to somebody without a name",
        ),
    ],
)
def test_news_of_a_swap_tells_whose_the_shift_is(
    reader: str, state: str, taker: str, subject: str, opening: str
) -> None:
    told = SwapNews(**{**COVER, "reader": reader}, state=SwapState(state), taker=taker)
    words = word_letter(told)
    assert words.subject == f"{subject}: Mon 16 Nov 14:00-22:00"
    assert words.text.split("\n\n")[1] == opening


@pytest.mark.parametrize(
    "state, title, opening",
    [
        pytest.param("done", "Yours now", f"It is agreed: {SHIFT} is yours now.", id="agreed"),
        pytest.param(
            "declined",
            "Not yours",
            f"A manager did not agree that you take {SHIFT}.",
            id="declined",
        ),
        pytest.param(
            "withdrawn",
            "Your offer is over",
            f"Your offer to take {SHIFT} was taken back.",
            id="taken back for them",
        ),
        pytest.param(
            "lapsed",
            "Your offer is over",
            f"Your offer to take {SHIFT} is over.",
            id="filled, gone or begun",
        ),
    ],
)
def test_news_of_an_open_shift_names_nobody_who_had_it(
    state: str, title: str, opening: str
) -> None:
    told = SwapNews(**OPEN, state=SwapState(state), taker="Ana", why="Because of it.")
    words = word_letter(told)
    assert words.subject == f"{title}: Mon 16 Nov 14:00-22:00"
    assert words.text.split("\n\n")[1:3] == [opening, "Because of it."]


def test_offer_to_take_an_open_shift_says_who_can_and_why() -> None:
    words = word_letter(SwapToDecide(**OPEN, taker="Dev Patel", why="Dev is 8 h below.", note="ok"))
    assert words.subject == "Dev Patel can take Mon 16 Nov 14:00-22:00, which is open"
    assert words.text.split("\n\n")[1:] == [
        f"Dev Patel can take {SHIFT}, which is open.",
        "Dev is 8 h below.",
        "> ok",
        f"Agree, or decline:\n{LINK}",
    ]


@pytest.mark.parametrize(
    "sentence, opening",
    [
        pytest.param("{person} needs you.", "Hello Ana,", id="not one that names the person"),
        pytest.param("Look, {name}: {news}", None, id="one that tells the news"),
    ],
)
def test_own_sentence_about_an_offer_is_used_where_it_is_true_of_an_open_shift(
    sentence: str, opening: str | None
) -> None:
    told = SwapToDecide(**OPEN, taker="Dev Patel")
    words = word_letter(told, Voice(say_when={Thing.SWAP_OFFERED: sentence}))
    own = f"Look, Ana: Dev Patel can take {SHIFT}, which is open."
    assert words.text.split("\n\n")[0] == (opening or own)


def test_edited_time_off_tells_both() -> None:
    asked = (date(2026, 11, 16), date(2026, 11, 20))
    told = TimeOffNews(**TO_ANA, **DAYS, is_approved=True, asked=asked)
    assert word_text(told).text == (
        "Your time off is approved: 16 to 18 November. "
        f"You had asked for 16 to 20 November; please look at the days. {LINK}"
    )
    same = TimeOffNews(
        **TO_ANA, **DAYS, is_approved=True, asked=(DAYS["first_on"], DAYS["last_on"])
    )
    assert word_letter(same) == word_letter(ALL["time off"])
