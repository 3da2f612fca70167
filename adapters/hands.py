"""Keeps a player's private hand on screen while it is their turn."""

import logging

from bot.messages import Pressed, Reply, Request
from bot.ports import Service, StoreUnavailable

log = logging.getLogger(__name__)


async def current_hand(service: Service, request: Request) -> list[Reply]:
    """The hand to show after a button in a private message was pressed; empty if the game waits for others."""
    assert isinstance(request.said, Pressed)
    try:
        page = await service.page(request.room, request.person)
    except StoreUnavailable:  # the move is stored, and the player can ask for the hand again
        log.warning("the hand is not refreshed: the store is unavailable")
        return []
    table, _, _ = request.said.button.partition(":")
    return list(page.held) if page is not None and page.awaited and page.table == table else []
