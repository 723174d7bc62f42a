"""A week of the rota, from the standing pattern on Thursday morning to Sunday's reminder.

The chapters follow one another; each is told by what people get, and answered by their links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.rota.calendar_readers import AuditEntry
from tests.stories.rotas import (
    MARIA,
    MONDAY,
    THIS_WEEK,
    WEEK,
    Cafe,
    Invited,
    open_cafe,
    read_entries,
    read_invites,
)

from belfry.kernel.errors import Conflict
from belfry.rota.drafts.check_draft import ObjectionsError
from belfry.rota.requests.requests import SwapKind, SwapState

SHEET = f"rota/week-{WEEK}.csv"
DEV = "+447700900155"
DRAFTED = "Draft for 16 to 22 November: 12 of 12 filled"
CHANGED = "Changed: your shifts from 16 to 22 November"
NOTE = """From: Ben Shaw <ben@example.com>
To: rota@cafe.example.com
Date: Sat, 14 Nov 2026 07:40:00 +0000
Subject: time off

Hi Maria, could I be off next Friday for a wedding? Thanks, Ben
"""


@pytest.fixture(params=["memory", "sqlite"])
def cafe(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cafe]:
    with open_cafe(tmp_path, request.param) as cafe:
        yield cafe


def test_a_week_goes_from_the_pattern_to_the_reminder(cafe: Cafe) -> None:
    copy_the_pattern_and_answer_the_clash(cafe)
    draft_and_edit(cafe)
    approve_at_night(cafe)
    tell_everybody_their_own_week(cafe)
    explain_every_placement(cafe)
    swap_a_shift(cafe)
    put_calendars_right(cafe)
    summarise_the_hours(cafe)
    answer_a_sick_call_at_six(cafe)
    grant_time_off_by_a_note(cafe)
    remind_everybody_and_put_a_week_away(cafe)
    assert cafe.services.accounts.verify_audit_log().breaks == ()


def copy_the_pattern_and_answer_the_clash(cafe: Cafe) -> None:
    """Thursday 10:00: Cara usually has the kitchen on Wednesdays, and is at the dentist's."""
    before = cafe.post
    cafe.go_to("2026-11-12T10:45")
    clash = "Cara Woods has time off on Wed 18 Nov 10:00-18:00"
    assert cafe.subjects(before) == [("maria", clash), ("olga", clash)]
    assert f"wed-kitchen,{MONDAY.replace(day=18)},10:00,18:00,cook,,1,Cara Woods" in cafe.read(
        SHEET
    )

    [to_maria], [to_olga] = cafe.sent("maria", since=before), cafe.sent("olga", since=before)
    assert cafe.press(to_maria, "free", instead="Dev Patel") == 200
    assert cafe.press(to_olga, "hold") == 409
    assert f"wed-kitchen,{MONDAY.replace(day=18)},10:00,18:00,cook,,1,Dev Patel" in cafe.read(SHEET)


def draft_and_edit(cafe: Cafe) -> None:
    """Thursday 14:00, and what Maria makes of it; Olga hears of her change."""
    before = cafe.post
    cafe.go_to("2026-11-12T14:45")
    assert cafe.subjects(before) == [("maria", DRAFTED), ("olga", DRAFTED)]
    assert set(cafe.told("draft", WEEK).values()) == {"Thu 12 Nov 14:35"}
    assert cafe.lines(draft=1)["wed-kitchen"].people == ("Dev Patel",)

    edit = cafe.services.rota.publishing.edit
    with pytest.raises(ObjectionsError, match="Ben Shaw does not have the role cook"):
        edit(MONDAY, {"fri-kitchen": ["Ben"]}, by=MARIA)
    edit(MONDAY, {"tue-early": ["Cara"]}, by=MARIA)
    cafe.go_to("2026-11-12T15:45")
    assert cafe.subjects(before)[2:] == [("olga", DRAFTED)]
    [why] = re.findall("Why there is another one: (.*)", cafe.sent("olga")[-1].text)
    assert why == "Cara Woods gains Tuesday 07:00-15:00. Eve Long loses Tuesday 07:00-15:00"


def approve_at_night(cafe: Cafe) -> None:
    """The first draft cannot be approved any more, the second one once."""
    cafe.go_to("2026-11-12T21:10")
    [first] = [outgoing for outgoing in cafe.sent("maria") if outgoing.subject == DRAFTED]
    assert cafe.press(first, "approve") == 409
    cafe.services.rota.publishing.approve(MONDAY, 2, by=MARIA)
    assert cafe.press(cafe.sent("olga")[-1], "approve") == 409
    with pytest.raises(Conflict, match=f"approved by {MARIA} already"):
        cafe.services.rota.publishing.approve(MONDAY, 2, by="Olga Finch")


