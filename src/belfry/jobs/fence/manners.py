"""Which adjectives and adverbs a message may use: of people, of messages, and of how one works.

None of them describes what a thing looks like or how well it works, so that none can tell of a
result; said of the job itself, most of them are refused all the same.
"""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import list_words

_FEELINGS = """
happy glad pleased delighted excited thrilled grateful thankful sorry kind warm dear careful
gentle honest welcome skilled experienced capable patient busy proud honoured honored privileged
lucky fortunate blessed humbled chuffed tickled keen eager interested intrigued curious nervous
anxious worried relaxed attentive thoughtful considerate meticulous painstaking diligent courteous
polite friendly cheerful upbeat hopeful comfortable mindful aware conscious certain sure unsure
determined committed dedicated devoted passionate enthusiastic fond loving caring trusty
trustworthy faithful loyal generous sweet lovely wonderful brilliant fantastic marvellous
marvelous splendid terrific superb excellent amazing fabulous fab super great good nice sincere
heartfelt genuine humble small tiny independent local little big huge massive enormous
wee short brief quick simple cheery sunny wet rainy chilly cosy cozy quiet calm steady methodical
thorough precise skilful skillful expert professional personal proper full undivided whole entire
own same other another different usual regular ordinary plain straight straightforward
transparent upfront clear open candid frank truthful available reachable important precious
special treasured beloved cherished favourite favorite absolute true real actual
current present latest recent further maddening disappointing tiresome bad upset cross frustrating
frustrated annoying disappointed inconvenient understandable able willing hesitant shy safe secure
sound trusted provisional tentative approximate rough indicative firm definite exact specific
concrete realistic possible likely unlikely silly daft funny strange odd dull boring old young
mighty merry jolly bright bonny
"""
_WAYS = """
carefully properly safely gently kindly happily gladly lovingly always ever simply truly sincerely
warmly meanwhile instead anyway otherwise yet only steadily methodically skilfully skillfully
expertly professionally personally proudly humbly eagerly cheerfully respectfully courteously
gratefully attentively thoughtfully cautiously painstakingly diligently patiently hugely deeply
greatly really very so too also just now still already currently then please actually honestly
frankly plainly quietly softly fondly dearly generously understandably together altogether
somewhat indeed likewise similarly equally actively busily intently closely thoroughly tenderly
lightly loosely calmly slowly merrily cheerily keenly earnestly faithfully accurately precisely
exactly directly
firmly officially formally wholly fully entirely especially particularly mainly largely generally
usually sometimes normally typically naturally obviously clearly evidently apparently thankfully
luckily
fortunately unfortunately sadly regrettably alas admittedly literally seriously genuinely maybe
perhaps though however therefore hence thus moreover furthermore besides nonetheless nevertheless
straightforwardly openly upfront away aside along here there everywhere anywhere elsewhere nowhere
somewhere wherever again else either neither both often least most seldom rarely even rather
enough much plenty lots heaps loads tons bit indoors inside outside upstairs downstairs overhead
underfoot temporarily forwards onward onwards
"""
ADJECTIVES = list_words(_FEELINGS)
ADVERBS = list_words(_WAYS)
