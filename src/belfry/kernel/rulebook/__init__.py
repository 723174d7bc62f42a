"""What a team's settings and rules docs say, written in plain sentences."""

from __future__ import annotations

from belfry.kernel.rulebook.readers import NamedItems as NamedItems
from belfry.kernel.rulebook.readers import parse_counts as parse_counts
from belfry.kernel.rulebook.readers import parse_names as parse_names
from belfry.kernel.rulebook.readers import parse_per_name as parse_per_name
from belfry.kernel.rulebook.readers import parse_percent as parse_percent
from belfry.kernel.rulebook.readers import parse_slotted as parse_slotted
from belfry.kernel.rulebook.readers import parse_yes_no as parse_yes_no
from belfry.kernel.rulebook.readers import read_part as read_part
from belfry.kernel.rulebook.readers import refuse as refuse
from belfry.kernel.rulebook.readers import render_percent as render_percent
from belfry.kernel.rulebook.readers import render_yes_no as render_yes_no
from belfry.kernel.rulebook.reading import DocProblem as DocProblem
from belfry.kernel.rulebook.reading import Entry as Entry
from belfry.kernel.rulebook.reading import Reading as Reading
from belfry.kernel.rulebook.reading import Setting as Setting
from belfry.kernel.rulebook.reading import UnknownWord as UnknownWord
from belfry.kernel.rulebook.reading import Vocabulary as Vocabulary
from belfry.kernel.rulebook.reading import find_nearest as find_nearest
from belfry.kernel.rulebook.reading import read_doc as read_doc
from belfry.kernel.rulebook.reading import render_reading as render_reading
