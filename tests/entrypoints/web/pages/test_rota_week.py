"""Whether a week's page shows who works when, and its buttons do what they say, once."""

from __future__ import annotations

import re

import pytest
from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.cafes import PAGE, WEEK, Cafe
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import dump
from tests.rota.teams import WEEK_FILE

from belfry.accounts.users import Role

SHEET = WEEK_FILE.replace("2026-11-16", WEEK)
BEHIND = {"draft": "1"}


def text_of(visitor: Visitor, path: str = PAGE) -> str:
    return read(visitor.get(path).text).text


def test_week_without_sheets_says_what_is_missing(cafe: Cafe, maria: Visitor) -> None:
    text = text_of(maria, "/rota/2026-11-30")
    assert "No draft of this week yet A draft needs two sheets in the team's folder" in text
    assert "in rota/staff.csv (it is there), and which shifts the week has" in text
    assert "in rota/week-2026-11-30.csv." in text


def test_week_with_a_sheet_can_be_drafted_at_once(cafe: Cafe, maria: Visitor) -> None:
    assert f"{PAGE}/draft" in read(maria.get(PAGE).text).actions
    answer = maria.submit(PAGE, f"{PAGE}/draft")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{PAGE}?done=rota-drafted")
    assert (cafe.head.draft, cafe.head.is_waiting) == (1, True)
    again = maria.submit(PAGE, f"{PAGE}/draft")
    assert again.headers["location"] == f"{PAGE}?done=rota-as-before"
    assert cafe.head.draft == 1


def test_standing_week_is_copied_and_drafted_at_a_press(cafe: Cafe, maria: Visitor) -> None:
    page = "/rota/2026-11-30"
    (cafe.folder / "rota/template.csv").unlink()
    assert f"{page}/draft" not in read(maria.get(page).text).actions
    cafe.write("rota/template.csv", "day,start,end,role\n")
    refused = maria.submit(page, f"{page}/draft", {"from": "pattern"})
    assert "template.csv has no shift that can be read" in read(refused.text).text
    cafe.write("rota/template.csv", "day,start,end,role\nMon,09:00,12:00,\n")
    assert f"{page}/draft" in read(maria.get(page).text).actions
    answer = maria.submit(page, f"{page}/draft", {"from": "pattern"})
    assert answer.headers["location"] == f"{page}?done=rota-drafted"
    assert "1 of 1 places filled" in text_of(maria, page)


def test_grid_has_everybody_with_their_hours_and_shifts(cafe: Cafe, maria: Visitor) -> None:
    cafe.draft()
    text = text_of(maria)
    assert "Next week: 13 of 13 places filled." in text
    assert "Draft 1 is waiting for your approval Draft 1, drafted today 14:30 by Belfry." in text
    assert "Who Mon 23 Tue 24 Wed 25 Thu 26 Fri 27 Sat 28 Sun 29" in text
    for name in ("Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel"):
        assert re.search(rf"{name} \d+ h of \d+ h \d\d:\d\d–\d\d:\d\d", text)


def test_grid_and_list_of_days_link_every_shift_to_its_reasons(cafe: Cafe, maria: Visitor) -> None:
    cafe.draft()
    links = read(maria.get(PAGE).text).links
    seats = sum(line.headcount for line in cafe.lines().values())
    mine = [link for link in links if link.startswith(f"{PAGE}/shifts/")]
    assert {link.rpartition("/")[2] for link in mine} == set(cafe.lines())
    assert len(mine) == seats + len(cafe.lines())


def test_short_and_held_shifts_are_named_with_their_reason(cafe: Cafe, maria: Visitor) -> None:
    cafe.edit_file(
        SHEET,
        "mon-late,Mon,14:00,22:00,barista,till,1,,,",
        "mon-late,Mon,14:00,22:00,barista,fire safety,1,,,",
    )
    cafe.edit_file(
        SHEET, "fri-kitchen,Fri,10:00,18:00,cook,,1,,,", "fri-kitchen,Fri,10:00,18:00,cook,,1,,,yes"
    )
    cafe.draft()
    text = text_of(maria)
    assert "2 shifts need a look" in text
    assert "short-staffed Monday 14:00–22:00, barista Nobody may take it" in text
    assert "held Friday 10:00–18:00, cook Marked to be decided by a person" in text
    assert "Open or held 14:00–22:00 1 short barista 10:00–18:00 held cook" in text


def test_only_whoever_is_pinned_is_marked_so(cafe: Cafe, maria: Visitor) -> None:
    cafe.edit_file(
        SHEET,
        "sat-open,Sat,08:00,16:00,,opening,2,,,",
        "sat-open,Sat,08:00,16:00,,opening,2,Ana Diaz,yes,",
    )
    cafe.draft()
    grid = maria.get(PAGE).text.partition('<div class="bydays">')[0]
    assert [
        len(re.findall(", pinned", row)) for row in re.findall(r"<tr>.*?</tr>", grid, re.S)[1:]
    ] == [1, 0, 0, 0]


