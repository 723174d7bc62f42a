"""The adapters of homes local and server: records in SQLite or Postgres, files on disk."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from belfry.adapters.files.folder import OWN, FileBlobStore, FileVersions
from belfry.adapters.sql.accounts import SqlKeys, SqlLeftovers, SqlUsers
from belfry.adapters.sql.birth_mark import BirthMark
from belfry.adapters.sql.controls import SqlAreas, SqlControls, SqlHistories, SqlProposals
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.figures import SqlFigures
from belfry.adapters.sql.jobs import SqlCustomers, SqlJobs, SqlOpenJobs, SqlPhotos
from belfry.adapters.sql.messaging import SqlIncomingMails, SqlMessages
from belfry.adapters.sql.migrate import find_revision, migrate, newest_revision
from belfry.adapters.sql.rota import SqlRequests, SqlRotas
from belfry.adapters.sql.scheduler import (
    SqlMonitor,
    SqlPublications,
    SqlRuns,
    SqlTriggers,
    SqlWorkflows,
)
from belfry.adapters.sql.store import SqlAuditLog, SqlDataProblems, SqlNumbers, SqlOutbox, SqlStore
from belfry.adapters.sql.transfer import SqlTransfer
from belfry.adapters.system.clock import NoCrashPoints, SystemClock
from belfry.adapters.system.secrets import Argon2Passwords, SystemSecrets
from belfry.adapters.web.web import SocketWeb
from belfry.bootstrap.channels import keep_samples, open_channels, open_mailbox, open_signature
from belfry.bootstrap.nightly import open_backup_store
from belfry.bootstrap.phrasers import open_describer, open_phraser
from belfry.bootstrap.ports import (
    PATIENCE,
    LazyImageProcessor,
    Ports,
    open_folders,
    open_prover,
    open_scheduler,
    open_secret_values,
)
from belfry.bootstrap.previews import build_samples
from belfry.bootstrap.workbooks import open_team_folder
from belfry.kernel.texts import TOKEN_BYTES

if TYPE_CHECKING:
    from belfry.ports.clock import Clock
    from belfry.ports.store import CrashPoints
    from belfry.settings import Settings


def open_sql_ports(
    settings: Settings,
    *,
    clock: Clock | None = None,
    crash_points: CrashPoints | None = None,
    patience: timedelta = PATIENCE,
) -> Ports:
    """The ports of a home with a database, in this version's shape; `patience` when busy."""
    clock, crash_points = clock or SystemClock(), crash_points or NoCrashPoints()
    closing = ExitStack()
    database = _open_shaped_database(settings, patience, closing)
    copies = open_team_folder(settings.folder, crash_points)
    return Ports(
        **_open_readers(database),
        **open_folders(settings, copies),
        store=SqlStore(database, crash_points),
        clock=clock,
        crash_points=crash_points,
        secrets=SystemSecrets(),
        passwords=Argon2Passwords(),
        secret_values=open_secret_values(settings),
        web=SocketWeb(clock, allowed=settings.http.allow),
        scheduler=open_scheduler(settings, clock),
        image_processor=LazyImageProcessor(),
        blobs=FileBlobStore(settings.folder, crash_points),
        versions=FileVersions(settings.folder, crash_points),
        channels=keep_samples(open_channels(settings, clock, closing), build_samples(copies)),
        phraser=open_phraser(settings, clock),
        describer=open_describer(settings, clock),
        signature=open_signature(settings),
        mailbox=open_mailbox(settings, clock),
        prover=open_prover(),
        backup_store=open_backup_store(settings),
        close=closing.close,
        check_database=partial(_find_mark(settings).check_now, database),
        hold=database.hold,
    )


def _open_readers(database: Database) -> dict[str, Any]:
    """What is read from a database, by the names of the ports."""
    return {
        "numbers": SqlNumbers(database),
        "outbox": SqlOutbox(database),
        "audit_log": SqlAuditLog(database),
        "transfer": SqlTransfer(database),
        "workflows": SqlWorkflows(database),
        "triggers": SqlTriggers(database),
        "runs": SqlRuns(database),
        "monitor": SqlMonitor(database),
        "publications": SqlPublications(database),
        "keys": SqlKeys(database),
        "users": SqlUsers(database),
        "leftovers": SqlLeftovers(database),
        "data_problems": SqlDataProblems(database),
        "messages": SqlMessages(database),
        "incoming_mails": SqlIncomingMails(database),
        "jobs": SqlJobs(database),
        "open_jobs": SqlOpenJobs(database),
        "customers": SqlCustomers(database),
        "photos": SqlPhotos(database),
        "controls": SqlControls(database),
        "areas": SqlAreas(database),
        "histories": SqlHistories(database),
        "proposals": SqlProposals(database),
        "rotas": SqlRotas(database),
        "requests": SqlRequests(database),
        "figures": SqlFigures(database),
    }


def is_database_ready(settings: Settings) -> bool:
    """Whether the database answers and is of the version that this program needs."""
    database = _open_database(settings, PATIENCE)
    try:
        _find_mark(settings).check(database)
        return find_revision(database) == newest_revision()
    finally:
        database.close()


def _open_shaped_database(settings: Settings, patience: timedelta, closing: ExitStack) -> Database:
    """The team's own database, in this version's shape; `closing` lets go of it."""
    database, mark = _open_database(settings, patience), _find_mark(settings)
    with ExitStack() as opening:
        opening.callback(database.close)
        mark.check(database)
        migrate(database)
        if settings.database.url is None or (settings.folder / OWN).is_dir():
            mark.make(database, lambda: SystemSecrets().token(TOKEN_BYTES))
        closing.enter_context(opening.pop_all())
    return database


def check_database_file(settings: Settings) -> None:
    """ConfigError if the team had a database in its folder, and it is gone."""
    _find_mark(settings).check_file()


def _find_mark(settings: Settings) -> BirthMark:
    own = settings.folder / OWN
    return BirthMark(own, own / "belfry.db" if settings.database.url is None else None)


def _open_database(settings: Settings, patience: timedelta) -> Database:
    check_database_file(settings)
    if settings.database.url is None:
        (settings.folder / OWN).mkdir(mode=0o700, parents=True, exist_ok=True)
    return Database(settings.database_url, patience=patience)
