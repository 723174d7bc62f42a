"""Whether a message about a request is still true, and where its link leads."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from tests.rota.teams import START, WEEK

from belfry.rota.messages import message_keys as keys
from belfry.rota.messages.message_keys import ask_facts, clash_facts, swap_facts, time_off_facts
from belfry.rota.messages.message_links import LinkTo, find_link
from belfry.rota.requests.notify_requests import LET_GO, AnyRequest, find_objection
from belfry.rota.requests.requests import (
    Asked,
    Clash,
    ClashState,
    Source,
    Swap,
    SwapKind,
    SwapState,
    TimeOffRequest,
)
from belfry.rota.requests.rota_links import LinkKind

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
    ("facts", "record", "said"),
    [
        pytest.param(ask_facts("s", 2), SWAP, "", id="the question that is open"),
        pytest.param(
            ask_facts("s", 1), SWAP, "somebody else was asked since", id="an old question"
        ),
        pytest.param(ask_facts("s", 2), OFFERED, "the swap is offered by now", id="answered"),
        pytest.param(ask_facts("s", 2), None, "the request is gone", id="gone"),
        pytest.param(swap_facts("s", "offered", 2), OFFERED, "", id="an offer that stands"),
        pytest.param(
            swap_facts("s", "offered", 2), SWAP, "the swap is asking by now", id="taken back"
        ),
        pytest.param({**swap_facts("s", "lapsed", 1), LET_GO: True}, SWAP, "", id="let go"),
        pytest.param(time_off_facts("r"), REQUEST, "", id="time off that waits"),
        pytest.param(time_off_facts("r"), APPROVED, "it is approved by now", id="decided"),
        pytest.param(time_off_facts("r", "approved"), APPROVED, "", id="a decision that stands"),
        pytest.param(
            time_off_facts("r", "approved"),
            replace(REQUEST, state=Asked.WITHDRAWN),
            "it is withdrawn by now",
            id="taken back after the yes",
        ),
        pytest.param(clash_facts("c"), CLASH, "", id="a clash that is open"),
        pytest.param(clash_facts("c"), FREED, "it is freed by now", id="a clash that is answered"),
    ],
)
def test_message_is_said_while_the_request_stands_as_it_tells(
    facts: dict[str, Any], record: AnyRequest | None, said: str
) -> None:
    assert find_objection(facts, record) == said


@pytest.mark.parametrize(
    ("kind", "facts", "record", "link"),
    [
        pytest.param(keys.ASK, ask_facts("s", 2), SWAP, LinkTo(LinkKind.ASK, "s", 2), id="an ask"),
        pytest.param(
            keys.SWAP_TO_DECIDE,
            swap_facts("s", "offered", 2),
            OFFERED,
            LinkTo(LinkKind.SWAP, "s", 2),
            id="a swap to decide",
        ),
        pytest.param(
            keys.SWAP_NEWS,
            swap_facts("s", "done", 2),
            SWAP,
            LinkTo(LinkKind.WEEK, WEEK),
            id="news of a swap",
        ),
        pytest.param(
            keys.TIME_OFF_TO_DECIDE,
            time_off_facts("r"),
            REQUEST,
            LinkTo(LinkKind.TIME_OFF, "r"),
            id="time off to decide",
        ),
        pytest.param(
            keys.TIME_OFF_NEWS,
            time_off_facts("r", "approved"),
            APPROVED,
            LinkTo(LinkKind.WEEK, WEEK),
            id="news of time off",
        ),
        pytest.param(
            keys.CLASH,
            clash_facts(CLASH.key),
            CLASH,
            LinkTo(LinkKind.CLASH, CLASH.key),
            id="a clash",
        ),
        pytest.param(keys.ASK, ask_facts("s", 2), None, None, id="what is gone"),
    ],
)
def test_link_leads_to_where_the_reader_can_answer(
    kind: str, facts: dict[str, Any], record: AnyRequest | None, link: LinkTo | None
) -> None:
    assert find_link(kind, facts, record) == link
