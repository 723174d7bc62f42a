"""Whether a room's messages wait for a working day, where it has days off."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest
from tests.messaging.post import (
    ADMIN,
    MINUTE,
    SCRIPT,
    TEXT,
    Post,
    SlowChannel,
    memory_post,
)
from tests.samples import NOON

from belfry.kernel.errors import Temporary
from belfry.kernel.hours.quiet import NEVER_QUIET, QuietHours
from belfry.messaging.messages import Audience, State
from belfry.messaging.ports import OutgoingMessage, Superseded
from belfry.scheduler.change_workflows import Wish
from belfry.scheduler.workflows import BUILTINS

FRIDAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
SATURDAY = FRIDAY + timedelta(days=1)
MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)


def is_weekend(day: date) -> bool:
    return day.weekday() >= 5


def working_post(now: datetime) -> Post:
    post = memory_post(now)
    post.policy(is_day_off=is_weekend)
    return post


def test_message_of_a_day_off_waits_for_the_morning_of_the_next_working_day() -> None:
    post = working_post(SATURDAY)
    post.want()
    post.release()

    held = post.get()
    assert (held.state, held.due_at, held.why) == (State.HELD, MONDAY, "days off")
    post.clock.advance_to(MONDAY - MINUTE)
    assert post.release() == {}
    post.clock.advance_to(MONDAY)
    assert post.release() == {State.SENT: 1}


@pytest.mark.parametrize(
    "now, why",
    [
        pytest.param(FRIDAY.replace(hour=8), "quiet hours", id="quiet hours of a working day"),
        pytest.param(FRIDAY.replace(hour=21), "days off", id="quiet hours before days off"),
        pytest.param(SATURDAY.replace(hour=3), "days off", id="quiet hours of a day off"),
    ],
)
def test_held_message_says_what_it_waits_for(now: datetime, why: str) -> None:
    post = working_post(now)
    post.want()
    post.release()

    assert post.get().why == why


def test_room_without_days_off_writes_on_any_day() -> None:
    post = memory_post(SATURDAY)
    post.want()

    assert post.release() == {State.SENT: 1}


def test_what_is_no_longer_true_is_dropped_on_a_day_off_too() -> None:
    post = working_post(SATURDAY)
    post.room.rendered = Superseded("it is done")
    post.want()

    assert post.release() == {State.DROPPED: 1}


def test_answer_to_a_new_reply_ignores_days_off() -> None:
    post = working_post(SATURDAY)
    post.room.rendered = replace(SCRIPT, is_prompt=True)
    post.want()

    assert post.release() == {State.SENT: 1}


def test_message_in_hand_when_the_last_working_minute_ends_is_put_back() -> None:
    post = working_post(FRIDAY.replace(hour=23, minute=59))
    post.policy(quiet=NEVER_QUIET)
    slow = SlowChannel(post.clock, MINUTE)
    post.use_channel("email", slow)
    ids = post.want_many(2)
    post.release()

    assert [outgoing.id for outgoing in slow.sent] == ids[:1]
    assert post.get(ids[1]).due_at == MONDAY.replace(hour=0)
    assert post.get(ids[1]).attempt == 0


def test_message_in_hand_when_its_readers_day_off_begins_is_put_back() -> None:
    """It is Friday afternoon for the team, and about to be Saturday in Tokyo."""
    post = working_post(FRIDAY.replace(hour=14, minute=59))
    post.policy(quiet=NEVER_QUIET)
    post.room.rendered = replace(SCRIPT, zone="Asia/Tokyo")
    slow = SlowChannel(post.clock, MINUTE)
    post.use_channel("email", slow)
    ids = post.want_many(2)
    post.release()

    assert [outgoing.id for outgoing in slow.sent] == ids[:1]
    assert post.get(ids[1]).due_at == datetime(2026, 11, 22, 15, tzinfo=UTC)


def test_preview_tells_the_working_day_on_which_a_message_leaves() -> None:
    post = working_post(SATURDAY)
    post.want()

    (ahead,) = post.app.services.messaging.preview(limit=10)

    assert (ahead.at, ahead.why) == (MONDAY, "days off")


SECOND = timedelta(seconds=1)


def at(hour: int, minute: int = 0, second: int = 0) -> datetime:
    return datetime(2026, 11, 16, hour, minute, second, tzinfo=UTC)


@pytest.mark.parametrize(
    "now, state",
    [
        pytest.param(at(8, 59, 59), State.HELD, id="a second before quiet hours end"),
        pytest.param(at(9), State.SENT, id="the moment quiet hours end"),
        pytest.param(at(19, 59, 59), State.SENT, id="a second before quiet hours begin"),
        pytest.param(at(20), State.HELD, id="the moment quiet hours begin"),
        pytest.param(at(3), State.HELD, id="in the night"),
    ],
)
def test_quiet_hours_have_a_beginning_that_is_quiet_and_an_end_that_is_not(
    now: datetime, state: State
) -> None:
    post = memory_post(now)
    post.want()
    post.release()

    assert post.state() is state
    assert len(post.email.sent) == (state is State.SENT)


@pytest.mark.parametrize(
    "zone, state",
    [
        pytest.param("", State.SENT, id="no zone: the team's, where it is noon"),
        pytest.param("Europe/London", State.SENT, id="London, where it is noon"),
        pytest.param("America/New_York", State.HELD, id="New York, where it is seven"),
        pytest.param("Asia/Tokyo", State.HELD, id="Tokyo, where it is nine in the evening"),
        pytest.param("Mars/Olympus", State.SENT, id="no such zone: the team's"),
        pytest.param("../etc/passwd", State.SENT, id="no zone at all: the team's"),
    ],
)
def test_recipients_zone_decides_else_the_teams(post: Post, zone: str, state: State) -> None:
    post.room.rendered = replace(SCRIPT, zone=zone)
    post.want()
    post.release()

    assert post.state() is state


def test_team_is_not_disturbed_either() -> None:
    post = memory_post(at(22))
    post.want(audience="team")
    post.release()

    assert (post.state(), post.get().why) == (State.HELD, "quiet hours")


@pytest.mark.parametrize(
    "zone, night, morning",
    [
        pytest.param(
            "Europe/London", "2026-10-24T19:30", "2026-10-25T09:00", id="London, an hour more"
        ),
        pytest.param(
            "Europe/London", "2026-03-28T20:30", "2026-03-29T08:00", id="London, an hour less"
        ),
        pytest.param(
            "America/New_York", "2026-11-01T00:30", "2026-11-01T14:00", id="New York, an hour more"
        ),
        pytest.param(
            "America/New_York", "2026-03-08T01:30", "2026-03-08T13:00", id="New York, an hour less"
        ),
        pytest.param(
            "Europe/London", "2026-11-16T20:30", "2026-11-17T09:00", id="London, a plain night"
        ),
    ],
)
def test_held_message_leaves_at_the_minute_the_quiet_hours_end(
    zone: str, night: str, morning: str
) -> None:
    """Half past eight in the evening until nine, by the recipient's clock."""
    post = memory_post(datetime.fromisoformat(f"{night}+00:00"))
    end = datetime.fromisoformat(f"{morning}+00:00")
    post.room.rendered = replace(SCRIPT, zone=zone)
    post.want()
    post.release()
    assert (post.state(), post.get().due_at, post.get().why) == (State.HELD, end, "quiet hours")

    post.clock.advance_to(end - 10 * MINUTE)
    others = {builtin.name: Wish(enabled=False) for builtin in BUILTINS}
    wishes = {**others, "release": Wish()}
    post.app.services.ensure_builtins(timezone="UTC", wishes=wishes)
    post.app.go(until=end - MINUTE)
    assert (post.state(), post.email.sent) == (State.HELD, [])

    post.app.go(until=end)
    assert (post.state(), post.get().sent_at) == (State.SENT, end)
    assert post.actions() == ["queued", "held", "sending", "sent"]
    post.check_audit_logs()


