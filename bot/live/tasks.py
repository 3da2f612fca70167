"""Work that goes on beside the requests, for as long as the service runs."""

import asyncio
from collections.abc import Coroutine


class Tasks:
    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def wait_for(self, work: Coroutine[None, None, None], name: str, seconds: float) -> None:
        """Wait until it is done, but not longer than this: then it goes on by itself."""
        task = self.start(work, name)
        await asyncio.wait({task}, timeout=seconds)
        if task.done():
            task.result()

    def count(self, name: str) -> int:
        return sum(task.get_name() == name for task in self._running)

    async def close(self) -> None:
        tasks = tuple(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
