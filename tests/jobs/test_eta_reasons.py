"""Whether an ETA is explained as it was found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.jobs.shops import Bench

from belfry.jobs.updates.eta_reasons import explain_eta


def explain(bench: Bench, stage: str) -> str:
    bench.set()
    bench.put("J-1", stage)
    bench.poll()
    shop_now = bench.house.services.jobs.read_shop()
    return explain_eta(bench.job("J-1"), shop_now.shop, shop_now.calendar)


@pytest.mark.parametrize(
    "stage, reason",
    [
        (
            "in progress",
            "in progress usually takes 2 days + 20% to be safe; counted in opening hours, and "
            "rounded later",
        ),
        (
            "diagnosing",
            "diagnosing usually takes half a day + 20% to be safe; counted in opening hours, and "
            "rounded later",
        ),
        ("received", "no time is told: the settings name no typical time for received"),
        (
            "awaiting parts",
            "no time is told while a job is in awaiting parts: it stands beside the line",
        ),
        ("collected", ""),
    ],
)
def test_eta_is_explained_by_the_settings(bench: Bench, stage: str, reason: str) -> None:
    assert explain(bench, stage) == reason


def test_eta_told_under_other_settings_says_so(bench: Bench) -> None:
    explain(bench, "in progress")
    bench.set("Typical time: in progress 9 days", without=["Typical"])
    shop_now = bench.house.services.jobs.read_shop()
    said = explain_eta(bench.job("J-1"), shop_now.shop, shop_now.calendar)
    assert said == "as the settings were when the job came here"


def test_eta_without_a_buffer_names_none(bench: Bench) -> None:
    bench.set("Buffer: 0%")
    bench.put("J-1", "in progress")
    bench.poll()
    shop_now = bench.house.services.jobs.read_shop()
    job = replace(bench.job("J-1"), row="")
    assert explain_eta(job, shop_now.shop, shop_now.calendar).startswith(
        "in progress usually takes 2 days; counted"
    )
