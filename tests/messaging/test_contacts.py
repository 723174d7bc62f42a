"""Whether a no is a no, whoever says yes besides."""

from __future__ import annotations

import pytest

from belfry.messaging.contacts import Contact, contact_id, find_refusal, has_agreed

BY_BOARD = "the customer wants no messages: the board says so"
THEMSELVES = "the customer wants no messages"


def a_contact(consent: str | None) -> Contact | None:
    return None if consent is None else Contact(id="x", token="t", consent=consent)


@pytest.mark.parametrize(
    ("board", "contact", "refusal", "agreed"),
    [
        ("", None, "", False),
        ("", "", "", False),
        ("", "yes", "", True),
        ("", "no", THEMSELVES, False),
        ("yes", None, "", True),
        ("yes", "", "", True),
        ("yes", "yes", "", True),
        ("yes", "no", THEMSELVES, False),
        ("no", None, BY_BOARD, False),
        ("no", "", BY_BOARD, False),
        ("no", "yes", BY_BOARD, False),
        ("no", "no", BY_BOARD, False),
    ],
)
def test_any_no_wins_and_any_yes_counts_without_one(
    board: str, contact: str | None, refusal: str, agreed: bool
) -> None:
    assert find_refusal(board, a_contact(contact)) == refusal
    assert has_agreed(board, a_contact(contact)) is agreed


def test_contact_is_one_however_the_address_is_written() -> None:
    assert contact_id(" Maya@Example.com ") == contact_id("maya@example.com")
    assert contact_id("maya@example.com") != contact_id("tom@example.com")


def test_contact_does_not_tell_the_address_or_its_link() -> None:
    contact = Contact(id=contact_id("maya@example.com"), token="secret-link")
    assert "maya" not in repr(contact)
    assert "secret-link" not in repr(contact)
