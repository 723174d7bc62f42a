"""Which replies a person has yet to see to."""

from __future__ import annotations

from tests.jobs.shops import Bench
from tests.jobs.writers import MAYA, TOM, bring, write


def test_near_misses_come_first_then_the_newest(bench: Bench) -> None:
    for id, text in [
        ("SM1", "who is this"),
        ("SM2", "is it ready?"),
        ("SM3", "STOP"),
        ("SM4", "hello?"),
        ("SM5", "wrong number"),
    ]:
        write(bench, text, id=id)
        bench.go(minutes=1)

    found = bench.house.services.jobs.replies.list.list_open(limit=10)

    assert [line.reply.id for line in found.lines] == ["SM5", "SM1", "SM4", "SM2"]
    assert (len(found), found.more) == (4, 0)


def test_those_that_are_not_shown_are_counted(bench: Bench) -> None:
    for number in range(5):
        write(bench, f"question {number}")

    found = bench.house.services.jobs.replies.list.list_open(limit=2)

    assert (len(found.lines), found.more, len(found)) == (2, 3, 5)


def test_all_replies_are_the_newest_first_with_their_jobs(bench: Bench) -> None:
    bring(bench, "J-0")
    write(bench, "thanks", id="SM1")
    bench.go(minutes=1)
    write(bench, "STOP", id="SM2")
    bench.go(minutes=1)
    write(bench, "hello", id="SM3", sender=TOM)

    lines = bench.house.services.jobs.replies.list(limit=10)

    assert [
        (line.reply.id, line.job.id if line.job else None, line.is_stopped) for line in lines
    ] == [("SM3", None, False), ("SM2", "J-0", True), ("SM1", "J-0", True)]
    assert lines[1].reply.sender == MAYA
