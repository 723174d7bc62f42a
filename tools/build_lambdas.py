"""Build the packages of the functions on AWS: `make lambda`.

They hold Belfry and the libraries that it needs there, built for AWS's machines, but not the SDK,
which AWS has in place. The runner is Belfry alone; the publisher has what a database needs, the
functions of the rooms have neither a database nor pages, and one of them tidies pictures. The pages
are compiled ahead where there is a Python of AWS's version: a function would compile them at each
start, which takes longer than all else.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
# The systems that wheels may be built for: AWS's machines have glibc 2.34.
GLIBCS = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
PICTURES = frozenset({"pillow", "pillow-heif"})
DATABASE = frozenset({"alembic", "sqlalchemy"})
TERMINAL = frozenset({"rich", "typer", "uvicorn"})
PAGES = TERMINAL | {"fastapi", "prometheus-client", "python-multipart", "segno", "starlette"}
SDK = frozenset({"boto3"})
# A zip cannot say earlier: the same sources give the same bytes, whenever they are packed.
LONG_AGO = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Machine:
    """What a package is built for; `interpreter` is one of that version, which compiles it."""

    python: str
    processor: str
    interpreter: str = ""


AWS = Machine("3.14", "aarch64")
# Terraform's provider refuses versions of Python that it does not know yet.
TERRAFORM = replace(AWS, python="3.13")


def build_runner(target: Path) -> None:
    with TemporaryDirectory() as folder:
        copy_belfry(Path(folder))
        pack(Path(folder), target)


def build_publisher(target: Path, machine: Machine) -> None:
    _build(target, list_requirements("postgres", without=PICTURES), machine)


def build_rooms(target: Path, machine: Machine) -> None:
    """The functions of the rooms, but for the one that tidies pictures."""
    _build(target, list_room_requirements(), machine)


def build_photo(target: Path, machine: Machine) -> None:
    _build(target, list_photo_requirements(), machine)


def build_web(target: Path, machine: Machine) -> None:
    """The pages of the whole team, and the API, which tells Belfry's version."""
    _build(target, list_web_requirements(), machine)


def list_room_requirements() -> list[str]:
    return list_requirements("slack", "google", without=PICTURES | DATABASE | PAGES)


def list_web_requirements() -> list[str]:
    return list_requirements("aws", "excel", "slack", "google", without=DATABASE | TERMINAL | SDK)


def list_photo_requirements() -> list[str]:
    return list_requirements("slack", without=DATABASE | PAGES)


def _build(target: Path, requirements: list[str], machine: Machine) -> None:
    with TemporaryDirectory() as folder:
        install(requirements, Path(folder), machine)
        copy_belfry(Path(folder))
        name_version(Path(folder))
        if machine.interpreter:
            options = ("-q", "-j", "0", "--invalidation-mode", "unchecked-hash")
            subprocess.run([machine.interpreter, "-m", "compileall", *options, folder], check=True)
        pack(Path(folder), target)


def copy_belfry(folder: Path) -> None:
    shutil.copytree(
        ROOT / "src" / "belfry", folder / "belfry", ignore=shutil.ignore_patterns("__pycache__")
    )


def name_version(folder: Path) -> None:
    """Tell of which version Belfry is, as an installer would."""
    project = read_project()
    about = folder / f"belfry-{project['version']}.dist-info"
    about.mkdir()
    lines = ("Metadata-Version: 2.1", "Name: belfry", f"Version: {project['version']}", "")
    (about / "METADATA").write_text("\n".join(lines), encoding="utf-8")


def read_project() -> dict[str, Any]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project: dict[str, Any] = tomllib.loads(text)["project"]
    return project


def list_requirements(*extras: str, without: Collection[str] = ()) -> list[str]:
    """What Belfry needs to run with these extras, but for the packages it does without."""
    project = read_project()
    more = [name for extra in extras for name in project["optional-dependencies"][extra]]
    return [text for text in (*project["dependencies"], *more) if read_name(text) not in without]


def read_name(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0]


def install(requirements: list[str], folder: Path, machine: Machine) -> None:
    """With uv where there is one, else with pip; both take wheels for other machines."""
    wheels = ("--python-version", machine.python, "--only-binary=:all:", "--target", str(folder))
    if uv := shutil.which("uv", path=f"{os.environ['PATH']}:{Path(sys.executable).parent}"):
        platform = f"{machine.processor}-{GLIBCS[0]}"
        command = [uv, "pip", "install", "--quiet", "--python-platform", platform]
    else:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile"]
        platforms = [f"--platform={glibc}_{machine.processor}" for glibc in GLIBCS]
        command = [*pip, *platforms]
    subprocess.run([*command, *wheels, *requirements], check=True)


def pack(folder: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(target, "w", ZIP_DEFLATED) as package:
        for path in list_files(folder):
            entry = ZipInfo(path.relative_to(folder).as_posix(), LONG_AGO)
            entry.external_attr = 0o644 << 16
            entry.compress_type = ZIP_DEFLATED
            package.writestr(entry, path.read_bytes())


def list_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "bin" not in path.parts[len(folder.parts) : len(folder.parts) + 1]:
            yield path


def find_interpreter(version: str) -> str:
    """One of that version; blank if there is none."""
    if f"{sys.version_info.major}.{sys.version_info.minor}" == version:
        return sys.executable
    return shutil.which(f"python{version}") or ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=TERRAFORM.python, help="the publisher's version")
    given = parser.parse_args()
    build_runner(BUILD / "runner.zip")
    build_publisher(BUILD / "publisher.zip", replace(TERRAFORM, python=given.python))
    build_rooms(BUILD / "rooms.zip", AWS)
    build_photo(BUILD / "photo.zip", AWS)
    interpreter = find_interpreter(AWS.python)
    if not interpreter:
        print(f"no python{AWS.python} here: the pages are not compiled, and open in twice the time")
    build_web(BUILD / "web.zip", replace(AWS, interpreter=interpreter))
    for package in sorted(BUILD.glob("*.zip")):
        print(f"{package.relative_to(ROOT)}: {package.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
