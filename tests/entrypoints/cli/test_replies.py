"""Whether `belfry jobs replies` and `belfry jobs settle` do what they say."""

from __future__ import annotations

from datetime import timedelta

from tests.entrypoints.cli.shops import TUESDAY, Shop
from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import Services
from belfry.entrypoints.cli.opening import open_services
from belfry.jobs.customers.replies import Inbound
from belfry.messaging.contacts import Contact, contact_id
from belfry.settings import read_settings

TOM = "+447700900123"


def write(shop: Shop, *texts: str) -> None:
    """Tom writes from his phone, a minute apart, once his kettle is on the board."""
    shop.live(TUESDAY, minutes=4)
    settings = read_settings(shop.folder, environment={})
    for number, text in enumerate(texts, start=1):
        with open_services(settings, at=TUESDAY + timedelta(minutes=4 + number)) as services:
            services.jobs.replies.take(
                Inbound(id=f"SM{number}", channel="sms", sender=TOM, text=text)
            )


def consent_of(services: Services) -> str:
    contact = services.ports.store.find(Contact, contact_id(TOM))
    return contact.consent if contact else ""


def test_replies_are_told_to_machines_field_by_field(belfry: Terminal, shop: Shop) -> None:
    write(shop, "is it ready?", "wrong number", "STOP")

    listed = belfry("jobs", "replies", "--json").json

    assert (listed["open"], [reply["id"] for reply in listed["replies"]]) == (2, ["SM2", "SM1"])
    assert listed["replies"][1] == {
        "id": "SM1",
        "at": "2026-11-17T10:05:00+00:00",
        "channel": "sms",
        "from": TOM,
        "job": "J-2051",
        "text": "is it ready?",
        "meaning": "other",
        "open": True,
        "stopped": True,
    }


def test_all_replies_are_listed_on_request(belfry: Terminal, shop: Shop) -> None:
    write(shop, "is it ready?", "STOP")

    listed = belfry("jobs", "replies", "--all", "--json").json

    assert [(reply["id"], reply["meaning"], reply["open"]) for reply in listed["replies"]] == [
        ("SM2", "stop", False),
        ("SM1", "other", True),
    ]


def test_replies_are_told_to_people_as_a_table(belfry: Terminal, shop: Shop) -> None:
    write(shop, "please stop texting me")

    table = belfry("jobs", "replies").out

    assert "J-2051" in table
    assert "please stop texting me" in table
    assert "may want no more" in table


def test_nothing_written_is_said_so(belfry: Terminal, shop: Shop) -> None:
    assert belfry("jobs", "replies").out == "All replies are settled.\n"
    assert belfry("jobs", "replies", "--all").out == "There are no replies.\n"


def test_reply_is_settled(belfry: Terminal, shop: Shop, services: Services) -> None:
    write(shop, "is it ready?")

    assert belfry("jobs", "settle", "SM1").out == "SM1 is seen to.\n"

    assert belfry("jobs", "replies", "--json").json == {"open": 0, "replies": []}
    assert consent_of(services) == ""


def test_messages_are_stopped(belfry: Terminal, shop: Shop, services: Services) -> None:
    write(shop, "wrong number")

    answer = belfry("jobs", "settle", "SM1", "--stop", "--json")

    assert answer.json == {"reply": "SM1", "stopped": True}
    assert consent_of(services) == "no"


def test_reply_that_was_settled_is_refused_in_one_line(belfry: Terminal, shop: Shop) -> None:
    write(shop, "STOP")

    answer = belfry("jobs", "settle", "SM1")

    assert (answer.code, answer.err) == (
        1,
        "belfry: reply SM1 is settled already\n",
    )


def test_reply_nobody_wrote_is_refused_in_one_line(belfry: Terminal, shop: Shop) -> None:
    answer = belfry("jobs", "settle", "SM9")

    assert (answer.code, answer.err) == (2, "belfry: no reply 'SM9'\n")
