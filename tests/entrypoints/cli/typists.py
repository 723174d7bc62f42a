"""A user at a terminal, who answers each question when it is asked."""

from __future__ import annotations

import os
import pty
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from select import select

ASKED = b": "
CTRL_C = "\x03"
# Seconds without output after which Ctrl-C is pressed again.
IMPATIENCE = 1.0


@dataclass(frozen=True)
class Shown:
    """What stood on the screen in the end, and the number the command left with."""

    text: str
    code: int


def press(terminal: int, text: str) -> None:
    os.write(terminal, text.encode() if text == CTRL_C else f"{text}\n".encode())


def type_answers(command: Sequence[str], answers: Sequence[str]) -> Shown:
    """Run `belfry …` at a terminal of its own; each answer is followed by Enter, but Ctrl-C."""
    pid, terminal = pty.fork()
    if pid == 0:
        # It is ignored in what a shell started in the background, and that is inherited.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.execv(sys.executable, (sys.executable, "-m", "belfry", *command))
    waiting, shown = list(answers), b""
    typed = ""
    try:
        while True:
            if not select([terminal], [], [], IMPATIENCE)[0]:
                if typed == CTRL_C:  # between a question and the wait for its answer it is missed
                    press(terminal, typed)
                continue
            if not (part := os.read(terminal, 4096)):
                break
            shown += part
            if waiting and shown.endswith(ASKED):
                typed = waiting.pop(0)
                press(terminal, typed)
    except OSError:  # the terminal is gone with the command
        pass
    os.close(terminal)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return Shown(shown.decode().replace("\r\n", "\n"), code)
