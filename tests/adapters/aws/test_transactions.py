"""What a commit over a bad line, or to a busy DynamoDB, comes to."""

from __future__ import annotations

import socket
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.adapters.aws.conftest import Connect
from tests.adapters.aws.dynamo_proxy import Answer, Fault, Line, cancelled, refusal
from tests.contracts.books import BARE, Book
from tests.samples import NOON, a_workflow

from belfry.kernel.changes import Announce, Append, Event, Put
from belfry.kernel.errors import BelfryError, Conflict, Permanent, Temporary
from belfry.kernel.records import Claim
from belfry.scheduler.workflows import Workflow

COMMIT = "TransactWriteItems"
EVENT = Event("workflow", "1", "upsert", {}, NOON)


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(Fault.LOSE_ANSWER, id="the line breaks after the commit"),
        pytest.param(Fault.LOSE_REQUEST, id="the line breaks before the commit"),
        pytest.param(refusal("InternalServerError", 500), id="the service breaks"),
        pytest.param(refusal("ThrottlingException"), id="the service is busy"),
    ],
)
def test_commit_is_written_once_when_the_first_try_goes_wrong(
    book: Book, far_book: Book, line: Line, fault: Fault | Answer
) -> None:
    line.fail(COMMIT, fault)

    far_book.store.commit([Put(a_workflow()), Announce(EVENT)])

    assert book.store.find(Workflow, "1") == replace(a_workflow(), revision=1)
    assert len(book.outbox.claim(now=NOON, limit=10, within=timedelta(minutes=1))) == 1
    assert line.count(COMMIT) == 2


@pytest.mark.parametrize(
    "fault, is_written",
    [
        pytest.param(Fault.LOSE_ANSWER, True, id="the line breaks after the commit"),
        pytest.param(Fault.LOSE_REQUEST, False, id="the line breaks before the commit"),
        pytest.param(refusal("InternalServerError", 500), False, id="the service breaks"),
        pytest.param(refusal("SomethingNew", 503), False, id="the service is away"),
        pytest.param(refusal("ThrottlingException"), False, id="the service is busy"),
        pytest.param(refusal("RequestLimitExceeded"), False, id="the account is busy"),
        pytest.param(cancelled("None", "ThrottlingError"), False, id="a table is busy"),
        pytest.param(
            cancelled("TransactionConflict", "ProvisionedThroughputExceeded"),
            False,
            id="an item is held and a table busy",
        ),
    ],
)
def test_commit_that_fails_every_time_is_temporary(
    book: Book, brief_book: Book, line: Line, fault: Fault | Answer, is_written: bool
) -> None:
    line.fail(COMMIT, fault)

    with pytest.raises(Temporary) as caught:
        brief_book.store.commit([Put(a_workflow()), Put(Claim("name", "1"))])

    assert caught.value.__cause__ is not None
    assert (book.store.find(Workflow, "1") is not None) is is_written
    assert (book.store.find(Claim, "name") is not None) is is_written
    assert line.count(COMMIT) == 1


@pytest.mark.parametrize("tries", [1, 3], ids=["the only try", "the first of three tries"])
def test_commit_whose_answer_never_comes_is_written_once(
    book: Book, line: Line, connect: Connect, tries: int
) -> None:
    impatient = connect(line.url, answer_within=timedelta(seconds=1), tries=tries)
    line.fail(COMMIT, Fault.NEVER_ANSWER)

    outcome = pytest.raises(Temporary) if tries == 1 else nullcontext()
    with outcome:
        BARE.in_dynamodb(impatient).store.commit([Put(a_workflow()), Announce(EVENT)])

    assert book.store.find(Workflow, "1") == replace(a_workflow(), revision=1)
    assert len(book.outbox.claim(now=NOON, limit=10, within=timedelta(minutes=1))) == 1


def test_commit_is_given_up_after_three_tries(far_book: Book, line: Line) -> None:
    line.fail(COMMIT, *[refusal("InternalServerError", 500)] * 4)

    with pytest.raises(Temporary):
        far_book.store.commit([Put(a_workflow())])

    assert line.count(COMMIT) == 3


@pytest.mark.parametrize(
    "answer, error",
    [
        pytest.param(refusal("ValidationException"), Permanent, id="a request that makes no sense"),
        pytest.param(refusal("AccessDeniedException"), Permanent, id="a role without the right"),
        pytest.param(refusal("SomethingNew"), Permanent, id="a refusal nobody foresaw"),
        pytest.param(
            cancelled("None", "ValidationError"), Permanent, id="an item that does not fit"
        ),
        pytest.param(cancelled(), Permanent, id="a refusal without reasons"),
        pytest.param(
            cancelled("TransactionConflict", "ValidationError"),
            Permanent,
            id="one item held and another that does not fit",
        ),
        pytest.param(
            cancelled("ValidationError", "ThrottlingError"),
            Permanent,
            id="an item that does not fit into a busy table",
        ),
        pytest.param(
            cancelled("TransactionConflict", "ConditionalCheckFailed"),
            Conflict,
            id="one item held and another changed",
        ),
    ],
)
def test_commit_that_is_refused_is_not_tried_again(
    far_book: Book, line: Line, answer: Answer, error: type[BelfryError]
) -> None:
    line.fail(COMMIT, answer)

    with pytest.raises(error) as caught:
        far_book.store.commit([Put(a_workflow()), Put(Claim("name", "1"))])

    assert caught.value.__cause__ is not None
    assert line.count(COMMIT) == 1


def test_commit_waits_for_an_item_that_another_transaction_holds(
    book: Book, far_book: Book, line: Line
) -> None:
    line.fail(COMMIT, cancelled("TransactionConflict"), cancelled("TransactionConflict"))

    far_book.store.commit([Put(a_workflow())])

    assert book.store.find(Workflow, "1") == replace(a_workflow(), revision=1)
    tokens = {asked["ClientRequestToken"] for asked in line.asked(COMMIT)}
    assert (line.count(COMMIT), len(tokens)) == (3, 1)


def test_commit_on_an_item_held_all_the_time_is_temporary_and_no_conflict(
    book: Book, far_book: Book, line: Line
) -> None:
    line.fail(COMMIT, *[cancelled("TransactionConflict")] * 5)

    with pytest.raises(Temporary):
        far_book.store.commit([Put(a_workflow())])

    assert book.store.find(Workflow, "1") is None
    assert line.count(COMMIT) == 5


def test_equal_commits_are_two_commits(far_book: Book) -> None:
    far_book.store.commit([Append(Claim("fire", "me"))])

    with pytest.raises(Conflict):
        far_book.store.commit([Append(Claim("fire", "me"))])


def test_conflict_names_the_records_that_were_changed(book: Book) -> None:
    book.store.commit([Put(Claim("first", "1")), Put(Claim("third", "1"))])

    with pytest.raises(Conflict, match="^changed meanwhile: Claim first, Claim third$"):
        book.store.commit([Put(Claim(name, "2")) for name in ("first", "second", "third")])


def test_unreachable_store_is_temporary(connect: Connect) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        deaf = connect(f"http://127.0.0.1:{taken.getsockname()[1]}", tries=1)
        store = BARE.in_dynamodb(deaf).store

        with pytest.raises(Temporary, match="out of reach"):
            store.find(Workflow, "1")
        with pytest.raises(Temporary, match="out of reach"):
            store.commit([Put(a_workflow())])
