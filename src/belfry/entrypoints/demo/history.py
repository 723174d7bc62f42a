"""What happened in the sample shop up to now: four weeks, lived through in a few seconds.

Everything was done by the same use cases as in life, at the time it says; only the waiting between
is left out. The workflows that people made fired and ran at their moments.
"""

from __future__ import annotations

from collections.abc import Callable
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
    from collections.abc import Iterator, Sequence
    from datetime import date
    from threading import Event

    from belfry.bootstrap import Services
    from belfry.entrypoints.demo.sample import Sample
    from belfry.ports.clock import MovableClock

    Moment = tuple[datetime, Callable[[Services], object]]


BY = "demo"
TEAM = 1
LENGTH = timedelta(days=28)
# From then on Belfry's own workflows fire by themselves.
BUILTINS_MADE = timedelta(minutes=5)
# Some hours ago there was no power for a while: what should have fired then was missed, or late.
CUT_AGO, CUT_MINUTE, CUT_FOR = timedelta(hours=4), 50, timedelta(minutes=40)
# After a save the board is polled twice: what it says counts once it has said so for a while.
FIRST_LOOK, SECOND_LOOK = timedelta(minutes=1), timedelta(minutes=4)


def find_beginning(now: datetime) -> datetime:
    """When the first of the weeks was drafted, or the first job taken in."""
    return min(_find_drafted(_choose_mondays(now)[0]), _find_first_day(now)) - timedelta(hours=1)


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
    past = Past(services, clock, fires_from=until - max(sample.made for sample in samples))
    cut_at = (until - CUT_AGO).replace(minute=CUT_MINUTE)
    cut = (cut_at, lambda _: clock.advance_to(cut_at + CUT_FOR))
    for at, do in sorted([*_list_moments(samples, until), cut], key=lambda moment: moment[0]):
        if stop.is_set():
            return
        past.go_to(at)
        do(services)
        progress((at - begun) / (until - begun))
    past.go_to(until)
    for worker in services.ports.monitor.list_workers():
        services.keep_worker.sign_off(worker.id)


def _list_moments(samples: Sequence[Sample], now: datetime) -> list[Moment]:
    """Who did what when, in order; and what Belfry did, until its workflows fire by themselves."""
    since, fires_at = _find_first_day(now), now - BUILTINS_MADE
    deeds = [*list_deeds(since, now), *_list_answers(since, now), *_list_latest(now)]
    moments: list[Moment] = [
        *(look for look in _list_looks(deeds, since, now) if look[0] < fires_at),
        *_list_routines(since, fires_at),
        *_list_weeks(_choose_mondays(now)),
        *((deed.at, deed.do) for deed in deeds),
        *((now - sample.made, partial(_make, sample=sample)) for sample in samples),
        *((now - one.paused, partial(_pause, sample=one)) for one in samples if one.paused),
        (fires_at, prepare),
    ]
    return sorted(moments, key=lambda moment: moment[0])


class Past:
    """Time that goes by in the shop; a worker runs once there is a workflow to fire."""

    def __init__(self, services: Services, clock: MovableClock, fires_from: datetime) -> None:
        self._services = services
        self._clock = clock
        self._fires_from = fires_from
        self._driver: Driver | None = None

    def go_to(self, moment: datetime) -> None:
        """Held messages leave at their hour; workflows fire at theirs."""
        messages = self._services.ports.messages
        while (waiting := messages.list_next(limit=1)) and (due := waiting[0].due_at):
            if due >= moment:
                break
            self._advance(due)
            call(self._services, ["release"])
        self._advance(moment)

    def _advance(self, moment: datetime) -> None:
        if self._driver is None and moment > self._fires_from:
            self._driver = Driver(self._services, self._clock)
        if self._driver is None:
            self._clock.advance_to(moment)
        else:
            self._driver.run_until(moment)


def _list_looks(deeds: Sequence[Deed], since: datetime, until: datetime) -> Iterator[Moment]:
    """What Belfry does in the minutes after each deed."""
    saved = {find_save(save) for save in list_saves(since, until)}
    for at in saved:
        yield at + FIRST_LOOK, lambda services: services.jobs.poll_board()
        yield at + SECOND_LOOK, lambda services: call(services, ["poll", "relay", "release"])
    for at in {deed.at for deed in deeds} - saved:
        yield at + FIRST_LOOK, lambda services: call(services, ["relay", "release"])


def _make(services: Services, sample: Sample) -> None:
    services.create_workflow(sample.edit, team_id=TEAM, by=BY)


def _pause(services: Services, sample: Sample) -> None:
    if workflow := services.ports.workflows.find_by_name(TEAM, sample.edit["name"]):
        services.change_workflow.pause(workflow.id, note=sample.note, by=BY)


def _choose_mondays(now: datetime) -> tuple[date, ...]:
    weeks = choose_weeks(_find_day(now))
    return (*weeks.past, weeks.known)


