"""What can be wrong on the way out: the mail server, and messages that wait or went astray."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.delivery.messages import State
from belfry.entrypoints.cli.answers import show_moment
from belfry.entrypoints.cli.findings import Finding
from belfry.kernel.errors import BelfryError, ConfigError, Temporary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.bootstrap import Services
    from belfry.delivery.messages import Message
    from belfry.settings import Settings

LATE_AFTER = timedelta(minutes=10)
MOST_SHOWN = 20
START = "start `belfry serve` or `belfry worker`"


def check_mail_server(settings: Settings) -> Iterator[Finding]:
    """Whether it answers and takes our login; nothing is sent."""
    from belfry.bootstrap import check_mail

    where = "the mail server"
    try:
        check_mail(settings)
    except ConfigError as error:
        yield Finding(str(error), where, "see that the file is there, or set BELFRY_MAIL_PASSWORD")
    except Temporary as error:
        mend = "see that it runs, and that mail.host and mail.port in belfry.toml are right"
        yield Finding(str(error), where, mend)
    except BelfryError as error:
        mend = "see mail.user, mail.from and mail.security in belfry.toml, and the password"
        yield Finding(str(error), where, mend)


def check_messages(services: Services) -> Iterator[Finding]:
    yield from _check_astray(services)
    yield from _check_waiting(services)


def _check_astray(services: Services) -> Iterator[Finding]:
    """Only what nothing was said after: a later message about the same thing settles it."""
    messages = services.ports.messages
    states = (State.FAILED, State.UNCERTAIN, State.BOUNCED)
    found = messages.list_newest(states=states, limit=MOST_SHOWN)
    latest = messages.find_latest([message.about for message in found])
    for message in found:
        if latest[message.about].id == message.id:
            yield _tell_astray(message)


def _tell_astray(message: Message) -> Finding:
    where = f"message {message.id}"
    again = f"`belfry messages resend {message.id}`"
    if message.state is State.UNCERTAIN:
        said = f"may or may not have arrived: {message.why}"
        return Finding(said, where, f"ask them, or {again}", is_wrong=False)
    return Finding(f"{message.state}: {message.why}", where, f"mend the cause, then {again}")


def _check_waiting(services: Services) -> Iterator[Finding]:
    messages, now = services.ports.messages, services.ports.clock.now()
    overdue = messages.list_due(now=now - LATE_AFTER, limit=1)
    for message in overdue:
        said = f"should have left at {show_moment(message.due_at)}, and is still {message.state}"
        yield Finding(said, f"message {message.id}", START)
    waiting = messages.list_next(limit=1000)
    asking = sum(message.due_at is None for message in waiting)
    if asking:
        said = f"{asking} wait for somebody's yes"
        mend = "`belfry messages --held` shows them; approve or decline each"
        yield Finding(said, "the messages", mend, is_wrong=False)
    if len(waiting) > asking:
        said = f"{len(waiting) - asking} wait for their hour"
        yield Finding(said, "the messages", "`belfry upcoming` shows them", is_wrong=False)
