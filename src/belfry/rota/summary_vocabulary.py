"""Which words a summary of hours may be made of, besides what was counted.

They introduce and connect. None of them counts, compares, negates, promises, blames or praises,
so that whatever is made of them says of people only what the numbers say.
"""

from __future__ import annotations

_WORDS = """
a an and are as at
come comes counted
figures for from
glance
has have here here's hours how
in is it its
list look looks
now
of our overview
people picture put
recap rota
see shift shifts show shows sits stand stands summary
team team's that the there these this to together total
us
was week weekly week's were what where with
you your
"""
WORDS = frozenset(_WORDS.split())
# Whole sentences that say nothing of anybody.
COURTESIES = frozenset(
    {
        "have a good weekend",
        "have a great weekend",
        "have a lovely weekend",
        "have a nice weekend",
        "hello",
        "hi",
        "hi there",
        "many thanks",
        "thank you",
        "thanks",
    }
)
