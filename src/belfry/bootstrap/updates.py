"""What writes to a job's customer, and who finds the words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from belfry.bootstrap.ports import Ports
from belfry.jobs.gather_updates import GatherUpdates
from belfry.jobs.phrase_updates import PhraseUpdates
from belfry.jobs.read_shop import ReadShop
from belfry.jobs.updates.answer_wording import AnswerWording, ListWordings
from belfry.jobs.updates.suggest_wordings import SuggestWordings
from belfry.jobs.write_updates import WriteUpdates
from belfry.settings import Settings


def build_updates(
    settings: Settings,
    ports: Ports,
    read_shop: ReadShop,
    find_team: Callable[[], frozenset[str]],
) -> WriteUpdates:
    p = ports
    return WriteUpdates(
        p.store,
        p.jobs,
        read_shop,
        GatherUpdates(p.store, p.photos, p.shelf, settings.public_url or ""),
        settings.admin,
        find_team,
        two_way={"email": bool(settings.mail.host), "sms": settings.sms.two_way},
        phrase=_build_phrase(settings, ports),
    )


def _build_phrase(settings: Settings, ports: Ports) -> PhraseUpdates | None:
    if ports.phraser is None:
        return None
    return PhraseUpdates(ports.store, ports.clock, ports.phraser, _find_patience(settings))


def _find_patience(settings: Settings) -> timedelta:
    return timedelta(seconds=settings.model.within_seconds)


@dataclass(frozen=True, kw_only=True)
class OfWordings:
    list: ListWordings
    suggest: SuggestWordings
    answer: AnswerWording


def build_wordings(settings: Settings, ports: Ports, read_shop: ReadShop) -> OfWordings:
    p, within = ports, _find_patience(settings)
    return OfWordings(
        list=ListWordings(p.store, read_shop),
        suggest=SuggestWordings(p.store, p.clock, read_shop, p.phraser, within),
        answer=AnswerWording(p.store, p.clock, read_shop),
    )
