"""Which commands there are about the rota."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from belfry.entrypoints.cli.rota import (
    rota_answers,
    rota_drafts,
    rota_notes,
    rota_reports,
    rota_swaps,
    rota_telling,
    rota_time_off,
    rota_views,
)

COMMANDS: Mapping[str, Callable[..., Any]] = {
    "template": rota_drafts.template,
    "draft": rota_drafts.draft,
    "show": rota_views.show,
    "explain": rota_views.explain,
    "approve": rota_answers.approve,
    "edit": rota_answers.edit,
    "redraft": rota_answers.redraft,
    "fuller": rota_answers.fuller,
    "publish": rota_telling.publish,
    "resend": rota_telling.resend,
    "requests": rota_notes.requests,
    "swap": rota_swaps.swap,
    "take": rota_swaps.take,
    "answer-swap": rota_swaps.answer_swap,
    "time-off": rota_time_off.time_off,
    "answer-time-off": rota_time_off.answer_time_off,
    "answer-clash": rota_time_off.answer_clash,
    "read-note": rota_notes.read_note,
    "notes": rota_notes.notes,
    "hours": rota_reports.hours,
    "fairness": rota_reports.fairness,
    "feed": rota_reports.feed,
}
