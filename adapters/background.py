"""Tasks that go on after a delivery was acknowledged, and that a shutdown waits for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

log = logging.getLogger(__name__)

RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 60.0)  # between attempts to reach a platform
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


async def once_reachable(connect: Callable[[], Awaitable[object]], away: type[Exception], platform: str) -> None:
    """Try to connect until the platform can be reached (`away` if it can't). Any other exception is raised."""
    for attempt in range(1_000_000):
        try:
            await connect()
        except away as error:
            log.warning("%s can't be reached, retrying: %s", platform, error)
            await asyncio.sleep(RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)])
        else:
            return
