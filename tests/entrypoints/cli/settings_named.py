"""Which settings there are, by the names an operator writes."""

from __future__ import annotations

from pydantic import BaseModel

from belfry.settings import Settings, WorkflowSettings


def list_settings() -> list[str]:
    """`name`, `database.url`, …; what may be said of any built-in is `workflows.NAME.…`."""
    found = []
    for name, field in Settings.model_fields.items():
        if name == "workflows":
            found += [f"workflows.NAME.{inner}" for inner in WorkflowSettings.model_fields]
        elif isinstance(field.default, BaseModel):
            inner = type(field.default).model_fields.items()
            found += [f"{name}.{one.alias or own}" for own, one in inner]
        elif not field.exclude:
            found.append(name)
    return found
