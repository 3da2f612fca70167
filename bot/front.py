"""The service as adapters see it: requests take the long way, through admission and observers."""

from collections.abc import Callable, Mapping

from bot.messages import Guide, Page, Person, Request, Response, Suggestion
from bot.ports import Requests, Tables
from bot.workshop_messages import Workshops


class ServiceFront:
    def __init__(self, requests: Requests, tables: Tables, workshops: Workshops) -> None:
        self._requests = requests
        self._tables = tables
        self.workshops = workshops

    async def handle(self, request: Request) -> Response:
        return await self._requests.handle(request)

    async def complete(self, room: str, person: Person, line: str) -> list[Suggestion]:
        return await self._tables.complete(room, person, line)

    async def complete_argument(
        self, room: str, person: Person, command: str, parameter: str, arguments: Mapping[str, str]
    ) -> list[Suggestion]:
        return await self._tables.complete_argument(room, person, command, parameter, arguments)

    async def tables_of(self, person: Person) -> list[Page]:
        return await self._tables.tables_of(person)

    async def open_actions(self, person: Person) -> list[tuple[str, str]]:
        return await self._tables.open_actions(person)

    async def page(self, room: str, person: Person | None, after: int = 0) -> Page | None:
        return await self._tables.page(room, person, after)

    async def page_of(self, table: str, after: int = 0) -> Page | None:
        return await self._tables.page_of(table, after)

    async def guide(self, table: str) -> Guide | None:
        return await self._tables.guide(table)

    def follow(self, table: str, changed: Callable[[], None]) -> Callable[[], None]:
        return self._tables.follow(table, changed)

    async def record(self, table: str, *, inside: bool = False) -> str | None:
        return await self._tables.record(table, inside=inside)
