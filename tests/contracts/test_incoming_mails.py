"""Mail that arrived, on every store."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.contracts.shop_books import SHOP_BOOKS, ShopBook, keep
from tests.samples import NOON

from belfry.messaging.incoming import IncomingMail, MailDoor, Route


@pytest.fixture(params=list(SHOP_BOOKS))
def shop_book(request: pytest.FixtureRequest) -> ShopBook:
    return SHOP_BOOKS[request.param](request)


def a_mail(mail_id: str, **changes: Any) -> IncomingMail:
    return IncomingMail(**{"id": mail_id, "route": Route.UNREAD, "at": NOON, **changes})


def test_newest_mails_come_first_and_can_be_narrowed_to_those_to_be_read(
    shop_book: ShopBook,
) -> None:
    keep(
        shop_book,
        a_mail("b", is_open=True, text="hello\n😀", sender="eve@example.com"),
        a_mail("B", route=Route.TIME_OFF, about="note-1"),
        a_mail("latest", at=NOON + timedelta(seconds=1), is_open=True, why="nobody's"),
    )
    find = shop_book.incoming_mails.list_newest
    assert [mail.id for mail in find()] == ["latest", "b", "B"]
    assert [mail.id for mail in find(is_open=True)] == ["latest", "b"]
    assert [mail.id for mail in find(is_open=False)] == ["B"]
    assert [mail.id for mail in find(limit=1)] == ["latest"]
    assert find()[1] == a_mail(
        "b", is_open=True, text="hello\n😀", sender="eve@example.com", revision=1
    )


def test_filed_mails_are_listed_once_they_are_old_and_those_of_people_never(
    shop_book: ShopBook,
) -> None:
    keep(
        shop_book,
        a_mail("filed", route=Route.REPLY, at=NOON - timedelta(seconds=1)),
        a_mail("spam", route=Route.AUTOMATIC, at=NOON - timedelta(days=1)),
        a_mail("new", route=Route.REPLY),
        a_mail("unread", is_open=True, at=NOON - timedelta(days=2)),
        a_mail("dismissed", audit_seq=1, audit_hash="ab", at=NOON - timedelta(days=2)),
    )
    find = shop_book.incoming_mails.list_filed
    assert [mail.id for mail in find(before=NOON, limit=5)] == ["spam", "filed"]
    assert [mail.id for mail in find(before=NOON, limit=1)] == ["spam"]


def test_door_remembers_how_far_it_was_read(shop_book: ShopBook) -> None:
    door = MailDoor(name="mailbox/a@b/INBOX", position="7:9", looked_at=NOON)
    keep(shop_book, door)
    stored = shop_book.store.find(MailDoor, door.name)
    assert stored == MailDoor(name=door.name, position="7:9", looked_at=NOON, revision=1)
