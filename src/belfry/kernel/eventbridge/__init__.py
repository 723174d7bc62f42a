"""Publish schedules to EventBridge Scheduler: expressions, names and plans."""

from __future__ import annotations

from belfry.kernel.eventbridge.expressions import AtExpression as AtExpression
from belfry.kernel.eventbridge.expressions import CronExpression as CronExpression
from belfry.kernel.eventbridge.expressions import Expression as Expression
from belfry.kernel.eventbridge.expressions import ExpressionError as ExpressionError
from belfry.kernel.eventbridge.expressions import RateExpression as RateExpression
from belfry.kernel.eventbridge.expressions import check_expression as check_expression
from belfry.kernel.eventbridge.expressions import parse_expression as parse_expression
from belfry.kernel.eventbridge.schedules import Change as Change
from belfry.kernel.eventbridge.schedules import Create as Create
from belfry.kernel.eventbridge.schedules import Delete as Delete
from belfry.kernel.eventbridge.schedules import Schedule as Schedule
from belfry.kernel.eventbridge.schedules import ScheduleName as ScheduleName
from belfry.kernel.eventbridge.schedules import Step as Step
from belfry.kernel.eventbridge.schedules import find_ours as find_ours
from belfry.kernel.eventbridge.schedules import name_schedules as name_schedules
from belfry.kernel.eventbridge.schedules import plan_schedules as plan_schedules
from belfry.kernel.eventbridge.translate import Translation as Translation
from belfry.kernel.eventbridge.translate import translate as translate
