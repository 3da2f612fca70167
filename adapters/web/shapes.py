"""Pages and replies as the browser gets them: plain data. What people typed stays text, names stand apart."""

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


def parts(text: str, names: Sequence[str]) -> list[str | Data]:
    """A sentence with its seats told apart."""
    found: list[str | Data] = []

    def seat(number: int) -> str:
        # in the lobby seats move up: a line of before may mean one that is no more
        found.append({"seat": number, "name": names[number] if number < len(names) else FORGOTTEN})
        return ""

    def words(text: str) -> str:
        if text:
            found.append(text)
        return ""

    spell(text, seat, words)
    return found


def picture(drawing: Drawing | None) -> Data | None:
    """All forms of a drawing; None where there is none, or where it failed: the game goes on."""
    if drawing is None:
        return None
    try:
        return {
            "light": drawing.svg(shape="portrait"),
            "dark": drawing.svg(dark=True, shape="portrait"),
            "alt": drawing.alt,
            "text": drawing.text,
        }
    except Exception:  # whatever a game's drawing does, the rest of the page goes out
        log.exception("a drawing failed")
        return None


def choice(each: Choice, names: Sequence[str]) -> Data:
    asks = None
    if each.asks is not None:
        asks = {"name": each.asks.name, "description": each.asks.description}
    return {
        "button": each.button,
        "label": parts(each.label, names),
        "command": each.command,
        "spots": each.spots,
        "asks": asks,
        "style": each.style,
    }


def reply(each: Reply) -> Data:
    return {
        "text": parts(each.text, each.names),
        "picture": picture(each.drawing),
        "choices": [choice(one, each.names) for one in each.choices],
    }


def standing(page: Page, address: str, watch: str) -> Data:
    """The page without what happened and without the time: the same for everybody who sees as much."""
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
        "situation": parts(page.reply.text, names),
        "until": page.reply.until,
        "choices": [choice(each, names) for each in page.reply.choices],
        "board": picture(page.board),
        "chart": picture(page.chart),
        "held": [{"text": parts(look.text, look.names), "picture": picture(look.drawing)} for look in page.held],
        "address": address,
        "watch": watch,
    }


def feed(page: Page) -> list[Data]:
    return [{"sequence": sequence, "text": parts(text, page.reply.names)} for sequence, text in page.feed]


def dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def message(standing: str, feed: Sequence[Data], now: float) -> bytes:
    """A page as it is sent; the part that many share was written once."""
    head = f'{{"type":"page","now":{now:.2f},"feed":{dumped(feed)},'
    return (head + standing.removeprefix("{")).encode()
