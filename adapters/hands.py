"""A hand that somebody plays from stays open while it is their turn."""

import logging

from bot.messages import Pressed, Reply, Request
from bot.ports import Service, StoreUnavailable

log = logging.getLogger(__name__)


async def hand_of_now(service: Service, request: Request) -> list[Reply]:
    """What takes the place of a private message whose button was pressed; nothing if the game waits for others."""
    assert isinstance(request.said, Pressed)
    try:
        page = await service.page(request.room, request.person)
    except StoreUnavailable:  # the move is stored; the hand can be asked for again
        log.warning("a hand is not shown again because the store is away")
        return []
    table, _, _ = request.said.button.partition(":")
    return list(page.held) if page is not None and page.awaited and page.table == table else []
