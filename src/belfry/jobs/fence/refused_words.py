"""Which words no message may say unless the facts do, and what is wrong with each.

Words that are not known at all are looked at by where they stand; these never are.
"""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

PHRASES: dict[Entry, str] = {
    Entry("refuse", "progress"): """
closer/nearer/smoother/quieter/brighter/sharper/stronger/tighter/newer/crisper/shinier
almost/nearly/halfway/midway/practically/virtually/basically/mostly/partly/partially
half way/done/finished/there
part way
percent
good progress
making progress
well under_way/underway/on_the_way/on_its_way/advanced
final/finishing/finally/last/remaining/left/leftover
finishing touches
home stretch/straight
homestretch
not long
won't be long
won't take long
ahead
on track/schedule/time/target
coming along
coming on
getting there
just needs/need
only needs/need
nothing left
through
behind us
tested/testing/checked/cleaned/polished/polishing/assembled/reassembled/replaced/installed/fitted
passed
looking great/good/fantastic/lovely
quite
to do
pretty much
much there
're/is/are all? there
difference/differences/transformed/transformation
going well/nicely/great/fine/smoothly
as good as
""",
    Entry("refuse", "time"): """
monday/tuesday/wednesday/thursday/friday/saturday/sunday
mondays/tuesdays/wednesdays/thursdays/fridays/saturdays/sundays
mon/tue/tues/wed/weds/thu/thur/thurs/fri/sat/sun
january/february/march/april/june/july/august/september/october/november/december
jan/feb/mar/apr/jun/jul/aug/sep/sept/oct/nov/dec
today/tonight/tomorrow/tmrw/tomoz/2moro/yesterday/overmorrow
morning/mornings/afternoon/afternoons/evening/evenings/night/nights/noon/midday/midnight/am/pm
lunch/lunchtime/teatime/breakfast/dinner/dinnertime/bedtime/dawn/dusk/sunset/sundown
hour/hours/hr/hrs/minute/minutes/min/mins/second/seconds/sec/secs/moment/moments/day/days/daily
week/weeks/weekend/weekends/weekday/weekdays/weekly/month/months/monthly/year/years/fortnight
time/times/date/dates/o'clock/oclock/eod/cob/cop/eow
soon/sooner/soonest/shortly/later/latest/earlier/earliest/early/late/presently/imminently/imminent
momentarily/asap/quickly/quick/fast/faster/promptly/instantly/immediately/overnight/long/longer
before/after/within/until/till/til/by_the_time
by the time
before/by long/then
in no time
in a jiffy/flash/sec/tick/bit/while/moment
any day/minute/moment/second now?
day now
not be long
midweek/midmorning/midafternoon/elevenses/brunch/supper/suppertime/nightfall/daybreak/sunrise/sunup
pronto/anon/forthwith/hence/quarter/term/halfterm/payday/eve/decade/century/fortnightly/annual
christmas/xmas/easter/holiday/holidays/halloween/thanksgiving/diwali/eid/ramadan/bank
wedding/birthday/party/race/interview/term/school
spring/summer/autumn/winter/season
straight/right away
comes/come next/after/afterwards/later/after_that/only_after/only_after_that
straightaway
next/following/coming/past week/month/day/time
next
two/three/four/five/six/seven/eight/nine/ten/eleven/twelve/dozen/couple/few/half/twice
schedule/scheduled/deadline
""",
    Entry("refuse", "promise"): """
guarantee/guarantees/guaranteed/warranty/warrantied/promise/promises/promised/promising/certain
definitely/certainly/absolutely/surely/assure/assured/swear/vow/ensure/commit/committed/pledge
for sure/certain
without fail
at the latest
no later than
""",
    Entry("refuse", "offer"): """
price/prices/priced/cost/costs/quote/quoted/quotes/pay/paid/payment/payments/deposit/invoice/bill
charge/charged/charges/fee/fees/refund/pound/pounds/dollar/dollars/euro/euros/quid/bucks/pence/cents
cash/card/balance/total/amount/owe/owed/due_on
insurance/insured/cover/covered/coverage/package/bundle/subscription
free/complimentary/discount/discounts/discounted/offer/offers/sale/sales/voucher/vouchers/coupon
code/deal/deals/bonus/gift/win/winner/prize/reward/rewards/points/loyalty/cashback/promo/promotion
off/bargain/cheap/cheaper/bogo/upgrade/extras/specials/membership/subscribe
on the house
review/reviews/rate/rating/refer/referral/recommend/facebook/instagram/google/trustpilot
""",
    Entry("refuse", "contact"): """
link/click/tap/website/site/online/www/http/https/url/app/portal/login/whatsapp
""",
    Entry("refuse", "status"): """
our/my? hands are tied
delay/delays/delayed/hold/paused/pause/stuck/cancelled/canceled/slip/slipped/slipping/behind
it 's/is/was/'ll_be just/only/simply THING
problem/problems/issue/issues/trouble/fault/faults/damage/damaged/broken/worse/lost/missing/wrong
not by/with/from us
taking/having/takes/enjoying a/its breather/rest/nap/break/pause
part/parts now/safely/already? in hand/our_hands/our_possession
beyond/impossible/unrepairable/replace/replacing/replacement
""",
}
