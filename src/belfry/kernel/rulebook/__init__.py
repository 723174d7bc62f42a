"""What a team's settings and rules docs say, written in plain sentences."""

from __future__ import annotations

from belfry.kernel.rulebook.misreadings import UnknownWord, read_part, refuse
from belfry.kernel.rulebook.names import find_nearest, fold_name
from belfry.kernel.rulebook.per_thing import Things, parse_per_thing
from belfry.kernel.rulebook.problems import DocProblem
from belfry.kernel.rulebook.readers import (
    parse_counts,
    parse_names,
    parse_percent,
    parse_yes_no,
    render_percent,
    render_yes_no,
)
from belfry.kernel.rulebook.reading import Entry, Reading, read_doc, render_reading
from belfry.kernel.rulebook.vocabulary import Setting, Vocabulary

__all__ = [
    "DocProblem",
    "Entry",
    "Reading",
    "Setting",
    "Things",
    "UnknownWord",
    "Vocabulary",
    "find_nearest",
    "fold_name",
    "parse_counts",
    "parse_names",
    "parse_per_thing",
    "parse_percent",
    "parse_yes_no",
    "read_doc",
    "read_part",
    "refuse",
    "render_percent",
    "render_reading",
    "render_yes_no",
]
