"""Sessions: begun, found again, and ended in every way they can end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.accounts.meddling import FailingStore, MeddledStore
from tests.accounts.rig import BY, Rig
from tests.accounts.samples import PASSWORD, a_session, a_user
from tests.samples import NOON

from belfry.accounts.sessions import Session, is_live, is_own_form
from belfry.accounts.sign_in_links import Purpose
from belfry.accounts.users import User
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, NotAllowed, Temporary
from belfry.kernel.texts import digest_of

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


def test_a_session_is_kept_by_its_digest_alone(rig: Rig) -> None:
    user = rig.take_in("maria")

    session, signed_in, token = rig.let_in(user)

    assert session == Session(
        digest=digest_of(token),
        user_id=user.id,
        era=user.era,
        csrf=session.csrf,
        created_at=NOON,
        seen_at=NOON,
        expires_at=NOON + 30 * DAY,
        revision=1,
    )
    assert len(token) == len(session.csrf) == 43
    assert token != session.csrf
    assert rig.sessions.find(token) == (session, signed_in)


def test_an_unknown_session_is_refused(rig: Rig) -> None:
    session, _, _ = rig.let_in(rig.take_in("maria"))

    assert not rig.is_in("")
    assert not rig.is_in(session.digest)


def test_session_without_a_user_is_refused(rig: Rig) -> None:
    rig.book.store.commit([Put(a_session("token", user_id=404))])

    assert not rig.is_in("token")


def test_whatever_is_wrong_with_a_session_the_answer_is_the_same(rig: Rig) -> None:
    user = rig.take_in("maria")
    ended, disabled = rig.let_in(user), rig.let_in(rig.take_in("gone"))
    rig.sessions.end(ended.token)
    rig.users.disable(disabled.user.id, by=BY)

    for token in ("unknown", ended.token, disabled.token):
        with pytest.raises(NotAllowed, match="^please sign in$"):
            rig.sessions.find(token)


@pytest.mark.parametrize(
    "whose",
    [a_user(2), a_user(1, era=2), a_user(1, disabled_at=NOON)],
    ids=["another person", "a later era", "a person shut out"],
)
def test_a_session_is_live_only_for_its_person_and_era(whose: User) -> None:
    assert is_live(a_session(user_id=1, era=1), a_user(1), NOON)
    assert not is_live(a_session(user_id=1, era=1), whose, NOON)


def test_a_person_who_is_shut_out_cannot_begin_a_session(rig: Rig) -> None:
    user = rig.users.disable(rig.take_in("maria").id, by=BY)

    with pytest.raises(NotAllowed):
        rig.let_in(user)


def test_a_person_shut_out_meanwhile_cannot_begin_a_session(rig: Rig) -> None:
    user = rig.take_in("maria")
    rig.users.disable(user.id, by=BY)

    with pytest.raises(Conflict):
        rig.let_in(user)


def test_a_session_ends_when_it_was_not_seen_for_a_week(rig: Rig) -> None:
    token = rig.let_in(rig.take_in("maria")).token

    rig.clock.advance(7 * DAY - MINUTE)
    assert rig.is_in(token)
    rig.clock.advance(7 * DAY - MINUTE)
    assert rig.is_in(token)
    rig.clock.advance(7 * DAY)
    assert not rig.is_in(token)


def test_a_session_ends_after_thirty_days_however_often_it_is_seen(rig: Rig) -> None:
    token = rig.let_in(rig.take_in("maria")).token

    for _ in range(29):
        rig.clock.advance(DAY)
        assert rig.is_in(token)
    rig.clock.advance(DAY - MINUTE)
    assert rig.is_in(token)
    rig.clock.advance(MINUTE)
    assert not rig.is_in(token)


def test_a_sighting_is_written_down_every_ten_minutes(rig: Rig) -> None:
    session, _, token = rig.let_in(rig.take_in("maria"))

    rig.clock.advance(10 * MINUTE - timedelta(seconds=1))
    assert rig.sessions.find(token)[0] == session

    rig.clock.advance(timedelta(seconds=1))
    seen = replace(session, seen_at=NOON + 10 * MINUTE, revision=2)
    assert rig.sessions.find(token)[0] == seen
    assert rig.book.store.find(Session, session.key) == seen


@pytest.mark.parametrize("error", [Conflict("first"), Temporary("busy")], ids=["raced", "busy"])
def test_session_survives_a_last_seen_time_that_cannot_be_stored(
    rig: Rig, error: Exception
) -> None:
    session, _, token = rig.let_in(rig.take_in("maria"))
    rig.clock.advance(DAY)

    sessions = replace(rig.sessions, store=FailingStore(rig.book.store, error))

    assert sessions.find(token)[0] == session


def test_signing_out_ends_this_session_alone(rig: Rig) -> None:
    user = rig.take_in("maria")
    here = rig.let_in(user)
    other_session = rig.let_in(here.user)

    rig.sessions.end(here.token)

    assert not rig.is_in(here.token)
    assert rig.is_in(other_session.token)
    assert rig.actions_on(user.subject)[-1] == "signed-out"


def test_signing_out_twice_or_of_nothing_is_no_trouble(rig: Rig) -> None:
    user = rig.take_in("maria")
    token = rig.let_in(user).token

    for end in (token, token, "unknown", ""):
        rig.sessions.end(end)

    assert rig.actions_on(user.subject).count("signed-out") == 1


@pytest.mark.parametrize("act", ["password", "disable", "end all"])
def test_every_session_of_a_person_ends(rig: Rig, act: str) -> None:
    maria, other = rig.take_in("maria"), rig.take_in("other")
    first = rig.let_in(maria)
    second = rig.let_in(first.user)
    others = rig.let_in(other)

    {
        "password": lambda: rig.set_password(maria.id, PASSWORD, by=BY),
        "disable": lambda: rig.users.disable(maria.id, by=BY),
        "end all": lambda: rig.sessions.end_all(maria.id, by=BY),
    }[act]()

    assert not rig.is_in(first.token)
    assert not rig.is_in(second.token)
    assert rig.is_in(others.token)


def test_no_later_change_brings_an_ended_session_back(rig: Rig) -> None:
    user = rig.take_in("maria")
    eras, tokens = [user.era], [rig.let_in(user).token]
    acts: list[Callable[[], User]] = [
        lambda: rig.set_password(user.id, PASSWORD, by=BY),
        lambda: rig.sessions.end_all(user.id, by=BY),
        lambda: (rig.users.disable(user.id, by=BY), rig.users.enable(user.id, by=BY))[1],
        lambda: rig.set_password(user.id, PASSWORD, by=BY),
    ]
    for act in acts:
        changed = act()
        eras.append(changed.era)
        tokens.append(rig.let_in(changed).token)

        assert [rig.is_in(token) for token in tokens] == [False] * (len(tokens) - 1) + [True]
    assert eras == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "act, last",
    [
        ("end", "signed-out"),
        ("end all", "signed-out-everywhere"),
        ("make link", "link-made"),
        ("open link", "signed-in"),
        ("set password", "password-set"),
    ],
)
def test_action_of_a_user_succeeds_while_the_user_is_edited(rig: Rig, act: str, last: str) -> None:
    user = rig.take_in("maria")
    token = rig.let_in(user).token
    link = rig.make_sign_in_link(user.id, Purpose.INVITATION, by=BY).token
    store = MeddledStore(
        rig.book.store, lambda: rig.users.edit(user.id, name="Marie", email=None, by=BY)
    )
    meddled = replace(rig, book=replace(rig.book, store=store))

    acts: dict[str, Callable[[], object]] = {
        "end": lambda: meddled.sessions.end(token),
        "end all": lambda: meddled.sessions.end_all(user.id, by=BY),
        "make link": lambda: meddled.make_sign_in_link(user.id, Purpose.TERMINAL, by=BY),
        "open link": lambda: meddled.open_sign_in_link(link),
        "set password": lambda: meddled.set_password(user.id, PASSWORD, by=BY),
    }
    acts[act]()

    assert rig.actions_on(user.subject)[-2:] == ["edited", last]


def test_a_session_does_not_come_back_with_its_person(rig: Rig) -> None:
    user = rig.take_in("maria")
    token = rig.let_in(user).token

    rig.users.disable(user.id, by=BY)
    enabled = rig.users.enable(user.id, by=BY)

    assert not rig.is_in(token)
    assert rig.is_in(rig.let_in(enabled).token)


@pytest.mark.parametrize("csrf", ["", "csrF", "csrf ", "csr", "ćsrf", "\ud800"])
def test_a_form_of_another_site_is_refused(csrf: str) -> None:
    assert is_own_form(a_session(csrf="csrf"), csrf) is False


def test_a_form_of_our_own_is_taken() -> None:
    assert is_own_form(a_session(csrf="csrf"), "csrf") is True


def test_a_session_is_never_shown_with_its_csrf(rig: Rig) -> None:
    session = rig.let_in(rig.take_in("maria")).session

    assert session.csrf not in repr(session)


def test_audit_log_tells_who_signed_in_and_how(rig: Rig) -> None:
    user = rig.take_in("maria")
    rig.let_in(user)

    signed_in = rig.audit_log_of(user.subject)[-1]

    assert (signed_in.action, signed_in.by, signed_in.after) == (
        "signed-in",
        user.subject,
        {"how": "test"},
    )
