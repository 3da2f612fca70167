"""A process that plays at many tables and prints the id of each answered request, until a test kills it."""

import asyncio
import itertools
import sys

from bot.kernel.messages import Person, Pressed, Reply, Request, Typed
from bot.kernel.service import GameService
from storage import open_store

TABLES = 8
PEOPLE = ("Anna", "Ben")


class LastMessages:
    """The last message of each room, with the buttons its people press next."""

    def __init__(self) -> None:
        self.latest: dict[str, Reply] = {}

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        del request, before
        self.latest[room] = reply
        return ""


async def play(service: GameService, news: LastMessages, number: int) -> None:
    """Two people who keep pressing buttons for ever."""
    room = f"drive:{number}"
    people = [Person(f"{room}:{name}", name) for name in PEOPLE]
    numbers, choices = itertools.count(), itertools.count()

    async def ask(person: Person, said: Typed | Pressed) -> None:
        request = Request(f"{room}:{next(numbers)}", room, person, said)
        response = await service.handle(request)
        await asyncio.sleep(0)  # to the other tables, also after a refusal
        if response.outcome == "done":  # stored, and acknowledged now
            print(request.id, flush=True)  # noqa: T201  the process's output

    while True:
        await ask(people[0], Typed("new sprint"))
        await ask(people[1], Typed("join"))
        await ask(people[0], Typed("start"))
        while (reply := news.latest[room]).awaited:
            choice = reply.acts[next(choices) % len(reply.acts)]  # not the same one again if it was refused
            await ask(reply.awaited[0], Pressed(choice.confirmed, "It fits." if choice.asks else ""))


async def main(url: str) -> None:
    news = LastMessages()
    service = GameService(await open_store(url), {"drive": news})
    await asyncio.gather(*(play(service, news, number) for number in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
