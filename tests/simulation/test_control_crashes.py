"""The process crashes between any two steps of a tick, and starts again.

Whatever the step, each window is recorded once, and announced once if it was sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest
from tests.apps import memory_ports, sql_ports
from tests.controls.offices import START, Office, open_office
from tests.controls.ticking import cycles, data_problems, news, reminders, set_list, tick
from tests.fakes.crash_points import Crashed
from tests.services.shaped_databases import settle_in
from tests.simulation.shop_scenes import NthCrashPoint

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports

MIDNIGHT = "2026-12-04T00:00"
RULES = "Default: remind 5 days before, on the day, and 2 days after\n"
CHAIN = ", ".join(str(-day) for day in range(44, 1, -1))
STAY = [f"Stays {n},,yearly,,,2027-06-01,,," for n in range(6)]
DRILL = "Fire drill,,monthly,,{done},2026-12-10,,,"
LONG = f'Long chain,,yearly,,,2026-12-13,"{CHAIN}",,'
BAD = "Bad,,every blue moon,,,,,,"
NAMES = ("fire drill", "long chain", "goes", "lift")
Summary = tuple[dict[str, list[str]], list[str], object, list[str]]

DAYS: Sequence[tuple[int, str, Sequence[str]]] = (
    (4, "08:00", [DRILL.format(done=""), "Goes,,weekly,,,2026-12-06,,,", BAD, *STAY]),
    (5, "08:00", [DRILL.format(done=""), LONG, "Lift,,daily,,,2026-12-05,,,", *STAY]),
    (11, "08:00", [DRILL.format(done=""), LONG, "Lift,,daily,,,2026-12-05,,,", BAD, *STAY]),
    (14, "08:00", [DRILL.format(done="2026-12-12"), LONG, "Lift,,daily,,,2026-12-05,,,", *STAY]),
)


def live(office: Office, *, crash_at: int = 0) -> None:
    """Four days; a tick that crashed is made again by another process."""
    steps = office.ports.crash_points
    assert isinstance(steps, NthCrashPoint)
    steps.left = crash_at
    for day, hour, rows in DAYS:
        set_list(office, *rows)
        try:
            tick(office, f"2026-12-{day:02}", hour, is_whole=False)
        except Crashed:
            tick(open_office(office.ports), f"2026-12-{day:02}", hour, is_whole=False)
    steps.left = 0


def sum_up(office: Office) -> Summary:
    recorded = {name: sorted(reminders(office, name)) for name in NAMES}
    ended = cycles(office, "fire drill")
    assert office.app.services.accounts.verify_audit_log().breaks == ()
    return recorded, sorted(news(office)), ended, sorted(data_problems(office))


def open_team(ports: Ports) -> Office:
    office = open_office(ports)
    office.write("controls/rules.txt", RULES)
    office.go_to(MIDNIGHT)
    return office


def memory_team() -> Office:
    return open_team(memory_ports(VirtualClock(START), NthCrashPoint()))


@pytest.fixture(scope="module")
def undisturbed() -> Summary:
    office = memory_team()
    live(office)
    return sum_up(office)


def test_an_undisturbed_team_hears_of_each_control_once_a_day(undisturbed: Summary) -> None:
    recorded, announced, ended, _ = undisturbed
    assert recorded["fire drill"] == [
        "2026-12-10 day+0 reminder on 12-11",
        "2026-12-10 day-5 reminder on 12-05",
    ]
    assert recorded["goes"] == ["2026-12-06 day-5 reminder on 12-04"]
    assert [line.rpartition(" ")[2] for line in recorded["lift"]].count("12-05") == 2
    assert len(recorded["long chain"]) == 43
    assert len(announced) == 9
    assert ended


def test_a_tick_crashed_at_any_step_is_made_good(undisturbed: Summary) -> None:
    for nth in count(1):
        office = memory_team()
        live(office, crash_at=nth)
        steps = office.ports.crash_points
        assert isinstance(steps, NthCrashPoint)
        assert sum_up(office) == undisturbed, f"crashed at step {nth}, {steps.crashed}"
        if not steps.crashed:
            break
    assert nth > 60


@pytest.mark.parametrize("nth", range(1, 60, 8))
def test_the_same_holds_on_sqlite(undisturbed: Summary, tmp_path: Path, nth: int) -> None:
    ports = sql_ports(None, settle_in(tmp_path), VirtualClock(START), NthCrashPoint())
    try:
        office = open_team(ports)
        live(office, crash_at=nth)
        assert isinstance(ports.crash_points, NthCrashPoint)
        assert ports.crash_points.crashed
        assert sum_up(office) == undisturbed
    finally:
        ports.close()
