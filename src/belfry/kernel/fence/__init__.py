"""The fence: outside the facts, a text written by a model may hold nothing but listed courtesy."""

from __future__ import annotations

from belfry.kernel.fence.acts import Acts, read_acts
from belfry.kernel.fence.automaton import Automaton, Stop
from belfry.kernel.fence.surface import Reason, Verdict, check_surface

__all__ = ["Acts", "Automaton", "Reason", "Stop", "Verdict", "check_surface", "read_acts"]
