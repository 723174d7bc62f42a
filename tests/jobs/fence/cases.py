"""Drafts with known answers, and the facts they are judged by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from belfry.jobs.facts import Facts
from belfry.jobs.fence import Verdict, judge_draft
from belfry.jobs.stages import Stages, parse_stages

DATA = Path(__file__).parents[2] / "data"
USUAL = parse_stages(
    "received, diagnosing, in progress (also: started, working on it), awaiting parts (side), "
    "ready (also: ready to collect), collected"
)
ETA = "Thursday afternoon"

Case = dict[str, Any]


def read_cases(name: str) -> list[Case]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def judge_case(case: Case) -> Verdict:
    """The name and the item are given where the draft names them, unless the case gives its own."""
    draft = case["draft"]
    name = case.get("name", "Maya" if "Maya" in draft else "")
    item = case.get("item", "iPhone screen repair" if "iPhone" in draft else "")
    return judge(
        draft,
        case["stage"],
        eta=case["eta"],
        stages=_parse(case["stages"]),
        channel=case.get("channel", "sms"),
        name=name,
        item=item,
        closing=case.get("closing"),
        shop=case.get("shop", "The Repair Bench"),
    )


def judge(
    draft: str,
    stage: str = "in progress",
    *,
    eta: str | None = None,
    stages: Stages = USUAL,
    channel: Any = "sms",
    may_reply: bool = True,
    shop: str = "The Repair Bench",
    **facts: Any,
) -> Verdict:
    entered = stages.find(stage)
    following = stages.next_main(entered) if entered else None
    given = Facts(
        stage=stage,
        eta=eta,
        eta_stage=following.name if eta and following else None,
        shop=shop,
        sign_off=f"\u2014 {shop}",
        **facts,
    )
    return judge_draft(draft, given, stages=stages, channel=channel, may_reply=may_reply)


def rules(draft: str, stage: str = "in progress", **given: Any) -> set[str]:
    return {reason.rule for reason in judge(draft, stage, **given).reasons}


def _parse(names: list[str]) -> Stages:
    if names == [stage.name for stage in USUAL]:
        return USUAL
    return parse_stages(", ".join(names))
