"""A trace collector on loopback: receives OTLP over HTTP, keeps every byte, and parses it with OTLP's own schema."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

ERROR = 2  # a span's status


@dataclass(frozen=True)
class Span:
    """A span."""

    name: str
    trace: str
    id: str
    parent: str  # "": the root of its trace
    attributes: dict[str, str | int]  # by name
    failed: bool
    reason: str
    faults: list[dict[str, str | int]]
    begin: int
    end: int


@dataclass
class Collector:
    spans: list[Span] = field(default_factory=list)
    body: bytes = b""  # of all deliveries
    headers: dict[str, str] = field(default_factory=dict)  # of the last one, in lower case
    resource: dict[str, str | int] = field(default_factory=dict)
    refuses: bool = False
    port: int = 0
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Collector"]:
        app = web.Application(client_max_size=64_000_000)
        app.router.add_post("/v1/traces", self._take)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self.port)
        await site.start()
        self.port = runner.addresses[0][1]
        try:
            yield self
        finally:
            await runner.cleanup()

    async def _take(self, request: web.Request) -> web.Response:
        body = await request.read()
        if self.refuses:
            return web.Response(status=400)
        async with self._changed:
            self.body += body
            self.headers = {name.lower(): value for name, value in request.headers.items()}
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                self.resource = _parse_attributes(resource.resource.attributes)
                self.spans += [_parse_span(span) for scope in resource.scope_spans for span in scope.spans]
            self._changed.notify_all()
        return web.Response(content_type="application/x-protobuf")

    async def until(self, reached: Callable[[], object]) -> None:
        async with self._changed:
            await self._changed.wait_for(reached)

    # --- received spans --------------------------------------------------------------------------------------------

    def named(self, name: str, **attributes: str | int) -> list[Span]:
        """Spans with this name and these attributes, in the order in which they started."""
        wanted = {f"scrum.{key}": value for key, value in attributes.items()}.items()
        return sorted(
            (span for span in self.spans if span.name == name and span.attributes.items() >= wanted),
            key=lambda s: s.begin,
        )

    def tree(self, span: Span, before: str = "") -> list[str]:
        """The names of a span's children in order, each followed by its own children, indented."""
        inside = sorted((each for each in self.spans if each.parent == span.id), key=lambda each: each.begin)
        return [line for each in inside for line in (f"{before}{each.name}", *self.tree(each, f"{before}  "))]


def _parse_span(span: Any) -> Span:
    return Span(
        span.name,
        span.trace_id.hex(),
        span.span_id.hex(),
        span.parent_span_id.hex(),
        _parse_attributes(span.attributes),
        span.status.code == ERROR,
        span.status.message,
        [_parse_attributes(event.attributes) for event in span.events],
        span.start_time_unix_nano,
        span.end_time_unix_nano,
    )


def _parse_attributes(pairs: Any) -> dict[str, str | int]:
    return {pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in pairs}