def test_rota_opens_at_the_week_that_waits(cafe: Cafe, maria: Visitor) -> None:
    assert "16 to 22 November 2026 This week." in text_of(maria, "/rota")
    cafe.draft()
    assert "23 to 29 November 2026 Next week" in text_of(maria, "/rota")
    assert "7 to 13 December 2026 A week to come." in text_of(maria, "/rota?week=2026-12-10")


def test_any_day_of_a_week_shows_that_week(cafe: Cafe, maria: Visitor) -> None:
    assert "23 to 29 November 2026" in text_of(maria, "/rota/2026-11-26")


@pytest.mark.parametrize(
    "path", ["/rota/2026-13-01", "/rota/0001-01-01", "/rota/9999-12-31", "/rota/x", "/rota?week=x"]
)
def test_day_that_is_none_is_not_found(cafe: Cafe, maria: Visitor, path: str) -> None:
    assert maria.get(path).status_code == 404


@pytest.mark.parametrize("draft", ["9", "0", "-1", "x", "99999999999"])
def test_draft_that_is_not_there_is_not_found_and_nonsense_is_the_newest(
    cafe: Cafe, maria: Visitor, draft: str
) -> None:
    cafe.draft()
    expected = 404 if draft == "9" else 200
    assert maria.get(f"{PAGE}?draft={draft}").status_code == expected
    assert maria.get(f"{PAGE}/print?draft={draft}").status_code == expected


def test_leafing_ends_after_eight_weeks(cafe: Cafe, maria: Visitor) -> None:
    assert "/rota/2027-01-11" in read(maria.get("/rota/2027-01-04").text).links
    assert "/rota/2027-01-18" not in read(maria.get("/rota/2027-01-11").text).links


def test_staff_are_led_to_their_own_shifts_and_see_no_grid(cafe: Cafe) -> None:
    cafe.publish()
    ana = cafe.visitor("Ana Diaz")
    answer = ana.get("/rota")
    assert (answer.status_code, answer.headers["location"]) == (303, "/rota/mine")
    for path in (PAGE, f"{PAGE}/print", f"{PAGE}/shifts/mon-late", "/rota/requests"):
        assert ana.get(path).status_code == 403
    assert "/rota/requests" not in read(ana.get("/rota/mine").text).links


def test_approving_publishes_and_tells_everybody(cafe: Cafe, maria: Visitor) -> None:
    cafe.draft()
    answer = maria.submit(PAGE, f"{PAGE}/approve", BEHIND)
    assert answer.headers["location"] == f"{PAGE}?done=rota-approved"
    assert (cafe.head.published, cafe.head.edition, cafe.head.is_waiting) == (1, 1, False)
    text = text_of(maria)
    assert (
        "Published Draft 1, drafted today 14:30 by Belfry. "
        "Approved today 14:30 by Maria Lopez, edition 1."
    ) in text
    assert f"{PAGE}/approve" not in read(maria.get(PAGE).text).actions
    cafe.deliver()
    assert sorted(outgoing.to for outgoing in cafe.email.sent) == [
        f"{name}@example.com" for name in ("ana", "ben", "cara", "dev")
    ]


def test_second_approval_says_who_was_first(cafe: Cafe, maria: Visitor) -> None:
    cafe.draft()
    maria.submit(PAGE, f"{PAGE}/approve", BEHIND)
    olga = cafe.visitor("Olga Finch", Role.OWNER)
    answer = olga.submit(PAGE, f"{PAGE}/approve", BEHIND)
    assert answer.status_code == 409
    assert (
        "Nothing was changed. "
        "Draft 1 of the week of 2026-11-23 was approved by Maria Lopez already."
    ) in read(answer.text).text
    assert "data-refresh" not in answer.text
    assert cafe.head.edition == 1


def test_outdated_draft_is_refused_with_what_took_its_place(cafe: Cafe, maria: Visitor) -> None:
    cafe.draft()
    olga = cafe.visitor("Olga Finch", Role.OWNER)
    maria.submit(PAGE, f"{PAGE}/redraft", {**BEHIND, "because": "a new rule"})
    for act in ("approve", "redraft", "fuller"):
        answer = olga.submit(PAGE, f"{PAGE}/{act}", BEHIND)
        text = read(answer.text).text
        assert answer.status_code == 409
        assert "outdated: draft 2" in text
        assert "Draft 2, drafted again today 14:30 by Maria Lopez. A new rule." in text
    assert (cafe.head.draft, cafe.head.published) == (2, 0)


@pytest.mark.parametrize("form", [{}, {"draft": ""}, {"draft": "x"}, {"draft": "-1"}])
@pytest.mark.parametrize("act", ["approve", "redraft", "fuller"])
def test_nobody_answers_a_draft_that_they_do_not_name(
    cafe: Cafe, maria: Visitor, act: str, form: dict[str, str]
) -> None:
    cafe.draft()
    before = cafe.head
    assert maria.submit(PAGE, f"{PAGE}/{act}", form).status_code == 422
    assert cafe.head == before


