"""Everything that can be set for a team."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field, SecretStr, ValidationError, field_validator

from belfry.accounts.users import parse_email
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import ConfigError, InputError
from belfry.scheduler.workflows import DEFAULT_QUEUE, OWN_LANE
from belfry.settings.sections import (
    AwsSettings,
    BackupSettings,
    DatabaseSettings,
    EventBridgeSettings,
    GoogleSettings,
    HeartbeatSettings,
    HistorySettings,
    HttpSettings,
    MailInSettings,
    MailSettings,
    ModelSettings,
    SecretsSettings,
    Section,
    SlackSettings,
    SmsSettings,
    WorkerSettings,
    WorkflowSettings,
    check_address,
)

QUEUE_LIMIT = 4
MOST_AT_ONCE = 64
_QUEUE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


class Settings(Section):
    name: str = Field(default="My team", description="shown on the pages")
    timezone: str = Field(default="UTC", description="the team's zone")
    country: str = Field(default="", description="public holidays, order of day and month")
    admin: str = Field(default="", description="the owner's e-mail address")
    home: Literal["local", "server", "aws"] = Field(
        default="local", description="local, server or aws"
    )
    rooms: tuple[Literal["jobs", "controls", "rota"], ...] = Field(
        default=("jobs", "controls", "rota"),
        min_length=1,
        description="the parts of Belfry that the team uses",
    )
    public_url: str | None = Field(default=None, description="how people reach the pages")
    database: DatabaseSettings = DatabaseSettings()
    http: HttpSettings = HttpSettings()
    secrets: SecretsSettings = SecretsSettings()
    mail: MailSettings = MailSettings()
    mail_in: MailInSettings = MailInSettings()
    sms: SmsSettings = SmsSettings()
    slack: SlackSettings = SlackSettings()
    google: GoogleSettings = GoogleSettings()
    model: ModelSettings = ModelSettings()
    heartbeat: HeartbeatSettings = HeartbeatSettings()
    worker: WorkerSettings = WorkerSettings()
    history: HistorySettings = HistorySettings()
    backup: BackupSettings = BackupSettings()
    eventbridge: EventBridgeSettings = EventBridgeSettings()
    aws: AwsSettings = AwsSettings()
    queues: dict[str, int] = Field(
        default={DEFAULT_QUEUE: QUEUE_LIMIT}, description="runs of each that go on at once"
    )
    workflows: dict[str, WorkflowSettings] = Field(default_factory=dict)
    folder: Path = Field(default=Path(), exclude=True)
    mail_password: SecretStr = Field(default=SecretStr(""), exclude=True)
    mail_in_password: SecretStr = Field(default=SecretStr(""), exclude=True)
    sms_token: SecretStr = Field(default=SecretStr(""), exclude=True)
    slack_token: SecretStr = Field(default=SecretStr(""), exclude=True)
    slack_signing_secret: SecretStr = Field(default=SecretStr(""), exclude=True)
    google_credentials: SecretStr = Field(default=SecretStr(""), exclude=True)
    model_key: SecretStr = Field(default=SecretStr(""), exclude=True)
    secret_values: Mapping[str, SecretStr] = Field(default_factory=dict, exclude=True)

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            return find_zone(value).key
        except InputError as error:
            raise ValueError(str(error).removeprefix("timezone: ")) from error

    @field_validator("queues")
    @classmethod
    def _good_queues(cls, value: dict[str, int]) -> dict[str, int]:
        for name, limit in value.items():
            if not _QUEUE_NAME.fullmatch(name) or name == OWN_LANE:
                expected = "up to 32 of a-z, 0-9 and -"
                raise ValueError(f"{name!r} cannot be a queue's name: expected {expected}")
            if not 1 <= limit <= MOST_AT_ONCE:
                raise ValueError(f"{name}: expected a whole number from 1 to {MOST_AT_ONCE}")
        return {DEFAULT_QUEUE: QUEUE_LIMIT, **value}

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
        return check_address(value) if value else None

    @property
    def sends_mail(self) -> bool:
        """Whether e-mails leave: by a mail server, or at home aws by SES."""
        return bool(self.mail.host or (self.home == "aws" and self.mail.from_))

    @property
    def database_url(self) -> str:
        if self.database.url:
            return self.database.url
        return f"sqlite:///{self.folder / '.belfry' / 'belfry.db'}"

    def read_mail_password(self) -> str:
        return self._read_secret(self.mail_password, "mail.password_file", self.mail.password_file)

    def read_mail_in_password(self) -> str:
        file = self.mail_in.password_file
        return self._read_secret(self.mail_in_password, "mail_in.password_file", file)

    def read_sms_token(self) -> str:
        return self._read_secret(self.sms_token, "sms.token_file", self.sms.token_file)

    def read_slack_token(self) -> str:
        return self._read_secret(self.slack_token, "slack.token_file", self.slack.token_file)

    def read_slack_signing_secret(self) -> str:
        file = self.slack.signing_secret_file
        return self._read_secret(self.slack_signing_secret, "slack.signing_secret_file", file)

    def read_google_credentials(self) -> str:
        file = self.google.credentials_file
        return self._read_secret(self.google_credentials, "google.credentials_file", file)

    def read_model_key(self) -> str:
        return self._read_secret(self.model_key, "model.key_file", self.model.key_file)

    def _read_secret(self, secret: SecretStr, setting: str, file: str) -> str:
        """From the environment, else from the file that is named: read only when needed."""
        if secret.get_secret_value() or not file:
            return secret.get_secret_value()
        path = self.folder / file
        try:
            return path.read_text(encoding="utf-8").strip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{setting}: {path} cannot be read: {error}") from error


FILE = "belfry.toml"
_NOT_IN_THE_FILE = {
    *("folder", "secret_values"),
    *("mail_password", "mail_in_password", "sms_token", "slack_token", "slack_signing_secret"),
    *("google_credentials", "model_key"),
}
_OF_WORKFLOWS = "BELFRY_SECRET_NAME".removesuffix("NAME")
# What people may try to write into the file, and where it belongs.
_SECRETS = {
    ("mail", "password"): ("mail_password", "BELFRY_MAIL_PASSWORD", "password_file"),
    ("mail_in", "password"): ("mail_in_password", "BELFRY_MAIL_IN_PASSWORD", "password_file"),
    ("sms", "token"): ("sms_token", "BELFRY_SMS_TOKEN", "token_file"),
    ("slack", "token"): ("slack_token", "BELFRY_SLACK_TOKEN", "token_file"),
    ("slack", "signing_secret"): (
        "slack_signing_secret",
        "BELFRY_SLACK_SIGNING_SECRET",
        "signing_secret_file",
    ),
    ("google", "credentials"): (
        "google_credentials",
        "BELFRY_GOOGLE_CREDENTIALS",
        "credentials_file",
    ),
    ("model", "key"): ("model_key", "BELFRY_MODEL_KEY", "key_file"),
}
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


def find_team_folder(folder: Path | None) -> Path:
    """The folder named on the command line, else by BELFRY_TEAM, else this one."""
    return folder or Path(os.environ.get("BELFRY_TEAM", "."))


def read_settings(folder: Path, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of the team in `folder`, or ConfigError with the place and what was expected."""
    env = os.environ if environment is None else environment
    path = folder / FILE
    if not path.is_file():
        raise ConfigError(f"no {FILE} in {folder}: `belfry init {folder}` makes one")
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {_explain_toml(error)}") from error
    return _build(values, str(path), env, folder)


