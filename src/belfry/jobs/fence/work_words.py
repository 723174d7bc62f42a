"""Which words tell of work done on a thing, of how it looks or of what was wrong with it.

No fact says any of this, so none of these words may stand in a message; those that are also the
name of a stage or of the work itself are told in phrases of their own.
"""

from __future__ import annotations

from belfry.jobs.fence.phrasebook import Entry

_DONE = """
trued soldered glued sanded varnished lacquered oiled greased lubed lubricated regreased degreased
tightened loosened adjusted aligned realigned balanced calibrated recalibrated tuned retuned
rewired rewound restrung refitted refilled regassed recharged rebuilt reassembled dismantled
disassembled stripped unscrewed screwed bolted welded brazed riveted nailed clamped stapled
taped bonded sealed resealed waterproofed reproofed dyed bleached pressed ironed steamed washed
scrubbed rinsed dusted buffed polished repolished waxed engraved etched plated replated gilded
painted repainted sprayed resprayed primed filled patched darned hemmed shortened lengthened
unpicked stitched restitched sewn basted lined relined buttoned zipped laced resoled reheeled
stretched upholstered stuffed padded sprung framed reframed mounted hung glazed cropped cut
trimmed filed sharpened honed ground drilled tapped machined milled replaced swapped exchanged
substituted installed reinstalled upgraded reset rebooted reformatted wiped flashed inserted
attached reattached detached removed extracted unclogged unblocked flushed drained bled descaled
defrosted tested retested trialled checked rechecked verified passed certified approved weighed
measured photographed boxed bagged packaged packed shipped posted dispatched despatched forwarded
couriered sourced fitted retrofitted modified customised customized reinforced strengthened
straightened bent unbent levelled leveled flattened smoothed rounded squared
"""
_LOOK = """
spotless gleaming shiny shining sparkling pristine immaculate flawless perfect perfection seamless
smooth crisp stunning gorgeous handsome dazzling glossy silky spotlessly clean tidy neat sturdy
solid watertight airtight waterproof bulletproof rocksolid tiptop mint unmarked intact undamaged
unscathed functional operational usable rideable playable wearable purring humming whirring
ticking chiming spinning responsive snappy speedy zippy powerful beautifully nicely perfectly
wonderfully brilliantly superbly smoothly splendidly gorgeously flawlessly swimmingly handsomely
marvellously
"""
_WRONG = """
faulty defective dodgy knackered kaput duff dud bust busted snapped sheared stripped corroded
rusty rusted seized jammed clogged blocked frayed perished rotten rotted mouldy moldy leaking
leaky loose wobbly bent warped buckled dented scratched chipped blown burnt burned fried shorted
waterlogged flooded contaminated filthy grimy fatal terminal irreparable unfixable salvageable
repairable fixable saveable mendable hopeless bodged botched neglected capacitor capacitors
thermostat solenoid gasket bearings fuse fuses culprit gremlin gremlins snag snags hiccup hiccups
glitch glitches setback setbacks backlog hitch
"""


def _list(text: str) -> str:
    return "\n".join(text.split())


PHRASES: dict[Entry, str] = {
    Entry("refuse", "progress"): _list(_DONE) + "\n" + _list(_LOOK),
    Entry("refuse", "status"): _list(_WRONG),
}
