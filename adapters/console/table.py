"""Hot-seat play at a terminal: one keyboard, several people, the same service as in a channel."""

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adapters.console.forms import Filling
from adapters.console.screen import NO_NAME, Screen, main_of, numbered
from bot.files import create_file
from bot.kernel.messages import Act, Filled, Person, Pressed, Reply, Request, Response, Typed
from bot.kernel.service import GameService
from bot.kernel.table.catalogue import command_words, listed_games
from games.language import lazy, speaking, t
from games.parts import Form
from games.text import clean

# --- lines -----------------------------------------------------------------------------------------------------------

_NAME_LIMIT = 80  # characters; tables shorten names further
_SPEAKER = re.compile(r"^(?P<name>[^:/]{1,5000}?)\s*:\s*(?P<said>.*)$")
_NUMBER = re.compile(r"^(?P<number>\d{1,3})(?:\s+(?P<answer>.+))?$")


@dataclass(frozen=True, slots=True)
class Line:
    speaker: str | None  # None: the current one
    said: str


@dataclass(frozen=True, slots=True)
class Pick:
    """An act by its number, with the answer to its question."""

    number: int
    answer: str


def read_line(text: str, commands: Collection[str]) -> Line | None:
    """Parse a line; None for an empty line or a comment.

    `tool 1 ben reason: …` has no speaker because it starts with a command, and `2 reason: …` because it picks an act.
    """
    text = text.strip()
    if not text or text.startswith("#"):
        return None
    match = _SPEAKER.match(text)
    first, *more = match["name"].split() if match else ("",)
    if match is None or first.lower() in commands or (more and first.isdecimal()):
        return Line(None, text)
    return Line(clean(match["name"], _NAME_LIMIT) or None, match["said"])


def read_pick(said: str) -> Pick | None:
    match = _NUMBER.match(said)
    return Pick(int(match["number"]), match["answer"] or "") if match else None


# --- files -----------------------------------------------------------------------------------------------------------


def save_file(folder: Path, name: str, content: bytes) -> str:
    """Save a file and return a sentence saying where; never overwrite an existing one."""
    path = (folder / Path(name).name).absolute()
    try:
        create_file(path, content)
    except FileExistsError:
        return t(
            "The file {path} already exists, so I left it alone. Move it and try again to get a new one.", path=path
        )
    except OSError as error:
        return t("I couldn't save {path}: {reason}.", path=path, reason=error.strerror or error)
    return t("Saved to {path}.", path=path)


# --- the table -------------------------------------------------------------------------------------------------------

PLATFORM = "console"
ROOM = f"{PLATFORM}:table"
WELCOME = lazy(
    "Scrum Table. Several people share this keyboard: `anna: new sprint` acts as anna, and a "
    "line without a name acts as the person in the prompt. Type a number to pick what to do, "
    "`help` to see what you can do now, `quit` to leave.\nGames: {games}. `tutorial sprint` "
    "explains a game while you play it."
)
_OWN = "own"  # the word that shows somebody's own things, as the panel does elsewhere


