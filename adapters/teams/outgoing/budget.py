"""How many messages a conversation takes: Teams counts them in several windows, and refuses what is too much.

Whoever comes too early waits here, in order, and holds nobody else up. Whoever would wait too long is told so: the room
gets all of its news in one message later.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence

from bot.kernel.ports import RoomUnreachable

WINDOWS = ((7, 1.0), (8, 2.0), (60, 30.0), (1800, 3600.0))  # messages in so many seconds, per conversation
PATIENCE = 20.0  # seconds
_MAX_CONVERSATIONS = 5000  # that are remembered


class ConversationBusy(RoomUnreachable):
    """Too many messages are waiting for a conversation."""


class ConversationBudget:
    def __init__(
        self,
        windows: Sequence[tuple[int, float]] = WINDOWS,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._windows = windows
        self._now = now
        self._sleep = sleep
        self._sent: OrderedDict[str, deque[float]] = OrderedDict()  # when each message is sent, the newest last

    async def spend(self, conversation: str) -> None:
        """Wait until the conversation takes another message; ConversationBusy if that takes too long."""
        now = self._now()
        sent = self._sent.setdefault(conversation, deque(maxlen=max((most for most, _ in self._windows), default=1)))
        self._sent.move_to_end(conversation)
        while len(self._sent) > _MAX_CONVERSATIONS:
            self._sent.popitem(last=False)
        due = max((sent[-most] + seconds for most, seconds in self._windows if len(sent) >= most), default=now)
        if due - now > PATIENCE:
            raise ConversationBusy("too many messages are waiting for this conversation")
        sent.append(max(due, now))
        if due > now:
            await self._sleep(due - now)
