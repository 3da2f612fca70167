"""Hot seat at a terminal: one keyboard, several people, the same service as in a channel."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable

from prompt_toolkit import PromptSession
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.patch_stdout import patch_stdout

from adapters.console.lines import Line, read_line, read_pick
from adapters.console.screen import Screen
from bot.catalogue import command_words
from bot.messages import Choice, Person, Pressed, Reply, Request, Typed
from bot.service import GameService

PLATFORM = "console"
ROOM = f"{PLATFORM}:table"
WELCOME = """Scrum Table. Several people share this keyboard: `anna: new sprint` acts as anna, and a line without a
name as whoever spoke last. A number picks a choice, `help` says what you can do now, `quit` leaves."""
NO_CHOICE = "There is no choice {number}; the last ones shown count."
NEEDS_ANSWER = "It needs a {name}: type `{number} <{name}>`."


class ConsoleTable:
    """The Chat of this platform, and the loop that reads lines."""

    def __init__(self, screen: Screen, write: Callable[[str], object]) -> None:
        self._screen = screen
        self._write = write
        self._speaker = "you"
        self._room_choices: tuple[Choice, ...] = ()
        self._own_choices: dict[str, tuple[Choice, ...]] = {}
        self._count = 0
        self._words = command_words()

    async def post(self, room: str, reply: Reply, request: Request | None) -> None:
        del room, request
        if reply.choices:
            self._room_choices, self._own_choices = reply.choices, {}
        self._write(self._screen.reply(reply, None, time.time()))

    async def play(self, service: GameService, lines: AsyncIterator[str], *, interactive: bool) -> None:
        self._write(WELCOME + "\n")
        if await service.in_room(ROOM):
            await self._say(service, "board")
        async for text in lines:
            line = read_line(text, self._words)
            if line is None:
                continue
            if line.speaker:
                self._speaker = line.speaker
            if not interactive:
                self._write(self._screen.echo(self._speaker, line.said))
            if line.said.lower() in {"quit", "exit"}:
                break
            await self._act(service, line)
            if not interactive:  # nobody waits between the lines of a script
                while await service.timers.fire_due():
                    pass

    async def _act(self, service: GameService, line: Line) -> None:
        pick = read_pick(line.said)
        if pick is None:
            return await self._say(service, line.said)
        choices = self._own_choices.get(self._speaker, self._room_choices)
        if not 1 <= pick.number <= len(choices):
            return self._aside(NO_CHOICE.format(number=pick.number))
        choice = choices[pick.number - 1]
        if choice.asks and not pick.answer:
            return self._aside(NEEDS_ANSWER.format(name=choice.asks.name, number=pick.number))
        return await self._request(service, Pressed(choice.button, pick.answer))

    async def _say(self, service: GameService, said: str) -> None:
        await self._request(service, Typed(said))

    async def _request(self, service: GameService, said: Typed | Pressed) -> None:
        self._count += 1
        person = Person(f"{PLATFORM}:{self._speaker.casefold()}", self._speaker)
        # a console delivers once: the id only has to differ from every other, also of earlier sessions
        request = Request(f"{PLATFORM}:{time.time_ns()}:{self._count}", ROOM, person, said)
        for reply in await service.handle(request):
            if reply.choices:
                self._own_choices[self._speaker] = reply.choices
            self._write(self._screen.reply(reply, self._speaker, time.time()))

    def _aside(self, sentence: str) -> None:
        self._write(self._screen.reply(Reply(sentence, private=True), self._speaker, time.time()))

    @property
    def prompt(self) -> str:
        return f"{self._speaker}> "


async def piped_lines() -> AsyncIterator[str]:
    while line := await asyncio.to_thread(sys.stdin.readline):
        yield line


async def typed_lines(table: ConsoleTable) -> AsyncIterator[str]:
    session: PromptSession[str] = PromptSession(history=InMemoryHistory())
    while True:
        try:
            with patch_stdout(raw=True):
                yield await session.prompt_async(lambda: table.prompt)
        except (EOFError, KeyboardInterrupt):
            return
