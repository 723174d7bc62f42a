"""A real IMAP server (pymap), one for each process of the tests, and lines to it that can break.

It listens on the loopback address and keeps its mail in memory; every test has a folder of its own.
"""

from __future__ import annotations

import imaplib
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from tests.adapters.web.certificates import Authority

USER, PASSWORD = "shop@example.com", "correct horse"
HOST = "127.0.0.1"
# As in its certificate.
NAME = "mail.test"
_numbers = count(1)


@dataclass(frozen=True)
class LocalMailbox:
    """A folder on the server, named as the settings name it; `authority` signed its certificate."""

    port: int
    folder: str
    authority: Authority

    def add(self, *mails: bytes) -> None:
        with self._sign_in() as caller:
            for mail in mails:
                content = mail.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
                status, answer = caller.append(self.folder, "", "", content)
                assert status == "OK", answer

    def count_seen(self) -> int:
        """How many mails are marked as read."""
        with self._sign_in() as caller:
            caller.select(self.folder, readonly=True)
            _, (uids,) = caller.search(None, "SEEN")
            return len(uids.split())

    def replace_folder(self) -> None:
        """The folder is made anew, so that its mails have other numbers."""
        with self._sign_in() as caller:
            caller.delete(self.folder)
            caller.create(self.folder)

    @contextmanager
    def _sign_in(self) -> Iterator[imaplib.IMAP4]:
        with imaplib.IMAP4(HOST, self.port) as caller:
            caller.login(USER, PASSWORD)
            yield caller


@dataclass(frozen=True)
class _Server:
    port: int
    authority: Authority


@pytest.fixture(scope="session")
def imap_process() -> Iterator[_Server]:
    with TemporaryDirectory() as folder:
        authority = Authority(Path(folder))
        authority.serve_as(NAME)
        certificate = str(Path(folder, f"{NAME}.pem"))
        with socket.create_server((HOST, 0)) as free:
            port = free.getsockname()[1]
        options = ("--host", HOST, "--port", str(port), "--cert", certificate, "--key", certificate)
        backend = ("dict", "--demo-user", USER, "--demo-password", PASSWORD)
        program = str(Path(sys.executable).with_name("pymap"))
        server = subprocess.Popen((program, *options, *backend), stderr=subprocess.DEVNULL)
        try:
            _wait(port, server)
            yield _Server(port, authority)
        finally:
            server.terminate()
            server.wait()


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    """Until it answers, however long its start takes."""
    while server.poll() is None:
        with suppress(OSError), socket.create_connection((HOST, port), timeout=1) as caller:
            if caller.recv(4) == b"* OK":
                return
    raise AssertionError("the IMAP server has ended")


@pytest.fixture
def imap_server(imap_process: _Server) -> LocalMailbox:
    """An empty folder on a server that offers STARTTLS and wants a login."""
    mailbox = LocalMailbox(imap_process.port, f"Box{next(_numbers)}", imap_process.authority)
    with mailbox._sign_in() as caller:
        caller.create(mailbox.folder)
    return mailbox


@contextmanager
def passing_on(
    port: int, *, tls: ssl.SSLContext | None = None, cut_after: int | None = None
) -> Iterator[int]:
    """The port of a line to the server: secured from the start, or lost after so many bytes."""
    with socket.create_server((HOST, 0)) as door:
        Thread(target=_serve, args=(door, port, tls, cut_after), daemon=True).start()
        yield door.getsockname()[1]
        with suppress(OSError):
            door.shutdown(socket.SHUT_RDWR)


def _serve(door: socket.socket, port: int, tls: ssl.SSLContext | None, most: int | None) -> None:
    with suppress(OSError):
        while True:
            caller, _ = door.accept()
            Thread(target=_pass_on, args=(caller, port, tls, most), daemon=True).start()


def _pass_on(
    caller: socket.socket, port: int, tls: ssl.SSLContext | None, most: int | None
) -> None:
    server = socket.create_connection((HOST, port))
    with suppress(OSError), closing(server), closing(caller):
        line = tls.wrap_socket(caller, server_side=True) if tls else caller
        with closing(line):
            Thread(target=_copy, args=(line, server, None), daemon=True).start()
            _copy(server, line, most)


def _copy(source: socket.socket, target: socket.socket, most: int | None) -> None:
    """Hang up on both at the end, or after so many bytes."""
    passed = 0
    with suppress(OSError):
        while (most is None or passed < most) and (content := source.recv(4096)):
            target.sendall(content if most is None else content[: most - passed])
            passed += len(content)
    for line in (source, target):
        # Closing alone would wait for the other thread that reads from it.
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
