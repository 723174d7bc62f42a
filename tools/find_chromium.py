"""Where a Chromium is that the browser tests can drive.

Looked for in $CHROMIUM_PATH, on PATH, and in this project's cache. With `--install` a missing one
is fetched: by apt-get for a root user (the shell without windows, which takes half the processor
time of the whole browser), else from the npm package @sparticuz/chromium, which holds a
headless Chromium that needs nothing else installed. Playwright's own download is not used: it comes
from a host of its own, and a build should need only the package registries.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

CACHE = Path(__file__).parents[1] / ".cache" / "chromium"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
NPM_PACKAGE = "@sparticuz/chromium@147"
# Debian's chromium only recommends fonts; without any, a page has no text at all.
APT_BROWSERS, APT_FONTS = ("chromium-headless-shell", "chromium"), "fonts-liberation"

LAUNCHER = """#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/headless" "$@"
"""
FONTS = """<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def find_chromium() -> Path | None:
    """The browser that is already here, if there is one."""
    if named := os.environ.get("CHROMIUM_PATH"):
        return Path(named) if Path(named).is_file() else None
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    launcher = CACHE / "chromium"
    return launcher if launcher.is_file() else None


def install_chromium() -> Path | None:
    """A browser fetched by the first way that works on this machine."""
    if install_by_apt():
        return find_chromium()
    return unpack_from_npm() if shutil.which("npm") else None


def install_by_apt() -> bool:
    """Whether one of Debian's packages could be installed; older releases have only the latter."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    run_apt("update")
    install = ("install", "--yes", "--no-install-recommends", APT_FONTS)
    return any(run_apt(*install, browser) for browser in APT_BROWSERS)


def run_apt(*words: str) -> bool:
    """Whether it worked; what apt-get has to say is shown only if it did not."""
    done = subprocess.run(
        ("apt-get", "-qq", *words),
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
    return done.returncode == 0


def unpack_from_npm() -> Path | None:
    """The npm package's browser, beside the libraries and fonts that it brings."""
    CACHE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE.parent) as folder:
        command = ("npm", "pack", "--silent", NPM_PACKAGE)
        packed = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        if packed.returncode != 0:
            return None
        unpacked = Path(folder, "unpacked")
        unpack(Path(folder, packed.stdout.strip()), unpacked)
        shutil.rmtree(CACHE, ignore_errors=True)
        unpacked.rename(CACHE)
    return CACHE / "chromium"


def unpack(package: Path, into: Path) -> None:
    """What a run needs out of the npm package, with a launcher that names its own parts."""
    into.mkdir()
    with tarfile.open(package) as files:
        write_program(into / "headless", read_brotli(files, "chromium.br"))
        for name in ("al2023.tar.br", "fonts.tar.br"):
            unpack_tar(read_brotli(files, name), into)
    (into / "fonts.conf").write_text(FONTS)
    write_program(into / "chromium", LAUNCHER.encode())


def read_brotli(files: tarfile.TarFile, name: str) -> bytes:
    member = files.extractfile(f"package/bin/{name}")
    if member is None:
        raise FileNotFoundError(name)
    import brotli  # only a machine without a browser needs it

    content: bytes = brotli.decompress(member.read())
    return content


def unpack_tar(content: bytes, into: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(content)) as files:
        for member in files:
            if file := files.extractfile(member):
                path = into / member.name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(file.read())


def write_program(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o755)


def main(arguments: list[str]) -> int:
    found = find_chromium()
    if found is None and "--install" in arguments and "CHROMIUM_PATH" not in os.environ:
        print("No Chromium here: fetching one for the browser tests.", file=sys.stderr)
        found = install_chromium()
    if found is None:
        print("No Chromium here. Install one, or name it in CHROMIUM_PATH.", file=sys.stderr)
        return 1
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
