"""Whether all is well with a team; if not, what, where, and how to mend it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.options import Json, Team
from belfry.entrypoints.cli.progress import showing_progress

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from belfry.entrypoints.cli.findings import Group
    from belfry.entrypoints.cli.progress import Hear

# What is mended may show what else there is to mend: a database that is made can be looked into.
MOST_ROUNDS = 3


def doctor(
    fix: Annotated[
        bool, typer.Option("--fix", help="Mend what can be mended without risk, and say what.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Check everything, and say how to mend what is wrong. Without --fix, nothing is changed.

    For example: belfry doctor --team shop

    For example: belfry doctor --fix
    """
    from belfry.entrypoints.cli.examining import examine
    from belfry.entrypoints.cli.findings import list_findings, render_groups, shape_finding

    with showing_progress("Looking", as_json=as_json) as hear:
        mended = _mend(team, hear) if fix else []
        groups = list(examine(team, hear))
    is_well = not any(finding.is_wrong for finding in list_findings(groups))
    lines = [*(f"mended: {did}" for did in mended), *render_groups(groups)]
    lines.append("All is well." if is_well else "Something is wrong.")
    data = {
        "ok": is_well,
        "mended": mended,
        "findings": [shape_finding(group.name, one) for group in groups for one in group.findings],
    }
    answer(data, "\n".join(lines), as_json=as_json)
    if not is_well:
        raise typer.Exit(1)


def _mend(team: Path | None, hear: Hear) -> list[str]:
    """What was done; what cannot be done is found again by the look that follows."""
    from belfry.entrypoints.cli.examining import examine

    did: list[str] = []
    for _ in range(MOST_ROUNDS):
        now = _carry_out(list(examine(team, hear)))
        did += now
        if not now:
            break
    return did


def _carry_out(groups: Sequence[Group]) -> list[str]:
    from belfry.entrypoints.cli.findings import list_findings
    from belfry.kernel.errors import BelfryError

    did = []
    for finding in list_findings(groups):
        if finding.fix:
            try:
                did.append(finding.fix())
            except (BelfryError, OSError):
                continue
    return did
