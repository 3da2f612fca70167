"""Prometheus metrics: counters and durations of the operations that are observed.

No label names a room, a person or a table: that would be private, and their number has no limit.
"""

import time
from collections.abc import Callable
from functools import cache
from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from bot.kernel.messages import Outcome
from bot.kernel.ports import Operation, RoomUnreachable

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

# Every series that an alert watches exists from the start, at 0: Prometheus measures increases, and would miss the
# first fault if the series began with it.
_OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
_PICTURES = ("made", "overtaken", "failed")
_FAULTS = ("handle", "post", "store")


class Metrics:
    """All metrics, in their own registry."""

    calls = frozenset({"append", "lease"})

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "scrum_table_requests", "Requests by outcome", ("platform", "outcome"), registry=self._registry
        )
        self._seconds = Histogram(
            "scrum_table_seconds",
            "Duration of a step: handle, wait, append, post, picture",
            ("platform", "step"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._seconds_of = cache(self._seconds.labels)  # the library's lookup takes a lock every time
        self._behind = Gauge(
            "scrum_table_rooms_behind",
            "Rooms that have not been shown the latest events",
            ("platform",),
            registry=self._registry,
        )
        self._timers = Counter("scrum_table_timers", "Timers and jobs that were due", registry=self._registry)
        self._sockets = Gauge("scrum_table_live_sockets", "Connected browsers", registry=self._registry)
        self._waiting = Gauge(
            "scrum_table_requests_waiting", "Requests waiting for earlier ones in their room", registry=self._registry
        )
        self._pictures = Counter(
            "scrum_table_pictures", "Pictures requested, by outcome", ("outcome",), registry=self._registry
        )
        self._overtaken = Counter(
            "scrum_table_edits_overtaken",
            "Edits of messages left out because a newer one followed",
            ("platform",),
            registry=self._registry,
        )
        self._faults = Counter("scrum_table_faults", "Internal errors, by place", ("where",), registry=self._registry)
        ProcessCollector(namespace="scrum_table", registry=self._registry)
        for outcome in _PICTURES:
            self._pictures.labels(outcome)
        for where in _FAULTS:
            self._faults.labels(where)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def sockets(self, count: Callable[[], int]) -> None:
        self._sockets.set_function(count)

    def waiting(self, count: Callable[[], int]) -> None:
        self._waiting.set_function(count)

    def overtaken(self, platform: str) -> Callable[[], None]:
        """A counter of edits that a platform's adapter leaves out."""
        return self._overtaken.labels(platform).inc

    def serves(self, platform: str, behind: Callable[[], int]) -> None:
        """Add a platform; `behind` counts the rooms there that have not been shown the latest events."""
        self._behind.labels(platform).set_function(behind)
        for outcome in _OUTCOMES:
            self._requests.labels(platform, outcome)

    # --- operations ------------------------------------------------------------------------------------------------

    def observe(self, operation: Operation) -> "_Timed":
        return _Timed(self, operation)

    def ended(self, operation: Operation, seconds: float, fault: BaseException | None) -> None:
        if operation.name == "lease":
            self._timers.inc(operation.count)
            return
        self._seconds_of(operation.platform, operation.name).observe(seconds)
        match operation.name:
            case "handle" if operation.outcome:
                self._requests.labels(operation.platform, operation.outcome).inc()
                if operation.outcome == "failed":
                    self._faults.labels("store" if operation.cause == "database" else "handle").inc()
            case "post" if isinstance(fault, Exception) and not isinstance(fault, RoomUnreachable):
                self._faults.labels("post").inc()
            case "picture" if operation.outcome:
                self._pictures.labels(operation.outcome).inc()


class _Timed:
    """A timer of one operation. Every request enters and leaves it, so it does as little as possible."""

    __slots__ = ("_begin", "_metrics", "_operation")

    def __init__(self, metrics: Metrics, operation: Operation) -> None:
        self._metrics = metrics
        self._operation = operation

    def __enter__(self) -> None:
        self._begin = time.perf_counter()

    def __exit__(self, _: object, fault: BaseException | None, __: object) -> None:
        self._metrics.ended(self._operation, time.perf_counter() - self._begin, fault)
