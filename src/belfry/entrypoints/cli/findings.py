"""What a look at a team found: what, where, how to mend it, and whether Belfry may do so itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know, where it is and how to mend it; not all of it is wrong.

    `fix` mends it without risk, and says what it did.
    """

    what: str
    where: str
    mend: str
    is_wrong: bool = True
    fix: Callable[[], str] | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The findings of one part of the house."""

    name: str
    findings: tuple[Finding, ...]


def list_findings(groups: Iterable[Group]) -> list[Finding]:
    return [finding for group in groups for finding in group.findings]


def shape_finding(group: str, finding: Finding) -> dict[str, Any]:
    return {
        "what": finding.what,
        "where": finding.where,
        "mend": finding.mend,
        "is_wrong": finding.is_wrong,
        "group": group,
        "fixable": finding.fix is not None,
    }


def render_groups(groups: Iterable[Group]) -> Iterator[str]:
    """Each part that has something to tell, by its name, and what it has to tell."""
    for group in groups:
        if group.findings:
            yield f"{group.name}:"
            for finding in group.findings:
                yield from _render(finding)
            yield ""


def _render(finding: Finding) -> Iterator[str]:
    mark = "wrong" if finding.is_wrong else "note"
    yield f"{mark}: {finding.where}: {finding.what}"
    yield f"       {finding.mend}"
    if finding.fix:
        yield "       `belfry doctor --fix` does it for you"
