"""Which other everyday words may stand in a message, though nothing may be said of them as true.

They name the world around a shop: people, places, the weather, food, sounds. None of them tells of
a stage, a time, money or the state of a thing, and as a subject none of them is believed.
"""

from __future__ import annotations

from belfry.jobs.fence.nouns import PLACES
from belfry.jobs.fence.phrasebook import list_words

_CALLS = """
yo thx ty pls plz tks ciao grazie merci danke gracias hola bonjour aloha namaste salut oi ahem ahoy
alright allright
slainte brr achoo yum yummy tally tallyho geronimo skol prost sante
clickety clack click snip snap tap plink plonk strum thud whoosh swish jingle jangle rat tat clop
ding dong tick tock toot beep honk vroom whirr clink clunk clang knock psst hush shh phew wow gosh
golly blimey crikey goodness heavens gee ooh aah oops whoops uh hmm mm huh hurrah yippee woo woot
boom bam bingo abracadabra presto tada voila bravo encore drumroll roll fanfare lo behold ok okay
okey dokey righto aye yup yeah nope nah pip cheerio tara ttfn byebye hullo heya hiya howdy gday
folks dears love ducks duck petal pet sunshine legend legends champ star stars hero heroes sport
"""
_TITLES = """
mr mrs ms miss mx dr prof professor sir madam lord lady father reverend rev captain colonel major
sergeant officer nurse mum dad mother grandma grandpa granny grandad nan aunt auntie uncle cousin
"""
_PEOPLE = """
man woman men women boy girl child children kid kids baby babies son daughter husband wife partner
parent parents grandparent grandmother grandfather niece nephew twins couple pair gentleman reader
listener rider cyclist runner walker player musician drummer singer dancer writer artist painter
photographer cook chef baker gardener teacher student pupil sailor skier skater climber camper
traveller traveler commuter driver passenger guest host neighbour visitor stranger company
companion companions crowd audience band choir orchestra club class office household
"""
_PLACES = """
house flat cottage kitchen lounge bedroom bathroom hallway hall attic loft cellar garage shed barn
garden yard park beach sea seaside river lake hill hills mountain mountains forest wood woods
field fields farm meadow lane path track trail avenue square market station library museum theatre
church chapel school college university hospital pub cafe bakery restaurant hotel country county
region earth planet globe moon sky heaven horizon north south east west atelier workroom workshed
backroom front back side middle centre center top bottom shelf shelves drawer cupboard rack hook
corner wall ceiling stairs step doorstep doormat mat pavement kerb countertop
"""
_THINGS_AROUND = """
grass lawn tree trees leaf leaves flower flowers rose roses bee bees bird birds fish horse sheep
goat hen mouse rabbit fox bear lion tiger elephant owl robin butterfly spider web snow frost ice
fog mist wind breeze cloud clouds storm thunder lightning rainbow puddle puddles dust mud sand
stone stones fire flame smoke water wave waves air light dark shadow colour colours color music
song songs tune tunes melody rhythm beat note chord dance film movie novel poem rhyme joke jokes
riddle puzzle game games card toy picture page pages pencil pen paper ink letterbox envelope stamp
basket box bucket bottle glass plate bowl spoon fork teaspoon pot pan apron towel blanket pillow
bed sofa fireplace candle newspaper magazine crossword breadcrumb toast bread butter jam honey
cheese soup stew pie pudding chocolate sweets crumpet scone apple orange lemon banana pear carrot
potato heirloom heirlooms keepsake keepsakes treasure treasures steed stallion ship boat sail
sails anchor compass map rope ladder bridge wheelhouse beast beauty baby patient patients
"""
_MATTERS = """
history past memory memories occasion tradition habit hobby passion interest pastime trip trips
visit visits walk ride drive commute errand errands outing excursion life living culture style
taste manner fashion spirit mood tone voice sound noise quiet hush language english welsh scots
french rules rule law principle policy practice method approach process procedure routine system
pattern shape form kind sort type class range variety account behalf benefit sake purpose use
value worth meaning sense example instance fact facts truth lie fib fable fiction drama mystery
secret secrets evidence clue clues theory theories hunch opinion view views verdict judgement
judgment decision decisions conclusion conclusions finding findings possibility possibilities
choice exception shift turn go try shot bash crack whirl spin stint spell patch interval break
breather stretch surgery operation procedure control heads handover place places gig concert
recital marathon festival
"""
_QUALITIES = """
quiet noisy loud silent hungry thirsty sleepy tired awake alive lonely empty between grumpy moody
stubborn fussy shy brave bold clever wise foolish daft silly mad crazy wild tame playful cheeky
naughty noble royal grand fancy posh rustic traditional modern classic vintage antique ancient
elderly young youthful grown tall round square local national international foreign english
british scottish welsh irish american european natural human humane wooden golden silver silken
woollen woolly navy crimson scarlet turquoise beige cream ivory tartan tweed unusual uncommon rare
peculiar curious mysterious secretive sensible reasonable fair just decent proper polite rude
stern strict gruff gentle worthy deserving faithful easygoing
"""
_HOW = """
accordingly enormously immensely tremendously awfully terribly dreadfully frightfully jolly mighty
likewise otherwise somehow someday anyhow nonetheless notwithstanding meanwhile afterwards
thereafter thereby whereby wherever whenever ought per via versus amid amidst among amongst beside
besides beneath above below under underneath inside outside without upon unlike despite towards
toward throughout across against along onto into alongside aboard apart aside sideways upside
abroad ashore whom whose whichever whatever whoever mine hers theirs ours thy thee thou ye tis
twas perchance alas hark
"""
CALLS = list_words(_CALLS)
QUALITIES = list_words(_QUALITIES)
_TEXTS = (_CALLS, _TITLES, _PEOPLE, _PLACES, _THINGS_AROUND, _MATTERS, _QUALITIES, _HOW)
# What an item on a board may well be called.
NAMES = (frozenset(_THINGS_AROUND.split()) | PLACES) - list_words("""
light patient patients beauty colour color note notes post system number space room base data
files door window floor customer customers client clients friend family community bench benches
""")
WORDS = frozenset(word for text in _TEXTS for word in text.split())
