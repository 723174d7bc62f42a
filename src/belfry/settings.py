"""Everything an operator can set: the team's belfry.toml, and what the environment adds.

Nothing else reads the environment. Secrets stand there, never in the file.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from belfry.cron.workers import BEAT_EVERY, DEAD_AFTER
from belfry.desk.names import parse_email
from belfry.kernel.cadence import find_zone
from belfry.kernel.errors import ConfigError, InputError

FILE = "belfry.toml"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DatabaseSettings(_Section):
    """Where records are kept; without a url, in the team folder."""

    url: str | None = Field(default=None, description="postgresql://… ; default .belfry/belfry.db")


class HttpSettings(_Section):
    """What workflows of kind http may reach besides the public internet."""

    allow: tuple[str, ...] = Field(default=(), description="networks (10.0.0.0/8) and host names")


class HeartbeatSettings(_Section):
    """Somebody outside who is told that Belfry is alive: a watch cannot watch itself."""

    url: str | None = Field(default=None, description="pinged every 5 minutes")


class WorkerSettings(_Section):
    threads: int = Field(default=4, ge=1, le=64, description="runs carried out at the same time")
    beat_seconds: float = Field(
        default=BEAT_EVERY.total_seconds(),
        ge=0.1,
        le=60,
        description="how often a worker shows that it is alive",
    )
    dead_after_seconds: float = Field(
        default=DEAD_AFTER.total_seconds(),
        ge=0.3,
        le=3600,
        description="how long it may not, before others take over its runs",
    )

    @model_validator(mode="after")
    def _patient_enough(self) -> WorkerSettings:
        if self.dead_after_seconds < 3 * self.beat_seconds:
            raise ValueError("dead_after_seconds must be at least three times beat_seconds")
        return self


class HistorySettings(_Section):
    keep_days: int = Field(
        default=60, ge=31, le=3650, description="how long finished runs are kept"
    )


class WorkflowSettings(_Section):
    """Changes to a built-in workflow."""

    cron: str | None = Field(default=None, description="when it rings")
    catch_up: Literal["none", "latest", "all"] | None = Field(
        default=None, description="after an absence"
    )
    enabled: bool = Field(default=True, description="false archives it")


class Settings(_Section):
    name: str = Field(default="My team", description="shown on the pages")
    timezone: str = Field(default="UTC", description="the team's zone")
    country: str = Field(default="", description="public holidays, order of day and month")
    admin: str = Field(default="", description="the owner's e-mail address")
    home: Literal["local", "server"] = Field(default="local", description="local or server")
    public_url: str | None = Field(default=None, description="how people reach the pages")
    database: DatabaseSettings = DatabaseSettings()
    http: HttpSettings = HttpSettings()
    heartbeat: HeartbeatSettings = HeartbeatSettings()
    worker: WorkerSettings = WorkerSettings()
    history: HistorySettings = HistorySettings()
    workflows: dict[str, WorkflowSettings] = Field(default_factory=dict)
    folder: Path = Field(default=Path(), exclude=True)

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            return find_zone(value).key
        except InputError as error:
            raise ValueError(str(error).removeprefix("timezone: ")) from error

    @field_validator("admin")
    @classmethod
    def _good_address(cls, value: str) -> str:
        try:
            return parse_email(value) if value else value
        except InputError as error:
            raise ValueError(str(error)) from error

    @field_validator("public_url")
    @classmethod
    def _whole_address(cls, value: str | None) -> str | None:
        if value and not value.startswith(("http://", "https://")):
            raise ValueError("expected an address such as https://belfry.example.com")
        return value.rstrip("/") if value else None

    @property
    def database_url(self) -> str:
        if self.database.url:
            return self.database.url
        return f"sqlite:///{self.folder / '.belfry' / 'belfry.db'}"


def find_team_folder(given: Path | None) -> Path:
    """The folder named on the command line, else by BELFRY_TEAM, else this one."""
    return given or Path(os.environ.get("BELFRY_TEAM", "."))


def read_settings(folder: Path, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of the team in `folder`, or ConfigError with the place and what was expected."""
    env = os.environ if environment is None else environment
    path = folder / FILE
    if not path.is_file():
        raise ConfigError(f"no {FILE} in {folder}: `belfry init {folder}` makes one")
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}") from error
    if url := env.get("BELFRY_DATABASE_URL"):
        said["database"] = {**_table(said, "database"), "url": url}
    if url := env.get("BELFRY_HEARTBEAT_URL"):
        said["heartbeat"] = {**_table(said, "heartbeat"), "url": url}
    if "folder" in said:
        raise ConfigError(f"{path}: folder is not a setting")
    try:
        return Settings(**{**said, "folder": folder})
    except ValidationError as error:
        raise ConfigError(
            "; ".join(f"{path}: {_explain(one)}" for one in error.errors())
        ) from error


def _table(said: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = said.get(name, {})
    return table if isinstance(table, dict) else {}


def _explain(problem: Any) -> str:
    place = ".".join(str(part) for part in problem["loc"])
    if problem["type"] != "extra_forbidden":
        said = str(problem["msg"]).removeprefix("Value error, ")
        return f"{place}: {said}" if place else said
    *around, name = (str(part) for part in problem["loc"])
    near = get_close_matches(name, _list_known(around), n=1)
    return f"{place} is not a setting" + (f"; did you mean {near[0]}?" if near else "")


def _list_known(around: list[str]) -> list[str]:
    """The settings there are in the table `around`."""
    section: type[BaseModel] = Settings
    if around[:1] == ["workflows"]:
        section = WorkflowSettings
    elif around and isinstance(default := Settings.model_fields[around[0]].default, BaseModel):
        section = type(default)
    return [name for name in section.model_fields if name != "folder"]
