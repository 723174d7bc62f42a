"""Build the packages of the two functions on AWS: `make lambda`.

The runner is Belfry alone: what it needs besides is Python's own library and the SDK that AWS has
in place. The publisher comes with the libraries a database needs, built for AWS's machines.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
PLATFORM = "manylinux2014_aarch64"
UV_PLATFORM = "aarch64-manylinux2014"
PICTURES = ("pillow",)
# A zip cannot say earlier: the same sources give the same bytes, whenever they are packed.
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def build_runner(target: Path) -> None:
    with TemporaryDirectory() as folder:
        copy_belfry(Path(folder))
        pack(Path(folder), target)


def build_publisher(target: Path, python: str) -> None:
    with TemporaryDirectory() as folder:
        install(list_requirements(), Path(folder), python)
        copy_belfry(Path(folder))
        pack(Path(folder), target)


def copy_belfry(folder: Path) -> None:
    shutil.copytree(
        ROOT / "src" / "belfry", folder / "belfry", ignore=shutil.ignore_patterns("__pycache__")
    )


def list_requirements() -> list[str]:
    """What Belfry needs to run on Postgres, without what tidies pictures: no function sees one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    return [one for one in needed if not one.startswith(PICTURES)]


def install(requirements: list[str], folder: Path, python: str) -> None:
    """With uv where there is one, else with pip; both take wheels for other machines."""
    wheels = ("--python-version", python, "--only-binary=:all:", "--target", str(folder))
    if uv := shutil.which("uv", path=f"{os.environ['PATH']}:{Path(sys.executable).parent}"):
        command = [uv, "pip", "install", "--quiet", "--python-platform", UV_PLATFORM]
    else:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile"]
        command = [*pip, "--platform", PLATFORM]
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
        if path.is_file() and "__pycache__" not in path.parts and "bin" not in path.parts[:1]:
            yield path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default="3.13", help="the functions' version of Python")
    given = parser.parse_args()
    build_runner(BUILD / "runner.zip")
    build_publisher(BUILD / "publisher.zip", given.python)
    for package in sorted(BUILD.glob("*.zip")):
        print(f"{package.relative_to(ROOT)}: {package.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
