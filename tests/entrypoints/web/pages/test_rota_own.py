"""Each person sees their own shifts only, and can ask for time off and swaps."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.cafes import PAGE as WEEK_PAGE
from tests.entrypoints.web.pages.cafes import PUBLIC, WEEK, Cafe
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.users import Role
from belfry.rota.requests.requests import Asked, SwapState

MINE, OFF = "/rota/mine", "/rota/time-off"
FRIDAY = {"week": WEEK, "shift": "fri-early", "kind": "cover"}
SWAP = "/rota/mine/swaps/2026-11-23-1"


@pytest.fixture
def ana(asking: Asking) -> Visitor:
    return asking.cafe.visitor("Ana Diaz")


def text_of(visitor: Visitor, path: str = MINE) -> str:
    return read(visitor.get(path).text).text


def test_page_lists_the_shifts_of_whoever_is_signed_in(asking: Asking, ana: Visitor) -> None:
    text = text_of(ana)
    assert "My shifts 4 in the coming weeks, Ana Diaz." in text
    for shift in ("Mon 23 November 07:00–15:00", "Fri 27 November 07:00–15:00"):
        assert f"{shift} barista, 8 h" in text
    assert "Fri 27 November 15:00–22:00" not in text
    for name in ("Ben Shaw", "Eve Long", "Dev Patel"):
        assert name not in text


def test_draft_is_nobodys_business_before_it_is_published(cafe: Cafe) -> None:
    cafe.draft()
    ana = cafe.visitor("Ana Diaz")
    assert "My shifts None that are published in the coming weeks, Ana Diaz." in text_of(ana)


def test_whoever_is_not_on_the_staff_list_is_told_so(asking: Asking) -> None:
    zoe = asking.cafe.visitor("Zoe Hart")
    assert "You are not on the staff list" in text_of(zoe)
    answer = zoe.submit(MINE, "/rota/mine/swap", FRIDAY)
    assert answer.status_code == 404
    assert asking.verbs.list().swaps == ()


def test_cover_is_asked_for_and_taken_back(asking: Asking, ana: Visitor) -> None:
    answer = ana.submit(MINE, "/rota/mine/swap", {**FRIDAY, "note": "<b>wedding</b>"})
    assert answer.headers["location"] == f"{MINE}?done=cover-asked"
    swap = asking.swap("2026-11-23-1")
    assert (swap.person, swap.asked, swap.state) == ("Ana Diaz", "Eve Long", SwapState.ASKING)
    assert "asking You asked for cover. It is yours until that is agreed." in text_of(ana)
    assert "<b>wedding</b>" not in ana.get(MINE).text
    again = ana.submit(MINE, "/rota/mine/swap", FRIDAY)
    assert again.status_code == 409
    assert "There is a request about this shift already" in read(again.text).text
    assert ana.submit(MINE, f"{SWAP}/withdraw").headers["location"].endswith("swap-withdrawn")
    assert asking.swap("2026-11-23-1").state is SwapState.WITHDRAWN


def test_shift_is_asked_to_be_dropped(asking: Asking, ana: Visitor) -> None:
    answer = ana.submit(MINE, "/rota/mine/swap", {**FRIDAY, "kind": "drop"})
    assert answer.headers["location"] == f"{MINE}?done=drop-asked"
    assert asking.people() == ("Ana Diaz",)


@pytest.mark.parametrize(
    "form, status",
    [
        pytest.param({**FRIDAY, "shift": "fri-late"}, 409, id="somebody else's shift"),
        pytest.param({**FRIDAY, "shift": "none"}, 404, id="no shift"),
        pytest.param({**FRIDAY, "week": "2026-11-30"}, 404, id="no week"),
        pytest.param({**FRIDAY, "kind": "sell"}, 422, id="something else"),
        pytest.param({}, 422, id="nothing"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_on_the_page(
    asking: Asking, ana: Visitor, form: dict[str, str], status: int
) -> None:
    answer = ana.submit(MINE, "/rota/mine/swap", form)
    assert answer.status_code == status
    assert "Nothing was changed." in read(answer.text).text
    assert asking.verbs.list().swaps == ()


def test_whoever_is_asked_answers_at_their_page(asking: Asking) -> None:
    swap = asking.ask()
    eve = asking.cafe.visitor("Eve Long")
    assert "Can you take Friday 27 November 07:00-15:00 (barista)?" in text_of(eve)
    form = {"answer": "yes", "round": str(swap.round)}
    assert eve.submit(MINE, f"{SWAP}/answer", form).headers["location"].endswith("ask-yes")
    assert "You would take Friday 27 November" in text_of(eve)
    twice = eve.submit(MINE, f"{SWAP}/answer", form)
    assert twice.status_code == 409
    assert "You have said yes already" in read(twice.text).text
    assert eve.submit(MINE, f"{SWAP}/take-back").headers["location"].endswith("ask-back")
    assert asking.swap(swap.id).asked == "Cara Woods"


def test_nobody_answers_takes_back_or_withdraws_for_somebody_else(asking: Asking) -> None:
    swap = asking.ask()
    ben = asking.cafe.visitor("Ben Shaw")
    for act in ("answer", "take-back", "withdraw"):
        answer = ben.submit(MINE, f"{SWAP}/{act}", {"answer": "yes"})
        assert answer.status_code in (403, 409), act
    assert asking.swap(swap.id) == swap


def test_time_off_is_asked_for_and_taken_back(asking: Asking, ana: Visitor) -> None:
    form = {"first_on": "2026-12-07", "reason": "<b>a fair</b>"}
    answer = ana.submit(OFF, OFF, form)
    assert answer.headers["location"] == f"{OFF}?done=time-off-asked"
    text = text_of(ana, OFF)
    assert "to decide 7 December <b>a fair</b> Asked today 14:30." in text
    again = ana.submit(OFF, OFF, form)
    assert again.status_code == 409
    (asked,) = asking.verbs.list().time_off
    ana.submit(OFF, f"{OFF}/{asked.id}/withdraw")
    assert asking.request(asked.id).state is Asked.WITHDRAWN


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"first_on": "x"},
        {"first_on": "2026-11-01"},
        {"first_on": "2026-12-05", "last_on": "2026-12-01"},
    ],
    ids=["no day", "no day at all", "a day of the past", "the last day first"],
)
def test_days_that_cannot_be_asked_for_are_refused_with_what_was_typed(
    asking: Asking, ana: Visitor, form: dict[str, str]
) -> None:
    answer = ana.submit(OFF, OFF, {**form, "reason": "a fair"})
    assert answer.status_code == 422
    assert read(answer.text).typed["reason"] == "a fair"
    assert asking.verbs.list().time_off == ()


def test_staff_ask_only_for_themselves_and_managers_for_anybody(
    asking: Asking, ana: Visitor, maria: Visitor
) -> None:
    form = {"first_on": "2026-12-07", "person": "Ben Shaw"}
    ana.submit(OFF, OFF, form)
    maria.submit(OFF, OFF, form)
    assert [request.person for request in asking.verbs.list().time_off] == ["Ana Diaz", "Ben Shaw"]


def test_nobody_withdraws_the_time_off_of_somebody_else(asking: Asking, ana: Visitor) -> None:
    asked = asking.ask_time_off("Ben Shaw")
    assert "a move" not in ana.get(OFF).text
    assert ana.submit(OFF, f"{OFF}/{asked.id}/withdraw").status_code == 403
    assert asking.request(asked.id).state is Asked.PENDING


def test_open_shifts_say_whether_one_may_take_them(asking: Asking, maria: Visitor) -> None:
    assert "None. Every shift of the published weeks" in text_of(maria, "/rota/open")
    asking.ask()
    maria.submit("/rota/requests", "/rota/swaps/2026-11-23-1/leave-open")
    cara, dev = asking.cafe.visitor("Cara Woods"), asking.cafe.visitor("Dev Patel")
    text = text_of(cara, "/rota/open")
    assert "Fri 27 Nov 07:00–15:00 1 short barista I can take this" in text
    assert "What you offer to take is yours once a manager has agreed." in text
    assert "Dev Patel does not have the role barista" in text_of(dev, "/rota/open")
    assert f"{WEEK_PAGE}/shifts/fri-early" in read(maria.get("/rota/open").text).links


def test_calendar_gets_an_address_of_its_own_that_can_be_changed_and_ended(
    asking: Asking, ana: Visitor
) -> None:
    feed = asking.cafe.app.services.rota.reports.share_feed

    def press(what: str) -> str:
        answer = ana.submit(MINE, "/rota/mine/feed", {"what": what})
        known = feed.find("Ana Diaz")
        assert answer.headers["location"].startswith(f"{MINE}?done=feed-")
        return known.token if known else ""

    first = press("share")
    assert f"{PUBLIC}/feeds/rota/{first}.ics" in ana.get(MINE).text
    stranger = asking.cafe.app.visitor()
    shown = stranger.get(f"/feeds/rota/{first}.ics")
    assert (shown.status_code, shown.headers["content-type"]) == (
        200,
        "text/calendar; charset=utf-8",
    )
    assert shown.content.count(b"BEGIN:VEVENT") == 4
    tag = {"If-None-Match": shown.headers["etag"]}
    assert stranger.get(f"/feeds/rota/{first}.ics", headers=tag).status_code == 304
    second = press("new")
    assert stranger.get(f"/feeds/rota/{first}.ics").status_code == 404
    assert stranger.get(f"/feeds/rota/{second}.ics").status_code == 200
    assert press("end") == ""
    assert stranger.get(f"/feeds/rota/{second}.ics").status_code == 404


def test_shift_that_has_begun_is_no_longer_listed(asking: Asking, ana: Visitor) -> None:
    asking.cafe.app.clock.advance(timedelta(days=4))
    user = asking.cafe.app.services.ports.users.find(1)
    assert user is not None
    text = text_of(asking.cafe.app.visitor(user))
    assert "Mon 23 November" not in text
    assert "Tue 24 November" in text


def test_nobody_becomes_somebody_else_by_calling_themselves_so(asking: Asking) -> None:
    zoe = asking.cafe.visitor("Zoe Hart")
    for form in (
        {"name": "Ana Diaz", "email": "zoe@example.com"},
        {"name": "Zoe Hart", "email": "ana@example.com"},
        {"name": "Maria", "email": "zoe@example.com"},
    ):
        answer = zoe.submit("/me", "/me", form)
        assert answer.status_code == 422
        assert "another person of the team" in read(answer.text).text
    assert "You are not on the staff list" in text_of(zoe)
    assert zoe.submit("/me", "/me", {"name": "Zoe", "email": "z@example.com"}).status_code == 303


def test_person_may_change_their_own_name_and_address(asking: Asking, ana: Visitor) -> None:
    form = {"name": "Ana", "email": "ana@example.com"}
    assert ana.submit("/me", "/me", form).status_code == 303
    assert "Ana Diaz." in text_of(ana)


def test_messages_about_other_peoples_shifts_are_not_for_staff(
    asking: Asking, ana: Visitor, maria: Visitor
) -> None:
    page = text_of(ana, "/messages")
    assert "ana@example.com" in page
    assert "ben@example.com" not in page
    all_of_them = read(maria.get("/messages").text)
    assert "ben@example.com" in all_of_them.text
    (bens,) = {link for link in all_of_them.links if "Ben~20Shaw" in link}
    assert ana.get(bens).status_code == 403
    assert maria.get(bens).status_code == 200


def test_pages_inside_never_show_the_secret_of_a_link(asking: Asking, maria: Visitor) -> None:
    token = asking.cafe.link("ana@example.com").rpartition("/")[2]
    all_of_them = maria.get("/messages")
    assert token not in all_of_them.text
    for link in read(all_of_them.text).links:
        if link.startswith("/messages/"):
            assert token not in maria.get(link).text


def test_manager_who_is_also_staff_sees_both(asking: Asking) -> None:
    ana = asking.cafe.visitor("Ana Diaz", Role.MANAGER)
    assert "4 in the coming weeks, Ana Diaz." in text_of(ana)
    assert "/rota/requests" in read(ana.get(MINE).text).links
