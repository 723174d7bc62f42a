"""Wire all use cases, and the kinds of workflows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.accounts.sign_in_links import RemoveExpired
from belfry.adapters.system.kinds import find_registered_kinds
from belfry.bootstrap.accounts import Accounts, build_accounts
from belfry.bootstrap.channels import list_reaching
from belfry.bootstrap.controls import ControlsRoom, build_controls
from belfry.bootstrap.docs import OfDocs, build_docs
from belfry.bootstrap.external_scheduler import (
    ExternalScheduler,
    build_external_scheduler,
    build_relay,
    build_triggers,
)
from belfry.bootstrap.google import build_sync_drive, refresh_first
from belfry.bootstrap.jobs import JobsRoom, build_jobs
from belfry.bootstrap.mail_in import MailIn, build_mail_in
from belfry.bootstrap.messaging import Messaging, build_messaging, build_queue
from belfry.bootstrap.nightly import build_nightly
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.rota import RotaRoom, build_rota
from belfry.bootstrap.slack import SlackAnswers, build_slack_answers
from belfry.controls.controls import AGGREGATE as CONTROLS
from belfry.controls.controls import AnswerLink
from belfry.controls.reminders.reminders import ROOM as CONTROLS_ROOM
from belfry.jobs.jobs import AGGREGATE as JOBS
from belfry.jobs.jobs import ROOM as JOBS_ROOM
from belfry.messaging.messages import AGGREGATE as MESSAGES
from belfry.messaging.ports import Answerer, ComposerFactory
from belfry.rota.messages.message_keys import ROOM as ROTA_ROOM
from belfry.rota.requests.requests import RotaLink
from belfry.rota.team import FindListing
from belfry.scheduler.change_runs import ChangeRuns, InvokeWorkflow, RemoveOldRuns
from belfry.scheduler.change_workflows import ChangeWorkflow, CreateWorkflow, EnsureBuiltins, Wish
from belfry.scheduler.claim_and_finish import ClaimRuns, FinishRun
from belfry.scheduler.fire_triggers import Fired
from belfry.scheduler.kinds import CallKind, HttpKind, Kind, LogKind
from belfry.scheduler.notify_people import ROOM as SCHEDULER_ROOM
from belfry.scheduler.notify_people import AnswerNotices, NotifyPeople, WriteNotices
from belfry.scheduler.relay_outbox import Listener, Relayed
from belfry.scheduler.runs import NOTICE, QueueLimits
from belfry.scheduler.secrets import FindSecret, SecretKind
from belfry.scheduler.timeline import ShowTimeline
from belfry.scheduler.watch import DismissNotice, FindStandstills, PingHeartbeat, WatchClock
from belfry.scheduler.workers import KeepWorker, ReapRuns
from belfry.workspace.people import FindPeople, FindStaff
from belfry.workspace.tables import ReadTable

if TYPE_CHECKING:
    from belfry.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Services:
    """Every use case of the clock, ready to be called, and the ports to look through."""

    settings: Settings
    ports: Ports
    accounts: Accounts
    docs: OfDocs
    messaging: Messaging
    mail_in: MailIn
    jobs: JobsRoom
    controls: ControlsRoom
    rota: RotaRoom
    external_scheduler: ExternalScheduler | None
    slack: SlackAnswers | None
    kinds: Mapping[str, Kind]
    relay: Callable[[], Relayed]
    create_workflow: CreateWorkflow
    change_workflow: ChangeWorkflow
    invoke_workflow: InvokeWorkflow
    change_runs: ChangeRuns
    fire_triggers: Callable[[], Fired]
    claim_runs: ClaimRuns
    finish_run: FinishRun
    keep_worker: KeepWorker
    reap_runs: Callable[[], ReapRuns]
    watch_clock: WatchClock
    show_timeline: ShowTimeline
    dismiss_notice: DismissNotice
    ensure_builtins: EnsureBuiltins


def _build_relay(
    settings: Settings,
    p: Ports,
    jobs: JobsRoom,
    controls: ControlsRoom,
    rota: RotaRoom,
    slack: SlackAnswers | None,
    external_scheduler: ExternalScheduler | None,
) -> Callable[[], Relayed]:
    listeners: dict[str, Listener] = {
        NOTICE: NotifyPeople(p.store, build_queue(p), build_staff(settings, p)),
        JOBS: jobs.tell_news,
        MESSAGES: controls.queue_reminders.follow_undelivered,
        **rota.listeners,
    }
    gatherers = {CONTROLS: controls.hear_news}
    if slack:
        gatherers = {CONTROLS: partial(slack.gather_along, controls.hear_news, CONTROLS_ROOM)}
        listeners = slack.listen_along(
            listeners, {**dict.fromkeys(rota.listeners, ROTA_ROOM), NOTICE: SCHEDULER_ROOM}
        )
    return build_relay(settings, p, listeners, gatherers, external_scheduler)


def build_kinds(
    settings: Settings,
    ports: Ports,
    jobs: JobsRoom,
    controls: ControlsRoom,
    rota: RotaRoom,
    messaging: Messaging,
    mail_in: MailIn,
    relay: Callable[[], Relayed],
) -> dict[str, Kind]:
    """The workflow kinds: built-in ones, and those of other packages."""
    p = ports
    find_secret = FindSecret(p.secret_values, p.store)
    kinds: dict[str, Kind] = {
        **{name: SecretKind(kind, find_secret) for name, kind in find_registered_kinds().items()},
        **rota.kinds,
        **_build_housekeeping(settings, p, jobs),
        "log": LogKind(),
        "http": SecretKind(HttpKind(p.web), find_secret),
        "relay": CallKind(relay),
        "release": CallKind(messaging.release),
        "mail-in": CallKind(mail_in.fetch),
        "poll": CallKind(lambda: _join(jobs.poll_board(), jobs.gather_photos())),
        "sweep": CallKind(jobs.sweep_daily),
        "tick": CallKind(lambda: _join(controls.tick(), controls.mirror_done.put_right())),
        "controls-summary": CallKind(controls.queue_summary),
    }
    return refresh_first(kinds, build_sync_drive(p))


def _build_housekeeping(settings: Settings, p: Ports, jobs: JobsRoom) -> dict[str, Kind]:
    """The maintenance use cases."""
    links = (AnswerLink, RotaLink)
    clear = RemoveExpired(store=p.store, clock=p.clock, leftovers=p.leftovers, others=links)
    keep = timedelta(days=settings.history.keep_days)
    forget = RemoveOldRuns(p.store, p.runs, p.monitor, p.clock, keep)
    nightly, watch = build_nightly(settings, p), build_watch(settings, p)

    def tidy() -> str:
        cleared = f"{clear()} leftovers, {forget()} runs, {jobs.gather_photos.expire()} photos"
        return _join(f"{cleared}, {nightly.remove_old()}", nightly.look())

    return {
        "watch": CallKind(lambda: _join(*[notice.text for notice in watch()]) or "all is well"),
        "heartbeat": CallKind(PingHeartbeat(p.web, settings.heartbeat.url)),
        "backup": CallKind(nightly.keep),
        "tidy": CallKind(tidy),
    }


def _join(*answers: object) -> str:
    return "; ".join(text for answer in answers if (text := str(answer)))


def _list_writers(
    settings: Settings, p: Ports, jobs: JobsRoom, controls: ControlsRoom, rota: RotaRoom
) -> dict[str, ComposerFactory]:
    """Who writes the messages of each room."""
    zone, public_url = ZoneInfo(settings.timezone), settings.public_url or ""
    return {
        SCHEDULER_ROOM: WriteNotices(p.store, build_staff(settings, p), zone, public_url),
        JOBS_ROOM: jobs.write_updates,
        CONTROLS_ROOM: controls.write_reminders,
        **rota.composer_factories,
    }


def _build_slack(
    settings: Settings,
    p: Ports,
    controls: ControlsRoom,
    rota: RotaRoom,
    writers: Mapping[str, ComposerFactory],
) -> SlackAnswers | None:
    notices = AnswerNotices(
        p.messages,
        DismissNotice(p.store, p.clock),
        build_staff(settings, p),
        NameDoer(p.store, p.keys),
    )
    answerers: dict[str, Answerer] = {
        ROTA_ROOM: rota.answers,
        CONTROLS_ROOM: controls.answers,
        SCHEDULER_ROOM: notices,
    }
    return build_slack_answers(settings, p, answerers, writers, rota.publishing.write.find_ways)


def build_services(settings: Settings, ports: Ports) -> Services:
    """The use cases over these ports."""
    p = ports
    jobs, controls = build_jobs(settings, ports), build_controls(settings, ports)
    rota = build_rota(settings, ports)
    writers = _list_writers(settings, ports, jobs, controls, rota)
    messaging = build_messaging(settings, ports, writers)
    external_scheduler = build_external_scheduler(settings, ports)
    mail_in = build_mail_in(settings, ports, jobs, controls, rota, messaging)
    slack = _build_slack(settings, ports, controls, rota, writers)
    relay = _build_relay(settings, p, jobs, controls, rota, slack, external_scheduler)
    kinds = build_kinds(settings, p, jobs, controls, rota, messaging, mail_in, relay)
    staff = build_staff(settings, p)
    return Services(
        **_build_scheduling(settings, p, kinds, external_scheduler),
        settings=settings,
        ports=ports,
        accounts=build_accounts(ports, FindListing(staff.find_people, rota.drafts.read_sheets)),
        docs=build_docs(settings, ports),
        messaging=messaging,
        mail_in=mail_in,
        jobs=jobs,
        controls=controls,
        rota=rota,
        external_scheduler=external_scheduler,
        slack=slack,
        kinds=kinds,
        relay=relay,
    )


def _build_scheduling(
    settings: Settings,
    p: Ports,
    kinds: Mapping[str, Kind],
    external_scheduler: ExternalScheduler | None,
) -> dict[str, Any]:
    """The use cases about workflows and runs, by their names in Services."""
    limits, staff = find_limits(settings), build_staff(settings, p)
    create = CreateWorkflow(p.store, p.workflows, p.numbers, p.clock, kinds, limits.queues, staff)
    change = ChangeWorkflow(p.store, p.workflows, p.clock, kinds, limits.queues, staff)
    finish = FinishRun(p.store, p.clock, p.crash_points)
    return {
        "create_workflow": create,
        "change_workflow": change,
        "invoke_workflow": InvokeWorkflow(p.store, p.runs, p.clock),
        "change_runs": ChangeRuns(p.store, p.workflows, p.monitor, p.numbers, p.clock, kinds),
        "fire_triggers": build_triggers(p, external_scheduler),
        "claim_runs": ClaimRuns(p.store, p.runs, p.workflows, p.clock, p.crash_points, limits),
        "finish_run": finish,
        "keep_worker": KeepWorker(p.store, p.numbers, p.clock),
        "reap_runs": _find_reaper(settings, p, finish),
        "watch_clock": build_watch(settings, p),
        "show_timeline": ShowTimeline(p.monitor, p.clock),
        "dismiss_notice": DismissNotice(p.store, p.clock),
        "ensure_builtins": EnsureBuiltins(p.workflows, p.audit_log, create, change),
    }


def _find_reaper(settings: Settings, p: Ports, finish: FinishRun) -> Callable[[], ReapRuns]:
    dead_after = timedelta(seconds=settings.worker.dead_after_seconds)
    watch = build_watch(settings, p)
    return lambda: ReapRuns(p.store, p.runs, p.monitor, p.clock, finish, watch, dead_after)


ROOM_WORKFLOWS = {
    "jobs": ("poll", "sweep"),
    "controls": ("tick", "controls-summary"),
    "rota": ("sync", "template-sync", "draft", "digest", "summary"),
}


def build_watch(settings: Settings, p: Ports) -> WatchClock:
    find_standstills = FindStandstills(p.store, p.runs, p.clock, find_limits(settings))
    return WatchClock(p.store, p.runs, p.workflows, p.clock, find_standstills)


def build_staff(settings: Settings, p: Ports) -> FindStaff:
    read_table = ReadTable(folder=p.folder, versions=p.versions, clock=p.clock)
    find_people = FindPeople(read_table, settings.country)
    reaching = list_reaching(settings, p.channels)
    return FindStaff(find_people, p.users, settings.admin, reaching)


def find_limits(settings: Settings) -> QueueLimits:
    return QueueLimits(settings.queues, settings.http.per_host)


def find_wishes(settings: Settings) -> dict[str, Wish]:
    """What the team's file says of the built-in workflows."""
    wishes = {
        name: Wish(workflow.cron, workflow.catch_up, workflow.enabled)
        for name, workflow in settings.workflows.items()
    }
    if settings.heartbeat.url is None:
        wishes["heartbeat"] = Wish(enabled=False)
    if not settings.mail_in.is_set:
        wishes["mail-in"] = Wish(enabled=False)
    unused = ROOM_WORKFLOWS.keys() - set(settings.rooms)
    off = {name: Wish(enabled=False) for room in unused for name in ROOM_WORKFLOWS[room]}
    return off | wishes
