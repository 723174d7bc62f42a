"""A team that uses one room sees nothing of the others."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import open_app

from belfry.accounts.users import Role
from belfry.entrypoints.worker.prepare import prepare
from belfry.scheduler.workflows import TEAM

PAGES = ["/", "/jobs", "/messages", "/workflows", "/next", "/figures", "/docs"]


@pytest.mark.parametrize("rooms", [("jobs",), ("jobs", "controls", "rota")], ids=["one", "all"])
def test_pages_speak_only_of_rooms_that_the_team_uses(
    tmp_path: Path, rooms: tuple[str, ...]
) -> None:
    with open_app(tmp_path, rooms=rooms) as app:
        prepare(app.services)
        owner = app.visitor(app.take_in("Olive", Role.OWNER))
        draft = app.services.ports.workflows.find_by_name(TEAM, "draft")
        texts = {page: owner.get(page).text for page in PAGES}
    for room in ("controls", "rota"):
        named = [page for page, text in texts.items() if f'"/{room}' in text or f"{room}/" in text]
        assert bool(named) == (room in rooms), named
    assert (draft is not None) == ("rota" in rooms)
