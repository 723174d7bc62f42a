"""Whether people are told what is theirs, in plain words, and no more."""

from __future__ import annotations

from datetime import date
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loops import for_each
from tests.rota.message_samples import ALL, COVER, DAYS, HOURS, LINK, MON, TO_ANA, TUE, WEEK
from tests.rota.own_weeks import own

from belfry.kernel.sms import count_parts
from belfry.messaging.templates import end_sentence
from belfry.rota.messages.compose_messages import render_email, render_sms
from belfry.rota.messages.facts import (
    DraftReady,
    FairnessSummary,
    PublishedWeek,
    SwapNews,
    SwapQuestion,
    SwapToDecide,
    TimeOffNews,
)
from belfry.rota.publishing.own_shifts import OwnShift
from belfry.rota.requests.requests import SwapKind, SwapState
from belfry.rota.rules.voice import SLOTS, Topic, Voice


def read(name: str) -> list[str]:
    """The paragraphs between the greeting and the link."""
    greeting, *paragraphs, _ = render_email(ALL[name]).text.split("\n\n")
    assert greeting == "Hello Ana,"
    return paragraphs


def test_week_tells_somebody_their_own_shifts() -> None:
    words = render_email(ALL["a published week"])
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
    facts = PublishedWeek(**WEEK, shifts=(MON, TUE), before=before)
    assert render_email(facts).text.split("\n\n")[2] == (
        "What has changed:\n"
        "- Changed: Monday 16 November 14:00-22:00 is now as barista\n"
        "- Changed: Tuesday 17 November 09:00-17:00 (cook) is now for any role"
    )


def test_second_edition_without_a_change_reads_as_the_first() -> None:
    again = PublishedWeek(**WEEK, shifts=(MON, TUE), before=(TUE, MON))
    assert render_email(again) == render_email(ALL["a published week"])


def test_night_on_which_the_clocks_change_is_told_with_its_real_hours() -> None:
    facts = PublishedWeek(**WEEK, shifts=(own("2026-10-24 22:00-06:00"),))
    assert "- Saturday 24 October 22:00-06:00 (9 h)" in render_email(facts).text


