"""One arm of the paired run: plays the same requests every time and prints their processor time.

It runs as a program, with the code of its own commit on the module path. For each line on its standard input (a game
and a number of requests) it prints the seconds that they took.
"""

import asyncio
import hashlib
import itertools
import random
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.cli.serving import spare_what_is_loaded
from bot.kernel.messages import Act, Person, Pressed, Reply, Request, Typed
from bot.kernel.service import GameService
from storage.sqlite.store import SqliteStore

TABLES = 16  # of each game, at once
GAMES = ("sprint", "scrumkin", "rugby", "retro")
MEETING = "retro"
PATIENCE = 8  # presses until whoever facilitates a meeting moves on
NAMES = ("Anna", "Ben", "Cleo")


class Chat:
    """It accepts every message. A table that shows text boards has them taken, one with pictures their alt texts."""

    def __init__(self) -> None:
        self.latest: dict[str, Reply] = {}

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        del request, before
        self.latest[room] = reply
        if reply.drawing is not None:
            assert reply.drawing.alt if reply.pictures else reply.drawing.text
        return ""


class Table:
    """People who press any button of the last message; when a game is over they play again."""

    def __init__(self, service: GameService, chat: Chat, game: str, number: int) -> None:
        self._service = service
        self._chat = chat
        self._game = game
        self._number = number
        self._room = f"bench:{game}:{number}"
        names = NAMES[:2] if game == "rugby" else NAMES
        self._people = [Person(f"{self._room}:{name}", name) for name in names]
        self._whims = random.Random(self._room)
        self._ids = itertools.count()
        self._own: dict[Person, tuple[Act, ...]] = {}  # the buttons that each person alone has

    async def _ask(self, person: Person, said: Typed | Pressed) -> tuple[Act, ...]:
        """The buttons that only this person got."""
        request = Request(f"{self._room} {next(self._ids)}", self._room, person, said)
        response = await self._service.handle(request)
        return response.replies[0].acts if response.replies else ()

    async def requests(self) -> AsyncIterator[None]:
        """Yields after each request."""
        while True:
            await self._ask(self._people[0], Typed(f"new {self._game}"))
            yield
            for person in self._people[1:]:
                await self._ask(person, Typed("join"))
                yield
            if self._number % 2:
                await self._ask(self._people[0], Typed("view text"))
                yield
            await self._ask(self._people[0], Typed("start"))
            for number in itertools.count(1):
                yield
                if self._game != MEETING or number % PATIENCE:
                    await self._press()
                else:
                    await self._move_on()
                if await self._is_over():
                    break

    async def _is_over(self) -> bool:
        choices = self._chat.latest[self._room].acts
        if choices:
            return choices[0].command == "again"
        page = await self._service.page(self._room, None)
        return page is not None and page.phase == "over"

    async def _move_on(self) -> None:
        """Whoever facilitates does that, also if people aren't done."""
        asked = await self._ask(self._people[0], Typed("next"))
        if asked:
            await self._ask(self._people[0], Pressed(asked[0].button))

    async def _press(self) -> None:
        """Any button; of a hand, if that is where they are."""
        news = self._chat.latest[self._room]
        person = self._whims.choice(news.awaited or news.pings or self._people)
        if not (self._own.get(person) or news.acts):
            await self._move_on()
            return
        choice = self._whims.choice(self._own.pop(person, ()) or news.acts)
        answer = "It fits." if choice.asks else ""
        self._own[person] = await self._ask(person, Pressed(choice.confirmed, answer))


async def play(table: AsyncIterator[None], requests: int) -> None:
    for _ in range(requests):
        await anext(table)


async def main(file: Path) -> None:
    store = await SqliteStore.open(file)
    chat = Chat()
    service = GameService(store, {"bench": chat}, new_seed=hashlib.sha256(b"bench").digest)
    tables = {game: [Table(service, chat, game, number).requests() for number in range(TABLES)] for game in GAMES}
    spare_what_is_loaded()  # as the program does
    for line in sys.stdin:
        game, requests = line.split()
        begin = time.process_time()
        await asyncio.gather(*(play(table, int(requests) // TABLES) for table in tables[game]))
        print(time.process_time() - begin, flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
