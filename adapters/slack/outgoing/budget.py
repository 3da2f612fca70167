"""How many messages a channel takes: one per second, all its threads together, and a few at once.

Slack documents that rate for chat.postMessage and allows short bursts; beyond them messages may be lost. Whoever comes
too early waits here, in order, instead of being turned away with others of the workspace. Whoever would wait too long
is told so: the room gets all of its news in one message later, and nobody else's messages wait behind it.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from bot.kernel.ports import RoomUnreachable

SECONDS = 1.0  # per message
BURST = 5  # messages at once
PATIENCE = 30.0  # seconds
_MAX_CHANNELS = 5000  # that are remembered


class ChannelBusy(RoomUnreachable):
    """Too many messages are waiting for a channel."""


class ChannelBudget:
    def __init__(
        self,
        seconds: float = SECONDS,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._seconds = seconds
        self._now = now
        self._sleep = sleep
        self._spent: OrderedDict[tuple[str, str], float] = OrderedDict()  # by team and channel: paid for until then

    async def spend(self, team: str, channel: str) -> None:
        """Wait until the channel takes another message; ChannelBusy if that takes too long."""
        now = self._now()
        paid = max(self._spent.get((team, channel), now), now)
        wait = paid - now - (BURST - 1) * self._seconds
        if wait > PATIENCE:
            raise ChannelBusy("too many messages are waiting for this channel")  # not prose
        self._spent[team, channel] = paid + self._seconds
        self._spent.move_to_end((team, channel))
        while len(self._spent) > _MAX_CHANNELS:
            self._spent.popitem(last=False)
        if wait > 0:
            await self._sleep(wait)
