"""What the team's rules doc says about the rota.

A doc with a line that cannot be read gives no rules at all, so that half of a change never counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from belfry.kernel.rulebook import DocProblem, Setting, read_doc
from belfry.rota.rules.rule_lines import make_vocabulary
from belfry.rota.rules.rules import Rules

RULES_DOC = "rota/rules.txt"
SETTINGS: tuple[Setting, ...] = make_vocabulary().settings


def read_rules(text: str, *, doc: str = RULES_DOC) -> tuple[Rules | None, Sequence[DocProblem]]:
    """The rules that a doc describes, or what is wrong with it."""
    reading = read_doc(text, make_vocabulary(), doc)
    if reading.problems:
        return None, reading.problems
    return Rules(**reading.values), ()


def write_rules_reading(rules: Rules) -> list[str]:
    """What was understood, one line each, in words that can be read again."""
    return [f"{one.name}: {one.show(getattr(rules, one.field))}" for one in SETTINGS]
