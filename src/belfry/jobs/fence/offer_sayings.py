"""Which sayings ask the customer for something, or hold out what no fact stands behind."""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_WRITE = (
    "call/ring/phone/text/email/message/update/contact/let_you_know/tell_you/write/keep_you/stop/"
    "explain/get_in_touch/reach_you/know/hear/help/go_over/talk_you_through/listen/look_out"
)
_BEST = "best/top/finest/cleverest/quickest/fastest/most_experienced"
_WHO = (
    "mechanic/mechanics/technician/technicians/engineer/engineers/tailor/tailors/person/people/man/"
    "woman/craftsman/craftspeople/expert/experts/specialist/specialists/watchmaker/luthier/jeweller"
)
_DRIVER = "driver/van/courier/rider/delivery_man/delivery_driver"
_GOER = "we/i/somebody/someone/us/team/he/she/they/colleague/mechanic/engineer/technician"

PHRASES: dict[Entry, str] = {
    Entry("safe"): f"""
{_GOER} 'll/will/can/could/shall be over the moon
wouldn't/won't/don't/didn't/never want/like/wish us/me to
you must be a? saint/wondering/curious/keen/eager/itching/busy/angel/tired_of_waiting
without asking/telling/checking_with/a_word_to you first
would/'d/you/do like/want us/me to {_WRITE}
send/drop/give us a/an quick? text/message/line/note/call/ring/shout/email/bell/buzz/ping/reply
thanks/thank_you for sending/posting/mailing IT
should we need/find/have/hear/see/learn
\ue005 is/'s when we/i expect/hope/think/plan/aim/reckon/estimate/intend/anticipate/'re/are/want
\ue005 is/'s when we/i 'll/will/should hopefully/probably/likely? have/be/start/begin/finish/get
would/'d/do you like/want to know/hear/ask/be_kept/chat/talk/speak/see
""",
    Entry("refuse", "offer"): f"""
make it up to you
is/'s/are/'re/was/be/all/both on us/me
a present from/for
our/my way of saying/thanking/showing
your/the/any/no/more/some/much money
bring/need/leave/keep/for/forget/open your/the/any/a purse/wallet/chequebook/checkbook
a stand in
loan/loaner/courtesy THING/one/phone/bike/car
a loan/loaner
{_GOER} 'll/will/can/could/shall be/come/pop/drop/call/swing/nip/stop/stroll round/over/by/along
round/over/along/across with it/them/THING
watch/look/eye/eyes/ear/listen out? for our/the/a {_DRIVER}
our/the/a {_DRIVER} will/'ll/can/is/'s/has/should/may
shall we
can/could/will/would you please? bring/send/drop/tell/confirm/give/show/come/collect/pick/check/say
did it/you/they
have you dropped/had/used/changed/noticed/got/seen/done
is/are it/that/this/you ok/okay/alright/happy_for/happy_to to?
what/which colour/color/size/model/password/code/style/type/shade
do you want/use/remember/still
you 'll/will/may/might/must/do need/have to
you must
reply yes/no/ok/okay/y/n/stop
reply with yes/no/ok/okay/y/n/your/a/the/an
send/sending/ship/shipping/post/posting/mail/return IT out/back/to/over/by/home/off/round/on
how about
have you thought/considered/tried
like/want/wish us/me to
would/do you like/want a/an/some/to/your/the/one
send/give/bring/show/forward/lend us your/the/some/a/an
whether to go/start/carry/continue/proceed/order/replace/repair
whether we should/can/may
let/tell us know? which
please confirm that? you/the/whether/which/by/if/your
the/our usual number/address
""",
    Entry("refuse", "promise"): """
won't/wouldn't/never/not be disappointed/sorry/let_down/unhappy
\ue005 ,? no_question/no_doubt/definitely/certain/confirmed
\ue005 is/'s when we/i
all set for \ue005
stand/stands/standing by/behind our/my/the/all/every/everything
""",
    Entry("refuse", "status"): f"""
our/the/my {_BEST} {_WHO}
top/highest/high/first/number_one/main/big priority
a/our/as priority
""",
}
