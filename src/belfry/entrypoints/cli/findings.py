"""What `belfry doctor` found, and how its checks read the team's files.

The files are read as they are: no version is stored, and no database is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.kernel.errors import BelfryError, InputError, NotFound
from belfry.kernel.sheets.sheets import decode_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from belfry.kernel.rulebook import DocProblem
    from belfry.ports.files import Folder
    from belfry.settings import Settings
    from belfry.workspace.people import People
    from belfry.workspace.tables import Table, TableKind

MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know, where it is and how to correct it; not all of it is wrong.

    `fix` corrects it without risk, and says what it did.
    """

    what: str
    where: str
    mend: str
    is_wrong: bool = True
    fix: Callable[[], str] | None = None
    group: str = ""


def read_present(folder: Folder, kind: TableKind) -> Table:
    from belfry.bootstrap import system_clock
    from belfry.kernel.sheets import read_sheet
    from belfry.ports.files import Version
    from belfry.workspace.tables import make_table

    file = folder.read(kind.name)
    unstored = Version(0, system_clock().now(), file.digest, len(file.content))
    sheet = read_sheet(file.content, name=kind.name)
    return make_table(sheet, kind, digest=file.digest, version=unstored)


def read_known_people(folder: Folder, settings: Settings) -> People:
    """Nobody if the list cannot be read: the check of the people reports why."""
    from belfry.workspace.people import People
    from belfry.workspace.people_sheet import PEOPLE, read_people

    try:
        return read_people(read_present(folder, PEOPLE), country=settings.country)
    except (NotFound, InputError):
        return People()


def check_doc(
    folder: Folder, doc: str, check: Callable[[str], Iterable[Finding]]
) -> Iterator[Finding]:
    """What is found in the text of a document, or why it cannot be read."""
    try:
        text, _ = decode_text(folder.read(doc).content, name=doc)
        yield from check(text)
    except NotFound:
        return
    except InputError as error:
        mend = "save it as plain text, and see that country in belfry.toml is right"
        yield Finding(str(error), doc, mend)
    except BelfryError as error:
        yield Finding(str(error), doc, "see that it can be read")


def report_lines(problems: Iterable[DocProblem], mend: str) -> Iterator[Finding]:
    for problem in problems:
        where, _, what = str(problem).partition(": ")
        yield Finding(what, where, mend)


def name_some(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown
