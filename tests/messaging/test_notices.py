"""A provider that refuses our credentials: the admin is told once, and no message is lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.messaging.post import ADMIN, MINUTE, SCRIPT, Post

from belfry.kernel.errors import Refused, Temporary
from belfry.kernel.hours.quiet import NEVER_QUIET
from belfry.messaging.messages import Message, State
from belfry.messaging.notices import NotifyRefusal

WHY = "the gateway refuses us: the token was revoked"


@pytest.fixture
def texting(post: Post) -> Post:
    post.room.rendered = replace(SCRIPT, channel="sms", to="+447700900123")
    return post


def notices(post: Post) -> list[Message]:
    return [message for message in post.all() if message.kind == "refused"]


def test_refused_messages_wait_and_the_admin_gets_one_e_mail(texting: Post) -> None:
    ids = texting.want_many(3)
    texting.sms.answer_with(*[Refused(WHY)] * 3)

    assert texting.release() == {State.QUEUED: 3, State.SENT: 1}
    [outgoing] = texting.email.sent
    assert outgoing.to == ADMIN
    assert outgoing.subject == "Text message: messages are not getting through"
    assert WHY in outgoing.text

    texting.clock.advance(MINUTE)
    assert texting.release() == {State.SENT: 3}
    assert [outgoing.id for outgoing in texting.sms.sent] == ids
    texting.check_audit_logs()


def test_admin_is_told_again_only_after_it_has_worked_in_between(texting: Post) -> None:
    texting.want_many(1)
    texting.sms.answer_with(*[Refused(WHY)] * 3)
    for _ in range(3):
        texting.release()
        texting.clock.advance(timedelta(hours=1))
    assert len(notices(texting)) == 1
    texting.release()
    assert len(texting.sms.sent) == 1

    texting.clock.advance(timedelta(hours=1))
    texting.want("shop/J-9/ready", about="J-9")
    texting.sms.answer_with(Refused(WHY))
    texting.release()
    assert len(notices(texting)) == 2


def test_message_that_is_refused_all_day_fails_and_is_shown(texting: Post) -> None:
    texting.policy(quiet=NEVER_QUIET)
    [message_id] = texting.want_many(1)
    texting.sms.answer_with(*[Refused(WHY)] * 8)
    for _ in range(8):
        texting.release()
        texting.clock.advance(timedelta(hours=3))
    assert texting.state(message_id) is State.FAILED
    assert texting.get(message_id).why == f"given up after 8 attempts: {WHY}"
    assert len(notices(texting)) == 1


def test_notice_that_cannot_be_stored_leaves_the_message_as_it_should_be(
    texting: Post, caplog: pytest.LogCaptureFixture
) -> None:
    class AwayStore:
        def commit(self, changes: object) -> None:
            raise Temporary("the database is away")

    [message_id] = texting.want_many(1)
    store: Any = AwayStore()
    notify = NotifyRefusal(store, texting.app.ports.messages, ["shop"])
    notify(texting.get(message_id), WHY, texting.clock.now())
    assert "message.refusal_untold" in caplog.text


def test_busy_provider_is_no_news(texting: Post) -> None:
    texting.want_many(1)
    texting.sms.answer_with(Temporary("busy"))
    texting.release()
    assert notices(texting) == []
