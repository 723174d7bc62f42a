"""Where a file of the team lies on disk, and that it lies nowhere else."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from belfry.kernel.errors import InputError, NotFound, Permanent, Temporary
from belfry.ports.folder import check_file_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_PASSING = frozenset({errno.EAGAIN, errno.EBUSY, errno.EINTR, errno.ETXTBSY, errno.ESTALE})
# Windows refuses a file that another program holds open: ERROR_SHARING_VIOLATION, _LOCK_.
_HELD_OPEN = frozenset({32, 33})


def find_place(top: Path, name: str) -> Path:
    """The file itself, through links that stay within `top`; InputError for those that do not."""
    place = Path(os.path.realpath(top / check_file_name(name)))
    if not place.is_relative_to(os.path.realpath(top)):
        raise InputError(f"{name} leads out of the team's folder", field="name")
    return place


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
