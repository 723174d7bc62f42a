"""Whether what decides is pure: in every room the nouns decide and the verbs do.

A room's module that imports a port, accounts, messaging or the workspace is a verb. Every other
module of a room, and the whole kernel, may neither touch the world nor lean on a module that does.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator

from tests.architecture.imports import find_imports, find_room, find_verbs, is_within
from tests.architecture.sources import Finding, Source

WORLDLY = {
    *("asyncio", "concurrent", "contextvars", "ctypes", "fcntl", "getpass", "glob", "http"),
    *("importlib", "io", "logging", "mmap", "multiprocessing", "os", "pathlib", "pickle"),
    *("platform", "random", "sched", "secrets", "select", "shutil", "signal", "smtplib", "socket"),
    *("sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid"),
    "warnings",
}
WORLDLY_CALLS = {"eval", "exec", "input", "open", "print"}
# Packages that compute and do nothing else, and what for.
PURE_LIBRARIES = {
    "dateutil": "finds Easter for holidays",
    "holidays": "lists the public holidays of a country, by rules and tables",
    "idna": "writes a machine's name in ASCII, by tables",
    "six": "comes with dateutil",
}
# Parts of worldly modules that a noun may use, and what for.
PURE_PARTS = {
    "importlib.resources": "reads the text files that come with the package",
    "urllib.parse": "reads and writes texts",
}
# Such packages that take long to load, and come only with what cannot do without.
LATE_LIBRARIES = {
    "icalendar": "writes calendars",
    "phonenumbers": "knows how the countries number their phones, by tables",
}


def find_impure_nouns(sources: Iterable[Source]) -> Iterator[Finding]:
    """What nouns and the kernel import or call that only a verb may."""
    known = list(sources)
    verbs = find_verbs(known)
    for source in known:
        if is_noun(source, verbs):
            for name in sorted(find_imports(source)):
                if is_worldly(name):
                    yield Finding(source.path, f"decides, but imports {name}")
                elif name in verbs:
                    yield Finding(source.path, f"decides, but imports {name}, which does things")
            yield from find_worldly_calls(source)


def is_noun(source: Source, verbs: set[str]) -> bool:
    if is_within(source.module, "belfry.kernel"):
        return True
    return find_room(source) is not None and source.module not in verbs


def is_worldly(name: str) -> bool:
    root = name.partition(".")[0]
    if any(is_within(name, part) for part in PURE_PARTS):
        return False
    if root in sys.stdlib_module_names:
        return root in WORLDLY
    return root != "belfry" and root not in {**PURE_LIBRARIES, **LATE_LIBRARIES}


def find_worldly_calls(source: Source) -> Iterator[Finding]:
    for node in ast.walk(source.tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in WORLDLY_CALLS:
                yield Finding(source.path, f"decides, but calls {name}()")
