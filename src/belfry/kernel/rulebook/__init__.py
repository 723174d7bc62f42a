"""What a team's settings and rules docs say, written in plain sentences."""

from __future__ import annotations

from belfry.kernel.rulebook.readers import (
    Things,
    UnknownWord,
    parse_counts,
    parse_names,
    parse_per_thing,
    parse_percent,
    parse_yes_no,
    read_part,
    refuse,
    render_percent,
    render_yes_no,
)
from belfry.kernel.rulebook.reading import DocProblem, Entry, Reading, read_doc, render_reading
from belfry.kernel.rulebook.vocabulary import Setting, Vocabulary, find_nearest, fold_name

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
