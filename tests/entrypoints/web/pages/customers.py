"""A shop that people outside can reach, and what a customer of it was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.entrypoints.web.pages.benches import Bench

from belfry.jobs.jobs import Job, Photo, TrackingPage, page_path
from belfry.kernel.changes import Put
from belfry.messaging.contacts import Contact, contact_id, opt_out_path

if TYPE_CHECKING:
    from tests.entrypoints.web.pages.apps import App

ROWS = {
    "J-2042": "Maya Lind,+44 7700 900123,text,iPhone screen repair",
    "J-2051": "Tom Webb,tom@example.com,email,Kettle",
}
# By https a browser would keep its session under another name.
PUBLIC = "http://bench.example.com"


def open_shop(app: App) -> Bench:
    """Maya's phone is being worked on, and she has been told."""
    bench = Bench(app, dict(ROWS))
    bench.open()
    bench.move({"J-2042": "in progress"})
    return bench


def page_of(app: App, job_id: str = "J-2042") -> str:
    """Where the customer's page is."""
    page = app.services.ports.store.find(TrackingPage, job_id)
    assert page is not None
    return page_path(page.token)


def contact_of(app: App, job_id: str = "J-2042") -> Contact:
    store = app.services.ports.store
    job = store.find(Job, job_id)
    assert job is not None
    contact = store.find(Contact, contact_id(job.contact))
    assert contact is not None
    return contact


def stop_of(app: App, job_id: str = "J-2042") -> str:
    """Where the customer may end the messages."""
    return opt_out_path(contact_of(app, job_id).token)


def add_photo(app: App, content: bytes, number: int = 1, stage: str = "in progress") -> None:
    ports = app.services.ports
    photo = Photo(
        job_id="J-2042",
        number=number,
        stage=stage,
        source="upload",
        digest="d",
        width=40,
        height=30,
        size=len(content),
        added_at=ports.clock.now(),
        added_by="user/1",
    )
    ports.blobs.put(photo.blob_name, content)
    ports.store.commit([Put(photo)])
