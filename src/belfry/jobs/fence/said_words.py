"""Which words may be said of the job, of the shop, of the customer and of what they talk about."""

from __future__ import annotations

from belfry.jobs.fence.nouns import COURTESY, EXPECTATION, JOB_NOUNS, NEWS, PEOPLE
from belfry.jobs.fence.phrasebook import THING, list_words

DETERMINERS = list_words("a an the our your my their his her its some any one no")
PLACE_WORDS = list_words("in on at with under for to by of from among within")
ASKING = list_words("how what where why whether")
# What the shop's own tools may be said to do: out, on, going.
ABOUT = list_words("on out up in threaded going moving humming whirring clicking busy")
LIKES = list_words("trust love like enjoy")
# Known phrases that say how far along the job is when they are said of it.
_RANKS = """
first up
up next
first
next up
all good
at hand
to hand
at the end
all going well
all going to plan
everything going to plan
for you to see
up to date
up to speed
above and beyond
for you
fair enough
as agreed
as requested
as promised
happy ending
to you
with you
best hands
by the best
over to you
at ease
at home
second to none
second nature
"""
RANKS = frozenset(_RANKS.splitlines())
# What a job may be, beside its stage.
STANDS = list_words("""
safe secure welcome important precious special treasured beloved cherished dear loved
""")
PAMPERED = list_words("""
treated handled guarded protected watched cherished pampered tended nurtured kept minded loved
valued appreciated treasured respected welcomed held
""")
CALLED = list_words("""
deal ending shame pity nuisance relief story mystery puzzle question matter gem classic wait
beauty joy pleasure treat privilege honour honor delight favourite favorite
""")
# What may be said of what was just said: "that's a fact", "this is no fairy tale".
SAID_OF_TALK = list_words("""
fact facts truth lie fib joke tale secret nature story stage status rule spirit law fable fiction
countdown riddle poem song place spot style motto habit tradition art craft life idea point gist
headline forecast rumour rumor legend myth hint moral lesson thing question answer wish dream
thought view opinion policy principle summary snapshot postcard bulletin announcement exaggeration
understatement guess date deadline eta compliment pun cliche proverb saying
""")
KEEPERS = PEOPLE | list_words("us hands care mind minds thoughts heart hearts me")
# What may be given, taken and had without any work being told.
OBJECTS = list_words("""
care attention love tlc pride thought thoughts heart hearts effort efforts pleasure joy word words
note notes call ring shout text message line update updates news touch question questions best
respect smile luck faith confidence thanks dedication email reply buzz ping bell nudge cuppa tea
brew time plenty worry worries bother patience estimate date guess eta timeline timescale sympathy
apologies anything doubt concerns concern queries query hello focus devotion expertise skill
estimates guesses dates turn spot place feedback preference preferences instructions permission
moment guesswork assumptions
""")
TALK_DOES = list_words("""
mean means meant matter matters help helps helped follow follows come comes go goes make makes made
remains remain says say tells shows change changes keep keeps stand stands holds hold
""")
JOB_DOES = list_words("deserve deserves deserved mean means matter matters")
STAYS = list_words("leave left go gone move moved come arrive arrived landed land reached")
GOES = list_words("go move moved moves went gone goes come came comes going")
REMAINS = list_words("stay stays remain remains sit sits rest rests")
OWNED_DOES = list_words("makes needs does deserves has")
FOREVER = list_words("will 'll won't never can't shall")
MOVED = list_words("back there through up off over down away home out")
# How waiting feels, and how a home is without the thing.
TRYING = list_words("""
frustrating annoying tiresome inconvenient disappointing maddening boring understandable
""")
DULL = list_words("quiet strange odd dull hard tough tricky funny lonely empty")
# How a thing looks and goes: told only with a fact behind it, and there is none.
APPEARS = list_words("""
looks feels sounds runs works fits plays rides sits goes turns moves smells tastes shines hangs
drops spins rolls
""")
WE_ALSO = list_words("""
wait waits waiting need needs chase chases chasing worry worries hesitate decide stop rest queue
stand sit bear manage
""")
KEPT_UP = list_words("kept tried stayed stuck held continued helped welcomed watched")
HANDLED = JOB_NOUNS | {THING} | list_words("it them this that these those one you everything all")
TALKED_OF = COURTESY | NEWS | EXPECTATION
NOUNS_SAID = PEOPLE | TALKED_OF | KEEPERS | CALLED | OBJECTS
