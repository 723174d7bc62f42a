"""What happened in the sample shop up to now: four weeks of the real use cases, without waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from threading import Event
from typing import Any

from belfry.bootstrap import Services
from belfry.entrypoints.demo import days
from belfry.entrypoints.demo.clock import BY, TEAM, Deed, run_kinds, sign_off_workers
from belfry.entrypoints.demo.team import SNOOZED, TIMEZONE, add_users, list_mondays, list_workflows
from belfry.entrypoints.worker.driver import Driver
from belfry.entrypoints.worker.prepare import prepare
from belfry.kernel.cron import find_zone, list_fires, parse_cron
from belfry.kernel.errors import Conflict
from belfry.ports.clock import MovableClock
from belfry.rota.requests.requests import SwapState
from belfry.scheduler.workflows import BUILTINS

MANAGER = "Tom Hale"
LENGTH = timedelta(days=28)
# From then on Belfry's own workflows fire by themselves.
BUILTINS_MADE = timedelta(minutes=5)
# Some hours ago there was no power for a while: what should have fired then was missed, or late.
CUT_AGO, CUT_MINUTE, CUT_FOR = timedelta(hours=4), 50, timedelta(minutes=40)
# After a save the board is polled twice: what it says counts once it has said so for a while.
FIRST_LOOK, SECOND_LOOK = timedelta(minutes=1), timedelta(minutes=4)


def find_beginning(now: datetime) -> datetime:
    """An hour before the first of the weeks was drafted, or the first job taken in."""
    first_week = list_mondays(_find_day(now))[0]
    return min(_find_drafted(first_week), _find_first_day(now)) - timedelta(hours=1)


def live_through(
    services: Services,
    clock: MovableClock,
    address: str,
    *,
    until: datetime,
    stop: Event,
    progress: Callable[[float], None] = lambda share: None,
) -> None:
    """Live from what the clock shows to `until`; the demo's pages are at `address`."""
    begun, workflows = clock.now(), list_workflows(address)
    advance: Callable[[datetime], None] = clock.advance_to
    fires_from = _ago(until, max(workflow["made"] for workflow in workflows))
    cut_at = (until - CUT_AGO).replace(minute=CUT_MINUTE)
    deeds = [
        *_list_everything(workflows, until),
        Deed(cut_at, lambda services: clock.advance_to(cut_at + CUT_FOR)),
        Deed(until, sign_off_workers),
    ]
    add_users(services, BY)
    for deed in sorted(deeds, key=lambda deed: deed.at):
        if stop.is_set():
            return
        if deed.at > fires_from and advance == clock.advance_to:
            advance = Driver(services, clock).run_until
        _go_to(services, deed.at, advance)
        deed.do(services)
        progress((deed.at - begun) / (until - begun))


def _go_to(services: Services, moment: datetime, advance: Callable[[datetime], None]) -> None:
    """Held messages leave at their hour; workflows fire at theirs."""
    messages = services.ports.messages
    while (waiting := messages.list_next(limit=1)) and (due := waiting[0].due_at):
        if due >= moment:
            break
        advance(due)
        run_kinds(services, "release")
    advance(moment)


def _list_everything(workflows: Sequence[Mapping[str, Any]], now: datetime) -> Iterator[Deed]:
    """Who did what when; and what Belfry did, until its workflows fire by themselves."""
    since, fires_at = _find_first_day(now), now - BUILTINS_MADE
    mondays = list_mondays(_find_day(now))
    deeds = [*days.list_deeds(since, now), *_list_latest(mondays, now)]
    # Covers for Friday are agreed to on Wednesday; the latest offer waits for a visitor.
    for save in days.list_saves(since, now - timedelta(hours=1)):
        if save % days.A_WEEK == days.WEDNESDAY_AFTERNOON:
            deeds.append(Deed(days.find_save(save), _agree_to_swaps))
    yield from (look for look in _list_looks(deeds) if look.at < fires_at)
    yield from _list_routines(since, fires_at)
    for monday in mondays[:-1]:
        yield Deed(_find_drafted(monday), _draft, (monday,))
        yield Deed(_find_drafted(monday) + timedelta(hours=1), _approve, (monday,))
    yield from deeds
    for workflow in workflows:
        yield Deed(_ago(now, workflow["made"]), _make, (workflow,))
        if "paused" in workflow:
            yield Deed(_ago(now, workflow["paused"]), _pause, (workflow,))
    yield Deed(fires_at, prepare)


