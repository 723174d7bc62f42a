"""Which words and phrases may stand in any message, because they say nothing about the job.

A word belongs here only if it cannot tell of a stage, a time, a price or a promise by itself; what
is said with it of somebody is looked at as such.
"""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

WORDS = """
threaded a an the this that these those my your our us we you i me he she they them it its their
his her him ours who whom which what where how why there here everyone everything anything
something someone anyone of to in on at for from with about into onto as than by per via am is are
was were be been being 's 're 've 'm have has had having do does did doing all any some each every
both other another such same own much very really so too also just now still already currently
then please carefully properly safely gently kindly happily gladly lovingly always ever simply
truly sincerely warmly meanwhile instead anyway otherwise yet only one myself ourselves yourself
yes yep news update updates message messages text texts note word email emails mail reply replies
question questions query queries concern concerns patience trust trusting trusted custom support
understanding interest kindness team workshop shop studio store mechanic mechanics technician
technicians engineer engineers tailor tailors seamstress framer framers craftsman craftsmen
craftswoman craftspeople expert experts specialist specialists colleague colleagues staff crew
people folks friend friends friendly hands care attention love job jobs item items piece project
customer customers name status stage stages step steps details info information part parts board
chance worry worries know let letting tell telling write writing ask asking share keep keeping
kept thank thanks appreciate appreciated appreciates hear hearing feel want wanted wants like
liked loved loves wonder wondering chase chasing forget forgotten help helping contact reach
confirm confirmed say saying said mention understand treat treating handle handling choose chose
choosing reading remember shout whistle seeing happy glad pleased delighted lovely excited
thrilled kind warm dear safe careful gentle honest welcome sorry skilled experienced capable
trusty precious pleasure joy cheers ta regards wishes x xx xxx btw fyi psst ps hooray yay woohoo
whoop hurrah ahoy oh ah aw busy work massive huge big hugely patient patiently bye goodbye tech
techs owner apprentice whole unexpected wishing wish smile glance meant chat speak speaking talk
talking deserve deserves deserved mind matter matters bench need needs needed surprises barring
report reports rather goldsmith silversmith jeweller jeweler watchmaker clockmaker cobbler
shoemaker dressmaker luthier upholsterer carpenter joiner electrician plumber gardener builder
potter restorer conservator repairer fitter artisan artisans maker makers master apprentices
trainee manager reception receptionist folk lads ladies guys pros professionals humans person
weather sunshine sun sunny tea biscuit biscuits cake kids family neighbours neighbors community
local village town street high road corner small independent humble tiny bustling cosy cozy
dedicated devoted attentive thoughtful considerate meticulous painstaking painstakingly diligently
attentively thoughtfully cautiously steadily methodically skilfully skillfully expertly
professionally personally proudly humbly eagerly cheerfully respectfully courteously heartfelt
heart hearts grateful gratefully gratitude thankful thoughts thought idea ideas reason reasons
sense point points honestly frankly plainly transparent detail detailed explanation explain
explains answering respond responding response contacting listen listening learn learning
understandably wondered wonders curious curiosity nervous anxious eager keen interested intrigued
proud honoured honored privileged privilege lucky fortunate blessed humbled chuffed tickled
smiling smiles grin laugh laughing craft crafts craftsmanship skill experience expertise knowledge
kit spanner spanners screwdriver screwdrivers needles threads scissors hammers lathe stitch keeps
whatever whichever whoever however though although despite regardless unless except besides plus
moreover furthermore indeed likewise similarly equally altogether somewhat pick greet greeting
greetings wave waving followup updating posted post posts loop informed aware abreast notice
notices notify notified notification notifications alerts alert ping pings buzz shouts bell notes
noted line lines words worded contacted reached messaged texted emailed wrote written phoned rang
told asked replied answered mentioned relax relaxed relaxing breathe comfort peace quietly softly
soft loving affection fond fondly dearly sweet nice nicer niceness kindnesses generous generously
understands sympathy sympathise sympathize apologise apologize apologies apology regret excuse
pardon forgive bother bothering disturb disturbing interrupt interrupting nag nagging pester
pestering guess guessing guesses guessed bet suppose supposing imagine imagining agree approval
attend involved concerning regarding re out up over down round open relating related belonging
belongs owned either else elsewhere wherever everywhere anywhere nowhere somewhere journey
adventure stories tale says stating queueing lot lots bunch little hurray tada voila da huzzah
bravo business enquiry supplier suppliers courier postman factory manufacturer warehouse enquiries
inquiry inquiries request requests requested helps helped helpful assist assisting assistance
advise advice advised guidance supporting supported wished hopes prayer prayers luck charm
provisional provisionally tentative tentatively approximate rough estimateds indicative target
targets goal goals intention intend intends intended planned watching watched
"""

PHRASES: dict[Entry, str] = {
    # Only where the job is ready: a customer may come when they like.
    Entry("leisure"): """
enjoy IT/wearing/riding/using/playing? IT?
any time
anytime
here/in for it/them/THING
whenever you like/want/can/wish/please/'re_passing/are_passing/'re_free/are_free/'re_ready/are_ready
whenever suits you?
whenever is/'s convenient/best/easiest for_you?
when you 're/are ready/passing/free/next_passing
at your convenience/leisure
in your own good/sweet? time
any time we 're/are open
any time that? suits you?
any time you like/want/can/wish
whenever
at any time
when convenient
when you get a chance
when it suits you
when we 're/are open
during opening/our/shop/our_opening hours
we 're/are/'ll_be/will_be open/around/about
open until/till/til/today/all/every/from/late/on/now/again/for_business/as_usual
doors/door are/is/'s open
we close/shut
the/our? shop/store/studio/workshop/doors closes/shuts/close/shut
close/closes/closing
see you soon/then/there
enjoy having IT back
keep/hold/look_after IT for? a? bit/little/while? longer
our/the/today_'s? closing time today?
see you
see you again some/another/one day?
see you again soon?
have fun with? IT?
drop in
""",
    Entry("inform"): """
inform/informing you
ring/call/phone
send/sending you? a/an/another text/message/email/update/note/word
text/message/email/tell/update/call/ring/phone/notify/contact/ping/alert you
texting/messaging/emailing/telling/updating/calling/ringing/phoning/notifying you
hear from us
hearing from us
will/'ll be the_one? saying/to_say/to_tell_you/telling_you that? IT BE ready/done/finished
you 'll/will hear
the? next thing? you 'll/will hear from us is/'s/will_be/'ll_be
the/our/your? next message/text/update/email/news you get/receive/see/hear from_us?
the/our/your? next message/text/update/email/news you 'll/will get/receive/see/hear from_us?
the? next time you hear from us
you 'll/will get/have/receive a text/message/call/email/note/update
you 'll/will be the? first? told/notified/informed/to_know/to_hear
you 'll/will be the? first? to_find_out/to_be_told/person_we_tell
send you a/another/an text/message/email/update/note
share an/the/another update
""",
    Entry("reply"): """
reply
just/simply? reply
reply to this text/message/email/sms/mail?
reply here/below?
text/message us back?
text/message back
answer this text/message/email
hit reply
reply any_time/anytime/at_any_time/whenever_you_like/when_you_can/when_you_like
ask/text/call/message/ring us? any_time/anytime/at_any_time/whenever_you_like
""",
    Entry("photo"): """
photo/photos/pic/pics/snap/snaps/picture/pictures/image/images/video
attached
quick look
sneak peek
""",
}
