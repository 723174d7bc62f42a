"""Write the list of settings of the jobs room into its page, from the settings themselves."""

from __future__ import annotations

from pathlib import Path

from belfry.jobs.shop import SETTINGS

PAGE = Path("docs/jobs-settings.md")
BEGIN, END = "<!-- settings -->\n", "<!-- end of settings -->\n"


def render_table() -> str:
    """One row for each setting, in the order they are best written in."""
    lines = ["| Setting | What it does | For example | If left out |", "|---|---|---|---|"]
    for setting in SETTINGS:
        left_out = "**it is needed**" if setting.is_required else setting.default
        name, example = f"`{setting.name}:`", f"`{setting.example}`"
        lines.append(f"| {name} | {setting.does} | {example} | {left_out} |")
    return "\n".join(lines) + "\n"


def write_page(page: str) -> str:
    """The page with its table as it should be."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{render_table()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(write_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
