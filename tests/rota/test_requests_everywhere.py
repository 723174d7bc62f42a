"""That requests go the same way in memory and on every database."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest
from tests.rota.requesting import Asking, memory_asking, sql_asking
from tests.rota.teams import TIME_OFF_FILE, WEEK

from belfry.kernel.errors import Conflict
from belfry.rota.requests.requests import Asked, SwapState

MARIA = "Maria Lopez"
FRIDAY = date(2026, 11, 20)


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def asking(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Asking]:
    if request.param == "memory":
        yield memory_asking()
        return
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    with sql_asking(url, tmp_path) as opened:
        yield opened


def test_swap_goes_from_the_question_to_the_next_edition(asking: Asking) -> None:
    swap = asking.ask()
    asking.hear()
    asking.verbs.answer_ask(swap.id, person="Cara Woods", is_yes=False, by="Cara Woods")
    asking.verbs.answer_ask(swap.id, person="Eve Long", is_yes=True, by="Eve Long", round_=2)
    done = asking.verbs.answer_swap.agree(swap.id, by=MARIA, round_=2)
    assert (done.swap.state, asking.people()) == (SwapState.DONE, ("Eve Long",))
    asking.hear()
    assert sorted(asking.told()) == [
        ("ask", "Cara Woods"),
        ("swap-news", "Ana Diaz"),
        ("swap-news", "Eve Long"),
    ]
    assert asking.verbs.list().swaps == ()
    assert [entry.action for entry in asking.audit_log(swap.subject)] == [
        "swap.asked_for",
        "swap.refused",
        "swap.offered",
        "swap.done",
    ]


def test_open_shift_goes_to_the_first_of_those_who_offered(asking: Asking) -> None:
    asking.open_up()
    asking.hear()
    asking.take("Cara Woods")
    wanted = asking.take("Eve Long")
    asking.verbs.withdraw_swap(asking.take("Ana Diaz").id, by="Ana Diaz")
    before = len(asking.told())
    done = asking.verbs.answer_swap.agree(wanted.id, by=MARIA)
    assert (done.swap.state, asking.people()) == (SwapState.DONE, ("Eve Long",))
    asking.hear()
    assert sorted(asking.told()[before:]) == [
        ("swap-news", "Cara Woods"),
        ("swap-news", "Eve Long"),
    ]
    assert asking.verbs.list().swaps == ()
    assert [entry.action for entry in asking.audit_log(wanted.subject)] == [
        "swap.offered_to_take",
        "swap.done",
    ]


def test_time_off_goes_from_the_note_to_the_sheet(asking: Asking) -> None:
    email = b"From: ana@example.com\r\n\r\nCan I have next Friday off for a wedding?\r\n"
    asking.team.folder.files["rota/notes/1.eml"] = email
    asking.verbs.update()
    (request,) = asking.verbs.list().time_off
    done = asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    assert [line.shift_id for line in done.shifts] == ["fri-early"]
    assert asking.verbs.update() == ""
    last = asking.team.read(TIME_OFF_FILE).splitlines()[-1]
    assert last == "Ana Diaz,2026-11-20,2026-11-20,approved,wedding"


def try_to(act: object, *names: str) -> list[str]:
    """What becomes of the same act by several at once."""

    def attempt(name: str) -> str:
        try:
            act(name)  # type: ignore[operator]
        except Conflict:
            return "too late"
        return "done"

    with ThreadPoolExecutor(len(names)) as pool:
        return sorted(pool.map(attempt, names))


def test_one_of_several_who_agree_at_once_is_first(asking: Asking) -> None:
    swap = asking.offer()
    agree = asking.verbs.answer_swap.agree
    ends = try_to(lambda by: agree(swap.id, by=by), MARIA, "Olga Finch", MARIA, "Olga Finch")
    assert ends == ["done", "too late", "too late", "too late"]
    head = asking.team.head()
    assert (head.edition, asking.people()) == (2, ("Cara Woods",))


def test_one_of_several_who_answer_time_off_at_once_is_first(asking: Asking) -> None:
    request = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz")
    answers = asking.verbs.answer_time_off
    ends = try_to(lambda by: answers.approve(request.id, by=by), MARIA, "Olga Finch", MARIA)
    assert ends == ["done", "too late", "too late"]
    assert asking.request(request.id).state is Asked.APPROVED
    assert asking.team.read(TIME_OFF_FILE).count("Ana Diaz") == 1


def test_one_swap_of_several_about_the_same_shift_is_open(asking: Asking) -> None:
    ends = try_to(lambda by: asking.ask(by=by), "Ana Diaz", MARIA, "Olga Finch")
    assert ends == ["done", "too late", "too late"]
    assert [swap.id for swap in asking.verbs.list().swaps] == [f"{WEEK}-1"]


def test_one_of_several_offers_for_the_same_place_is_agreed_to_at_once(asking: Asking) -> None:
    asking.open_up()
    offers = [asking.take(name).id for name in ("Cara Woods", "Eve Long", "Ana Diaz")]
    agree = asking.verbs.answer_swap.agree
    assert try_to(lambda swap_id: agree(swap_id, by=MARIA), *offers) == [
        "done",
        "too late",
        "too late",
    ]
    states = sorted(asking.swap(offer).state for offer in offers)
    assert (len(asking.people()), states) == (1, ["done", "lapsed", "lapsed"])


def test_one_offer_of_several_by_one_person_is_open(asking: Asking) -> None:
    asking.open_up()
    ends = try_to(lambda by: asking.take(by=by), "Cara Woods", MARIA, "Olga Finch")
    assert ends == ["done", "too late", "too late"]
    assert [swap.asked for swap in asking.verbs.list().swaps] == ["Cara Woods"]


def test_sync_looks_after_requests(asking: Asking) -> None:
    asking.ask()
    asking.team.go_to("2026-11-20T07:00")
    assert asking.team.run("sync").endswith("1 open swaps, 0 passed on, 1 over")
