"""Whether a shift's page explains it, and a change is shown with its rules before it is saved."""

from __future__ import annotations

import pytest
from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.cafes import PAGE, WEEK, Cafe
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.users import Role

LATE = f"{PAGE}/shifts/mon-late"
SAVED = {"draft": "1", "pin": "yes"}


SHEET = f"rota/week-{WEEK}.csv"


@pytest.fixture(autouse=True)
def drafted(cafe: Cafe) -> None:
    """Who has Monday is wished for, so that no test hangs on how the search decides."""
    cafe.edit_file(
        SHEET, "07:00,15:00,barista,,1,,,\nmon", "07:00,15:00,barista,,1,Ana Diaz,,\nmon"
    )
    cafe.edit_file(SHEET, "barista,till,1,,,\ntue", "barista,till,1,Ben Shaw,,\ntue")
    cafe.draft()


def text_of(visitor: Visitor, path: str = LATE) -> str:
    return read(visitor.get(path).text).text


def test_page_says_why_this_person_and_why_not_the_others(cafe: Cafe, maria: Visitor) -> None:
    text = text_of(maria)
    assert "Monday 14:00-22:00, barista, till Mon 23 Nov filled 8 h; mon-late" in text
    assert "Why Ben Shaw Ben Shaw is wished for on the sheet." in text
    assert "Why not the others Ana Diaz Has Monday 07:00-15:00 at the same time" in text
    assert "Cara Woods Lacks till." in text


def test_gap_says_what_would_fill_it(cafe: Cafe, maria: Visitor) -> None:
    cafe.edit_file(
        f"rota/week-{WEEK}.csv",
        "mon-late,Mon,14:00,22:00,barista,till",
        "mon-late,Mon,14:00,22:00,barista,fire safety",
    )
    cafe.draft()
    text = text_of(maria)
    assert "short-staffed" in text
    assert "Why it is open" in text
    assert "What would fill it The smallest exception first. Each is yours to make." in text


def test_everybody_can_be_chosen_with_what_speaks_against_them(cafe: Cafe, maria: Visitor) -> None:
    page = maria.get(LATE).text
    assert "Ben Shaw has it" in read(page).text
    assert "3 people whom a rule is against" in read(page).text
    for name in ("Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel"):
        assert f'name="who" value="{name}"' in page
    assert 'value="Cara Woods" data-against="lacks till"' in page


def test_shift_or_draft_that_is_not_there_is_not_found(cafe: Cafe, maria: Visitor) -> None:
    for path in (f"{PAGE}/shifts/none", f"{LATE}?draft=7", f"{PAGE}/shifts/none/preview?draft=1"):
        assert maria.get(path).status_code == 404, path


def test_preview_says_what_would_change_and_what_it_would_break(cafe: Cafe, maria: Visitor) -> None:
    text = text_of(maria, f"{LATE}/preview?who=Cara+Woods&draft=1")
    assert "Cara Woods on Monday 14:00–22:00 What that would change Now: Ben Shaw." in text
    assert "Ben Shaw loses Monday 14:00-22:00. Cara Woods gains Monday 14:00-22:00." in text
    assert "One rule is against it Cara Woods lacks till." in text
    assert "Do it anyway, although Cara Woods lacks till. The audit log records it." in text
    assert cafe.head.draft == 1


def test_change_that_breaks_nothing_is_saved_as_a_new_draft(cafe: Cafe, maria: Visitor) -> None:
    text = text_of(maria, f"{LATE}/preview?draft=1")
    assert "No one on Monday 14:00–22:00" in text
    assert "Monday 14:00-22:00 would still need 1 person. No rule is against it." in text
    answer = maria.submit(LATE, f"{LATE}/edit", SAVED)
    assert answer.headers["location"] == f"{LATE}?done=rota-edited"
    assert (cafe.head.draft, cafe.head.is_waiting) == (2, True)
    assert cafe.lines()["mon-late"].people == ()
    assert "Draft 2, changed by hand today 14:30 by Maria Lopez. Ben Shaw loses" in text_of(maria)


def test_change_against_the_rules_needs_a_yes_of_its_own(cafe: Cafe, maria: Visitor) -> None:
    form = {**SAVED, "who-1": "Cara Woods"}
    refused = maria.submit(LATE, f"{LATE}/edit", form)
    assert refused.status_code == 409
    text = read(refused.text).text
    assert "Nothing was changed. The rules are against it: Cara Woods lacks till." in text
    assert "Do it anyway, although Cara Woods lacks till." in text
    assert cafe.head.draft == 1
    maria.submit(LATE, f"{LATE}/edit", {**form, "anyway": "yes"})
    assert cafe.lines()["mon-late"].people == ("Cara Woods",)
    assert cafe.lines()["mon-late"].is_pinned


def test_change_may_be_left_to_the_next_draft(cafe: Cafe, maria: Visitor) -> None:
    maria.submit(LATE, f"{LATE}/edit", {"draft": "1", "who-1": "Ben Shaw"})
    assert not cafe.lines()["mon-late"].is_pinned


def test_second_manager_is_told_what_changed(cafe: Cafe, maria: Visitor) -> None:
    olga = cafe.visitor("Olga Finch", Role.OWNER)
    maria.submit(LATE, f"{LATE}/edit", SAVED)
    answer = olga.submit(LATE, f"{LATE}/edit", {**SAVED, "who-1": "Ben Shaw"})
    assert answer.status_code == 409
    text = read(answer.text).text
    assert "Nothing was changed. Draft 1 is outdated: draft 2 has taken its place." in text
    assert "The draft Draft 2, changed by hand today 14:30 by Maria Lopez. Ben Shaw loses" in text
    assert cafe.head.draft == 2
    looked = olga.get(f"{LATE}/preview?who=Ben+Shaw&draft=1")
    assert looked.status_code == 409


@pytest.mark.parametrize(
    "form, status",
    [
        pytest.param({"draft": "1", "who-1": "Zoe"}, 422, id="unknown sender"),
        pytest.param({"draft": "x", "who-1": "Ben Shaw"}, 422, id="a draft that is no number"),
        pytest.param({"who-1": "Ben Shaw"}, 422, id="no draft"),
    ],
)
def test_what_cannot_be_saved_changes_nothing(
    cafe: Cafe, maria: Visitor, form: dict[str, str], status: int
) -> None:
    assert maria.submit(LATE, f"{LATE}/edit", form).status_code == status
    assert cafe.head.draft == 1


def test_names_typed_into_the_address_are_shown_as_words(cafe: Cafe, maria: Visitor) -> None:
    answer = maria.get(f"{LATE}/preview?who=%3Cscript%3Ealert(1)%3C/script%3E&draft=1")
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text


def test_older_draft_is_explained_but_not_changed(cafe: Cafe, maria: Visitor) -> None:
    maria.submit(LATE, f"{LATE}/edit", SAVED)
    page = read(maria.get(f"{LATE}?draft=1").text)
    assert "Why Ben Shaw" in page.text
    assert "This is an older draft. See the shift in the newest one." in page.text
    assert f"{LATE}/preview" not in page.actions


def test_published_week_is_changed_only_once_the_change_is_approved(
    cafe: Cafe, maria: Visitor
) -> None:
    maria.submit(PAGE, f"{PAGE}/approve", {"draft": "1"})
    maria.submit(LATE, f"{LATE}/edit", SAVED)
    assert (cafe.head.published, cafe.head.draft) == (1, 2)
    assert "Draft 1 stays published until this one is approved." in text_of(maria, PAGE)
