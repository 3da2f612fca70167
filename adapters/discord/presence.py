"""What people see next to the bot's name: that it is playing, or how to begin. It changes rarely."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import discord

from adapters.discord.interactions import FAILURES
from adapters.discord.ui_texts import IDLE, playing_at

UPDATE_SECONDS = 600.0
RECENT_SECONDS = 3600.0  # a table at which nothing happened for longer doesn't count


class Tables:
    """Rooms that got news lately."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last_news: dict[str, float] = {}

    def news(self, room: str) -> None:
        self._last_news[room] = self._now()

    def recent(self) -> int:
        oldest = self._now() - RECENT_SECONDS
        self._last_news = {room: at for room, at in self._last_news.items() if at > oldest}
        return len(self._last_news)


def activity(tables: int) -> discord.BaseActivity:
    """“Playing at 3 tables”, or just how to begin."""
    return discord.Game(playing_at(tables)) if tables else discord.CustomActivity(IDLE)


async def keep_current(connected: Callable[[], discord.Client | None], tables: Tables) -> None:
    """Until it is cancelled. A new session begins with the activity of an idle bot, so another one is repeated."""
    shown = 0
    while True:
        await asyncio.sleep(UPDATE_SECONDS)
        now = tables.recent()
        client = connected()
        if (now or shown) and client is not None and client.is_ready():
            with suppress(*FAILURES):
                await client.change_presence(activity=activity(now))
                shown = now
