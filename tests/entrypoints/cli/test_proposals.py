"""Whether proposed controls are listed, approved and declined by command."""

from __future__ import annotations

from tests.entrypoints.cli.terminal import Terminal

MAIL = b"From: maria@example.com\nMessage-ID: <1@example.com>\nSubject: Fwd: Doors\n\nCheck them."


def propose(belfry: Terminal) -> str:
    (belfry.folder / "people.csv").write_text("name,email\nMaria Lopez,maria@example.com\n")
    (belfry.folder / "mail.eml").write_bytes(MAIL)
    belfry("mail", "take", belfry.folder / "mail.eml")
    (proposal,) = belfry("controls", "proposals", "--json").json["proposals"]
    assert (proposal["name"], proposal["forwarded_by"]) == ("Doors", "Maria Lopez")
    return str(proposal["id"])


def test_proposal_is_approved_once_it_has_a_repeat(belfry: Terminal) -> None:
    proposal_id = propose(belfry)
    refused = belfry("controls", "approve", proposal_id)
    assert (refused.code, "expected how often, such as monthly" in refused.err) == (2, True)
    approved = belfry("controls", "approve", proposal_id, "--repeat", "weekly", "--owner", "maria")
    assert approved.out == "Added to controls/tasks.csv: Doors, weekly.\n"
    (control,) = belfry("controls", "list", "--json").json["controls"]
    assert (control["name"], control["owner"]) == ("Doors", "Maria Lopez")
    again = belfry("controls", "approve", proposal_id)
    assert (again.code, "'Doors' was approved already" in again.err) == (1, True)
    assert belfry("controls", "proposals").out == "No control is proposed.\n"


def test_proposal_is_declined(belfry: Terminal) -> None:
    proposal_id = propose(belfry)
    assert belfry("controls", "decline", proposal_id).out == "Doors is declined.\n"
    (proposal,) = belfry("controls", "proposals", "--all", "--json").json["proposals"]
    assert proposal["state"] == "declined"
