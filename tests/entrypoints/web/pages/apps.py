"""An app with its pages, on a database of its own and a clock that stands still."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx import Response
from tests.fakes.channel import MemoryChannel
from tests.fakes.secrets import MemoryPasswords
from tests.samples import NOON
from tests.services.shaped_databases import settle_in

from belfry.accounts.sign_in_links import Purpose
from belfry.accounts.users import Role, User
from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Services, build_services, open_ports
from belfry.bootstrap.ports import PATIENCE
from belfry.entrypoints.web.app import create_app
from belfry.entrypoints.worker.driver import Driver
from belfry.kernel.errors import Permanent
from belfry.scheduler.kinds import FunctionKind, Kind
from belfry.scheduler.workflows import Workflow
from belfry.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, timedelta
    from pathlib import Path

PASSWORD = "correct horse battery"
ADDRESS = "http://testserver"
SESSION = "belfry_session"


def break_down(inputs: Mapping[str, Any], context: object) -> str:
    """A kind that never works; it says what its inputs tell it to say."""
    raise Permanent(str(inputs.get("says", "the printer is out of paper")))


@dataclass(frozen=True)
class App:
    """`portal` is the event loop that answers visitors; without one, each request has its own."""

    services: Services
    clock: VirtualClock
    app: FastAPI
    portal: BlockingPortal | None = None

    @property
    def kinds(self) -> dict[str, Kind]:
        """The kinds of work there are; a test may bring its own."""
        assert isinstance(self.services.kinds, dict)
        return self.services.kinds

    def take_in(self, name: str, role: Role = Role.STAFF, *, password: str | None = None) -> User:
        desk = self.services.accounts
        email = f"{name.lower().replace(' ', '.')}@example.com"
        user = desk.users.add(name=name, email=email, role=role, by="terminal")
        return desk.set_password(user.id, password, by="terminal") if password else user

    def make_link(self, user: User) -> str:
        """The path of a one-time link that lets the person in."""
        made = self.services.accounts.make_sign_in_link(user.id, Purpose.INVITATION, by="terminal")
        return f"/welcome/{made.token}"

    def visitor(self, user: User | None = None, **options: Any) -> Visitor:
        """A browser, in which that person is signed in."""
        client = TestClient(self.app, base_url=ADDRESS, follow_redirects=False, **options)
        client.portal = self.portal
        if user is not None:
            token = self.services.accounts.open_sign_in_link(self.make_link(user)[9:]).token
            client.cookies.set(SESSION, token, domain="testserver.local")
        return Visitor(client)

    def add(self, name: str = "Weekly stock mail", **edit: Any) -> Workflow:
        defaults = {"kind": "log", "inputs": {"message": "ding"}, "cron_schedule": "0 9 * * *"}
        edit = {"name": name, **defaults, **edit}
        return self.services.create_workflow(edit, team_id=1, by="belfry")

    def work(self) -> None:
        """Everything that is due now is done."""
        Driver(self.services, self.clock).settle()

    def work_until(self, moment: datetime) -> None:
        Driver(self.services, self.clock).run_until(moment)


@dataclass(frozen=True)
class Visitor:
    """A browser without scripts: it follows no redirect, so that tests see each one."""

    client: TestClient

    def get(self, path: str, **options: Any) -> Response:
        answer: Response = self.client.get(path, **options)
        return answer

    def post(self, path: str, form: Mapping[str, str] | None = None, **options: Any) -> Response:
        """Posts exactly these fields."""
        answer: Response = self.client.post(path, data=dict(form or {}), **options)
        return answer

    def submit(
        self, page: str, path: str, form: Mapping[str, str] | None = None, **options: Any
    ) -> Response:
        """Opens the page, and posts the fields with the page's own word."""
        csrf = find_csrf(self.get(page).text)
        return self.post(path, {"csrf": csrf, **(form or {})}, **options)

    def find_csrf(self) -> str:
        """The token that every form of this session carries."""
        return find_csrf(self.get("/me").text)


def find_csrf(text: str) -> str:
    matched = re.search(r'name="csrf" value="([^"]+)"', text)
    assert matched, "the page has no form"
    return matched[1]


@contextmanager
def open_app(folder: Path, *, patience: timedelta = PATIENCE, **settings: Any) -> Iterator[App]:
    """`patience` is how long the app waits for a locked database."""
    shop = {"name": "Corner Repairs", "timezone": "Europe/London", "country": "GB"}
    fields = {**shop, "folder": settle_in(folder), **settings}
    clock = VirtualClock(NOON)
    read_settings = Settings(**fields)
    ports = replace(
        open_ports(read_settings, clock=clock, patience=patience),
        passwords=MemoryPasswords(),
        channels={"email": MemoryChannel(), "sms": MemoryChannel()},
    )
    built = build_services(read_settings, ports)
    with start_blocking_portal() as portal:
        app = App(built, clock, create_app(built), portal)
        app.kinds["broken"] = FunctionKind(break_down)
        yield app
    ports.close()
