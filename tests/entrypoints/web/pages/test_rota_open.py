"""Staff offer to take an open shift on its page, and a manager answers."""

from __future__ import annotations

import pytest
from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.cafes import WEEK
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.users import Role
from belfry.rota.requests.requests import SwapKind, SwapState

PAGE, TAKE, REQUESTS = "/rota/open", "/rota/open/take", "/rota/requests"
FRIDAY = {"week": WEEK, "shift": "fri-early"}
OFFER = f"{WEEK}-2"
CARA = "Cara Woods"
SHIFT = "Friday 27 November 07:00-15:00 (barista)"


@pytest.fixture
def cara(asking: Asking) -> Visitor:
    """Friday early is open, and Cara may take it."""
    asking.open_up()
    return asking.cafe.visitor(CARA)


def text_of(visitor: Visitor, path: str = PAGE) -> str:
    return read(visitor.get(path).text).text


def test_offer_is_made_and_taken_back_at_the_page(asking: Asking, cara: Visitor) -> None:
    assert "barista I can take this" in text_of(cara)
    assert cara.submit(PAGE, TAKE, FRIDAY).headers["location"] == f"{PAGE}?done=offer-made"
    offer = asking.swap(OFFER)
    assert (offer.kind, offer.asked, offer.state) == (SwapKind.TAKE, CARA, SwapState.OFFERED)
    assert "barista You would take it. A manager has to agree. Withdraw" in text_of(cara)
    assert f"You would take {SHIFT}" in text_of(cara, "/rota/mine")
    act = f"/rota/mine/swaps/{OFFER}/take-back"
    answer = cara.submit(PAGE, act, {"back": PAGE})
    assert answer.headers["location"] == f"{PAGE}?done=offer-back"
    assert asking.swap(OFFER).state is SwapState.WITHDRAWN
    assert "barista I can take this" in text_of(cara)


def test_second_offer_is_refused_on_the_page(asking: Asking, cara: Visitor) -> None:
    cara.submit(PAGE, TAKE, FRIDAY)
    again = cara.submit(PAGE, TAKE, FRIDAY)
    assert again.status_code == 409
    page_text = read(again.text).text
    assert "Nothing was changed. There is a request about this shift already" in page_text
    assert [swap.id for swap in asking.verbs.list().swaps] == [OFFER]


def test_whoever_may_not_take_it_sees_why_and_has_no_button(asking: Asking, cara: Visitor) -> None:
    dev = asking.cafe.visitor("Dev Patel")
    page = text_of(dev)
    assert "Dev Patel does not have the role barista." in page
    assert "I can take this" not in page
    refused = dev.submit(PAGE, TAKE, FRIDAY)
    assert refused.status_code == 409
    assert "The rules speak against it: Dev Patel does not have" in read(refused.text).text
    assert asking.verbs.list().swaps == ()


@pytest.mark.parametrize(
    "form, status",
    [
        pytest.param({**FRIDAY, "shift": "fri-late"}, 409, id="a shift that is filled"),
        pytest.param({**FRIDAY, "shift": "none"}, 404, id="no shift"),
        pytest.param({**FRIDAY, "week": "2026-11-30"}, 404, id="no week"),
        pytest.param({}, 404, id="nothing"),
    ],
)
def test_what_cannot_be_offered_for_is_refused_on_the_page(
    asking: Asking, cara: Visitor, form: dict[str, str], status: int
) -> None:
    answer = cara.submit(PAGE, TAKE, form)
    assert answer.status_code == status
    assert "Nothing was changed." in read(answer.text).text
    assert asking.verbs.list().swaps == ()


def test_whoever_is_not_on_the_staff_list_offers_nothing(asking: Asking, cara: Visitor) -> None:
    zoe = asking.cafe.visitor("Zoe Hart")
    assert "I can take this" not in text_of(zoe)
    assert zoe.submit(PAGE, TAKE, {**FRIDAY, "person": CARA}).status_code == 404
    assert asking.verbs.list().swaps == ()


