"""Whether a form that is sent twice counts once, and says so: a hasty hand does no harm.

One that finds the records locked is put off, and counts when it is sent again.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi import Response
from tests.entrypoints.web.pages.houses import House, Visitor
from tests.entrypoints.web.pages.locking import BUSY, SHORT, locked
from tests.entrypoints.web.pages.pressing import ACTS, open_act
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import dump, list_paths
from tests.samples import NOON

from belfry.accounts.users import Role
from belfry.adapters.system.clock import VirtualClock
from belfry.entrypoints.web.pages.routes import MOST_REMEMBERED, REMEMBERED, SentForms

# What is sent there any number of times, and why that is right.
AS_OFTEN_AS_ONE_LIKES = {
    "/again": "it shows what was typed before a session ended, and keeps nothing",
    "/docs/{doc:path}/check": "it reads a text, and keeps nothing",
    "/jobs/wordings/suggest": "only a model offers it; its own tests press twice",
    "/sign-in": "every sign-in is a session of its own",
    "/demo/clock": "the clock of the demo counts its moves; its own tests press twice",
    "/rota/{monday}/fuller": "only a search of hours offers it; its own tests take it twice",
}


def test_every_form_of_the_product_is_decided() -> None:
    assert set(list_paths("POST")) == ACTS.keys() | AS_OFTEN_AS_ONE_LIKES.keys()
    assert not ACTS.keys() & AS_OFTEN_AS_ONE_LIKES.keys()


@pytest.mark.parametrize("route", ACTS)
def test_form_waits_for_the_records_counts_once_and_says_so(route: str, tmp_path: Path) -> None:
    with open_act(route, tmp_path, patience=SHORT) as pressing:
        before = pressing.count()
        with locked(pressing.house):
            busy = pressing.visitor.post(pressing.form.path, pressing.sent, **pressing.files)
            assert (busy.status_code, busy.headers["retry-after"]) == (503, "2")
            assert BUSY.search(read(busy.text).text)
        assert dump(pressing.house) == before[0]
        first = pressing.press()
        assert first.status_code in (200, 303)
        after = pressing.count()
        assert after != before
        again = pressing.look(pressing.press())
        assert pressing.count() == after
        assert again.status_code in (200, 403, 404, 409)
        assert ACTS[route].again in read(again.text).text


@pytest.mark.parametrize("route", ["/keys", "/people/{user_id:int}/link"])
def test_what_is_shown_once_is_shown_to_whoever_pressed_twice(route: str, tmp_path: Path) -> None:
    with open_act(route, tmp_path) as pressing:
        assert pressing.press().text == pressing.press().text


def test_form_of_a_page_that_was_looked_at_anew_counts_anew(house: House, owner: Visitor) -> None:
    for number in (1, 2):
        form = read(owner.get("/keys").text).typed
        owner.post("/keys", {**form, "service": "api", "name": "Till"})
        assert len(house.services.ports.keys.list(team_id=None)) == number


def test_form_that_another_person_sends_is_their_own(house: House, owner: Visitor) -> None:
    house.add()
    manager = house.visitor(
        house.services.accounts.add_user(name="Max", email=None, role=Role.MANAGER, by="terminal")
    )
    places = [
        one.submit("/workflows/1", "/workflows/1/run", {"once": ""}).headers["location"]
        for one in (owner, manager)
    ]
    assert places == ["/runs/1-m1", "/runs/1-m2"]


async def answer(sent: SentForms, status: int = 200, key: str = "a form") -> Response:
    """What is answered if nobody has sent it before."""

    async def handle() -> Response:
        await asyncio.sleep(0)
        return Response(status_code=status)

    return await sent.answer(key, handle)


def test_second_sending_waits_for_the_answer_to_the_first() -> None:
    sent = SentForms(VirtualClock(NOON))

    async def press_twice() -> list[Response]:
        return list(await asyncio.gather(answer(sent), answer(sent)))

    first, second = asyncio.run(press_twice())
    assert first is second


def test_form_that_was_refused_may_be_sent_again() -> None:
    sent = SentForms(VirtualClock(NOON))
    refused = asyncio.run(answer(sent, 503))
    assert asyncio.run(answer(sent)) is not refused
    assert asyncio.run(answer(sent)).status_code == 200


def test_answer_is_kept_no_longer_than_a_hasty_hand_needs() -> None:
    clock = VirtualClock(NOON)
    sent = SentForms(clock)
    first = asyncio.run(answer(sent))
    clock.advance(REMEMBERED - timedelta(seconds=1))
    assert asyncio.run(answer(sent)) is first
    clock.advance(timedelta(seconds=1))
    assert asyncio.run(answer(sent)) is not first


def test_no_more_answers_are_kept_than_a_house_needs() -> None:
    sent = SentForms(VirtualClock(NOON))
    first = asyncio.run(answer(sent))
    for number in range(MOST_REMEMBERED + 1):
        asyncio.run(answer(sent, key=str(number)))
    assert asyncio.run(answer(sent)) is not first
