"""Whether what people ask of the rota is decided at one page, once, with the rules looked at."""

from __future__ import annotations

from datetime import date

import pytest
from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.cafes import Cafe
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import dump

from belfry.accounts.users import Role
from belfry.rota.requests.requests import Asked, Clash, ClashState, SwapKind, SwapState

PAGE = "/rota/requests"
SWAP = "/rota/swaps/2026-11-23-1"


def text_of(visitor: Visitor) -> str:
    return read(visitor.get(PAGE).text).text


def test_page_with_nothing_to_decide_says_so(cafe: Cafe, maria: Visitor) -> None:
    assert "Requests No requests are waiting." in text_of(maria)


def test_everything_that_waits_is_listed_with_who_and_why(asking: Asking, maria: Visitor) -> None:
    asking.offer()
    asking.ask(SwapKind.DROP, "mon-early")
    asking.ask_time_off()
    asking.clash()
    text = text_of(maria)
    assert "4 requests are waiting for a decision." in text
    assert "to decide Friday 27 November 07:00-15:00 (barista) Eve Long would take it" in text
    assert "Ana Diaz asks to drop it." in text
    assert "to decide Ben Shaw: 1 to 4 December" in text
    assert "to decide Ana Diaz has Monday 07:00-15:00 in the pattern" in text


def test_agreeing_gives_the_shift_and_publishes_it(asking: Asking, maria: Visitor) -> None:
    swap = asking.offer()
    answer = maria.submit(PAGE, f"{SWAP}/agree", {"round": str(swap.round)})
    assert answer.headers["location"] == f"{PAGE}?done=swap-agreed"
    assert asking.people() == ("Eve Long",)
    assert asking.cafe.head.edition == 2
    text = text_of(maria)
    assert "Decided lately done Ana Diaz: cover for Friday 27 November 07:00-15:00" in text
    assert "Eve Long has it now. By Maria Lopez." in text


def test_second_answer_to_a_swap_says_who_was_first(asking: Asking, maria: Visitor) -> None:
    swap = asking.offer()
    maria.submit(PAGE, f"{SWAP}/agree", {"round": str(swap.round)})
    olga = asking.cafe.visitor("Olga Finch", Role.OWNER)
    for act in ("agree", "decline"):
        answer = olga.submit("/me", f"{SWAP}/{act}", {"round": str(swap.round)})
        assert answer.status_code == 409
        assert "it was agreed by Maria Lopez: Eve Long has the shift now" in read(answer.text).text
    assert asking.cafe.head.edition == 2


def test_answer_to_a_question_of_before_is_refused(asking: Asking, maria: Visitor) -> None:
    swap = asking.offer()
    maria.submit(PAGE, f"{SWAP}/pass-over")
    answer = maria.submit(PAGE, f"{SWAP}/agree", {"round": str(swap.round)})
    assert answer.status_code == 409
    assert asking.people() == ("Ana Diaz",)


def test_rules_that_speak_against_a_swap_by_now_need_a_yes_of_their_own(
    asking: Asking, maria: Visitor
) -> None:
    swap = asking.offer()
    asking.add("rota/time_off.csv", "Eve Long,2026-11-27,2026-11-27,approved,")
    form = {"round": str(swap.round)}
    refused = maria.submit(PAGE, f"{SWAP}/agree", form)
    assert refused.status_code == 409
    text = read(refused.text).text
    assert "The rules speak against it: Eve Long" in text
    assert "although the rules are against it Agree anyway" in text
    assert asking.people() == ("Ana Diaz",)
    assert maria.submit(PAGE, f"{SWAP}/agree", {**form, "anyway": "yes"}).status_code == 303
    assert asking.people() == ("Eve Long",)


def test_declining_keeps_the_shift_where_it_is(asking: Asking, maria: Visitor) -> None:
    asking.offer()
    answer = maria.submit(PAGE, f"{SWAP}/decline", {"why": "too late"})
    assert answer.headers["location"] == f"{PAGE}?done=swap-declined"
    assert asking.swap("2026-11-23-1").state is SwapState.DECLINED
    assert "By Maria Lopez. Too late." in text_of(maria)


