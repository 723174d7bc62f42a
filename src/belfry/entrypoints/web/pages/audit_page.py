"""Who did what, when and to what, and whether the account of it is still whole."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fastapi import APIRouter, Response

from belfry.accounts.users import Act, may
from belfry.entrypoints.web.pages import words
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.cron import find_zone
from belfry.workspace.audit_log import NAME, Stretch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from belfry.accounts.users import Role
    from belfry.kernel.audit import AuditEntry
    from belfry.ports.store import Place

router = APIRouter(route_class=PageRoute)

SHOWN = 50
MOST_WORKFLOWS = 1000


@router.get("/audit")
def show_audit(visit: Looker) -> Response:
    """The whole trail is read only when somebody asks whether it is whole: it grows for years."""
    query = visit.request.query_params
    asked, who = read_asked(query), _know(visit)
    before = parse_place(query.get("before", ""))
    found = visit.services.accounts.search_audit_log(
        asked.make_test(who.name_of, visit.user.role),
        within=asked.find_stretch(visit),
        before=before,
        limit=SHOWN,
    )
    return visit.show(
        "audit.html",
        status=422 if asked.problem else 200,
        asked=asked,
        kinds=KINDS,
        longest=LONGEST,
        errors={"from": asked.problem} if asked.problem else {},
        entries=found.entries,
        is_first=before is None,
        is_cut=found.is_cut,
        following=asked.address(before=found.following) if found.following else "",
        verdict=visit.services.accounts.verify_audit_log() if query.get("check") == "yes" else None,
        who=who,
    )


@router.get("/audit.csv")
def export_audit(visit: Looker) -> Response:
    asked, who = read_asked(visit.request.query_params), _know(visit)
    content = visit.services.accounts.export_audit_log(
        asked.make_test(who.name_of, visit.user.role),
        who.name_of,
        within=asked.find_stretch(visit),
    )
    headers = {"Content-Disposition": f'attachment; filename="{NAME}"'}
    return Response(content, media_type="text/csv", headers=headers)


def _know(visit: Visit) -> WhoIsWho:
    """Much of what is written down was done to workflows: their names are looked up at once."""
    workflows = visit.services.ports.workflows.list_names(limit=MOST_WORKFLOWS)
    return WhoIsWho(visit.services, {one.id: one.name for one in workflows})


BELFRY = "belfry"
LONGEST = 200
OF_EVERYBODY = ("workflow/", "job/", "control/", "message/", "contact/", "wordings/")
OF_THE_ROTA = ("rota/", "swap/", "time-off/", "clash/", "message/rota")
KINDS = {
    "": "Anything",
    "job": "Jobs",
    "contact": "Customers",
    "message": "Messages",
    "wordings": "Wordings",
    "control": "Controls",
    "rota": "Weeks of the rota",
    "swap": "Swaps",
    "time-off": "Time off",
    "clash": "Clashes",
    "workflow": "Workflows",
    "user": "People",
    "key": "Keys",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody typed; `problem` says which day of theirs is none."""

    who: str = ""
    kind: str = ""
    name: str = ""
    did: str = ""
    first: str = ""
    last: str = ""
    by_people: bool = False
    problem: str = ""

    @property
    def fields(self) -> dict[str, str]:
        said = {"who": self.who, "kind": self.kind, "name": self.name, "did": self.did}
        more = {"from": self.first, "to": self.last, "people": "yes" if self.by_people else ""}
        return {name: value for name, value in (said | more).items() if value}

    def address(self, path: str = "/audit", before: Place | None = None) -> str:
        said = self.fields | ({"before": render_place(before)} if before else {})
        return f"{path}?{urlencode(said)}" if said else path

    def find_stretch(self, visit: Visit) -> Stretch:
        """The days named, on the reader's wall clock; the last one is part of it."""
        zone = find_zone(visit.user.timezone or visit.services.settings.timezone)
        first, last = parse_day(self.first), parse_day(self.last)
        return Stretch(
            datetime.combine(first, time(0), zone) if first else None,
            datetime.combine(last + timedelta(days=1), time(0), zone) if last else None,
        )

    def make_test(self, name_of: Callable[[str], str], role: Role) -> Callable[[AuditEntry], bool]:
        """Whether an entry is one of those asked for, by names and words as the page has them."""
        who, name, did = (said.casefold() for said in (self.who, self.name, self.did))
        kind = f"{self.kind}/" if self.kind else ""

        def is_wanted(entry: AuditEntry) -> bool:
            return (
                is_shown_to(role, entry.subject)
                and not (self.by_people and entry.by == BELFRY)
                and entry.subject.startswith(kind)
                and (not did or did in f"{entry.action}\n{words.find_action(entry)}".casefold())
                and (not name or name in f"{entry.subject}\n{name_of(entry.subject)}".casefold())
                and (not who or who in f"{entry.by}\n{name_of(entry.by)}".casefold())
            )

        return is_wanted


def is_shown_to(role: Role, subject: str) -> bool:
    """When people come and go is for those to know who look after the people.

    What is about other people's shifts is for those who decide about them.
    """
    if may(role, Act.PEOPLE):
        return True
    if subject.startswith(OF_THE_ROTA):
        return may(role, Act.ANSWER)
    return subject.startswith(OF_EVERYBODY)


def read_asked(query: Mapping[str, str]) -> Asked:
    said = {
        name: " ".join(query.get(name, "").split())[:LONGEST] for name in ("who", "name", "did")
    }
    kind = query.get("kind", "")
    days = [query.get(name, "").strip()[:LONGEST] for name in ("from", "to")]
    wrong = [day for day in days if day and parse_day(day) is None]
    return Asked(
        **said,
        kind=kind if kind in KINDS else "",
        first=days[0],
        last=days[1],
        by_people=query.get("people") == "yes",
        problem=f"{wrong[0]} is no day: write it like 2026-11-16" if wrong else "",
    )


def parse_day(text: str) -> date | None:
    """None for nothing, and for what is no day that anything could have happened on."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if date(2000, 1, 1) <= day <= date(2100, 1, 1) else None


def render_place(place: Place) -> str:
    """Where the list goes on, for the address of its next page."""
    at, subject, seq = place
    return f"{at.astimezone(UTC).isoformat()}~{seq}~{subject}"


def parse_place(text: str) -> Place | None:
    """None for text that is no place: the list then begins at its beginning."""
    moment, _, rest = text.partition("~")
    number, _, subject = rest.partition("~")
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return None
    is_number = number.isascii() and number.isdecimal() and len(number) < len("1" * 10)
    return (at, subject, int(number)) if at.tzinfo and is_number and "\0" not in subject else None
