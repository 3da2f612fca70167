"""The cost of metrics, and of traces with and without a reachable collector, compared with a real request."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot.kernel.messages import DONE, Person, Reply, Request, Response, Typed
from bot.kernel.ports import Append, Observe, Operation, unobserved
from bot.kernel.service import GameService
from bot.operations.logs import redactor
from bot.operations.metrics import Metrics
from bot.operations.observing import Observed, Observer
from bot.operations.tracing import Tracing
from bot.settings import Settings
from storage.sqlite.store import SqliteStore
from tests.benchmarks.figures import Figure
from tests.benchmarks.requests import Driver, LastBoards
from tests.peers.collector import Collector

REQUESTS = 1000
ROUNDS = 9  # the fastest counts, because other programs slow down the rest
SECONDS = 3.0  # of real requests
ANNA = Person("bench:anna", "Anna")


class Idle:
    """A store and a chat that do nothing."""

    async def append(self, change: Append) -> None:
        pass

    async def mark_shown(self, room: str, table: str, sequence: int, message: str = "", since: int = 0) -> None:
        pass

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        return ""


class Steps:
    """A service that only performs the steps of a move."""

    def __init__(self, store: Any, chat: Any, observe: Observe) -> None:
        self._store = store
        self._chat = chat
        self._observe = observe

    async def handle(self, request: Request) -> Response:
        with self._observe(Operation("handle", "service", "bench", request.room, request.id)):
            await self._store.append(Append("k3v9", ()))
            with self._observe(Operation("post", "chat", "bench", request.room)):
                await self._chat.post(request.room, Reply(table="k3v9"), request, "")
            await self._store.mark_shown(request.room, "k3v9", 1)
            return DONE


async def steps(*observers: Observer) -> float:
    """Microseconds of this thread's CPU time for the steps of one request."""
    idle: Any = Idle()
    ports = Observed(*observers) if observers else None
    service = Steps(ports.store(idle), idle, ports.observe) if ports else Steps(idle, idle, unobserved)
    found = []
    for number in range(ROUNDS):
        begin = time.thread_time()
        for count in range(REQUESTS):
            await service.handle(Request(f"bench:{number}:{count}", f"bench:{count % 50}", ANNA, Typed("roll")))
        found.append(time.thread_time() - begin)
    return 1_000_000 * min(found) / REQUESTS


async def a_real_request(file: Path) -> float:
    """The same for a real move: durable, with its text board."""
    store = await SqliteStore.open(file)
    chat = LastBoards()
    drivers = [Driver(GameService(store, {"bench": chat}), chat, number) for number in range(16)]
    begin = time.thread_time()
    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(driver.play(until) for driver in drivers))
    spent = time.thread_time() - begin
    await store.close()
    return 1_000_000 * spent / sum(len(driver.spent) for driver in drivers)


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector in a thread with its own event loop; its cost isn't counted."""
    collector, loop, ready, stop = Collector(), asyncio.new_event_loop(), threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with collector.running():
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=[serve()])
    thread.start()
    ready.wait()
    try:
        yield collector
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


def traced(url: str) -> float:
    tracing = Tracing(Settings(otel_exporter_otlp_endpoint=url), redactor())
    try:
        return asyncio.run(steps(Metrics(), tracing))
    finally:
        tracing.close()


def measure(folder: Path) -> list[Figure]:
    real = asyncio.run(a_real_request(folder / "real.sqlite3"))
    bare, figures = asyncio.run(steps()), asyncio.run(steps(Metrics()))
    with collecting() as collector:
        traces = traced(collector.url)
    away = traced("http://127.0.0.1:9")
    return [
        Figure("a real request", real, "µs of CPU time"),
        Figure("metrics: added to that", figures - bare, "µs"),
        Figure("traces: added to both", traces - figures, "µs"),
        Figure("traces while the collector is unreachable", away - figures, "µs"),
        Figure("metrics / a real request", (figures - bare) / real, "", at_most=0.1),
        Figure("metrics and traces / a real request", (traces - bare) / real, "", at_most=0.5),
    ]
