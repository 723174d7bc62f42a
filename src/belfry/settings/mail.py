"""How e-mail leaves the house."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator, model_validator

from belfry.adapters.smtp.mailboxes import parse_mailbox
from belfry.kernel.errors import InputError
from belfry.kernel.urls import parse_address, parse_host
from belfry.settings.section import Section


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