def test_text_is_made_when_the_message_leaves() -> None:
    post = memory_post(at(22))
    post.want()
    post.release()
    post.room.rendered = replace(SCRIPT, text="It is still ready.")
    post.clock.advance_to(at(9) + timedelta(days=1))
    post.release()

    assert [outgoing.text for outgoing in post.email.sent] == ["It is still ready."]
    assert post.get().text == "It is still ready."


def test_quiet_hours_apply_again_at_each_retry() -> None:
    post = memory_post(at(19, 59))
    post.email.answer_with(Temporary("busy"))
    post.want()
    assert post.release() == {State.QUEUED: 1}
    post.clock.advance(MINUTE)

    assert post.release() == {State.HELD: 1}

    assert post.get().due_at == at(9) + timedelta(days=1)
    assert post.actions() == ["queued", "sending", "put back", "held"]


def test_what_is_no_longer_true_is_dropped_even_at_night() -> None:
    post = memory_post(at(3))
    post.room.rendered = Superseded("the job has moved on")
    post.want()

    assert post.release() == {State.DROPPED: 1}
    assert (post.get().why, post.get().due_at) == ("the job has moved on", None)
    post.check_audit_logs()


def test_quiet_hours_that_begin_while_others_are_sent_hold_the_rest() -> None:
    """A server takes its time: the third message would arrive at eight in the evening."""
    post = memory_post(at(19, 59, 20))
    slow = SlowChannel(post.clock, 20 * SECOND)
    post.use_channel("email", slow)
    ids = post.want_many(4)

    assert post.release() == {State.SENT: 2, State.QUEUED: 2, State.HELD: 2}

    assert [outgoing.id for outgoing in slow.sent] == ids[:2]
    assert [post.get(message_id).attempt for message_id in ids] == [1, 1, 0, 0]
    assert post.actions(ids[3]) == ["queued", "sending", "put back", "held"]
    post.check_audit_logs()


