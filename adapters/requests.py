"""Helpers around a request: the page, the hand or the panel of the person who pressed."""

import logging
from collections.abc import Sequence

from bot.kernel.messages import Filled, Page, Person, Pressed, Reply, Request
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


async def meeting_after(
    service: Service, request: Request, said: Pressed | Filled, replies: Sequence[Reply]
) -> Page | None:
    """The meeting at which somebody has just done something, if their panel can answer that; None elsewhere."""
    assert request.person is not None
    table = said.table if isinstance(said, Filled) else said.button.partition(":")[0]
    if any(reply.table != table or reply.drawing or reply.files for reply in replies):
        return None
    try:
        seen = await page_for(service, request.person, request.room, table)
    except StoreUnavailable:
        return None
    return seen if seen is not None and seen.meets and seen.table == table and seen.phase != "over" else None
