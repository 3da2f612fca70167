"""The single writer of a store, with group commit: queued changes share one transaction.

A commit costs one disk flush (and several network round trips on a server), however much it contains. So one task
collects everything that was queued during the last commit and stores it in one transaction.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.kernel.store import Append, StoreUnavailable
from storage.statements import Mark, Marks, store_is_closed

log = logging.getLogger(__name__)

# Stores everything in one transaction, durably. Returns the reason for each change that was refused, else None.
_Commit = Callable[[Sequence[Append], Marks], Awaitable[Sequence[Exception | None]]]


@dataclass(frozen=True, slots=True, eq=False)
class _QueuedChange:
    change: Append
    stored: asyncio.Future[None]

    def finish(self, refusal: Exception | None) -> None:
        if self.stored.done():
            return  # the caller was cancelled
        if refusal is None:
            self.stored.set_result(None)
        else:
            self.stored.set_exception(refusal)


class Writer:
    def __init__(self, commit: _Commit, *, marks_delay: float) -> None:
        """Start the queue. `marks_delay`: seconds a mark may wait for a commit; after a crash, news may come twice."""
        self._commit = commit
        self._marks_delay = marks_delay
        self._queue: list[_QueuedChange] = []
        self._marks: dict[tuple[str, str], Mark] = {}
        self._marks_due: asyncio.TimerHandle | None = None
        self._wake = asyncio.Event()
        self._closed = False
        self.failed = False  # True if the last commit failed
        self._task = asyncio.create_task(self._run(), name="writer")

    async def append(self, change: Append) -> None:
        if self._closed:
            raise store_is_closed()
        stored = asyncio.get_running_loop().create_future()
        self._queue.append(_QueuedChange(change, stored))
        self._wake.set()
        await stored

    def mark_shown(self, room: str, table: str, mark: Mark) -> None:
        """Remember the mark now, and store it with the next change or shortly after."""
        sequence, message, _ = mark
        (room + table + message).encode()  # fail here for this caller, not later for everyone in the batch
        if sequence >= self._marks.get((room, table), mark)[0]:
            self._marks[room, table] = mark
        if self._marks_due is None and not self._closed:
            self._marks_due = asyncio.get_running_loop().call_later(self._marks_delay, self._wake.set)

    def marks(self) -> Marks:
        """Marks that are not stored yet."""
        return self._marks.copy()

    async def close(self) -> None:
        self._closed = True
        self._wake.set()
        await asyncio.wait({self._task})  # unlike `await task`, this doesn't cancel the task when we are cancelled

    async def _run(self) -> None:
        while not self._closed:
            await self._wake.wait()
            self._wake.clear()
            await self._commit_queue()
        await self._commit_queue()

    async def _commit_queue(self) -> None:
        batch = [one for one in self._queue if not one.stored.done()]
        self._queue.clear()
        marks = self.marks()
        if self._marks_due is not None:
            self._marks_due.cancel()
            self._marks_due = None
        if not batch and not marks:
            return
        try:
            refusals = await self._commit([one.change for one in batch], marks)
        except Exception as error:  # noqa: BLE001 - any error goes to the waiting callers; the writer continues
            self.failed = True
            self._report(batch, error)
            return
        self.failed = False
        self._marks = {key: seen for key, seen in self._marks.items() if seen != marks.get(key)}
        for one, refusal in zip(batch, refusals, strict=True):
            one.finish(refusal)

    def _report(self, batch: Sequence[_QueuedChange], error: Exception) -> None:
        if not batch:
            log.warning("Could not store what rooms have seen; retrying with the next move: %s", error)
        for one in batch:
            one.finish(type(error)(*error.args) if isinstance(error, StoreUnavailable) else error)
