"""The board of a message: started in time, and added by an edit if the words went out first."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, Generic, Self, TypeVar

from bot.kernel.messages import Reply
from bot.kernel.ports import Painter
from games.language import t
from games.text import shortened

PATIENCE = 0.05  # seconds that a message waits for its picture; later the picture follows by an edit
_CROWD = 4  # with this many boards being made, the words go out first

T = TypeVar("T")
_Make = Callable[[], Coroutine[Any, Any, T | None]]


class Board(Generic[T]):
    """The board of a reply, while it is being made or after it: in the platform's form, such as a PNG or a file id."""

    _being_made: ClassVar[set[asyncio.Task[Any]]] = set()  # of all boards

    def __init__(self, make: _Make[T]) -> None:
        self._make = make
        self._task: asyncio.Task[T | None] | None = None

    @classmethod
    async def begun(cls, make: _Make[T], patience: float = PATIENCE) -> Self:
        """Start making the board, and give it a moment to be ready for the message.

        When many are being made, it has no chance to be ready in time: then it is started after the words.
        """
        board = cls(make)
        if len(cls._being_made) < _CROWD:
            await asyncio.wait({board._started()}, timeout=patience)
        return board

    async def wait(self, patience: float) -> bool:
        """Give it a moment more, if it has a chance to be ready by then; True if it is ready."""
        if self._task is None and len(self._being_made) >= _CROWD:
            return False
        await asyncio.wait({self._started()}, timeout=max(patience, 0.0))
        return self.is_ready

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
        """The finished board; None: the text board has to do. Overtaken: show nothing, as the table has moved on."""
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


def alt_with_pin(reply: Reply, limit: int) -> str:
    """The picture in words, for a reply with one; a pin is kept there for those who want to compare it later."""
    pin = f" ({t('pin {pin}', pin=reply.pin)})" if reply.pin else ""
    return shortened(reply.drawing.alt if reply.drawing else "", limit - len(pin)) + pin


def board_file(reply: Reply) -> str:
    """The name of the picture's file."""
    return f"board-{reply.pin}.png" if reply.pin else "board.png"


async def no_picture(*_: object, **__: object) -> bytes | None:
    """A painter for places without pictures."""
    return None
