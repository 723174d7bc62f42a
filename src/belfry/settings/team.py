"""Everything that can be set for a team."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, field_validator

from belfry.accounts.users.names import parse_email
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import ConfigError, InputError
from belfry.settings.mail import MailSettings
from belfry.settings.model import ModelSettings
from belfry.settings.section import Section
from belfry.settings.sections import (
    BackupSettings,
    DatabaseSettings,
    EventBridgeSettings,
    HeartbeatSettings,
    HistorySettings,
    HttpSettings,
    WorkerSettings,
    WorkflowSettings,
)
from belfry.settings.sms import SmsSettings


class Settings(Section):
    name: str = Field(default="My team", description="shown on the pages")
    timezone: str = Field(default="UTC", description="the team's zone")
    country: str = Field(default="", description="public holidays, order of day and month")
    admin: str = Field(default="", description="the owner's e-mail address")
    home: Literal["local", "server"] = Field(default="local", description="local or server")
    public_url: str | None = Field(default=None, description="how people reach the pages")
    database: DatabaseSettings = DatabaseSettings()
    http: HttpSettings = HttpSettings()
    mail: MailSettings = MailSettings()
    sms: SmsSettings = SmsSettings()
    model: ModelSettings = ModelSettings()
    heartbeat: HeartbeatSettings = HeartbeatSettings()
    worker: WorkerSettings = WorkerSettings()
    history: HistorySettings = HistorySettings()
    backup: BackupSettings = BackupSettings()
    eventbridge: EventBridgeSettings = EventBridgeSettings()
    workflows: dict[str, WorkflowSettings] = Field(default_factory=dict)
    folder: Path = Field(default=Path(), exclude=True)
    mail_password: SecretStr = Field(default=SecretStr(""), exclude=True)
    sms_token: SecretStr = Field(default=SecretStr(""), exclude=True)
    model_key: SecretStr = Field(default=SecretStr(""), exclude=True)

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
        return self._read_secret(self.mail_password, "mail.password_file", self.mail.password_file)

    def read_sms_token(self) -> str:
        return self._read_secret(self.sms_token, "sms.token_file", self.sms.token_file)

    def read_model_key(self) -> str:
        return self._read_secret(self.model_key, "model.key_file", self.model.key_file)

    def _read_secret(self, given: SecretStr, setting: str, file: str) -> str:
        """From the environment, else from the file that is named: read only when needed."""
        if given.get_secret_value() or not file:
            return given.get_secret_value()
        path = self.folder / file
        try:
            return path.read_text(encoding="utf-8").strip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{setting}: {path} cannot be read: {error}") from error
