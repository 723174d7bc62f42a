"""An AWS that is not AWS, on this machine: `make emulator`.

ministack and what translates the stacks need other versions of the SDK than Belfry, so they live in
an environment of their own, which is made in `.cache` at first use.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".cache"
LOCK = ROOT / "requirements-emulator.lock"
REGION = "eu-west-2"
ACCOUNT = "123456789012"
PORT = 4566


def install_once() -> Path:
    """The interpreter that has ministack."""
    version = f"py{sys.version_info.major}.{sys.version_info.minor}"
    home = CACHE / f"emulator-{version}"
    stamp, digest = home / "installed", hashlib.sha256(LOCK.read_bytes()).hexdigest()
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "emulator.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_text() != digest:
            install(home)
            stamp.write_text(digest)
    return home / "bin" / "python"


def install(home: Path) -> None:
    # uv may be beside this interpreter, where `make install` puts it.
    path = f"{os.environ['PATH']}:{Path(sys.executable).parent}"
    base = getattr(sys, "_base_executable", sys.executable)
    done = subprocess.run(
        [str(ROOT / "tools" / "install"), str(home), LOCK.name],
        cwd=ROOT,
        env={**os.environ, "PATH": path, "PYTHON": base},
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise RuntimeError(f"the emulator cannot be installed: {done.stderr.strip()[-500:]}")


def start(
    folder: Path, port: int, log: IO[str] | None = None, **environment: str
) -> subprocess.Popen[bytes]:
    """ministack on the loopback address, which keeps nothing outside of `folder`."""
    surroundings = {
        "PATH": os.environ["PATH"],
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(port),
        "MINISTACK_REGION": REGION,
        "MINISTACK_ACCOUNT_ID": ACCOUNT,
        "TMPDIR": str(folder),
        "HOME": str(folder),
    }
    return subprocess.Popen(
        (install_once(), "-m", "ministack"),
        env={**surroundings, **environment},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT if log else None,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=PORT)
    given = parser.parse_args()
    folder = CACHE / "emulator-data"
    folder.mkdir(parents=True, exist_ok=True)
    server = start(folder, given.port)
    print(f"an AWS that is not AWS: http://127.0.0.1:{given.port} in {REGION}; Ctrl-C ends it")
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit())
    try:
        server.wait()
    except KeyboardInterrupt:
        return
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