def tell_everybody_their_own_week(cafe: Cafe) -> None:
    """At night messages wait, but Eve is in another zone. Belfry is restarted in between."""
    before = cafe.post
    cafe.go_to("2026-11-12T22:00")
    assert [to for to, _ in cafe.subjects(before)] == ["eve"]
    cafe.restart()
    cafe.go_to("2026-11-13T08:50")
    assert cafe.told("week", WEEK) == {
        "Eve Long": "Thu 12 Nov 21:35",
        **dict.fromkeys(("Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel"), "Fri 13 Nov 08:05"),
    }
    assert [to for to, _ in cafe.subjects(before)] == ["eve", "ana", "ben", "cara"]
    for first, name in {
        "ana": "Ana Diaz",
        "ben": "Ben Shaw",
        "cara": "Cara Woods",
        "eve": "Eve Long",
    }.items():
        [outgoing] = cafe.sent(first, since=before)
        shifts = cafe.shifts_of(name)
        assert read_invites(outgoing) == [Invited("REQUEST", when, 0) for when in shifts]
        assert outgoing.text.count("\n- ") == len(shifts)
    assert cafe.sent(DEV)[-1].text.startswith(
        "Here are your shifts from 16 to 22 November: "
        "Tue 17 Nov 10:00-18:00; Wed 18 Nov 10:00-18:00; Fri 20 Nov 10:00-18:00."
    )
    assert "tue-early,2026-11-17,07:00,15:00,barista,,1,Cara Woods" in cafe.read(SHEET)
    assert set(cafe.lines()["sat-open"].people) == {"Ana Diaz", "Cara Woods"}


def explain_every_placement(cafe: Cafe) -> None:
    """Each shift is explained, for those who have it and those who do not."""
    explained = cafe.services.rota.drafts.explain_week(MONDAY).explanation.shifts
    assert [explanation.shift.id for explanation in explained] == list(cafe.lines())
    for explanation in explained:
        line = cafe.lines()[explanation.shift.id]
        assert line.why
        assert tuple(reason.name for reason in explanation.placed) == line.people
        named = {reason.name for reason in (*explanation.placed, *explanation.others)}
        assert named == {"Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel", "Eve Long"}
        assert all(reason.words for reason in (*explanation.placed, *explanation.others))
    assert cafe.lines()["tue-early"].why == "Cara Woods is pinned to it"


def swap_a_shift(cafe: Cafe) -> None:
    """Ana has an exam on Friday. Eve says no, Cara says yes, and so does Maria."""
    before = cafe.post
    asked = "Can you take Fri 20 Nov 07:00-15:00?"
    form = {"week": WEEK, "shift": "fri-early", "kind": "cover", "note": "an exam"}
    assert cafe.press(cafe.sent("ana")[-1], "swap", **form) == 200
    assert cafe.press(cafe.sent("ana")[-1], "swap", **form) == 409
    cafe.go_to("2026-11-13T12:55")
    assert cafe.subjects(before) == []
    cafe.go_to("2026-11-13T13:10")
    assert cafe.subjects(before) == [("eve", asked)]
    assert cafe.press(cafe.sent("eve")[-1], "ask", answer="no") == 200
    cafe.go_to("2026-11-13T13:45")
    assert cafe.subjects(before) == [("eve", asked), ("cara", asked)]
    assert "an exam" not in cafe.sent("cara")[-1].text
    assert cafe.press(cafe.sent("eve")[-1], "ask", answer="yes") == 409
    assert cafe.press(cafe.sent("cara")[-1], "ask", answer="yes") == 200
    cafe.go_to("2026-11-13T14:45")
    offered = "Cara Woods would take Fri 20 Nov 07:00-15:00 for Ana Diaz"
    assert cafe.subjects(before)[2:] == [("maria", offered)]
    assert cafe.lines()["fri-early"].people == ("Ana Diaz",)
    assert cafe.press(cafe.sent("maria")[-1], "agree") == 200
    assert cafe.press(cafe.sent("maria")[-1], "agree") == 409
    assert cafe.lines()["fri-early"].people == ("Cara Woods",)
    assert cafe.swap(f"{WEEK}-1").state is SwapState.DONE


