"""Whether texts stay short, and own sentences hide nothing that the reader must know."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rota.own_weeks import own
from tests.rota.tellings import ALL, COVER, LINK, MON, WEEK

from belfry.kernel.sms import count_parts
from belfry.rota.messages.facts import SwapToDecide, WeekTold
from belfry.rota.publishing.letter_frames import tidy_sentence
from belfry.rota.publishing.own_shifts import OwnShift
from belfry.rota.publishing.week_letters import sketch, word_letter, word_text
from belfry.rota.rules.voice import SLOTS, Thing, Voice

TEXTS = {
    "a published week": (
        "Here are your shifts from 16 to 22 November: "
        "Mon 16 Nov 14:00-22:00; Tue 17 Nov 09:00-17:00."
    ),
    "a changed week": (
        "Your shifts from 16 to 22 November have changed: new Fri 20 Nov 22:00-06:00; "
        "no longer yours Tue 17 Nov 09:00-17:00; "
        "moved Mon 16 Nov 14:00-22:00 to Mon 16 Nov 15:00-23:00."
    ),
    "an empty week": "You have no shifts from 16 to 22 November.",
    "a draft": (
        "The draft for 16 to 22 November is ready: 39 of 40 places are filled. "
        "Fri 20 Nov 22:00-06:00 short-staffed (1 missing); "
        "Tue 17 Nov 09:00-17:00 held for you to decide."
    ),
    "a question": "Can you take Monday 16 November 14:00-22:00 (barista, 8 h)? It is urgent.",
    "an unread note": "A note about time off from Ben could not be read: off soon.",
    "no time off": "Your time off is declined: 16 to 18 November. We need you.",
}


@pytest.mark.parametrize("name", list(TEXTS))
def test_text_message_says_what_matters(name: str) -> None:
    assert word_text(ALL[name]).text == f"{TEXTS[name]} {LINK}"


@pytest.mark.parametrize("name", list(ALL))
def test_text_message_is_short_and_in_plain_signs(name: str) -> None:
    parts = count_parts(word_text(ALL[name]).text)
    assert (parts.encoding, parts.parts <= 3) == ("GSM-7", True)


def test_text_message_that_grows_too_long_leads_to_the_rest() -> None:
    hours = ("06:00-10:00", "12:00-16:00", "18:00-22:00")
    whens = [f"2026-11-{day} {hour}" for day in range(16, 23) for hour in hours]
    shifts = tuple(own(when, id=when) for when in whens)
    text = word_text(WeekTold(**WEEK, shifts=shifts)).text
    told = text.count(" Nov ")
    assert text.endswith(f"; and {21 - told} more. {LINK}")
    one_more = f"{text} Sun 22 Nov 06:00-10:00;"
    assert (count_parts(text).parts, count_parts(one_more).parts) == (3, 4)
    unlinked = word_text(WeekTold(**{**WEEK, "link": ""}, shifts=shifts)).text
    assert unlinked.count(" Nov ") == 21


def test_letter_without_a_page_has_no_link() -> None:
    told = WeekTold(**{**WEEK, "link": ""}, shifts=(MON,))
    assert word_letter(told).text.endswith("In all: 1 shift, 8 h.")


def test_own_sentence_opens_the_letter_and_the_shifts_follow() -> None:
    voice = Voice("", {Thing.WEEK_PUBLISHED: "Hi {name}, {team} needs you for {hours}."})
    opening = "Hi Ana, The Repair Bench needs you for 16 h."
    assert word_letter(ALL["a published week"], voice).text.split("\n\n")[:2] == [
        opening,
        "- Monday 16 November 14:00-22:00 (barista, 8 h)\n- Tuesday 17 November 09:00-17:00 (8 h)",
    ]
    listed = "Mon 16 Nov 14:00-22:00; Tue 17 Nov 09:00-17:00."
    assert word_text(ALL["a published week"], voice).text == f"{opening} {listed} {LINK}"


def test_own_sentence_with_a_slot_that_cannot_be_filled_is_not_used() -> None:
    voice = Voice("", {Thing.WEEK_PUBLISHED: "Hi {name}, enjoy {days}."})
    assert word_letter(ALL["a published week"], voice) == word_letter(ALL["a published week"])


def test_own_sentence_that_would_crowd_out_the_shifts_is_not_used_in_a_text() -> None:
    voice = Voice("", {Thing.WEEK_PUBLISHED: "Be there! " * 50})
    assert word_text(ALL["a published week"], voice) == word_text(ALL["a published week"])


@pytest.mark.parametrize("name", list(ALL))
def test_no_own_sentence_hides_what_the_reader_must_know(name: str) -> None:
    told = ALL[name]
    plain = sketch(told)
    bare = word_letter(told, Voice("", {plain.thing: "Hello!"})).text.split("\n\n")
    assert bare[0] == "Hello!"
    assert (plain.opening in bare) == bool(plain.needs)
    assert [part for part in plain.parts if part and part not in bare] == []
    news = word_letter(told, Voice("", {plain.thing: "Hi {name}: {news}"})).text
    assert news.split("\n\n")[0] == f"Hi Ana: {plain.opening}"
    assert news.count(plain.opening) == 1


@pytest.mark.parametrize("name", list(ALL))
def test_slots_are_those_that_a_sentence_may_have(name: str) -> None:
    plain = sketch(ALL[name])
    assert {*plain.slots, *plain.needs} <= set(SLOTS)


NAMES = st.text(st.characters(codec="utf-8"), max_size=100)


@given(NAMES, NAMES, NAMES)
def test_no_name_breaks_out_of_its_line(reader: str, person: str, role: str) -> None:
    shift = OwnShift(id="m", starts_at=MON.starts_at, ends_at=MON.ends_at, role=role)
    told = SwapToDecide(
        **{**COVER, "reader": reader, "person": person, "shift": shift}, taker=person or "x"
    )
    words = word_letter(told)
    assert len(words.text.split("\n")) == 6
    assert "\n" not in words.subject
    assert [x for x in words.text if not x.isprintable() and x not in "\n\u200c\u200d"] == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Cara is 8 h below", "Cara is 8 h below."),
        ("We need you!", "We need you!"),
        ("Chosen by Maria.", "Chosen by Maria."),
        ("", ""),
    ],
    ids=["no end", "an end of its own", "a full stop", "nothing"],
)
def test_reason_ends_as_a_sentence_does(said: str, told: str) -> None:
    assert tidy_sentence(said) == told
