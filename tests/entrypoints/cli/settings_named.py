"""Which settings there are, by the names an operator writes."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from belfry.settings import Settings, WorkflowSettings


def list_settings() -> list[str]:
    """`name`, `database.url`, …; what may be said of any built-in is `workflows.NAME.…`."""
    names: list[str] = []
    for name, field in Settings.model_fields.items():
        if name == "workflows":
            names += [f"workflows.NAME.{inner}" for inner in WorkflowSettings.model_fields]
        elif name == "queues":
            names.append("queues.NAME")
        elif isinstance(field.default, BaseModel):
            names += [f"{name}.{setting}" for setting in _list_section(type(field.default))]
        elif not field.exclude:
            names.append(name)
    return names


def _list_section(section: type[BaseModel]) -> Iterator[str]:
    for name, field in section.model_fields.items():
        if isinstance(field.default, BaseModel):
            yield from (f"{name}.{inner}" for inner in _list_section(type(field.default)))
        else:
            yield field.alias or name
