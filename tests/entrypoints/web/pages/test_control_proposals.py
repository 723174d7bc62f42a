"""Whether a proposed control is decided on Today and on the controls page, by those who may."""

from __future__ import annotations

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.reading import read

from belfry.controls.tasks.proposals import ProposedControl
from belfry.messaging.ports import Arrived

PEOPLE = "name,email\nMaria Lopez,maria@example.com\n"
MAIL = (
    b"From: maria@example.com\nSubject: Fwd: <b>Doors</b>\n\nAll doors are checked."
    b" <script>x</script>"
)


@pytest.fixture
def proposal(app: App) -> ProposedControl:
    (app.services.settings.folder / "people.csv").write_text(PEOPLE)
    app.services.mail_in.take([Arrived(MAIL, len(MAIL))])
    (proposal,) = app.services.ports.proposals.list_newest()
    return proposal


def find_act(proposal: ProposedControl, act: str) -> str:
    return f"/list/proposals/{proposal.id}/{act}"


@pytest.mark.parametrize("path", ["/", "/controls", "/controls/board"])
def test_proposal_is_edited_and_approved(
    app: App, manager: Visitor, proposal: ProposedControl, path: str
) -> None:
    page = manager.get(path).text
    shown = read(page)
    assert "proposed control <b>Doors</b> forwarded by Maria Lopez" in shown.text
    assert "How often is not clear" in shown.text
    assert "<script>x" not in page
    edits = {"name": "Doors", "repeat": "monthly", "owner": "Maria"}
    answer = manager.submit(path, find_act(proposal, "edit"), {**edits, "back": path})
    assert answer.headers["location"] == f"{path}?done=proposal-edited"
    assert "Monthly; Maria Lopez." in read(manager.get(path).text).text
    answer = manager.submit(path, find_act(proposal, "approve"), {"back": path})
    assert answer.headers["location"] == f"{path}?done=proposal-approved"
    (control,) = app.services.ports.controls.list_summaries()
    assert (control.name, control.owner) == ("Doors", "Maria Lopez")
    assert "proposed control" not in read(manager.get(path).text).text


def test_proposal_without_a_repeat_is_refused_with_what_is_expected(
    manager: Visitor, proposal: ProposedControl
) -> None:
    answer = manager.submit("/", find_act(proposal, "approve"), {"name": "Doors", "repeat": ""})
    assert answer.status_code == 422
    assert "expected how often, such as monthly" in read(answer.text).text


def test_declined_proposal_is_gone_and_cannot_be_approved(
    app: App, manager: Visitor, proposal: ProposedControl
) -> None:
    manager.submit("/controls", find_act(proposal, "decline"), {})
    assert "proposed control" not in read(manager.get("/").text).text
    answer = manager.submit("/me", find_act(proposal, "approve"), {})
    assert answer.status_code == 409
    assert "was declined already" in read(answer.text).text
    assert app.services.ports.controls.count() == 0


def test_staff_neither_see_nor_decide_proposals(
    app: App, staff: Visitor, proposal: ProposedControl
) -> None:
    for path in ("/", "/controls", "/controls/board"):
        assert "proposed control" not in read(staff.get(path).text).text.lower()
    for act in ("approve", "edit", "decline"):
        assert staff.submit("/me", find_act(proposal, act), {}).status_code == 403
    assert app.services.ports.proposals.list_newest() == [proposal]
