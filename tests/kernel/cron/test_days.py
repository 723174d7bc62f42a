"""Which crons can never fire, and that rare ones are found."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from belfry.kernel.cron import CronError, last_fire, next_fire, parse_cron

_UTC_ZONE = ZoneInfo("UTC")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("0 0 30 2 *", id="30 February"),
        pytest.param("0 0 31 2,4,6,9,11 *", id="the 31st of short months"),
        pytest.param("0 0 30,31 FEB *", id="the end of a long February"),
        pytest.param("0 0 30 2 */2", id="30 February on some weekdays"),
        pytest.param("0 0 LW * */7", id="a last workday that is a Sunday"),
        pytest.param("0 0 LW * */6", id="a last workday at the weekend"),
        pytest.param("0 0 LW 2 */6", id="a last workday of February at the weekend"),
        pytest.param("0 0 */30 * 1#2", id="the 1st or 31st as a second Monday"),
        pytest.param("0 0 */30 2 1L", id="1 February as a last Monday"),
        pytest.param("0 0 */28 2 1#2,1#3", id="1 or 29 February as a second or third Monday"),
    ],
)
def test_cron_that_never_fires_is_refused_with_that_reason(text: str) -> None:
    with pytest.raises(CronError, match="can never fire") as caught:
        parse_cron(text)
    assert caught.value.part == "day-of-month"


@pytest.mark.parametrize(
    "text, after, fire",
    [
        pytest.param("0 0 29 2 *", "2096-03-01", "2104-02-29", id="no leap day in 2100"),
        pytest.param("0 0 29 2 *", "2396-03-01", "2400-02-29", id="but one in 2400"),
        pytest.param("0 0 29 2 */6", "2088-03-01", "2116-02-29", id="leap day on a weekend"),
        pytest.param("0 0 */28 2 1#5", "2072-03-01", "2112-02-29", id="a Monday, 40 years on"),
        pytest.param("0 0 * 2 0#5", "2060-03-01", "2088-02-29", id="five Sundays in February"),
        pytest.param("0 0 31 2,5 *", "2026-06-01", "2027-05-31", id="31 of a long month"),
        pytest.param("0 0 30 2 1", "2026-01-31", "2026-02-02", id="30 February or Mondays"),
        pytest.param("0 0 LW 2 */3", "2026-03-01", "2029-02-28", id="last workday on Wednesday"),
        pytest.param("0 0 L 2 */7", "2026-03-01", "2027-02-28", id="last day on a Sunday"),
        pytest.param("0 0 */30 * 1#1", "2026-02-03", "2026-06-01", id="the 1st and a Monday"),
        pytest.param("0 0 */30 * 1#5", "2026-02-03", "2026-08-31", id="the 31st, a fifth Monday"),
        pytest.param("0 0 */30 * 1L", "2026-02-03", "2026-08-31", id="the 31st, a last Monday"),
        pytest.param("cron(0 0 29 2 ? 2099-2105)", "2026-02-03", "2104-02-29", id="in one year"),
    ],
)
def test_rare_cron_is_found_forwards_and_backwards(text: str, after: str, fire: str) -> None:
    cron = parse_cron(text)
    computed = next_fire(cron, _UTC_ZONE, _day(after))
    assert computed == _day(fire)
    assert last_fire(cron, _UTC_ZONE, computed) == computed


def test_last_workday_steps_back_over_the_weekend() -> None:
    cron = parse_cron("0 0 LW * *")
    fires = [next_fire(cron, _UTC_ZONE, _day(f"2026-{month:02}-01")) for month in range(1, 13)]
    days = [fire.day for fire in fires if fire]
    assert days == [30, 27, 31, 30, 29, 30, 31, 31, 30, 30, 30, 31]


def _day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
