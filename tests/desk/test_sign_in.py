"""Signing in with a password: the right one, wrong ones, and too many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest
from tests.desk.desks import BY, Desk
from tests.desk.meddling import MeddledPasswords, MeddledStore
from tests.desk.samples import ADDRESS, PASSWORD
from tests.fakes.secrets import MemoryPasswords

from belfry.accounts.sign_in import Throttle, TooMany, address_throttle, email_throttle
from belfry.accounts.users import User
from belfry.kernel.errors import InputError, NotAllowed

MINUTE = timedelta(minutes=1)


@pytest.fixture
def maria(desk: Desk) -> User:
    return desk.take_in("maria", password=PASSWORD)


def guess(desk: Desk, *, times: int, name: str = "maria", address: str = ADDRESS) -> None:
    for _ in range(times):
        with pytest.raises(NotAllowed, match="wrong$"):
            desk.try_password(name, "wrong", address=address)


def test_the_right_password_signs_in(desk: Desk, maria: User) -> None:
    signed_in = desk.sign_in(" Maria@Example.com", PASSWORD, address=ADDRESS)

    assert desk.find_session(signed_in.token)[1].id == maria.id
    assert desk.trail_of(maria.subject)[-1].after == {"how": "password"}


def test_a_password_typed_on_another_keyboard_signs_in(desk: Desk) -> None:
    desk.take_in("maria", password="caf\u00e9 cr\u00e8me!")

    assert desk.try_password("maria", "cafe\u0301 cre\u0300me!")


def test_whatever_is_wrong_the_answer_and_the_work_are_the_same(desk: Desk, maria: User) -> None:
    desk.take_in("without")
    gone = desk.take_in("gone", password=PASSWORD)
    desk.disable_user(gone.id, by=BY)
    passwords = cast("MemoryPasswords", desk.passwords)

    tries = [
        ("maria@example.com", "wrong"),
        ("maria@example.com", ""),
        ("unknown@example.com", PASSWORD),
        ("without@example.com", PASSWORD),
        ("gone@example.com", PASSWORD),
        ("no address at all", PASSWORD),
    ]
    answers = set()
    for number, (email, password) in enumerate(tries):
        before = passwords.work
        with pytest.raises(NotAllowed) as refusal:
            desk.sign_in(email, password, address=f"192.0.2.{number}")
        answers.add((type(refusal.value), str(refusal.value), passwords.work - before))

    assert answers == {(NotAllowed, "the e-mail address or the password is wrong", 1)}


def test_after_five_wrong_tries_not_even_the_right_password_is_looked_at(
    desk: Desk, maria: User
) -> None:
    guess(desk, times=5)
    desk.clock.advance(5 * MINUTE)

    with pytest.raises(TooMany, match="too many wrong tries") as refusal:
        desk.try_password("maria", address="198.51.100.1")

    assert refusal.value.retry_after == 10 * MINUTE
    desk.clock.advance(10 * MINUTE)
    assert desk.try_password("maria", address="198.51.100.1").user.id == maria.id


def test_tries_while_waiting_do_not_lengthen_the_wait(desk: Desk, maria: User) -> None:
    guess(desk, times=5)

    for _ in range(14):
        desk.clock.advance(MINUTE)
        with pytest.raises(TooMany):
            desk.try_password("maria", "wrong")
    desk.clock.advance(MINUTE)

    assert desk.try_password("maria").user.id == maria.id


def test_unknown_people_are_throttled_like_known_ones(desk: Desk) -> None:
    guess(desk, times=5, name="unknown")

    with pytest.raises(TooMany):
        desk.try_password("unknown", address="198.51.100.1")


def test_one_network_address_is_throttled_over_many_people(desk: Desk, maria: User) -> None:
    for number in range(5):
        guess(desk, times=1, name=f"person{number}")

    with pytest.raises(TooMany):
        desk.try_password("maria")
    assert desk.try_password("maria", address="198.51.100.1").user.id == maria.id


def test_the_longer_wait_is_told(desk: Desk, maria: User) -> None:
    guess(desk, times=5, address="198.51.100.1")
    desk.clock.advance(5 * MINUTE)
    guess(desk, times=5, name="unknown", address="198.51.100.2")

    with pytest.raises(TooMany) as refusal:
        desk.try_password("maria", address="198.51.100.2")

    assert refusal.value.retry_after == 15 * MINUTE


def test_the_right_password_forgets_the_wrong_tries_for_this_person(
    desk: Desk, maria: User
) -> None:
    guess(desk, times=4, address="198.51.100.1")
    desk.try_password("maria")

    guess(desk, times=4, address="198.51.100.2")

    assert desk.try_password("maria", address="198.51.100.3").user.id == maria.id


def test_the_right_password_does_not_count_against_its_network(desk: Desk, maria: User) -> None:
    for _ in range(12):
        desk.try_password("maria")

    guess(desk, times=5, name="unknown")


def test_a_right_password_does_not_forgive_its_network_other_peoples_tries(
    desk: Desk, maria: User
) -> None:
    guess(desk, times=4, name="unknown")
    desk.try_password("maria")
    guess(desk, times=1, name="other")

    with pytest.raises(TooMany):
        desk.try_password("maria")


def test_throttles_name_nobody(desk: Desk, maria: User) -> None:
    guess(desk, times=1)

    for name in (email_throttle("maria@example.com"), address_throttle(ADDRESS)):
        throttle = desk.book.store.find(Throttle, name)
        assert throttle is not None
        assert "maria" not in repr(throttle)
        assert ADDRESS not in repr(throttle)


def test_a_wrong_try_leaves_the_person_untouched(desk: Desk, maria: User) -> None:
    guess(desk, times=3)

    assert desk.book.users.find(maria.id) == maria


def test_a_password_hashed_less_strongly_is_hashed_anew_at_sign_in(desk: Desk, maria: User) -> None:
    session = desk.let_in(maria)
    stronger = MemoryPasswords(strength=2)

    replace(desk, passwords=stronger).try_password("maria")

    user = desk.book.users.find(maria.id)
    assert user is not None
    assert user.password_hash is not None
    assert not stronger.needs_rehash(user.password_hash)
    assert stronger.verify(user.password_hash, PASSWORD)
    assert desk.find_session(session.token)


def test_an_old_password_no_longer_signs_in(desk: Desk, maria: User) -> None:
    desk.set_password(maria.id, "another battery staple", by=BY)

    guess(desk, times=1)
    with pytest.raises(NotAllowed):
        desk.try_password("maria", PASSWORD)
    assert desk.try_password("maria", "another battery staple").user.id == maria.id


@pytest.mark.parametrize("act", ["disabled", "given a new password"])
def test_a_person_meanwhile_shut_out_does_not_get_in(desk: Desk, maria: User, act: str) -> None:
    acts: dict[str, Callable[[], User]] = {
        "disabled": lambda: desk.disable_user(maria.id, by=BY),
        "given a new password": lambda: desk.set_password(maria.id, "another one", by=BY),
    }
    meddled = replace(desk, passwords=MeddledPasswords(acts[act]))

    with pytest.raises(NotAllowed, match="wrong$"):
        meddled.try_password("maria")

    assert "signed-in" not in desk.actions_on(maria.subject)


def test_a_person_meanwhile_edited_gets_in(desk: Desk, maria: User) -> None:
    passwords = MeddledPasswords(
        lambda: desk.edit_user(maria.id, name="Marie", email=maria.email, by=BY)
    )

    assert replace(desk, passwords=passwords).try_password("maria").user.name == "Marie"


def test_a_person_edited_at_the_last_moment_gets_in(desk: Desk, maria: User) -> None:
    store = MeddledStore(
        desk.book.store,
        lambda: desk.edit_user(maria.id, name="Marie", email=maria.email, by=BY),
        nth=2,
    )
    meddled = replace(desk, book=replace(desk.book, store=store))

    assert meddled.try_password("maria").user.name == "Marie"
    assert desk.actions_on(maria.subject)[-2:] == ["edited", "signed-in"]


def test_a_try_counted_while_another_is_being_counted_counts_too(desk: Desk, maria: User) -> None:
    store = MeddledStore(desk.book.store, lambda: guess(desk, times=4))
    meddled = replace(desk, book=replace(desk.book, store=store))

    guess(meddled, times=1)

    with pytest.raises(TooMany):
        desk.try_password("maria")


@pytest.mark.parametrize("password", ["too short", "maria@example.com"])
def test_a_weak_password_is_not_set(desk: Desk, maria: User, password: str) -> None:
    with pytest.raises(InputError):
        desk.set_password(maria.id, password, by=BY)

    assert desk.book.users.find(maria.id) == maria


def test_the_trail_tells_that_a_password_was_set_and_nothing_of_it(desk: Desk, maria: User) -> None:
    entry = desk.trail_of(maria.subject)[-1]

    assert (entry.action, entry.by, entry.before, entry.after) == ("password-set", BY, {}, {})
