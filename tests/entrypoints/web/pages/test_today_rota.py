"""Today lists what the rota needs of the reader, and takes their answer there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.asking import Asking
from tests.entrypoints.web.pages.cafes import Cafe
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.users import Role
from belfry.rota.requests.requests import Asked, SwapKind


def text_of(visitor: Visitor) -> str:
    return read(visitor.get("/").text).text


def test_draft_that_waits_is_named_and_approved_there(cafe: Cafe, maria: Visitor) -> None:
    cafe.draft()
    assert (
        "to approve Draft 1 of 23 to 29 November is waiting for your approval "
        "13 of 13 places filled Approve"
    ) in text_of(maria)
    form = {"draft": "1", "back": "/"}
    answer = maria.submit("/", "/rota/2026-11-23/approve", form)
    assert answer.headers["location"] == "/?done=rota-approved"
    assert "is waiting for your approval" not in text_of(maria)


def test_more_requests_than_are_shown_are_counted_all_the_same(
    asking: Asking, maria: Visitor
) -> None:
    days = [datetime(2026, 12, 1, tzinfo=UTC).date() + timedelta(days=day) for day in range(23)]
    for day in days:
        asking.verbs.ask_time_off("Ben Shaw", day, day, by="Ben Shaw")
    text = text_of(maria)
    assert "Rota 23 time off Ben Shaw" in text
    assert "And 15 more requests" in text


def test_draft_with_flags_is_not_approved_unseen(cafe: Cafe, maria: Visitor) -> None:
    cafe.edit_file("rota/week-2026-11-23.csv", "barista,till", "barista,fire safety")
    cafe.draft()
    page = read(maria.get("/").text)
    assert "shifts need a look" in page.text
    assert "/rota/2026-11-23/approve" not in page.actions


def test_requests_are_named_and_answered_there(asking: Asking, maria: Visitor) -> None:
    swap = asking.offer()
    asked = asking.ask_time_off()
    asking.clash()
    text = text_of(maria)
    assert "to decide Friday 27 November 07:00-15:00 (barista) Eve Long would take it for" in text
    assert "time off Ben Shaw: 1 to 4 December" in text
    assert "clash Ana Diaz has Monday 07:00-15:00 in the pattern" in text
    actions = read(maria.get("/").text).actions
    assert f"/rota/time-off/{asked.id}/decline" in actions
    assert f"/rota/swaps/{swap.id}/decline" in actions
    assert [action.rpartition("/")[2] for action in actions if "/clashes/" in action] == [
        "free",
        "hold",
    ]
    maria.submit("/", f"/rota/time-off/{asked.id}/approve", {"back": "/"})
    maria.submit("/", f"/rota/swaps/{swap.id}/agree", {"round": str(swap.round), "back": "/"})
    assert asking.request(asked.id).state is Asked.APPROVED
    assert asking.people() == ("Eve Long",)


def test_open_shifts_of_a_published_week_are_named(asking: Asking, maria: Visitor) -> None:
    swap = asking.ask(SwapKind.DROP)
    asking.verbs.answer_swap.agree(swap.id, by="Maria Lopez")
    page = read(maria.get("/").text)
    assert "1 short Fri 27 Nov 07:00–15:00 barista Who could take it?" in page.text
    assert [link for link in page.links if "/shifts/" in link] == [
        f"/rota/2026-11-23/shifts/{swap.shift_id}"
    ] * 2


def test_staff_see_only_what_they_are_asked_themselves(asking: Asking) -> None:
    swap = asking.ask()
    asking.ask_time_off()
    asking.clash()
    eve, ben = asking.cafe.visitor("Eve Long"), asking.cafe.visitor("Ben Shaw")
    assert "you are asked Can you take Friday 27 November 07:00-15:00" in text_of(eve)
    for words in ("Ben Shaw", "clash", "sister"):
        assert words not in text_of(eve)
    assert "One thing needs your attention" not in text_of(ben)
    assert "Friday 27 November" not in text_of(ben)
    form = {"answer": "no", "round": str(swap.round), "back": "/"}
    answer = eve.submit("/", f"/rota/mine/swaps/{swap.id}/answer", form)
    assert answer.headers["location"] == "/?done=ask-no"
    assert asking.swap(swap.id).asked == "Cara Woods"


def test_staff_see_the_shift_they_are_at_marked_as_now(cafe: Cafe) -> None:
    cafe.publish()
    line = min(cafe.lines().values(), key=lambda shift: shift.starts_at)
    cafe.go_to(line.starts_at + timedelta(hours=1))
    expected = f"Mon 23 Nov now {line.role.capitalize()} {line.starts}–{line.ends}"
    assert expected in text_of(cafe.visitor(line.people[0]))


def test_shift_of_sunday_night_is_shown_on_monday_until_it_ends(cafe: Cafe) -> None:
    sheet = cafe.folder / "rota/week-2026-11-23.csv"
    with sheet.open("a", encoding="utf-8") as file:
        file.write("sun-night,Sun,22:00,06:00,barista,,1,,,\n")
    cafe.publish()
    cafe.go_to(datetime(2026, 11, 30, 5, tzinfo=UTC))
    maria = cafe.visitor("Maria Lopez", Role.MANAGER)
    assert "22:00–06:00 now" in text_of(maria)
    cafe.go_to(datetime(2026, 11, 30, 6, tzinfo=UTC))
    assert "Monday 30 November" in text_of(maria)
    assert "22:00–06:00" not in text_of(maria)