def put_calendars_right(cafe: Cafe) -> None:
    """Both are notified, and no one else; the entry moves from one calendar to the other."""
    before = cafe.post
    [(_, old)] = [x for x in _list_entries(cafe, "ana") if x[1].starts_at.day == 20]
    cafe.go_to("2026-11-13T15:45")
    assert sorted(cafe.subjects(before)) == [
        ("ana", CHANGED),
        ("ana", "No longer yours: Fri 20 Nov 07:00-15:00"),
        ("cara", CHANGED),
        ("cara", "Yours now: Fri 20 Nov 07:00-15:00"),
    ]
    friday = "Fri 20 Nov 07:00-15:00"
    assert _read_newest(cafe, "ana") == [
        Invited("CANCEL", friday, 1),
        *(Invited("REQUEST", when, 0) for when in cafe.shifts_of("Ana Diaz")),
    ]
    assert Invited("REQUEST", friday, 0) in _read_newest(cafe, "cara")
    [(_, gone)] = [x for x in _list_entries(cafe, "ana") if x[0] == "CANCEL"]
    assert gone.uid == old.uid
    assert "fri-early,2026-11-20,07:00,15:00,barista,,1,Cara Woods" in cafe.read(SHEET)


def summarise_the_hours(cafe: Cafe) -> None:
    """Friday 17:00."""
    before = cafe.post
    cafe.go_to("2026-11-13T17:45")
    subject = "Hours from 9 to 15 November: 96 h of 128 h"
    assert cafe.subjects(before) == [("maria", subject), ("olga", subject)]
    assert "- Ana Diaz: 24 h of 32 h, 8 h below" in cafe.sent("maria")[-1].text


def answer_a_sick_call_at_six(cafe: Cafe) -> None:
    """Cara is ill on Saturday morning, and the café opens at eight: Maria has people asked now."""
    cafe.go_to("2026-11-14T06:10")
    requests = cafe.services.rota.requests
    swap = requests.request_swap(
        THIS_WEEK, "sat-open", "Cara Woods", SwapKind.COVER, by=MARIA, note="ill", is_urgent=True
    )
    cafe.go_to("2026-11-14T06:40")
    question = cafe.sent(DEV)[-1]
    assert question.text.startswith("Can you take Saturday 14 November 08:00-16:00 (8 h)?")
    assert cafe.press(question, "ask", answer="yes") == 200
    cafe.go_to("2026-11-14T07:10")
    offered = "Dev Patel would take Sat 14 Nov 08:00-16:00 for Cara Woods"
    assert cafe.sent("maria")[-1].subject == offered
    assert cafe.press(cafe.sent("maria")[-1], "agree") == 200
    cafe.go_to("2026-11-14T07:40")
    assert cafe.sent(DEV)[-1].text.startswith("It is agreed: Saturday 14 November 08:00-16:00")
    assert set(cafe.lines(THIS_WEEK)["sat-open"].people) == {"Ana Diaz", "Dev Patel"}
    audit_log = cafe.ports.audit_log.list_entries(cafe.swap(swap.id).subject)
    assert [entry.by for entry in audit_log] == [MARIA, "Dev Patel", MARIA]


def grant_time_off_by_a_note(cafe: Cafe) -> None:
    """Ben's mail was put into the folder; next Friday is the one of the coming week."""
    before = cafe.post
    cafe.write("rota/notes/ben.eml", NOTE)
    cafe.go_to("2026-11-14T10:45")
    asked = ("maria", "Ben Shaw asks for time off: 20 November")
    assert asked in cafe.subjects(before)
    assert cafe.press(cafe.sent("maria")[-1], "approve") == 200
    cafe.go_to("2026-11-14T11:45")
    assert cafe.subjects(before).count(asked) == 1
    assert cafe.subjects(before)[-1] == ("ben", "Time off approved: 20 November")
    assert "Ben Shaw,2026-11-20,2026-11-20,approved,wedding\n" in cafe.read("rota/time_off.csv")


def remind_everybody_and_put_a_week_away(cafe: Cafe) -> None:
    """Sunday 18:00."""
    cafe.go_to("2026-11-15T17:45")
    before, texts = cafe.post, len(cafe.sms.sent)
    cafe.go_to("2026-11-15T19:00")
    reminder = "Reminder: your shifts from 16 to 22 November"
    assert cafe.subjects(before) == [(to, reminder) for to in ("ana", "ben", "cara", "eve")]
    assert [outgoing.to for outgoing in cafe.sms.sent[texts:]] == [DEV]
    weeks = {
        week: cafe.head(week).archived_at is not None for week in ("2026-11-02", THIS_WEEK, WEEK)
    }
    assert weeks == {"2026-11-02": True, THIS_WEEK: False, WEEK: False}


def _read_newest(cafe: Cafe, to: str) -> list[Invited]:
    """The calendar entries of the newest e-mail that has any."""
    return read_invites([outgoing for outgoing in cafe.sent(to) if outgoing.attachments][-1])


def _list_entries(cafe: Cafe, to: str) -> list[tuple[str, AuditEntry]]:
    return read_entries([outgoing for outgoing in cafe.sent(to) if outgoing.attachments][-1])
