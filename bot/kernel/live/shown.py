"""What a room has seen of a table."""

import asyncio
from dataclasses import dataclass, field

from bot.kernel.store import RoomRecord


@dataclass(slots=True)
class ShownRoom:
    """The events of a table that a room has seen: all up to `shown`, those after `since` in its last message."""

    shown: int
    message: str
    since: int
    story: str | None = None  # told by this message; None: by another process, or before this one started
    called: frozenset[str] = frozenset()  # people whom a message has called to this turn, or who began it
    asked: frozenset[str] = frozenset()  # people who were called in the middle of it, while they are awaited
    heard: frozenset[str] = frozenset()  # people who were called, or who acted, since the last milestone
    note: str = ""  # below its acts
    pin: str = ""  # of a milestone that it tells
    posted: float = 0.0  # time of the message; 0: by another process, or before this one started
    claimed: float = 0.0  # until then it is up to this process to announce what another one stored
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def adopt(self, record: RoomRecord) -> None:
        """Take over what another process has shown there."""
        self.shown, self.message, self.since = record.shown, record.message, record.since
        self.story = None
        self.note = self.pin = ""
