"""Who imports what, read off the source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tests.architecture.sources import Source

# What stands beside the rooms under `belfry`; any other package there is a room.
NOT_ROOMS = {
    "accounts",
    "adapters",
    "bootstrap",
    "messaging",
    "entrypoints",
    "kernel",
    "ports",
    "settings",
    "workspace",
}
SHARED_MEANS = ("belfry.ports", "belfry.accounts", "belfry.messaging", "belfry.workspace")


def find_imports(source: Source) -> set[str]:
    """Every module named in an import, and every name that may be one, also for types alone."""
    names: set[str] = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def find_room(source: Source) -> str | None:
    """The dotted name of the room that a module stands in, if it stands in one."""
    top, _, rest = source.module.partition(".")
    package = rest.partition(".")[0]
    is_package = "/" in source.path.removeprefix(f"{top}/")
    return f"{top}.{package}" if is_package and package not in NOT_ROOMS else None


def find_verbs(sources: Iterable[Source]) -> set[str]:
    """The modules of rooms that reach the world through a port, and so do things."""
    verbs = set()
    for source in sources:
        room = find_room(source)
        if room is None or source.module == f"{room}.ports":
            continue
        means = (*SHARED_MEANS, f"{room}.ports")
        if any(is_within(name, mean) for name in find_imports(source) for mean in means):
            verbs.add(source.module)
    return verbs
