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
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)

from belfry.adapters.smtp.mailboxes import parse_mailbox
from belfry.cron.workers import BEAT_EVERY, DEAD_AFTER
from belfry.desk.names import parse_email
from belfry.kernel.cadence import find_zone
from belfry.kernel.errors import ConfigError, InputError
from belfry.kernel.eventbridge.names import check_environment
from belfry.kernel.urls import parse_address, parse_host

FILE = "belfry.toml"
_NOT_IN_THE_FILE = {"folder", "mail_password"}
_FROM_THE_ENVIRONMENT = {
    "BELFRY_DATABASE_URL": ("database", "url"),
    "BELFRY_HEARTBEAT_URL": ("heartbeat", "url"),
    "BELFRY_EVENTBRIDGE_ENVIRONMENT": ("eventbridge", "environment"),
    "BELFRY_EVENTBRIDGE_REGION": ("eventbridge", "region"),
    "BELFRY_EVENTBRIDGE_GROUP": ("eventbridge", "group"),
    "BELFRY_EVENTBRIDGE_TARGET_ARN": ("eventbridge", "target_arn"),
    "BELFRY_EVENTBRIDGE_ROLE_ARN": ("eventbridge", "role_arn"),
    "BELFRY_EVENTBRIDGE_DEAD_LETTER_ARN": ("eventbridge", "dead_letter_arn"),
    "BELFRY_EVENTBRIDGE_ENDPOINT_URL": ("eventbridge", "endpoint_url"),
}


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


class MailSettings(_Section):
    """The mail server that messages leave by; without a host they stay in the postbox."""

    host: str = Field(default="", description="the mail server; without one, the postbox")
    port: int | None = Field(
        default=None, ge=1, le=65535, description="default 587 (starttls), 465 (tls), 25 (none)"
    )
    security: Literal["starttls", "tls", "none"] = Field(
        default="starttls", description="how the line is made secure"
    )
    user: str = Field(default="", description="the login; its password stands elsewhere")
    password_file: str = Field(default="", description="a file that holds the password alone")
    from_: str = Field(default="", alias="from", description="the address that messages come from")
    from_name: str = Field(default="", description="shown with it; default the team's name")
    within_seconds: float = Field(
        default=30.0, ge=1, le=600, description="how long handing over one message may take"
    )

    @field_validator("host")
    @classmethod
    def _good_host(cls, value: str) -> str:
        try:
            return value if not value or parse_address(value) else parse_host(value)
        except InputError as error:
            raise ValueError("expected a machine's name, as in mail.example.com") from error

    @field_validator("from_")
    @classmethod
    def _good_sender(cls, value: str) -> str:
        try:
            return parse_mailbox(value) if value else value
        except InputError as error:
            raise ValueError(str(error)) from error

    @model_validator(mode="after")
    def _whole(self) -> MailSettings:
        if self.host and not self.from_:
            raise ValueError("from is missing: the address that messages come from")
        if self.user and self.security == "none":
            raise ValueError("a password never goes over an open line: security is starttls or tls")
        return self

    @property
    def door(self) -> int:
        """The port that is called."""
        return self.port or {"starttls": 587, "tls": 465, "none": 25}[self.security]


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


class EventBridgeSettings(_Section):
    """The scheduler of AWS that rings for a team's workflows; without an environment, none does."""

    environment: str = Field(default="", description="a-z and 0-9: part of every schedule's name")
    region: str = Field(default="", description="the region of AWS, as in eu-west-2")
    group: str = Field(default="default", description="the schedule group")
    target_arn: str = Field(default="", description="the function that is rung")
    role_arn: str = Field(default="", description="the role in which the scheduler rings it")
    dead_letter_arn: str = Field(default="", description="the queue for what cannot be handed over")
    endpoint_url: str = Field(default="", description="an emulator in place of AWS")
    published_by: Literal["worker", "function"] = Field(
        default="worker", description="who carries schedules to AWS"
    )

    @model_validator(mode="after")
    def _whole(self) -> EventBridgeSettings:
        if not self.environment:
            return self
        try:
            check_environment(self.environment)
        except InputError as error:
            raise ValueError(str(error)) from error
        for name in ("region", "target_arn", "role_arn"):
            if not getattr(self, name):
                raise ValueError(f"{name} is missing: an environment needs one")
        return self


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
    mail: MailSettings = MailSettings()
    heartbeat: HeartbeatSettings = HeartbeatSettings()
    worker: WorkerSettings = WorkerSettings()
    history: HistorySettings = HistorySettings()
    eventbridge: EventBridgeSettings = EventBridgeSettings()
    workflows: dict[str, WorkflowSettings] = Field(default_factory=dict)
    folder: Path = Field(default=Path(), exclude=True)
    mail_password: SecretStr = Field(default=SecretStr(""), exclude=True)

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

    def read_mail_password(self) -> str:
        """From the environment, else from the file that is named, which only mail needs."""
        if (given := self.mail_password.get_secret_value()) or not self.mail.password_file:
            return given
        path = self.folder / self.mail.password_file
        try:
            return path.read_text(encoding="utf-8").strip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"mail.password_file: {path} cannot be read: {error}") from error


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
    for variable, (table, name) in _FROM_THE_ENVIRONMENT.items():
        if value := env.get(variable):
            said[table] = {**_table(said, table), name: value}
    for name in said.keys() & _NOT_IN_THE_FILE:
        raise ConfigError(f"{path}: {name} is not a setting")
    if "password" in _table(said, "mail"):
        elsewhere = "BELFRY_MAIL_PASSWORD, or a file named by mail.password_file"
        raise ConfigError(f"{path}: mail.password does not belong here: it is {elsewhere}")
    secrets = {"mail_password": env.get("BELFRY_MAIL_PASSWORD", "")}
    try:
        return Settings(**{**said, **secrets, "folder": folder})
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
    fields = section.model_fields.items()
    return [field.alias or name for name, field in fields if not field.exclude]
