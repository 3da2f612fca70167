"""What operators can measure: counters and times around the ports, so that the service itself stays free of them.

No label names a room, a person or a table: that would be private, and there would be ever more of them.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from bot import texts
from bot.messages import Reply, Request
from bot.ports import Append, Chat, RoomUnreachable, Service, Store, StoreUnavailable, Timer
from games.drawing import Drawing

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
CLOCK = "clock"  # the platform of requests that nobody sent

_OUTCOMES = {texts.SOMETHING_BROKE: "fault", texts.DATABASE_AWAY: "unavailable"}

# Every line that an alert watches is there from the start, at nought: Prometheus sees how a line grows, and misses the
# first fault if the line begins with it.
REQUESTS = ("done", "answered", *_OUTCOMES.values())
PICTURES = ("made", "failed")
FAULTS = ("handle", "post", "store")


class Painter(Protocol):
    async def __call__(self, drawing: Drawing, *, dark: bool = False) -> bytes | None: ...


class Metrics:
    """Everything that is measured, in a registry of its own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "scrum_table_requests", "Requests by how they ended", ("platform", "outcome"), registry=self._registry
        )
        self._seconds = Histogram(
            "scrum_table_seconds",
            "Seconds that a step took: handle, append, post, picture",
            ("platform", "step"),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._behind = Gauge(
            "scrum_table_rooms_behind", "Rooms that could not be told the news", ("platform",), registry=self._registry
        )
        self._timers = Counter("scrum_table_timers", "Timers that were fired", registry=self._registry)
        self._sockets = Gauge("scrum_table_live_sockets", "Browsers that are connected", registry=self._registry)
        self._waiting = Gauge(
            "scrum_table_requests_waiting", "Requests that wait for their room’s turn", registry=self._registry
        )
        self._pictures = Counter(
            "scrum_table_pictures", "Pictures that were asked for", ("outcome",), registry=self._registry
        )
        self._faults = Counter("scrum_table_faults", "Faults of ours, by where", ("where",), registry=self._registry)
        ProcessCollector(namespace="scrum_table", registry=self._registry)
        for outcome in PICTURES:
            self._pictures.labels(outcome)
        for where in FAULTS:
            self._faults.labels(where)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    # --- around the ports ------------------------------------------------------------------------------------------

    def store(self, store: Store) -> Store:
        # what is not measured is the store's own; a protocol cannot see that
        return cast(Store, MeasuredStore(store, self))

    def chat(self, platform: str, chat: Chat) -> Chat:
        for outcome in REQUESTS:
            self._requests.labels(platform, outcome)
        return MeasuredChat(platform, chat, self)

    def service(self, service: Service) -> Service:
        # see `store`
        return cast(Service, MeasuredService(service, self))

    def painter(self, paint: Painter) -> Painter:
        async def measured(drawing: Drawing, *, dark: bool = False) -> bytes | None:
            with self.step("", "picture"):
                picture = await paint(drawing, dark=dark)
            self._pictures.labels("failed" if picture is None else "made").inc()
            return picture

        return measured

    def sockets(self, count: Callable[[], int]) -> None:
        self._sockets.set_function(count)

    def waiting(self, count: Callable[[], int]) -> None:
        self._waiting.set_function(count)

    # --- what the parts below tell ---------------------------------------------------------------------------------

    @contextmanager
    def step(self, platform: str, name: str) -> Iterator[None]:
        begin = time.perf_counter()
        try:
            yield
        finally:
            self._seconds.labels(platform, name).observe(time.perf_counter() - begin)

    def request(self, platform: str, outcome: str) -> None:
        self._requests.labels(platform, outcome).inc()

    def behind(self, platform: str, rooms: int) -> None:
        self._behind.labels(platform).set(rooms)

    def timers(self, count: int) -> None:
        self._timers.inc(count)

    def fault(self, where: str) -> None:
        self._faults.labels(where).inc()


class MeasuredStore:
    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, change: Append) -> None:
        try:
            with self._metrics.step("", "append"):
                await self._store.append(change)
        except StoreUnavailable:
            self._metrics.fault("store")
            raise

    async def lease_timers(self, now: float, seconds: float) -> tuple[Timer, ...]:
        due = await self._store.lease_timers(now, seconds)
        self._metrics.timers(len(due))
        return due


class MeasuredChat:
    def __init__(self, platform: str, chat: Chat, metrics: Metrics) -> None:
        self._platform = platform
        self._chat = chat
        self._metrics = metrics
        self._behind: set[str] = set()
        metrics.behind(platform, 0)

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        try:
            with self._metrics.step(self._platform, "post"):
                message = await self._chat.post(room, reply, request, before)
        except RoomUnreachable:
            self._behind.add(room)
            raise
        except Exception:
            self._behind.add(room)
            self._metrics.fault("post")
            raise
        else:
            self._behind.discard(room)
            return message
        finally:
            self._metrics.behind(self._platform, len(self._behind))


class MeasuredService:
    def __init__(self, service: Service, metrics: Metrics) -> None:
        self._service = service
        self._metrics = metrics

    def __getattr__(self, name: str) -> Any:
        return getattr(self._service, name)

    async def handle(self, request: Request) -> list[Reply]:
        platform = request.room.partition(":")[0] or CLOCK
        with self._metrics.step(platform, "handle"):
            replies = await self._service.handle(request)
        outcome = _outcome(replies)
        self._metrics.request(platform, outcome)
        if outcome == "fault":
            self._metrics.fault("handle")
        return replies


def _outcome(replies: list[Reply]) -> str:
    """Done: only the room was told. Answered: the person was, which may be a refusal."""
    if not replies:
        return "done"
    return _OUTCOMES.get(replies[0].text, "answered")
