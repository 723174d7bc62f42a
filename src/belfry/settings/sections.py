"""The sections of belfry.toml."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from belfry.adapters.mailboxes import parse_mailbox
from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge.schedules import check_environment
from belfry.kernel.urls import parse_address, parse_host, parse_url
from belfry.ports.files import check_file_name
from belfry.scheduler.runs import DEAD_AFTER, HEARTBEAT_EVERY


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DatabaseSettings(Section):
    """Where records are kept; without a url, in the team folder."""

    url: str | None = Field(default=None, description="postgresql://… ; default .belfry/belfry.db")


class HttpSettings(Section):
    """What workflows of kind http may reach besides the public internet, and how often at once."""

    allow: tuple[str, ...] = Field(default=(), description="networks (10.0.0.0/8) and host names")
    per_host: int = Field(default=2, ge=1, le=64, description="runs that call one host at once")


class SecretsSettings(Section):
    """Where the secrets of workflows are, besides the environment."""

    folder: str = Field(default="secrets", description="a file for each secret")
    aws_prefix: str = Field(
        default="", description="read NAME from Secrets Manager as this and NAME; empty for not"
    )


class HeartbeatSettings(Section):
    """An external monitor that Belfry reports to while it is alive."""

    url: str | None = Field(default=None, description="pinged every 5 minutes")


class WorkerSettings(Section):
    threads: int = Field(
        default=4, ge=1, le=64, description="runs of one lane that a process carries out at once"
    )
    beat_seconds: float = Field(
        default=HEARTBEAT_EVERY.total_seconds(),
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


class HistorySettings(Section):
    keep_days: int = Field(
        default=60, ge=31, le=3650, description="how long finished runs are kept"
    )


class BackupSettings(Section):
    """Where the nightly backups lie, and how many of them."""

    folder: str = Field(
        default=".belfry/backups", description="in the team's folder, or by its whole path"
    )
    keep: int = Field(default=14, ge=1, le=3650, description="how many nights are kept")

    @field_validator("folder")
    @classmethod
    def _some_folder(cls, value: str) -> str:
        if not value.strip() or value.startswith("~"):
            raise ValueError("expected a folder by its whole path, as in /mnt/backups/belfry")
        return value


class EventBridgeSettings(Section):
    """The AWS scheduler that fires a team's workflows; none without an environment."""

    environment: str = Field(default="", description="a-z and 0-9: part of every schedule's name")
    region: str = Field(default="", description="the region of AWS, as in eu-west-2")
    group: str = Field(default="default", description="the schedule group")
    target_arn: str = Field(default="", description="the function that it calls")
    role_arn: str = Field(default="", description="the role in which the scheduler calls it")
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


def check_address(value: str) -> str:
    if value and not value.startswith(("http://", "https://")):
        raise ValueError("expected an address such as https://belfry.example.com")
    return value.rstrip("/")


class AwsSettings(Section):
    """The account of AWS that a team of home aws lives in."""

    region: str = Field(default="", description="as in eu-west-2; default that of the process")
    prefix: str = Field(default="", description="of the names of tables, buckets and buses")
    mail_configuration: str = Field(default="", description="SES's set for bounces and complaints")
    sms_secret: str = Field(default="", description="the secret with the text gateway's token")
    slack_token_secret: str = Field(default="", description="the secret with the bot's token")
    slack_signing_secret: str = Field(
        default="", description="the secret with the Slack app's signing secret"
    )
    rota_url: str = Field(default="", description="of links about the rota; else public_url")
    controls_url: str = Field(default="", description="of links in reminders; else public_url")
    web_url: str = Field(default="", description="of links on the pages; else public_url")
    endpoint_url: str = Field(default="", description="an emulator in place of AWS")

    @field_validator("rota_url", "controls_url", "web_url")
    @classmethod
    def _whole_address(cls, value: str) -> str:
        return check_address(value)

    @field_validator("prefix")
    @classmethod
    def _good_prefix(cls, value: str) -> str:
        if not re.fullmatch(r"([a-z0-9][a-z0-9-]{0,30})?", value):
            raise ValueError("expected small letters, digits and hyphens, as in staging-")
        return value


class WorkflowSettings(Section):
    """Changes to a built-in workflow."""

    cron: str | None = Field(default=None, description="when it runs")
    catch_up: Literal["none", "latest", "all"] | None = Field(
        default=None, description="after an absence"
    )
    enabled: bool = Field(default=True, description="false archives it")


def _check_host(value: str) -> str:
    try:
        return value if not value or parse_address(value) else parse_host(value)
    except InputError as error:
        raise ValueError("expected a machine's name, as in mail.example.com") from error


class MailSettings(Section):
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
        return _check_host(value)

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