def _find_first_day(now: datetime) -> datetime:
    """On the wall clock, so that every week of it is whole, also when the clocks change.

    A job counts from the first look at it, so the weeks are counted from the last look there was.
    """
    return (now.astimezone(find_zone(TIMEZONE)) - LENGTH - FIRST_LOOK).astimezone(UTC)


def _find_day(now: datetime) -> date:
    return now.astimezone(find_zone(TIMEZONE)).date()


LEFT_OPEN = timedelta(days=7)
# Covers for Friday are agreed to on Wednesday afternoon, at the latest.
WEDNESDAY = 5
MOST = 50


def _list_answers(since: datetime, now: datetime) -> Iterator[Deed]:
    for save in list_saves(since, now):
        if save % A_WEEK == WEDNESDAY:
            yield Deed(find_save(save), f"{TOM} agrees to who takes over", _agree_to_swaps)
    yield Deed(now - LEFT_OPEN, f"{TOM} sees to everything that waits", _catch_up)


def _agree_to_swaps(services: Services) -> None:
    requests = services.rota.requests
    for swap in requests.list().swaps:
        if swap.state is SwapState.OFFERED:
            requests.answer_swap.agree(swap.id, by=TOM)


def _catch_up(services: Services) -> None:
    """Replies seen to, slips put right, and days off granted."""
    for line in services.jobs.replies.list_open(limit=MOST).lines:
        services.jobs.replies.settle(line.reply.id, by=TOM)
    for slip in services.jobs.correct.list_slips(limit=MOST):
        services.jobs.correct(slip.job.id, by=TOM)
    for request in services.rota.requests.list().time_off:
        try:
            services.rota.requests.answer_time_off.approve(request.id, by=TOM)
        except Conflict:
            continue


SWAPPED = "sat-counter"
OFF_ASKED = timedelta(hours=2)
SNOOZE_ASKED = timedelta(minutes=55)
DRAFTED = timedelta(minutes=40)
COVER_ASKED = timedelta(minutes=35)
COVER_OFFERED = timedelta(minutes=20)
SNOOZE_DAYS = 3


def _list_latest(now: datetime) -> list[Deed]:
    weeks = choose_weeks(_find_day(now))
    off_on = weeks.next + timedelta(days=11)
    off = partial(ask_time_off, who="Jamal Reid", day=off_on, why="a wedding")
    cover = partial(ask_for_cover, week=weeks.known, shift_id=SWAPPED, note="my cousin is in town")
    draft = partial(_draft_next, monday=weeks.next)

    def snooze(services: Services) -> None:
        services.controls.acts.snooze(SNOOZED, days=SNOOZE_DAYS, by=HANA)

    return [
        Deed(now - OFF_ASKED, "Jamal Reid asks to be off for a wedding", off),
        Deed(now - SNOOZE_ASKED, f"{HANA} puts off the {SNOOZED.lower()}", snooze),
        Deed(now - DRAFTED, "next week is drafted", draft),
        Deed(now - COVER_ASKED, "somebody asks for cover on Saturday", cover),
        Deed(now - COVER_OFFERED, "whoever was asked says yes", offer_cover),
    ]


def _draft_next(services: Services, monday: date) -> None:
    call(services, ["sync"])
    services.rota.drafts.copy_template(monday)
    services.rota.drafts.draft_week(monday)


# By the day of the week; None is every day. As the workflows of every team have it.
HOURS = (
    (None, time(7, 30), ("sweep",)),
    (None, time(8), ("tick", "relay", "release")),
    (4, time(17), ("summary", "release")),
    (6, time(18), ("digest", "relay", "release")),
)
APPROVED = timedelta(hours=1)


def _list_routines(since: datetime, until: datetime) -> Iterator[Moment]:
    """After `since` and up to `until`, in no set order."""
    first, last = _find_day(since), _find_day(until)
    for day in (first + timedelta(days=n) for n in range((last - first).days + 1)):
        for weekday, hour, kinds in HOURS:
            at = _at(day, hour)
            if weekday in (None, day.weekday()) and since < at <= until:
                yield at, partial(call, kinds=kinds)


def _list_weeks(mondays: tuple[date, ...]) -> Iterator[Moment]:
    """Each week was drafted on the Thursday before it, and a manager agreed an hour later."""
    for monday in mondays:
        yield _find_drafted(monday), partial(_draft, monday=monday)
        yield _find_drafted(monday) + APPROVED, partial(_approve, monday=monday)


def _find_drafted(monday: date) -> datetime:
    return _at(monday + timedelta(days=-4), time(14))


def _draft(services: Services, monday: date) -> None:
    services.rota.drafts.draft_week(monday)


def _approve(services: Services, monday: date) -> None:
    services.rota.publishing.approve(monday, by=TOM)
    call(services, ["relay", "release"])


def call(services: Services, kinds: Sequence[str]) -> None:
    """What workflows of these kinds would do now."""
    for kind in kinds:
        now = services.ports.clock.now()
        services.kinds[kind].run({}, RunContext(BY, 0, kind, TEAM, now, 1))


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, find_zone(TIMEZONE)).astimezone(UTC)
