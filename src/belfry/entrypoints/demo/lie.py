"""Run as a module: what the fence says to a draft that lies, as JSON."""

from __future__ import annotations

import gc
import json
import sys

from belfry.entrypoints.cli.example import Wanted, render_team
from belfry.entrypoints.demo.fence import LIE, STAGE
from belfry.entrypoints.demo.sample import ADMIN, COUNTRY, NAME, TIMEZONE
from belfry.jobs.facts import Facts
from belfry.jobs.fence import judge_draft
from belfry.jobs.read_shop import SETTINGS
from belfry.jobs.shop import read_shop


def judge_lie() -> list[tuple[str, str]]:
    """Why the draft may not be sent: the rules it breaks, and in words."""
    files = render_team(Wanted(NAME, TIMEZONE, COUNTRY, ADMIN))
    shop = read_shop(files[SETTINGS], country=COUNTRY).shop
    assert shop is not None
    facts = Facts(name="Maya", item="kettle", stage=STAGE, shop=shop.name)
    verdict = judge_draft(LIE, facts, stages=shop.stages)
    return [(one.rule, one.says) for one in verdict.reasons]


if __name__ == "__main__":
    # All its phrases are kept to the end: looking for what to throw away takes as long again.
    gc.disable()
    sys.stdout.write(json.dumps(judge_lie()))
