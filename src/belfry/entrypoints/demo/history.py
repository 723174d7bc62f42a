"""What happened in the sample shop up to now: four weeks of it, lived through in a few seconds.

Everything was done by the same verbs as in life, at the time it says; only the waiting between is
left out. The workflows that people made rang and ran at their moments.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.clock import A_WEEK, find_save, list_saves
from belfry.entrypoints.demo.days import Deed, ask_for_cover, ask_time_off, list_deeds, offer_cover
from belfry.entrypoints.demo.sample import TIMEZONE
from belfry.entrypoints.demo.team import HANA, SNOOZED, TOM, choose_weeks, let_people_in
from belfry.entrypoints.worker.driver import Driver
from belfry.entrypoints.worker.prepare import prepare
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Conflict
from belfry.rota.requests.requests import SwapState
from belfry.scheduler.kinds import RunContext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date, datetime
    from threading import Event

    from belfry.bootstrap import Services
    from belfry.entrypoints.demo.sample import Sample
    from belfry.ports.clock import MovableClock

    Moment = tuple[datetime, Callable[[Services], object]]
    from collections.abc import Callable

    from belfry.bootstrap import Services


BY = "demo"
TEAM = 1
LENGTH = timedelta(days=28)
# From then on Belfry's own workflows ring by themselves.
BUILTINS_MADE = timedelta(minutes=5)
# Some hours ago there was no power for a while: what should have rung then was missed, or late.
CUT_AGO, CUT_MINUTE, CUT_FOR = timedelta(hours=4), 50, timedelta(minutes=40)
# After a save the board is looked at twice: what it says counts once it has said so for a while.
FIRST_LOOK, SECOND_LOOK = timedelta(minutes=1), timedelta(minutes=4)


def find_beginning(now: datetime) -> datetime:
    """When the first of the weeks was drafted, or the first job taken in."""
    return min(find_drafted(_choose_mondays(now)[0]), _find_first_day(now)) - timedelta(hours=1)


def live_through(
    services: Services,
    clock: MovableClock,
    samples: Sequence[Sample],
    *,
    until: datetime,
    stop: Event,
    progress: Callable[[float], None] = lambda share: None,
) -> None:
    """From what the clock shows to `until`; `progress` is told the share that is done."""
    begun = clock.now()
    let_people_in(services)
    past = Past(services, clock, rings_from=until - max(sample.made for sample in samples))
    cut_at = (until - CUT_AGO).replace(minute=CUT_MINUTE)
    cut = (cut_at, lambda _: clock.advance_to(cut_at + CUT_FOR))
    for at, do in sorted([*list_moments(samples, until), cut], key=lambda moment: moment[0]):
        if stop.is_set():
            return
        past.go_to(at)
        do(services)
        progress((at - begun) / (until - begun))
    past.go_to(until)
    past.end()


def list_moments(samples: Sequence[Sample], now: datetime) -> list[Moment]:
    """Who did what when, in order; and what Belfry did, until its workflows ring by themselves."""
    since, rings_at = _find_first_day(now), now - BUILTINS_MADE
    moments = [
        *(look for look in _list_looks(since, now) if look[0] < rings_at),
        *list_routines(since, rings_at),
        *list_weeks(_choose_mondays(now)),
        *((deed.at, deed.do) for deed in _list_done(since, now)),
        *_list_workflows(samples, now),
        (rings_at, prepare),
    ]
    return sorted(moments, key=lambda moment: moment[0])


class Past:
    """Time that goes by in the shop; a worker is there once there is a workflow to ring."""

    def __init__(self, services: Services, clock: MovableClock, rings_from: datetime) -> None:
        self._services = services
        self._clock = clock
        self._rings_from = rings_from
        self._driver: Driver | None = None

    def go_to(self, moment: datetime) -> None:
        """Whatever waits for a better hour leaves at that hour; whatever rings, rings."""
        while (due := self._find_waiting()) is not None and due < moment:
            self._advance(due)
            call(self._services, "release")
        self._advance(moment)

    def end(self) -> None:
        for worker in self._services.ports.monitor.list_workers():
            self._services.keep_worker.sign_off(worker.id)

    def _find_waiting(self) -> datetime | None:
        waiting = self._services.ports.messages.list_next(limit=1)
        return waiting[0].due_at if waiting else None

    def _advance(self, moment: datetime) -> None:
        if self._driver is None and moment > self._rings_from:
            self._driver = Driver(self._services, self._clock)
        if self._driver is None:
            self._clock.advance_to(moment)
        else:
            self._driver.run_until(moment)


def _list_done(since: datetime, until: datetime) -> list[Deed]:
    return [*list_deeds(since, until), *list_answers(since, until), *list_latest(until)]


def _list_looks(since: datetime, until: datetime) -> Iterator[Moment]:
    """What Belfry sees in the minutes after somebody has done something."""
    saved = {find_save(save) for save in list_saves(since, until)}
    for at in saved:
        yield at + FIRST_LOOK, lambda services: services.jobs.poll_board()
        yield at + SECOND_LOOK, lambda services: call(services, "poll", "relay", "release")
    for at in {deed.at for deed in _list_done(since, until)} - saved:
        yield at + FIRST_LOOK, lambda services: call(services, "relay", "release")


def _list_workflows(samples: Sequence[Sample], now: datetime) -> Iterator[Moment]:
    for sample in samples:
        yield now - sample.made, _make(sample)
        if sample.paused is not None:
            yield now - sample.paused, _pause(sample)


def _make(sample: Sample) -> Callable[[Services], object]:
    return lambda services: services.create_workflow(sample.edit, team_id=TEAM, by=BY)


def _pause(sample: Sample) -> Callable[[Services], object]:
    def pause(services: Services) -> None:
        found = services.ports.workflows.find_by_name(TEAM, sample.edit["name"])
        if found:
            services.change_workflow.pause(found.id, note=sample.note, by=BY)

    return pause


def _choose_mondays(now: datetime) -> tuple[date, ...]:
    weeks = choose_weeks(now.astimezone(find_zone(TIMEZONE)).date())
    return (*weeks.past, weeks.known)


def _find_first_day(now: datetime) -> datetime:
    """On the wall clock, so that every week of it is whole, also when the clocks change.

    A job counts from the first look at it, so the weeks are counted from the last look there was.
    """
    return (now.astimezone(find_zone(TIMEZONE)) - LENGTH - FIRST_LOOK).astimezone(UTC)


LEFT_OPEN = timedelta(days=7)
# Covers for Friday are agreed to on Wednesday afternoon, at the latest.
WEDNESDAY = 5
MOST = 50


def list_answers(since: datetime, now: datetime) -> Iterator[Deed]:
    for save in list_saves(since, now):
        if save % A_WEEK == WEDNESDAY:
            yield Deed(find_save(save), f"{TOM} agrees to who takes over", agree_to_swaps)
    yield Deed(now - LEFT_OPEN, f"{TOM} sees to everything that waits", catch_up)


def agree_to_swaps(services: Services) -> None:
    requests = services.rota.requests
    for swap in requests.list().swaps:
        if swap.state is SwapState.OFFERED:
            requests.answer_swap.agree(swap.id, by=TOM)


def catch_up(services: Services) -> None:
    """Replies seen to, slips put right, and days off granted."""
    for line in services.jobs.replies.list_open(limit=MOST).lines:
        services.jobs.replies.settle(line.reply.id, by=TOM)
    for slip in services.jobs.correct.list_slips(limit=MOST):
        services.jobs.correct(slip.job.id, by=TOM)
    for asked in services.rota.requests.list().time_off:
        try:
            services.rota.requests.answer_time_off.approve(asked.id, by=TOM)
        except Conflict:
            continue


SWAPPED = "sat-counter"
OFF_ASKED = timedelta(hours=2)
SNOOZE_ASKED = timedelta(minutes=55)
DRAFTED = timedelta(minutes=40)
COVER_ASKED = timedelta(minutes=35)
COVER_OFFERED = timedelta(minutes=20)
SNOOZE_DAYS = 3


def list_latest(now: datetime) -> list[Deed]:
    today = now.astimezone(find_zone(TIMEZONE)).date()
    weeks = choose_weeks(today)
    off_on = weeks.next + timedelta(days=11)
    off = partial(ask_time_off, who="Jamal Reid", day=off_on, why="a wedding")
    cover = partial(ask_for_cover, week=weeks.known, shift_id=SWAPPED, note="my cousin is in town")
    return [
        Deed(now - OFF_ASKED, "Jamal Reid asks to be off for a wedding", off),
        Deed(now - SNOOZE_ASKED, f"{HANA} puts off the {SNOOZED.lower()}", _snooze),
        Deed(now - DRAFTED, "next week is drafted", lambda s: _draft(s, now)),
        Deed(now - COVER_ASKED, "somebody asks for cover on Saturday", cover),
        Deed(now - COVER_OFFERED, "whoever was asked says yes", offer_cover),
    ]


def _snooze(services: Services) -> None:
    services.controls.acts.snooze(SNOOZED, days=SNOOZE_DAYS, by=HANA)


def _draft(services: Services, now: datetime) -> None:
    monday = choose_weeks(now.astimezone(find_zone(TIMEZONE)).date()).next
    call(services, "sync")
    services.rota.drafts.copy_template(monday)
    services.rota.drafts.draft_week(monday)


Routine = tuple[datetime, "Callable[[Services], object]"]

# By the day of the week; None is every day. As the workflows of every team have it.
HOURS = (
    (None, time(7, 30), ("sweep",)),
    (None, time(8), ("tick", "relay", "release")),
    (4, time(17), ("summary", "release")),
    (6, time(18), ("digest", "relay", "release")),
)
APPROVED = timedelta(hours=1)
_CALLED = "demo"


def list_routines(since: datetime, until: datetime) -> Iterator[Routine]:
    """After `since` and up to `until`, in no set order."""
    day = since.astimezone(find_zone(TIMEZONE)).date()
    while (midnight := _at(day, time(0))) <= until:
        for weekday, hour, kinds in HOURS:
            at = _at(day, hour)
            if weekday in (None, day.weekday()) and since < at <= until:
                yield at, partial(_call, kinds=kinds)
        day = (midnight + timedelta(hours=36)).date()


def list_weeks(mondays: tuple[date, ...]) -> Iterator[Routine]:
    """Each week was drafted on the Thursday before it, and a manager agreed an hour later."""
    for monday in mondays:
        drafted_at = find_drafted(monday)
        yield drafted_at, partial(_draft_routines, monday=monday)
        yield drafted_at + APPROVED, partial(_approve, monday=monday)


def find_drafted(monday: date) -> datetime:
    return _at(monday + timedelta(days=-4), time(14))


def call(services: Services, *kinds: str) -> None:
    """What workflows of these kinds would do now."""
    for kind in kinds:
        now = services.ports.clock.now()
        services.kinds[kind].run({}, RunContext(_CALLED, 0, kind, 1, now, 1))


def _call(services: Services, kinds: tuple[str, ...]) -> None:
    call(services, *kinds)


def _draft_routines(services: Services, monday: date) -> None:
    services.rota.drafts.draft_week(monday)


def _approve(services: Services, monday: date) -> None:
    services.rota.publishing.approve(monday, by=TOM)
    call(services, "relay", "release")


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, find_zone(TIMEZONE)).astimezone(UTC)
