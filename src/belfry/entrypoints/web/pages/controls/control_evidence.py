"""The evidence of a control: handed over, looked at, and saved.

A picture is one that was made anew here. A document is as it came from anybody, so it is never
opened as a page of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.controls.control_acts import finish
from belfry.entrypoints.web.pages.controls.control_forms import read_day
from belfry.entrypoints.web.pages.controls.control_page import ControlName, render_control
from belfry.entrypoints.web.pages.documents.uploads import Uploaded
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.image_processor import MEDIA_TYPE

if TYPE_CHECKING:
    from belfry.controls.histories import Evidence

router = APIRouter(route_class=PageRoute)

# Browsers ask each time whether it is still there, and get it again only if it is another.
KEPT_BY_BROWSERS = "private, no-cache"
# Whatever is in a file, it runs nothing, loads nothing and knows nothing of this site.
SHUT_IN = "sandbox; default-src 'none'"

Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/controls/{name}/evidence/{number}")
def show_evidence(visit: Looker, name: ControlName, number: Number) -> Response:
    acts = visit.services.controls.acts
    shown = acts.show_evidence(acts.find(parse_name(name)).id, number)
    if not shown.evidence.digest:
        raise NotFound("that is a note, and has no file")
    headers = _describe(shown.evidence)
    if headers["ETag"] in visit.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(shown.content, media_type=shown.evidence.media_type, headers=headers)


@router.post("/controls/{name}/evidence")
def add_evidence(upload: Uploaded, name: ControlName) -> Response:
    """Whoever gives proof of what they have done may say so in one go."""
    visit, control = upload.visit, parse_name(name)
    is_done = visit.form.get("then") == "done"
    try:
        visit.services.controls.acts.add_evidence(
            control,
            by=visit.by,
            note=visit.form.get("note", ""),
            content=upload.content or None,
            file_name=upload.name,
            cycle_due_on=read_day(visit.form, "due_on"),
        )
        if is_done:
            finish(visit, control)
    except (Conflict, InputError) as error:
        return render_control(visit, control, error)
    return visit.go(f"/controls/{name}", "control-done" if is_done else "evidence-added")


def _describe(evidence: Evidence) -> dict[str, str]:
    """Pictures are shown, anything else is saved."""
    manner = "inline" if evidence.media_type == MEDIA_TYPE else "attachment"
    return {
        "Cache-Control": KEPT_BY_BROWSERS,
        "Content-Disposition": f"{manner}; filename*=UTF-8''{quote(evidence.file_name, safe='')}",
        "Content-Security-Policy": SHUT_IN,
        "ETag": f'"{evidence.digest[:32]}"',
    }
