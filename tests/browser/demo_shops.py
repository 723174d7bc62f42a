"""The demo's shop on a Thursday evening: lived through once, and copied for each story."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from shutil import copytree
from typing import TYPE_CHECKING

from tests.browser.live_servers import serve
from tests.browser.live_shops import Shop
from tests.entrypoints.web.pages.apps import App

from belfry.adapters.system.clock import OffsetClock, VirtualClock
from belfry.entrypoints.demo.clock import Mover
from belfry.entrypoints.demo.days import list_deeds
from belfry.entrypoints.demo.tour import open_app
from belfry.entrypoints.web.app import create_app
from belfry.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from belfry.accounts.users import User

# Quiet hours begin in less than an hour.
NOW = datetime(2026, 11, 19, 19, 10, tzinfo=UTC)


def find_person(shop: Shop, name: str) -> User:
    users = shop.app.services.ports.users.list()
    return next(user for user in users if user.name == name)


def enter(shop: Shop, page: Page, name: str, path: str) -> None:
    """That person of the shop is signed in and looks at the path."""
    shop.let_in(page, find_person(shop, name))
    shop.open(page, path)


@contextmanager
def open_copy(lived: Path, folder: Path) -> Iterator[Shop]:
    """The shop as `belfry demo` opens it, but its clock stands still unless a visitor moves it."""
    copytree(lived, folder)
    machine = VirtualClock(NOW)
    clock = OffsetClock(NOW, machine)
    with open_app(read_settings(folder, environment={}), clock, NOW) as services:
        mover = Mover(services, clock, list_deeds=list_deeds)
        app = App(services, machine, create_app(services, mover))
        with serve(app.app) as address:
            yield Shop(app, address)
