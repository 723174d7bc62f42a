"""The audit log: search it, export it, and verify that it is whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from urllib.parse import urlencode

from fastapi import APIRouter, Response

from belfry.accounts.users import Act, Role, may
from belfry.entrypoints.web.pages.addresses import parse_cursor, render_cursor
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.words import WORDS, SubjectNames, find_action
from belfry.kernel.changes import AuditEntry
from belfry.ports.store import Place
from belfry.workspace.audit_log import NAME, Stretch

router = APIRouter(route_class=PageRoute)

SHOWN = 50
MOST_WORKFLOWS = 1000


@router.get("/audit")
def show_audit(visit: Looker) -> Response:
    query = visit.request.query_params
    asked, subjects = read_asked(query), _load_names(visit)
    before = parse_place(query.get("before", ""))
    results = visit.services.accounts.search_audit_log(
        asked.make_test(subjects.name_of, visit.user.role),
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
        entries=results.entries,
        is_first=before is None,
        is_cut=results.is_cut,
        following=asked.address(before=results.following) if results.following else "",
        # Verifying reads the whole log, which grows for years: only on request.
        verdict=visit.services.accounts.verify_audit_log() if query.get("check") == "yes" else None,
        subjects=subjects,
    )


@router.get("/audit.csv")
def export_audit(visit: Answerer) -> Response:
    asked, subjects = read_asked(visit.request.query_params), _load_names(visit)
    content = visit.services.accounts.export_audit_log(
        asked.make_test(subjects.name_of, visit.user.role),
        subjects.name_of,
        within=asked.find_stretch(visit),
    )
    headers = {"Content-Disposition": f'attachment; filename="{NAME}"'}
    return Response(content, media_type="text/csv", headers=headers)


def _load_names(visit: Visit) -> SubjectNames:
    """Many entries are about workflows: their names are read at once."""
    workflows = visit.services.ports.workflows.list_names(limit=MOST_WORKFLOWS)
    return SubjectNames(
        visit.services.ports.store,
        visit.services.accounts.name_doer,
        {workflow.id: workflow.name for workflow in workflows},
    )


BELFRY = "belfry"
LONGEST = 200
OF_EVERYBODY = ("workflow/", "job/", "control/", "message/", "contact/", "wordings/")
OF_THE_ROTA = ("rota/", "swap/", "time-off/", "clash/", "message/rota")
KINDS: Mapping[str, str] = WORDS.AUDIT_KINDS


@dataclass(frozen=True, slots=True)
class Asked:
    """The search as typed; `problem` says which day is not a date."""

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
        texts = {"who": self.who, "kind": self.kind, "name": self.name, "did": self.did}
        more = {"from": self.first, "to": self.last, "people": "yes" if self.by_people else ""}
        return {name: value for name, value in (texts | more).items() if value}

    def address(self, path: str = "/audit", before: Place | None = None) -> str:
        fields = self.fields | ({"before": render_place(before)} if before else {})
        return f"{path}?{urlencode(fields)}" if fields else path

    def find_stretch(self, visit: Visit) -> Stretch:
        """The days in the reader's time zone; the last one is included."""
        zone = visit.zone
        first, last = parse_day(self.first), parse_day(self.last)
        return Stretch(
            datetime.combine(first, time(0), zone) if first else None,
            datetime.combine(last + timedelta(days=1), time(0), zone) if last else None,
        )

    def make_test(self, name_of: Callable[[str], str], role: Role) -> Callable[[AuditEntry], bool]:
        """Whether an entry matches, by names and words as the page shows them."""
        who, name, did = (text.casefold() for text in (self.who, self.name, self.did))
        kind = f"{self.kind}/" if self.kind else ""

        def is_wanted(entry: AuditEntry) -> bool:
            return (
                is_shown_to(role, entry.subject)
                and not (self.by_people and entry.by == BELFRY)
                and entry.subject.startswith(kind)
                and (not did or did in f"{entry.action}\n{find_action(entry)}".casefold())
                and (not name or name in f"{entry.subject}\n{name_of(entry.subject)}".casefold())
                and (not who or who in f"{entry.by}\n{name_of(entry.by)}".casefold())
            )

        return is_wanted


def is_shown_to(role: Role, subject: str) -> bool:
    """Sign-ins are shown to those who manage people, other people's shifts to those who decide."""
    if may(role, Act.PEOPLE):
        return True
    if subject.startswith(OF_THE_ROTA):
        return may(role, Act.ANSWER)
    return subject.startswith(OF_EVERYBODY)


def read_asked(query: Mapping[str, str]) -> Asked:
    texts = {
        name: " ".join(query.get(name, "").split())[:LONGEST] for name in ("who", "name", "did")
    }
    kind = query.get("kind", "")
    days = [query.get(name, "").strip()[:LONGEST] for name in ("from", "to")]
    wrong = [day for day in days if day and parse_day(day) is None]
    return Asked(
        **texts,
        kind=kind if kind in KINDS else "",
        first=days[0],
        last=days[1],
        by_people=query.get("people") == "yes",
        problem=f"{wrong[0]} is no day: write it like 2026-11-16" if wrong else "",
    )


def parse_day(text: str) -> date | None:
    """None for anything but a date of this century."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if date(2000, 1, 1) <= day <= date(2100, 1, 1) else None


def render_place(place: Place) -> str:
    at, subject, seq = place
    return render_cursor(at, f"{seq}~{subject}")


def parse_place(text: str) -> Place | None:
    cursor = parse_cursor(text)
    number, _, subject = cursor[1].partition("~") if cursor else ("", "", "")
    is_number = number.isascii() and number.isdecimal() and len(number) < len("1" * 10)
    return (cursor[0], subject, int(number)) if cursor and is_number else None
