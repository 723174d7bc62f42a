"""How a line that is only switched on or off reads in every room's document."""

from __future__ import annotations

from belfry.kernel.rulebook.readers import parse_yes_no, render_yes_no
from belfry.kernel.rulebook.vocabulary import Setting


def make_switch(name: str, field: str, does: str) -> Setting:
    """It is off unless the document says so."""
    return Setting(
        name=name,
        field=field,
        read=parse_yes_no,
        does=does,
        example="yes",
        default="no",
        show=render_yes_no,
    )
