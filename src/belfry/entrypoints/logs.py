"""One JSON object a line, each with the run it belongs to."""

from __future__ import annotations

import json
import logging
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

_run: ContextVar[str | None] = ContextVar("run", default=None)
_TALKATIVE = ("alembic", "uvicorn")
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


@contextmanager
def in_run(run_id: str) -> Iterator[None]:
    """Every line logged within carries `run_id`."""
    token = _run.set(run_id)
    try:
        yield
    finally:
        _run.reset(token)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "logger": record.name,
        }
        if run_id := _run.get():
            line["run_id"] = run_id
        line |= {name: value for name, value in vars(record).items() if name not in _USUAL}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class RepeatLimit(logging.Filter):
    """Lets a warning or error through `most` times a minute, then says how often it was left out.

    Without it an error that repeats at every request or connection fills the disk.
    """

    def __init__(self, most: int = 10) -> None:
        super().__init__()
        self._most = most
        self._minute = 0
        self._counts: Counter[tuple[object, ...]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        minute = int(record.created // 60)
        if minute != self._minute:
            self._minute, left_out = minute, self._counts.total() - self._count_passed()
            self._counts.clear()
            if left_out:
                record.left_out_before = left_out
        kind = (record.name, record.levelno, record.msg, record.exc_info and record.exc_info[0])
        self._counts[kind] += 1
        return self._counts[kind] <= self._most

    def _count_passed(self) -> int:
        return sum(min(count, self._most) for count in self._counts.values())


def log_as_json(level: str = "INFO") -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(RepeatLimit())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
