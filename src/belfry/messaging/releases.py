"""Whether a message may leave now, and if not, when or why not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import assert_never
from zoneinfo import ZoneInfo

from belfry.kernel.cadence import find_zone
from belfry.kernel.errors import InputError
from belfry.kernel.hours.quiet import find_release
from belfry.messaging.manners import Manners
from belfry.messaging.messages import Message
from belfry.messaging.ports import HIDDEN, Script, Superseded, Unsendable, Withheld, Written

MOST_ATTEMPTS = 8
LEASE = timedelta(minutes=10)
LONGEST_PAUSE = timedelta(hours=2)
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Leave:
    """It may go, as the script says."""

    script: Script


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


def decide_release(message: Message, written: Written, manners: Manners, now: datetime) -> Release:
    """What is no longer true is dropped even at night; everything else keeps the hours."""
    match written:
        case Superseded(why):
            return Drop(why)
        case Unsendable(why):
            return GiveUp(why)
        case Withheld(_, why) if not message.approved_by:
            return Wait(None, why)
        case Withheld(script, _):
            return _decide_hour(message, script, manners, now)
        case Script() as script:
            return _decide_hour(message, script, manners, now)
        case never:
            assert_never(never)


def _decide_hour(message: Message, script: Script, manners: Manners, now: datetime) -> Release:
    if script.is_prompt:
        return _decide_address(message, script, manners)
    if manners.asks_first and not message.is_for_team and not message.approved_by:
        return Wait(None, "waits for somebody to say yes")
    zone = _zone_of(script, manners)
    until = find_release(now, manners.quiet, zone, manners.is_day_off)
    if until > now:
        return Wait(until, _say_wait(now, until, manners, zone))
    return _decide_address(message, script, manners)


def _say_wait(now: datetime, until: datetime, manners: Manners, zone: ZoneInfo) -> str:
    return "quiet hours" if find_release(now, manners.quiet, zone) == until else "days off"


def may_still_leave(
    script: Script, manners: Manners, *, judged_at: datetime, now: datetime
) -> bool:
    """Whether the hour found decent then is so now; hours and days begin on whole minutes."""
    if timedelta(0) <= now - judged_at < _MINUTE and now.minute == judged_at.minute:
        return True
    zone = _zone_of(script, manners)
    if script.is_prompt:
        return True
    is_same_day = find_day(now, manners) == find_day(judged_at, manners)
    return is_same_day and find_release(now, manners.quiet, zone, manners.is_day_off) <= now


def find_day(moment: datetime, manners: Manners) -> date:
    """The team's day that a message counts for."""
    return moment.astimezone(manners.zone).date()


def _zone_of(script: Script, manners: Manners) -> ZoneInfo:
    """The recipient's zone; the team's where theirs is not known or no zone at all."""
    if not script.zone:
        return manners.zone
    try:
        return find_zone(script.zone)
    except InputError:
        return manners.zone


def _decide_address(message: Message, script: Script, manners: Manners) -> Release:
    """In test mode only the team is reached."""
    said = take_own_words(message, script)
    test = manners.test_address
    if test is None or message.is_for_team or said.to.casefold() in manners.team_addresses:
        return Leave(said)
    if not test:
        return GiveUp("test mode is on, and there is no address of the team to send to instead")
    to_whom = said.to_name or "the customer"
    subject = f"[Test, for {to_whom} by {said.channel}] {said.subject}".rstrip()
    # Whoever tries things out must not end a customer's messages with one press.
    return Leave(
        replace(said, channel="email", to=test, to_name="", subject=subject, opt_out_url="")
    )


def take_own_words(message: Message, script: Script) -> Script:
    """What a person wrote in place of the words that were made; the secret is put in again."""
    if not message.own_words:
        return script
    text = message.own_words
    if script.secret:
        text = text.replace(HIDDEN, script.secret)
    return replace(script, text=text, worded="by a person")


def find_pause(attempt: int, asked: timedelta | None = None) -> timedelta:
    """How long to wait after that attempt: ever longer, and as long as the other side asked."""
    pause = min(timedelta(minutes=int(3 ** min(attempt - 1, 6))), LONGEST_PAUSE)
    return max(pause, asked) if asked else pause
