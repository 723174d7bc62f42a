"""Which idioms, proverbs and asides a friendly message may bring in, in whatever words they come.

They speak of people, of talk and of the world, so none of them may be what is said of the job.
"""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_FARE = "tea/coffee/cuppa/brew/biscuits/biscuit/sandwiches/sandwich/toast/cake/breakfast/lunch"
_WHOLE = "complete/total/full/undivided/entire/utmost/absolute/whole/sole/unbroken"
_HEED = (
    "attention/confidence/focus/faith/trust/honesty/concentration/sympathy/respect/devotion/care/"
    "dedication/commitment/gratitude/thanks/understanding/support"
)
_MUCH = "plenty/lots/loads/heaps/a_lot/tons/oodles"
_WORRY = (
    "wondering/waiting/worrying/guessing/questions/fretting/the_small_talk/small_talk/the_puns/puns/"
    "the_pleasantries/pleasantries/the_weather/rambling/waffling/joking/jokes"
)
_STEP = "straight/right"
_PLAIN = (
    "fuss/frills/drama/secrets/mystery/tricks/spin/nonsense/jargon/waffle/riddles/fanfare/bells"
)

PHRASES: dict[Entry, str] = {
    Entry("safe", "aside"): f"""
'd/would finish/complete/start/mend/repair IT now? if we/i could
what comes/happens after/next/then depends on what we find/see/learn
with? a question mark
take/takes/taking our/this/the/your work/job/craft/word/trade/tools seriously
so says/say our/the
all told ,?
as they/it come/comes
nothing new
ready/done/finished is/'s another/a_different/quite_another matter/story/question/thing
that 's/is no tall_tale/lie/joke/exaggeration/secret/idle_talk/fib/fable/fairy_tale
your/our/that wait isn't/is_not/'s_not over yet?
same THING ,? new stage/page/chapter
new stage/page/chapter
free to talk/chat/ask
under promise/promising
don't/do_not/not hold us/me to it/that
IT sends/send/send_you its/their/you? regards/love/best/greetings/best_wishes/hello
nobody 's/is perfect
no one 's/is perfect
THING 's story/tale/adventure
see/sees/seeing you right
the/our/your board/tracker/system/label/tag/ticket/card now/still? says/say/shows/show :?
the/our/your board/tracker/system/label/tag/ticket/card now/still? reads/read/has/have :?
the/our/your page/screen/list/book/records/log/docket now/still? says/say/shows/show :?
the/our/your page/screen/list/book/records/log/docket now/still? reads/read/has/have :?
THING card/sheet/ticket/label/tag/tracker/page/entry now/still? says/reads/shows :?
from one stage to the/another next?
it/that all? depends on? how things/IT/the_work/it_all go/goes/turns_out
make/making it/things/them up as_we_go/as_we_go_along?
for planning/your purposes/information/diary
with the/an? utmost/greatest/deepest respect
as it stands/happens/goes
ready/done/finished is/'s/isn't a/the word we
look/looking/looked before we/you/i leap
practise/practice what we preach
ready for a/another hard/good/honest/busy/full? day 's work
fix/make ourselves/yourself/you/us a/another/some? nice/good/strong? cup/mug/pot of {_FARE}
pour/brew ourselves/yourself/you/us a/another/some? nice/good/strong? cup/mug/pot of {_FARE}
nothing to do now/yet/here? but/except/other_than wait/relax/sit_tight/put_your_feet_up
collect/collecting your thoughts/wits
it 's/is raining/snowing/pouring/drizzling/sunny/chilly here/outside/out/out_there/again/today?
it 's/is freezing/cold/wet/warm/hot/grey/windy here/outside/out/out_there/again/today?
that 's/is the nature/size/spirit/way/beauty of it/things/repairs/the_trade/the_beast/waiting
that 's/is exactly/just/precisely? the? stage IT 's/is/'re/are in/at/at_now
let us just/simply? say/put_it/call_it
just/simply plain
in no hurry/rush
the? rumours/rumors are/were true
end of update/message/bulletin/news/announcement/report/transmission
signed ,? sealed ,? and?
get/gets/got to write/say/tell/type/share/send
carry/take/bring you far/joy
wonder/wondering/worry/worrying any longer/more
the second/third/other :
thanks/thank_you for hanging/holding/sticking/bearing on/in_there/with_us/around/there
yours ,/as_ever/always/ever/in_repair
good news travels fast
you must be a saint/wondering/curious/keen/eager/itching/busy/angel
an/a angel/saint
time for a/another/an status/progress update
ready for the/our/your next adventure/challenge/chapter whenever_you_are?
in earnest
this/that one/message/text/note/line says/reads
{_STEP} to the/our? point/news
{_STEP} from the horse 's mouth
{_STEP} from the workshop/bench/counter/shop_floor :/,
hot off the press
cards on the table
without further/more ado
no beating about/around the bush
beat/beating about/around the bush
the long and the? short of it
in a nutshell
to cut a long story short
for the record
by the by/way
as luck would have it
speaking of which
on that/this/a_lighter/a_happy/a_happier/a_brighter/a_serious note
believe it or not
like it or not
as the/that/the_old saying/proverb/song/rhyme/phrase goes/has_it/says
as they say
so they say
the proverb says/goes/has_it
if you please/like/will/must_know
since/seeing_as/as you ask/asked/'re_asking/are_asking/wonder/'re_wondering
in case you were/are/'re wondering/curious/worried/asking
no {_PLAIN} ,? just
no {_PLAIN} and/or {_PLAIN}
no {_PLAIN}
nothing fancy
smoke and mirrors
music to our ears
food for thought
penny for your thoughts
curiosity killed the cat
a watched pot never boils
more haste ,? less speed
haste makes waste
slow and/but steady wins/win/does the/it race?
steady as she goes
easy does it
softly ,? softly
leave/leaving/left no stone unturned
no stone unturned
many hands make light work
every cloud
better safe than sorry
honesty is/'s always? the best policy
patience is/'s a virtue
patience is/'s its own reward
patience is/'s the hardest/tricky/toughest/trickiest part/bit/thing
waiting is/'s the hardest/tricky/toughest/trickiest/worst part/bit/thing
our/my part/job/role is/'s simple/easy/plain : to? keep/tell/write/be
our/my part/job/role is/'s to keep/tell/write/be/let
teamwork makes the dream work
easier said than done
when/after all is/'s said and done
been there ,? done that
well done you/for
the done thing
what 's/is done is/'s done
done/finished with {_WORRY}
enough of {_WORRY}
enough {_WORRY}
finished/finishing/finish/drained/drunk/had/having our/my/the/a/their/his/her/that {_FARE}
{_FARE} break/time/breaks
over a/our/the {_FARE}
another/fresh/new/hot/nice/strong cup/mug/pot of {_FARE}
cup/mug/pot of {_FARE}
the/our? kettle/radio 's/is/are on/off/boiling/singing
put/putting/popped the/our? kettle on
fix/fixing/make/making/pour/pouring ourselves/yourself/you/us? a/another/some? nice? {_FARE}
our/my/your/the {_WHOLE} {_HEED}
you have/'ve our/my {_WHOLE}? {_HEED}
{_WHOLE} {_HEED}
complete honesty/mystery/stranger/picture
completely honest/open/sure/understand/human/serious
give/giving/gives IT? our/my/their all/everything/best/best_shot/very_best/heart_and_soul
getting/gets/receiving/given/enjoying {_MUCH} of care/love/attention/tlc/affection/respect
our/the hearts/heart/minds is/are/'s truly/really/fully/completely? in it/this
heart and soul
our/my lips aren't/are_not/are_never sealed
the? ball is/'s in our court
in our element
all ears
all eyes and ears
all eyes
all smiles
at the ready
rough and ready
ready ,? willing and able
ready and willing/able
ready or not
ready for some? news/questions/answers/anything/a_chat/a_challenge/a_cuppa/tea/a_brew
ready smile/welcome/ear
part of the fun/furniture/family/job/charm/service/plan/story/magic/deal/world
in these/our/your parts
the best/nicest/favourite/favorite part/bit of our/the/my day/job/week/work
our/my favourite/favorite/least_favourite/least_favorite part/bit of the/our/this job/work/story
take/takes/taking part in
play/plays/playing our/my part
playing/play detective/doctor/it_safe/fair with?
in order of
order of the day
tall order
law and order
pecking order
got/have/'ve your/their back
back and forth
home from home
home sweet home
make yourself at home
nothing to write home about
close to home
hits home
fit/fits/fitting the bill
pay/paying/pays close/careful/good/proper? attention to?
it? pays to be patient/careful/honest/gentle
pay it/that no mind
at any rate
in charge of?
take/takes/taking/took charge of
who 's/is in charge
great/good deal of care/thought/love/patience/attention/respect
free spirit/hand
cards close
cover to cover
win win
weakest link
out of sight ,? never/but_never/not/but_not out of mind
not out of mind
hold/hold_on_to/holding your/our horses/hands/tongue/nerve/fort
hold/holding the fort
lost for words
lost in thought
lost and found
broken record/hearts/heart
for better or worse
beyond words/kind/grateful/thankful/delighted
behind the scenes/counter/bench/curtain
the story behind
behind you all the way
the road ahead
plan/planning/think/thinking ahead
through thick and thin
through and through
left to our own devices
left ,? right and centre/center
left field
slip of the tongue/pen
let slip
pause for thought/breath
quick/short question/word/hello/hi/one/thought/confession
bright side
look/looking on the bright side
hang in there
get/got/getting the hang of
frame of mind
in tune with
lip service
mend/mending our ways
iron/ironing out
""",
}