_FOLDER = re.compile(r"[ !#-'+-\[\]-~]{1,100}")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class MailInSettings(Section):
    """Where mail arrives; without a host and a folder, none is taken in."""

    host: str = Field(default="", description="the IMAP server of the mailbox")
    port: int | None = Field(
        default=None, ge=1, le=65535, description="default 993 (tls), 143 (starttls, none)"
    )
    security: Literal["tls", "starttls", "none"] = Field(
        default="tls", description="how the line is made secure; none only on this machine"
    )
    user: str = Field(default="", description="the login; its password stands elsewhere")
    password_file: str = Field(default="", description="a file that holds the password alone")
    folder: str = Field(default="INBOX", description="the folder of the mailbox that is read")
    files: str = Field(
        default="", description="a folder of the team for saved mails (.eml), as in mail-in"
    )
    within_seconds: float = Field(
        default=120.0, ge=1, le=600, description="how long reading the mailbox may take"
    )

    @field_validator("host")
    @classmethod
    def _good_host(cls, value: str) -> str:
        return _check_host(value)

    @field_validator("folder")
    @classmethod
    def _good_folder(cls, value: str) -> str:
        if not _FOLDER.fullmatch(value):
            raise ValueError('expected the name of a folder in plain letters, as in "Team/Inbox"')
        return value

    @field_validator("files")
    @classmethod
    def _good_files(cls, value: str) -> str:
        try:
            return check_file_name(value) if value else value
        except InputError as error:
            raise ValueError("expected a folder in the team's folder, as in mail-in") from error

    @model_validator(mode="after")
    def _whole(self) -> MailInSettings:
        if self.host and not self.user:
            raise ValueError("user is missing: the login of the mailbox")
        if self.security == "none" and self.host and self.host not in _LOOPBACK:
            raise ValueError("a password never goes over an open line: security is tls or starttls")
        return self

    @property
    def is_set(self) -> bool:
        return bool(self.host or self.files)

    @property
    def door(self) -> int:
        """The port that is called."""
        return self.port or {"tls": 993, "starttls": 143, "none": 143}[self.security]


_NUMBER = re.compile(r"\+[1-9][0-9]{6,14}")
_NAME = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}")


class SmsSettings(Section):
    """Who carries text messages; without a provider they stay in the postbox."""

    provider: Literal["", "gateway", "sns"] = Field(
        default="", description="gateway (Twilio, or one that speaks like it) or sns (AWS)"
    )
    from_: str = Field(
        default="", alias="from", description="the number (+44…) or name that texts come from"
    )
    account: str = Field(default="", description="the account at the gateway")
    url: str = Field(default="", description="where the gateway takes messages; default Twilio's")
    token_file: str = Field(default="", description="a file that holds the gateway's token alone")
    two_way: bool = Field(default=False, description="replies to it reach Belfry")
    region: str = Field(default="", description="the region of AWS, for sns")
    endpoint_url: str = Field(default="", description="an emulator in place of AWS")
    within_seconds: float = Field(
        default=20.0, ge=1, le=600, description="how long handing over one message may take"
    )

    @model_validator(mode="after")
    def _whole(self) -> SmsSettings:
        needed = {"gateway": ("from", "account"), "sns": ("region",)}
        for name in needed.get(self.provider, ()):
            if not getattr(self, "from_" if name == "from" else name):
                raise ValueError(f"{name} is missing: {self.provider} needs one")
        if self.from_ and not (_NUMBER.fullmatch(self.from_) or _NAME.fullmatch(self.from_)):
            expected = "a number as in +447700900123, or a name of up to 11 letters and digits"
            raise ValueError(f"from: expected {expected}")
        if self.two_way and not _NUMBER.fullmatch(self.from_):
            raise ValueError("two_way: nobody can reply to a name; from must be a number")
        self._check_url()
        return self

    def _check_url(self) -> None:
        try:
            if self.url:
                parse_url(self.url)
        except InputError as error:
            raise ValueError(f"url: {error}") from error


class SlackSettings(Section):
    """Slack as a channel to the team; customers never have it."""

    enabled: bool = Field(default=False, description="write to people who have a slack_id by Slack")
    token_file: str = Field(default="", description="a file that holds the bot's token alone")
    signing_secret_file: str = Field(
        default="", description="a file that holds the app's signing secret alone"
    )
    url: str = Field(default="", description="where the API is; default Slack's own")
    within_seconds: float = Field(
        default=20.0, ge=1, le=600, description="how long Slack may take to answer"
    )

    @field_validator("url")
    @classmethod
    def _good_url(cls, value: str) -> str:
        try:
            if value:
                parse_url(value)
        except InputError as error:
            raise ValueError(str(error)) from error
        return value


TABLES = ("people", "staff", "week", "availability", "time_off", "template", "tasks", "board")
WEEK_DATE = "{date}"
# What stands in the address of a spreadsheet, a document or a folder.
_DRIVE_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")


