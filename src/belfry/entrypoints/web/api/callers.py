"""Who is asking, and what their key opens to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from fastapi.openapi.models import APIKey
from fastapi.security.base import SecurityBase

from belfry.accounts.keys.keys import ApiKey, Service
from belfry.bootstrap import Services
from belfry.entrypoints.web.problems import KeyRefused
from belfry.kernel.errors import NotAllowed, NotFound
from belfry.scheduler.runs.runs import Run
from belfry.scheduler.workflows import Workflow

HEADER = "X-API-Key"


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody with a good key; what is another team's is not there for them."""

    services: Services
    key: ApiKey

    @property
    def team_id(self) -> int:
        if self.key.team_id is None:
            raise NotAllowed("this key belongs to no team")
        return self.key.team_id

    @property
    def by(self) -> str:
        return self.key.subject

    def get_workflow(self, workflow_id: int) -> Workflow:
        workflow = self.services.ports.workflows.find(workflow_id)
        if workflow is None or workflow.team_id != self.team_id:
            raise NotFound(f"there is no workflow {workflow_id}")
        return workflow

    def get_run(self, run_id: str) -> Run:
        run = self.services.ports.store.find(Run, run_id)
        if run is None or run.team_id != self.team_id:
            raise NotFound(f"there is no run {run_id}")
        return run

    def get_key(self, key_id: int) -> ApiKey:
        key = self.services.ports.keys.find(key_id)
        if key is None or key.team_id != self.team_id:
            raise NotFound(f"there is no key {key_id}")
        return key


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at the door. The route lets them in, because a route has a thread of its own in
    which the database may be asked: a second thread for the key alone would cost a fifth of an
    invoke."""

    services: Services
    service: Service
    shown: str | None

    def enter(self) -> Caller:
        key = get_key(self.services, self.shown)
        if key.service is not self.service:
            raise NotAllowed(f"this needs a key of the service {self.service}")
        return Caller(self.services, key)


class Door(SecurityBase):
    """What the OpenAPI says of a key, and where a route finds it."""

    def __init__(self, service: Service, does: str) -> None:
        said = {"in": "header", "name": HEADER, "description": does}
        self.model = APIKey.model_validate(said)
        self.scheme_name = f"{service}-key"
        self._service = service

    async def __call__(self, request: Request) -> Visit:
        return Visit(request.app.state.services, self._service, request.headers.get(HEADER))


ApiVisit = Annotated[Visit, Depends(Door(Service.API, "a key of `api`: its own team's alone"))]
SchedulerVisit = Annotated[
    Visit, Depends(Door(Service.SCHEDULER, "a key of `scheduler`: it may invoke, and nothing else"))
]


def get_key(services: Services, shown: str | None) -> ApiKey:
    """The key that was shown; whatever is wrong with it, the answer is the same."""
    if shown is None:
        raise KeyRefused(f"show an API key in the header {HEADER}")
    try:
        return services.accounts.authenticate_key(shown)
    except NotAllowed as error:
        raise KeyRefused(str(error)) from error
