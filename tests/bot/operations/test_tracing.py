"""Traces of a real service, sent to a real collector."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, cast

import pytest

from bot.kernel.live.work import Admission
from bot.kernel.messages import Reply, Request, Typed
from bot.kernel.ports import Operation
from bot.kernel.service import GameService
from bot.kernel.store import Append, Store, Timer
from bot.operations.logs import logging_to_stderr, redactor
from bot.operations.metrics import Metrics
from bot.operations.observing import Observed
from bot.operations.tracing import Tracing
from bot.settings import Settings
from tests.bot.harness import ROOM, FlakyStore, ManualClock, RecordingChat, new_id, person
from tests.peers.collector import Collector, Span

PLANTED = "hunter2-is-the-secret"


@dataclass
class Traced:
    """A service with metrics and traces around it, as the program wires it."""

    collector: Collector
    wire: FlakyStore
    tracing: Tracing
    chat: RecordingChat
    clock: ManualClock
    service: GameService

    async def say(self, line: str, name: str = "anna", room: str = ROOM, number: str = "") -> list[Reply]:
        response = await self.service.handle(Request(number or new_id(), room, person(name), Typed(line)))
        return list(response.replies)

    async def sent(self) -> Collector:
        """Everything has been sent."""
        await asyncio.to_thread(self.tracing.close)
        return self.collector


@pytest.fixture
async def collector() -> AsyncIterator[Collector]:
    async with Collector().running() as collector:
        yield collector


def settings(collector: Collector, **more: str) -> Settings:
    return Settings(otel_exporter_otlp_endpoint=collector.url, **cast(Any, more))


@pytest.fixture
async def traced(collector: Collector, sqlite_store: Store) -> AsyncIterator[Traced]:
    tracing = Tracing(settings(collector), redactor([PLANTED]))
    wire, chat, clock = FlakyStore(sqlite_store), RecordingChat(), ManualClock()
    ports = Observed(Metrics(), tracing)
    admission = Admission(at_once=1, observe=ports.observe)
    service = GameService(ports.store(wire), {"test": chat}, clock=clock, observe=ports.observe, admission=admission)
    yield Traced(collector, wire, tracing, chat, clock, service)
    await service.close()


def whole(span: Span, spans: list[Span]) -> bool:
    """All spans of its trace are below it, and began and ended within it."""
    own = [each for each in spans if each.trace == span.trace and each is not span]
    return all(each.parent and span.begin <= each.begin <= each.end <= span.end for each in own)


async def test_one_trace_per_request(traced: Traced) -> None:
    """With spans for store and chat; the request's span has its table, its game and its outcome."""
    await traced.say("new sprint", number="r1")
    await traced.say("bot", number="r2")
    await traced.say("nonsense", number="r3")
    seen = await traced.sent()
    (opened,) = seen.named("service handle", request="r1")
    looked = ["store room", "store room", "store tables_in"]  # the first one for the language of the room
    assert seen.tree(opened) == [*looked, "store append", "chat post", "store mark_shown"]
    (sat,) = seen.named("service handle", request="r2")
    assert seen.tree(sat) == ["store append", "chat post", "store mark_shown"]
    (table,) = [record.id for record in await traced.wire.find_tables()]
    about = {"scrum.table": table, "scrum.game": "sprint"}
    common = {"scrum.platform": "test", "scrum.room": ROOM}
    assert opened.attributes == {**about, **common, "scrum.request": "r1", "scrum.outcome": "done"}
    assert sat.attributes == {**about, **common, "scrum.request": "r2", "scrum.outcome": "done"}
    (append,) = [span for span in seen.named("store append") if span.trace == sat.trace]
    assert append.attributes == {**about, "scrum.count": 1}
    (refused,) = seen.named("service handle", request="r3")
    assert refused.attributes["scrum.outcome"] == "refused"
    assert len({opened.trace, sat.trace, refused.trace}) == 3
    assert all(whole(span, seen.spans) for span in (opened, sat, refused))
    assert not any(span.failed for span in seen.spans)


async def test_name_and_headers(collector: Collector) -> None:
    """The service's name; headers that a collector needs; nothing about the machine."""
    wanted = settings(collector, otel_service_name="table-7", otel_exporter_otlp_headers="x-team=blue%20one,x-key=1")
    tracing = Tracing(wanted, redactor())
    with tracing.observe(Operation("post", "chat", "test", ROOM)):
        pass  # not part of a request: a room is caught up
    await asyncio.to_thread(tracing.close)
    assert (collector.headers["x-team"], collector.headers["x-key"]) == ("blue one", "1")
    assert collector.resource["service.name"] == "table-7"
    assert not [name for name in collector.resource if name.startswith(("host", "process", "os"))]


