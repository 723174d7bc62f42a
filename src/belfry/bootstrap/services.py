"""Where ports meet adapters: the one place that knows which home this is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from belfry.adapters.system.clock import SystemClock
from belfry.adapters.system.kinds import find_registered_kinds
from belfry.adapters.system.secrets import SystemSecrets
from belfry.adapters.system.steps import SilentSteps
from belfry.cron.change_workflows import ChangeWorkflow, CreateWorkflow
from belfry.cron.claim_runs import ClaimRuns
from belfry.cron.ensure_builtins import EnsureBuiltins, Wish
from belfry.cron.finish_run import FinishRun
from belfry.cron.forget_runs import ForgetRuns
from belfry.cron.http_kind import HttpKind
from belfry.cron.invoke_workflow import InvokeWorkflow
from belfry.cron.keep_workers import KeepWorker, ReapRuns
from belfry.cron.kinds import CallKind, Kind, LogKind
from belfry.cron.ping_heartbeat import PingHeartbeat
from belfry.cron.ports import Bells, Lookout, Runs, Workflows
from belfry.cron.put_away_notice import PutAwayNotice
from belfry.cron.relay_outbox import RelayOutbox
from belfry.cron.ring_bells import RingBells
from belfry.cron.start_runs import BackfillRuns, ReplayRun, StartRun
from belfry.cron.watch_clock import WatchClock
from belfry.desk.add_user import AddUser
from belfry.desk.authenticate_key import AuthenticateKey
from belfry.desk.change_role import ChangeRole
from belfry.desk.clear_desk import ClearDesk
from belfry.desk.create_key import CreateKey
from belfry.desk.disable_user import DisableUser
from belfry.desk.edit_user import EditUser
from belfry.desk.enable_user import EnableUser
from belfry.desk.end_all_sessions import EndAllSessions
from belfry.desk.end_session import EndSession
from belfry.desk.find_session import FindSession
from belfry.desk.invite_owner import InviteOwner
from belfry.desk.make_sign_in_link import MakeSignInLink
from belfry.desk.open_sign_in_link import OpenSignInLink
from belfry.desk.ports import Keys, Leftovers, Users
from belfry.desk.revoke_key import RevokeKey
from belfry.desk.set_password import SetPassword
from belfry.desk.sign_in import SignIn
from belfry.desk.start_session import StartSession
from belfry.desk.verify_trail import VerifyTrail
from belfry.ports.clock import Clock, MovableClock
from belfry.ports.numbers import Numbers
from belfry.ports.outbox import Outbox
from belfry.ports.passwords import Passwords
from belfry.ports.secrets import Secrets
from belfry.ports.steps import Steps
from belfry.ports.store import Store
from belfry.ports.trail import Trail
from belfry.ports.web import Web

if TYPE_CHECKING:
    from belfry.adapters.sql.database import Database
    from belfry.settings import Settings

PATIENCE = timedelta(seconds=5)


@dataclass(frozen=True, kw_only=True)
class Ports:
    """Everything from outside, as one home has it."""

    store: Store
    numbers: Numbers
    outbox: Outbox
    trail: Trail
    clock: Clock
    steps: Steps
    secrets: Secrets
    passwords: Passwords
    web: Web
    workflows: Workflows
    bells: Bells
    runs: Runs
    lookout: Lookout
    keys: Keys
    users: Users
    leftovers: Leftovers
    close: Callable[[], None]


@dataclass(frozen=True, kw_only=True)
class Desk:
    """Every use case of the desk: people, sign-in, keys."""

    add_user: AddUser
    edit_user: EditUser
    change_role: ChangeRole
    disable_user: DisableUser
    enable_user: EnableUser
    set_password: SetPassword
    invite_owner: InviteOwner
    make_sign_in_link: MakeSignInLink
    open_sign_in_link: OpenSignInLink
    sign_in: SignIn
    find_session: FindSession
    end_session: EndSession
    end_all_sessions: EndAllSessions
    create_key: CreateKey
    revoke_key: RevokeKey
    authenticate_key: AuthenticateKey
    verify_trail: VerifyTrail


@dataclass(frozen=True, kw_only=True)
class Services:
    """Every use case of the clock, ready to be called, and the ports to look through."""

    settings: Settings
    ports: Ports
    desk: Desk
    kinds: Mapping[str, Kind]
    create_workflow: CreateWorkflow
    change_workflow: ChangeWorkflow
    invoke_workflow: InvokeWorkflow
    start_run: StartRun
    backfill_runs: BackfillRuns
    replay_run: ReplayRun
    ring_bells: RingBells
    claim_runs: ClaimRuns
    finish_run: FinishRun
    keep_worker: KeepWorker
    reap_runs: Callable[[], ReapRuns]
    watch_clock: WatchClock
    put_away_notice: PutAwayNotice
    ensure_builtins: EnsureBuiltins


def system_clock() -> Clock:
    return SystemClock()


def virtual_clock(start: datetime) -> MovableClock:
    """A clock that shows `start` until somebody moves it."""
    from belfry.adapters.memory.clock import VirtualClock

    return VirtualClock(start)


def open_ports(
    settings: Settings,
    *,
    clock: Clock | None = None,
    steps: Steps | None = None,
    patience: timedelta = PATIENCE,
) -> Ports:
    """The ports of a home with a SQL database, in this version's shape; `patience` when busy."""
    from belfry.adapters.sql.cron import SqlBells, SqlLookout, SqlRuns, SqlWorkflows
    from belfry.adapters.sql.desk import SqlKeys, SqlLeftovers, SqlUsers
    from belfry.adapters.sql.migrate import migrate
    from belfry.adapters.sql.outbox import SqlOutbox
    from belfry.adapters.sql.store import SqlNumbers, SqlStore
    from belfry.adapters.sql.trail import SqlTrail
    from belfry.adapters.system.passwords import Argon2Passwords
    from belfry.adapters.web.web import SocketWeb

    clock, steps = clock or SystemClock(), steps or SilentSteps()
    database = _open_database(settings, patience)
    migrate(database)
    return Ports(
        store=SqlStore(database, steps),
        numbers=SqlNumbers(database),
        outbox=SqlOutbox(database),
        trail=SqlTrail(database),
        clock=clock,
        steps=steps,
        secrets=SystemSecrets(),
        passwords=Argon2Passwords(),
        web=SocketWeb(clock, allowed=settings.http.allow),
        workflows=SqlWorkflows(database),
        bells=SqlBells(database),
        runs=SqlRuns(database),
        lookout=SqlLookout(database),
        keys=SqlKeys(database),
        users=SqlUsers(database),
        leftovers=SqlLeftovers(database),
        close=database.close,
    )


