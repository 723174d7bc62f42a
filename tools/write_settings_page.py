"""Write the lists of what a team can set in plain sentences into their pages, from the settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from belfry.controls.chains import rules
from belfry.jobs.settings import shop
from belfry.kernel.rulebook import Setting
from belfry.rota.rules import rules_doc

PAGES: Mapping[Path, Sequence[Setting]] = {
    Path("docs/jobs-settings.md"): shop.SETTINGS,
    Path("docs/controls-settings.md"): rules.SETTINGS,
    Path("docs/rota-settings.md"): rules_doc.SETTINGS,
}
BEGIN, END = "<!-- settings -->\n", "<!-- end of settings -->\n"


def render_table(settings: Sequence[Setting]) -> str:
    """One row for each setting, in the order they are best written in."""
    lines = ["| Setting | What it does | For example | If left out |", "|---|---|---|---|"]
    for setting in settings:
        left_out = "**it is needed**" if setting.is_required else setting.default
        name, example = f"`{setting.name}:`", f"`{setting.example}`"
        lines.append(f"| {name} | {setting.does} | {example} | {left_out} |")
    return "\n".join(lines) + "\n"


def write_page(page: str, settings: Sequence[Setting]) -> str:
    """The page with its table as it should be."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{render_table(settings)}{END}{after}"


if __name__ == "__main__":
    for path, listed in PAGES.items():
        path.write_text(write_page(path.read_text(encoding="utf-8"), listed), encoding="utf-8")
