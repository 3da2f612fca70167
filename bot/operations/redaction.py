"""Keeping secrets out of what an operator reads: the ones we know by their value, the others by their shape."""

import re
from collections.abc import Callable, Iterable

HIDDEN = "[hidden]"
SHORTEST = 6  # characters; a shorter secret would blot out ordinary words

Redact = Callable[[str], str]

# A token is a token, whatever stands right before it. None of these looks at a long text again and again: people choose
# some of what gets into an error.
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"://(?!USER:PASSWORD@)\S{0,1000}@", f"://{HIDDEN}@"),  # but our own sentences say what an address looks like
        (r"(?i)(authorization['\"]?\s*[:=]\s*)[^\r\n]+", rf"\1{HIDDEN}"),
        (r"(?i)(cookie['\"]?\s*[:=]\s*)[^\r\n]+", rf"\1{HIDDEN}"),
        (r"(?i)((?:bearer|basic|bot)\s+)[\w.~+/=-]{16,}", rf"\1{HIDDEN}"),
        (r"(?i)((?:token|secret|password|key)(?:=|['\"]\s*:\s*)['\"]?)[^\s'\",;&]+", rf"\1{HIDDEN}"),
        (r"(?i)(?:xox[a-z]|xapp)[-.][\w.-]+", HIDDEN),  # Slack's tokens
        (r"(?<![\w-])[\w-]{23,}\.[\w-]{6,}\.[\w-]{27,}", HIDDEN),  # Discord's tokens
        (r"(?i)((?:webhooks|interactions)/\d+/)[^\s/?'\"]+", rf"\1{HIDDEN}"),  # a key for a quarter of an hour
        (r"(?i)(hooks\.slack\.com/)\S+", rf"\1{HIDDEN}"),  # the same at Slack
        (r"(/[tw]/)[\w.-]{16,}", rf"\1{HIDDEN}"),  # whoever has the address of a web table may sit down there
        (r"(web:[\w-]{4})[\w-]{6,}", r"\1…"),  # the same as a room; enough is left to tell rooms apart
        (r"[0-9a-fA-F]{64,}", HIDDEN),  # seeds
        (r"b'(?:[^'\\]|\\.)*'|b\"(?:[^\"\\]|\\.)*\"", HIDDEN),  # seeds, as Python shows them
        (
            r"(?s)input_value=.*?(, input_type=|\Z)",
            rf"input_value={HIDDEN}\1",
        ),  # what people typed, in pydantic's words
    )
)


def redactor(secrets: Iterable[str] = ()) -> Redact:
    """What takes these secrets, and whatever looks like one, out of a text."""
    # the longest first: one may be the beginning of another
    known = sorted({secret for secret in secrets if len(secret) >= SHORTEST}, key=len, reverse=True)

    def redact(text: str) -> str:
        for secret in known:
            text = text.replace(secret, HIDDEN)
        for shape, instead in _SHAPES:
            text = shape.sub(instead, text)
        return text

    return redact
