"""Which documents the team writes, and the use cases about them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial

from belfry.bootstrap.ports import Ports
from belfry.bootstrap.tables import build_tables
from belfry.controls.rules import RULES_DOC as CONTROL_RULES
from belfry.controls.rules import SETTINGS as CONTROL_SETTINGS
from belfry.controls.say_rules_doc import SayRulesDoc
from belfry.desk.docs import DocKind
from belfry.desk.edit_doc import EditDoc
from belfry.desk.list_docs import ListDocs
from belfry.desk.list_tables import ListTables
from belfry.desk.open_doc import OpenDoc
from belfry.desk.read_doc import ReadDoc
from belfry.jobs.read_shop import SETTINGS
from belfry.jobs.settings_said import say_settings
from belfry.jobs.shop import SETTINGS as SHOP_SETTINGS
from belfry.kernel.rulebook.said import DocSaid
from belfry.rota.rule_readings import RULES_DOC as ROTA_RULES
from belfry.rota.rule_readings import SETTINGS as ROTA_SETTINGS
from belfry.rota.rules_said import say_rules, say_voice
from belfry.rota.voice import SETTINGS as VOICE_SETTINGS
from belfry.rota.voice import VOICE_DOC
from belfry.settings import Settings

MOST_KEPT = 4


@dataclass(frozen=True, kw_only=True)
class OfDocs:
    list_docs: ListDocs
    open_doc: OpenDoc
    edit_doc: EditDoc
    list_tables: ListTables


def build_docs(settings: Settings, ports: Ports) -> OfDocs:
    p = ports
    open_doc = OpenDoc(p.folder, p.versions, p.trail, p.clock)
    read_doc = ReadDoc(p.store, p.folder, p.clock)
    kinds = {kind.name: kind for kind in list_kinds(settings, ports)}
    return OfDocs(
        list_docs=ListDocs(p.store, open_doc, kinds),
        open_doc=open_doc,
        edit_doc=EditDoc(p.store, p.folder, p.versions, p.clock, open_doc, read_doc),
        list_tables=build_tables(settings, ports),
    )


def list_kinds(settings: Settings, ports: Ports) -> tuple[DocKind[DocSaid], ...]:
    """The same text is read once, unless what it means depends on another file."""
    remember = lru_cache(maxsize=MOST_KEPT)
    country = settings.country
    return (
        DocKind(
            SETTINGS,
            "Settings of the jobs",
            "Stages, typical times, opening hours, and what customers are told.",
            remember(partial(say_settings, country=country)),
            may_be_missing=False,
            settings=SHOP_SETTINGS,
        ),
        DocKind(
            ROTA_RULES,
            "Rules of the rota",
            "How long people work, how they rest, and how evenly shifts are shared.",
            remember(say_rules),
            settings=ROTA_SETTINGS,
        ),
        DocKind(
            VOICE_DOC,
            "Words of the rota",
            "How people are spoken to about their shifts.",
            remember(say_voice),
            settings=VOICE_SETTINGS,
        ),
        DocKind(
            CONTROL_RULES,
            "Rules of the controls",
            "When reminders go out, who sees to what, and who is told if nothing happens.",
            SayRulesDoc(ports.folder, country),
            settings=CONTROL_SETTINGS,
        ),
    )