def _list_looks(deeds: Sequence[Deed]) -> Iterator[Deed]:
    """What Belfry does in the minutes after each deed."""
    saved = {deed.at for deed in deeds if deed.act is days.save_board}
    for at in saved:
        yield Deed(at + FIRST_LOOK, lambda services: services.jobs.poll_board())
        yield Deed(at + SECOND_LOOK, run_kinds, ("poll", "relay", "release"))
    for at in {deed.at for deed in deeds} - saved:
        yield Deed(at + FIRST_LOOK, run_kinds, ("relay", "release"))


# Belfry's own workflows by whose crons the team lives, and what follows each at once.
ROUTINES = {
    "sweep": (),
    "tick": ("relay", "release"),
    "summary": ("release",),
    "digest": ("relay", "release"),
}


def _list_routines(since: datetime, until: datetime) -> Iterator[Deed]:
    for builtin in (builtin for builtin in BUILTINS if builtin.name in ROUTINES):
        kinds = (builtin.name, *ROUTINES[builtin.name])
        for at in list_fires(parse_cron(builtin.cron), find_zone(TIMEZONE), since, until):
            yield Deed(at, run_kinds, kinds)


def _list_latest(mondays: Sequence[date], now: datetime) -> Iterator[Deed]:
    """What was done so many minutes ago: a week ago everything was answered, the rest waits."""
    *_, known, coming = mondays
    wedding_on = coming + timedelta(days=11)
    yield Deed(_ago(now, 7 * 24 * 60), _catch_up)
    yield Deed(_ago(now, 120), days.ask_time_off, ("Jamal Reid", wedding_on, "a wedding"))
    yield Deed(_ago(now, 55), _snooze)
    yield Deed(_ago(now, 40), _draft_coming, (coming,))
    cover = (known, "sat-counter", "my cousin is in town")
    yield Deed(_ago(now, 35), days.ask_for_cover, cover)
    yield Deed(_ago(now, 20), days.offer_cover)


def _draft(services: Services, monday: date) -> None:
    services.rota.drafts.draft_week(monday)


def _approve(services: Services, monday: date) -> None:
    services.rota.publishing.approve(monday, by=MANAGER)
    run_kinds(services, "relay", "release")


def _draft_coming(services: Services, monday: date) -> None:
    run_kinds(services, "sync")
    services.rota.drafts.copy_template(monday)
    services.rota.drafts.draft_week(monday)


def _make(services: Services, workflow: Mapping[str, Any]) -> None:
    services.create_workflow(workflow["edit"], team_id=TEAM, by=BY)


def _pause(services: Services, workflow: Mapping[str, Any]) -> None:
    if made := services.ports.workflows.find_by_name(TEAM, workflow["edit"]["name"]):
        services.change_workflow.pause(made.id, note=workflow["note"], by=BY)


UNDECIDED = "Leo Frost"


def _snooze(services: Services) -> None:
    services.controls.acts.snooze(SNOOZED, days=3, by="Hana Sato")


def _agree_to_swaps(services: Services) -> None:
    requests = services.rota.requests
    for swap in requests.list().swaps:
        if swap.state is SwapState.OFFERED:
            requests.answer_swap.agree(swap.id, by=MANAGER)


def _catch_up(services: Services) -> None:
    """Settle replies, correct mistaken moves, and grant days off, but for one that waits."""
    for line in services.jobs.replies.list_open(limit=50).lines:
        services.jobs.replies.settle(line.reply.id, by=MANAGER)
    for slip in services.jobs.correct.list_slips(limit=50):
        services.jobs.correct(slip.job.id, by=MANAGER)
    asked = services.rota.requests.list().time_off
    for request in (request for request in asked if request.person != UNDECIDED):
        with suppress(Conflict):
            services.rota.requests.answer_time_off.approve(request.id, by=MANAGER)


def _ago(now: datetime, minutes: int) -> datetime:
    return now - timedelta(minutes=minutes)


def _find_day(now: datetime) -> date:
    return now.astimezone(find_zone(TIMEZONE)).date()


def _find_first_day(now: datetime) -> datetime:
    """Four weeks ago by the wall clock, counted from the first look at a job."""
    return (now.astimezone(find_zone(TIMEZONE)) - LENGTH - FIRST_LOOK).astimezone(UTC)


def _find_drafted(monday: date) -> datetime:
    """Each week was drafted on the Thursday before it, and approved an hour later."""
    thursday = monday - timedelta(days=4)
    return datetime.combine(thursday, time(14), find_zone(TIMEZONE)).astimezone(UTC)
