"""What a text message can say, and how many of them a text takes."""

from __future__ import annotations

from belfry.kernel.texting.cleaning import clean_sms
from belfry.kernel.texting.parts import Encoding, Parts, count_parts
from belfry.kernel.texting.wires import Unfit, Wire, write_wire

__all__ = ["Encoding", "Parts", "Unfit", "Wire", "clean_sms", "count_parts", "write_wire"]
