"""Which zone this machine is set to, and which country that zone is in."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

LOCAL_TIME = Path("/etc/localtime")
_BELOW = "zoneinfo/"


def guess_zone(local_time: Path = LOCAL_TIME) -> str | None:
    """By where the system's own link leads; None where it says nothing, or only UTC."""
    _, found, name = os.path.realpath(local_time).partition(_BELOW)
    if not found or name in ("UTC", "UCT", "Zulu", "GMT") or name.startswith(("Etc/", "posix")):
        return None
    return name


def guess_country(zone: str) -> str:
    """Two letters; none for a zone that is not one country's."""
    table = files("tzdata") / "zoneinfo" / "zone.tab"
    for line in table.read_text(encoding="utf-8").splitlines():
        columns = line.split("\t")
        if not line.startswith("#") and columns[2:3] == [zone]:
            return columns[0]
    return ""
