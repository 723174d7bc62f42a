"""Which model words messages, if any."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from belfry.kernel.errors import InputError
from belfry.kernel.urls import parse_url
from belfry.settings.section import Section

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
