"""Whether the lock pins all that the project asks for, by hash, and names no host."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import chain

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tests.architecture.sources import Finding

LOCKED_APART = {"emulator"}
PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)((?:.*\\\n)*.*)", re.MULTILINE)


def find_unlocked(pyproject: str, lock: str, *, group: str = "") -> Iterator[Finding]:
    """Dependencies, of any extra or group, that the lock does not pin to a version they allow.

    A group with a lock of its own is looked at by its name, and otherwise left out.
    """
    pins = {canonicalize_name(match[1]): match[2] for match in PIN.finditer(lock)}
    product = [] if group else list_product_requirements(pyproject)
    for requirement in (*product, *list_group_requirements(pyproject, group)):
        version = pins.get(canonicalize_name(requirement.name))
        if version is None:
            yield Finding(requirement.name, "is not in the lock")
        elif version not in requirement.specifier:
            yield Finding(requirement.name, f"is locked at {version}, not {requirement.specifier}")


def list_product_requirements(pyproject: str) -> list[Requirement]:
    """What the product itself needs, with all its extras."""
    project = tomllib.loads(pyproject)["project"]
    extras = project.get("optional-dependencies", {})
    return [Requirement(line) for line in (*project["dependencies"], *chain(*extras.values()))]


def list_group_requirements(pyproject: str, group: str = "") -> list[Requirement]:
    """What only those who work on the product need."""
    groups = tomllib.loads(pyproject).get("dependency-groups", {})
    names = [group] if group else groups.keys() - LOCKED_APART
    return [Requirement(line) for name in sorted(names) for line in groups[name]]


def find_loose_pins(lock: str) -> Iterator[Finding]:
    """Pins without a hash, and addresses of any host."""
    for match in PIN.finditer(lock):
        if "--hash=sha256:" not in match[3]:
            yield Finding(match[1], "is pinned without a hash")
    for line in lock.splitlines():
        if "://" in line or "index-url" in line:
            yield Finding(line, "names a host")
