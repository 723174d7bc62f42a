"""The tables, documents and photos that a team keeps in Google Drive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from belfry.adapters.google.drive import GoogleDrive
from belfry.adapters.google.sheets import GoogleSheets, Tabs
from belfry.controls.chains.rules import RULES_DOC as CONTROL_RULES
from belfry.controls.tasks.sync_tasks import TASKS
from belfry.jobs.board.poll_board import BOARD
from belfry.jobs.settings.read_shop import SETTINGS_DOC
from belfry.kernel.errors import ConfigError, Refused
from belfry.rota.rules.rules_doc import RULES_DOC as ROTA_RULES
from belfry.rota.rules.voice import VOICE_DOC
from belfry.rota.sheets.read_rota_sheets import AVAILABILITY, STAFF, TEMPLATE, TIME_OFF
from belfry.workspace.people import PEOPLE
from belfry.workspace.sync_drive import SyncDrive
from belfry.workspace.tables import KeepDataProblems

if TYPE_CHECKING:
    from belfry.adapters.google.client import GoogleClient
    from belfry.bootstrap.ports import Ports
    from belfry.scheduler.kinds import Kind, RunContext
    from belfry.settings import Settings

_FILES = {
    "people": PEOPLE.name,
    "staff": STAFF.name,
    "availability": AVAILABILITY.name,
    "time_off": TIME_OFF.name,
    "template": TEMPLATE.name,
    "tasks": TASKS.name,
    "board": BOARD.name,
}
# The workflows that read tables, and which of them.
_REFRESHED = {
    "poll": "jobs/",
    "sync": "",
    "tick": "controls/",
    "template-sync": "rota/",
    "draft": "rota/",
}
_DOCS = {
    "rota_rules": ROTA_RULES,
    "rota_voice": VOICE_DOC,
    "controls_rules": CONTROL_RULES,
    "jobs_settings": SETTINGS_DOC,
}


def open_google(settings: Settings) -> GoogleDrive:
    """The key is read, and Google's package loaded, when it is first asked."""
    google = settings.google
    titles = {
        _FILES[table]: getattr(google.tabs, table) for table in google.tables if table in _FILES
    }
    week = google.tabs.week if "week" in google.tables else ""
    docs = {_DOCS[name]: file_id for name, file_id in google.docs.model_dump().items() if file_id}
    connect = lru_cache(maxsize=1)(partial(_connect, settings))
    tabs = Tabs(titles, week, template=TEMPLATE.name)
    sheets = GoogleSheets(connect=connect, spreadsheet=google.spreadsheet, tabs=tabs)
    return GoogleDrive(connect=connect, sheets=sheets, docs=docs, photos=google.photos)


def _connect(settings: Settings) -> GoogleClient:
    """Refused while the key is missing or is none: an operator must act."""
    google = settings.google
    try:
        key = read_google_key(settings)
        from belfry.adapters.google.client import GoogleClient

        return GoogleClient(
            key,
            sheets_url=google.sheets_url,
            drive_url=google.drive_url,
            within=timedelta(seconds=google.within_seconds),
        )
    except ConfigError as error:
        raise Refused(str(error)) from error


def read_google_key(settings: Settings) -> str:
    """The service account's key: from the environment, a file, or at home aws a secret."""
    if find_spec("google.auth") is None:
        raise ConfigError("google-auth is missing: install it with `pip install 'belfry[google]'`")
    if key := settings.read_google_credentials():
        return key
    if settings.home == "aws":
        from belfry.bootstrap.aws_secrets import read_secret

        return read_secret(settings.google.credentials_secret)
    elsewhere = "set google.credentials_file, or BELFRY_GOOGLE_CREDENTIALS"
    raise ConfigError(f"the Google credentials are missing: {elsewhere}")


def build_sync_drive(ports: Ports) -> SyncDrive | None:
    p = ports
    if p.drive is None or p.copies is None:
        return None
    return SyncDrive(
        drive=p.drive,
        folder=p.copies,
        versions=p.versions,
        store=p.store,
        clock=p.clock,
        keep_data_problems=KeepDataProblems(p.store, p.data_problems, p.clock),
    )


def build_rota_sync(settings: Settings, ports: Ports) -> SyncDrive | None:
    """Copies people and what the rota keeps online; ConfigError if other rooms keep something."""
    google = settings.google
    named = {f"tables, {name}": _FILES.get(name, "") for name in google.tables}
    named |= {f"docs.{name}": _DOCS[name] for name, doc in google.docs.model_dump().items() if doc}
    named |= {"photos": "jobs/photos"} if google.photos else {}
    others = [name for name, file in named.items() if file.startswith(("controls/", "jobs/"))]
    if others:
        allowed = "people and the rota's tables and documents alone can be in Google"
        raise ConfigError(f"google.{others[0]}: at home aws, {allowed}")
    sync = build_sync_drive(ports)
    return replace(sync, folders=("", "rota")) if sync else None


@dataclass(frozen=True)
class FreshKind:
    """Copies what the team keeps online before the work is done."""

    kind: Kind
    refresh: Callable[[], object]

    def check(self, inputs: Mapping[str, Any]) -> None:
        self.kind.check(inputs)

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str:
        refreshed = str(self.refresh())
        return "; ".join(text for text in (self.kind.run(inputs, context), refreshed) if text)


def refresh_first(kinds: Mapping[str, Kind], sync: SyncDrive | None) -> dict[str, Kind]:
    """The kinds, of which those that read tables have them copied first."""
    if sync is None:
        return dict(kinds)
    fresh = {
        name: FreshKind(kinds[name], partial(sync, under)) for name, under in _REFRESHED.items()
    }
    return {**kinds, **fresh}
