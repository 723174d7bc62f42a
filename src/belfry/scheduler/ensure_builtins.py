"""See to it that the built-in workflows are there, as the team has set them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from belfry.kernel.errors import ConfigError, Conflict, InputError
from belfry.scheduler.builtins import BUILTINS, Builtin
from belfry.scheduler.change_workflows import ChangeWorkflow, CreateWorkflow
from belfry.scheduler.ports import Workflows
from belfry.scheduler.workflows import Workflow

BY = "belfry"
TEAM = 1


@dataclass(frozen=True, slots=True)
class Wish:
    """What the team's file says about a built-in workflow; None where it is silent."""

    cron: str | None = None
    catch_up: str | None = None
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class EnsureBuiltins:
    """What the file says is applied at every start; where it is silent, the page decides."""

    workflows: Workflows
    create: CreateWorkflow
    change: ChangeWorkflow

    def __call__(self, *, timezone: str, wishes: Mapping[str, Wish]) -> None:
        unknown = sorted(wishes.keys() - {builtin.name for builtin in BUILTINS})
        if unknown:
            known = ", ".join(builtin.name for builtin in BUILTINS)
            raise ConfigError(f"no built-in workflow {unknown[0]!r}; expected one of {known}")
        for builtin in BUILTINS:
            wish = wishes.get(builtin.name, Wish())
            try:
                self._ensure(builtin, wish, timezone)
            except InputError as error:
                raise ConfigError(f"workflows.{builtin.name}: {error}") from error

    def _ensure(self, builtin: Builtin, wish: Wish, timezone: str) -> None:
        found = self.workflows.find_by_name(TEAM, builtin.name)
        if found is None and wish.enabled:
            self._create(builtin, wish, timezone)
        elif found and not wish.enabled:
            self.change.archive(found.id, by=BY)
        elif found and not found.archived_at:
            self._follow(found, wish)

    def _create(self, builtin: Builtin, wish: Wish, timezone: str) -> None:
        edit = {
            "name": builtin.name,
            "kind": builtin.name,
            "cron_schedule": wish.cron or builtin.cron,
            "catch_up": wish.catch_up or builtin.catch_up,
            "timezone": timezone,
            **({"late_after": builtin.late_after} if builtin.late_after else {}),
        }
        try:
            self.create(edit, team_id=TEAM, by=BY)
        except Conflict:  # another process starts at the same moment, and was first
            return

    def _follow(self, found: Workflow, wish: Wish) -> None:
        edit: dict[str, Any] = {}
        if wish.cron:
            edit["cron_schedule"] = wish.cron
        if wish.catch_up:
            edit["catch_up"] = wish.catch_up
        if edit:
            self.change.edit(found.id, edit, by=BY)
