"""Posting to a platform takes as long as the platform likes. So it keeps nobody's place, and only some run at once."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from bot.messages import Reply, Request
from bot.ports import Chat, OpensThreads

MAX_POSTS = 64  # at once, on one platform

_release: ContextVar[Callable[[], None] | None] = ContextVar("release", default=None)


@contextmanager
def place(release: Callable[[], None]) -> Iterator[None]:
    """Keep a place among the requests that are handled until this ends, or until the request begins to post."""
    kept = True

    def give_up() -> None:
        nonlocal kept
        if kept:
            kept = False
            release()

    token = _release.set(give_up)
    try:
        yield
    finally:
        _release.reset(token)
        give_up()


def bounded(chat: Chat, most: int = MAX_POSTS) -> Chat:
    """The platform with at most `most` messages on their way at once."""
    return BoundedThreads(chat, most, chat) if isinstance(chat, OpensThreads) else BoundedChat(chat, most)


class BoundedChat:
    """A platform that posts at most `most` messages at once. What waits for it holds up no other request."""

    def __init__(self, chat: Chat, most: int) -> None:
        self._chat = chat
        self._places = asyncio.Semaphore(most)

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        if give_up := _release.get():
            give_up()
        async with self._places:
            return await self._chat.post(room, reply, request, before)


class BoundedThreads(BoundedChat):
    """The same for a platform that has threads."""

    def __init__(self, chat: Chat, most: int, threads: OpensThreads) -> None:
        super().__init__(chat, most)
        self._threads = threads

    def has_threads(self, room: str) -> bool:
        return self._threads.has_threads(room)

    async def open_thread(self, room: str, name: str) -> str | None:
        async with self._places:
            return await self._threads.open_thread(room, name)
