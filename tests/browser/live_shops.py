"""An app at its address, and the ways into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from tests.entrypoints.web.pages.apps import App

    from belfry.accounts.users import User

PAGES = (
    *("/jobs?as=list", "/jobs?at=ready", "/jobs/new", "/jobs/J-2038/edit", "/jobs/wordings"),
    *("/jobs", "/jobs?stage=ready", "/jobs?show=closed", "/jobs/J-2038", "/jobs/J-2051"),
    *("/controls", "/controls?show=due", "/controls/board", "/controls/board?by=area"),
    *("/controls/year", "/figures", "/rota", "/rota/mine", "/rota/open", "/rota/requests"),
    *("/messages", "/messages?show=dropped", "/messages?show=wrong", "/next"),
    *("/messages/jobs~2FJ-2047~2Fmove-2?edit=yes", "/messages/jobs~2FJ-2031~2Fmove-2"),
    *("/", "/workflows", "/workflows?show=paused", "/workflows?q=nothing", "/workflows/new"),
    *("/workflows/timeline", "/workflows/timeline?ahead=week"),
    *("/workflows/3", "/workflows/4", "/workflows/9", "/workflows/3/edit"),
    *("/runs/4-20261113T1615Z", "/runs/1-20261114T0230Z"),
    *("/docs", "/docs/jobs/settings.txt?line=7", "/docs/rota/rules.txt", "/docs/jobs/board.csv"),
    "/docs/jobs/settings.txt/versions",
    *("/keys", "/people", "/audit", "/me", "/welcome", "/nothing"),
)


@dataclass(frozen=True)
class Shop:
    app: App
    address: str

    def let_in(self, page: Page, user: User) -> None:
        """Open a one-time link and press its button."""
        page.goto(self.address + self.app.make_link(user))
        page.get_by_role("button", name="Sign in").click()

    def let_in_owner(self, page: Page) -> None:
        owner = self.app.services.ports.users.list_owners()[0]
        self.let_in(page, owner)

    def open(self, page: Page, path: str) -> None:
        page.goto(self.address + path)
