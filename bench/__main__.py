"""Run the benchmarks, all or those that are named, and show what came out.

`python -m bench [NAME …] [--quick] [--write PAGE]`
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.machine import describe_machine
from bench.suite import BENCHMARKS
from bench.tables import render_markdown, render_screen, replace_table
from rich.console import Console


def main(arguments: Sequence[str]) -> int:
    """0, or 1 if a target was missed; what is only tried out misses nothing."""
    given = parse(arguments)
    console, results = Console(), {}
    for name in given.names or BENCHMARKS:
        with console.status(f"{name} …"):
            results[name] = BENCHMARKS[name](is_quick=given.quick)
    facts = describe_machine()
    if given.quick:
        console.print("Small sizes, to see that all works: the targets are not meant for them.")
    console.print(render_screen(results, facts))
    if given.write:
        page = given.write.read_text(encoding="utf-8")
        table = render_markdown(results, facts)
        given.write.write_text(replace_table(page, table), encoding="utf-8")
    is_all_met = all(figure.is_met for figures in results.values() for figure in figures)
    return 0 if given.quick or is_all_met else 1


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that all works")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table into this page")
    given = parser.parse_args(arguments)
    if unknown := set(given.names) - set(BENCHMARKS):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    if given.write and (given.quick or given.names):
        parser.error("a page shows all benchmarks, each at its whole size")
    return given


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
