"""Choices that people make several at a time: a note for every column, dots on topics, an action and its owner.

The service has no request for several choices. They are handled one after the other, each as a request of its own.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar

from bot.kernel.messages import Called, Choice, Pressed, Reply, Request, Response, TableForm
from bot.kernel.ports import Painter, Requests, Service, StoreUnavailable
from bot.kernel.table.catalogue import everything
from games.contract import Command, Parameter
from games.text import shortened
from games.values import replace

# --- several ---------------------------------------------------------------------------------------------------------

FEW = 3  # choices that stay single buttons, unless each asks for something
PLAYER = "player"  # the kind of parameter for which a form has one field and a menu


def command_name(choice: Choice) -> str:
    return choice.command.partition(" ")[0]


@cache
def command_of(name: str, game: str) -> Command | None:
    """The command of this name, preferably this game's."""
    found = [(owner.key if owner else "", command) for owner, command in everything() if command.name == name]
    return next((command for key, command in sorted(found, key=lambda each: each[0] != game)), None)


def allows_several(choice: Choice, game: str) -> bool:
    command = command_of(command_name(choice), game)
    return command is not None and command.several


def in_one_form(choice: Choice, game: str) -> bool:
    """Whether a form can ask for it together with others of its command."""
    return choice.asks is not None and allows_several(choice, game)


def collapsed(choices: Sequence[Choice], game: str) -> list[Choice]:
    """One choice for those that a form can ask for together: a note for every column."""
    several = Counter(command_name(choice) for choice in choices if in_one_form(choice, game))
    seen: set[str] = set()
    found = []
    for choice in choices:
        name = command_name(choice)
        if several[name] > 1 and in_one_form(choice, game):
            if name in seen:
                continue
            seen.add(name)
        found.append(choice)
    return found


def differs_by(name: str, asks: str, game: str) -> Parameter | None:
    """What distinguishes the choices of a command: the column of a note, the owner of an action."""
    command = command_of(name, game)
    return next((each for each in command.parameters if each.name != asks), None) if command else None


def has_field_each(choices: Sequence[Choice], game: str, most: int) -> bool:
    """Whether a form has a field for every choice; otherwise it has a menu and one field."""
    asks = choices[0].asks
    parameter = differs_by(command_name(choices[0]), asks.name, game) if asks else None
    return len(choices) <= most and not (parameter and parameter.kind == PLAYER)


def brief(command: Command, limit: int) -> str:
    """What a command does, in a few words."""
    return shortened(re.split(r"[;,(]", command.description)[0].strip(), limit)


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


# --- hands -----------------------------------------------------------------------------------------------------------

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


# --- boards ----------------------------------------------------------------------------------------------------------

PATIENCE = 0.05  # seconds that a message waits for its picture; later the picture follows by an edit
CROWD = 4  # with this many boards being made, the words go out first

T = TypeVar("T")
Make = Callable[[], Coroutine[Any, Any, T | None]]


class Board(Generic[T]):
    """The board of a reply, while it is being made or after it: what the platform shows, such as a PNG or a file id."""

    _being_made: ClassVar[set[asyncio.Task[Any]]] = set()  # of all boards

    def __init__(self, make: Make[T]) -> None:
        self._make = make
        self._task: asyncio.Task[T | None] | None = None

    @classmethod
    async def begun(cls, make: Make[T], patience: float = PATIENCE) -> Self:
        """Start making it, and give it a moment to be ready for the message.

        When many are being made, it has no chance to be ready in time: then it is started after the words.
        """
        board = cls(make)
        if len(cls._being_made) < CROWD:
            await asyncio.wait({board._started()}, timeout=patience)
        return board

    def _started(self) -> asyncio.Task[T | None]:
        if self._task is None:
            self._task = asyncio.create_task(self._make(), name="board")
            self._being_made.add(self._task)
            self._task.add_done_callback(self._being_made.discard)
        return self._task

    @property
    def is_ready(self) -> bool:
        return self._task is not None and self._task.done()

    async def shown(self) -> T | None:
        """None: the text board has to do. Overtaken: nothing is shown, because the table has moved on."""
        return await self._started()


async def painted(paint: Painter, reply: Reply, *, dark: bool) -> bytes | None:
    """The picture of a reply; `dark` unless its table has chosen its colours. None: the text board has to do."""
    if reply.drawing is None or not reply.pictures:
        return None
    return await paint(
        reply.drawing,
        dark=dark if reply.dark is None else reply.dark,
        table=reply.table if reply.news else "",  # nothing overtakes an answer to somebody's question
        sequence=reply.sequence,
    )


async def no_picture(*_: object, **__: object) -> bytes | None:
    """A painter for places without pictures."""
    return None
