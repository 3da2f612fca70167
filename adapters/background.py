"""Tasks that go on after a delivery was acknowledged, and that a shutdown waits for."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)

SHUTDOWN_TIMEOUT = 5.0  # seconds for running tasks to finish when the program stops


class BackgroundTasks:
    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("could not handle a delivery", exc_info=error)

    async def close(self) -> None:
        if self._running:
            await asyncio.wait(self._running, timeout=SHUTDOWN_TIMEOUT)
        for task in tuple(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
