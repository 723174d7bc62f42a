"""Whether test mode reaches the team alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.messaging.post import (
    ADMIN,
    SCRIPT,
    TEXT,
    Post,
)

from belfry.messaging.messages import Audience, State
from belfry.messaging.ports import OutgoingMessage

HOUR = timedelta(hours=1)
ID = "shop/J-1/ready"


def test_test_mode_sends_to_the_admin_and_says_whom_it_was_for(post: Post) -> None:
    post.policy(test_address=ADMIN)
    post.room.rendered = replace(SCRIPT, channel="sms", to="+447700900123")
    post.want()
    post.release()

    subject = "[Test, for Maya by sms] Your kettle"
    assert post.email.letters == [OutgoingMessage(ID, ADMIN, "", subject, TEXT)]
    assert (post.sms.letters, post.get().sent_to) == ([], ADMIN)


def test_test_mode_has_a_word_for_customers_without_a_name_and_letters_without_a_subject(
    post: Post,
) -> None:
    post.policy(test_address=ADMIN)
    post.room.rendered = replace(SCRIPT, to_name="", subject="")
    post.want()
    post.release()

    assert [one.subject for one in post.email.letters] == ["[Test, for the customer by email]"]


def test_test_mode_keeps_the_hours_of_the_person_it_was_for(post: Post) -> None:
    post.policy(test_address=ADMIN)
    post.room.rendered = replace(SCRIPT, zone="Asia/Tokyo")
    post.want()
    post.release()

    assert post.state() is State.HELD


@pytest.mark.parametrize(
    "audience, to",
    [
        pytest.param(Audience.TEAM, "tom@example.com", id="a message for the team"),
        pytest.param(Audience.CUSTOMER, "Tom@Example.com", id="an address of the team"),
    ],
)
def test_test_mode_leaves_the_team_alone(post: Post, audience: Audience, to: str) -> None:
    team = frozenset({"tom@example.com"} if audience is Audience.CUSTOMER else ())
    post.policy(test_address=ADMIN, team_addresses=team)
    post.room.rendered = replace(SCRIPT, to=to)
    post.want(audience=audience)
    post.release()

    assert [(one.to, one.subject) for one in post.email.letters] == [(to, "Your kettle")]


def test_test_mode_without_an_address_of_the_team_fails_clearly(post: Post) -> None:
    post.policy(test_address="")
    post.want()
    post.release()

    assert (post.state(), post.email.letters) == (State.FAILED, [])
    assert post.get().why == (
        "test mode is on, and there is no address of the team to send to instead"
    )
