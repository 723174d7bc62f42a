"""How many messages a second leave the app as e-mails, beside a bare loop over smtplib.

Belfry claims each message, writes its text, hands it over and writes down what became of it, with
an entry in its trail for each step, on SQLite and durably. The bare loop keeps no book: it makes
the same e-mails and sends them over one connection. Both hand them to the same server, which
forgets them, in a process of its own.
"""

from __future__ import annotations

import smtplib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

from bench.rounds import find_best, timed
from bench.targets import TARGETS, Figure

from belfry.adapters.emails import Sender, build_email
from belfry.bootstrap import Ports, open_ports
from belfry.kernel.hours.quiet import NEVER_QUIET
from belfry.messaging.messages import Audience, Message, State, record
from belfry.messaging.ports import OutgoingMessage, RenderedMessage, Written
from belfry.messaging.release_messages import ReleaseMessages
from belfry.messaging.send_policy import SendPolicy
from belfry.settings import MailSettings, Settings

COUNT, QUICK_COUNT = 10_000, 500
ROUNDS, QUICK_ROUNDS = 3, 1
SENDER = Sender("bench@shop.example", "The Repair Bench")
TEXT = (
    "Hi Maya, your iPhone screen repair (J-{number}) is ready to collect. We are open today until"
    " 6pm; bring this message along.\n— The Repair Bench"
)


def measure(*, is_quick: bool = False) -> Sequence[Figure]:
    count = QUICK_COUNT if is_quick else COUNT
    with serving_mail() as port:
        sides = (lambda: send_with_belfry(port, count), lambda: send_with_smtplib(port, count))
        ours, theirs = find_best(sides, QUICK_ROUNDS if is_quick else ROUNDS)
    (target,) = TARGETS["messages"]
    return [Figure(target, f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs)]


@contextmanager
def serving_mail() -> Iterator[int]:
    """The port of a mail server that takes every email, and keeps none."""
    command = (sys.executable, "-m", "tests.services.smtp_server")
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            yield int(server.stdout.readline())
        finally:
            server.stdin.close()


def send_with_belfry(port: int, count: int) -> float:
    with TemporaryDirectory() as folder, open_shop(Path(folder), port) as ports:
        put_in_line(ports, count)
        composer_factories = {"bench": BenchComposer()}
        release = ReleaseMessages(
            ports.store,
            ports.messages,
            ports.clock,
            ports.crash_points,
            composer_factories,
            ports.channels,
        )
        with timed() as watch:
            released = release()
    if released.states != {State.SENT: count}:
        raise AssertionError(f"not all were sent: {released}")
    return count / watch.seconds


@contextmanager
def open_shop(folder: Path, port: int) -> Iterator[Ports]:
    mail = MailSettings(
        host="127.0.0.1",
        port=port,
        security="none",
        from_name=SENDER.name,
        **{"from": SENDER.address},  # type: ignore[arg-type]
    )
    ports = open_ports(Settings(folder=folder, mail=mail))
    try:
        yield ports
    finally:
        ports.close()


def send_with_smtplib(port: int, count: int) -> float:
    with smtplib.SMTP("127.0.0.1", port) as server:
        server.noop()
        with timed() as watch:
            for number in range(count):
                email = build_email(_email(number), SENDER, at=datetime.now(UTC))
                server.sendmail(SENDER.address, _address(number), email.as_bytes())
    return count / watch.seconds


@dataclass(frozen=True, slots=True)
class BenchComposer:
    """Writes without asking anybody, so that only what every message costs is measured."""

    policy: SendPolicy = field(
        default_factory=lambda: SendPolicy(zone=ZoneInfo("Europe/London"), quiet=NEVER_QUIET)
    )

    def open_composer(self) -> BenchComposer:
        return self

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        return False

    def write(self, message: Message, now: datetime) -> Written:
        email = _email(message.facts["number"])
        return RenderedMessage("email", email.to, email.to_name, email.subject, email.text)


def put_in_line(ports: Ports, count: int) -> None:
    """As if each had been queued by itself, but many in one go."""
    now = ports.clock.now()
    queued = [record(_message(number, now), action="queued", at=now) for number in range(count)]
    if not all(ports.store.commit_each([step.changes for step in queued])):
        raise AssertionError("the database was not empty")


def _message(number: int, now: datetime) -> Message:
    return Message(
        id=_email(number).id,
        room="bench",
        kind="moved",
        about=f"bench/J-{number}",
        person="customer",
        audience=Audience.CUSTOMER,
        facts={"number": number},
        made_at=now,
        due_at=now,
    )


def _email(number: int) -> OutgoingMessage:
    text = TEXT.format(number=number)
    return OutgoingMessage(
        f"bench/J-{number}/move-1", _address(number), "Maya", "Your repair is ready", text
    )


def _address(number: int) -> str:
    return f"maya{number}@example.com"
