"""Whether a message about a request is still true, and where its link leads."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from tests.contracts.shop_books import a_message
from tests.rota.teams import START, WEEK, Team

from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.texts import digest_of
from belfry.rota.messages import message_keys as keys
from belfry.rota.messages.message_links import (
    GOOD_FOR,
    LinkTo,
    MakeRotaLinks,
    find_link,
)
from belfry.rota.requests.notify_requests import LET_GO, AnyRequest, find_objection
from belfry.rota.requests.requests import (
    Asked,
    Clash,
    ClashState,
    LinkKind,
    RotaLink,
    Source,
    Swap,
    SwapKind,
    SwapState,
    TimeOffRequest,
)

SWAP = Swap(
    id="s",
    week=WEEK,
    shift_id="fri-early",
    person="Ana Diaz",
    kind=SwapKind.COVER,
    state=SwapState.ASKING,
    asked="Cara Woods",
    round=2,
    made_at=START,
    by="Ana Diaz",
)
REQUEST = TimeOffRequest(
    id="r",
    person="Ana Diaz",
    source=Source.PAGE,
    state=Asked.PENDING,
    first_on=date(2026, 11, 20),
    last_on=date(2026, 11, 21),
    asked_at=START,
)
CLASH = Clash(week=WEEK, shift_id="fri-early", person="Ana Diaz", words="away", found_at=START)
OFFERED = replace(SWAP, state=SwapState.OFFERED)
APPROVED = replace(REQUEST, state=Asked.APPROVED)
FREED = replace(CLASH, state=ClashState.FREED, answered_at=START)


@pytest.mark.parametrize(
    ("facts", "record", "expected"),
    [
        pytest.param({"swap": "s", "round": 2}, SWAP, "", id="the question that is open"),
        pytest.param(
            {"swap": "s", "round": 1}, SWAP, "another person was asked since", id="an old question"
        ),
        pytest.param(
            {"swap": "s", "round": 2}, OFFERED, "the swap is offered by now", id="answered"
        ),
        pytest.param({"swap": "s", "round": 2}, None, "the request is gone", id="gone"),
        pytest.param(
            {"swap": "s", "state": "offered", "round": 2}, OFFERED, "", id="an offer that stands"
        ),
        pytest.param(
            {"swap": "s", "state": "offered", "round": 2},
            SWAP,
            "the swap is asking by now",
            id="taken back",
        ),
        pytest.param(
            {"swap": "s", "state": "lapsed", "round": 1, LET_GO: True}, SWAP, "", id="let go"
        ),
        pytest.param({"request": "r"}, REQUEST, "", id="time off that waits"),
        pytest.param({"request": "r"}, APPROVED, "it is approved by now", id="decided"),
        pytest.param(
            {"request": "r", "state": "approved"}, APPROVED, "", id="a decision that stands"
        ),
        pytest.param(
            {"request": "r", "state": "approved"},
            replace(REQUEST, state=Asked.WITHDRAWN),
            "it is withdrawn by now",
            id="taken back after the yes",
        ),
        pytest.param({"clash": "c"}, CLASH, "", id="a clash that is open"),
        pytest.param({"clash": "c"}, FREED, "it is freed by now", id="a clash that is answered"),
    ],
)
def test_message_is_said_while_the_request_stands_as_it_tells(
    facts: dict[str, Any], record: AnyRequest | None, expected: str
) -> None:
    assert find_objection(facts, record) == expected


@pytest.mark.parametrize(
    ("kind", "facts", "record", "link"),
    [
        pytest.param(
            keys.ASK, {"swap": "s", "round": 2}, SWAP, LinkTo(LinkKind.ASK, "s", 2), id="an ask"
        ),
        pytest.param(
            keys.SWAP_TO_DECIDE,
            {"swap": "s", "state": "offered", "round": 2},
            OFFERED,
            LinkTo(LinkKind.SWAP, "s", 2),
            id="a swap to decide",
        ),
        pytest.param(
            keys.SWAP_NEWS,
            {"swap": "s", "state": "done", "round": 2},
            SWAP,
            LinkTo(LinkKind.WEEK, WEEK),
            id="news of a swap",
        ),
        pytest.param(
            keys.TIME_OFF_TO_DECIDE,
            {"request": "r"},
            REQUEST,
            LinkTo(LinkKind.TIME_OFF, "r"),
            id="time off to decide",
        ),
        pytest.param(
            keys.TIME_OFF_NEWS,
            {"request": "r", "state": "approved"},
            APPROVED,
            LinkTo(LinkKind.WEEK, WEEK),
            id="news of time off",
        ),
        pytest.param(
            keys.CLASH,
            {"clash": CLASH.key},
            CLASH,
            LinkTo(LinkKind.CLASH, CLASH.key),
            id="a clash",
        ),
        pytest.param(keys.ASK, {"swap": "s", "round": 2}, None, None, id="what is gone"),
    ],
)
def test_link_leads_to_where_the_reader_can_answer(
    kind: str, facts: dict[str, Any], record: AnyRequest | None, link: LinkTo | None
) -> None:
    assert find_link(kind, facts, record) == link


MINUTE = timedelta(minutes=1)


def make_link(team: Team) -> str:
    message = a_message("m1", person="Ana Diaz")
    make = MakeRotaLinks(team.ports.store, team.ports.secrets)
    return make([(message, LinkTo(LinkKind.ASK, "s1", 2))], team.ports.clock.now())["m1"]


def test_a_link_opens_what_it_was_made_for(team: Team) -> None:
    opened = team.app.services.rota.pages.open_link(make_link(team), LinkKind.ASK)
    assert (opened.kind, opened.about, opened.number) == (LinkKind.ASK, "s1", 2)
    assert opened.person == "Ana Diaz"


@pytest.mark.parametrize("token", ["", "other", "../etc", "ü"])
def test_a_link_that_never_was_leads_nowhere(team: Team, token: str) -> None:
    with pytest.raises(NotFound):
        team.app.services.rota.pages.open_link(token)


def test_a_link_does_not_open_other_things(team: Team) -> None:
    with pytest.raises(NotFound):
        team.app.services.rota.pages.open_link(make_link(team), LinkKind.DRAFT)


def test_an_old_link_says_so_until_it_is_cleared_away(team: Team) -> None:
    token, open_link = make_link(team), team.app.services.rota.pages.open_link
    team.app.clock.advance(GOOD_FOR - MINUTE)
    team.run("tidy")
    assert open_link(token).about == "s1"

    team.app.clock.advance(MINUTE)
    with pytest.raises(Conflict, match="too old"):
        open_link(token)

    team.run("tidy")
    assert team.ports.store.find(RotaLink, digest_of(token)) is None
