"""What the people of the sample shop do on its board."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.jobs.rows import COLUMNS
from belfry.jobs.watch_board import BOARD
from belfry.kernel.sheets import edit_cells, match_columns, read_sheet, write_sheet

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.delivery.messages import Message
    from belfry.ports.folder import Folder

MOST_SHOWN = 20
SHOWN_FOR = timedelta(days=1)
# How long ago, which job, and where it went.
MOVES = (
    (timedelta(minutes=45), "J-1042", "in progress"),
    (timedelta(minutes=30), "J-1041", "ready"),
    (timedelta(minutes=12), "J-1045", "diagnosing"),
)


def move_job(services: Services, job_id: str, stage: str) -> None:
    """Somebody at the counter changes the job's stage and saves the board."""
    folder: Folder = services.ports.folder
    file = folder.read(BOARD.name)
    sheet = read_sheet(file.content, name=BOARD.name)
    columns = match_columns(sheet, COLUMNS)
    place = columns.places["stage"]
    edits = {
        (number, place): stage
        for number, row in enumerate(sheet.rows)
        if columns.cell(row, "job_id") == job_id
    }
    folder.replace(BOARD.name, write_sheet(edit_cells(sheet, edits)), file.digest)


def list_said(services: Services) -> list[dict[str, str]]:
    """What people were told of late, and what waits for a better hour, the oldest first."""
    since = services.ports.clock.now() - SHOWN_FOR
    newest = services.ports.messages.list_newest(limit=MOST_SHOWN)
    late = [message for message in reversed(newest) if message.made_at > since]
    return [_describe(services, message) for message in late]


def _describe(services: Services, message: Message) -> dict[str, str]:
    script = services.delivery.preview.of(message).script if message.is_waiting else None
    return {
        "about": message.about,
        "state": message.state.value,
        "why": message.why,
        "text": script.text if script else message.text,
    }


def render_said(said: dict[str, str]) -> str:
    why = f" ({said['why']})" if said["why"] else ""
    return f"{said['about']}, {said['state']}{why}: {' '.join(said['text'].split())}"
