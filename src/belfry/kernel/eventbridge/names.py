"""Which schedules in EventBridge are ours, and which workflow each of them rings for.

A name says whose it is: `wf-12-prod` is the first schedule of workflow 12 in the environment prod,
`wf-12-prod-2` its second. Whatever is not named so belongs to somebody else and is left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from belfry.kernel.errors import InputError

LONGEST_ENVIRONMENT = 32

_ENVIRONMENT = re.compile(rf"[a-z0-9]{{1,{LONGEST_ENVIRONMENT}}}")
_NAME = re.compile(r"wf-([1-9][0-9]{0,18})-([a-z0-9]+)(?:-([2-9]|[1-9][0-9]{1,3}))?")


@dataclass(frozen=True, slots=True, order=True)
class ScheduleName:
    """The workflow, and the how-manieth of its schedules; the first goes without a number."""

    workflow_id: int
    environment: str
    place: int = 1

    def __str__(self) -> str:
        first = f"wf-{self.workflow_id}-{self.environment}"
        return first if self.place == 1 else f"{first}-{self.place}"


def name_schedules(workflow_id: int, environment: str, count: int) -> list[str]:
    """The names of a workflow's schedules, in order."""
    check_environment(environment)
    places = range(1, count + 1)
    return [str(ScheduleName(workflow_id, environment, place)) for place in places]


def find_ours(name: str, environment: str) -> ScheduleName | None:
    """What a name says, if it is one of ours in this environment; else None."""
    found = _NAME.fullmatch(name)
    if not found or found[2] != environment:
        return None
    return ScheduleName(int(found[1]), found[2], int(found[3] or 1))


def check_environment(environment: str) -> None:
    """Refuse what would make names that cannot be told apart, or are too long for EventBridge."""
    if not _ENVIRONMENT.fullmatch(environment):
        allowed = f"1-{LONGEST_ENVIRONMENT} of a-z and 0-9"
        found = repr(environment[: LONGEST_ENVIRONMENT + 1])
        raise InputError(f"environment: found {found}; allowed: {allowed}", field="environment")
