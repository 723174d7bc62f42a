"""Whether a manager sees what became of each person's message."""

from __future__ import annotations

import pytest
from tests.rota.publishing import (
    MARIA,
    Invited,
    approve,
    change,
    draft,
    memory_cafe,
    publish,
    read_email,
)
from tests.rota.teams import MONDAY, PEOPLE_FILE, STAFF_FILE, Team

from belfry.kernel.errors import Conflict, NotAllowed, NotFound
from belfry.messaging.messages import Message, State
from belfry.rota.messages.message_keys import week_key


def follow(team: Team) -> dict[str, tuple[int, str, str]]:
    people = team.rota.publishing.status(MONDAY).people
    return {person.person: (person.shifts, person.state, person.why) for person in people}


def test_each_person_s_message_is_shown_with_its_state() -> None:
    team = memory_cafe()
    team.edit(STAFF_FILE, "dev@example.com", "")
    team.edit(PEOPLE_FILE, "dev@example.com", "")
    publish(team)
    why = "there is no address for Dev Patel in people.csv or the staff sheet that could be used"
    assert follow(team) == {
        "Ana Diaz": (2, "sent", ""),
        "Ben Shaw": (2, "sent", ""),
        "Cara Woods": (0, "nothing to tell", ""),
        "Dev Patel": (1, "failed", why),
    }
    assert team.rota.publishing.status(MONDAY).is_all_in_line


def test_message_that_was_sent_again_is_the_one_that_counts() -> None:
    team = memory_cafe()
    publish(team)
    team.rota.publishing.resend(MONDAY, "Ana Diaz", by=MARIA)
    assert follow(team)["Ana Diaz"] == (2, "queued", "asked for by Maria Lopez")


def test_new_edition_that_has_not_been_told_yet_is_shown_as_such() -> None:
    team = memory_cafe()
    publish(team)
    team.rota.publishing.edit(MONDAY, {"tue-early": ["Cara Woods"]}, by=MARIA)
    approve(team)
    assert {state for _, state, _ in follow(team).values()} == {"to be put in line"}
    assert not team.rota.publishing.status(MONDAY).is_all_in_line


def test_message_of_an_older_edition_stands_for_those_whom_nothing_changed() -> None:
    team = memory_cafe()
    publish(team)
    change(team, tue_early=("Cara Woods",))
    editions = {
        person.person: person.edition for person in team.rota.publishing.status(MONDAY).people
    }
    assert editions == {"Ana Diaz": 2, "Ben Shaw": 1, "Cara Woods": 2, "Dev Patel": 1}


def test_week_that_was_just_approved_has_nobody_in_line_yet() -> None:
    team = memory_cafe()
    draft(team)
    approve(team)
    status = team.rota.publishing.status(MONDAY)
    assert (status.people, status.is_all_in_line) == ((), False)


def test_week_that_is_not_published_has_nothing_to_follow() -> None:
    team = memory_cafe()
    draft(team)
    with pytest.raises(NotFound, match="the week of 2026-11-16 is not published yet"):
        team.rota.publishing.status(MONDAY)


KEY = week_key("2026-11-16", 1, "Ana Diaz")


@pytest.fixture
def cafe() -> Team:
    team = memory_cafe()
    publish(team)
    return team


def resend(team: Team, person: str = "Ana", by: str = MARIA) -> Message:
    return team.rota.publishing.resend(MONDAY, person, by=by)


def test_week_is_sent_again_with_all_invitations_and_the_same_numbers(cafe: Team) -> None:
    first = cafe.email.sent[0]
    assert resend(cafe).id == f"{KEY}/resend-1"
    cafe.release()
    again = cafe.email.sent[-1]
    assert read_email(again) == read_email(first)
    assert again.id != first.id


def test_week_may_be_sent_again_and_again(cafe: Team) -> None:
    resend(cafe)
    cafe.release()
    assert resend(cafe).id == f"{KEY}/resend-2"
    cafe.release()
    assert len(cafe.email.sent) == 5


def test_week_is_not_sent_again_while_the_last_one_waits(cafe: Team) -> None:
    resend(cafe)
    with pytest.raises(Conflict, match="is still queued"):
        resend(cafe)


def test_changed_week_is_sent_again_as_it_is_now(cafe: Team) -> None:
    change(cafe, tue_early=("Cara Woods",))
    resend(cafe)
    cafe.release()
    last = cafe.email.sent[-1]
    assert last.subject == "Your shifts from 16 to 22 November: 1, 8 h"
    assert read_email(last).invites == [Invited("REQUEST", "Mon 07:00-15:00", 0)]


def test_change_after_a_week_was_sent_again_is_told_as_usual(cafe: Team) -> None:
    resend(cafe)
    cafe.release()
    change(cafe, tue_early=("Cara Woods",))
    [last] = [outgoing for outgoing in cafe.email.sent if outgoing.subject.startswith("Changed")]
    assert "No longer yours: Tuesday 17 November" in last.text


def test_old_edition_is_not_said_again(cafe: Team) -> None:
    change(cafe, tue_early=("Cara Woods",))
    again = cafe.app.services.messaging.resend(KEY, by=MARIA)
    cafe.release()
    message = cafe.ports.store.find(Message, again.id)
    assert message is not None
    assert (message.state, message.why) == (State.DROPPED, "their week has changed again since")


def test_week_reaches_somebody_once_they_have_an_address() -> None:
    team = memory_cafe()
    team.edit(STAFF_FILE, "ana@example.com", "")
    team.edit(PEOPLE_FILE, "ana@example.com", "")
    publish(team)
    team.edit(STAFF_FILE, "till;opening,,,", "till;opening,,new@example.com,")
    resend(team)
    team.release()
    assert team.email.sent[-1].to == "new@example.com"


def test_whoever_has_no_shifts_has_no_week_to_be_sent(cafe: Team) -> None:
    with pytest.raises(Conflict, match="Cara Woods has no shifts"):
        resend(cafe, "Cara Woods")


def test_nobody_by_that_name_is_told_as_such(cafe: Team) -> None:
    with pytest.raises(NotFound, match="there is nobody called 'Zoe'"):
        resend(cafe, "Zoe")


def test_week_that_is_not_published_is_not_sent() -> None:
    team = memory_cafe()
    draft(team)
    with pytest.raises(NotFound, match="the week of 2026-11-16 is not published yet"):
        resend(team)


def test_somebody_may_ask_for_their_own_week_and_for_no_other(cafe: Team) -> None:
    assert resend(cafe, by="Ana Diaz").approved_by == "Ana Diaz"
    with pytest.raises(NotAllowed):
        resend(cafe, "Ben Shaw", by="Ana Diaz")
