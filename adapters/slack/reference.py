"""What is stored of a room's newest message, so that it can be edited after a restart."""

from dataclasses import dataclass
from typing import Literal, cast

Style = Literal["thread", "channel"]


@dataclass(frozen=True, slots=True)
class Reference:
    """The message's `ts` and that of the table's card, and where people of this room want to see their tables.

    Stored as `ts/card/style`; empty parts at the end are left out.
    """

    ts: str = ""
    card: str = ""  # of a table in a thread: the message above it
    style: Style | Literal[""] = ""  # chosen in this room; otherwise the setting decides

    @classmethod
    def parse(cls, stored: str) -> "Reference":
        ts, card, style = [*stored.split("/"), "", ""][:3]
        return cls(ts, card, cast("Style", style) if style in {"thread", "channel"} else "")

    def __str__(self) -> str:
        return f"{self.ts}/{self.card}/{self.style}".rstrip("/")

    @property
    def is_card(self) -> bool:
        """Whether the newest message is the card itself: nothing has been posted below it yet."""
        return bool(self.card) and self.card == self.ts
