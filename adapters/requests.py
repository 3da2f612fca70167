"""Helpers around a request: acts chosen in one form, and the page or the hand of the person who pressed.

The service has no request for several acts. They are handled one after the other, each as a request of its own.
"""

import logging
from collections.abc import Iterable

from bot.kernel.messages import Called, Page, Person, Pressed, Reply, Request, Response, TableForm
from bot.kernel.ports import Requests, Service
from bot.kernel.store import StoreUnavailable
from games.values import replace

log = logging.getLogger(__name__)


def numbered(request: Request, number: int, said: Called | Pressed | TableForm) -> Request:
    """One of several requests that arrived as one; numbers start at 1."""
    return replace(request, id=f"{request.id}:{number}" if number > 1 else request.id, said=said)


async def handle_rest(
    requests: Requests, request: Request, more: Iterable[Called | Pressed | TableForm], response: Response
) -> Response:
    """Handle what was chosen together with a request that has this response, until something is refused."""
    for number, said in enumerate(more, start=2):
        if response.outcome == "done":
            response = await requests.handle(numbered(request, number, said))
    return response


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
