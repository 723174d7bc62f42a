"""What every store promises: all or nothing, guarded by revisions, nothing lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from tests.fakes.crash_points import Crashed
from tests.samples import NOON, a_run, a_workflow

from belfry.kernel.changes import Announce, Append, Audit, Change, Event, Put, Remove, write_entry
from belfry.kernel.errors import Conflict, InputError
from belfry.kernel.records import Claim
from belfry.scheduler.runs import Attempt, Run
from belfry.scheduler.workflows import CatchUp, Overlap, Workflow

if TYPE_CHECKING:
    from tests.contracts.books import Book


def an_event(number: int = 1) -> Event:
    return Event("workflow", str(number), "upsert", {"cron_schedule": "0 9 * * *"}, NOON)


def an_attempt(number: int = 1) -> Attempt:
    return Attempt(
        run_id="1-m1",
        number=number,
        worker="w",
        started_at=NOON,
        finished_at=NOON + timedelta(seconds=1),
        outcome="failed",
        error="no",
    )


def test_put_of_a_new_record_is_found_with_its_first_revision(book: Book) -> None:
    workflow = a_workflow(
        overlap=Overlap.QUEUE,
        catch_up=CatchUp.ALL,
        inputs={"message": "Grüße, 東京", "deep": {"list": [1, 2.5, None, True]}},
        paused_at=NOON + timedelta(microseconds=123456),
        pause_note="holiday",
        jitter=timedelta(seconds=90),
    )

    book.store.commit([Put(workflow)])

    assert book.store.find(Workflow, "1") == replace(workflow, revision=1)


def test_put_keeps_none_apart_from_empty(book: Book) -> None:
    run = a_run(output="", error=None, inputs=None)

    book.store.commit([Put(run)])

    assert book.store.find(Run, run.id) == replace(run, revision=1)


def test_find_of_an_unknown_key_gives_none(book: Book) -> None:
    assert book.store.find(Workflow, "404") is None


def test_put_with_the_stored_revision_replaces(book: Book) -> None:
    book.store.commit([Put(a_workflow())])
    stored = book.store.find(Workflow, "1")
    assert stored is not None

    book.store.commit([Put(replace(stored, name="Renamed"))])

    assert book.store.find(Workflow, "1") == replace(stored, name="Renamed", revision=2)


@pytest.mark.parametrize("revision", [0, 1, 3], ids=["new", "older", "never reached"])
def test_put_with_another_revision_is_a_conflict(book: Book, revision: int) -> None:
    book.store.commit([Put(a_workflow())])
    book.store.commit([Put(replace(a_workflow(), revision=1))])

    with pytest.raises(Conflict):
        book.store.commit([Put(replace(a_workflow(), name="Lost", revision=revision))])

    assert book.store.find(Workflow, "1") == replace(a_workflow(), revision=2)


def test_put_of_a_record_that_is_not_there_is_a_conflict(book: Book) -> None:
    with pytest.raises(Conflict):
        book.store.commit([Put(replace(a_workflow(), revision=4))])

    assert book.store.find(Workflow, "1") is None


def test_append_twice_is_a_conflict(book: Book) -> None:
    book.store.commit([Append(an_attempt())])

    with pytest.raises(Conflict):
        book.store.commit([Append(replace(an_attempt(), outcome="succeeded"))])

    assert book.store.find(Attempt, "1-m1/1") == replace(an_attempt(), revision=1)


def test_remove_with_the_stored_revision_takes_away(book: Book) -> None:
    book.store.commit([Put(Claim("name", "1"))])

    book.store.commit([Remove(Claim("name", "1", revision=1))])

    assert book.store.find(Claim, "name") is None


def test_remove_with_another_revision_is_a_conflict(book: Book) -> None:
    book.store.commit([Put(Claim("name", "1"))])

    with pytest.raises(Conflict):
        book.store.commit([Remove(Claim("name", "1", revision=2))])

    assert book.store.find(Claim, "name") == Claim("name", "1", revision=1)


def test_one_conflict_undoes_the_whole_commit(book: Book) -> None:
    book.store.commit([Put(a_workflow(1))])
    other, entry = write_entry(a_workflow(2), action="created", by="owner", at=NOON)

    with pytest.raises(Conflict):
        book.store.commit(
            [
                Put(other),
                Audit(entry),
                Append(an_attempt()),
                Announce(an_event(2)),
                Put(a_workflow(1)),
            ]
        )

    assert book.store.find(Workflow, "2") is None
    assert book.store.find(Attempt, "1-m1/1") is None
    assert book.audit_log.list_entries("workflow/2") == []
    assert book.outbox.claim(now=NOON, limit=10, within=timedelta(minutes=1)) == []


def test_fifty_changes_of_many_sorts_go_in_one_commit(book: Book) -> None:
    changes = [Put(a_workflow(number)) for number in range(1, 26)]
    runs = [Append(a_run(number)) for number in range(1, 26)]

    book.store.commit([*changes, *runs])

    assert book.store.find(Workflow, "25") is not None
    assert book.store.find(Run, runs[-1].record.key) is not None


def test_more_than_fifty_changes_are_refused(book: Book) -> None:
    with pytest.raises(InputError, match="at most 50"):
        book.store.commit([Put(a_workflow(number)) for number in range(1, 52)])

    assert book.store.find(Workflow, "1") is None


def test_one_record_twice_is_refused(book: Book) -> None:
    with pytest.raises(InputError, match="twice"):
        book.store.commit([Put(a_workflow(1)), Remove(a_workflow(1))])

    assert book.store.find(Workflow, "1") is None


def test_an_empty_commit_changes_nothing(book: Book) -> None:
    book.store.commit([])

    assert book.store.find(Workflow, "1") is None


def test_commits_made_together_each_stand_or_fall_alone(book: Book) -> None:
    book.store.commit([Put(a_workflow(2))])

    written = book.store.commit_each(
        [
            [Put(a_workflow(1)), Append(a_run(1))],
            [Append(a_run(2)), Put(a_workflow(2))],
            [Put(a_workflow(3)), Append(a_run(3))],
        ]
    )

    assert written == [True, False, True]
    stored_numbers = [number for number in (1, 2, 3) if book.store.find(Run, a_run(number).id)]
    assert stored_numbers == [1, 3]


def test_commits_made_together_of_one_record_come_one_after_another(book: Book) -> None:
    first, second = a_workflow(1), replace(a_workflow(1), name="Second", revision=1)

    written = book.store.commit_each([[Put(first)], [Put(second)], [Put(first)]])

    assert written == [True, True, False]
    assert book.store.find(Workflow, "1") == replace(second, revision=2)


def test_many_commits_are_made_together(book: Book) -> None:
    commits: list[list[Change]] = [
        [Put(a_workflow(number)), Append(a_run(number))] for number in range(1, 101)
    ]

    assert book.store.commit_each(commits) == [True] * 100
    assert book.store.find(Workflow, "100") is not None
    assert book.store.commit_each([]) == []


@pytest.mark.parametrize("step", ["store.begin", "store.written"])
def test_a_process_crashed_before_the_commit_leaves_nothing(book: Book, step: str) -> None:
    book.crash_points.crash_at(step)

    with pytest.raises(Crashed):
        book.store.commit([Put(a_workflow()), Announce(an_event()), Append(an_attempt())])

    assert book.store.find(Workflow, "1") is None
    assert book.store.find(Attempt, "1-m1/1") is None
    assert book.outbox.claim(now=NOON, limit=10, within=timedelta(minutes=1)) == []


def test_a_process_crashed_after_the_commit_leaves_everything(book: Book) -> None:
    book.crash_points.crash_at("store.committed")

    with pytest.raises(Crashed):
        book.store.commit([Put(a_workflow()), Announce(an_event())])

    assert book.store.find(Workflow, "1") == replace(a_workflow(), revision=1)
    assert len(book.outbox.claim(now=NOON, limit=10, within=timedelta(minutes=1))) == 1


def test_of_many_who_put_at_once_exactly_one_wins(book: Book) -> None:
    book.store.commit([Put(a_workflow())])

    def rename(number: int) -> bool:
        changed = replace(a_workflow(), name=f"By {number}", revision=1)
        try:
            book.store.commit([Put(changed), Announce(an_event(number))])
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(rename, range(8)))

    assert won.count(True) == 1
    assert book.store.find(Workflow, "1") == replace(
        a_workflow(), name=f"By {won.index(True)}", revision=2
    )
    announced = book.outbox.claim(now=NOON, limit=10, within=timedelta(minutes=1))
    assert [row.aggregate_id for row in announced] == [str(won.index(True))]


def test_of_many_who_create_at_once_exactly_one_wins(book: Book) -> None:
    def create(number: int) -> bool:
        try:
            book.store.commit([Put(Claim("the-name", str(number))), Put(a_workflow(number))])
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(create, range(1, 9)))

    assert won.count(True) == 1
    stored_numbers = [n for n in range(1, 9) if book.store.find(Workflow, str(n))]
    assert stored_numbers == [won.index(True) + 1]


def test_numbers_count_from_one_by_name(book: Book) -> None:
    assert [book.numbers.next("workflow"), book.numbers.next("workflow")] == [1, 2]
    assert book.numbers.next("run") == 1


def test_numbers_are_never_given_twice(book: Book) -> None:
    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(lambda _: book.numbers.next("workflow"), range(40)))

    assert sorted(numbers) == list(range(1, 41))
