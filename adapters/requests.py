"""Helpers around a request: the page or the hand of the person who pressed."""

import logging

from bot.kernel.messages import Page, Person, Pressed, Reply, Request
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable

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


async def page_for(service: Service, person: Person, room: str, table: str = "") -> Page | None:
    """The page that a person sees: the room's, unless they have a seat at the table that is meant (a lesson, say)."""
    page = await service.page(room, person)
    if table and (page is None or page.table != table):
        others = await service.tables_of(person)
        page = next((other for other in others if other.table == table), page)
    return page
