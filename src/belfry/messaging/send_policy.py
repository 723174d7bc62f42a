"""The send policy of a room, and whether a message may be sent now, later or never."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import assert_never
from zoneinfo import ZoneInfo

from belfry.kernel.channels import EMAIL
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError
from belfry.kernel.hours.quiet import DEFAULT_QUIET, QuietHours, find_release
from belfry.messaging.messages import Audience, Message
from belfry.messaging.ports import (
    HIDDEN,
    RenderedMessage,
    Superseded,
    Unsendable,
    Withheld,
    Written,
)

MOST_ATTEMPTS = 8
LEASE = timedelta(minutes=10)
LONGEST_PAUSE = timedelta(hours=2)
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SendPolicy:
    """`zone` is the team's, for people whose own is not known.

    With `is_day_off`, messages wait until the next day that is not off. Messages to those of
    `asks_first` wait for approval, and with `holds_all` every message does. With a `test_address`
    everything goes there, except to `team_addresses`; an empty one means that none is known.
    """

    zone: ZoneInfo
    quiet: QuietHours = DEFAULT_QUIET
    is_day_off: Callable[[date], bool] | None = None
    asks_first: frozenset[Audience] = frozenset()
    holds_all: bool = False
    caps: Mapping[str, int] = field(default_factory=dict)
    test_address: str | None = None
    team_addresses: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Leave:
    """It may be sent, as rendered."""

    rendered: RenderedMessage


@dataclass(frozen=True, slots=True)
class Wait:
    """It is held; without a moment, until a person decides."""

    until: datetime | None
    why: str


@dataclass(frozen=True, slots=True)
class Drop:
    """It must not be sent any more."""

    why: str


@dataclass(frozen=True, slots=True)
class GiveUp:
    """It cannot be sent, and a person should know."""

    why: str


Release = Leave | Wait | Drop | GiveUp


def decide_release(
    message: Message, written: Written, policy: SendPolicy, now: datetime
) -> Release:
    """Drop what is outdated and give up what cannot be sent, at any hour; hold the rest.

    This alone decides what waits for approval, and that a prompt message waits for nothing.
    """
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
    if reserve := find_reserve(message, policy, is_prompt=rendered.is_prompt):
        return Wait(None, reserve)
    if rendered.is_prompt:
        return _decide_address(message, rendered, policy)
    zone = _zone_of(rendered, policy)
    until = find_release(now, policy.quiet, zone, policy.is_day_off)
    if until > now:
        return Wait(until, _explain_wait(now, until, policy, zone))
    return _decide_address(message, rendered, policy)


def find_reserve(message: Message, policy: SendPolicy, *, is_prompt: bool = False) -> str:
    """Why it waits for a person's approval, if so; a prompt message was asked for by one."""
    if message.approved_by:
        return ""
    if policy.holds_all:
        return "test mode is on"
    is_asked = message.audience in policy.asks_first and not is_prompt
    return "waiting for approval" if is_asked else ""


def _explain_wait(now: datetime, until: datetime, policy: SendPolicy, zone: ZoneInfo) -> str:
    return "quiet hours" if find_release(now, policy.quiet, zone) == until else "days off"


def may_still_leave(
    rendered: RenderedMessage, policy: SendPolicy, *, judged_at: datetime, now: datetime
) -> bool:
    """Whether it may still be sent; quiet hours and days begin on whole minutes."""
    if timedelta(0) <= now - judged_at < _MINUTE and now.minute == judged_at.minute:
        return True
    zone = _zone_of(rendered, policy)
    if rendered.is_prompt:
        return True
    is_same_day = find_day(now, policy) == find_day(judged_at, policy)
    return is_same_day and find_release(now, policy.quiet, zone, policy.is_day_off) <= now


def find_cap(message: Message, channel: str, policy: SendPolicy) -> int | None:
    """The day's limit that holds for the message, if any."""
    return None if message.is_for_team else policy.caps.get(channel)


def find_day(moment: datetime, policy: SendPolicy) -> date:
    """The team's day that a message counts for."""
    return moment.astimezone(policy.zone).date()


def _zone_of(rendered: RenderedMessage, policy: SendPolicy) -> ZoneInfo:
    """The recipient's zone; the team's if theirs is unknown or invalid."""
    if not rendered.zone:
        return policy.zone
    try:
        return find_zone(rendered.zone)
    except InputError:
        return policy.zone


def _decide_address(message: Message, rendered: RenderedMessage, policy: SendPolicy) -> Release:
    """In test mode only the team is reached."""
    final = take_own_words(message, rendered)
    test = policy.test_address
    if test is None or message.is_for_team or final.to.casefold() in policy.team_addresses:
        return Leave(final)
    if not test:
        return GiveUp("test mode is on, and there is no address of the team to send to instead")
    to_whom = final.to_name or "the customer"
    subject = f"[Test, for {to_whom} by {final.channel}] {final.subject}".rstrip()
    # A tester must not unsubscribe the customer with one click.
    return Leave(
        replace(final, channel=EMAIL.name, to=test, to_name="", subject=subject, opt_out_url="")
    )


def take_own_words(message: Message, rendered: RenderedMessage) -> RenderedMessage:
    """The approver's own text, if there is one, with the secrets filled in again."""
    if not message.own_words:
        return rendered
    text = message.own_words
    for secret in rendered.more_secrets[::-1]:
        before, _, after = text.rpartition(HIDDEN)
        text = f"{before}{secret}{after}" if before else text
    if rendered.secret:
        text = text.replace(HIDDEN, rendered.secret)
    return replace(rendered, text=text, worded="by a person")


def find_pause(attempt: int, asked: timedelta | None = None) -> timedelta:
    """The pause after an attempt: growing, and at least as long as the provider asked for."""
    pause = min(timedelta(minutes=int(3 ** min(attempt - 1, 6))), LONGEST_PAUSE)
    return max(pause, asked) if asked else pause