def test_open_shift_cannot_be_asked_about_as_a_swap(asking: Asking, cara: Visitor) -> None:
    answer = cara.submit("/rota/mine", "/rota/mine/swap", {**FRIDAY, "kind": "take"})
    assert answer.status_code == 422
    assert asking.verbs.list().swaps == ()


def test_manager_agrees_to_an_offer_and_the_others_are_over(
    asking: Asking, cara: Visitor, maria: Visitor
) -> None:
    offer, other = asking.take(), asking.take("Eve Long")
    text = text_of(maria, REQUESTS)
    assert f"to decide {SHIFT} Cara Woods can take it; it is open. Cara Woods is" in text
    assert "<b>near</b> Offered today 14:30. Agree Decline" in text
    for words in ("stays responsible", "Ask the next one", "Somebody else"):
        assert words not in text
    assert "Cara Woods can take it; it is open." in text_of(maria, "/")
    answer = maria.submit(REQUESTS, f"/rota/swaps/{offer.id}/agree", {"round": "1"})
    assert answer.headers["location"] == f"{REQUESTS}?done=offer-agreed"
    assert asking.people() == (CARA,)
    assert asking.swap(other.id).state is SwapState.LAPSED
    text = text_of(maria, REQUESTS)
    assert f"done Cara Woods: to take {SHIFT} Cara Woods has it now. By Maria Lopez." in text
    assert f"over Eve Long: to take {SHIFT}" in text


def test_rules_that_speak_against_an_offer_by_now_need_a_yes_of_their_own(
    asking: Asking, cara: Visitor, maria: Visitor
) -> None:
    offer = asking.take()
    asking.add("rota/time_off.csv", "Cara Woods,2026-11-27,2026-11-27,approved,")
    act, form = f"/rota/swaps/{offer.id}/agree", {"round": "1"}
    refused = maria.submit(REQUESTS, act, form)
    assert refused.status_code == 409
    assert "The rules speak against it: Cara Woods" in read(refused.text).text
    assert asking.people() == ()
    assert maria.submit(REQUESTS, act, {**form, "anyway": "yes"}).status_code == 303
    assert asking.people() == (CARA,)


def test_manager_declines_an_offer(asking: Asking, cara: Visitor, maria: Visitor) -> None:
    offer = asking.take()
    answer = maria.submit(REQUESTS, f"/rota/swaps/{offer.id}/decline", {"why": "rest"})
    assert answer.headers["location"] == f"{REQUESTS}?done=offer-declined"
    assert (asking.swap(offer.id).state, asking.people()) == (SwapState.DECLINED, ())


@pytest.mark.parametrize(
    "act, expected, people",
    [
        ("agree", "Agreed. The week is published again, and they are notified.", (CARA,)),
        ("decline", "Declined. They are told.", ()),
    ],
)
def test_manager_answers_an_offer_at_the_link_of_the_message(
    asking: Asking, cara: Visitor, act: str, expected: str, people: tuple[str, ...]
) -> None:
    asking.take()
    reader = asking.cafe.app.visitor()
    link = asking.cafe.link("maria@example.com", "which is open")
    text = text_of(reader, link)
    assert "Open shift Friday 27 November 07:00-15:00" in text
    assert "Cara Woods can take it; it is open." in text
    assert "Decline: it stays open" in text
    assert expected in read(reader.post(f"{link}/{act}", {}).text).text
    assert asking.people() == people
    assert "Cara Woods offered to take it." in text_of(reader, link)


def test_manager_on_the_staff_does_not_agree_to_their_own_offer(asking: Asking) -> None:
    asking.open_up()
    offer = asking.take()
    leading = asking.cafe.visitor(CARA, Role.MANAGER)
    answer = leading.submit(REQUESTS, f"/rota/swaps/{offer.id}/agree", {"round": "1"})
    assert answer.status_code == 403
    assert asking.people() == ()
