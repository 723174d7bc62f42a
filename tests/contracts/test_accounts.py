"""Accounts on every store: who is found, and what holds under concurrency."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.accounts.rig import BY, Rig
from tests.accounts.samples import (
    PASSWORD,
    a_key,
    a_link,
    a_request,
    a_session,
    a_throttle,
    a_user,
)
from tests.contracts.account_books import DESK_BOOKS, AccountBook
from tests.samples import NOON

from belfry.accounts.keys import ApiKey, Service, TakenRequest
from belfry.accounts.ports import Expiring
from belfry.accounts.sessions import Session
from belfry.accounts.sign_in import Throttle, TooMany
from belfry.accounts.sign_in_links import Purpose, SignInLink
from belfry.accounts.users import Role, User, email_claim
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, NotAllowed
from belfry.kernel.records import Record

MINUTE = timedelta(minutes=1)
MANY = 8


@pytest.fixture(params=list(DESK_BOOKS))
def account_book(request: pytest.FixtureRequest) -> AccountBook:
    return DESK_BOOKS[request.param](request)


@pytest.fixture
def rig(account_book: AccountBook) -> Rig:
    return Rig(account_book)


def keep(book: AccountBook, *records: Record) -> None:
    for record in records:
        book.store.commit([Put(record)])


def take_in(book: AccountBook, *users: User) -> None:
    for user in users:
        claims = [Put(email_claim(user.id, user.email))] if user.email else []
        book.store.commit([Put(user), *claims])


def at_once(act: Callable[[int], Any], *, many: int = MANY) -> list[Any]:
    """What each of many who act at the same time got: an answer, or the refusal."""

    def attempt(number: int) -> Any:
        try:
            return act(number)
        except (NotAllowed, Conflict) as refusal:
            return refusal

    with ThreadPoolExecutor(many) as pool:
        return list(pool.map(attempt, range(many)))


@pytest.mark.parametrize(
    "record",
    [
        a_key(),
        a_key(team_id=None, service=Service.SCHEDULER, name="Grüße", revoked_at=NOON),
        a_user(),
        a_user(email=None, role=Role.OWNER, password_hash="$x", era=4, disabled_at=NOON),
        a_session(),
        a_session(ended_at=NOON, era=3),
        a_link(),
        a_link(purpose=Purpose.TERMINAL, used_at=NOON),
        a_throttle(),
        a_throttle(tries={"at": [NOON.isoformat()]}),
        a_request(),
    ],
    ids=lambda record: type(record).__name__,
)
def test_account_records_are_found_as_they_were_put(
    account_book: AccountBook,
    record: ApiKey | User | Session | SignInLink | Throttle | TakenRequest,
) -> None:
    keep(account_book, record)

    assert account_book.store.find(type(record), record.key) == replace(record, revision=1)


def test_a_key_is_found_by_its_id(account_book: AccountBook) -> None:
    keep(account_book, a_key(1), a_key(2, revoked_at=NOON))

    assert account_book.keys.find(2) == a_key(2, revoked_at=NOON, revision=1)
    assert account_book.keys.find(3) is None


def test_keys_are_listed_by_team_and_id_without_the_revoked(account_book: AccountBook) -> None:
    keep(
        account_book,
        a_key(4),
        a_key(3, team_id=None, service=Service.SCHEDULER),
        a_key(2, team_id=2),
        a_key(1, revoked_at=NOON),
    )

    assert [key.id for key in account_book.keys.list(team_id=None)] == [2, 3, 4]
    assert [key.id for key in account_book.keys.list(team_id=1)] == [4]
    assert [key.id for key in account_book.keys.list(team_id=1, revoked=True)] == [1, 4]


def test_a_user_is_found_by_id_also_when_disabled(account_book: AccountBook) -> None:
    take_in(account_book, a_user(1, disabled_at=NOON))

    assert account_book.users.find(1) == a_user(1, disabled_at=NOON, revision=1)
    assert account_book.users.find(2) is None


@pytest.mark.parametrize(
    "written",
    ["maría@example.com", "  María@Example.COM ", "MARÍA@EXAMPLE.COM"],
    ids=["as kept", "with spaces around it", "in capitals"],
)
def test_a_user_is_found_by_email_as_people_write_it(
    account_book: AccountBook, written: str
) -> None:
    take_in(account_book, a_user(1), a_user(2, email="maría@example.com", disabled_at=NOON))

    by_email = account_book.users.find_by_email(written)

    assert by_email is not None
    assert by_email.id == 2


@pytest.mark.parametrize("email", ["", "nobody@example.com", "None", "%", "person_@example.com"])
def test_no_user_is_found_by_another_email(account_book: AccountBook, email: str) -> None:
    take_in(account_book, a_user(1), a_user(2, email=None))

    assert account_book.users.find_by_email(email) is None


def test_users_are_listed_by_id_without_the_disabled(account_book: AccountBook) -> None:
    take_in(account_book, a_user(10), a_user(2), a_user(3, disabled_at=NOON), a_user(1))

    assert [user.id for user in account_book.users.list()] == [1, 2, 10]
    assert [user.id for user in account_book.users.list(disabled=True)] == [1, 2, 3, 10]
    assert [user.id for user in account_book.users.list_disabled()] == [3]
    assert [user.id for user in account_book.users.list(after=1, limit=1)] == [2]


def test_owners_are_listed_by_id_without_the_disabled(account_book: AccountBook) -> None:
    take_in(
        account_book,
        a_user(10, role=Role.OWNER),
        a_user(2, role=Role.OWNER),
        a_user(1, role=Role.OWNER, disabled_at=NOON),
        a_user(3, role=Role.MANAGER),
    )

    assert [user.id for user in account_book.users.list_owners()] == [2, 10]


def expired(book: AccountBook, kind: type[Expiring], limit: int) -> list[datetime]:
    expired_records = book.leftovers.list_expired(kind, now=NOON + 3 * MINUTE, limit=limit)
    return [record.expires_at for record in expired_records]


@pytest.mark.parametrize("limit", [10, 2], ids=["all of them", "up to the limit"])
def test_expired_records_are_listed_earliest_first(account_book: AccountBook, limit: int) -> None:
    for number in (3, 1, 2, 4):
        expires_at = NOON + number * MINUTE
        keep(
            account_book,
            a_session(f"{number}", expires_at=expires_at),
            a_link(f"{number}", expires_at=expires_at),
            a_throttle(f"{number}", expires_at=expires_at),
            a_request(f"{number}", expires_at=expires_at),
        )

    earliest = [NOON + MINUTE, NOON + 2 * MINUTE, NOON + 3 * MINUTE][:limit]
    assert expired(account_book, Session, limit) == earliest
    assert expired(account_book, SignInLink, limit) == earliest
    assert expired(account_book, Throttle, limit) == earliest
    assert expired(account_book, TakenRequest, limit) == earliest


def test_of_many_who_press_one_link_exactly_one_is_let_in(rig: Rig) -> None:
    user = rig.take_in("maria")
    token = rig.make_sign_in_link(user.id, Purpose.INVITATION, by=BY).token

    answers = at_once(lambda _: rig.open_sign_in_link(token))

    refused = [answer for answer in answers if isinstance(answer, NotAllowed)]
    assert len(refused) == MANY - 1
    assert {str(refusal) for refusal in refused} == {
        "this link was used already: ask for a new one"
    }
    assert rig.actions_on(user.subject).count("signed-in") == 1


def test_one_person_may_sign_in_on_many_browsers_at_once(rig: Rig) -> None:
    user = rig.take_in("maria")
    links = [rig.make_sign_in_link(user.id, Purpose.INVITATION, by=BY) for _ in range(4)]

    answers = at_once(lambda number: rig.open_sign_in_link(links[number].token), many=4)

    assert {rig.sessions.find(answer.token)[1].id for answer in answers} == {user.id}
    assert rig.actions_on(user.subject).count("signed-in") == 4


def test_many_starting_at_once_make_one_owner(rig: Rig) -> None:
    answers = at_once(lambda _: rig.invite_owner(email="owner@example.com"))

    assert {answer.user.id for answer in answers} == {rig.book.users.list_owners()[0].id}
    assert len(rig.book.users.list(disabled=True)) == 1


def test_owners_who_leave_at_once_leave_one_behind(rig: Rig) -> None:
    owners = [rig.take_in(f"owner{number}", Role.OWNER) for number in range(MANY)]

    def leave(number: int) -> User:
        user_id = owners[number].id
        while True:
            try:
                if number % 2:
                    return rig.users.disable(user_id, by=BY)
                return rig.users.change_role(user_id, Role.STAFF, by=BY)
            except Conflict as conflict:
                if "last owner" in str(conflict):
                    raise

    answers = at_once(leave)

    assert len([answer for answer in answers if isinstance(answer, Conflict)]) == 1
    assert len(rig.book.users.list_owners()) == 1


def test_many_wrong_tries_at_once_are_looked_at_no_more_than_five_times(rig: Rig) -> None:
    rig.take_in("maria", password=PASSWORD)

    answers = at_once(
        lambda number: rig.try_password("maria", "wrong", address=f"192.0.2.{number}"), many=12
    )

    kinds = [type(answer) for answer in answers]
    assert kinds.count(NotAllowed) == 5
    assert kinds.count(TooMany) == 7


def test_of_many_who_take_one_email_exactly_one_gets_it(rig: Rig) -> None:
    answers = at_once(
        lambda number: rig.users.add(
            name=f"Person {number}", email="Shared@example.com", role=Role.STAFF, by=BY
        )
    )

    taken_in = [answer for answer in answers if isinstance(answer, User)]
    assert len(taken_in) == 1
    assert [user.id for user in rig.book.users.list()] == [taken_in[0].id]
