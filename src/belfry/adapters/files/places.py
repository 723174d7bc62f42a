"""Where a file of the team lies on disk, and that it lies nowhere else."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from belfry.kernel.errors import InputError, NotFound, Permanent, Temporary
from belfry.ports.files import check_file_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_PASSING = frozenset({errno.EAGAIN, errno.EBUSY, errno.EINTR, errno.ETXTBSY, errno.ESTALE})
# Windows refuses a file that another program holds open: ERROR_SHARING_VIOLATION, _LOCK_.
_HELD_OPEN = frozenset({32, 33})


def find_place(top: Path, name: str) -> Path:
    """The file itself, through links that stay within `top`; InputError for those that do not."""
    return Path(find_path(top, name))


def find_path(top: Path, name: str) -> str:
    """The same, for whoever only wants to open it: to make a `Path` takes as long as to look."""
    home = _find_home(top)
    place = os.path.join(home, *check_file_name(name).split("/"))
    if _has_link(home, name):
        place = os.path.realpath(place)
        if not Path(place).is_relative_to(home):
            raise InputError(f"{name} leads out of the team's folder", field="name")
    return place


def _find_home(top: Path) -> str:
    """The folder itself, whatever links lead to it; looked up anew once they lead elsewhere."""
    try:
        found = os.stat(top)
    except OSError:
        return os.path.realpath(top)
    where = "" if top.is_absolute() else os.getcwd()
    return _resolve(str(top), where, found.st_dev, found.st_ino)


@lru_cache(maxsize=64)
def _resolve(top: str, _where: str, _device: int, _number: int) -> str:
    return os.path.realpath(top)


def _has_link(home: str, name: str) -> bool:
    """Whether any part of the name is a link: only then must it be followed to where it ends."""
    place = home
    for part in name.split("/"):
        place = f"{place}/{part}"
        if os.path.islink(place):
            return True
    return False


@contextmanager
def speaking_plainly(name: str) -> Iterator[None]:
    """Turn what the system says of a file into what it means for another try."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotFound(f"there is no file {name}") from error
    except OSError as error:
        said = f"{name}: {error.strerror or error}"
        if error.errno in _PASSING or getattr(error, "winerror", None) in _HELD_OPEN:
            raise Temporary(said) from error
        raise Permanent(said) from error
