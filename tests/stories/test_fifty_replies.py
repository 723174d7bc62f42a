"""Fifty customers reply: messages stop for those who say stop, and for no one else.

From the gateway's own call to what each of them reads on their phone.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import App
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.texting import hand_in, make_form, open_texting_app

from belfry.messaging.contacts import Contact, contact_id

REPLIES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "replies.jsonl").read_text().splitlines()
]
NUMBERS = [f"+4477009001{number:02}" for number in range(len(REPLIES))]
MEANT = dict(zip(NUMBERS, (reply["meaning"] for reply in REPLIES), strict=True))
ANSWERED = {"stop": "STOP", "start": "START", "help": "HELP"}
FIRST_WORDS = {
    "stop": "The Repair Bench: you will get no more messages from us.",
    "start": "The Repair Bench: you will hear from us about your job again.",
    "help": "The Repair Bench: messages about your job. Contact: 020 7946 0123.",
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """Each customer has brought something, writes back twice over, and then it is ready."""
    with open_texting_app(tmp_path_factory.mktemp("shop")) as app:
        rows = {f"J-{n:02}": f"Customer {n},{to},text,kettle" for n, to in enumerate(NUMBERS)}
        bench = Bench(app, rows)
        bench.open("Contact: 020 7946 0123")
        gateway = app.visitor()
        for number, (reply, sender) in enumerate(zip(REPLIES, NUMBERS, strict=True)):
            form = make_form(f"SM{number:02}", reply["text"], sender)
            assert [hand_in(gateway, form).status_code for _ in range(2)] == [200, 200]
        bench.post()
        bench.move(dict.fromkeys(rows, "ready"))
        yield app


@pytest.fixture(scope="module")
def read_by(app: App) -> dict[str, list[str]]:
    """What each customer reads, by number."""
    texts = defaultdict(list)
    for outgoing in Bench(app).channel("sms").sent:
        texts[outgoing.to].append(outgoing.text)
    return texts


def test_there_are_fifty_of_every_kind() -> None:
    assert (len(REPLIES), set(MEANT.values())) == (50, {"stop", "start", "help", "near", "other"})


def test_every_reply_is_read_as_it_was_meant(app: App) -> None:
    replies = app.services.ports.customers.list_replies(limit=1000)

    assert {reply.sender: reply.meaning for reply in replies} == MEANT
    assert len(replies) == len(REPLIES)


def test_only_those_who_said_so_have_stopped(app: App) -> None:
    store = app.services.ports.store
    contacts = {number: store.find(Contact, contact_id(number)) for number in NUMBERS}

    consents = {number: contact.consent for number, contact in contacts.items() if contact}

    answers = {"stop": "no", "start": "yes"}
    assert consents == {number: answers.get(meant, "") for number, meant in MEANT.items()}


def test_those_who_stopped_hear_of_nothing_and_all_others_do(
    read_by: dict[str, list[str]],
) -> None:
    informed = {
        number for number, texts in read_by.items() if any("ready" in text for text in texts)
    }

    assert informed == {number for number, meant in MEANT.items() if meant != "stop"}


def test_whoever_asks_is_answered_once_and_nobody_else(read_by: dict[str, list[str]]) -> None:
    answers = {
        number: [text for text in texts if text.startswith("The Repair Bench: ")]
        for number, texts in read_by.items()
    }

    assert {number: len(texts) for number, texts in answers.items() if texts} == {
        number: 1 for number, meant in MEANT.items() if meant in ANSWERED
    }
    for number, texts in answers.items():
        for text in texts:
            assert text.startswith(FIRST_WORDS[MEANT[number]])


def test_what_no_machine_should_decide_waits_for_a_person_near_misses_first(app: App) -> None:
    replies = app.services.jobs.replies.list_open(limit=100)
    meanings = [line.reply.meaning for line in replies.lines]

    wanted = Counter(meant for meant in MEANT.values() if meant in ("near", "other"))
    assert Counter(meanings) == wanted
    assert meanings == sorted(meanings)
    assert all(line.job and line.job.contact == line.reply.sender for line in replies.lines)


def test_every_entry_of_it_stands_in_the_trail(app: App) -> None:
    assert app.services.accounts.verify_audit_log().breaks == ()
