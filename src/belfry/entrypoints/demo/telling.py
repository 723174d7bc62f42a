"""What happened while the demo clock was moved, in a few words, and where it can be seen."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.kernel.cron import find_zone

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belfry.bootstrap import Services
    from belfry.entrypoints.demo.moving import Moved
    from belfry.kernel.audit import AuditEntry

MOST_ENTRIES = 4000
MOST_CONTROLS = 1000
MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened so many times; `path` is the page where it is seen."""

    count: int
    one: str
    many: str
    path: str

    def __str__(self) -> str:
        return f"{self.count} {self.one if self.count == 1 else self.many}"


# What an entry in the trail is to a visitor, in the order in which it is told.
_TOLD: Mapping[str, tuple[str, str, str]] = {
    "message sent": ("message went out", "messages went out", "/messages?show=sent"),
    "message held": ("waits for a better hour", "wait for a better hour", "/messages?show=held"),
    "message failed": ("could not be sent", "could not be sent", "/messages?show=wrong"),
    "job moved new": ("job came in", "jobs came in", "/jobs"),
    "job moved forward": ("job moved on", "jobs moved on", "/jobs"),
    "job moved back": ("job was put back", "jobs were put back", "/jobs"),
    "job chased": ("quiet job was chased", "quiet jobs were chased", "/jobs"),
    "contact wrote": ("customer wrote", "customers wrote", "/"),
    "control came due": ("control came due", "controls came due", "/controls"),
    "control done": ("control was done", "controls were done", "/controls"),
    "control escalated": ("control was escalated", "controls were escalated", "/controls"),
    "rota rota.drafted": ("draft was made", "drafts were made", "/rota"),
    "rota rota.published": ("week was published", "weeks were published", "/rota"),
    "swap swap.asked_for": ("swap was asked for", "swaps were asked for", "/rota/requests"),
    "time-off time_off.asked": ("asked for time off", "asked for time off", "/rota/requests"),
}


def tell_news(services: Services, moved: Moved) -> list[News]:
    """What became of things from then to now; nothing that only machines would notice."""
    subjects: dict[str, set[str]] = defaultdict(set)
    ended: set[str] = set()
    for entry in _list_entries(services, moved):
        kind = entry.subject.partition("/")[0]
        # Of a message only the latest counts: what was held for a night and then left did leave.
        if kind != MESSAGE or entry.subject not in ended:
            subjects[f"{kind} {entry.action}"].add(entry.subject)
        ended.add(entry.subject)
    subjects["control came due"] = _list_due(services, moved)
    counts = {name: len(found) for name, found in subjects.items()}
    return [News(counts[name], *said) for name, said in _TOLD.items() if counts.get(name)]


def _list_entries(services: Services, moved: Moved) -> Iterator[AuditEntry]:
    """The newest first."""
    latest: Sequence[AuditEntry] = services.ports.audit_log.list_latest(limit=MOST_ENTRIES)
    return (entry for entry in latest if moved.began < entry.at <= moved.ended)


def _list_due(services: Services, moved: Moved) -> set[str]:
    """The controls whose due date has come, and that were not done before it did."""
    zone = find_zone(services.settings.timezone)
    first, last = (moment.astimezone(zone).date() for moment in (moved.began, moved.ended))
    controls = services.ports.controls.list_page(limit=MOST_CONTROLS)
    return {one.id for one in controls if one.due_on and first < one.due_on <= last}
