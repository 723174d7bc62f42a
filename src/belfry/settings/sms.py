"""How text messages leave the house."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field, model_validator

from belfry.kernel.errors import InputError
from belfry.kernel.urls import parse_url
from belfry.settings.section import Section

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
