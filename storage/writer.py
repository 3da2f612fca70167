"""The one writer of a store: changes that wait together share one commit.

A commit costs a trip to the disk, and on a server several trips over the network, however much is in it. So one task
takes everything that was asked for while the last commit was under way, and stores it in one transaction.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.ports import Append, StoreUnavailable
from storage.reading import store_is_closed
from storage.statements import Marks

log = logging.getLogger(__name__)

# Everything in one transaction. Durable when it returns, but for those changes that were refused, each for its reason.
Commit = Callable[[Sequence[Append], Marks], Awaitable[Sequence[Exception | None]]]


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    change: Append
    stored: asyncio.Future[None]

    def tell(self, refusal: Exception | None) -> None:
        if self.stored.done():
            return  # the one who asked has gone
        if refusal is None:
            self.stored.set_result(None)
        else:
            self.stored.set_exception(refusal)


class Writer:
    def __init__(self, commit: Commit, *, marks_wait: float) -> None:
        """`marks_wait`: seconds in which a mark may share the commit of a move; a crash shows a room something twice
        at most."""
        self._commit = commit
        self._marks_wait = marks_wait
        self._waiting: list[_Waiting] = []
        self._marks: dict[tuple[str, str], tuple[int, str]] = {}
        self._marks_due: asyncio.TimerHandle | None = None
        self._wake = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="writer")

    async def append(self, change: Append) -> None:
        if self._closed:
            raise store_is_closed()
        stored = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(change, stored))
        self._wake.set()
        await stored

    def mark_shown(self, room: str, table: str, mark: tuple[int, str]) -> None:
        """Kept in mind now, stored with the next change or a moment later."""
        sequence, message = mark
        (room + table + message).encode()  # fails here, for this caller, and not later for all who share the commit
        if sequence >= self._marks.get((room, table), mark)[0]:
            self._marks[room, table] = mark
        if self._marks_due is None and not self._closed:
            self._marks_due = asyncio.get_running_loop().call_later(self._marks_wait, self._wake.set)

    def marks(self) -> Marks:
        """Those that are on their way."""
        return self._marks.copy()

    async def close(self) -> None:
        self._closed = True
        self._wake.set()
        await asyncio.wait({self._task})  # unlike `await task`, this does not pull it down when we are cancelled

    async def _run(self) -> None:
        while not self._closed:
            await self._wake.wait()
            self._wake.clear()
            await self._store_what_waits()
        await self._store_what_waits()

    async def _store_what_waits(self) -> None:
        batch = [one for one in self._waiting if not one.stored.done()]
        self._waiting.clear()
        marks = self.marks()
        if self._marks_due is not None:
            self._marks_due.cancel()
            self._marks_due = None
        if not batch and not marks:
            return
        try:
            refusals = await self._commit([one.change for one in batch], marks)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait hear of it and the writer lives on
            self._report(batch, error)
            return
        self._marks = {key: seen for key, seen in self._marks.items() if seen != marks.get(key)}
        for one, refusal in zip(batch, refusals, strict=True):
            one.tell(refusal)

    def _report(self, batch: Sequence[_Waiting], error: Exception) -> None:
        if not batch:
            log.warning("What rooms have seen is not stored yet, it is tried again with the next move: %s", error)
        for one in batch:
            one.tell(StoreUnavailable(*error.args) if isinstance(error, StoreUnavailable) else error)
