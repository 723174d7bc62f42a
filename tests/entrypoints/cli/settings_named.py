"""Which settings there are, by the names an operator writes."""

from __future__ import annotations

from pydantic import BaseModel

from belfry.settings import Settings, WorkflowSettings


def list_settings() -> list[str]:
    """`name`, `database.url`, …; what may be said of any built-in is `workflows.NAME.…`."""
    names = []
    for name, field in Settings.model_fields.items():
        if name == "workflows":
            names += [f"workflows.NAME.{inner}" for inner in WorkflowSettings.model_fields]
        elif name == "queues":
            names.append("queues.NAME")
        elif isinstance(field.default, BaseModel):
            inner = type(field.default).model_fields.items()
            names += [f"{name}.{setting.alias or own}" for own, setting in inner]
        elif not field.exclude:
            names.append(name)
    return names
