"""What changed in a table between one version and another."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.sheets import Comparison, compare_sheets, read_sheet
from belfry.ports.files import Versions
from belfry.workspace.tables.tables import TableKind


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareVersions:
    versions: Versions

    def __call__(self, kind: TableKind, old: int, new: int) -> Comparison:
        """The differences in words; NotFound for a version that is not there."""
        sheets = [
            read_sheet(self.versions.get(kind.name, number), name=f"{kind.name} (version {number})")
            for number in (old, new)
        ]
        return compare_sheets(sheets[0], sheets[1], key=kind.key)
