"""OpenTelemetry traces: where the time of a request goes, sent to a collector that speaks OTLP over HTTP.

Needs the extra `tracing`; the wiring imports this only if a collector is set. Spans carry the same fields as log lines,
redacted. An unexpected exception may quote anything, so spans give only its type.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from functools import lru_cache

from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.util.re import parse_env_headers

from bot import __version__
from bot.kernel.ports import Operation, RoomUnreachable, about, bound
from bot.kernel.store import AlreadyHandled, Conflict, StoreUnavailable
from bot.operations.doctor import Finding
from bot.operations.logs import Redact
from bot.settings import Settings

log = logging.getLogger(__name__)

_PATH = "/v1/traces"  # appended to the collector's address
_KEPT = 4096  # redacted texts in the cache
_LAST_SECONDS = 3.0  # to wait for the collector when the program stops

_KINDS = {"service": SpanKind.SERVER, "store": SpanKind.CLIENT, "chat": SpanKind.CLIENT}
_OUR_SENTENCES = (StoreUnavailable, RoomUnreachable)  # their messages are written for the operator
_NO_FAULTS = (AlreadyHandled, Conflict)  # normal: another process was faster

_request: ContextVar[Span | None] = ContextVar("request", default=None)


class Tracing:
    """One trace per request. Outside of requests, only what people see is traced: posts and pictures."""

    calls = frozenset(
        {"append", "events", "forget", "handled", "linked", "mark_shown", "notify", "put_link", "room"}
        | {"table", "tables_in", "tables_of", "version"}
    )

    def __init__(self, settings: Settings, redact: Redact) -> None:
        self._redact = lru_cache(_KEPT)(redact)  # the same rooms, tables and games keep coming up
        self._closing = False
        self._warnings = _CollectorWarnings(self._went_away)
        self._sending = _Sending(_exporter(settings), self._warnings)
        name = {"service.name": settings.otel_service_name, "service.version": __version__}
        # the program calls close() itself
        self._provider = TracerProvider(resource=Resource.create(name), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(self._sending))
        self._tracer = self._provider.get_tracer("scrum-table")

    def close(self) -> None:
        """Send what is left, without waiting for an unreachable collector."""
        self._closing = True
        if self._warnings.away:
            self._sending.shutdown()
        last = threading.Thread(target=self._provider.shutdown, daemon=True)
        last.start()
        last.join(_LAST_SECONDS)
        self._warnings.close()

    def _went_away(self, reason: str) -> None:
        log.warning("Dropping spans until the collector is reachable: %s", reason)
        if self._closing:  # no time for retries
            self._sending.shutdown()

    # --- operations ------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def observe(self, operation: Operation) -> Iterator[None]:
        asked = trace.get_current_span().get_span_context().is_valid
        if operation.port == "store" and not asked:
            yield  # the clock polling for timers, or a page view
            return
        span = self._tracer.start_span(
            f"{operation.port} {operation.name}", kind=_KINDS.get(operation.port, SpanKind.INTERNAL)
        )
        inside = context.attach(trace.set_span_in_context(span))
        begun = _request.set(span) if operation.port == "service" else None
        # every log line names its trace
        named = contextlib.nullcontext() if asked else bound(trace=f"{span.get_span_context().trace_id:032x}")
        try:
            with named:
                yield
        except Exception as fault:
            self._failed(span, operation, fault)
            raise
        finally:
            if begun:
                _request.reset(begun)
            context.detach(inside)
            self._describe(span, operation)
            span.end()

    def _failed(self, span: Span, operation: Operation, fault: Exception) -> None:
        kind = type(fault).__name__
        if isinstance(fault, _NO_FAULTS):
            operation.outcome = kind
            return
        sentence = self._redact(str(fault)) if isinstance(fault, _OUR_SENTENCES) else ""
        span.set_status(Status(StatusCode.ERROR, sentence))
        span.add_event("exception", {"exception.type": kind, "exception.message": sentence})

    def _describe(self, span: Span, operation: Operation) -> None:
        if not span.is_recording():
            return
        if operation.outcome == "failed":
            span.set_status(Status(StatusCode.ERROR))
        bound_here = about("table", "game")
        whose = {"table": operation.table or bound_here["table"], "game": operation.game or bound_here["game"]}
        rest = {name: getattr(operation, name) for name in ("platform", "room", "request", "outcome")}
        attributes = {f"scrum.{name}": self._redact(text) for name, text in {**rest, **whose}.items() if text}
        span.set_attributes({**attributes, "scrum.count": operation.count} if operation.count else attributes)
        request = _request.get()
        if request is not None and request.is_recording():  # a request learns its table from its steps
            request.set_attributes({f"scrum.{name}": self._redact(text) for name, text in whose.items() if text})


# --- the collector -------------------------------------------------------------------------------------------------


def _exporter(settings: Settings, timeout: float | None = None) -> SpanExporter:
    headers = settings.otel_exporter_otlp_headers
    return OTLPSpanExporter(
        settings.otel_exporter_otlp_endpoint.rstrip("/") + _PATH,
        headers=parse_env_headers(headers.get_secret_value(), liberal=True) if headers else None,
        timeout=timeout,
    )


async def check(settings: Settings) -> list[Finding]:
    """Check that the collector accepts an empty export."""
    reasons: list[str] = []
    with contextlib.closing(_CollectorWarnings(reasons.append)):
        result = await asyncio.to_thread(_exporter(settings, _LAST_SECONDS).export, ())
    if result is SpanExportResult.SUCCESS:
        return [Finding(ok=True, what="The collector accepts traces.")]
    what = f"The collector doesn't accept traces: {reasons[0]}"
    return [Finding(ok=False, what=what, advice="Check OTEL_EXPORTER_OTLP_ENDPOINT.")]


class _CollectorWarnings(logging.Handler):
    """A filter that passes on the library's repeated warnings about an unreachable collector once."""

    def __init__(self, report: Callable[[str], object]) -> None:
        super().__init__(logging.WARNING)
        self.away = False
        self._report = report
        self._library = logging.getLogger("opentelemetry")
        self._library.addHandler(self)
        self._library.propagate = False

    def emit(self, record: logging.LogRecord) -> None:
        if not self.away:
            self.away = True
            self._report(record.getMessage())

    def close(self) -> None:
        self._library.removeHandler(self)
        self._library.propagate = True
        super().close()


class _Sending(SpanExporter):
    """The library's exporter, plus a log line when the collector is reachable again."""

    def __init__(self, exporter: SpanExporter, warnings: _CollectorWarnings) -> None:
        self._exporter = exporter
        self._warnings = warnings
        self._ended = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = self._exporter.export(spans)
        if self._warnings.away and result is SpanExportResult.SUCCESS:
            self._warnings.away = False
            log.warning("The collector is reachable again")
        return result

    def shutdown(self) -> None:
        if not self._ended:  # the library warns about a second call
            self._ended = True
            self._exporter.shutdown()
