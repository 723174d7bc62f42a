"""What customers bring to shops, and whether a message speaks of another thing than theirs."""

from __future__ import annotations

import re

# Words that may follow "your", or stand anywhere, and only name a thing; one line for each family.
_FAMILIES = {
    "phone": "phone iphone mobile handset smartphone samsung galaxy pixel android cellphone",
    "computer": "laptop computer pc macbook mac desktop imac chromebook notebook",
    "tablet": "tablet ipad kindle",
    "console": "console playstation xbox nintendo",
    "bike": "bike bicycle ebike escooter brompton cycle tandem tricycle trike scooter moped "
    "motorbike",
    "clothing": "suit jacket dress trousers coat gown skirt shirt blouse jeans waistcoat blazer "
    "tuxedo kilt tie curtain curtains cushion cushions uniform costume hem",
    "shoes": "shoe shoes boot boots trainers heels",
    "watch": "watch wristwatch",
    "clock": "clock clocks carriage grandfather",
    "frame": "frame frames print poster painting canvas picture artwork photograph mirror "
    "certificate watercolour watercolor drawing sketch tapestry embroidery",
    "garden": "mower lawnmower strimmer trimmer chainsaw hedgecutter leafblower blower "
    "tractor shredder rotavator tiller",
    "camera": "camera lens camcorder",
    "music": "guitar violin piano amp amplifier cello flute saxophone trumpet drum keyboard "
    "ukulele",
    "kitchen": "kettle toaster oven fridge dishwasher washer blender mixer microwave coffeemaker",
    "jewellery": "necklace bracelet earrings brooch pendant jewellery jewelry",
    "car": "car van truck caravan motorhome",
    "bag": "bag handbag suitcase rucksack backpack briefcase",
    "furniture": "chair sofa table desk cabinet wardrobe armchair stool dresser",
}
_GENERAL = """
alteration screen battery wheel wheels tyre tyres tire tires chain gear gears brake brakes strap
zip zipper hinge engine motor blade blades pump radio tv telly television speaker headphones
printer drone boiler heater vacuum hoover washing coffee leather glass mount lamp doll toy teddy
pram buggy wheelchair saddle pedal pedals fork forks puncture cracked hedge cutter leaf racket
racquet tool tools knife knives scissors shears sword umbrella rug quilt blanket veil lining
sleeve button buttons collar cuff cuffs hat gloves belt purse wallet lock key keys gate fence
skateboard snowboard surfboard helmet tent kayak canoe ski skis sled hifi wifi tshirt ereader
ebook chandelier recliner mk commission restoration refurbishment console electric mountain
vintage antique cordless petrol diesel harp bassoon oboe clarinet trombone tuba banjo mandolin
accordion harmonica bagpipes xylophone drumkit synth synthesiser turntable gramophone jukebox
typewriter telescope binoculars microscope barometer vase figurine statue dollhouse cradle cot
stroller bureau sideboard bookcase lantern candlestick banner kite bridle harness snowblower
generator compressor projector scanner router earphones earbuds soundbar kiln loom armoire ottoman
footstool headboard chaise loveseat hammock parasol gazebo barbecue grill smoker sax viola fiddle
bugle cornet recorder zither lyre sitar lute dulcimer harpsichord organ
"""
_ADJECTIVES_TEXT = """
lovely beautiful vintage antique old treasured beloved trusty precious favourite favorite
cracked broken damaged torn worn tired wedding special own little big small red blue green black
white silver gold brown grey gray pink purple yellow orange leather wooden silk wool cotton
denim electric cherished trusted loved padded lined framed
"""
_ADJECTIVES = frozenset(_ADJECTIVES_TEXT.split())
THINGS = frozenset(_GENERAL.split()) | {
    word for words in _FAMILIES.values() for word in words.split()
}
# Known as other words too, and things only right after "your".
_YOURS_TEXT = """
ring job work item piece project order orders request booking parcel mount press iron stand
things stuff gear belongings device gadget appliance equipment kit picture photo photos pictures
alteration fitting air alterations case classic crack desk edition family frame hem machine mark
max mini model old pair phone plus pro repair repairs road series service set sewing sleeves
table player ultra wedding birthday evening party school race spring summer winter
"""
YOURS = frozenset(_YOURS_TEXT.split())
# The work on a thing, which may be told with "the" as well.
_WORK_TEXT = """
repair repairs service alteration alterations job work order
"""
WORK = frozenset(_WORK_TEXT.split())
_FAMILY_OF = {word: name for name, words in _FAMILIES.items() for word in words.split()}
_WORD = re.compile(r"[a-z]+")


def may_name_thing(word: str) -> bool:
    """Whether a word that nobody knows may be part of what a customer's thing is called."""
    if word in _ADJECTIVES:
        return True
    is_word = word.isalpha() and len(word) > 1 and not word.endswith(("ed", "ly", "est"))
    is_model = word.isalnum() and any(letter.isdigit() for letter in word) and len(word) <= 6
    return is_word or is_model


def find_other_thing(text: str, item: str) -> str | None:
    """A thing of another family than the item's, where the item's own family is known."""
    given = _list_families(item)
    if not given:
        return None
    for word in _WORD.findall(text.lower()):
        family = _FAMILY_OF.get(_singular(word)) or _FAMILY_OF.get(word)
        if family and family not in given and not _is_named(word, text, item):
            return str(word)
    return None


def _is_named(word: str, text: str, item: str) -> bool:
    """Whether it is in the item's name, or speaks of no thing: "that suits", "no need to phone"."""
    lower = text.lower()
    is_verb = any(
        told in lower
        for told in (f"to {word}", f"by {word}", f"or {word}", f"{word} you", f"{word} us")
    )
    is_place = word == "desk" and any(f"{one} desk" in lower for one in ("the", "our", "front"))
    return is_place or word == "suits" or word in item.lower() or is_verb or f"{word} on" in lower


def _list_families(text: str) -> set[str]:
    words = _WORD.findall(text.lower())
    return {
        _FAMILY_OF[one] for word in words for one in (word, _singular(word)) if one in _FAMILY_OF
    }


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") else word
