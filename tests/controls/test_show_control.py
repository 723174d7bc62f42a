"""What is shown of a control: where it stands, and all that happened to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from tests.controls.acting import DRILL, DUE, MARIA, TOM, acts, give, mark_done, open_list
from tests.controls.offices import Office, london

from belfry.controls.chains.moves import Move
from belfry.controls.show_control import ControlDetails
from belfry.kernel.errors import NotFound


def show(office: Office, name: str = DRILL) -> ControlDetails:
    return office.app.services.controls.show(name)


def happenings(office: Office) -> list[tuple[str, date, str, str]]:
    return [(entry.what, entry.due_on, entry.by, entry.note) for entry in show(office).timeline]


def test_control_is_shown_with_todays_decision_and_its_reason(office: Office) -> None:
    open_list(office)
    office.tick("2026-12-05T08:00")

    shown = show(office, "FIRE drill")

    assert shown.decision is not None
    assert (shown.today, shown.decision.move) == (date(2026, 12, 5), Move.DUE_NOW)
    assert shown.decision.why == (
        "due on 10 December 2026, in 5 days; last reminded on 5 December 2026; "
        "the next reminder is for 10 December 2026"
    )
    assert shown.chain == ((-5, 0, 2), "the default of the rules")
    assert [message.person for message in shown.messages] == [MARIA]


def test_everything_that_happened_is_told_in_its_order(office: Office) -> None:
    open_list(office)
    office.remind("2026-12-11T09:00")
    office.remind("2026-12-12T08:00")  # a Saturday
    office.go_to("2026-12-14T09:00")
    office.release()
    office.remind("2026-12-15T09:00")
    office.go_to("2026-12-15T10:00")
    give(office, note="all out in 3 minutes")
    office.go_to("2026-12-15T11:00")
    mark_done(office, note="at last")
    office.go_to("2026-12-15T12:00")
    acts(office).undo_done(DRILL, by=TOM)
    office.go_to("2026-12-15T13:00")
    acts(office).skip(DRILL, reason="closed", by=TOM)

    assert happenings(office) == [
        ("reminder 5 days before passed over", DUE, "", ""),
        (f"reminder on the day sent to {MARIA} by e-mail", DUE, "", ""),
        (f"reminder 2 days after sent to {MARIA} by e-mail", DUE, "", ""),
        (f"escalation sent to {MARIA} by e-mail", DUE, "", ""),
        (f"escalation sent to {TOM} by e-mail", DUE, "", ""),
        ("evidence: a note", DUE, MARIA, "all out in 3 minutes"),
        ("done on 15 December 2026", DUE, MARIA, "at last"),
        ("taken back", DUE, TOM, ""),
        ("skipped", DUE, TOM, "closed"),
    ]
    delivered = [entry for entry in show(office).timeline if entry.to]
    assert {(entry.to, entry.channel) for entry in delivered} == {(MARIA, "email"), (TOM, "email")}
    assert delivered[1].at == london("2026-12-14T09:00")


def test_what_waits_or_was_replaced_was_not_delivered(office: Office) -> None:
    open_list(office)
    office.remind("2026-12-05T08:00")  # a Saturday
    assert happenings(office) == []
    office.remind("2026-12-10T09:00")
    assert happenings(office) == [
        (f"reminder 5 days before to {MARIA} was not sent", DUE, "", "a newer one took its place"),
        (f"reminder on the day sent to {MARIA} by e-mail", DUE, "", ""),
    ]


def test_reminder_that_went_along_with_another_is_shown_for_both(office: Office) -> None:
    open_list(
        office, "Fire drill,,monthly,Maria,,2026-12-10,,", "Ladders,,monthly,Maria,,2026-12-10,,"
    )
    office.remind("2026-12-10T09:00")
    assert len(office.messages()) == 1
    for name in (DRILL, "Ladders"):
        (entry,) = [entry for entry in show(office, name).timeline if entry.to]
        assert (entry.what, entry.to) == (f"reminder on the day sent to {MARIA} by e-mail", MARIA)


def test_end_of_a_snooze_and_a_missed_cycle_are_told(office: Office) -> None:
    open_list(office, "Fire drill,,weekly on Thursday,Maria,,2026-12-10,,")
    office.remind("2026-12-07T09:00")
    acts(office).snooze(DRILL, days=1, by=MARIA)
    office.remind("2026-12-08T09:00")
    office.go_to("2026-12-18T08:00")
    mark_done(office)
    assert [what for what, *_ in happenings(office)] == [
        f"reminder 5 days before sent to {MARIA} by e-mail",
        f"reminder after a snooze sent to {MARIA} by e-mail",
        "done on 18 December 2026",
        "missed",
    ]


def test_proof_is_needed_until_it_is_there(office: Office) -> None:
    open_list(office, "Fire drill,,monthly,Maria,,2026-12-10,yes,")
    assert show(office).needs_proof
    note = give(office, note="all out")
    shown = show(office)
    assert not shown.needs_proof
    assert shown.proofs == shown.evidence == (replace(note, revision=1),)
    mark_done(office)
    shown = show(office)
    assert (shown.needs_proof, shown.proofs, len(shown.evidence)) == (True, (), 1)


def test_control_that_left_the_list_is_shown_without_a_decision(office: Office) -> None:
    open_list(office)
    office.put(replace(office.control(), gone_at=office.app.clock.now()))
    assert show(office).decision is None


def test_control_that_nobody_knows_is_not_found(office: Office) -> None:
    open_list(office)
    with pytest.raises(NotFound, match='did you mean "Fire drill"'):
        show(office, "fire dril")
