"""What people read below the bot's name: at how many tables it plays."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import discord

from adapters.discord.gateway import FAILURES
from adapters.discord.texts import IDLE, playing_at

_UPDATE_SECONDS = 600.0
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


def playing(tables: int) -> discord.BaseActivity:
    """The activity: “Playing at 3 tables”, or just how to begin."""
    return discord.Game(playing_at(tables)) if tables else discord.CustomActivity(IDLE)


async def keep_current(connected: Callable[[], discord.Client | None], tables: Tables) -> None:
    """Runs until cancelled. A new session begins with the activity of an idle bot, so any other one is set again."""
    shown = 0
    while True:
        await asyncio.sleep(_UPDATE_SECONDS)
        now = tables.recent()
        client = connected()
        if (now or shown) and client is not None and client.is_ready():
            with suppress(*FAILURES):
                await client.change_presence(activity=playing(now))
                shown = now
