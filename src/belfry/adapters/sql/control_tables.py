"""Which table holds which record of the controls room."""

from __future__ import annotations

import sqlalchemy as sa

from belfry.adapters.sql.columns import (
    BY_LETTER,
    TableMapping,
    by_text,
    by_text_and_number,
    by_three_texts,
    metadata,
    partial,
    table_of,
)
from belfry.controls.controls import Control
from belfry.controls.histories import (
    AnswerLink,
    CycleLine,
    Evidence,
    ReminderLine,
    TaskList,
)
from belfry.controls.reports.calendar_feed import FeedToken

IS_LISTED = "gone_at IS NULL"
HAS_OWN_CHAIN = "chain_override <> ''"

controls = table_of(
    Control,
    "controls",
    metadata,
    ("id",),
    partial("idx_controls_next_check", "next_check_on", "id", where=IS_LISTED),
    # With all in it that a count asks for, SQLite need not look at the rows as well.
    partial("idx_controls_due", "due_on", "id", "last_done_on", "gone_at", where=IS_LISTED),
    # The sheet of a year has them by area, and counts how many each has.
    partial("idx_controls_area", "area", "id", "gone_at", where=IS_LISTED),
    partial("idx_controls_chain", "due_on", "id", where=f"{IS_LISTED} AND {HAS_OWN_CHAIN}"),
)
control_cycles = table_of(
    CycleLine,
    "control_cycles",
    metadata,
    ("control_id", "number"),
    sa.Index("idx_control_cycles_due", "due_on", "control_id", "number"),
)
control_reminders = table_of(
    ReminderLine, "control_reminders", metadata, ("control_id", "due_on", "slot")
)
control_evidence = table_of(Evidence, "control_evidence", metadata, ("control_id", "number"))
answer_links = table_of(
    AnswerLink,
    "answer_links",
    metadata,
    ("digest",),
    sa.Index("idx_answer_links_expires", "expires_at"),
)
task_lists = table_of(TaskList, "task_lists", metadata, ("name",))
feed_tokens = table_of(FeedToken, "feed_tokens", metadata, ("name",))

for _name in (controls.c.id, control_cycles.c.control_id, control_reminders.c.slot):
    _name.type = BY_LETTER

CONTROL_MAPPINGS = (
    TableMapping(Control, controls, by_text),
    TableMapping(CycleLine, control_cycles, by_text_and_number),
    TableMapping(ReminderLine, control_reminders, by_three_texts),
    TableMapping(Evidence, control_evidence, by_text_and_number),
    TableMapping(AnswerLink, answer_links, by_text),
    TableMapping(TaskList, task_lists, by_text),
    TableMapping(FeedToken, feed_tokens, by_text),
)