_TWICE = re.compile(r"Cannot declare \((.+)\) twice \(at line (\d+)")


def _explain_toml(error: ValueError) -> str:
    """In other words where an example was added to a file that has its section already."""
    twice = _TWICE.match(str(error))
    if twice is None:
        return str(error)
    section = ".".join(re.findall(r"'([^']*)'", twice[1]))
    return f"line {twice[2]}: [{section}] is there twice: write its settings below the first one"


def make_settings(
    parameters: Mapping[str, str | list[str]], path: str, environment: Mapping[str, str]
) -> Settings:
    """The settings of a team at home aws: `mail/from` is the parameter for `from` of [mail].

    The zone has no default here: schedules in the wrong one would go unnoticed.
    """
    values: dict[str, Any] = {"home": "aws"}
    for name, value in parameters.items():
        *around, last = name.split("/")
        section = values
        for part in around:
            section = section.setdefault(part, {})
            if not isinstance(section, dict):
                raise ConfigError(f"{path}/{name}: {part} is a setting, and no section")
        if isinstance(section.get(last), dict):
            raise ConfigError(f"{path}/{name}: {last} is a section, and no setting")
        section[last] = value
    if "timezone" not in values:
        raise ConfigError(f"{path}/timezone is missing: the team's zone, as in Europe/London")
    return _build(values, path, environment, Path())


def _build(
    values: dict[str, Any], place: str, environment: Mapping[str, str], folder: Path
) -> Settings:
    for variable, (table, name) in _FROM_THE_ENVIRONMENT.items():
        if value := environment.get(variable):
            values[table] = {**_table(values, table), name: value}
    for name in values.keys() & _NOT_IN_THE_FILE:
        raise ConfigError(f"{place}: {name} is not a setting")
    secrets = {}
    for (table, name), (field, variable, file) in _SECRETS.items():
        if name in _table(values, table):
            elsewhere = f"{variable}, or a file named by {table}.{file}"
            raise ConfigError(f"{place}: {table}.{name} does not belong here: it is {elsewhere}")
        secrets[field] = environment.get(variable, "")
    own = {
        name.removeprefix(_OF_WORKFLOWS): v
        for name, v in environment.items()
        if name.startswith(_OF_WORKFLOWS)
    }
    try:
        return Settings(**{**values, **secrets, "secret_values": own, "folder": folder})
    except ValidationError as error:
        raise ConfigError(
            "; ".join(f"{place}: {_explain(fault)}" for fault in error.errors())
        ) from error


def _table(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = values.get(name, {})
    return table if isinstance(table, dict) else {}


def _explain(problem: Any) -> str:
    place = ".".join(str(part) for part in problem["loc"])
    if problem["type"] != "extra_forbidden":
        message = str(problem["msg"]).removeprefix("Value error, ")
        return f"{place}: {message}" if place else message
    *around, name = (str(part) for part in problem["loc"])
    near = get_close_matches(name, _list_known(around), n=1)
    return f"{place} is not a setting" + (f"; did you mean {near[0]}?" if near else "")


def _list_known(around: list[str]) -> list[str]:
    """The settings there are in the table `around`."""
    section: type[BaseModel] = Settings
    if around[:1] == ["workflows"]:
        section = WorkflowSettings
    else:
        for name in around:
            default = section.model_fields[name].default
            section = type(default) if isinstance(default, BaseModel) else section
    fields = section.model_fields.items()
    return [field.alias or name for name, field in fields if not field.exclude]