class ConsoleTable:
    """The console's Chat, and the loop that reads lines."""

    def __init__(
        self, screen: Screen, write: Callable[[str], object], folder: Path | None = None, locale: str = ""
    ) -> None:
        """Set up the console. `folder`: where exported files are saved; by default the working directory."""
        self._locale = locale  # the language of whoever sits here
        self._screen = screen
        self._write = write
        self._folder = folder or Path.cwd()
        self._speaker = NO_NAME
        self._interactive = False
        self._room_acts: tuple[Act, ...] = ()
        self._own_acts: dict[str, tuple[Act, ...]] = {}
        self._kept_back: dict[str, list[Reply]] = {}  # by speaker: what was not shown, because others look on
        self._count = 0
        self._filling: Filling | None = None  # the form that the speaker fills in
        self._command_words = command_words()

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        del room, request, before
        if reply.acts:
            self._room_acts, self._own_acts = numbered(reply), {}
        if self._interactive:
            self._switch_speaker(reply.awaited)
        await self._show(reply, None)
        return ""

    def _switch_speaker(self, awaited: Sequence[Person]) -> None:
        """Make the person whose turn it is the speaker. Scripts name the speaker on each line instead."""
        if len(awaited) == 1 and self.person(awaited[0].name).id == awaited[0].id:
            self._speaker = awaited[0].name

    async def _show(self, reply: Reply, reader: str | None) -> None:
        """Show a reply and say where its files were saved."""
        with speaking(reply.language):
            saved = [await asyncio.to_thread(save_file, self._folder, *each) for each in reply.attached]
        words = "\n".join(filter(None, [reply.story, reply.situation, *saved]))
        shown = replace(reply, story=words, situation="") if saved else reply
        self._write(self._screen.reply(shown, reader, time.time()))

    async def play(self, service: GameService, lines: AsyncIterator[str], *, interactive: bool) -> None:
        with speaking(self._locale):
            await self._play(service, lines, interactive=interactive)

    async def _play(self, service: GameService, lines: AsyncIterator[str], *, interactive: bool) -> None:
        self._interactive = interactive
        games = [f"`{game.key}` ({game.title})" for game in listed_games()]
        self._write(self._screen.wrapped(t(WELCOME, games=", ".join(games))) + "\n")
        if await service.tables.in_room(ROOM):
            await self._type(service, "board")
        async for text in lines:
            if self._filling is not None:
                await self._fill(service, self._filling, text)
                continue
            line = read_line(text, self._command_words)
            if line is None:
                await self._enter(service, text)
                continue
            if line.speaker:
                self._speaker = line.speaker
            if not interactive:
                self._write(self._screen.echo(self._speaker, line.said))
            if line.said.lower() in {"quit", "exit"}:
                break
            await self._act(service, line)
            if not interactive:  # no time passes between the lines of a script
                while await service.fire_due_timers():
                    pass

    async def _enter(self, service: GameService, text: str) -> None:
        """Do what most should do now, if somebody only pressed Enter."""
        act = main_of(self._acts)
        if self._interactive and not text.strip() and act is not None:
            await self._pick(service, act, "")

    @property
    def _acts(self) -> tuple[Act, ...]:
        return self._own_acts.get(self._speaker, self._room_acts)

    async def _act(self, service: GameService, line: Line) -> None:
        pick = read_pick(line.said)
        if line.said.lower() == _OWN and (page := await service.page(ROOM, self.person())):
            for reply in self._kept_back.pop(self._speaker, []):
                await self._show(replace(reply, acts=()), self._speaker)
            self._own_acts[self._speaker] = numbered(page.reply)
            return await self._show(page.reply, self._speaker)
        if pick is None:
            return await self._type(service, line.said)
        if not 1 <= pick.number <= len(self._acts):
            return self._show_privately(
                t("There's no choice {number}. Pick one of the last ones shown.", number=pick.number)
            )
        act = self._acts[pick.number - 1]
        if act.asks and not act.form and not pick.answer:
            return self._show_privately(
                t(
                    "That needs a {parameter}: type `{number} <{parameter}>`.",
                    parameter=act.asks.name,
                    number=pick.number,
                )
            )
        return await self._pick(service, act, pick.answer)

    async def _pick(self, service: GameService, act: Act, answer: str) -> None:
        """Do what was picked, or ask for what its form needs."""
        table, command = act.button.partition(":")[0], act.opens
        form = await self._form(service, act) if act.form and not answer else None
        if form is None:
            await self._request(service, Pressed(act.button, answer))
            return
        self._filling = Filling(table, command, form)
        self._write(self._screen.wrapped(self._filling.title))
        self._write(self._screen.wrapped(self._filling.question))

    async def _form(self, service: GameService, act: Act) -> Form | None:
        """The form of an act; asking for it seats the person where seats are open."""
        press = self._new_request(Pressed(act.button))
        return await service.form(self.person(), act.button.partition(":")[0], act.opens, press)

    async def _fill(self, service: GameService, filling: Filling, text: str) -> None:
        """Take a line of a form. Once it is sent, the screen is cleared for whoever types next."""
        filling.read(text)
        if filling.question:
            self._write(self._screen.wrapped(filling.question))
        if filling.filled is None:
            return
        self._filling = None
        response = await self._request(service, filling.filled, quietly=filling.has_text and bool(self._screen.cleared))
        if response.outcome == "done" and filling.has_text and self._screen.cleared:
            self._write(self._screen.cleared + t("Sent. Type `{own}` to see and change what you wrote.", own=_OWN))

    async def _type(self, service: GameService, said: str) -> None:
        await self._request(service, Typed(said))

    async def _request(
        self, service: GameService, said: Typed | Pressed | Filled, *, quietly: bool = False
    ) -> Response:
        """`quietly`: what was done isn't shown, because the answer repeats what others should not read."""
        response = await service.handle(self._new_request(said))
        own, done = self._own_part(response), response.outcome == "done"
        if own and done:
            self._keep_back(own, told=not quietly)
        for reply in response.replies:
            if done and reply in own:
                continue
            shown = self._in_front_of_others(reply) if reply in own else reply
            if found := numbered(shown):
                self._own_acts[self._speaker] = found
            if not (quietly and done):
                await self._show(shown, self._speaker)
        return response

    def _own_part(self, response: Response) -> list[Reply]:
        """What shows the table as only the speaker sees it, such as a hand, though nobody asked for it."""
        unasked = self._interactive and response.outcome != "answered"
        return [reply for reply in response.replies if unasked and reply.table]

    def _in_front_of_others(self, reply: Reply) -> Reply:
        """With those acts only that everybody was offered."""
        offered = {act.button for act in self._room_acts}
        return replace(reply, acts=tuple(act for act in reply.acts if act.button in offered))

    def _keep_back(self, replies: Sequence[Reply], *, told: bool) -> None:
        """Keep what is for the speaker alone until they ask for it."""
        self._kept_back[self._speaker] = [*self._kept_back.get(self._speaker, ()), *replies]
        if told:
            if self._speaker == NO_NAME:
                words = t("Something is for you alone: type `{own}` to see it, when nobody else is looking.", own=_OWN)
            else:
                words = t(
                    "Something is for {who} alone: type `{own}` to see it, when nobody else is looking.",
                    who=self._speaker,
                    own=_OWN,
                )
            self._write(self._screen.wrapped(words) + "\n")

    def _new_request(self, said: Typed | Pressed | Filled) -> Request:
        """A request. The console delivers each once, so its id only has to be unique, across sessions too."""
        self._count += 1
        key = f"{PLATFORM}:{time.time_ns()}:{self._count}"
        return Request(key, ROOM, self.person(), said, locale=self._locale)

    def _show_privately(self, sentence: str) -> None:
        self._write(self._screen.reply(Reply(sentence, private=True), self._speaker, time.time()))

    def person(self, name: str | None = None) -> Person:
        """The person with this name; without one, the current speaker."""
        speaker = name or self._speaker
        return Person(f"{PLATFORM}:{speaker.casefold()}", speaker, locale=self._locale)

    @property
    def prompt(self) -> str:
        return f"{self._speaker}> "


async def piped_lines() -> AsyncIterator[str]:
    while line := await asyncio.to_thread(sys.stdin.readline):
        yield line
