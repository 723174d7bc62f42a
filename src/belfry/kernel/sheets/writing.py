"""How a sheet goes back into its file with nothing changed but what was meant to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.kernel.sheets.codings import encode_text

if TYPE_CHECKING:
    from belfry.kernel.sheets.sheets import Sheet


def write_sheet(sheet: Sheet) -> bytes:
    """The file's bytes; a sheet that nobody edited gives those it was read from."""
    rows = "".join([row.text for row in sheet.rows])
    text = sheet.preamble + sheet.head.text + rows
    return encode_text(text, sheet.form.coding, name=sheet.name)
