"""Messages in any state, without the story that would bring them there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

from tests.samples import NOON

from belfry.kernel.changes import Put
from belfry.messaging.messages import Audience, Message, State

if TYPE_CHECKING:
    from tests.entrypoints.web.pages.apps import App


def put_messages(app: App, states: Mapping[str, State]) -> None:
    """A message by each name in its state, each a second younger than the one before."""
    for place, (name, state) in enumerate(states.items()):
        message = Message(
            id=f"jobs/{name}",
            room="jobs",
            kind="moved",
            about=f"jobs/{name}",
            person="customer",
            audience=Audience.CUSTOMER,
            facts={"job": name, "move": 1},
            made_at=NOON + timedelta(seconds=place),
            state=state,
            due_at=None,
            channel="email",
            sent_to="tom@example.com",
            subject_line="News",
            text=f"This is {name}.",
        )
        app.services.ports.store.commit([Put(message)])
