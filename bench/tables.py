"""How the figures are shown: as a table on the screen, and as the one in the page about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bench.targets import Figure
from rich.table import Table

Results = Mapping[str, Sequence[Figure]]

COLUMNS = ("Benchmark", "Measured beside", "Belfry", "The other", "Ratio", "Target", "")
BEGIN, END = "<!-- measured -->", "<!-- end of measured -->"


def render_screen(results: Results, facts: str) -> Table:
    table = Table(*COLUMNS, caption=facts)
    for row in _list_rows(results):
        table.add_row(*row, style=None if row[-1] == "met" else "bold red")
    return table


def render_markdown(results: Results, facts: str) -> str:
    lines = [COLUMNS, ["---"] * len(COLUMNS), *_list_rows(results)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{table}\n\n{facts}"


def replace_table(page: str, markdown: str) -> str:
    """The page with another table: what stands outside the two marks is left as it is."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no place for the table, between {BEGIN} and {END}")
    return f"{before}{BEGIN}\n{markdown}\n{END}{after}"


def _list_rows(results: Results) -> Iterator[tuple[str, ...]]:
    for name, figures in results.items():
        for figure in figures:
            target = figure.target
            ratio = target.render(figure.ratio)
            measured = (figure.ours, figure.theirs, ratio)
            yield (name, target.peer, *measured, str(target), figure.verdict)
