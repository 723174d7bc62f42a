"""A repair bench behind the pages: its board, its customers, and time that goes by at a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tests.entrypoints.web.pages.apps import App
from tests.fakes.channel import MemoryChannel
from tests.samples import NOON

from belfry.jobs.updates.wordings import Kind, KindWordings, make_wording
from belfry.kernel.changes import Put
from belfry.scheduler.kinds import RunContext

if TYPE_CHECKING:
    from belfry.messaging.messages import Message

SETTINGS = Path(__file__).parents[3] / "data" / "repair_bench_settings.txt"
HEAD = "job_id,customer,contact,channel,item,stage"
BETWEEN_LOOKS = timedelta(minutes=3)
MAYA = ("J-2042", "Maya Lind,07700 900123,text,iPhone screen repair")
TOM = ("J-2051", "Tom Webb,tom@example.com,email,Kettle")
A_RUN = RunContext("", 1, "relay", 1, NOON, 1)


@dataclass(frozen=True)
class Bench:
    """`rows` is what stands on the board before the stage, by job; `stages` is where each is.

    On the first day everything is in `stage`.
    """

    app: App
    rows: Mapping[str, str] = field(default_factory=lambda: dict([MAYA, TOM]))
    head: str = HEAD
    stage: str = "received"
    stages: dict[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return self.app.services.settings.folder / "jobs"

    def channel(self, name: str) -> MemoryChannel:
        channel = self.app.services.ports.channels[name]
        assert isinstance(channel, MemoryChannel)
        return channel

    def open(self, *settings: str) -> None:
        """The shop on its first day, with further lines in its settings."""
        self.folder.mkdir(exist_ok=True)
        lines = "\n".join(["", *settings, ""])
        (self.folder / "settings.txt").write_text(SETTINGS.read_text() + lines)
        self.write(dict.fromkeys(self.rows, self.stage))
        self.look()

    def write(self, changes: Mapping[str, str]) -> None:
        """Change stages on the board."""
        self.stages.update(changes)
        lines = [f"{job_id},{self.rows[job_id]},{stage}" for job_id, stage in self.stages.items()]
        (self.folder / "board.csv").write_text("\n".join([self.head, *lines, ""]))

    def move(self, changes: Mapping[str, str]) -> None:
        """Jobs go to other stages, and that has counted."""
        self.write(changes)
        self.look()
        self.app.clock.advance(BETWEEN_LOOKS)
        self.look()

    def look(self) -> None:
        """What happens every few minutes: a look at the board, and what is due leaves."""
        self.app.services.jobs.poll_board()
        self.post()

    def post(self) -> None:
        self.app.kinds["relay"].run({}, A_RUN)
        self.app.services.messaging.release()

    def suggest(self, text: str) -> None:
        """An undecided wording for jobs that come to `ready`."""
        services, kind = self.app.services, Kind("moved", "ready")
        wording = make_wording(text, kind, services.jobs.read_shop().shop, source="small")
        services.ports.store.commit([Put(KindWordings(kind=str(kind)).put(wording))])

    def latest(self, job_id: str = "J-2042") -> Message:
        """The newest message about a job."""
        about = f"jobs/{job_id}"
        return self.app.services.ports.messages.find_latest([about])[about]
