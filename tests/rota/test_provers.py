"""Whether a home has a prover where the extra is installed, and does without one elsewhere."""

from __future__ import annotations

import sys

import pytest
from tests.rota.weeks import make_week

from belfry.bootstrap.ports import open_prover
from belfry.rota.drafts.proofs import Verdict


def test_home_without_the_extra_has_no_prover(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools", None)
    assert open_prover() is None


def test_home_with_the_extra_can_prove_that_no_rota_fills_more() -> None:
    pytest.importorskip("ortools", reason="the extra solver is not installed")
    week = make_week(["Mon 09:00-17:00", "Mon 10:00-18:00", "Mon 11:00-19:00"], ["Ana", "Ben"])
    rota = {"s/Mon/0900": ("Ana",), "s/Mon/1000": ("Ben",)}
    prover = open_prover()
    assert prover is not None
    assert prover.prove(week, rota).verdict is Verdict.PROVED
