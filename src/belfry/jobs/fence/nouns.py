"""Which nouns a message may use that say nothing of the job, by what they name."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import list_words

# Those who work in the shop: what they do is what "we" do.
_SHOP_PEOPLE = """
team workshop shop studio store mechanic mechanics technician technicians engineer engineers
tailor tailors seamstress seamstresses framer framers craftsman craftsmen craftswoman craftspeople
expert experts specialist specialists colleague colleagues staff crew people folks folk lads
ladies guys pros pro professionals humans human person goldsmith silversmith jeweller jeweler
jewellers watchmaker watchmakers clockmaker cobbler cobblers shoemaker dressmaker luthier luthiers
upholsterer upholsterers carpenter joiner electrician plumber gardener builder potter restorer
restorers conservator repairer repairers fitter artisan artisans maker makers master masters
apprentice apprentices trainee manager reception receptionist tech techs owner horologist
hairdresser stitcher stitchers worker workers machinist printer bookbinder binder farrier saddler
leatherworker smith blacksmith metalworker woodworker cabinetmaker polisher welder solderer fixer
fixers mender menders tinkerer tinkerers wizard wizards whizz guru gurus boss bosses founder dad
mum sister brother partner member members assistant assistants helper helpers lot bunch gang squad
elves gnome gnomes doctor doctors surgeon surgeons nurse nurses detective detectives sleuth
sleuths medic medics veterans veteran everybody everyone somebody someone one bikesmith cutter
cutters optician ones optometrist tuner tuners technologist cordwainer milliner furrier
"""
# Places and things of a shop that may be named in passing.
_SHOP_THINGS = """
neighbours neighbors neighbour neighbor family families friend friends customer customers client
clients bench benches door doors window floor street road corner village town city neighbourhood
neighborhood community kettle teapot tea coffee cuppa brew biscuit biscuits cake cakes mug radio
apron aprons toolbox tool tools kit spanner spanners screwdriver screwdrivers needle needles
thread threads scissors hammer hammers lathe loupe loupes lamp magnifier tape thimble pliers
wrench wrenches chisel gloves glasses spectacles thinking cap caps hat hats sleeves sleeve
notebook book books whiteboard screen system records record file notes inbox phone phones ticket
tickets receipt docket label tag number logbook ledger postbox post doorstep desk cat dog data
files documents contacts settings space room base hq headquarters
"""
# News and how it travels.
_NEWS = """
news update updates message messages text texts note notes word words email emails mail mails
reply replies line lines call calls ring shout holler buzz ping pings bell nudge alert alerts
notice notices notification notifications headsup report reports bulletin postcard letter dispatch
dispatches status info information details detail question questions query queries enquiry
enquiries inquiry inquiries response responses contact touch reminder reminders sms conversation
chat whistle signal summary scoop lowdown explanation hello goodbye confirmation
"""
# What people are thanked for, and wish each other.
_COURTESY = """
patience trust custom support understanding interest kindness business help faith confidence
goodwill loyalty company cooperation flexibility generosity encouragement thanks thank cheers
regards wishes wish greetings gratitude appreciation apology apologies sympathy pleasure joy
privilege honour honor delight treat luck smile smiles grin hug hugs love affection respect care
attention tlc pampering devotion dedication concern concerns worry worries feedback thought
thoughts heart hearts mind minds peace comfort calm ease sense idea ideas reason reasons point
points matter matters fuss bother hassle stress pressure rush hurry surprise surprises doubt
doubts choice choices craft crafts craftsmanship skill skills experience expertise knowledge pride
magic wizardry mission adventure journey story stories tale chapter life world way ways touch
effort efforts elbow grease best hands hand eyes eye finger fingers thumbs ears ear head side
service owner owners soul weather sunshine sun rain drizzle umbrella name names permission
approval okay preference preferences request requests instructions instruction wait waiting
honesty truth silence meantime guesswork assumptions pretence chance while course case priority
priorities pal mate mates chum buddy sir madam lovelies darling
"""
# What an expected time is called, and how sure it is.
_EXPECTATION = """
commitment certainty estimate estimates eta etas date dates timeline timescale timeframe timing
forecast projection target targets goal goals aim aims plan plans guess guesses hope hopes
intention expectation expectations prediction speculation board diary calendar list guide
guideline pencil ballpark figure indication
"""
# The job and what belongs to it: whatever is said of these is said of the job.
_JOB = """
job jobs item items piece pieces project projects stage stages step steps part parts thing things
bit bits case head side wait rest repairs
"""
# The shop's own tools.
TOOLS = list_words("""
tool tools spanner spanners screwdriver screwdrivers needle needles thread sleeves apron aprons
gloves hat hats cap caps loupe loupes glasses specs kettle lamp lamps scissors thimble tape
""")
# What nobody brings in for repair: whatever is said of it is not said of the job.
WORLD = list_words("""
rain weather sun sunshine snow frost wind fog drizzle storm storms clouds sky moon stars birds bees
tea coffee cuppa brew biscuit biscuits cake cakes toast sandwich sandwiches crossword dog puppy cat
kitten parrot dogs cats hamster pup pooch hound rumour rumours rumor rumors proverb saying world
life hen hens rooster bird robin robins owl owls fox foxes rabbit rabbits hedgehog hedgehogs bee
butterfly worm worms spider spiders goat goats sheep cow cows horse horses fish squirrel mice mouse
elephant elephants lion lions tiger bear bears penguin penguins tortoise hare snail snails frog
frogs grass lawn trees leaves daffodils roses tulips blossom hills sea tide tides river rainbow
thunder lightning summertime gravy soup bread crumpets scones pudding marmalade pancakes chocolate
fairy fairies elves dragons unicorns ghosts fate fortune gravity philosophy poets penny pennies
pigeons seagulls ducks squirrels traffic
""")
PEOPLE = list_words(_SHOP_PEOPLE)
NEWS = list_words(_NEWS)
EXPECTATION = list_words(_EXPECTATION)
COURTESY = list_words(_COURTESY)
PLACES = list_words(_SHOP_THINGS)
JOB_NOUNS = list_words(_JOB)
NOUNS = JOB_NOUNS | WORLD | PEOPLE | NEWS | EXPECTATION | COURTESY | PLACES
