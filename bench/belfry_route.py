"""Belfry's whole web application, as `belfry serve` serves it, but for the clock and the worker.

`python -m bench.belfry_route FOLDER` serves the team in the folder and prints the port.
"""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

from belfry.bootstrap import build_services, open_ports
from belfry.entrypoints.logs import log_as_json
from belfry.entrypoints.worker.serve import open_door, serve
from belfry.settings import Settings


def wait(stop: Event) -> None:
    stop.wait()


def main(folder: Path) -> None:
    log_as_json()
    settings = Settings(folder=folder)
    services = build_services(settings, open_ports(settings))
    with open_door("127.0.0.1", 0) as door:
        port = door.getsockname()[1]
        serve(services, door, ready=lambda: print(port, flush=True), beside=wait)
    services.ports.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
