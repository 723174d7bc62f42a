"""The café's week at home aws: the functions of the rota alone, called in the order AWS would."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from tests.services.function_host import REGION
from tests.services.function_roles import list_refused
from tests.stories.rota_hosts import CafeHost, hosting_cafe
from tests.stories.rotas import WEEK

from belfry.adapters.aws.clients import connect_dynamodb

HOUR = timedelta(hours=1)
CLASH = "Cara Woods has time off on Wed 18 Nov 10:00-18:00"
DRAFTED = "Draft for 16 to 22 November: 12 of 12 filled"
REMINDED = "Reminder: your shifts from 16 to 22 November"
STAFF = ["ana", "ben", "cara", "dev", "eve"]


@pytest.fixture
def cafe(moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[CafeHost]:
    with hosting_cafe(moto_endpoint, monkeypatch) as cafe:
        yield cafe


def test_week_goes_from_the_pattern_to_the_archive(cafe: CafeHost) -> None:
    cafe.go_to("2026-11-12T10:20")
    assert cafe.take_subjects() == [("maria", CLASH), ("olga", CLASH)]
    assert cafe.press("maria", "free", instead="Dev Patel") == 200
    assert cafe.press("olga", "hold") == 409

    cafe.go_to("2026-11-12T14:20")
    assert cafe.take_subjects() == [("maria", DRAFTED), ("olga", DRAFTED)]
    assert "12 of 12 places filled" in cafe.open("maria")
    assert cafe.press("maria", "approve") == 200
    assert cafe.press("olga", "approve") == 409
    mails = cafe.take_mails()
    assert sorted(map(cafe.name, mails)) == STAFF
    assert all(cafe.list_calendars(mail) for mail in mails)
    assert {c.method for mail in mails for c in cafe.list_calendars(mail)} == {"REQUEST"}

    assert set(list_shifts("ss-shifts", field="dispatched_via").values()) == {"email"}

    cover(cafe)
    cafe.go_to("2026-11-15T19:00")
    assert cafe.take_subjects() == [(name, REMINDED) for name in STAFF]
    cafe.go_to("2026-11-20T18:00", every=24 * HOUR)
    subjects = [
        "Draft for 23 to 29 November: 12 of 12 filled",
        "Hours from 16 to 22 November: 96 h of 128 h",
    ]
    assert cafe.take_subjects() == [
        (name, about) for name in ("maria", "olga") for about in subjects
    ]
    cafe.go_to("2026-11-29T19:00", every=24 * HOUR)
    assert list_shifts("ss-shifts-archive")["fri-early"] == "Eve Long"
    assert list_shifts("ss-shifts") == {}
    assert (cafe.host.failures, cafe.host.dead) == ([], [])
    assert list_refused(cafe.host.meter.calls) == []


def cover(cafe: CafeHost) -> None:
    """Ana has an exam on Friday: Cara says no, Eve says yes, and so does Maria."""
    asked = "Can you take Fri 20 Nov 07:00-15:00?"
    form = {"week": WEEK, "shift": "fri-early", "kind": "cover", "note": "an exam"}
    assert cafe.press("ana", "swap", **form) == 200
    assert cafe.take_subjects() == [("cara", asked)]
    assert cafe.press("cara", "ask", answer="no") == 200
    assert cafe.take_subjects() == [("eve", asked)]
    assert cafe.press("eve", "ask", answer="yes") == 200
    offered = "Eve Long would take Fri 20 Nov 07:00-15:00 for Ana Diaz"
    assert cafe.take_subjects() == [("maria", offered)]
    assert cafe.press("maria", "agree") == 200
    mails = cafe.take_mails()
    changes = {(cafe.name(m), c.method) for m in mails for c in cafe.list_calendars(m)}
    assert {("ana", "CANCEL"), ("eve", "REQUEST")} <= changes
    assert list_shifts("ss-shifts")["fri-early"] == "Eve Long"


def list_shifts(table: str, week: str = WEEK, field: str = "assigned") -> dict[str, str]:
    """The shifts of a week in a table, each with its people; the newest draft counts."""
    client = connect_dynamodb(region=REGION)
    items = client.scan(TableName=table)["Items"]
    client.close()
    items.sort(key=lambda item: item["week_id"]["S"])
    return {
        item["shift_id"]["S"]: item[field]["S"]
        for item in items
        if item["week_id"]["S"].startswith(week)
    }