def test_quiet_hours_that_begin_before_a_message_is_claimed_leave_it_in_line() -> None:
    post = memory_post(at(19, 59, 30))
    slow = SlowChannel(post.clock, 2 * SECOND)
    post.use_channel("email", slow)
    ids = post.want_many(30)
    post.release()

    assert [outgoing.id for outgoing in slow.sent] == ids[:15]
    assert post.actions(ids[29]) == ["queued", "held"]
    assert {post.state(message_id) for message_id in ids[15:]} == {State.HELD}


def test_room_sets_its_own_quiet_hours(post: Post) -> None:
    post.policy(quiet=QuietHours(time(11), time(13)))
    post.want()
    post.release()
    assert post.get().due_at == NOON + timedelta(hours=1)

    post.policy(quiet=NEVER_QUIET)
    post.clock.advance_to(NOON + timedelta(hours=15))
    assert post.release() == {State.SENT: 1}


HOUR = timedelta(hours=1)
ID = "shop/J-1/ready"


def test_test_mode_sends_to_the_admin_and_says_whom_it_was_for(post: Post) -> None:
    post.policy(test_address=ADMIN)
    post.room.rendered = replace(SCRIPT, channel="sms", to="+447700900123")
    post.want()
    post.release()

    subject = "[Test, for Maya by sms] Your kettle"
    assert post.email.sent == [OutgoingMessage(ID, ADMIN, "", subject, TEXT)]
    assert (post.sms.sent, post.get().sent_to) == ([], ADMIN)


def test_test_mode_has_a_word_for_customers_without_a_name_and_messages_without_a_subject(
    post: Post,
) -> None:
    post.policy(test_address=ADMIN)
    post.room.rendered = replace(SCRIPT, to_name="", subject="")
    post.want()
    post.release()

    assert [outgoing.subject for outgoing in post.email.sent] == [
        "[Test, for the customer by email]"
    ]


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

    assert [(outgoing.to, outgoing.subject) for outgoing in post.email.sent] == [
        (to, "Your kettle")
    ]


def test_test_mode_without_an_address_of_the_team_fails_clearly(post: Post) -> None:
    post.policy(test_address="")
    post.want()
    post.release()

    assert (post.state(), post.email.sent) == (State.FAILED, [])
    assert post.get().why == (
        "test mode is on, and there is no address of the team to send to instead"
    )


@pytest.mark.parametrize("audience", Audience)
@pytest.mark.parametrize("asked", Audience)
def test_ask_me_first_holds_the_messages_to_those_it_is_about(
    audience: Audience, asked: Audience
) -> None:
    post = memory_post()
    post.room.policy = replace(post.room.policy, asks_first=frozenset({asked}))
    post.want(audience=audience)
    post.release()
    message = post.get()
    held = (State.HELD, "waiting for approval")
    assert (message.state, message.why) == (held if audience is asked else (State.SENT, ""))


def test_room_in_test_mode_holds_every_message_also_a_prompt_one() -> None:
    post = memory_post()
    post.policy(holds_all=True, asks_first=True)
    post.room.rendered = replace(SCRIPT, is_prompt=True)
    post.want()
    post.release()
    message = post.get()
    assert (message.state, message.why) == (State.HELD, "test mode is on")