class GoogleTabsSettings(Section):
    """The tabs of the spreadsheet, where they are not named after their tables."""

    people: str = Field(default="people", description="the tab with the people")
    staff: str = Field(default="staff", description="the tab with the staff")
    week: str = Field(
        default=f"week of {WEEK_DATE}", description="a week's tab; {date} is its Monday"
    )
    availability: str = Field(default="availability", description="the tab with availability")
    time_off: str = Field(default="time_off", description="the tab with time off")
    template: str = Field(default="template", description="the tab with the standing pattern")
    tasks: str = Field(default="tasks", description="the tab with the list of controls")
    board: str = Field(default="board", description="the tab with the job board")

    @model_validator(mode="after")
    def _all_different(self) -> GoogleTabsSettings:
        titles = [getattr(self, table).strip().casefold() for table in TABLES]
        if not all(titles):
            raise ValueError("a tab's name is empty")
        if len(set(titles)) < len(titles):
            raise ValueError("two tables have the same tab")
        if self.week.count(WEEK_DATE) != 1:
            raise ValueError('week: expected a name with {date} in it, as in "week of {date}"')
        return self


class GoogleDocsSettings(Section):
    """The documents of the team that are Google Docs, by their ids."""

    rota_rules: str = Field(default="", description="the id of the Google Doc for rota/rules.txt")
    rota_voice: str = Field(default="", description="the id of the Google Doc for rota/voice.txt")
    controls_rules: str = Field(
        default="", description="the id of the Google Doc for controls/rules.txt"
    )
    jobs_settings: str = Field(
        default="", description="the id of the Google Doc for jobs/settings.txt"
    )

    @field_validator("*")
    @classmethod
    def _good_id(cls, value: str) -> str:
        return _check_drive_id(value)


class GoogleSettings(Section):
    """Tables, documents and photos that the team keeps in Google Drive."""

    spreadsheet: str = Field(default="", description="the id of the spreadsheet with the tables")
    tables: tuple[
        Literal[
            "people", "staff", "week", "availability", "time_off", "template", "tasks", "board"
        ],
        ...,
    ] = Field(default=(), description="the tables that are tabs of the spreadsheet")
    tabs: GoogleTabsSettings = GoogleTabsSettings()
    docs: GoogleDocsSettings = GoogleDocsSettings()
    photos: str = Field(
        default="", description="the id of a folder with a subfolder of photos for each job"
    )
    credentials_file: str = Field(default="", description="the service account's JSON key")
    credentials_secret: str = Field(
        default="ss/drive/sa", description="the secret with that key, at home aws"
    )
    sheets_url: str = Field(default="", description="where the Sheets API is; default Google's own")
    drive_url: str = Field(default="", description="where the Drive API is; default Google's own")
    within_seconds: float = Field(
        default=20.0, ge=1, le=600, description="how long Google may take to answer"
    )

    @field_validator("spreadsheet", "photos")
    @classmethod
    def _good_id(cls, value: str) -> str:
        return _check_drive_id(value)

    @field_validator("sheets_url", "drive_url")
    @classmethod
    def _good_url(cls, value: str) -> str:
        try:
            if value:
                parse_url(value)
        except InputError as error:
            raise ValueError(str(error)) from error
        return value.rstrip("/")

    @model_validator(mode="after")
    def _whole(self) -> GoogleSettings:
        if self.spreadsheet and not self.tables:
            expected = 'the tables that are its tabs, as in ["board"]'
            raise ValueError(f"tables is missing: expected {expected}")
        if self.tables and not self.spreadsheet:
            raise ValueError("spreadsheet is missing: the id of the spreadsheet with the tables")
        return self

    @property
    def is_set(self) -> bool:
        return bool(self.spreadsheet or self.photos or any(self.docs.model_dump().values()))


def _check_drive_id(value: str) -> str:
    if value and not _DRIVE_ID.fullmatch(value):
        where = "docs.google.com/spreadsheets/d/ID/edit"
        raise ValueError(f"expected the id from the address, as in {where}")
    return value


HAIKU = "global.anthropic.claude-haiku-4-5-20251001-v1:0"


class ModelSettings(Section):
    """A model that words messages from the facts; without one, plain sentences are used."""

    provider: Literal["", "bedrock", "openai"] = Field(
        default="", description="bedrock (AWS) or openai (anything that speaks like it)"
    )
    name: str = Field(default="", description=f"which model; default for bedrock {HAIKU}")
    url: str = Field(default="", description="for openai: as in http://127.0.0.1:11434/v1")
    key_file: str = Field(default="", description="a file that holds the key alone")
    region: str = Field(default="", description="the region of AWS, for bedrock")
    endpoint_url: str = Field(default="", description="an emulator in place of AWS")
    sees_evidence: bool = Field(
        default=False, description="shown the files given as evidence for controls"
    )
    within_seconds: float = Field(
        default=10.0, ge=0.5, le=60, description="how long a draft may take"
    )

    @model_validator(mode="after")
    def _whole(self) -> ModelSettings:
        needed = {"bedrock": ("region",), "openai": ("url", "name")}
        for name in needed.get(self.provider, ()):
            if not getattr(self, name):
                raise ValueError(f"{name} is missing: {self.provider} needs one")
        try:
            if self.url:
                parse_url(self.url)
        except InputError as error:
            raise ValueError(f"url: {error}") from error
        return self

    @property
    def model(self) -> str:
        return self.name or HAIKU
