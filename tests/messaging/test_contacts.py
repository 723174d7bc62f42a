"""A customer's no outweighs any yes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.apps import App, build_app, memory_app, sql_ports
from tests.fakes.crash_points import Crashed, CrashingPoints
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.messaging.contacts import ChangeConsent, Contact, contact_id, find_refusal, has_agreed
from belfry.ports.store import Store

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


MAYA = "maya@example.com"


@pytest.fixture
def app() -> App:
    return memory_app()


def changer(app: App) -> ChangeConsent:
    return app.services.jobs.customers.change_consent


def contact(app: App) -> Contact:
    record = app.ports.store.find(Contact, contact_id(MAYA))
    assert record is not None
    return record


def entries(app: App) -> list[tuple[str, str, object, object]]:
    subject = contact(app).subject
    entries_found = app.ports.audit_log.list_entries(subject)
    return [
        (entry.by, entry.action, dict(entry.before), dict(entry.after)) for entry in entries_found
    ]


def test_answer_of_an_unknown_contact_is_stored_with_who_and_when(app: App) -> None:
    assert changer(app)(MAYA, "no", by="user/1") is True

    stored = contact(app)
    assert (stored.consent, stored.said_at, stored.said_by) == ("no", NOON, "user/1")
    assert entries(app) == [("user/1", "consent", {"consent": ""}, {"consent": "no"})]


def test_answer_given_twice_is_written_once(app: App) -> None:
    changer(app)(MAYA, "no", by="user/1")
    app.clock.advance_to(NOON.replace(hour=13))

    assert changer(app)("Maya@Example.com", "no", by="user/2") is False
    assert (contact(app).said_by, contact(app).said_at) == ("user/1", NOON)
    assert len(entries(app)) == 1


def test_answer_may_be_changed_and_taken_back(app: App) -> None:
    token = ""
    for answer in ("no", "yes", ""):
        assert changer(app)(MAYA, answer, by="user/1") is True
        assert contact(app).consent == answer
        token = token or contact(app).token

    assert contact(app).token == token
    assert [after for *_, after in entries(app)] == [
        {"consent": "no"},
        {"consent": "yes"},
        {"consent": ""},
    ]
    assert app.services.accounts.verify_audit_log().breaks == ()


def test_audit_log_holds_no_address(app: App) -> None:
    changer(app)(MAYA, "no", by="user/1")
    assert MAYA not in repr(app.ports.audit_log.list_latest(limit=9))


def test_link_changes_the_answer_of_its_contact(app: App) -> None:
    app.ports.store.commit([Put(Contact(id=contact_id(MAYA), token="maya-link"))])

    assert changer(app).by_link("maya-link", "no", by="the customer") is True
    assert (contact(app).consent, contact(app).said_by) == ("no", "the customer")


@pytest.mark.parametrize("token", ["", "nobody", "a\0b", "é", "x" * 100])
def test_unknown_link_is_not_found(app: App, token: str) -> None:
    with pytest.raises(NotFound):
        changer(app).by_link(token, "no", by="the customer")
    with pytest.raises(NotFound):
        changer(app).find(token)


@pytest.mark.parametrize("answer", ["maybe", "YES", "stop"])
def test_word_that_is_no_answer_is_refused(app: App, answer: str) -> None:
    with pytest.raises(InputError, match="expected yes, no or nothing"):
        changer(app)(MAYA, answer, by="user/1")
    assert app.ports.store.find(Contact, contact_id(MAYA)) is None


def test_two_answers_at_once_are_both_in_the_audit_log(tmp_path: Path) -> None:
    ports = sql_ports(None, tmp_path, VirtualClock(NOON), CrashingPoints())
    app = build_app(ports)
    with ThreadPoolExecutor(4) as pool:
        answers = ["no", "yes"] * 4
        jobs = [
            pool.submit(changer(app), MAYA, answer, by=f"user/{n}")
            for n, answer in enumerate(answers)
        ]
        news = sum(job.result() for job in jobs)

    assert len(entries(app)) == news >= 2
    assert entries(app)[-1][3] == {"consent": contact(app).consent}
    assert app.services.accounts.verify_audit_log().breaks == ()
    ports.close()


class AlwaysConflict:
    """A store in which another process always commits first."""

    def commit(self, changes: Sequence[Change]) -> None:
        raise Conflict("somebody was faster")

    def __init__(self, store: Store) -> None:
        self.find = store.find
        self.commit_each = store.commit_each


def test_answer_that_never_gets_through_asks_for_another_try(app: App) -> None:
    crowded = replace(changer(app), store=AlwaysConflict(app.ports.store))
    with pytest.raises(Temporary, match="too much is going on"):
        crowded(MAYA, "no", by="user/1")


@pytest.mark.parametrize("step", ["store.begin", "store.written", "store.committed"])
def test_answer_crashed_on_its_way_is_whole_or_not_there(app: App, step: str) -> None:
    app.crash_points.crash_at(step)
    with pytest.raises(Crashed):
        changer(app)(MAYA, "no", by="user/1")
    is_there = app.ports.store.find(Contact, contact_id(MAYA)) is not None
    assert is_there is (step == "store.committed")

    changer(app)(MAYA, "no", by="user/1")
    assert [after for *_, after in entries(app)] == [{"consent": "no"}]
