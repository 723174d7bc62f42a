"""Whether a message that somebody or something drafted says only what is true of a job."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.job_times import find_stage
from belfry.entrypoints.cli.opening import find_folder
from belfry.entrypoints.cli.options import Json, Team
from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

    from belfry.jobs.fence import Verdict
    from belfry.jobs.shop import Shop


class Channel(StrEnum):
    SMS = "sms"
    EMAIL = "email"


def _fact(flag: str, says: str) -> Any:
    return typer.Option(flag, help=says, show_default=False)


def check_draft(
    draft: Annotated[str, typer.Argument(metavar="DRAFT", help="The whole message.")],
    stage: Annotated[str, typer.Option("--stage", metavar="STAGE", help="Where the job is.")],
    eta: Annotated[str | None, _fact("--eta", "By when the next stage is expected.")] = None,
    closing: Annotated[str | None, _fact("--closing", "When the shop closes that day.")] = None,
    name: Annotated[str, _fact("--name", "The customer's name.")] = "",
    item: Annotated[str, _fact("--item", "What the job is.")] = "",
    channel: Annotated[Channel, typer.Option("--channel", help="How it is sent.")] = Channel.SMS,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Check that a drafted message says only what is true of a job.

    For example: belfry jobs check-draft --stage ready "Your bike is ready."
    """
    from belfry.jobs.facts import gather_facts
    from belfry.jobs.fence import judge_draft

    shop = _find_shop(team)
    entered = find_stage(shop.stages, stage)
    following = shop.stages.next_main(entered)
    facts = gather_facts(
        shop=shop,
        name=name,
        item=item,
        job_id="",
        stage=entered.name,
        eta=eta,
        eta_stage=following.name if following else None,
        closing=closing,
    )
    verdict = judge_draft(draft, facts, stages=shop.stages, channel=channel.value)
    data = {"verdict": "pass" if verdict.passes else "reject", "reasons": _shape(verdict)}
    answer(data, _tell(verdict), as_json=as_json)


def _shape(verdict: Verdict) -> list[dict[str, str]]:
    return [{"rule": one.rule, "words": one.words, "says": one.says} for one in verdict.reasons]


def _tell(verdict: Verdict) -> str:
    if verdict.passes:
        return "pass: it says only what is true."
    return "\n".join(["reject:", *(f"- {one.says}" for one in verdict.reasons)])


def _find_shop(team: Path | None) -> Shop:
    """The team's shop as its settings stand; the example's where there is no team."""
    from belfry.entrypoints.cli.example import Wanted, render_team
    from belfry.jobs.read_shop import SETTINGS
    from belfry.jobs.shop import read_shop
    from belfry.kernel.sheets.codings import decode_text

    path = find_folder(team) / SETTINGS
    if path.is_file():
        text, _ = decode_text(path.read_bytes(), name=SETTINGS)
    else:
        example = Wanted("The Repair Bench", "Europe/London", "GB", "owner@example.com")
        text = render_team(example)[SETTINGS]
    reading = read_shop(text, doc=SETTINGS)
    if reading.shop is None:
        raise ConfigError(str(reading.problems[0]))
    return reading.shop
