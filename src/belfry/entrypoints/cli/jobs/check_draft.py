"""Whether a draft with slots may be sent: what the fence says to it, and why."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.jobs.job_times import find_stage
from belfry.entrypoints.cli.opening import find_folder
from belfry.entrypoints.cli.options import Json, Team
from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.settings.stages import Stage
    from belfry.kernel.fence.surface import Verdict


class Channel(StrEnum):
    SMS = "sms"
    EMAIL = "email"


class KindOfNews(StrEnum):
    MOVED = "moved"
    BACK = "back"
    FIRST_SEEN = "first-seen"
    HOLDING = "holding"


def _fact(flag: str, says: str) -> Any:
    return typer.Option(flag, help=says, show_default=False)


def check_draft(
    draft: Annotated[str, typer.Argument(metavar="DRAFT", help="The whole draft, with slots.")],
    stage: Annotated[str, typer.Option("--stage", metavar="STAGE", help="Where the job is.")],
    kind: Annotated[KindOfNews, typer.Option("--kind", help="What happened.")] = KindOfNews.MOVED,
    eta: Annotated[str | None, _fact("--eta", "By when the next stage is expected.")] = None,
    closing: Annotated[str | None, _fact("--closing", "When the shop closes that day.")] = None,
    name: Annotated[str, _fact("--name", "The customer's name.")] = "",
    item: Annotated[str, _fact("--item", "What the job is.")] = "",
    photo: Annotated[str | None, _fact("--photo", "Where a photo can be seen.")] = None,
    link: Annotated[str | None, _fact("--link", "The customer's page.")] = None,
    channel: Annotated[Channel, typer.Option("--channel", help="How it is sent.")] = Channel.SMS,
    no_reply: Annotated[
        bool, typer.Option("--no-reply", help="An answer does not reach the shop.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Check that a draft says nothing but courtesy around the sentences that Belfry makes.

    For example: belfry jobs check-draft --stage ready "Hi {name}, good news: {news} Thank you!"
    """
    shop = _find_shop(team)
    facts = {"name": name, "item": item, "photo": photo, "link": link, "closing": closing}
    verdict = _judge(
        draft, shop, find_stage(shop.stages, stage), kind, channel, no_reply, eta, facts
    )
    data = {"verdict": "pass" if verdict.passes else "reject", "reasons": _shape(verdict)}
    answer(data, _tell(verdict), as_json=as_json)


def _judge(
    draft: str,
    shop: Shop,
    stage: Stage,
    kind: KindOfNews,
    channel: Channel,
    no_reply: bool,
    eta: str | None,
    given: dict[str, str | None],
) -> Verdict:
    from belfry.jobs.updates.facts import Facts
    from belfry.jobs.updates.fence import Setting, judge_draft
    from belfry.jobs.updates.plain import Speaker, check_size, write_words
    from belfry.kernel.fence.surface import Verdict

    setting = Setting(
        kind.value,
        stage.name,
        channel.value,
        has_when=bool(eta or given["closing"]),
        has_look=bool(given["photo"] or given["link"]),
        may_reply=not no_reply,
    )
    verdict = judge_draft(draft, shop, setting)
    if not verdict.passes:
        return verdict
    following = shop.stages.next_main(stage)
    facts = Facts(
        stage=stage.name,
        eta=eta,
        eta_stage=following.name if following and eta else None,
        shop=shop.name,
        sign_off=shop.sign_off,
        **given,  # type: ignore[arg-type]
    )
    speaker = Speaker(facts, shop, news=kind.value, channel=channel.value)
    template = shop.language.compile(draft)
    words = write_words(speaker, speaker.fill(template), is_greeted=template.greets)
    return Verdict(tuple(check_size(words.text, channel.value)))


def _shape(verdict: Verdict) -> list[dict[str, str]]:
    return [
        {"rule": reason.rule, "words": reason.words, "says": reason.says}
        for reason in verdict.reasons
    ]


def _tell(verdict: Verdict) -> str:
    if verdict.passes:
        return "pass: besides the slots it holds nothing but courtesy."
    return "\n".join(["reject:", *(f"- {reason.says}" for reason in verdict.reasons)])


def _find_shop(team: Path | None) -> Shop:
    """The team's shop as its settings stand; the example's where there is no team."""
    from belfry.entrypoints.cli.team.example import Wanted, render_team
    from belfry.jobs.settings.read_shop import SETTINGS
    from belfry.jobs.settings.shop import read_shop
    from belfry.kernel.sheets.sheets import decode_text

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
