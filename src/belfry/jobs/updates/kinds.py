"""The kinds of messages that a shop can send: what happened, and at which stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.settings.stages import Stage, Stages


News = Literal["moved", "back", "first-seen", "holding"]
NEWS: tuple[News, ...] = ("moved", "back", "first-seen", "holding")
_MEANINGS = {
    "moved": "when a job comes to {stage}",
    "back": "when a job is back in {stage} from a side stage",
    "first-seen": "when a job is first seen, in {stage}",
    "holding": "when a job waits in {stage} for long",
}


@dataclass(frozen=True, slots=True)
class Kind:
    """`stage` is the name that the shop gives it today."""

    news: News
    stage: str

    def __str__(self) -> str:
        return f"{self.news}/{self.stage}"

    @property
    def meaning(self) -> str:
        return _MEANINGS[self.news].format(stage=f"\u201c{self.stage}\u201d")


def find_kind(text: str, stages: Stages) -> Kind | None:
    """The kind that `moved/ready` or `ready` means; None if there is no such kind or stage."""
    news, slash, name = text.partition("/")
    if not slash:
        news, name = "moved", text
    stage = stages.find_name(name)
    known = next((name for name in NEWS if name == news.strip().casefold()), None)
    return Kind(known, stage) if stage and known else None


def is_return(came_from: Sequence[str], stage: str, stages: Stages) -> bool:
    """Whether a job is back in the very stage that it left for a side stage.

    `came_from` are the stages it was in before, the latest first.
    """
    before = (stages.find(name) for name in came_from)
    main = next((past for past in before if past and not past.is_side), None)
    return is_back(came_from, stage, stages) and main == stages.find(stage)


def is_back(came_from: Sequence[str], stage: str, stages: Stages) -> bool:
    """Whether a job has come out of a side stage to go on."""
    side, now = stages.find(came_from[0] if came_from else ""), stages.find(stage)
    return bool(side and side.is_side and now and not now.is_side and now != stages.last)


def list_kinds(shop: Shop) -> list[Kind]:
    """Every kind that this shop can send, in the order of its stages."""
    return [Kind(news, stage.name) for stage in shop.stages for news in _list_news(stage, shop)]


def _list_news(stage: Stage, shop: Shop) -> Iterator[News]:
    stages = shop.stages
    is_silent = stage == stages.last and not shop.tells_last
    if stage != stages.main[0] and not is_silent:
        yield "moved"
    if not stage.is_side and stage != stages.last and len(stages.main) < len(stages.all):
        yield "back"
    if shop.tells_first_seen and stage != stages.last:
        yield "first-seen"
    if stage.name in shop.chase_after:
        yield "holding"


# Beside every job, whatever a shop calls it.
