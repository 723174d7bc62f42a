"""Where records are kept, and how the clock and its workers go about their work."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator, model_validator

from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge.names import check_environment
from belfry.scheduler.runs.workers import BEAT_EVERY, DEAD_AFTER
from belfry.settings.section import Section


class DatabaseSettings(Section):
    """Where records are kept; without a url, in the team folder."""

    url: str | None = Field(default=None, description="postgresql://… ; default .belfry/belfry.db")


class HttpSettings(Section):
    """What workflows of kind http may reach besides the public internet."""

    allow: tuple[str, ...] = Field(default=(), description="networks (10.0.0.0/8) and host names")


class HeartbeatSettings(Section):
    """Somebody outside who is told that Belfry is alive: a watch cannot watch itself."""

    url: str | None = Field(default=None, description="pinged every 5 minutes")


class WorkerSettings(Section):
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


class WorkflowSettings(Section):
    """Changes to a built-in workflow."""

    cron: str | None = Field(default=None, description="when it rings")
    catch_up: Literal["none", "latest", "all"] | None = Field(
        default=None, description="after an absence"
    )
    enabled: bool = Field(default=True, description="false archives it")