async def test_waiting_for_admission(traced: Traced) -> None:
    """A request that has to wait has a span for it; one that doesn't has none."""
    await asyncio.gather(traced.say("new sprint", number="r1"), traced.say("help", "ben", number="r2"))
    seen = await traced.sent()
    (first,), (second,) = seen.named("service handle", request="r1"), seen.named("service handle", request="r2")
    (waited,) = seen.named("admission wait")
    assert (waited.trace, waited.parent) == (second.trace, second.id)
    work = [span for span in seen.spans if span.parent == first.id]
    assert waited.begin < work[0].end < max(span.end for span in work) < waited.end


async def test_the_clock(traced: Traced) -> None:
    """A timer is a request too; polling for timers isn't."""
    for line in ("new sprint", "bot", "start"):
        await traced.say(line)
    (record,) = await traced.wire.find_tables()
    stored = await traced.wire.table(record.id)
    due = Timer(record.id, "test", traced.clock.now())
    await traced.wire.append(Append(record.id, (), timers=(*stored.timers, due)))
    traced.clock.advance(1)
    assert await traced.service.fire_due_timers() == 1
    seen = await traced.sent()
    (fired,) = seen.named("service handle", platform="clock")
    assert fired.attributes["scrum.request"] == f"timer:{record.id}:test"
    assert not [span for span in seen.spans if "timer" in span.name]
    assert {span.name for span in seen.spans if not span.parent} == {"service handle"}


# --- faults --------------------------------------------------------------------------------------------------------


async def test_an_unreachable_store(traced: Traced, capsys: pytest.CaptureFixture[str]) -> None:
    """The step has the exception's type and sentence; the log line names the same trace."""
    await traced.say("new sprint")
    traced.wire.cut = frozenset({"append"})
    with logging_to_stderr("WARNING", "json"):
        await traced.say("bot", number="r2")
    seen = await traced.sent()
    (request,) = seen.named("service handle", request="r2")
    assert (request.attributes["scrum.outcome"], request.failed) == ("failed", True)
    (append,) = [span for span in seen.named("store append") if span.failed]
    assert append.reason == "the cable is out"
    assert append.faults == [{"exception.type": "StoreUnavailable", "exception.message": "the cable is out"}]
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["trace"] == request.trace == append.trace
    assert json.loads(line)["request"] == "r2"


async def test_an_unexpected_exception(traced: Traced) -> None:
    """Only its type is sent: it may quote whatever somebody typed."""

    async def broken(*_: object) -> None:
        raise ValueError(f"cannot read 'what anna typed' {PLANTED}")

    traced.chat.before_post = broken
    await traced.say("new sprint", number="r1")
    traced.wire.before_append = broken
    await traced.say("bot", number="r2")
    seen = await traced.sent()
    (post,) = seen.named("chat post")
    assert (post.failed, post.reason) == (True, "")
    assert post.faults == [{"exception.type": "ValueError", "exception.message": ""}]
    assert [span.attributes["scrum.outcome"] for span in seen.named("service handle")] == ["done", "failed"]
    assert b"anna" not in seen.body
    assert PLANTED.encode() not in seen.body


async def test_a_redelivery_is_not_an_error(traced: Traced) -> None:
    """The store says that it was handled before, and so does the span."""
    await traced.say("new sprint")
    await traced.say("bot", number="twice")
    await traced.say("bot", number="twice")
    seen = await traced.sent()
    (known,) = seen.named("store append", outcome="AlreadyHandled")
    assert not known.failed
    assert known.faults == []


# --- the collector -------------------------------------------------------------------------------------------------


async def test_a_collector_that_comes_back(traced: Traced, capsys: pytest.CaptureFixture[str]) -> None:
    """That it is unreachable is logged once, and so is that it is back. The library logs nothing itself."""
    traced.collector.refuses = True
    with logging_to_stderr("INFO", "json"):
        for _ in range(3):
            await traced.say("help")
            await asyncio.to_thread(traced.tracing._provider.force_flush)
        traced.collector.refuses = False
        await traced.say("help", number="r4")
        await asyncio.to_thread(traced.tracing._provider.force_flush)
        seen = await traced.sent()
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["logger"] for line in lines] == ["bot.operations.tracing", "bot.operations.tracing"]
    assert lines[0]["event"].startswith("Dropping spans until the collector is reachable: ")
    assert "400" in lines[0]["event"]
    assert lines[1]["event"] == "The collector is reachable again"
    assert [span.attributes["scrum.request"] for span in seen.named("service handle")] == ["r4"]


async def test_the_library_s_logging_is_restored(collector: Collector) -> None:
    """Once tracing is closed."""
    library = logging.getLogger("opentelemetry")
    before = (library.propagate, list(library.handlers))
    tracing = Tracing(settings(collector), redactor())
    assert not library.propagate
    await asyncio.to_thread(tracing.close)
    assert (library.propagate, library.handlers) == before
