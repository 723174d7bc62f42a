"""An app that a real browser can visit: its server runs in a thread, on this machine alone."""

from __future__ import annotations

from contextlib import contextmanager
from socket import socket
from threading import Thread
from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI


@contextmanager
def serve(app: FastAPI) -> Iterator[str]:
    """The address of the app while it is served; its port stays reserved."""
    with socket() as listener:
        listener.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off")
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        listener.listen()
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join()
