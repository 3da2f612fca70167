"""Who is here, exchanged with the other processes that serve the same tables."""

import asyncio
import logging
import secrets
from contextlib import suppress

from adapters.web.table.hub import Presence
from bot.features.presence import LEASE_SECONDS, Here, Presences
from bot.kernel.store import StoreUnavailable

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds between two exchanges, at least: however many come at once


class PresenceExchange:
    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._process = secrets.token_hex(8)
        self._told: Here = frozenset()
        self._changed = asyncio.Event()

    async def run(self, presences: Presences) -> None:
        """Runs until cancelled, or returns if there is no other process."""
        if not presences.shared:
            return
        stop = presences.follow(self._changed.set)
        self._presence.told = self._changed.set
        try:
            while True:
                self._changed.clear()
                await self._exchange(presences)
                await asyncio.sleep(PAUSE)
                with suppress(TimeoutError):
                    async with asyncio.timeout(LEASE_SECONDS / 3):
                        await self._changed.wait()
        finally:
            stop()
            self._presence.told = None
            with suppress(StoreUnavailable):
                await presences.exchange(self._process, frozenset(), self._told)

    async def _exchange(self, presences: Presences) -> None:
        here = self._presence.here
        try:
            elsewhere = await presences.exchange(self._process, here - self._told, self._told - here)
        except StoreUnavailable:
            log.warning("who is here can't be exchanged with other processes right now")
            return
        self._told = here
        self._presence.hear(elsewhere)
