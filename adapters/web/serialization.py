"""Pages and replies as JSON for the browser. Typed text stays text, and names are separate from it."""

import json
import logging
from collections.abc import Sequence
from typing import Any

from bot.messages import Choice, Page, Reply
from bot.ports import FORGOTTEN
from games.graphics.drawing import Drawing
from games.text import spell

log = logging.getLogger(__name__)

Data = dict[str, Any]


def text_parts(text: str, names: Sequence[str]) -> list[str | Data]:
    """A sentence as a list of texts and seats."""
    found: list[str | Data] = []

    def seat(number: int) -> str:
        # in the lobby seats move up, so an older line may refer to a seat that no longer exists
        found.append({"seat": number, "name": names[number] if number < len(names) else FORGOTTEN})
        return ""

    def plain(text: str) -> str:
        if text:
            found.append(text)
        return ""

    spell(text, seat, plain)
    return found


def picture(drawing: Drawing | None) -> Data | None:
    """All forms of a drawing; None if there is none or it failed, so that the rest of the page still works."""
    if drawing is None:
        return None
    try:
        return {
            "svg": drawing.in_both_colours(shape="portrait"),  # the page takes the light or the dark ones
            "alt": drawing.alt,
            "text": drawing.text,
        }
    except Exception:  # a broken drawing must not break the page
        log.exception("a drawing failed")
        return None


def choice(each: Choice, names: Sequence[str]) -> Data:
    asks = None
    if each.asks is not None:
        asks = {"name": each.asks.name, "description": each.asks.description}
    return {
        "button": each.button,
        "label": text_parts(each.label, names),
        "command": each.command,
        "spots": each.spots,
        "asks": asks,
        "style": each.style,
    }


def reply(each: Reply) -> Data:
    return {
        "text": text_parts(each.text, each.names),
        "picture": picture(each.drawing),
        "choices": [choice(one, each.names) for one in each.choices],
    }


def standing(page: Page, address: str, watch: str) -> Data:
    """The page without feed and time: the same for everybody with the same view."""
    names = page.reply.names
    return {
        "table": page.table,
        "sequence": page.sequence,
        "game": page.game,
        "title": page.title,
        "phase": page.phase,
        "chairs": [
            {"name": chair.name, "automatic": chair.automatic, "host": chair.host, "awaited": chair.awaited}
            for chair in page.chairs
        ],
        "seat": page.seat,
        "host": page.host,
        "awaited": page.awaited,
        "situation": text_parts(page.reply.text, names),
        "until": page.reply.until,
        "choices": [choice(each, names) for each in page.reply.choices],
        "board": picture(page.board),
        "chart": picture(page.chart),
        "held": [
            {"text": text_parts(held_reply.text, held_reply.names), "picture": picture(held_reply.drawing)}
            for held_reply in page.held
        ],
        "pin": page.pin,
        "address": address,
        "watch": watch,
    }


def feed(page: Page) -> list[Data]:
    return [{"sequence": sequence, "text": text_parts(text, page.reply.names)} for sequence, text in page.feed]


def to_json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def message(standing: str, feed: Sequence[Data], now: float) -> bytes:
    """A page as it is sent; `standing` is serialized once and shared."""
    head = f'{{"type":"page","now":{now:.2f},"feed":{to_json(feed)},'
    return (head + standing.removeprefix("{")).encode()
