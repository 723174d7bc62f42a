"""Whether a message may leave now, and if not, when or why not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import assert_never
from zoneinfo import ZoneInfo

from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError
from belfry.kernel.hours.quiet import find_release
from belfry.messaging.messages import Message
from belfry.messaging.ports import (
    HIDDEN,
    RenderedMessage,
    Superseded,
    Unsendable,
    Withheld,
    Written,
)
from belfry.messaging.send_policy import SendPolicy

MOST_ATTEMPTS = 8
LEASE = timedelta(minutes=10)
LONGEST_PAUSE = timedelta(hours=2)
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Leave:
    """It may go, as the script says."""

    rendered: RenderedMessage


@dataclass(frozen=True, slots=True)
class Wait:
    """It is kept back; without a moment, until a person has decided."""

    until: datetime | None
    why: str


@dataclass(frozen=True, slots=True)
class Drop:
    """It is no longer to be said."""

    why: str


@dataclass(frozen=True, slots=True)
class GiveUp:
    """It cannot be said, and a person should know."""

    why: str


Release = Leave | Wait | Drop | GiveUp


def decide_release(
    message: Message, written: Written, policy: SendPolicy, now: datetime
) -> Release:
    """What is no longer true is dropped even at night; everything else keeps the hours."""
    match written:
        case Superseded(why):
            return Drop(why)
        case Unsendable(why):
            return GiveUp(why)
        case Withheld(_, why) if not message.approved_by:
            return Wait(None, why)
        case Withheld(rendered, _):
            return _decide_hour(message, rendered, policy, now)
        case RenderedMessage() as rendered:
            return _decide_hour(message, rendered, policy, now)
        case never:
            assert_never(never)


def _decide_hour(
    message: Message, rendered: RenderedMessage, policy: SendPolicy, now: datetime
) -> Release:
    if rendered.is_prompt:
        return _decide_address(message, rendered, policy)
    if policy.asks_first and not message.is_for_team and not message.approved_by:
        return Wait(None, "waits for somebody to say yes")
    zone = _zone_of(rendered, policy)
    until = find_release(now, policy.quiet, zone, policy.is_day_off)
    if until > now:
        return Wait(until, _say_wait(now, until, policy, zone))
    return _decide_address(message, rendered, policy)


def _say_wait(now: datetime, until: datetime, policy: SendPolicy, zone: ZoneInfo) -> str:
    return "quiet hours" if find_release(now, policy.quiet, zone) == until else "days off"


def may_still_leave(
    rendered: RenderedMessage, policy: SendPolicy, *, judged_at: datetime, now: datetime
) -> bool:
    """Whether the hour found decent then is so now; hours and days begin on whole minutes."""
    if timedelta(0) <= now - judged_at < _MINUTE and now.minute == judged_at.minute:
        return True
    zone = _zone_of(rendered, policy)
    if rendered.is_prompt:
        return True
    is_same_day = find_day(now, policy) == find_day(judged_at, policy)
    return is_same_day and find_release(now, policy.quiet, zone, policy.is_day_off) <= now


def find_day(moment: datetime, policy: SendPolicy) -> date:
    """The team's day that a message counts for."""
    return moment.astimezone(policy.zone).date()


def _zone_of(rendered: RenderedMessage, policy: SendPolicy) -> ZoneInfo:
    """The recipient's zone; the team's where theirs is not known or no zone at all."""
    if not rendered.zone:
        return policy.zone
    try:
        return find_zone(rendered.zone)
    except InputError:
        return policy.zone


def _decide_address(message: Message, rendered: RenderedMessage, policy: SendPolicy) -> Release:
    """In test mode only the team is reached."""
    said = take_own_words(message, rendered)
    test = policy.test_address
    if test is None or message.is_for_team or said.to.casefold() in policy.team_addresses:
        return Leave(said)
    if not test:
        return GiveUp("test mode is on, and there is no address of the team to send to instead")
    to_whom = said.to_name or "the customer"
    subject = f"[Test, for {to_whom} by {said.channel}] {said.subject}".rstrip()
    # Whoever tries things out must not end a customer's messages with one press.
    return Leave(
        replace(said, channel="email", to=test, to_name="", subject=subject, opt_out_url="")
    )


def take_own_words(message: Message, rendered: RenderedMessage) -> RenderedMessage:
    """What a person wrote in place of the words that were made; the secret is put in again."""
    if not message.own_words:
        return rendered
    text = message.own_words
    if rendered.secret:
        text = text.replace(HIDDEN, rendered.secret)
    return replace(rendered, text=text, worded="by a person")


def find_pause(attempt: int, asked: timedelta | None = None) -> timedelta:
    """How long to wait after that attempt: ever longer, and as long as the other side asked."""
    pause = min(timedelta(minutes=int(3 ** min(attempt - 1, 6))), LONGEST_PAUSE)
    return max(pause, asked) if asked else pause
