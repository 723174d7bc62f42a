"""Whether a message about the rota is answered at its link by a press, and never by a look."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from tests.contracts.shop_books import a_message
from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.cafes import PUBLIC, WEEK, Cafe
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import ROTA_ANSWERS, dump

from belfry.entrypoints.web.assets import HEADERS
from belfry.kernel.urls import split_links
from belfry.rota.messages.message_links import LinkTo
from belfry.rota.requests.requests import Asked, Clash, ClashState, LinkKind, SwapKind, SwapState

OUTSIDE = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}
MARIA, ANA, EVE = "maria@example.com", "ana@example.com", "eve@example.com"
OVER = "2026-11-23-1"


@pytest.fixture
def reader(cafe: Cafe) -> Visitor:
    """The visitor who opens the link, not signed in."""
    return cafe.app.visitor()


def make_link(cafe: Cafe, kind: LinkKind, about: str, person: str, number: int = 0) -> str:
    wanted = (a_message("m", person=person), LinkTo(kind, about, number))
    make = cafe.app.services.rota.publishing.write.make_links
    return f"/rota/answer/{make([wanted], cafe.app.clock.now())['m']}"


def text_of(visitor: Visitor, path: str) -> str:
    return read(visitor.get(path).text).text


def test_page_sets_no_cookie_leaves_no_trace_and_lists_no_way_in(
    asking: Asking, reader: Visitor
) -> None:
    answer = reader.get(asking.cafe.link(ANA))
    assert "set-cookie" not in answer.headers
    assert {name: answer.headers[name] for name in OUTSIDE} == OUTSIDE
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    for hidden in ("sign-in", "csrf", ANA):
        assert hidden not in answer.text
    assert read(answer.text).links == []


def test_draft_is_summed_up_and_approved_once(cafe: Cafe, reader: Visitor) -> None:
    cafe.draft()
    cafe.deliver()
    link = cafe.link(MARIA)
    text = text_of(reader, link)
    assert "Rota 23 to 29 November 13 of 13 places filled" in text
    assert "Approve and notify everyone" in text
    assert "By day Mon 23 Nov 07:00–15:00 barista" in text
    answer = reader.post(f"{link}/approve")
    assert answer.status_code == 200
    assert "Approved. Everyone is told their own shifts" in read(answer.text).text
    assert (cafe.head.published, cafe.head.published_by) == (1, "Maria Lopez")
    again = reader.post(f"{link}/approve")
    assert again.status_code == 409
    assert "was approved by Maria Lopez already" in read(again.text).text
    looked = read(reader.get(link).text)
    assert "Approved by Maria Lopez today 14:30, and published." in looked.text
    assert looked.actions == []


def test_link_of_an_outdated_draft_approves_nothing(cafe: Cafe, reader: Visitor) -> None:
    cafe.draft()
    cafe.deliver()
    link = cafe.link(MARIA)
    cafe.app.services.rota.publishing.redraft(
        cafe.head.starts_on, by="Maria Lopez", because="a new rule"
    )
    text = text_of(reader, link)
    assert "about draft 1. It is outdated: draft 2 has taken its place." in text
    assert "Draft 2, drafted again today 14:30 by Maria Lopez. A new rule." in text
    answer = reader.post(f"{link}/approve", {"anyway": "yes"})
    assert answer.status_code == 409
    assert "draft 2, made by Maria Lopez, has taken its place" in read(answer.text).text
    assert cafe.head.published == 0


def test_draft_against_which_something_speaks_needs_a_yes_of_its_own(
    cafe: Cafe, reader: Visitor
) -> None:
    cafe.draft()
    cafe.deliver()
    link, who = cafe.link(MARIA), cafe.lines()["mon-early"].people[0]
    head = "name,start_date,end_date,status,reason"
    cafe.write("rota/time_off.csv", f"{head}\n{who},2026-11-23,2026-11-23,approved,\n")
    assert f"Against it today: {who}" in text_of(reader, link)
    assert reader.post(f"{link}/approve").status_code == 409
    assert reader.post(f"{link}/approve", {"anyway": "yes"}).status_code == 200
    assert cafe.head.published == 1


def test_question_is_answered_with_yes_and_taken_back(asking: Asking, reader: Visitor) -> None:
    asking.ask()
    link = asking.cafe.link(EVE, "Can you take")
    text = text_of(reader, link)
    assert "Can you take it? Friday 27 November 07:00-15:00 (barista, 8 h)" in text
    assert "sister" not in text
    yes = reader.post(f"{link}/ask", {"answer": "yes"})
    assert "Thank you. It is yours once a manager agrees." in read(yes.text).text
    assert asking.swap(OVER).state is SwapState.OFFERED
    twice = reader.post(f"{link}/ask", {"answer": "yes"})
    assert twice.status_code == 409
    assert "You have said yes already" in read(twice.text).text
    back = reader.post(f"{link}/ask", {"answer": "back"})
    assert "Withdrawn. The next person is asked." in read(back.text).text
    assert asking.swap(OVER).asked == "Cara Woods"
    assert "This question is over: another person is being asked now." in text_of(reader, link)


def test_no_has_the_next_one_asked(asking: Asking, reader: Visitor) -> None:
    asking.ask()
    link = asking.cafe.link(EVE, "Can you take")
    assert reader.post(f"{link}/ask", {"answer": "maybe"}).status_code == 422
    assert reader.post(f"{link}/ask", {"answer": "no"}).status_code == 200
    late = reader.post(f"{link}/ask", {"answer": "yes"})
    assert late.status_code == 409
    assert asking.swap(OVER).asked == "Cara Woods"


def test_manager_agrees_to_an_offer_once(asking: Asking, reader: Visitor) -> None:
    asking.offer()
    link = asking.cafe.link(MARIA, "would take")
    assert "Eve Long would take it for Ana Diaz." in text_of(reader, link)
    assert "&lt;b&gt;sister&lt;/b&gt; weds" in reader.get(link).text
    assert reader.post(f"{link}/agree").status_code == 200
    assert asking.people() == ("Eve Long",)
    for act in ("agree", "decline", "give"):
        again = reader.post(f"{link}/{act}", {"name": "Ben Shaw"})
        assert again.status_code == 409
        assert "agreed by Maria Lopez: Eve Long has the shift now" in read(again.text).text
    assert asking.cafe.head.edition == 2


def test_manager_declines_a_drop(asking: Asking, reader: Visitor) -> None:
    asking.ask(SwapKind.DROP)
    link = asking.cafe.link(MARIA, "drop")
    assert "Ana Diaz asks to be let off." in text_of(reader, link)
    assert reader.post(f"{link}/decline", {"why": "too late"}).status_code == 200
    assert (asking.swap(OVER).state, asking.swap(OVER).why) == (SwapState.DECLINED, "too late")


@pytest.mark.parametrize(
    "name, people", [("Ben Shaw", ("Ben Shaw",)), ("", ())], ids=["somebody", "nobody"]
)
def test_manager_sees_to_a_swap_that_is_stuck(
    asking: Asking, reader: Visitor, name: str, people: tuple[str, ...]
) -> None:
    swap = asking.ask()
    for person in ("Eve Long", "Cara Woods"):
        asking.verbs.answer_ask(swap.id, person=person, is_yes=False, by=person)
    asking.cafe.deliver()
    link = asking.cafe.link(MARIA, "Nobody to take")
    form = {"name": name, "anyway": "yes"}
    assert reader.post(f"{link}/give", form).status_code == 200
    assert asking.people() == people


def test_time_off_is_decided_once(asking: Asking, reader: Visitor) -> None:
    asked = asking.ask_time_off()
    link = asking.cafe.link(MARIA, "time off")
    page = reader.get(link).text
    assert "Ben Shaw: 1 to 4 December" in read(page).text
    assert "<i>a move</i>" not in page
    form = {"first_on": "2026-12-02", "last_on": "2026-12-03"}
    assert reader.post(f"{link}/approve", {"first_on": "x"}).status_code == 422
    assert reader.post(f"{link}/approve", form).status_code == 200
    assert asking.request(asked.id).state is Asked.APPROVED
    again = reader.post(f"{link}/decline")
    assert again.status_code == 409
    assert "approved already, by Maria Lopez" in read(again.text).text
    assert "Approved by Maria Lopez today 14:30." in text_of(reader, link)


def test_clash_is_decided_once(asking: Asking, reader: Visitor) -> None:
    clash = asking.clash()
    link = make_link(asking.cafe, LinkKind.CLASH, clash.key, "Maria Lopez")
    assert "Ana Diaz has Monday 07:00-15:00 in the pattern" in text_of(reader, link)
    assert reader.post(f"{link}/hold").status_code == 200
    stored = asking.cafe.app.services.ports.store.find(Clash, clash.key)
    assert stored is not None
    assert stored.state is ClashState.HELD
    again = reader.post(f"{link}/free", {"instead": "Eve Long"})
    assert again.status_code == 409
    assert "Maria Lopez has decided this already" in read(again.text).text


def test_own_week_lists_own_shifts_and_takes_requests(asking: Asking, reader: Visitor) -> None:
    link = asking.cafe.link(ANA)
    text = text_of(reader, link)
    assert text.startswith("Corner Repairs Ana Diaz 23 to 29 November Mon 23 November")
    for name in ("Ben Shaw", "Dev Patel", "15:00–22:00"):
        assert name not in text
    form = {"week": WEEK, "shift": "fri-early", "kind": "cover", "note": "<b>x</b>"}
    assert reader.post(f"{link}/swap", form).status_code == 200
    assert asking.swap(OVER).by == "Ana Diaz"
    assert reader.post(f"{link}/swap", form).status_code == 409
    assert reader.post(f"{link}/withdraw", {"swap": OVER}).status_code == 200
    assert asking.swap(OVER).state is SwapState.WITHDRAWN
    assert reader.post(f"{link}/time-off", {"first_on": "2026-12-07"}).status_code == 200
    assert [request.person for request in asking.verbs.list().time_off] == ["Ana Diaz"]
    assert "to decide 7 December" in text_of(reader, link)


def test_own_week_asks_for_nothing_of_other_people(asking: Asking, reader: Visitor) -> None:
    link = asking.cafe.link("ben@example.com")
    form = {"week": WEEK, "shift": "fri-early", "kind": "cover"}
    assert reader.post(f"{link}/swap", form).status_code == 409
    swap = asking.ask()
    assert reader.post(f"{link}/withdraw", {"swap": swap.id}).status_code == 404
    assert asking.swap(swap.id) == swap


def test_link_does_only_what_it_is_for(asking: Asking, reader: Visitor) -> None:
    """The link to a week allows no decision, whatever is posted where."""
    asking.offer()
    asking.ask_time_off()
    link = asking.cafe.link(ANA, "Your shifts")
    before = dump(asking.cafe.app)
    for act in set(ROTA_ANSWERS) - {"swap", "withdraw", "time-off"}:
        answer = reader.post(f"{link}/{act}", {"answer": "yes", "anyway": "yes"})
        assert answer.status_code == 404, act
    assert dump(asking.cafe.app) == before


def test_link_of_somebody_who_decides_no_more_decides_nothing(
    asking: Asking, reader: Visitor
) -> None:
    swap = asking.offer()
    link = make_link(asking.cafe, LinkKind.SWAP, swap.id, "Ben Shaw", swap.round)
    answer = reader.post(f"{link}/agree")
    assert answer.status_code == 403
    assert "Ben Shaw does not decide about this: a manager does." in read(answer.text).text
    assert asking.people() == ("Ana Diaz",)


@pytest.mark.parametrize("act", ["", *(f"/{act}" for act in ROTA_ANSWERS)])
def test_forged_link_is_told_like_any_that_never_was(cafe: Cafe, reader: Visitor, act: str) -> None:
    gone = read(reader.get("/t/nobody").text).text
    link = make_link(cafe, LinkKind.WEEK, WEEK, "Ana Diaz")
    before = dump(cafe.app)
    forged = [link[:-1] + ("A" if link[-1] != "A" else "B"), "/rota/answer/x", link + "A"]
    for path in [*forged, "/rota/answer/" + "x" * 500, "/rota/answer/%00"]:
        answer = reader.post(path + act) if act else reader.get(path)
        assert (answer.status_code, read(answer.text).text) == (404, gone), path
    assert dump(cafe.app) == before


def test_link_that_is_too_old_answers_nothing(asking: Asking, reader: Visitor) -> None:
    link = asking.cafe.link(ANA)
    asking.cafe.app.clock.advance(timedelta(days=15))
    before = dump(asking.cafe.app)
    assert "This link is too old." in text_of(reader, link)
    for act in ("swap", "withdraw", "time-off"):
        assert reader.post(f"{link}/{act}", {"first_on": "2027-01-01"}).status_code == 409
    assert dump(asking.cafe.app) == before


@pytest.mark.parametrize(
    "body",
    [b"note=%00", b"&".join([b"a=1"] * 200)],
    ids=["characters that cannot be kept", "too many fields"],
)
def test_form_that_cannot_be_read_is_refused_calmly(
    asking: Asking, reader: Visitor, body: bytes
) -> None:
    answer = reader.client.post(f"{asking.cafe.link(ANA)}/swap", content=body)
    assert answer.status_code == 422
    assert "That could not be taken" in read(answer.text).text


def test_scanner_that_follows_every_link_changes_nothing(asking: Asking, reader: Visitor) -> None:
    """Every address in every message and on the pages behind it, fetched again and again."""
    asking.offer()
    asking.ask_time_off()
    emails = asking.cafe.email.sent
    links = {link for outgoing in emails for _, link in split_links(outgoing.text) if link}
    before = dump(asking.cafe.app)
    ahead, seen = [link.removeprefix(PUBLIC) for link in links], set()
    while ahead:
        path = ahead.pop()
        if path in seen or not path.startswith("/rota/answer/"):
            continue
        seen.add(path)
        is_button = path.endswith(tuple(f"/{act}" for act in ROTA_ANSWERS))
        for method in ("GET", "HEAD", "OPTIONS"):
            answer = reader.client.request(method, path, follow_redirects=True)
            is_looked_at = method in ("GET", "HEAD") and not is_button
            assert answer.status_code == (200 if is_looked_at else 405), (method, path)
        ahead += re.findall(r'(?:href|src|action)="(/[^"]*)"', reader.get(path).text)
    assert len(seen) > 10
    assert dump(asking.cafe.app) == before
