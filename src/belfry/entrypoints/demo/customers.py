"""Who brings things to the sample shop: invented people with addresses that lead nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

FIRST = (
    "Maya", "Sam", "Ellen", "Jonas", "Farah", "Wim", "Nadia", "Theo", "Grace", "Kofi", "Lena",
    "Arjun", "Molly", "Yusuf", "Clara", "Dylan", "Aisha", "Peter", "Sofia", "Callum", "Mei",
    "Oscar", "Ruth", "Diego", "Nora", "Femi", "Alice", "Marek", "Zoe", "Hassan", "Iris", "Colin",
    "Bea", "Ravi", "Edith", "Luca", "Joan", "Tariq", "Freya", "Simon", "Anouk",
)  # fmt: skip
LAST = (
    "Lind", "Okafor", "Brandt", "Reed", "Aziz", "de Boer", "Walsh", "Petrov", "Ashby", "Mensah",
    "Vogel", "Rao", "Quinn", "Demir", "Hartley", "Price", "Rahman", "Nowak", "Costa", "Muir",
    "Chen", "Holm", "Barker", "Vega", "Byrne", "Adeyemi", "Finch", "Kowal", "Marlow", "Khan",
    "Dahl", "Webb", "Sutton", "Iyer", "Croft", "Bianchi", "Tully",
)  # fmt: skip
# Numbers that are kept free for stories; nobody has them.
FIRST_PHONE, PHONES = 900200, 700
WRONG_HOUSE = "example.invalid"


class Story(Enum):
    """What is special about a customer: how they are reached, and what they write back."""

    PLAIN = "plain"
    TEXTS = "is reached by text"
    ASKS = "asks when to come"
    STOPS = "wants no more texts"
    MISTYPED = "has a new address, which somebody mistypes"
    REFUSES = "never wanted messages"


BY_TEXT = (Story.TEXTS, Story.ASKS, Story.STOPS)


@dataclass(frozen=True, slots=True)
class Customer:
    """`mistyped` is what somebody makes of a new address, if they do."""

    name: str
    channel: str
    contact: str
    consent: str
    mistyped: str = ""


def find_customer(number: int, story: Story) -> Customer:
    """Whoever brought the job of that number."""
    name = f"{FIRST[number % len(FIRST)]} {LAST[number * 5 % len(LAST)]}"
    is_texted = story in BY_TEXT or (story is Story.PLAIN and number % 4 == 0)
    if is_texted:
        contact = f"07700 {FIRST_PHONE + number % PHONES}"
        return Customer(name, "text", contact, "yes")
    box = name.lower().replace(" ", ".")
    contact = f"{box}@example.com"
    mistyped = f"{box}@{WRONG_HOUSE}" if story is Story.MISTYPED else ""
    consent = "no" if story is Story.REFUSES else "yes"
    return Customer(name, "email", contact, consent, mistyped)