def test_next_one_is_asked_and_people_are_asked_at_once(asking: Asking, maria: Visitor) -> None:
    asking.ask()
    assert maria.submit(PAGE, f"{SWAP}/ask-now").headers["location"].endswith("swap-urgent")
    assert asking.swap("2026-11-23-1").is_urgent
    assert maria.submit(PAGE, f"{SWAP}/pass-over").headers["location"].endswith("swap-passed")
    assert asking.swap("2026-11-23-1").asked == "Cara Woods"
    assert "Not: Eve Long." in text_of(maria)


@pytest.mark.parametrize("act, done", [("give", "swap-given"), ("ask", "swap-asked")])
def test_manager_chooses_somebody(asking: Asking, maria: Visitor, act: str, done: str) -> None:
    asking.ask()
    answer = maria.submit(PAGE, f"{SWAP}/{act}", {"name": "Cara Woods"})
    assert answer.headers["location"] == f"{PAGE}?done={done}"
    assert asking.swap("2026-11-23-1").asked == "Cara Woods"
    assert asking.people() == (("Cara Woods",) if act == "give" else ("Ana Diaz",))


def test_person_is_let_off_and_the_shift_is_open(asking: Asking, maria: Visitor) -> None:
    asking.ask()
    assert maria.submit(PAGE, f"{SWAP}/leave-open").headers["location"].endswith("swap-opened")
    assert asking.people() == ()


def test_choosing_somebody_unknown_changes_nothing(asking: Asking, maria: Visitor) -> None:
    asking.ask()
    for name in ("Zoe", "", "<script>alert(1)</script>"):
        answer = maria.submit(PAGE, f"{SWAP}/give", {"name": name})
        assert answer.status_code == 404
        assert "<script>alert" not in answer.text
    assert asking.people() == ("Ana Diaz",)


def test_time_off_is_approved_as_it_was_asked(asking: Asking, maria: Visitor) -> None:
    asked = asking.ask_time_off()
    answer = maria.submit(PAGE, f"/rota/time-off/{asked.id}/approve")
    assert answer.headers["location"] == f"{PAGE}?done=time-off-approved"
    assert asking.request(asked.id).state is Asked.APPROVED
    again = maria.submit(PAGE, f"/rota/time-off/{asked.id}/decline")
    assert again.status_code == 409
    assert "The request is approved already, by Maria Lopez." in read(again.text).text


def test_time_off_is_approved_with_other_days(asking: Asking, maria: Visitor) -> None:
    asked = asking.ask_time_off()
    form = {"first_on": "2026-12-02", "last_on": "2026-12-03", "why": "we are short on Tuesday"}
    maria.submit(PAGE, f"/rota/time-off/{asked.id}/approve", form)
    granted = asking.request(asked.id)
    assert (granted.first_on, granted.last_on) == (date(2026, 12, 2), date(2026, 12, 3))
    assert "approved Ben Shaw: 2 to 3 December By Maria Lopez. We are short on Tuesday." in text_of(
        maria
    )


@pytest.mark.parametrize(
    "form",
    [{"first_on": "soon"}, {"first_on": "2026-12-05", "last_on": "2026-12-01"}],
    ids=["no day", "the last day first"],
)
def test_days_that_are_none_are_refused(
    asking: Asking, maria: Visitor, form: dict[str, str]
) -> None:
    asked = asking.ask_time_off()
    answer = maria.submit(PAGE, f"/rota/time-off/{asked.id}/approve", form)
    assert answer.status_code == 422
    assert asking.request(asked.id).state is Asked.PENDING


def test_note_that_could_not_be_read_is_shown_as_it_came(asking: Asking, maria: Visitor) -> None:
    notes = asking.cafe.folder / "rota/notes"
    notes.mkdir()
    (notes / "a.eml").write_text(
        "From: Ben Shaw <ben@example.com>\nSubject: Hm\nDate: Thu, 19 Nov 2026 10:00:00 +0000\n"
        "Message-ID: <1@x>\n\nmaybe <script>alert(1)</script>\n"
    )
    asking.verbs.update()
    (note,) = asking.verbs.list().time_off
    page = maria.get(PAGE)
    assert "not read Ben Shaw" in read(page.text).text
    assert "maybe &lt;script&gt;alert(1)" in page.text
    form = {"first_on": "2026-12-02", "last_on": "2026-12-02"}
    maria.submit(PAGE, f"/rota/time-off/{note.id.replace('/', '~2F')}/approve", form)
    assert asking.request(note.id).state is Asked.APPROVED


