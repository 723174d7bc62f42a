"""Messages, and channels to the mail servers of the tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.adapters.emails import Sender
from belfry.adapters.smtp.channel import SmtpChannel
from belfry.adapters.smtp.connection import MailServer, Security
from belfry.adapters.system.clock import SystemClock
from belfry.messaging.ports import OutgoingMessage

if TYPE_CHECKING:
    import ssl

    from belfry.adapters.sockets import Resolve
    from belfry.ports.clock import Clock

SENDER = Sender("bench@shop.example", "The Repair Bench")
LATE = timedelta(seconds=20)
SOON = timedelta(seconds=0.3)


def write_message(
    number: int = 1, *, to: str = "maria@home.example", text: str = ""
) -> OutgoingMessage:
    return OutgoingMessage(
        id=f"jobs/{number}/ready/maria",
        to=to,
        to_name="Maria",
        subject=f"Bike {number}",
        text=text or "Your blue bicycle is ready.\nCome by until six.\n",
    )


def look_up_here(host: str, port: int) -> Sequence[str]:
    """Every name is a name of this machine."""
    return ["127.0.0.1"]


@contextmanager
def channel_to(
    port: int,
    *,
    within: timedelta = LATE,
    security: Security = "none",
    user: str = "",
    password: str = "",
    host: str = "mail.test",
    clock: Clock | None = None,
    tls: ssl.SSLContext | None = None,
    resolve: Resolve = look_up_here,
) -> Iterator[SmtpChannel]:
    """A channel to a server on this machine, hung up at the end."""
    server = MailServer(host, port, security, user, password)
    channel = SmtpChannel(
        clock or SystemClock(), server, SENDER, within=within, tls=tls, resolve=resolve
    )
    try:
        yield channel
    finally:
        channel.close()
