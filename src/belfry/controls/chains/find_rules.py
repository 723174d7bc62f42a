"""Find the rules to go by when somebody does or asks something."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.controls.chains.read_rules_doc import ReadRules
from belfry.controls.chains.rules import Rules
from belfry.workspace.docs.read_doc import NeverRead


@dataclass(frozen=True, slots=True)
class FindRules:
    read_rules: ReadRules

    def __call__(self) -> Rules:
        """Rules that nobody can read keep nobody from working: Belfry's own hold meanwhile.

        No tick goes by these. Once the team's can be read, every control is looked at anew.
        """
        try:
            return self.read_rules().rules
        except NeverRead:
            return Rules()
