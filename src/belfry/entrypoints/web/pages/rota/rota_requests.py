"""What people asked of the rota: what waits for a decision, and what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.rota.rota_week import find_status
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.rota.publishing.own_shifts import say_shift
from belfry.rota.requests.requests import SwapState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.bootstrap import Services
    from belfry.kernel.errors import BelfryError
    from belfry.rota.requests.requests import Swap

router = APIRouter(route_class=PageRoute)


@router.get("/rota/requests")
def list_requests(visit: Answerer) -> Response:
    return render_requests(visit)


def render_requests(
    visit: Visit, error: BelfryError | None = None, *, about: str = "", act: str = ""
) -> Response:
    """`error` is why what somebody asked for, `act` upon `about`, was not done."""
    room = visit.services.rota
    found, past = room.requests.list(), room.pages.list_past()
    swaps = [*found.swaps, *(one.swap for one in past if one.swap)]
    return visit.show(
        "rota_requests.html",
        status=find_status(error),
        refusal=str(error or ""),
        found=found,
        past=past,
        shifts=name_shifts(visit.services, swaps),
        may_overrule=_list_overruled(found.swaps, about, act),
        staff=room.pages.find_member.list_all(),
        typed=visit.form,
        about=about,
        who=WhoIsWho(visit.services),
    )


def name_shifts(services: Services, swaps: list[Swap]) -> dict[str, str]:
    """When the shift of each swap is, by the swap's id."""
    zone = services.rota.drafts.gather.zone
    find = services.rota.pages.find_shift.known
    wanted = {(swap.week, swap.shift_id) for swap in swaps}
    found = {key: shift for key in wanted if (shift := find(*key))}
    return {
        swap.id: say_shift(found[swap.week, swap.shift_id], zone)
        if (swap.week, swap.shift_id) in found
        else f"{swap.shift_id} of the week of {swap.week}"
        for swap in swaps
    }


def _list_overruled(swaps: Sequence[Swap], about: str, act: str) -> set[str]:
    """A swap to which a manager said yes, and only the rules did not."""
    return {
        swap.id
        for swap in swaps
        if act in ("agree", "give") and swap.id == about and swap.state is not SwapState.ASKING
    }