def is_database_ready(settings: Settings) -> bool:
    """Whether the database answers and has the shape this version needs."""
    from belfry.adapters.sql.migrate import find_revision, newest_revision

    database = _open_database(settings, PATIENCE)
    try:
        return find_revision(database) == newest_revision()
    finally:
        database.close()


def _open_database(settings: Settings, patience: timedelta) -> Database:
    from belfry.adapters.sql.database import Database

    if settings.database.url is None:
        (settings.folder / ".belfry").mkdir(parents=True, exist_ok=True)
    return Database(settings.database_url, patience=patience)


def build_kinds(settings: Settings, ports: Ports) -> dict[str, Kind]:
    """What workflows can do here: what other packages bring along, and the house's own."""
    p = ports
    keep = timedelta(days=settings.history.keep_days)
    clear = ClearDesk(store=p.store, clock=p.clock, leftovers=p.leftovers)
    forget = ForgetRuns(p.store, p.runs, p.lookout, p.clock, keep)
    return {
        **find_registered_kinds(),
        "log": LogKind(),
        "http": HttpKind(p.web),
        "relay": CallKind(RelayOutbox(p.outbox, p.clock, p.steps, listeners={})),
        "watch": CallKind(WatchClock(p.store, p.runs, p.clock)),
        "heartbeat": CallKind(PingHeartbeat(p.web, settings.heartbeat.url)),
        "tidy": CallKind(lambda: f"{clear()} leftovers, {forget()} runs"),
    }


