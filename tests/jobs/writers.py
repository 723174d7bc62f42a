"""Customers who write back, and what the app then knows of them."""

from __future__ import annotations

from itertools import count

from tests.jobs.shops import Bench

from belfry.jobs.customers.replies import Inbound
from belfry.messaging.contacts import Contact, Reply, contact_id

MAYA = "+447700900123"
TOM = "+447700900456"

_numbers = count(1)


def write(bench: Bench, text: str, *, id: str = "", sender: str = MAYA, **more: str) -> Reply:
    """A text arrives, under an id of its own unless one is given."""
    named = id or f"SM{next(_numbers):04}"
    inbound = Inbound(id=named, channel="sms", sender=sender, text=text, **more)
    return bench.app.services.jobs.replies.take(inbound)


def consent_of(bench: Bench, address: str = MAYA) -> str:
    contact = find_contact(bench, address)
    return contact.consent if contact else ""


def find_contact(bench: Bench, address: str = MAYA) -> Contact | None:
    return bench.ports.store.find(Contact, contact_id(address))


def replies(bench: Bench) -> list[Reply]:
    """The oldest first."""
    return list(reversed(bench.ports.customers.list_replies(limit=1000)))


def texts(bench: Bench) -> list[tuple[str, str]]:
    """To whom a text has left, and its words after the shop's name."""
    return [(outgoing.to, outgoing.text.partition(": ")[2]) for outgoing in bench.sent("sms")]


def bring(bench: Bench, job_id: str, stage: str = "received", *, address: str = MAYA) -> None:
    """A customer with that number has a job, and the board was polled."""
    bench.put(job_id, stage, contact=address, channel="text")
    bench.poll()
