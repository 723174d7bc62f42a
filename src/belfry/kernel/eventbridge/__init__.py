"""What EventBridge Scheduler is told: our schedules in its words, under our names, and no more."""

from __future__ import annotations

from belfry.kernel.eventbridge.expressions import (
    AtExpression,
    CronExpression,
    Expression,
    ExpressionError,
    RateExpression,
    check_expression,
    parse_expression,
)
from belfry.kernel.eventbridge.schedules import (
    Change,
    Create,
    Delete,
    Schedule,
    ScheduleName,
    Step,
    find_ours,
    name_schedules,
    plan_schedules,
)
from belfry.kernel.eventbridge.translate import Translation, translate

__all__ = [
    "AtExpression",
    "Change",
    "Create",
    "CronExpression",
    "Delete",
    "Expression",
    "ExpressionError",
    "RateExpression",
    "Schedule",
    "ScheduleName",
    "Step",
    "Translation",
    "check_expression",
    "find_ours",
    "name_schedules",
    "parse_expression",
    "plan_schedules",
    "translate",
]
