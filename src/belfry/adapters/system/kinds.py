"""Workflow kinds that other installed packages register."""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points

from belfry.scheduler.kinds import FunctionKind, Kind

log = logging.getLogger(__name__)

GROUP = "belfry.workflows"


def find_registered_kinds() -> dict[str, Kind]:
    """Every kind under the entry point group `belfry.workflows` that can be loaded."""
    kinds = {}
    for point in _list_points():
        if kind := _load_kind(point):
            kinds[point.name] = kind
    return kinds


@cache
def _list_points() -> EntryPoints:
    """What is installed while a process runs is there for the next one."""
    return entry_points(group=GROUP)


def _load_kind(point: EntryPoint) -> Kind | None:
    try:
        loaded = point.load()
        kind = loaded() if isinstance(loaded, type) else loaded
    except Exception as error:  # a broken package must not keep the app from starting
        log.error("kind.not_loaded", extra={"kind": point.name, "error": str(error)})  # noqa: TRY400
        return None
    if hasattr(kind, "check") and hasattr(kind, "run"):
        return kind  # type: ignore[no-any-return]
    return FunctionKind(kind)