def test_clash_is_freed_for_somebody_or_held(asking: Asking, maria: Visitor) -> None:
    clash = asking.clash()
    place = "/rota/clashes/2026-11-30~2Fmon-early"
    away = maria.submit(PAGE, f"{place}/free", {"instead": "Ana Diaz"})
    assert away.status_code == 422
    answer = maria.submit(PAGE, f"{place}/free", {"instead": "Cara Woods"})
    assert answer.headers["location"] == f"{PAGE}?done=clash-freed"
    stored = asking.cafe.app.services.ports.store.find(Clash, clash.key)
    assert stored is not None
    assert (stored.state, stored.instead) == (ClashState.FREED, "Cara Woods")
    again = maria.submit(PAGE, f"{place}/hold")
    assert again.status_code == 409
    assert "Maria Lopez has decided this already" in read(again.text).text


def test_unknown_requests_are_told_on_the_page(asking: Asking, maria: Visitor) -> None:
    before = dump(asking.cafe.app)
    for place in ("/rota/swaps/x/agree", "/rota/time-off/x/approve", "/rota/clashes/x/hold"):
        answer = maria.submit("/me", place)
        assert answer.status_code == 404
        assert "Nothing was changed." in read(answer.text).text
    assert dump(asking.cafe.app) == before


def test_manager_does_not_decide_about_their_own_request(asking: Asking) -> None:
    ana = asking.cafe.visitor("Ana Diaz", Role.MANAGER)
    asking.ask(SwapKind.DROP)
    answer = ana.submit("/me", f"{SWAP}/agree")
    assert answer.status_code == 403
    assert asking.people() == ("Ana Diaz",)


def test_words_of_people_are_shown_as_words(asking: Asking, maria: Visitor) -> None:
    asking.offer()
    asking.ask_time_off()
    page = maria.get(PAGE).text
    assert "<b>sister</b>" not in page
    assert "<i>a move</i>" not in page
    assert "&lt;b&gt;sister&lt;/b&gt; weds" in page


def test_two_moves_that_cover_a_sick_call_are_offered_and_made(cafe: Cafe, maria: Visitor) -> None:
    swap = Asking(cafe).call_in_sick()
    words = "Ben Shaw can take it if Cara Woods takes Friday 15:00-22:00 from Ben Shaw. Both"
    assert words in text_of(maria)
    seen = {"mover": "Ben Shaw", "gives_up": "fri-late", "taker": "Cara Woods"}
    answer = maria.submit(PAGE, f"{SWAP}/move", {"round": str(swap.round), **seen})
    assert answer.headers["location"] == f"{PAGE}?done=swap-moved"
    lines = cafe.lines()
    assert (lines["fri-early"].people, lines["fri-late"].people) == (("Ben Shaw",), ("Cara Woods",))
    assert "Ben Shaw has it now. By Maria Lopez." in text_of(maria)


def test_moves_other_than_those_on_the_page_are_not_made(cafe: Cafe, maria: Visitor) -> None:
    swap = Asking(cafe).call_in_sick()
    seen = {"mover": "Ben Shaw", "gives_up": "fri-late", "taker": "Dev Patel"}
    answer = maria.submit(PAGE, f"{SWAP}/move", {"round": str(swap.round), **seen})
    assert (answer.status_code, cafe.head.edition) == (409, 1)
    assert "these moves do not cover it: look again" in read(answer.text).text


def test_moves_are_made_from_the_manager_s_message(cafe: Cafe) -> None:
    Asking(cafe).call_in_sick()
    link = cafe.link("maria@example.com", "take")
    visitor = cafe.app.visitor()
    page = read(visitor.get(link).text)
    assert "Make both moves" in page.text
    seen = {"mover": "Ben Shaw", "gives_up": "fri-late", "taker": "Cara Woods"}
    answer = visitor.post(f"{link}/move", seen)
    assert "Moved. The week is published again" in read(answer.text).text
    assert cafe.lines()["fri-late"].people == ("Cara Woods",)
