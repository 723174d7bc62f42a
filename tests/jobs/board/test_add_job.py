"""A new job becomes a row of the board with what was typed."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.jobs.shops import BOARD, Bench, memory_bench

from belfry.jobs.board.edit_jobs import ADDED, Added, Refused, find_following, suggest_id

BY = "user/3"
TYPED = {
    "job_id": "J-3",
    "customer": "Maya Lind",
    "contact": "07700 900123",
    "channel": "text",
    "item": "iPhone, blue",
    "stage": "diagnosing",
}


def open_shop(bench: Bench) -> None:
    bench.set()
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "received")
    bench.poll()


@pytest.fixture
def shop(bench: Bench) -> Bench:
    open_shop(bench)
    return bench


def board(bench: Bench) -> str:
    return bench.folder.files[BOARD].decode()


def add(bench: Bench, **typed: str) -> Added | Refused:
    return bench.app.services.jobs.board.add({**TYPED, **typed}, by=BY)


def test_job_becomes_the_last_row_and_is_seen_at_once(shop: Bench) -> None:
    before = board(shop)
    assert add(shop) == Added("J-3", is_new=True)
    row = 'J-3,Maya Lind,07700 900123,text,"iPhone, blue",diagnosing\r\n'
    assert board(shop) == before + row
    job = shop.job("J-3")
    assert (job.customer, job.contact, job.stage) == ("Maya Lind", "+447700900123", "diagnosing")
    shop.settle()
    shop.deliver()
    assert shop.sent("sms") == []


def test_job_is_signed_by_whoever_took_it_in(shop: Bench) -> None:
    add(shop)
    entry = shop.ports.audit_log.list_entries("job/J-3")[-1]
    assert (entry.by, entry.action, dict(entry.after)) == (BY, ADDED, {"stage": "diagnosing"})


def test_form_sent_twice_makes_one_job(shop: Bench) -> None:
    add(shop)
    before = board(shop)
    assert add(shop) == Added("J-3", is_new=False)
    assert board(shop) == before


@pytest.mark.parametrize(
    "job_id, why",
    [
        ("J-1", "J-1 is taken; the next free one is J-3"),
        ("J-7", "J-7 is taken; the next free one is J-8"),
    ],
    ids=["on the board", "of a job that has left it"],
)
def test_id_that_is_taken_is_refused_with_a_free_one(shop: Bench, job_id: str, why: str) -> None:
    shop.put("J-7", "collected")
    shop.poll()
    shop.take_away("J-7")
    before = board(shop)
    assert add(shop, job_id=job_id) == Refused({"job_id": why})
    assert board(shop) == before


def test_job_without_an_id_gets_the_next_one(shop: Bench) -> None:
    assert shop.app.services.jobs.board.suggest_id() == "J-3"
    assert add(shop, job_id="") == Added("J-3", is_new=True)
    assert add(shop, job_id=" ") == Added("J-4", is_new=True)


def test_job_without_a_stage_begins_with_the_first(shop: Bench) -> None:
    add(shop, stage="")
    assert shop.job("J-3").stage == "received"


@pytest.mark.parametrize(
    "typed, errors",
    [
        (
            {"contact": ""},
            {"contact": "expected an e-mail address or a phone number, and found nothing"},
        ),
        (
            {"contact": "maya@", "channel": ""},
            {"contact": "expected an e-mail address like name@example.com, not 'maya@'"},
        ),
        (
            {"contact": "m@example.com", "channel": "text"},
            {"contact": "expected a phone number, not 'm@example.com'"},
        ),
        ({"channel": "pigeon"}, {"channel": "expected email or text, not 'pigeon'"}),
        (
            {"stage": "reday"},
            {
                "stage": "'reday' is not a stage; expected received, diagnosing, in progress, "
                "awaiting parts, ready, collected"
            },
        ),
        (
            {"customer": "x" * 201, "item": "a\x07b"},
            {
                "customer": "expected 0 to 200 characters of plain text",
                "item": "expected 0 to 200 characters of plain text",
            },
        ),
        (
            {"job_id": "1E5"},
            {"job_id": "a spreadsheet would take this for a number: put a letter before it"},
        ),
    ],
    ids=[
        "no contact",
        "half an address",
        "an address for text messages",
        "no such way",
        "no such stage",
        "what no cell holds",
        "an id that would not come back",
    ],
)
def test_what_the_board_could_not_say_is_refused_at_its_field(
    shop: Bench, typed: dict[str, str], errors: dict[str, str]
) -> None:
    before = board(shop)
    assert add(shop, **typed) == Refused(errors)
    assert board(shop) == before


def test_contact_may_be_missing_once_a_job_is_over(shop: Bench) -> None:
    assert add(shop, contact="", stage="collected") == Added("J-3", is_new=True)


def test_letters_that_the_file_cannot_hold_are_refused(shop: Bench) -> None:
    shop.folder.files[BOARD] = board(shop).replace("Customer J-1", "Zoë").encode("cp1252")
    answer = add(shop, customer="Łukasz")
    assert isinstance(answer, Refused)
    assert answer.errors["customer"].endswith("lacks some of these letters: save it as UTF-8 first")


def test_column_that_the_board_lacks_is_added_for_what_was_typed(shop: Bench) -> None:
    shop.write(BOARD, "Ref;Status;Phone\r\nJ-1;received;a@example.com\r\n")
    add(shop, job_id="J-5", channel="", item="", contact="m@example.com")
    assert board(shop) == (
        "Ref;Status;Phone;customer\r\nJ-1;received;a@example.com\r\n"
        "J-5;diagnosing;m@example.com;Maya Lind\r\n"
    )


@pytest.mark.parametrize(
    "typed, cell",
    [
        ('=HYPERLINK("http://x","y")', '\'=HYPERLINK("http://x","y")'),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-1+A1", "'-1+A1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-", "-"),
        ("+44 7700 900123", "+44 7700 900123"),
        ("-10 %", "'-10 %"),
        ("Kettle = good", "Kettle = good"),
    ],
)
def test_words_that_look_like_a_formula_are_none_in_the_file_and_come_back(
    shop: Bench, typed: str, cell: str
) -> None:
    add(shop, item=typed, customer=typed)
    last = list(csv.reader(io.StringIO(board(shop))))[-1]
    assert (last[1], last[4]) == (cell, cell)
    assert (shop.job("J-3").customer, shop.job("J-3").item) == (typed, typed)


@pytest.mark.parametrize("contact", ["+44 7700 900123", "+44 (0)7700 900-123"])
def test_phone_number_stays_as_it_was_typed(shop: Bench, contact: str) -> None:
    add(shop, contact=contact)
    assert list(csv.reader(io.StringIO(board(shop))))[-1][2] == contact
    assert shop.job("J-3").contact == "+447700900123"


WORDS = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=60)


@given(WORDS, WORDS)
def test_whatever_is_typed_is_read_back_as_it_was_typed(customer: str, item: str) -> None:
    bench = memory_bench()
    open_shop(bench)
    before = board(bench)
    assert add(bench, customer=customer, item=item) == Added("J-3", is_new=True)
    job = bench.job("J-3")
    assert (job.customer, job.item) == (" ".join(customer.split()), " ".join(item.split()))
    assert board(bench).startswith(before)
    assert add(bench, customer=customer, item=item) == Added("J-3", is_new=False)


@pytest.mark.parametrize(
    "ids, suggested",
    [
        ([], "J-1"),
        (["Maya", "Tom"], "J-1"),
        (["J-2042", "J-2051"], "J-2052"),
        (["J-999"], "J-1000"),
        (["007", "008"], "009"),
        (["99"], "100"),
        (["J-1", "J-2", "K-99"], "J-3"),
        (["J-1", "K-99"], "K-100"),
        (["2026/11", "2026/12"], "2026/13"),
        (["J-1", "490154203237518", "490154203237526"], "J-2"),
    ],
    ids=[
        "nothing to go by",
        "names alone",
        "one more than the highest",
        "one more digit",
        "as many zeros",
        "no more zeros",
        "the most usual kind",
        "the higher of two kinds",
        "the last number of several",
        "serial numbers are no count",
    ],
)
def test_next_number_is_written_like_the_others(ids: list[str], suggested: str) -> None:
    assert suggest_id(ids) == suggested


@pytest.mark.parametrize("job_id, following", [("J-9", "J-10"), ("J-09", "J-10"), ("A", "A-2")])
def test_following_id_is_one_more(job_id: str, following: str) -> None:
    assert find_following(job_id) == following


@given(st.lists(st.text("J-01 a", max_size=6)))
def test_suggested_id_is_none_of_those_there_are(ids: list[str]) -> None:
    assert suggest_id(ids) not in ids
