"""A terminal to test in: what a command answers, and the number it leaves with."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from belfry.__main__ import main


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


Belfry = Callable[..., Answer]


class Terminal:
    """Runs `belfry` in this process, for the team in `folder` unless another is named."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._capsys = capsys
        self.folder = folder

    def __call__(self, *arguments: str | Path | int) -> Answer:
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Answer(left.value.code, out, err)