def test_what_speaks_against_a_draft_today_is_shown_before_it_is_approved(
    cafe: Cafe, maria: Visitor
) -> None:
    cafe.draft()
    who = cafe.lines()["mon-early"].people[0]
    cafe.write(
        "rota/time_off.csv",
        f"name,start_date,end_date,status,reason\n{who},2026-11-23,2026-11-23,approved,\n",
    )
    text = text_of(maria)
    assert f"Against it today {who} " in text
    assert "Approve anyway" in text
    refused = maria.submit(PAGE, f"{PAGE}/approve", BEHIND)
    assert refused.status_code == 409
    assert f"Nothing was changed. Draft 1 is not published: {who} " in read(refused.text).text
    assert cafe.head.published == 0
    assert maria.submit(PAGE, f"{PAGE}/approve", {**BEHIND, "anyway": "yes"}).status_code == 303
    assert cafe.head.published == 1


def test_changes_against_what_people_know_are_told(cafe: Cafe, maria: Visitor) -> None:
    cafe.publish()
    line = cafe.lines()["mon-late"]
    cafe.edit_file(SHEET, "mon-early,Mon,07:00,15:00", "mon-early,Mon,06:00,14:00")
    maria.submit(PAGE, f"{PAGE}/redraft", BEHIND)
    text = text_of(maria)
    assert "Draft 1 stays published until this one is approved." in text
    assert "Changes since the published rota" in text
    assert "has Monday 06:00-14:00 instead of Monday 07:00-15:00" in text
    assert cafe.lines()["mon-late"].people == line.people
    older = text_of(maria, f"{PAGE}?draft=1")
    assert "An older draft Draft 1" in older
    assert "Approve" not in older.partition("Who works when")[0].replace("Approved", "")


def test_somebodys_week_is_sent_once_more(cafe: Cafe, maria: Visitor) -> None:
    cafe.publish()
    sent = len(cafe.email.sent)
    answer = maria.submit(PAGE, f"{PAGE}/resend", {"person": "Ana Diaz"})
    assert answer.headers["location"] == f"{PAGE}?done=rota-resent"
    cafe.deliver()
    assert [outgoing.to for outgoing in cafe.email.sent[sent:]] == ["ana@example.com"]
    unknown = maria.submit(PAGE, f"{PAGE}/resend", {"person": "Zoe"})
    assert unknown.status_code == 404
    assert "Nothing was changed." in read(unknown.text).text


def test_fuller_rota_is_offered_only_where_there_is_one(cafe: Cafe, maria: Visitor) -> None:
    cafe.draft()
    assert f"{PAGE}/fuller" not in read(maria.get(PAGE).text).actions
    answer = maria.submit(PAGE, f"{PAGE}/fuller", BEHIND)
    assert answer.status_code == 409
    assert "No fuller rota was found for draft 1." in read(answer.text).text


def test_sheet_that_cannot_be_read_is_told_on_the_page(cafe: Cafe, maria: Visitor) -> None:
    cafe.write("rota/staff.csv", "who knows\n")
    answer = maria.submit(PAGE, f"{PAGE}/draft")
    assert answer.status_code == 422
    assert "Nothing was changed." in read(answer.text).text


def test_sheet_for_paper_has_the_grid_and_says_whether_it_is_published(
    cafe: Cafe, maria: Visitor
) -> None:
    cafe.draft()
    text = text_of(maria, f"{PAGE}/print")
    assert "Corner Repairs: 23 to 29 November 2026 Draft 1, not published" in text
    assert re.search(r"Ana Diaz \d\d:\d\d–\d\d:\d\d barista", text)
    maria.submit(PAGE, f"{PAGE}/approve", BEHIND)
    assert "Published today 14:30, edition 1" in text_of(maria, f"{PAGE}/print")


def test_looking_at_every_page_of_a_week_changes_nothing(cafe: Cafe, maria: Visitor) -> None:
    cafe.draft()
    maria.get(PAGE)
    before = dump(cafe.app)
    for path in ("/rota", PAGE, f"{PAGE}/print", f"{PAGE}/shifts/mon-late", "/rota/requests"):
        assert maria.get(path).status_code == 200
    assert maria.get(f"{PAGE}/shifts/mon-late/preview?who=Ana+Diaz&draft=1").status_code == 200
    assert dump(cafe.app) == before


def test_words_of_the_sheets_are_shown_as_words(cafe: Cafe, maria: Visitor) -> None:
    evil = "<script>alert(1)</script>"
    cafe.edit_file("rota/staff.csv", "Dev Patel,cook", f"{evil},{evil}")
    cafe.edit_file(SHEET, "tue-kitchen,Tue,10:00,18:00,cook", f"{evil},Tue,10:00,18:00,{evil}")
    cafe.draft()
    maria.submit(PAGE, f"{PAGE}/redraft", {**BEHIND, "because": evil})
    shift = "~3Cscript~3Ealert~281~29~3C~2Fscript~3E"
    for path in (PAGE, f"{PAGE}/print", f"{PAGE}/shifts/{shift}"):
        page = maria.get(path)
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert "&lt;script&gt;" in page.text
