"""Sentences as Slack rich text, in which typed text is never markup."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from games.text import name_of, shortened, spell

Block = dict[str, Any]

TEXT_LIMIT = 3000  # characters of a text object, and of a notification
ITEM = "- "  # begins a line of a list
_CODE = re.compile(r"`([^`\n]+)`")


def plain(text: str, limit: int = TEXT_LIMIT) -> Block:
    """A text object that Slack doesn't interpret, not even :emoji:."""
    return {"type": "plain_text", "text": shortened(text, limit) or " ", "emoji": False}


def escape(text: str) -> str:
    """Escape control sequences, for the few fields without a plain form."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def plain_text(text: str, names: Sequence[str]) -> str:
    """A sentence with names instead of seat marks, as plain text."""
    return spell(text, lambda seat: name_of(names, seat))


def elements(text: str, names: Sequence[str], mentions: Mapping[int, str] | None = None) -> list[Block]:
    """A sentence as rich text elements: names bold, `commands` as code, awaited seats mentioned once."""
    found: list[Block] = []
    marks: dict[int, int] = {}  # seat: index of its first mark

    def name(seat: int) -> str:
        marks.setdefault(seat, len(found))
        found.append(bold(name_of(names, seat)))
        return ""

    def words(part: str) -> str:
        for index, piece in enumerate(_CODE.split(part)):
            if piece:
                found.append(_text(piece, code=True) if index % 2 else _text(piece))
        return ""

    spell(text, name, words)
    for seat, user in (mentions or {}).items():
        mention = {"type": "user", "user_id": user}
        if seat in marks:
            found[marks[seat]] = mention
        else:
            found += [_text(" "), mention]
    return found


def bold(text: str) -> Block:
    return _text(text, bold=True)


def _text(text: str, **style: bool) -> Block:
    return {"type": "text", "text": text, **({"style": style} if style else {})}


def channel_link(channel: str) -> list[Block]:
    """A link to a channel; Slack has none for direct messages."""
    return [{"type": "channel", "channel_id": channel}] if channel and not channel.startswith("D") else []


def section(parts: Sequence[Block], block_id: str) -> list[Block]:
    """A block of running text; empty if there are no parts."""
    if not parts:
        return []
    body = {"type": "rich_text_section", "elements": list(parts)}
    return [{"type": "rich_text", "block_id": block_id, "elements": [body]}]


def prose(text: str, names: Sequence[str], block_id: str) -> list[Block]:
    """Running text with real lists, for the lines that start with a dash; empty if there is no text."""
    bodies: list[Block] = []
    for listed, lines in groupby(text.split("\n"), key=lambda line: line.startswith(ITEM)):
        if listed:
            bodies.append(bullets([elements(line.removeprefix(ITEM), names) for line in lines]))
        elif spoken := "\n".join(lines).strip("\n"):
            bodies.append({"type": "rich_text_section", "elements": elements(spoken, names)})
    return [{"type": "rich_text", "block_id": block_id, "elements": bodies}] if bodies else []


def bullets(items: Sequence[list[Block]]) -> Block:
    sections = [{"type": "rich_text_section", "elements": item} for item in items]
    return {"type": "rich_text_list", "style": "bullet", "elements": sections}


def quotation(title: Sequence[Block], text: Sequence[Block], block_id: str) -> Block:
    """A title with a quoted text below it."""
    parts = (("rich_text_section", title), ("rich_text_quote", text))
    bodies = [{"type": kind, "elements": list(part)} for kind, part in parts if part]
    return {"type": "rich_text", "block_id": block_id, "elements": bodies}


def preformatted(text: str, block_id: str) -> Block:
    """A monospaced block that no content can close: it is an element, not a pair of backticks."""
    body = {"type": "rich_text_preformatted", "elements": [_text(text or " ")]}
    return {"type": "rich_text", "block_id": block_id, "elements": [body]}
