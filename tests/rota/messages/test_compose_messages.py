"""Whether every message of the rota is worded from what is true when it leaves, and how it goes."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from tests.contracts.rota_books import a_clash, a_request, a_swap
from tests.rota.publishing import (
    MARIA,
    SENDER,
    approve,
    change,
    draft,
    hours,
    memory_cafe,
    publish,
    read_entry,
    read_post,
)
from tests.rota.teams import MONDAY, PEOPLE_FILE, RULES_FILE, STAFF_FILE, WEEK, WEEK_FILE, Team

from belfry.kernel.texts import digest_of
from belfry.messaging.change_messages import Wanted
from belfry.messaging.messages import Audience, Message
from belfry.messaging.ports import (
    OutgoingMessage,
    RenderedMessage,
    Superseded,
    Unsendable,
    Written,
)
from belfry.rota.messages import message_keys as keys
from belfry.rota.messages.write_weeks import WriteWeeks
from belfry.rota.requests.requests import Asked, ClashState, LinkKind, RotaLink, SwapKind, SwapState


@pytest.fixture
def cafe() -> Team:
    """The week is published, and no other messages were sent."""
    team = memory_cafe()
    publish(team)
    team.email.sent.clear()
    return team


def say(team: Team, kind: str, facts: dict[str, Any], person: str = MARIA) -> list[OutgoingMessage]:
    """The emails that leave when such a message is put in line."""
    queue(team, kind, facts, person)
    before = len(team.email.sent)
    team.release()
    return list(team.email.sent[before:])


def queue(team: Team, kind: str, facts: dict[str, Any], person: str = MARIA) -> str:
    key = f"{kind}/{person}/{facts}"
    wanted = Wanted(
        id=key,
        room="rota",
        kind=kind,
        about=key,
        person=person,
        audience=Audience.TEAM,
        facts=facts,
    )
    assert team.rota.publishing.notify.notify_managers.queue_message(wanted)
    return key


def write(team: Team, key: str) -> Written:
    """What the message would be if it left now."""
    message = team.ports.store.find(Message, key)
    assert message is not None
    return team.rota.publishing.write.open_composer().write(message, team.app.clock.now())


def find_link(team: Team, outgoing: OutgoingMessage) -> RotaLink:
    _, _, token = outgoing.text.rpartition("/rota/answer/")
    link = team.ports.store.find(RotaLink, digest_of(token.strip()))
    assert link is not None
    return link


ASKING = a_swap(
    shift_id="fri-late", person="Ben Shaw", asked="Cara Woods", round=1, state=SwapState.ASKING
)
OFFERED = a_swap(
    shift_id="fri-late",
    person="Ben Shaw",
    asked="Cara Woods",
    round=1,
    state=SwapState.OFFERED,
    why="Cara is 8 h below her target.",
    note="an exam",
)
DONE = a_swap(
    shift_id="fri-late", person="Cara Woods", asked="Ben Shaw", round=1, state=SwapState.DONE
)
ASKED_OFF = a_request(
    "r1", person="Ana Diaz", first_on=MONDAY, last_on=date(2026, 11, 17), reason="a wedding"
)
UNREAD = a_request(
    "r2", person="Ana Diaz", state=Asked.UNREAD, first_on=None, last_on=None, note="off soon?"
)
APPROVED = a_request("r3", person="Ana Diaz", state=Asked.APPROVED)
CLASH = a_clash("mon-early", person="Ana Diaz", words="Ana Diaz is off on 16 November")

KINDS: dict[str, tuple[Any, str, dict[str, Any], str, str, tuple[LinkKind, str, int] | None]] = {
    "an asking": (
        ASKING,
        keys.ASK,
        {"swap": "s1", "round": 1},
        "Cara Woods",
        "Can you take Fri 20 Nov 15:00-22:00?",
        (LinkKind.ASK, "s1", 1),
    ),
    "an offer": (
        OFFERED,
        keys.SWAP_TO_DECIDE,
        {"swap": "s1", "state": "offered", "round": 1},
        MARIA,
        "Cara Woods would take Fri 20 Nov 15:00-22:00 for Ben Shaw",
        (LinkKind.SWAP, "s1", 1),
    ),
    "news of a swap": (
        DONE,
        keys.SWAP_NEWS,
        {"swap": "s1", "state": "done", "round": 1},
        "Cara Woods",
        "No longer yours: Fri 20 Nov 15:00-22:00",
        (LinkKind.WEEK, WEEK, 0),
    ),
    "a wish for time off": (
        ASKED_OFF,
        keys.TIME_OFF_TO_DECIDE,
        {"request": "r1"},
        MARIA,
        "Ana Diaz asks for time off: 16 to 17 November",
        (LinkKind.TIME_OFF, "r1", 0),
    ),
    "an unread note": (
        UNREAD,
        keys.TIME_OFF_TO_DECIDE,
        {"request": "r2"},
        MARIA,
        "A note from Ana Diaz that could not be read",
        (LinkKind.TIME_OFF, "r2", 0),
    ),
    "time off": (
        APPROVED,
        keys.TIME_OFF_NEWS,
        {"request": "r3", "state": "approved"},
        "Ana Diaz",
        "Time off approved: 16 November",
        (LinkKind.WEEK, WEEK, 0),
    ),
    "a clash": (
        CLASH,
        keys.CLASH,
        {"clash": CLASH.key},
        MARIA,
        "Ana Diaz has time off on Mon 16 Nov 07:00-15:00",
        (LinkKind.CLASH, CLASH.key, 0),
    ),
    "a reminder": (
        None,
        keys.REMINDER,
        {"week": WEEK},
        "Ana Diaz",
        "Reminder: your shifts from 16 to 22 November",
        (LinkKind.WEEK, WEEK, 0),
    ),
    "hours": (
        None,
        keys.FAIRNESS,
        {"week": WEEK},
        MARIA,
        "Hours from 16 to 22 November: 38 h of 112 h",
        (LinkKind.DRAFT, WEEK, 1),
    ),
}


@pytest.mark.parametrize("case", list(KINDS))
def test_message_is_worded_and_leads_to_where_it_is_answered(cafe: Team, case: str) -> None:
    record, kind, facts, person, subject, link = KINDS[case]
    if record:
        cafe.put(record)
    [outgoing] = say(cafe, kind, facts, person)
    assert outgoing.subject == subject
    opened = find_link(cafe, outgoing)
    assert ((opened.kind, opened.about, opened.number), opened.person) == (link, person)


def test_every_kind_of_message_has_somebody_who_writes_it(cafe: Team) -> None:
    kinds = {value for name, value in vars(keys).items() if name.isupper() and name != "ROOM"}
    assert set(cafe.rota.publishing.write.writers) == kinds


def test_message_is_written_once_although_its_link_is_made_later(
    cafe: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    plain = WriteWeeks.remind

    def remind(self: WriteWeeks, message: Message, *arguments: Any) -> Any:
        written.append(message.id)
        return plain(self, message, *arguments)

    monkeypatch.setattr(WriteWeeks, "remind", remind)
    [outgoing] = say(cafe, keys.REMINDER, {"week": WEEK}, "Ana Diaz")
    assert (find_link(cafe, outgoing).person, len(written)) == ("Ana Diaz", 1)


OVER: dict[str, tuple[Any, str, dict[str, Any], str, str]] = {
    "another one is asked": (
        a_swap(shift_id="fri-late", person="Ben Shaw", asked="Ana Diaz", round=2),
        keys.ASK,
        {"swap": "s1", "round": 1},
        "Cara Woods",
        "another person was asked since",
    ),
    "the swap is done": (
        DONE,
        keys.SWAP_TO_DECIDE,
        {"swap": "s1", "state": "offered", "round": 1},
        MARIA,
        "the swap is done by now",
    ),
    "the request was answered": (
        APPROVED,
        keys.TIME_OFF_TO_DECIDE,
        {"request": "r3"},
        MARIA,
        "it is approved by now",
    ),
    "the clash was answered": (
        a_clash("mon-early", state=ClashState.FREED, answered_at=CLASH.found_at),
        keys.CLASH,
        {"clash": CLASH.key},
        MARIA,
        "it is freed by now",
    ),
    "the request is gone": (
        None,
        keys.TIME_OFF_TO_DECIDE,
        {"request": "r9"},
        MARIA,
        "the request is gone",
    ),
    "the shift of a clash is gone": (
        a_clash("mon-noon"),
        keys.CLASH,
        {"clash": f"{WEEK}/mon-noon"},
        MARIA,
        "the shift is over or gone",
    ),
    "nothing is open": (
        None,
        keys.OPEN_SHIFTS,
        {"week": WEEK},
        MARIA,
        "nothing is open in that week any more",
    ),
    "the week is published": (
        None,
        keys.UNPUBLISHED,
        {"week": WEEK},
        MARIA,
        "the week is published now",
    ),
    "nobody has hours": (
        None,
        keys.FAIRNESS,
        {"week": "2026-11-23"},
        MARIA,
        "nobody has hours in that week",
    ),
    "no shifts are left to remind of": (
        None,
        keys.REMINDER,
        {"week": WEEK},
        "Cara Woods",
        "they have no shifts in that week any more",
    ),
}


@pytest.mark.parametrize("why", list(OVER))
def test_message_is_dropped_once(cafe: Team, why: str) -> None:
    record, kind, facts, person, expected = OVER[why]
    if record:
        cafe.put(record)
    assert write(cafe, queue(cafe, kind, facts, person)) == Superseded(expected)


def test_asking_is_over_once_the_shift_has_begun(cafe: Team) -> None:
    cafe.put(ASKING)
    key = queue(cafe, keys.ASK, {"swap": "s1", "round": 1}, "Cara Woods")
    cafe.go_to("2026-11-20T15:00")
    assert write(cafe, key) == Superseded("the shift is over or gone")


@pytest.mark.parametrize("kind", [keys.WEEK, keys.REMINDER])
def test_week_that_is_over_is_told_to_nobody(kind: str) -> None:
    team = memory_cafe()
    draft(team)
    approve(team)
    team.relay()
    key = queue(team, kind, {"week": WEEK, "edition": 1, "told": {}}, "Ana Diaz")
    team.go_to("2026-11-23T00:00")
    assert write(team, key) == Superseded("the week is over")


def test_open_shifts_are_listed_with_what_is_missing() -> None:
    team = memory_cafe()
    team.write_week("sun,Sun,09:00,17:00,cook,till,1,,,", "mon,Mon,07:00,15:00,barista,,1,Ana,,")
    draft(team)
    approve(team)
    team.deliver()
    [outgoing] = say(team, keys.OPEN_SHIFTS, {"week": WEEK})
    assert outgoing.subject == "Still open from 16 to 22 November: 1 shift"
    assert "Sunday 22 November 09:00-17:00 (cook), short-staffed (1 missing)" in outgoing.text


@pytest.mark.parametrize(
    ("is_drafted", "expected"),
    [(True, "The draft is waiting for your approval."), (False, "There is no draft yet.")],
)
def test_week_that_nobody_was_told_of_is_told_to_those_who_decide(
    is_drafted: bool, expected: str
) -> None:
    team = memory_cafe()
    if is_drafted:
        draft(team)
    [outgoing] = say(team, keys.UNPUBLISHED, {"week": WEEK})
    assert outgoing.subject == "Not published yet: 16 to 22 November"
    assert expected in outgoing.text
    assert ("/rota/answer/" in outgoing.text) is is_drafted


def test_draft_lists_what_is_to_be_looked_at_and_whom_it_touches(cafe: Team) -> None:
    cafe.rota.publishing.edit(MONDAY, {"tue-early": [], "fri-late": ["Ana"]}, by=MARIA)
    cafe.deliver()
    [outgoing] = cafe.email.sent
    assert outgoing.subject == "Draft for 16 to 22 November: 4 of 5 filled"
    assert "It changes the shifts of Ana Diaz and Ben Shaw." in outgoing.text
    assert "Tuesday 17 November 07:00-15:00 (barista), held for you to decide" in outgoing.text


def test_urgent_asking_wakes_people_and_no_other_does(cafe: Team) -> None:
    cafe.go_to("2026-11-12T23:00")
    cafe.put(ASKING)
    assert say(cafe, keys.ASK, {"swap": "s1", "round": 1}, "Cara Woods") == []
    assert cafe.said()[-1] == ("Cara Woods", "held", "quiet hours")
    cafe.put(a_swap("s2", shift_id="mon-late", asked="Cara Woods", round=1, is_urgent=True))
    [outgoing] = say(cafe, keys.ASK, {"swap": "s2", "round": 1}, "Cara Woods")
    assert "It is urgent." in outgoing.text


@pytest.mark.parametrize(
    ("kind", "state", "person", "is_told"),
    [
        pytest.param(keys.SWAP_TO_DECIDE, "offered", MARIA, True, id="who decides"),
        pytest.param(keys.SWAP_TO_DECIDE, "stuck", MARIA, True, id="who decides when it is stuck"),
        pytest.param(keys.SWAP_NEWS, "done", "Ben Shaw", True, id="who takes it"),
        pytest.param(keys.SWAP_NEWS, "done", "Cara Woods", False, id="not who is ill"),
    ],
)
def test_urgent_swap_is_carried_on_at_night(
    cafe: Team, kind: str, state: str, person: str, *, is_told: bool
) -> None:
    cafe.go_to("2026-11-12T23:00")
    theirs = {"person": "Cara Woods", "asked": "Ben Shaw", "round": 1, "state": SwapState(state)}
    cafe.put(a_swap("s1", shift_id="fri-late", **theirs))
    cafe.put(a_swap("s2", shift_id="mon-late", is_urgent=True, **theirs))
    assert say(cafe, kind, {"swap": "s1", "state": state, "round": 1}, person) == []
    emails = say(cafe, kind, {"swap": "s2", "state": state, "round": 1}, person)
    assert ["Mon 16 Nov" in outgoing.subject for outgoing in emails] == ([True] if is_told else [])


@pytest.mark.parametrize("reader", ["Ben Shaw", "Cara Woods"])
def test_swap_that_was_undone_meanwhile_is_not_told(cafe: Team, reader: str) -> None:
    cafe.put(DONE)
    key = queue(cafe, keys.SWAP_NEWS, {"swap": "s1", "state": "done", "round": 1}, reader)
    change(cafe, fri_late=("Cara Woods",), anyway=True)
    assert write(cafe, key) == Superseded("the shift has changed hands since")


def test_swap_names_nobody_who_has_the_shift_no_longer(cafe: Team) -> None:
    cafe.put(DONE)
    change(cafe, fri_late=())
    [outgoing] = say(
        cafe, keys.SWAP_NEWS, {"swap": "s1", "state": "done", "round": 1}, "Cara Woods"
    )
    assert "is no longer yours." in outgoing.text
    assert "Ben Shaw" not in outgoing.text


def test_colleagues_hear_nobody_s_reasons(cafe: Team) -> None:
    stuck = a_swap(
        shift_id="fri-late",
        person="Ben Shaw",
        round=2,
        state=SwapState.STUCK,
        why="Cara Woods is off (dentist).",
        note="an exam",
    )
    cafe.put(stuck)
    [news] = say(cafe, keys.SWAP_NEWS, {"swap": "s1", "state": "stuck", "round": 2}, "Ben Shaw")
    [decision] = say(cafe, keys.SWAP_TO_DECIDE, {"swap": "s1", "state": "stuck", "round": 2})
    assert ("dentist" in news.text, "dentist" in decision.text) == (False, True)


def test_asking_does_not_repeat_what_the_person_wrote(cafe: Team) -> None:
    cafe.put(
        a_swap(shift_id="fri-late", person="Ben Shaw", asked="Cara Woods", round=1, note="flu")
    )
    [outgoing] = say(cafe, keys.ASK, {"swap": "s1", "round": 1}, "Cara Woods")
    assert "flu" not in outgoing.text


def test_whoever_was_let_go_hears_that_it_is_over(cafe: Team) -> None:
    cafe.put(a_swap(shift_id="fri-late", person="Ben Shaw", asked="Ana Diaz", round=2))
    facts = {"swap": "s1", "state": "lapsed", "round": 2, "let_go": True}
    [outgoing] = say(cafe, keys.SWAP_NEWS, facts, "Cara Woods")
    assert "You need not take Friday 20 November 15:00-22:00 (barista)" in outgoing.text


def test_drop_is_told_as_one(cafe: Team) -> None:
    cafe.put(
        a_swap(
            shift_id="fri-late",
            person="Ben Shaw",
            kind=SwapKind.DROP,
            state=SwapState.OFFERED,
            round=1,
        )
    )
    [outgoing] = say(cafe, keys.SWAP_TO_DECIDE, {"swap": "s1", "state": "offered", "round": 1})
    assert outgoing.subject == "Ben Shaw asks to drop Fri 20 Nov 15:00-22:00"


def test_wish_for_time_off_names_the_shifts_in_the_way(cafe: Team) -> None:
    cafe.put(ASKED_OFF)
    [outgoing] = say(cafe, keys.TIME_OFF_TO_DECIDE, {"request": "r1"})
    assert "- Monday 16 November 07:00-15:00 (barista)" in outgoing.text
    assert "- Tuesday 17 November 07:00-15:00 (barista)" in outgoing.text


def test_time_off_on_other_days_than_asked_says_so(cafe: Team) -> None:
    cafe.put(APPROVED)
    facts = {"request": "r3", "state": "approved", "asked": ["2026-11-16", "2026-11-18"]}
    [outgoing] = say(cafe, keys.TIME_OFF_NEWS, facts, "Ana Diaz")
    assert "You had asked for 16 to 18 November" in outgoing.text


def test_shift_that_left_the_week_is_named_as_it_was(cafe: Team) -> None:
    cafe.edit(WEEK_FILE, "fri-late,Fri,15:00,22:00,barista,till,1,Ben Shaw,,\n", "")
    cafe.rota.publishing.redraft(MONDAY, by=MARIA)
    approve(cafe)
    cafe.deliver()
    cafe.put(a_swap(shift_id="fri-late", person="Ben Shaw", state=SwapState.LAPSED, round=1))
    [outgoing] = say(
        cafe, keys.SWAP_NEWS, {"swap": "s1", "state": "lapsed", "round": 1}, "Ben Shaw"
    )
    assert "Fri 20 Nov 15:00-22:00" in outgoing.subject


def test_unknown_kind_of_message_is_given_up_and_shown(cafe: Team) -> None:
    key = queue(cafe, "song", {"week": WEEK})
    assert write(cafe, key) == Unsendable("there is no text for messages of kind 'song'")


def test_without_a_public_url_nothing_links_to_the_pages() -> None:
    team = memory_cafe(public_url=None)
    publish(team)
    assert [outgoing for outgoing in team.email.sent if "http" in outgoing.text] == []
    assert len(team.email.sent) == 3


def test_without_an_address_of_its_own_the_team_invites_nobody() -> None:
    team = memory_cafe(mail={})
    publish(team)
    assert [len(outgoing.attachments) for outgoing in team.email.sent] == [0, 0, 0]


def test_invitations_come_from_the_team_to_the_person_alone(cafe: Team) -> None:
    change(cafe, tue_early=("Cara Woods",))
    _, entry = read_entry(cafe.email.sent[-1].attachments[0])
    assert entry.organizer == (f"mailto:{SENDER}", "The Corner Café")
    assert entry.attendees == (("mailto:cara@example.com", "Cara Woods"),)


def test_text_message_says_the_week_shortly_and_carries_no_files() -> None:
    team = memory_cafe()
    team.edit(PEOPLE_FILE, "Ana Diaz,ana@example.com,", "Ana Diaz,,07911 123456")
    publish(team)
    sms = team.ports.channels["sms"]
    [outgoing] = sms.sent  # type: ignore[attr-defined]
    assert (outgoing.to, outgoing.attachments) == ("+447911123456", ())
    assert "Mon 16 Nov 07:00-15:00; Tue 17 Nov 07:00-15:00" in outgoing.text


def test_address_of_the_staff_sheet_will_do() -> None:
    team = memory_cafe()
    team.edit(PEOPLE_FILE, "ana@example.com", "")
    team.edit(PEOPLE_FILE, "Ben Shaw,ben@example.com,,,staff,Maria Lopez,,,\n", "")
    publish(team)
    assert [outgoing.to for outgoing in read_post(team)] == [
        "ana@example.com",
        "ben@example.com",
        "dev@example.com",
    ]


def test_address_of_people_csv_comes_first() -> None:
    team = memory_cafe()
    team.edit(STAFF_FILE, "ana@example.com", "old@example.com")
    publish(team)
    assert read_post(team)[0].to == "ana@example.com"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Ask me first: yes", "waiting for approval"),
        ("Test mode: yes", "test mode is on"),
    ],
)
def test_nothing_leaves_without_a_yes_where_the_rules_say_so(line: str, why: str) -> None:
    team = memory_cafe()
    team.add(RULES_FILE, line)
    publish(team)
    assert team.email.sent == []
    assert {(state, reason) for _, state, reason in team.said()} == {("held", why)}


def test_asking_now_is_a_yes_of_its_own() -> None:
    team = memory_cafe()
    publish(team)
    team.add(RULES_FILE, "Ask me first: yes")
    team.put(a_swap(shift_id="mon-late", asked="Cara Woods", round=1, is_urgent=True))
    assert len(say(team, keys.ASK, {"swap": "s1", "round": 1}, "Cara Woods")) == 1


def test_preview_keeps_the_place_of_a_link_and_makes_none(cafe: Team) -> None:
    written = write(cafe, queue(cafe, keys.REMINDER, {"week": WEEK}, "Ana Diaz"))
    assert isinstance(written, RenderedMessage)
    assert "/rota/answer/[hidden]" in written.text


def test_link_is_not_kept_with_the_message(cafe: Team) -> None:
    [outgoing] = say(cafe, keys.REMINDER, {"week": WEEK}, "Ana Diaz")
    token = outgoing.text.rpartition("/")[2]
    assert [message for message in cafe.messages() if token in message.text] == []


def test_team_s_own_words_open_a_message() -> None:
    team = memory_cafe()
    team.write("rota/voice.txt", "Say when week published: Hi {name}, your week: {shifts}!\n")
    publish(team)
    assert team.email.sent[0].text.startswith("Hi Ana Diaz, your week: 2 shifts!")


def test_voice_with_a_mistake_leaves_plain_words() -> None:
    team = memory_cafe()
    team.write("rota/voice.txt", "Say when pigs fly: {nonsense}\n")
    publish(team)
    assert team.email.sent[0].text.startswith("Hello Ana Diaz,")


def test_admin_is_told_where_nobody_manages() -> None:
    team = memory_cafe()
    team.write(PEOPLE_FILE, "name,email\n")
    draft(team)
    team.deliver()
    [outgoing] = team.email.sent
    assert (outgoing.to, outgoing.text.startswith("Hello,")) == ("owner@example.com", True)


def test_withheld_week_still_says_what_it_would(cafe: Team) -> None:
    cafe.add(RULES_FILE, "Ask me first: yes")
    change(cafe, tue_early=("Cara Woods",))
    [message] = [candidate for candidate in cafe.messages() if candidate.person == "Cara Woods"]
    preview = cafe.app.services.messaging.preview.of(message)
    assert (preview.at, preview.why) == (None, "waiting for approval")
    assert preview.rendered is not None
    assert "Tuesday 17 November" in preview.rendered.text
    assert hours(cafe, "Cara Woods").notified_edition == 2