def build_services(settings: Settings, ports: Ports) -> Services:
    """The use cases over these ports."""
    p = ports
    kinds = build_kinds(settings, ports)
    dead_after = timedelta(seconds=settings.worker.dead_after_seconds)
    create = CreateWorkflow(p.store, p.workflows, p.numbers, p.clock, kinds)
    change = ChangeWorkflow(p.store, p.workflows, p.clock, kinds)
    finish = FinishRun(p.store, p.clock, p.steps)
    return Services(
        settings=settings,
        ports=ports,
        desk=build_desk(ports),
        kinds=kinds,
        create_workflow=create,
        change_workflow=change,
        invoke_workflow=InvokeWorkflow(p.store, p.runs, p.clock),
        start_run=StartRun(p.store, p.workflows, p.numbers, p.clock, kinds),
        backfill_runs=BackfillRuns(p.store, p.workflows, p.clock),
        replay_run=ReplayRun(p.store, p.workflows, p.clock),
        ring_bells=RingBells(p.store, p.bells, p.runs, p.clock, p.steps),
        claim_runs=ClaimRuns(p.store, p.runs, p.clock, p.steps),
        finish_run=finish,
        keep_worker=KeepWorker(p.store, p.numbers, p.clock),
        reap_runs=lambda: ReapRuns(p.store, p.runs, p.lookout, p.clock, finish, dead_after),
        watch_clock=WatchClock(p.store, p.runs, p.clock),
        put_away_notice=PutAwayNotice(p.store, p.clock),
        ensure_builtins=EnsureBuiltins(p.workflows, create, change),
    )


def build_desk(ports: Ports) -> Desk:
    store, clock, users = ports.store, ports.clock, ports.users
    add_user = AddUser(store=store, numbers=ports.numbers, clock=clock)
    make_link = MakeSignInLink(store=store, clock=clock, secrets=ports.secrets)
    start_session = StartSession(store=store, clock=clock, secrets=ports.secrets)
    return Desk(
        add_user=add_user,
        edit_user=EditUser(store=store, clock=clock),
        change_role=ChangeRole(store=store, clock=clock, users=users),
        disable_user=DisableUser(store=store, clock=clock, users=users),
        enable_user=EnableUser(store=store, clock=clock),
        set_password=SetPassword(store=store, clock=clock, passwords=ports.passwords),
        invite_owner=InviteOwner(
            store=store, users=users, add_user=add_user, make_sign_in_link=make_link
        ),
        make_sign_in_link=make_link,
        open_sign_in_link=OpenSignInLink(store=store, clock=clock, start_session=start_session),
        sign_in=SignIn(
            store=store,
            clock=clock,
            users=users,
            passwords=ports.passwords,
            start_session=start_session,
        ),
        find_session=FindSession(store=store, clock=clock),
        end_session=EndSession(store=store, clock=clock),
        end_all_sessions=EndAllSessions(store=store, clock=clock),
        create_key=CreateKey(
            store=store, numbers=ports.numbers, clock=clock, secrets=ports.secrets
        ),
        revoke_key=RevokeKey(store=store, clock=clock, keys=ports.keys),
        authenticate_key=AuthenticateKey(store=store),
        verify_trail=VerifyTrail(ports.trail),
    )


def find_wishes(settings: Settings) -> dict[str, Wish]:
    """What the team's file says of the built-in workflows."""
    wishes = {
        name: Wish(said.cron, said.catch_up, said.enabled)
        for name, said in settings.workflows.items()
    }
    if settings.heartbeat.url is None:
        wishes["heartbeat"] = Wish(enabled=False)
    return wishes
