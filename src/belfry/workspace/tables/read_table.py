"""Reading a table that the team owns, and keeping what it said."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from belfry.kernel.sheets import read_sheet
from belfry.ports.clock import Clock
from belfry.ports.files import Folder, Version, Versions, digest_content
from belfry.workspace.tables.cache import Cache
from belfry.workspace.tables.tables import Table, TableKind, make_table

_NEVER = datetime.min.replace(tzinfo=UTC)
# A longer list would fill the memory for the sake of the few who look at it.
MOST_REMEMBERED = 256 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTable:
    """A file that was changed is kept before it is looked at: a bad one can be compared, too."""

    folder: Folder
    versions: Versions
    clock: Clock
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, kind: TableKind) -> Table:
        """The table; NotFound, Temporary if it cannot be read now, SheetError if it is no good."""
        file = self.folder.read(kind.name)
        version = self.versions.keep(kind.name, file.content, self.clock.now())
        if len(file.content) > MOST_REMEMBERED:
            return replace(read_content(file.content, kind), version=version)
        made_from = (file.digest, kind)
        table = self.cache(kind.name, made_from, lambda: read_content(file.content, kind))
        return replace(table, version=version)


def read_content(content: bytes, kind: TableKind) -> Table:
    """The table that these bytes would be, of which no version is kept; SheetError as above."""
    digest = digest_content(content)
    unkept = Version(0, _NEVER, digest, len(content))
    return make_table(read_sheet(content, name=kind.name), kind, digest=digest, version=unkept)
