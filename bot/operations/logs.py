"""Logging: one line per event to standard error, without secrets.

Modules log with the standard library (`logging.getLogger(__name__)`). The request, table and room are bound around the
work, not repeated in every call. We never log names of people or what they typed; secrets that end up in a traceback or
in a library's message are recognised by their shape and removed.
"""

import json
import logging
import os
import re
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Literal

from bot.kernel.ports import everything_bound

# --- redaction -------------------------------------------------------------------------------------------------------

HIDDEN = "[hidden]"
_MIN_LENGTH = 6  # characters; hiding a shorter secret would hide ordinary words too

Redact = Callable[[str], str]

_SLASH, _COLON = r"(?:/|%(?:25){0,3}2[fF])", r"(?::|%(?:25){0,3}3[aA])"

# Tokens are recognised whatever precedes them. None of these patterns may backtrack over a long text: people control
# some of what ends up in an error.
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"://(?!USER:PASSWORD@)\S{0,1000}@", f"://{HIDDEN}@"),  # except in our own examples of an address
        (r"(?i)(authorization['\"]?\s*[:=]\s*)[^\r\n]+", rf"\1{HIDDEN}"),
        (r"(?i)(cookie['\"]?\s*[:=]\s*)[^\r\n]+", rf"\1{HIDDEN}"),
        (r"(?i)((?:bearer|basic|bot)\s+)[\w.~+/=-]{16,}", rf"\1{HIDDEN}"),
        (r"(?i)((?:token|secret|password|key)(?:=|['\"]\s*:\s*)['\"]?)[^\s'\",;&]+", rf"\1{HIDDEN}"),
        (
            r"(?i)((?:password|passwd|pwd|api[-_]?key)['\"]?[ \t]*[:=][ \t]*['\"]?)[^\s'\",;&]+",
            rf"\1{HIDDEN}",
        ),
        (r"(?i)([?&]code=)[^\s'\",;&]+", rf"\1{HIDDEN}"),  # OAuth's, in an address
        (r"(?i)(\bcode=['\"]?)[^\s'\",;&]{6,}", rf"\1{HIDDEN}"),  # the same in a form; an error's code is shorter
        (r"(?i)(?:xox[a-z]|xapp)[-.][\w.-]+", HIDDEN),  # Slack's tokens
        (r"(?<![\w-])[\w-]{23,}\.[\w-]{6,}\.[\w-]{27,}", HIDDEN),  # Discord's tokens
        (r"(?i)((?:webhooks|interactions)/\d+/)[^\s/?'\"]+", rf"\1{HIDDEN}"),  # valid for a quarter of an hour
        (r"(?i)(hooks\.slack\.com/)\S+", rf"\1{HIDDEN}"),  # the same at Slack
        # an address is a right: to join, to run a workshop; inside another address its slashes are encoded
        (rf"({_SLASH}(?:[twe]|desk|workshop){_SLASH})[\w.-]{{10,}}", rf"\1{HIDDEN}"),
        (rf"(web{_COLON}[\w-]{{4}})[\w-]{{6,}}", r"\1…"),  # the same as a room; enough is left to distinguish rooms
        (r"((?:raddr|peername)=)\([^)]{0,100}\)", rf"\1{HIDDEN}"),  # who is connected, as asyncio shows it
        (r"[0-9a-fA-F]{64,}", HIDDEN),  # seeds
        (r"b'(?:[^'\\]|\\.)*'|b\"(?:[^\"\\]|\\.)*\"", HIDDEN),  # seeds, as Python shows them
        (
            r"(?s)input_value=.*?(, input_type=|\Z)",
            rf"input_value={HIDDEN}\1",
        ),  # what people typed, in pydantic's errors
    )
)


def redactor(secrets: Iterable[str] = ()) -> Redact:
    """A function that removes these secrets, and anything that looks like one, from a text."""
    # longest first: one may be a prefix of another
    known = sorted({secret for secret in secrets if len(secret) >= _MIN_LENGTH}, key=len, reverse=True)

    def redact(text: str) -> str:
        for secret in known:
            text = text.replace(secret, HIDDEN)
        for shape, instead in _SHAPES:
            text = shape.sub(instead, text)
        return text

    return redact


log = logging.getLogger(__name__)

_OURS = frozenset({"adapters", "bot", "games", "storage", "__main__"})
_FIRST = (
    "time",
    "level",
    "logger",
    "event",
    "request",
    "table",
    "game",
    "room",
    "trace",
)  # fields that come first in every line
# characters that could overwrite the operator's screen or fake a log line
_UNPRINTABLE = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}
_IN_TRACEBACKS = {code: text for code, text in _UNPRINTABLE.items() if chr(code) not in "\n\t"}

