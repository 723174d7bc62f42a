"""Whether a forwarded policy becomes a proposed control, and what is decided about it."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from tests.apps import memory_ports
from tests.controls.acting import TASKS
from tests.fakes.crash_points import Crashed, CrashingPoints
from tests.fakes.files import MemoryFolder
from tests.loops import for_each
from tests.messaging.mail_shop import (
    MARIA,
    MAYA,
    REMINDER,
    STRANGER,
    MailShop,
    open_shop,
    write_mail,
)
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.tasks.proposals import (
    ProposalState,
    ProposedControl,
    find_owner,
    find_repeat,
    strip_marks,
)
from belfry.controls.tasks.propose_controls import Edits
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.messaging.incoming import Route

POLICY = """Please take note.

---------- Forwarded message ---------
From: Head Office <head@example.org>
Date: Mon, 2 Nov 2026 at 10:00
Subject: Check the fire doors
To: Maria Lopez <maria@example.com>

All fire doors are to be checked on the first Monday of
the month. Tom Hill signs for it.
"""
FORWARDED = write_mail(POLICY, MARIA, Subject="Fwd: Re: Check the fire doors")


def list_proposals(shop: MailShop) -> list[ProposedControl]:
    return list(shop.ports.proposals.list_newest())


def propose(shop: MailShop, content: bytes = FORWARDED) -> ProposedControl:
    record = shop.take_one(content)
    assert record.route is Route.POLICY
    (proposal,) = list_proposals(shop)
    assert record.about == proposal.subject
    return proposal


def read_list(shop: MailShop) -> str:
    assert isinstance(shop.ports.folder, MemoryFolder)
    return shop.ports.folder.files.get(TASKS, b"").decode()


def list_actions(shop: MailShop, proposal: ProposedControl) -> list[tuple[str, str]]:
    entries = shop.ports.audit_log.list_entries(proposal.subject)
    return [(entry.action, entry.by) for entry in entries]


def enclose(policy: bytes, sender: str) -> bytes:
    enclosed = EmailMessage()
    enclosed["Subject"] = "Boiler inspection"
    enclosed.set_content("The boiler is inspected every 6 months.")
    outer = EmailMessage()
    outer["From"], outer["Subject"], outer["Message-ID"] = sender, "For you", "<8@example.com>"
    outer.set_content(policy.decode())
    outer.add_attachment(enclosed)
    return outer.as_bytes()


@for_each(
    ("text", "repeat"),
    [
        ("Doors are checked every month.", "monthly"),
        ("A quarterly check, that is, every 3 months", "every 3 months"),
        ("on the first Monday of the month", "first Monday of the month"),
        ("the first Monday\nof every month, by the manager", "first Monday of the month"),
        ("at least once a year", "yearly"),
        ("A six-monthly look at the roof", "every 6 months"),
        ("Report on the last day of the quarter: it counts.", "last day of the quarter"),
        ("Check weekly on Monday, and write it down.", "weekly on Monday"),
        ("Doors monthly. Windows yearly.", ""),
        ("monthly and yearly", ""),
        ("twice monthly", ""),
        ("on the first working day of every month", ""),
        ("biweekly", ""),
        ("within a month, or 2 weeks, since last year and 3 March 2026", ""),
        ("Doors (they are heavy): monthly!", "monthly"),
        ("monthly " * 2000 + "and the roof yearly", ""),
        ("", ""),
    ],
)
def test_repeat_is_the_only_one_that_the_text_names(text: str, repeat: str) -> None:
    assert find_repeat(text) == repeat


@for_each(
    "text",
    [
        "every " * 3333,
        "first " * 3333,
        "1st " * 5000,
        " ".join(f"every {number}" for number in range(2000)),
        "every. " * 2857,
    ],
)
def test_text_that_begins_a_repeat_everywhere_is_given_up(text: str) -> None:
    before = parse_repeat.cache_info().misses
    assert find_repeat(text) == ""
    assert parse_repeat.cache_info().misses - before < 1500


@for_each(
    ("text", "owner"),
    [
        ("tom  hill signs", "Tom Hill"),
        ("Tom Hill's task. TOM HILL!", "Tom Hill"),
        ("Tom Hillary", ""),
        ("Tom Hill and Zoë Lang", ""),
        ("Zoe Lang", "Zoë Lang"),
        ("Tom", ""),
    ],
)
def test_owner_is_the_only_team_member_who_is_named(text: str, owner: str) -> None:
    assert find_owner(text, ["Tom Hill", "Zoë Lang"]) == owner


def test_marks_before_a_subject_are_left_out() -> None:
    assert strip_marks("WG: AW: Fwd[2]: FW: Tr: Doors") == "Doors"
    assert strip_marks("Tracking: doors") == "Tracking: doors"


def test_forwarded_policy_becomes_a_proposal() -> None:
    shop = open_shop()
    proposal = propose(shop)
    assert (proposal.name, proposal.repeat, proposal.owner) == (
        "Check the fire doors",
        "first Monday of the month",
        "Tom Hill",
    )
    assert (proposal.sender, proposal.at, proposal.state) == (
        "Maria Lopez",
        NOON,
        ProposalState.OPEN,
    )
    assert "All fire doors" in proposal.text
    assert list_actions(shop, proposal) == [("proposed", "Maria Lopez")]
    assert read_list(shop) == ""


def test_forwarded_policy_that_speaks_of_days_is_no_note_about_days_off() -> None:
    content = write_mail("Doors are checked every month.", MARIA, Subject="Fwd: Doors")

    proposal = propose(open_shop(), content)

    assert (proposal.name, proposal.repeat) == ("Doors", "monthly")


def test_mail_enclosed_in_a_mail_is_what_was_forwarded() -> None:
    proposal = propose(open_shop(), enclose(b"see below", MARIA))
    assert (proposal.name, proposal.repeat) == ("Boiler inspection", "every 6 months")


@for_each(
    ("content", "route"),
    [
        (write_mail(POLICY, MARIA, Subject="Check the fire doors"), Route.UNREAD),
        (write_mail(POLICY, MARIA, Subject="Re: Fwd: Check the fire doors"), Route.UNREAD),
        (write_mail(POLICY, STRANGER, Subject="Fwd: Check the fire doors"), Route.UNREAD),
        (write_mail(POLICY, MAYA, Subject="Fwd: Check the fire doors"), Route.REPLY),
        (write_mail("Done.", MARIA, Subject="Fwd: Due", answers=REMINDER), Route.EVIDENCE),
        (write_mail("May I have 3 December 2026 off?", MARIA, Subject="Fwd: x"), Route.TIME_OFF),
        (
            write_mail(
                POLICY,
                MARIA,
                Subject="Fwd: Check the fire doors",
                Authentication_Results="mx.shop.test; dmarc=fail header.from=example.com",
            ),
            Route.UNREAD,
        ),
    ],
)
def test_other_mail_proposes_nothing(content: bytes, route: Route) -> None:
    shop = open_shop()
    assert shop.take_one(content).route is route
    assert list_proposals(shop) == []


def test_same_mail_twice_is_one_proposal() -> None:
    shop = open_shop()
    shop.take(FORWARDED, FORWARDED)
    shop.take(FORWARDED)
    assert len(list_proposals(shop)) == 1


def test_mail_that_was_filed_before_a_crash_is_one_proposal() -> None:
    crash_points = CrashingPoints()
    shop = open_shop(memory_ports(VirtualClock(NOON), crash_points))
    crash_points.crash_at("mail.filed")
    with pytest.raises(Crashed):
        shop.take(FORWARDED)
    propose(shop)


def test_approved_proposal_is_on_the_list_and_ticked() -> None:
    shop = open_shop()
    room = shop.app.services.controls
    proposal = propose(shop)
    approved = room.propose.approve(proposal.id, by="user/1")
    assert (approved.state, approved.text) == (ProposalState.APPROVED, "")
    header, row = read_list(shop).splitlines()
    assert header.startswith("name,area,repeat,owner")
    assert row.startswith("Check the fire doors,,first Monday of the month,Tom Hill")
    assert list_actions(shop, proposal)[1:] == [
        ("approval asked", "user/1"),
        ("approved", "user/1"),
    ]
    ticked = room.tick(is_whole=True, dry_run=True)
    assert "Check the fire doors" in [plan.control.name for plan in ticked.controls]


def test_decided_proposal_stays_as_it_is() -> None:
    shop = open_shop()
    propose_controls = shop.app.services.controls.propose
    approved = propose(shop)
    propose_controls.approve(approved.id, by="user/1")
    rows = read_list(shop)
    for act in (propose_controls.approve, propose_controls.decline):
        with pytest.raises(Conflict, match="was approved already"):
            act(approved.id, by="user/2")
    assert read_list(shop) == rows


def test_declined_proposal_adds_nothing_and_cannot_be_approved() -> None:
    shop = open_shop()
    propose_controls = shop.app.services.controls.propose
    proposal = propose(shop)
    assert propose_controls.decline(proposal.id, by="user/1").text == ""
    with pytest.raises(Conflict, match="was declined already"):
        propose_controls.approve(proposal.id, by="user/1")
    assert read_list(shop) == ""
    assert shop.ports.proposals.list_newest(is_undecided=True) == []
    with pytest.raises(NotFound, match="no proposed control 'other'"):
        propose_controls.approve("other", by="user/1")


@for_each(
    ("edits", "problem"),
    [
        (Edits(repeat=""), "expected how often, such as monthly"),
        (Edits(repeat="now and then"), "'now and then', column 1: found 'now'; expected how"),
        (Edits(name="  "), "expected 1 to 200 characters"),
        (Edits(owner="Nobody Known"), "expected a name of people.csv, not 'Nobody Known'"),
    ],
)
def test_what_cannot_be_read_is_refused(edits: Edits, problem: str) -> None:
    shop = open_shop()
    proposal = propose(shop)
    with pytest.raises(InputError, match=problem):
        shop.app.services.controls.propose.approve(proposal.id, edits, by="user/1")
    assert (read_list(shop), list_proposals(shop)) == ("", [proposal])


def test_edits_count_for_the_row() -> None:
    shop = open_shop()
    propose_controls = shop.app.services.controls.propose
    proposal = propose(shop)
    propose_controls.edit(proposal.id, Edits(name="Fire doors", owner=""), by="user/1")
    propose_controls.approve(proposal.id, Edits(repeat="monthly"), by="user/1")
    assert read_list(shop).splitlines()[1].startswith("Fire doors,,monthly,,")
    assert list_actions(shop, proposal)[1] == ("edited", "user/1")


def test_name_that_is_on_the_list_is_refused_until_it_is_changed() -> None:
    shop = open_shop()
    assert isinstance(shop.ports.folder, MemoryFolder)
    shop.ports.folder.files[TASKS] = b"name,repeat\ncheck the fire-doors,weekly\n"
    proposal = propose(shop)
    propose_controls = shop.app.services.controls.propose
    with pytest.raises(Conflict, match="is on the list already: change its name"):
        propose_controls.approve(proposal.id, by="user/1")
    propose_controls.approve(proposal.id, Edits(name="Doors"), by="user/1")
    assert "Doors,first Monday of the month" in read_list(shop)


@for_each("point", ["proposal.asked", "proposal.added"])
def test_approval_that_was_cut_off_adds_one_row_when_it_is_given_again(point: str) -> None:
    crash_points = CrashingPoints()
    shop = open_shop(memory_ports(VirtualClock(NOON), crash_points))
    propose_controls = shop.app.services.controls.propose
    proposal = propose(shop)
    crash_points.crash_at(point)
    with pytest.raises(Crashed):
        propose_controls.approve(proposal.id, by="user/1")
    with pytest.raises(Conflict, match="approve it once more"):
        propose_controls.decline(proposal.id, by="user/1")
    propose_controls.approve(proposal.id, Edits(name="Another"), by="user/1")
    assert read_list(shop).count("Check the fire doors") == 1
    assert "Another" not in read_list(shop)