EMAILS = {
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
            "Not published yet: nobody has been told their shifts from 16 to 22 November.",
            "The draft is waiting for your approval.",
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
            "Nothing is sent to the team before you approve it.",
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
            "These said no: Cara and Dan.",
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


@for_each("name", list(EMAILS))
def test_email_says_so(name: str) -> None:
    assert (render_email(ALL[name]).subject, read(name)) == EMAILS[name]


def test_draft_that_fills_everything_says_so() -> None:
    facts = DraftReady(**WEEK, seats=40, filled=40)
    assert "The draft for 16 to 22 November is ready: all 40 places are filled." in (
        render_email(facts).text
    )


def test_even_hours_are_called_even() -> None:
    facts = FairnessSummary(**WEEK, people=HOURS, margin=720)
    paragraph = render_email(facts).text.split("\n\n")[2]
    assert paragraph == "Over four weeks everybody is within 12 h of their target."


def test_colleague_who_is_asked_is_not_told_why() -> None:
    assert {"note", "why", "reason"} & set(SwapQuestion.__dataclass_fields__) == set()


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
    assert render_sms(ALL[name]).text == f"{TEXTS[name]} {LINK}"


@for_each("name", list(ALL))
def test_text_message_is_short_and_in_plain_signs(name: str) -> None:
    parts = count_parts(render_sms(ALL[name]).text)
    assert (parts.encoding, parts.parts <= 3) == ("GSM-7", True)


def test_text_message_that_grows_too_long_leads_to_the_rest() -> None:
    hours = ("06:00-10:00", "12:00-16:00", "18:00-22:00")
    whens = [f"2026-11-{day} {hour}" for day in range(16, 23) for hour in hours]
    shifts = tuple(own(when, id=when) for when in whens)
    text = render_sms(PublishedWeek(**WEEK, shifts=shifts)).text
    listed = text.count(" Nov ")
    assert text.endswith(f"; and {21 - listed} more. {LINK}")
    one_more = f"{text} Sun 22 Nov 06:00-10:00;"
    assert (count_parts(text).parts, count_parts(one_more).parts) == (3, 4)
    unlinked = render_sms(PublishedWeek(**{**WEEK, "link": ""}, shifts=shifts)).text
    assert unlinked.count(" Nov ") == 21


def test_email_without_a_page_has_no_link() -> None:
    facts = PublishedWeek(**{**WEEK, "link": ""}, shifts=(MON,))
    assert render_email(facts).text.endswith("In all: 1 shift, 8 h.")


def test_own_sentence_opens_the_email_and_the_shifts_follow() -> None:
    voice = Voice("", {Topic.WEEK_PUBLISHED: "Hi {name}, {team} needs you for {hours}."})
    opening = "Hi Ana, The Repair Bench needs you for 16 h."
    assert render_email(ALL["a published week"], voice).text.split("\n\n")[:2] == [
        opening,
        "- Monday 16 November 14:00-22:00 (barista, 8 h)\n- Tuesday 17 November 09:00-17:00 (8 h)",
    ]
    listed = "Mon 16 Nov 14:00-22:00; Tue 17 Nov 09:00-17:00."
    assert render_sms(ALL["a published week"], voice).text == f"{opening} {listed} {LINK}"


def test_own_sentence_with_a_slot_that_cannot_be_filled_is_not_used() -> None:
    voice = Voice("", {Topic.WEEK_PUBLISHED: "Hi {name}, enjoy {days}."})
    assert render_email(ALL["a published week"], voice) == render_email(ALL["a published week"])


def test_own_sentence_that_would_crowd_out_the_shifts_is_not_used_in_a_text() -> None:
    voice = Voice("", {Topic.WEEK_PUBLISHED: "Be there! " * 50})
    assert render_sms(ALL["a published week"], voice) == render_sms(ALL["a published week"])


@for_each("name", list(ALL))
def test_no_own_sentence_hides_what_the_reader_must_know(name: str) -> None:
    facts = ALL[name]
    _, opening, *rest = render_email(facts).text.split("\n\n")
    bare = render_email(facts, Voice("", {facts.find_topic(): "Hello!"})).text.split("\n\n")
    assert bare == ["Hello!", *([opening] if facts.find_required() else []), *rest]
    news = render_email(facts, Voice("", {facts.find_topic(): "Hi {name}: {news}"})).text
    assert news.split("\n\n") == [f"Hi Ana: {opening}", *rest]


@for_each("name", list(ALL))
def test_slots_are_those_that_a_sentence_may_have(name: str) -> None:
    facts = ALL[name]
    assert {*facts.slots, *facts.find_required()} <= set(SLOTS)


NAMES = st.text(st.characters(codec="utf-8"), max_size=100)


@given(NAMES, NAMES, NAMES)
def test_no_name_breaks_out_of_its_line(reader: str, person: str, role: str) -> None:
    shift = OwnShift(id="m", starts_at=MON.starts_at, ends_at=MON.ends_at, role=role)
    facts = SwapToDecide(
        **{**COVER, "reader": reader, "person": person, "shift": shift}, taker=person or "x"
    )
    words = render_email(facts)
    assert len(words.text.split("\n")) == 6
    assert "\n" not in words.subject
    assert [x for x in words.text if not x.isprintable() and x not in "\n\u200c\u200d"] == []


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("Cara is 8 h below", "Cara is 8 h below."),
        ("We need you!", "We need you!"),
        ("Chosen by Maria.", "Chosen by Maria."),
        ("", ""),
    ],
    ids=["no end", "an end of its own", "a full stop", "nothing"],
)
def test_reason_ends_as_a_sentence_does(reason: str, expected: str) -> None:
    assert end_sentence(reason) == expected


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
            f"{SHIFT} is still yours: nobody was found so far, and a manager will decide.",
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
    facts = SwapNews(**{**COVER, "reader": reader}, state=SwapState(state), taker=taker)
    words = render_email(facts)
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
    facts = SwapNews(**OPEN, state=SwapState(state), taker="Ana", why="Because of it.")
    words = render_email(facts)
    assert words.subject == f"{title}: Mon 16 Nov 14:00-22:00"
    assert words.text.split("\n\n")[1:3] == [opening, "Because of it."]


def test_offer_to_take_an_open_shift_says_who_can_and_why() -> None:
    words = render_email(
        SwapToDecide(**OPEN, taker="Dev Patel", why="Dev is 8 h below.", note="ok")
    )
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
    facts = SwapToDecide(**OPEN, taker="Dev Patel")
    words = render_email(facts, Voice(say_when={Topic.SWAP_OFFERED: sentence}))
    own = f"Look, Ana: Dev Patel can take {SHIFT}, which is open."
    assert words.text.split("\n\n")[0] == (opening or own)


def test_edited_time_off_tells_both() -> None:
    asked = (date(2026, 11, 16), date(2026, 11, 20))
    facts = TimeOffNews(**TO_ANA, **DAYS, is_approved=True, asked=asked)
    assert render_sms(facts).text == (
        "Your time off is approved: 16 to 18 November. "
        f"You had asked for 16 to 20 November; please check the days. {LINK}"
    )
    same = TimeOffNews(
        **TO_ANA, **DAYS, is_approved=True, asked=(DAYS["first_on"], DAYS["last_on"])
    )
    assert render_email(same) == render_email(ALL["time off"])


def test_every_template_belongs_to_a_message() -> None:
    folder = files("belfry.rota") / "messages"
    names = {file.name.removesuffix(".txt") for file in folder.iterdir() if file.name[0] != "_"}
    templates = {name for name in names if not name.endswith(".py")}
    assert templates == {"email", *(facts.template for facts in ALL.values())}
