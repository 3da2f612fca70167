"""The slash command's name. Texts are written with `/scrum`; where another app owns that, people type another name.

What people type stands in backticks, or is marked as code. So the name is changed in one place, right before something
is sent to Slack, and never in what people wrote themselves.
"""

import re
from typing import TypeVar, cast

from adapters.wording import PREFIX, as_typed_here, called

Sent = TypeVar("Sent")

USUAL = PREFIX
_AS_CODE = re.compile(rf"{USUAL}(?= |$)")
_NOT_READ = frozenset({"value", "initial_value", "private_metadata", "action_id", "block_id", "callback_id"})


def worded(payload: Sent, command: str) -> Sent:
    """The payload of a call with this name of the command in everything that people read."""
    return payload if command == USUAL else cast("Sent", _worded(payload, command))


def _worded(part: object, command: str) -> object:
    if isinstance(part, str):
        return as_typed_here(part, lambda words: f"`{called(command, words)}`")
    if isinstance(part, list | tuple):
        return [_worded(each, command) for each in part]
    if not isinstance(part, dict):
        return part
    if isinstance(part.get("style"), dict) and part["style"].get("code") and isinstance(part.get("text"), str):
        found = _AS_CODE.match(part["text"])
        return {**part, "text": f"{command}{part['text'][found.end() :]}"} if found else part
    return {name: each if name in _NOT_READ else _worded(each, command) for name, each in part.items()}


def understood(line: str, command: str) -> str:
    """A line that somebody typed into a form, perhaps with the command's name before it."""
    name, space, rest = line.partition(" ")
    return f"{USUAL}{space}{rest}" if name.lower() == command else line
