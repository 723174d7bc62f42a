"""Functions of the rota and of controls that die half-way do the rest when called again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.services.function_host import REGION, Host, hosting, read_event
from tests.services.function_kills import list_marks_of_kills
from tests.services.google_api import serving_google
from tests.stories.benches import london
from tests.stories.control_shops import LIST, RULES, TICK, set_parameters
from tests.stories.rota_hosts import PEOPLE, START, CafeHost, ask, fill_drive
from tests.stories.rotas import FILES

from belfry.adapters.aws.clients import connect_parameters, connect_secrets

ROOMS = ("rota", "controls")
NOTE = """From: Ben Shaw <ben@example.com>
To: timeoff@example.com
Date: Thu, 12 Nov 2026 09:40:00 +0000
Message-ID: <note@example.com>
Subject: time off

Could I be off next Friday for a wedding?
"""


@dataclass
class KilledCafe:
    """`marks` tell of each kill that changed what was stored in the end."""

    host: Host
    marks: list[str] = field(default_factory=list)
    kills: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.cafe = CafeHost(self.host)

    def call(self, name: str, event: Any = TICK, but: str = "") -> None:
        kills, marks = list_marks_of_kills(self.host, name, event, ROOMS, but)
        self.kills[name] = self.kills.get(name, 0) + kills
        self.marks += marks
        self.host.settle()

    def press(self, name: str, button: str, **form: str) -> None:
        self.call("action-handler", ask(f"{self.cafe.find_link(name)}/{button}", "POST", **form))


@pytest.fixture
def killed(moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[KilledCafe]:
    with hosting(moto_endpoint, START, "", monkeypatch, rooms=ROOMS) as host:
        controls = {"controls/tasks.csv": LIST, "controls/rules.txt": RULES}
        for name, text in {**FILES, **controls, "people.csv": PEOPLE}.items():
            host.write(name, text)
        yield KilledCafe(host)


def test_functions_killed_after_any_change_do_as_much_as_if_they_had_lived(
    killed: KilledCafe,
) -> None:
    killed.host.deliver("drive-sync", TICK)
    sync_from_google(killed)
    killed.call("template-sync")
    assert killed.cafe.press("maria", "free", instead="Dev Patel") == 200
    # Lines that an interrupted draft left under a number of its own are never read.
    killed.call("drafter", but="ss-shifts")
    killed.press("maria", "approve")
    killed.host.s3.put_object(Bucket="ss-raw-mime", Key="note", Body=NOTE)
    put = read_event("photo_put")
    put["Records"][0]["s3"]["object"]["key"] = "note"
    killed.call("intake-timeoff", put)

    killed.host.clock.advance_to(london("2026-12-10T08:00"))
    killed.host.deliver("ct-scheduler", TICK)
    killed.host.clock.advance_to(london("2027-01-01T09:00"))
    killed.call("ct-summary")
    assert "\n".join(killed.marks) == ""
    assert min(killed.kills.values()) > 0


def sync_from_google(killed: KilledCafe) -> None:
    """What lies in Google is copied for the first time."""
    with serving_google() as google:
        secrets = connect_secrets(region=REGION)
        secrets.create_secret(Name="ss/drive/sa", SecretString=google.key)
        secrets.close()
        set_parameters(**(settings := fill_drive(google)))
        killed.host.write("people.csv", "so far\n")
        killed.host.write("rota/rules.txt", "so far\n")
        killed.call("drive-sync")
    parameters = connect_parameters(region=REGION)
    parameters.delete_parameters(Names=[f"/ss/config/{name}" for name in settings])
    parameters.close()
    killed.host.stop()
