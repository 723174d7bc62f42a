"""Whether `belfry jobs link` and `belfry jobs consent` answer as they say."""

from __future__ import annotations

import pytest
from tests.entrypoints.cli.shops import TUESDAY, Shop
from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import Services
from belfry.jobs.jobs import TrackingPage, page_path
from belfry.messaging.contacts import Contact, contact_id

PUBLIC = "https://bench.example.com"


@pytest.fixture
def open_shop(shop: Shop) -> Shop:
    """The shop, once its board was looked at."""
    shop.live(TUESDAY, minutes=4)
    return shop


def make_public(shop: Shop) -> None:
    path = shop.folder / "belfry.toml"
    path.write_text(f'public_url = "{PUBLIC}"\n{path.read_text()}')


def path_of(services: Services, job_id: str = "J-2042") -> str:
    page = services.ports.store.find(TrackingPage, job_id)
    assert page is not None
    return page_path(page.token)


def test_link_is_made_once_and_shown(belfry: Terminal, open_shop: Shop, services: Services) -> None:
    make_public(open_shop)
    first = belfry("jobs", "link", "J-2042", "--json").json
    path = path_of(services)
    assert (first["job"], first["link"], first["path"]) == ("J-2042", f"{PUBLIC}{path}", path)
    assert first["made_at"].endswith("+00:00")
    assert belfry("jobs", "link", "J-2042", "--json").json == first
    assert belfry("jobs", "link", "J-2042").out == f"{PUBLIC}{path}\n"


def test_new_link_is_another_one_and_is_in_the_trail(
    belfry: Terminal, open_shop: Shop, services: Services
) -> None:
    old = belfry("jobs", "link", "J-2042", "--json").json["path"]
    new = belfry("jobs", "link", "J-2042", "--new", "--json").json["path"]
    assert old != new == path_of(services)
    entry = services.ports.audit_log.list_entries("job/J-2042")[-1]
    assert (entry.by, entry.action) == ("terminal", "new link")


def test_link_without_a_public_address_works_on_this_machine_alone(
    belfry: Terminal, open_shop: Shop, services: Services
) -> None:
    answer = belfry("jobs", "link", "J-2042")
    path = path_of(services)
    assert (answer.code, answer.out) == (
        0,
        f"No links are sent: public_url is not set. On this machine: http://127.0.0.1:8787{path}\n",
    )
    assert belfry("jobs", "link", "J-2042", "--json").json["link"] is None


@pytest.mark.parametrize(
    ("consent", "stored", "refusal", "words"),
    [
        ("yes", "yes", None, "Noted: yes. As things are, messages may be sent."),
        (
            "no",
            "no",
            "the customer wants no messages",
            "Noted: no. As things are, nothing is sent, the customer wants no messages.",
        ),
    ],
)
def test_answer_is_kept_for_the_address(
    belfry: Terminal,
    open_shop: Shop,
    services: Services,
    consent: str,
    stored: str,
    refusal: str | None,
    words: str,
) -> None:
    assert belfry("jobs", "consent", "J-2042", consent).out == f"{words}\n"
    contact = services.ports.store.find(Contact, contact_id("maya@example.com"))
    assert contact is not None
    assert (contact.consent, contact.said_by) == (stored, "terminal")
    assert belfry("jobs", "consent", "J-2042", consent, "--json").json == {
        "job": "J-2042",
        "consent": consent,
        "is_news": False,
        "refusal": refusal,
    }


def test_answer_may_be_taken_back(belfry: Terminal, open_shop: Shop) -> None:
    belfry("jobs", "consent", "J-2042", "no")
    back = belfry("jobs", "consent", "J-2042", "unknown", "--json").json
    assert (back["consent"], back["is_news"], back["refusal"]) == ("unknown", True, None)


@pytest.mark.parametrize(
    "words", [("link", "J-9"), ("link", "J-9", "--new"), ("consent", "J-9", "no")]
)
def test_unknown_job_is_named(belfry: Terminal, open_shop: Shop, words: tuple[str, ...]) -> None:
    answer = belfry("jobs", *words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "belfry: no job 'J-9' has been seen on the board\n"


def test_word_that_is_no_answer_is_refused(belfry: Terminal, open_shop: Shop) -> None:
    answer = belfry("jobs", "consent", "J-2042", "maybe")
    assert answer.code == 2
    assert "yes" in answer.err


def test_reply_is_queued_and_told_when_it_leaves(belfry: Terminal, open_shop: Shop) -> None:
    answer = belfry("jobs", "reply", "J-2042", "Yes, come by until six.", "--json")
    assert answer.code == 0
    assert answer.json["message"] == "replies/to/J-2042/1"
    belfry("jobs", "consent", "J-2042", "no")
    refused = belfry("jobs", "reply", "J-2042", "Are you sure?")
    assert (refused.code, "the customer wants no messages" in refused.err) == (1, True)
