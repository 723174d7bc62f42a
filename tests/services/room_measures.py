"""What the functions of the rota and of controls ask of AWS, counted on the emulator.

`python -m tests.services.room_measures` writes the counts that `belfry aws cost` prices.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.pictures import make_picture
from tests.services.function_host import TABLE, ZONE, Host
from tests.services.function_measures import reset, serving_moto
from tests.stories.control_shops import (
    LIST,
    TICK,
    ask,
    find_link,
    list_mails,
    list_puts,
    opening_shop,
    post,
    sweep,
    tick,
    write_upload,
)
from tests.stories.rota_hosts import HOUR, hosting_cafe

import belfry.entrypoints.cli.aws as aws_commands

COUNTS = Path(aws_commands.__file__).parent / "room_counts.json"
PARTS = {"dynamodb:PutItem", "dynamodb:DeleteItem"}
CONTROLS = (20, 60)
PEOPLE = 5
Counts = dict[str, Any]


def count(host: Host, do: Callable[[], object], *names: str) -> Counts:
    """What functions ask for meanwhile; with names, only these."""
    since, invoked = len(host.meter.calls), len(host.invocations)
    do()
    calls = [c for c in host.meter.calls[since:] if not names or c.function in names]
    invocations = Counter(n for n in host.invocations[invoked:] if not names or n in names)
    made = [call for call in calls if call.action not in PARTS]
    memory = {name: TABLE[name]["memory"] / 1024 for name in TABLE}
    return {
        "calls": dict(sorted(Counter(call.action for call in made).items())),
        "reads": sum(call.reads for call in calls),
        "writes": sum(call.writes for call in calls),
        "invocations": sum(invocations.values()),
        "gb_invocations": sum(memory[name] * n for name, n in invocations.items()),
        "gb_calls": sum(memory[call.function] for call in made),
    }


def measure_controls(endpoint: str, controls: int, monkeypatch: pytest.MonkeyPatch) -> Counts:
    """A quiet day, and one control from its reminder to done with evidence."""
    row = "Check {},Area {},Maria Lopez,yearly,a photo of the sheet,no,2026-11-20,,\n"
    tasks = LIST + "".join(row.format(n, n % 9) for n in range(controls - 1))
    with opening_shop(endpoint, monkeypatch, tasks) as host:
        for name in (n for n in TABLE if n.startswith("ct-") or n == "belfry-relay"):
            host.functions(name)
        host.call("ct-scheduler", TICK)
        host.clock.advance_to(datetime(2026, 12, 4, 8, tzinfo=ZONE))
        host.call("ct-reminder", TICK)
        acts = {
            "idle tick": count(host, lambda: host.call("ct-scheduler", TICK)),
            "idle reminder sweep": count(host, lambda: host.call("ct-reminder", TICK)),
            "cycle": count(host, lambda: live_cycle(host)),
        }
        host.clock.advance_to(datetime(2027, 1, 1, 9, tzinfo=ZONE))
        acts["summary"] = count(host, lambda: summarise(host))
        return acts


def live_cycle(host: Host) -> None:
    """Two reminders by e-mail, a look at the page, evidence and done."""
    tick(host, "2026-12-07")
    tick(host, "2026-12-10")
    path = find_link(list_mails(host)[-1][2])
    since = len(host.meter.calls)
    ask(host, path)
    ask(host, f"{path}/attach", "POST", **write_upload(make_picture()))
    for put in list_puts(host, since):
        host.call("ct-evidence", put)
    post(host, f"{path}/done", "done_on=2026-12-10&opened_by=0")
    host.settle()


def summarise(host: Host) -> None:
    host.call("ct-summary", TICK)
    sweep(host)


def measure_rota(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Counts:
    """Quiet minutes, and a whole week of a café of five, without those."""
    with hosting_cafe(endpoint, monkeypatch) as cafe:
        host = cafe.host
        for name, function in TABLE.items():
            if function["stack"] == "ss":
                host.functions(name)
        cafe.go_to("2026-11-12T10:20")
        week = count(host, lambda: live_week(cafe))
        host.call("drive-sync", TICK)
        host.clock.advance(timedelta(minutes=5))
        return {
            "idle sync": count(host, lambda: host.call("drive-sync", TICK)),
            "idle rota sweep": count(host, lambda: host.call("publish", TICK)),
            "week of a person": divide(week, PEOPLE),
        }


def live_week(cafe: Any) -> None:
    """From the clashes of the pattern to the archive, with one shift covered by another."""
    cafe.press("maria", "free", instead="Dev Patel")
    cafe.go_to("2026-11-12T14:20", every=24 * HOUR)
    cafe.open("maria")
    cafe.press("maria", "approve")
    form = {"week": "2026-11-16", "shift": "fri-early", "kind": "cover", "note": "an exam"}
    cafe.press("ana", "swap", **form)
    cafe.press("cara", "ask", answer="no")
    cafe.press("eve", "ask", answer="yes")
    cafe.press("maria", "agree")
    cafe.go_to("2026-11-19T09:30", every=24 * HOUR)


def divide(counts: Counts, by: int) -> Counts:
    calls = {name: round(number / by, 2) for name, number in counts["calls"].items()}
    return {**{n: round(v / by, 2) for n, v in counts.items() if n != "calls"}, "calls": calls}


def join(few: Mapping[str, Counts], many: Mapping[str, Counts]) -> dict[str, Counts]:
    """The acts with how much each control adds to their reads."""
    acts = {}
    for name, counts in few.items():
        each = (many[name]["reads"] - counts["reads"]) / (CONTROLS[1] - CONTROLS[0])
        reads = round(counts["reads"] - each * CONTROLS[0], 3)
        acts[name] = {**counts, "reads": reads, "reads_each": round(each, 3)}
    return acts


def measure_rooms(endpoint: str) -> dict[str, Any]:
    measured = []
    with pytest.MonkeyPatch.context() as monkeypatch:
        for size in CONTROLS:
            reset(endpoint)
            measured.append(measure_controls(endpoint, size, monkeypatch))
        reset(endpoint)
        rota = measure_rota(endpoint, monkeypatch)
    return {"rota": rota, "controls": join(*measured)}


def render(rooms: dict[str, Any]) -> str:
    return json.dumps(rooms, indent=2) + "\n"


def main() -> None:
    with serving_moto() as endpoint:
        COUNTS.write_text(render(measure_rooms(endpoint)), encoding="utf-8")


if __name__ == "__main__":
    main()
