"""The café's week at home aws: the functions of the rota alone, called in the order AWS would."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from tests.services.call_meter import Call
from tests.services.function_host import REGION
from tests.services.function_roles import list_grants, list_needed, list_refused
from tests.services.google_api import serving_google
from tests.stories.benches import london
from tests.stories.control_shops import set_parameters
from tests.stories.rota_hosts import TABLES, CafeHost, fill_drive, hosting_cafe
from tests.stories.rotas import WEEK

from belfry.adapters.aws.clients import connect_dynamodb, connect_secrets
from belfry.kernel.errors import ConfigError

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


def test_week_lives_in_google_and_each_role_with_its_key_needs_it(cafe: CafeHost) -> None:
    with serving_google() as google:
        secrets = connect_secrets(region=REGION)
        secrets.create_secret(Name="ss/drive/sa", SecretString=google.key)
        secrets.close()
        set_parameters(**fill_drive(google))
        for name in (*TABLES.values(), "rota/rules.txt"):
            cafe.host.write(name, "so far\n")
        copied = cafe.host.deliver("drive-sync", {})["copied"]
        files = ", ".join((*TABLES.values(), "rota/rules.txt"))
        assert copied == f"copied from Google: {files}"
        cafe.go_to("2026-11-12T10:20")
        assert cafe.press("maria", "free", instead="Dev Patel") == 200
        cafe.go_to("2026-11-12T14:20")
        assert cafe.press("maria", "approve") == 200
        assert sorted(map(cafe.name, cafe.take_mails()[-5:])) == STAFF

        day = "2026-12-01"
        form = {"first_on": day, "last_on": day, "reason": "a wedding"}
        assert cafe.press("ana", "time-off", **form) == 200
        assert cafe.press("maria", "approve") == 200
        assert ["Ana Diaz", day, day, "approved"] in [
            row[:4] for row in google.tabs["time_off"].cells
        ]
        header, *rows = google.tabs[f"week of {WEEK}"].cells
        names = {row[header.index("assigned_to")] for row in rows if any(row)}
        assert {"Ana Diaz", "Dev Patel"} <= names
        # A draft whose pattern nobody has copied makes the tab itself.
        cafe.host.clock.advance_to(london("2026-11-19T14:00"))
        cafe.host.deliver("drafter", {})
        assert "week of 2026-11-23" in google.tabs
    calls = cafe.host.meter.calls
    assert (cafe.host.failures, cafe.host.dead, list_refused(calls)) == ([], [], [])
    for name, function in cafe.host.table.items():
        own = [s for s in function["statements"] if "google" in s.get("when", "")]
        needed = list_needed(list_grants(function["statements"]), by(name, calls))
        assert set(list_grants(own)) <= needed, name


@pytest.mark.parametrize(
    "name, value, problem",
    [
        ("tables", ["staff", "board"], "google.tables, board: at home aws, people and the rota's"),
        ("docs/controls_rules", "doc-1", "google.docs.controls_rules: at home aws"),
        ("photos", "folder-1", "google.photos: at home aws"),
    ],
)
def test_what_other_rooms_have_in_google_is_refused_by_name(
    cafe: CafeHost, name: str, value: str | list[str], problem: str
) -> None:
    settings: dict[str, str | list[str]] = {
        "google/spreadsheet": "sheet-1",
        "google/tables": ["staff"],
    }
    settings[f"google/{name}"] = value
    set_parameters(**settings)
    with pytest.raises(ConfigError, match=problem):
        cafe.host.call("drive-sync", {})


def by(function: str, calls: list[Call]) -> list[Call]:
    return [call for call in calls if call.function == function]


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
