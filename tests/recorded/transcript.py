"""All that a session showed and stored, as text; its digest is what is kept on file."""

import hashlib
import re
from collections.abc import Iterable

from bot.kernel.messages import Page, Reply, Request, Response, Suggestion
from bot.kernel.store import StoredTable
from games.graphics.drawing import Drawing
from games.text import without_badges


class Transcript:
    def __init__(self) -> None:
        self._written: list[str] = []
        self.requests = 0

    @property
    def lines(self) -> int:
        return len(self._written)

    @property
    def text(self) -> str:
        return "\n".join(self._written) + "\n"

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    def code(self) -> str:
        """The code that `link` gave last."""
        return str(re.findall(r"/scrum join (\w+)", self.text)[-1])

    # --- what happened ---------------------------------------------------------------------------------------------

    def request(self, request: Request) -> None:
        self.requests += 1
        self._written.append(f"\n> {request.id} {request.room} {request.person} {request.said} {request.manages_room}")

    def response(self, response: Response) -> None:
        self._written.append(f"{response.outcome} {response.cause}")
        for reply in response.replies:
            self._reply(reply)

    def message(self, room: str, reply: Reply, request: Request | None, before: str) -> None:
        self._written.append(f"in {room}, for {request.id if request else None}, after {before}:")
        self._reply(reply)

    def page(self, page: Page | None) -> None:
        assert page is not None
        self._written.append(f"page {page.table} {page.sequence} {page.title} {page.phase} {page.rooms} {page.chairs}")
        self._written.append(f"{page.seat} {page.host} {page.awaited} {page.feed}")
        for reply in (page.reply, *page.held):
            self._reply(reply)
        self._drawing(page.board)
        self._drawing(page.chart)

    def suggestions(self, line: str, suggestions: Iterable[Suggestion]) -> None:
        self._written.append(f"{line!r}: {list(suggestions)}")

    def stored(self, stored: StoredTable) -> None:
        self._written.append(f"\nstored {stored.record.id} {stored.record.game} {stored.rooms}")
        self._written += map(str, (*stored.people, *stored.timers, *stored.events))

    # --- parts -----------------------------------------------------------------------------------------------------

    def _reply(self, reply: Reply) -> None:
        self._written.append(without_badges(reply.text))
        flags = (reply.private, reply.pictures, reply.news, reply.amends, reply.table, reply.sequence, reply.until)
        self._written.append(f"{flags} {reply.names} {reply.awaited} {reply.lines} {reply.files}")
        for each in reply.acts:
            offered = (each.button, each.label, each.command, each.asks, each.spots, each.note, each.cards)
            self._written.append(str(offered))
        self._drawing(reply.drawing)

    def _drawing(self, drawing: Drawing | None) -> None:
        if drawing is not None:
            self._written += [drawing.text, drawing.alt]
