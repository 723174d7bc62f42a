"""When something recurs: reading a schedule, and finding its times in any zone."""

from __future__ import annotations

from belfry.kernel.cron.expressions import Cron as Cron
from belfry.kernel.cron.expressions import CronExpression as CronExpression
from belfry.kernel.cron.expressions import Once as Once
from belfry.kernel.cron.expressions import Rate as Rate
from belfry.kernel.cron.fires import find_zone as find_zone
from belfry.kernel.cron.fires import is_fire as is_fire
from belfry.kernel.cron.fires import last_fire as last_fire
from belfry.kernel.cron.fires import list_fires as list_fires
from belfry.kernel.cron.fires import next_fire as next_fire
from belfry.kernel.cron.grammar import CronError as CronError
from belfry.kernel.cron.grammar import is_valid_cron as is_valid_cron
from belfry.kernel.cron.grammar import normalize_cron as normalize_cron
from belfry.kernel.cron.grammar import parse_cron as parse_cron