MAX_A_MINUTE = 30  # lines with the same text, apart from what is filled in
_MAX_KINDS = 1000  # of lines that are counted
_HEAD, _TRACEBACKS = ("time", "level", "logger", "event"), ("exception", "stack")
_COLOURS = {"warning": "\x1b[33m", "error": "\x1b[31m", "critical": "\x1b[31m"}
_PLAIN = "\x1b[0m"

Form = Literal["auto", "text", "json"]


@contextmanager
def logging_to_stderr(level: str, form: Form, secrets: Iterable[str] = ()) -> Iterator[Redact]:
    """Log to standard error in this context. Yields a function that removes secrets from other output."""
    redact = redactor(secrets)
    handler = _StandardError(level)  # some libraries set the level of their loggers
    handler.setFormatter(_formatter(redact, form))
    handler.addFilter(_worth_a_line)
    handler.addFilter(_Repeated())
    root, in_threads = logging.getLogger(), threading.excepthook
    before = root.level
    root.addHandler(handler)
    root.setLevel(level)
    threading.excepthook = _log_thread_exception
    try:
        yield redact
    finally:
        threading.excepthook = in_threads
        root.setLevel(before)
        root.removeHandler(handler)


def _worth_a_line(record: logging.LogRecord) -> bool:
    """True if a record is logged: of libraries only warnings and errors, as some log tokens and what people typed."""
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] in _OURS


class _Repeated(logging.Filter):
    """A filter of lines of which there were too many in the last minute: whoever causes them must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()  # the minute's start; lines since

    def filter(self, record: logging.LogRecord) -> bool:
        key = record.name, str(record.msg)
        begin, count = self._seen.pop(key, (record.created, 0))
        left_out = 0
        if not 0 <= record.created - begin < 60:  # also if the clock was set back
            begin, count, left_out = record.created, 0, max(0, count - MAX_A_MINUTE)
        self._seen[key] = begin, count + 1
        if len(self._seen) > _MAX_KINDS:
            self._seen.popitem(last=False)
        if left_out:
            record.msg = f"{record.msg} ({left_out} more of these were left out)"
        return count < MAX_A_MINUTE


class _StandardError(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        try:
            sys.stderr.write(f"{self.format(record)}\n")
            sys.stderr.flush()
        except Exception:  # noqa: BLE001  a failed log line must not stop a game
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        """Report only where it happened: the standard library would print the record unredacted."""
        try:
            sys.stderr.write(f"Could not log a line of {record.name} ({record.pathname}:{record.lineno})\n")
        except (OSError, ValueError):
            return  # standard error is closed


def _log_thread_exception(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and args.exc_type is not SystemExit:
        log.critical("Unhandled exception in a thread", exc_info=args.exc_value)


# --- formatting ----------------------------------------------------------------------------------------------------


def _formatter(redact: Redact, form: Form) -> logging.Formatter:
    terminal = sys.stderr.isatty()
    if form == "json" or (form == "auto" and not terminal):
        return _Formatter(redact, lambda line: json.dumps(line, ensure_ascii=False))
    colours = terminal and "NO_COLOR" not in os.environ
    return _Formatter(redact, lambda line: _text(line, _COLOURS if colours else {}))


class _Formatter(logging.Formatter):
    """One line per record, without secrets and control characters. Tracebacks have no local variables."""

    def __init__(self, redact: Redact, render: Callable[[dict[str, str]], str]) -> None:
        super().__init__()
        self._redact = redact
        self._render = render

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%S.%fZ}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **{name: text for name, text in everything_bound().items() if text},
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            line["stack"] = record.stack_info
        names = [*(name for name in _FIRST if name in line), *(name for name in line if name not in _FIRST)]
        return self._render({name: self._clean(name, line[name]) for name in names})

    def _clean(self, name: str, text: str) -> str:
        kept = _IN_TRACEBACKS if name in _TRACEBACKS else _UNPRINTABLE
        return self._redact(text).translate(kept)


def _text(line: Mapping[str, str], colours: Mapping[str, str]) -> str:
    """A line for people: what happened, then the context, and a traceback on its own lines."""
    context = [f"{name}={line[name]}" for name in line if name not in {*_HEAD, *_TRACEBACKS}]
    colour = colours.get(line["level"], "")
    level = f"[{colour}{line['level']:<8}{_PLAIN if colour else ''}]"
    words = [line["time"], level, line["event"], f"[{line['logger']}]", *context]
    return "\n".join([" ".join(words), *(line[name] for name in _TRACEBACKS if name in line)])
