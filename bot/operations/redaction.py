"""Removes secrets from logs and other output: known ones by value, others by shape."""

import re
from collections.abc import Callable, Iterable

HIDDEN = "[hidden]"
MIN_LENGTH = 6  # characters; hiding a shorter secret would hide ordinary words too

Redact = Callable[[str], str]

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
        (r"(/(?:[tw]|desk|workshop)/)[\w.-]{10,}", rf"\1{HIDDEN}"),  # an address is a right: to join, to run a workshop
        (r"(web:[\w-]{4})[\w-]{6,}", r"\1…"),  # the same as a room; enough is left to distinguish rooms
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
    known = sorted({secret for secret in secrets if len(secret) >= MIN_LENGTH}, key=len, reverse=True)

    def redact(text: str) -> str:
        for secret in known:
            text = text.replace(secret, HIDDEN)
        for shape, instead in _SHAPES:
            text = shape.sub(instead, text)
        return text

    return redact
