"""Random sheets as bytes: every coding, delimiter, line end and manner of quoting."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from belfry.kernel.sheets.sheets import DELIMITERS, MARKED, UTF_8, WINDOWS, Coding

_LETTERS = st.sampled_from("abz059 ,;|\t\"'\n\rÄéß€-=+\x0b")
CELLS = st.text(_LETTERS, max_size=8)


@dataclass(frozen=True)
class Made:
    """A file, and the cells that were put into it."""

    content: bytes
    coding: Coding
    rows: list[tuple[str, ...]]


@st.composite
def made_sheets(draw: st.DrawFn) -> Made:
    delimiter = draw(st.sampled_from(DELIMITERS))
    coding = draw(st.sampled_from([*MARKED, UTF_8, WINDOWS]))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    width = draw(st.integers(2, 5))
    header = tuple(f"head {number}é" for number in range(width))
    filled = st.tuples(*[CELLS] * width).filter(lambda row: "".join(row).strip() != "")
    rows = draw(st.lists(filled, max_size=6))
    quotes = draw(st.booleans())
    texts = [_write(row, delimiter, quotes=quotes) for row in (header, *rows)]
    text = end.join(texts) + draw(st.sampled_from(["", end, end + end]))
    return Made(coding.mark + text.encode(coding.codec), coding, rows)


def _write(row: tuple[str, ...], delimiter: str, *, quotes: bool) -> str:
    return delimiter.join(_quote(cell, delimiter, always=quotes) for cell in row)


def _quote(cell: str, delimiter: str, *, always: bool) -> str:
    needs = cell.startswith(" ") or any(letter in cell for letter in f'"\r\n{delimiter}')
    return '"' + cell.replace('"', '""') + '"' if always or needs else cell
