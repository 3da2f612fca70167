"""Boards in chat messages: the words never wait for the picture."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Generic, Self, TypeVar

from bot.messages import Reply
from bot.ports import Painter

PATIENCE = 0.05  # seconds that a message waits for its picture; later the picture follows by an edit

T = TypeVar("T")


class Board(Generic[T]):
    """The board of a reply, while it is being made or after it: what the platform shows, such as a PNG or a file id."""

    def __init__(self, making: asyncio.Task[T | None]) -> None:
        self._making = making

    @classmethod
    async def begun(cls, making: Coroutine[Any, Any, T | None], patience: float = PATIENCE) -> Self:
        """Start making it, and give it a moment to be ready for the message."""
        task = asyncio.create_task(making, name="board")
        await asyncio.wait({task}, timeout=patience)
        return cls(task)

    @property
    def is_ready(self) -> bool:
        return self._making.done()

    async def finished(self) -> None:
        await asyncio.wait({self._making})

    async def shown(self) -> T | None:
        """None: the text board has to do. Overtaken: nothing is shown, because the table has moved on."""
        return await self._making


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
