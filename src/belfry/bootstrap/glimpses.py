"""What can be named at a glance, while somebody presses Tab: nothing is made or waited for."""

from __future__ import annotations

from pathlib import Path


def list_workflow_names(folder: Path) -> list[str]:
    """Of a team whose records lie in its folder; those on a server are too far away for this."""
    from belfry.adapters.sql.glimpses import list_workflow_names as list_names

    return list_names(folder / ".belfry" / "belfry.db")
