"""Whether every week can be explained, in sentences that a manager can read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hypothesis import given, settings
from tests.rota.placed_strategies import placed_weeks

from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.explaining.explain_week import list_repairs
from belfry.rota.explaining.explanations import ShiftExplanation, explain_shift
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Week

# The ids of these weeks all have a mark that no sentence has a use for.
UNREADABLE = re.compile(r"#|[<>{}\[\]'_]{2}|None|\d\.\d|datetime|frozenset|-\d+ h|\bBlock|  ")


@settings(derandomize=True, max_examples=150, deadline=None)
@given(placed_weeks())
def test_everybody_is_told_of_once_and_in_words(made: tuple[Week, Rota]) -> None:
    placed = Placed(*made)
    for shift in placed.week.shifts:
        explained = explain_shift(placed, shift.id)
        told = [reason.name for reason in (*explained.placed, *explained.others)]
        assert sorted(told) == sorted(placed.members)
        assert tuple(reason.name for reason in explained.placed) == placed.rota[shift.id]
        for sentence in list_sentences(explained):
            assert sentence.strip()
            assert UNREADABLE.search(sentence) is None, sentence


@settings(derandomize=True, max_examples=150, deadline=None)
@given(placed_weeks())
def test_outcome_agrees_with_the_people(made: tuple[Week, Rota]) -> None:
    placed = Placed(*made)
    for shift in placed.week.shifts:
        outcome = explain_shift(placed, shift.id).outcome
        assert outcome.missing == shift.headcount - len(placed.rota[shift.id])
        if outcome.outcome in (Outcome.FILLED, Outcome.FAIR_SWAP):
            assert outcome.missing == 0
        if outcome.outcome is Outcome.SHORT_STAFFED:
            assert outcome.missing > 0
        takers = [rank.name for rank in placed.list_takers(shift)]
        assert (outcome.runner_up != "") == (outcome.outcome is Outcome.FAIR_SWAP)
        assert outcome.runner_up in ("", *takers[:1])


@settings(derandomize=True, max_examples=50, deadline=None)
@given(placed_weeks(), placed_weeks())
def test_repairs_are_told_of_any_two_rotas(
    made: tuple[Week, Rota], other: tuple[Week, Rota]
) -> None:
    placed = Placed(*made)
    for repair in list_repairs(placed, other[1]):
        assert repair.words.startswith(f"{repair.name} takes ")
        assert UNREADABLE.search(repair.words) is None, repair.words


def list_sentences(explained: ShiftExplanation) -> Iterator[str]:
    yield explained.title
    yield explained.outcome.why
    yield from explained.wishes
    for reason in (*explained.placed, *explained.others):
        yield reason.words
    for option in explained.options:
        yield option.words
