"""Where ports meet adapters: the one place that knows which home this is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.adapters.files.folder import FileFolder
from belfry.adapters.files.versions import FileVersions
from belfry.adapters.sql.cron import SqlBells, SqlLookout, SqlRuns, SqlWorkflows
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.delivery import SqlMessages
from belfry.adapters.sql.desk import SqlKeys, SqlLeftovers, SqlTroubles, SqlUsers
from belfry.adapters.sql.jobs import SqlJobs
from belfry.adapters.sql.migrate import find_revision, migrate, newest_revision
from belfry.adapters.sql.outbox import SqlOutbox
from belfry.adapters.sql.publications import SqlPublications
from belfry.adapters.sql.store import SqlNumbers, SqlStore
from belfry.adapters.sql.timers import SqlTimers
from belfry.adapters.sql.trail import SqlTrail
from belfry.adapters.system.clock import SystemClock
from belfry.adapters.system.passwords import Argon2Passwords
from belfry.adapters.system.postbox import Postbox
from belfry.adapters.system.secrets import SystemSecrets
from belfry.adapters.system.steps import SilentSteps
from belfry.adapters.web.web import SocketWeb
from belfry.bootstrap.schedulers import open_scheduler
from belfry.cron.ports import Bells, Lookout, Publications, Runs, Timers, Workflows
from belfry.delivery.ports import Channel, Messages
from belfry.desk.ports import Keys, Leftovers, Troubles, Users
from belfry.jobs.ports import Jobs
from belfry.ports.clock import Clock
from belfry.ports.folder import Folder
from belfry.ports.numbers import Numbers
from belfry.ports.outbox import Outbox
from belfry.ports.passwords import Passwords
from belfry.ports.scheduler import Scheduler
from belfry.ports.secrets import Secrets
from belfry.ports.steps import Steps
from belfry.ports.store import Store
from belfry.ports.trail import Trail
from belfry.ports.versions import Versions
from belfry.ports.web import Web

if TYPE_CHECKING:
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
    publications: Publications
    timers: Timers
    keys: Keys
    users: Users
    leftovers: Leftovers
    troubles: Troubles
    messages: Messages
    jobs: Jobs
    folder: Folder
    versions: Versions
    channels: Mapping[str, Channel]
    close: Callable[[], None]
    scheduler: Scheduler | None = None


def open_ports(
    settings: Settings,
    *,
    clock: Clock | None = None,
    steps: Steps | None = None,
    patience: timedelta = PATIENCE,
) -> Ports:
    """The ports of a home with a SQL database, in this version's shape; `patience` when busy."""
    clock, steps = clock or SystemClock(), steps or SilentSteps()
    closing = ExitStack()
    database = _open_shaped_database(settings, patience, closing)
    store, timers = SqlStore(database, steps), SqlTimers(database)
    return Ports(
        store=store,
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
        publications=SqlPublications(database),
        timers=timers,
        scheduler=open_scheduler(settings, clock, store, timers),
        keys=SqlKeys(database),
        users=SqlUsers(database),
        leftovers=SqlLeftovers(database),
        troubles=SqlTroubles(database),
        messages=SqlMessages(database),
        jobs=SqlJobs(database),
        folder=FileFolder(settings.folder, steps),
        versions=FileVersions(settings.folder, steps),
        channels=open_channels(settings, clock, closing),
        close=closing.close,
    )


def open_channels(settings: Settings, clock: Clock, closing: ExitStack) -> dict[str, Channel]:
    """The ways out of the house; without a mail server everything stays in the postbox.

    What they keep open is let go of by `closing`.
    """
    if not settings.mail.host:
        return {"email": Postbox(), "sms": Postbox()}
    from belfry.adapters.smtp.channel import SmtpChannel
    from belfry.adapters.smtp.letters import Sender
    from belfry.adapters.smtp.session import MailServer

    mail = settings.mail
    password = settings.read_mail_password()
    server = MailServer(mail.host, mail.door, mail.security, mail.user, password)
    sender = Sender(mail.from_, mail.from_name or settings.name)
    within = timedelta(seconds=mail.within_seconds)
    channel = SmtpChannel(clock, server, sender, within=within)
    closing.callback(channel.close)
    return {"email": channel}


def is_database_ready(settings: Settings) -> bool:
    """Whether the database answers and has the shape this version needs."""
    database = _open_database(settings, PATIENCE)
    try:
        return find_revision(database) == newest_revision()
    finally:
        database.close()


def _open_shaped_database(settings: Settings, patience: timedelta, closing: ExitStack) -> Database:
    """The database, in this version's shape; `closing` lets go of it."""
    database = _open_database(settings, patience)
    migrate(database)
    closing.callback(database.close)
    return database


def _open_database(settings: Settings, patience: timedelta) -> Database:
    if settings.database.url is None:
        (settings.folder / ".belfry").mkdir(parents=True, exist_ok=True)
    return Database(settings.database_url, patience=patience)
