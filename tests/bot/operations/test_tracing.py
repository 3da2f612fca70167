"""Where the time of a request goes, told to a real collector by a real service."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, cast

import pytest

from bot.admission import Admission
from bot.messages import Reply, Request, Typed
from bot.operations.instrumentation import Operation
from bot.operations.logs import written
from bot.operations.metrics import Metrics
from bot.operations.observed import Observed
from bot.operations.redaction import redactor
from bot.operations.tracing import Tracing
from bot.ports import Append, Requests, Store, Timer
from bot.service import GameService
from bot.settings import Settings
from tests.bot.parts import ROOM, LeavingStore, MovedClock, RecordingChat, new_id, person
from tests.peers.collector import Collector, Seen

PLANTED = "hunter2-is-the-secret"


@dataclass
class Traced:
    """A service with figures and traces around it, as the program wires it."""

    collector: Collector
    wire: LeavingStore
    tracing: Tracing
    chat: RecordingChat
    clock: MovedClock
    inner: GameService
    service: Requests
    clock_requests: Requests  # those of timers, which nobody admits

    async def say(self, line: str, name: str = "anna", room: str = ROOM, number: str = "") -> list[Reply]:
        response = await self.service.handle(Request(number or new_id(), room, person(name), Typed(line)))
        return list(response.replies)

    async def told(self) -> Collector:
        """Everything was sent."""
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
    wire, chat, clock = LeavingStore(sqlite_store), RecordingChat(), MovedClock()
    ports = Observed(Metrics(), tracing)
    inner = GameService(ports.store(wire), {"test": ports.chat("test", chat)}, clock=clock)
    service = ports.requests(Admission(inner, at_once=1, observe=ports.observe))
    yield Traced(collector, wire, tracing, chat, clock, inner, service, ports.requests(inner))
    await inner.close()


def whole(span: Seen, spans: list[Seen]) -> bool:
    """Everything of its trace hangs below it, and began and ended in its time."""
    own = [each for each in spans if each.trace == span.trace and each is not span]
    return all(each.parent and span.begin <= each.begin <= each.end <= span.end for each in own)


async def test_one_trace_a_request(traced: Traced) -> None:
    """The store is asked and told, the room is told; the request knows its table, its game and how it ended."""
    await traced.say("new sprint", number="r1")
    await traced.say("bot", number="r2")
    await traced.say("nonsense", number="r3")
    seen = await traced.told()
    (opened,) = seen.named("service handle", request="r1")
    looked = ["store room", "store room", "store tables_in"]  # once more when it is this request's turn in the room
    assert seen.tree(opened) == [*looked, "store append", "chat post", "store mark_shown"]
    (sat,) = seen.named("service handle", request="r2")
    assert seen.tree(sat) == ["store append", "chat post", "store mark_shown"]
    (table,) = [record.id for record in await traced.wire.find_tables()]
    about = {"scrum.table": table, "scrum.game": "sprint"}
    common = {"scrum.platform": "test", "scrum.room": ROOM}
    assert opened.told == {**about, **common, "scrum.request": "r1", "scrum.outcome": "done"}
    assert sat.told == {**about, **common, "scrum.request": "r2", "scrum.outcome": "done"}
    (append,) = [span for span in seen.named("store append") if span.trace == sat.trace]
    assert append.told == {**about, "scrum.count": 1}
    (refused,) = seen.named("service handle", request="r3")
    assert refused.told["scrum.outcome"] == "refused"
    assert len({opened.trace, sat.trace, refused.trace}) == 3
    assert all(whole(span, seen.spans) for span in (opened, sat, refused))
    assert not any(span.failed for span in seen.spans)


async def test_who_sends_it(collector: Collector) -> None:
    """The name and the version of the program; headers that a collector asks for; nothing of the machine."""
    wanted = settings(collector, otel_service_name="table-7", otel_exporter_otlp_headers="x-team=blue%20one,x-key=1")
    tracing = Tracing(wanted, redactor())
    with tracing.observe(Operation("post", "chat", "test", ROOM)):
        pass  # nobody asked for it: a room that was behind is caught up
    await asyncio.to_thread(tracing.close)
    assert (collector.headers["x-team"], collector.headers["x-key"]) == ("blue one", "1")
    assert collector.resource["service.name"] == "table-7"
    assert not [name for name in collector.resource if name.startswith(("host", "process", "os"))]


async def test_waiting_at_the_gate(traced: Traced) -> None:
    """Whoever has to wait for their turn has a span for it; whoever goes right in has none."""
    await asyncio.gather(traced.say("new sprint", number="r1"), traced.say("help", "ben", number="r2"))
    seen = await traced.told()
    (first,), (second,) = seen.named("service handle", request="r1"), seen.named("service handle", request="r2")
    (waited,) = seen.named("admission wait")
    assert (waited.trace, waited.parent) == (second.trace, second.id)
    work = [span for span in seen.spans if span.parent == first.id]
    assert waited.begin < work[0].end < max(span.end for span in work) < waited.end


async def test_the_clock(traced: Traced) -> None:
    """A timer is a request too; looking for timers is none."""
    for line in ("new sprint", "bot", "start"):
        await traced.say(line)
    (record,) = await traced.wire.find_tables()
    stored = await traced.wire.table(record.id)
    due = Timer(record.id, "test", traced.clock.now())
    await traced.wire.append(Append(record.id, (), timers=(*stored.timers, due)))
    traced.clock.advance(1)
    assert await traced.inner.timers.fire_due(traced.clock_requests.handle) == 1
    seen = await traced.told()
    (fired,) = seen.named("service handle", platform="clock")
    assert fired.told["scrum.request"] == f"timer:{record.id}:test"
    assert not [span for span in seen.spans if "timer" in span.name]
    assert {span.name for span in seen.spans if not span.parent} == {"service handle"}


# --- faults --------------------------------------------------------------------------------------------------------


async def test_a_store_that_is_away(traced: Traced, capsys: pytest.CaptureFixture[str]) -> None:
    """The step has the kind and the sentence for the operator; the line of the log names the same trace."""
    await traced.say("new sprint")
    traced.wire.cut = frozenset({"append"})
    with written("WARNING", "json"):
        await traced.say("bot", number="r2")
    seen = await traced.told()
    (request,) = seen.named("service handle", request="r2")
    assert (request.told["scrum.outcome"], request.failed) == ("failed", True)
    (append,) = [span for span in seen.named("store append") if span.failed]
    assert append.reason == "the cable is out"
    assert append.faults == [{"exception.type": "StoreUnavailable", "exception.message": "the cable is out"}]
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["trace"] == request.trace == append.trace
    assert json.loads(line)["request"] == "r2"


async def test_a_fault_that_nobody_thought_of(traced: Traced) -> None:
    """Only its kind is told: it may quote whatever somebody typed. Afterwards nothing is bound any more."""

    async def broken(*_: object) -> None:
        raise ValueError(f"cannot read 'what anna typed' {PLANTED}")

    traced.chat.before_post = broken
    await traced.say("new sprint", number="r1")
    traced.wire.before_append = broken
    await traced.say("bot", number="r2")
    seen = await traced.told()
    (post,) = seen.named("chat post")
    assert (post.failed, post.reason) == (True, "")
    assert post.faults == [{"exception.type": "ValueError", "exception.message": ""}]
    assert [span.told["scrum.outcome"] for span in seen.named("service handle")] == ["done", "failed"]
    assert b"anna" not in seen.body
    assert PLANTED.encode() not in seen.body


async def test_somebody_else_was_quicker(traced: Traced) -> None:
    """The same delivery twice is no fault: the store says so, and the span says what it said."""
    await traced.say("new sprint")
    await traced.say("bot", number="twice")
    await traced.say("bot", number="twice")
    seen = await traced.told()
    (known,) = seen.named("store append", outcome="AlreadyHandled")
    assert not known.failed
    assert known.faults == []


# --- the collector -------------------------------------------------------------------------------------------------


async def test_a_collector_that_comes_back(traced: Traced, capsys: pytest.CaptureFixture[str]) -> None:
    """That it takes nothing is told once, however often; that it does again, too. The library says nothing itself."""
    traced.collector.refuses = True
    with written("INFO", "json"):
        for _ in range(3):
            await traced.say("help")
            await asyncio.to_thread(traced.tracing._provider.force_flush)
        traced.collector.refuses = False
        await traced.say("help", number="r4")
        await asyncio.to_thread(traced.tracing._provider.force_flush)
        seen = await traced.told()
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["logger"] for line in lines] == ["bot.operations.tracing", "bot.operations.tracing"]
    assert lines[0]["event"].startswith("Dropping spans until the collector is reachable: ")
    assert "400" in lines[0]["event"]
    assert lines[1]["event"] == "The collector is reachable again"
    assert [span.told["scrum.request"] for span in seen.named("service handle")] == ["r4"]


async def test_the_library_is_as_before_afterwards(collector: Collector) -> None:
    """What it logs goes where it went before, once tracing is closed."""
    library = logging.getLogger("opentelemetry")
    before = (library.propagate, list(library.handlers))
    tracing = Tracing(settings(collector), redactor())
    assert not library.propagate
    await asyncio.to_thread(tracing.close)
    assert (library.propagate, library.handlers) == before
