"""What is to be kept running for a team, and what a system needs to know to do so."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from belfry.kernel.errors import InputError

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Post:
    """A program that is always there. `user` is whose rights it has, where the machine starts it.

    `writable` are the folders it writes to; all else it only reads.
    """

    name: str
    title: str
    command: Sequence[str]
    folder: Path
    user: str = ""
    writable: Sequence[Path] = ()


@dataclass(frozen=True, slots=True)
class Keeper:
    """How one system keeps a post: by a file, and commands that make it start, stop and tell.

    Where it `asks` first, the commands are for a person to run. `hints` are worth knowing.
    """

    file: Path
    text: str
    encoding: str
    start: Sequence[Sequence[str]]
    stop: Sequence[Sequence[str]]
    look: Sequence[str]
    hints: Sequence[str] = ()
    asks: bool = False


def name_post(said: str) -> str:
    """`belfry-` and what is left of the words in small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_NAME].strip("-")
    if not slug:
        raise InputError(f"{said!r} has no letter or digit; expected a name such as shop")
    return slug if slug.startswith("belfry") else f"belfry-{slug}"


def check_plain(text: str) -> str:
    """Such files are lines: a path that breaks one would say something else."""
    if not text.isprintable():
        raise InputError(f"{text!r} cannot be written into such a file: it is more than a line")
    return text
