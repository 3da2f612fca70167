"""People in browser tabs who press random buttons, and what they measure."""

import asyncio
import contextlib
import json
import random
import time
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import aiohttp

from bot.messages import SURE

PACE = 0.11  # seconds between two presses of one player: a browser may send ten a second
PATIENCE = 30.0  # seconds to wait for an answer before it counts as an error
QUIET = 90.0  # seconds without anybody able to move before the table is abandoned
LEFT_ALONE = frozenset({"leave", "end", "new", "thread", "ask"})  # commands that would cut the game short, or disturb
PERCENTILES = (50, 95, 99)

Seen = Callable[[str, int, float], None]  # a table, its last event, and when the button for it was pressed


def _nobody(*_: object) -> None:
    pass


@dataclass(slots=True)
class Figures:
    """What the clients measured."""

    tables: int = 0
    finished: int = 0
    requests: int = 0
    sent: int = 0  # bytes
    received: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    seconds: "array[float]" = field(default_factory=lambda: array("d"))  # of each request
    desk: "array[float]" = field(
        default_factory=lambda: array("d")
    )  # from a press until the desk of a workshop shows it

    def percentile(self, percent: int) -> float:
        return _percentile(self.seconds, percent)

    def as_json(self, elapsed: float) -> dict[str, Any]:
        times = {f"p{percent}_ms": round(1000 * self.percentile(percent), 1) for percent in PERCENTILES}
        desk = {f"desk_p{percent}_ms": round(1000 * _percentile(self.desk, percent), 1) for percent in PERCENTILES}
        return {
            "seconds": round(elapsed, 1),
            "tables": self.tables,
            "finished": self.finished,
            "requests": self.requests,
            "requests_a_second": round(self.requests / elapsed, 1) if elapsed else 0.0,
            "errors": dict(self.errors),
            **times,
            "max_ms": round(1000 * max(self.seconds, default=0.0), 1),
            **({"desk_updates": len(self.desk), **desk} if self.desk else {}),
            "sent_bytes": self.sent,
            "received_bytes": self.received,
        }


def _percentile(values: "array[float]", percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0


class Trouble(Exception):
    """A table that got stuck; the message is counted among the errors."""


async def until_time_is_up(playing: Sequence["asyncio.Task[None]"], seconds: float) -> None:
    _, pending = await asyncio.wait(playing, timeout=seconds)
    for task in pending:
        task.cancel()
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(ended, Exception):  # a bug of ours; being cancelled when the time is up is fine
            raise ended


class Quiet(Trouble):
    """Nothing has come for too long."""


class Player:
    """A browser tab, and somebody pressing buttons in it.

    `pace`: seconds before they press one. `seen`: told when their page shows what came of it.
    """

    def __init__(
        self,
        session: aiohttp.ClientSession,
        address: str,
        seats: int,
        figures: Figures,
        chance: random.Random,
        *,
        pace: float = PACE,
        seen: Seen = _nobody,
    ) -> None:
        self._session = session
        self._address = address
        self._seats = seats
        self._figures = figures
        self._chance = chance
        self._pace = pace
        self._seen = seen
        self._pressed = 0.0  # when, until a page shows what came of it
        self._page: dict[str, Any] = {}
        self._asked: dict[str, float] = {}  # by request id: when it was sent, until it is answered

    async def play(self, name: str) -> None:
        """Play until the game is over."""
        async with self._session.ws_connect(self._address, max_msg_size=0) as socket:
            await self._send(socket, {"type": "hello", "name": name})
            while self._page.get("phase") != "over":
                await self._hear(socket, PATIENCE if self._asked else QUIET)
                if self._asked or self._action() is None:
                    continue
                await self._think(socket)
                if action := self._action():  # it may be different by now
                    action["id"] = str(uuid4())
                    self._asked[action["id"]] = self._pressed = time.perf_counter()
                    await self._send(socket, action)

    async def _think(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Look at what happens meanwhile."""
        end = time.perf_counter() + self._pace
        while (left := end - time.perf_counter()) > 0:
            with contextlib.suppress(Quiet):
                await self._hear(socket, left)

    async def _send(self, socket: aiohttp.ClientWebSocketResponse, message: dict[str, Any]) -> None:
        text = json.dumps(message)
        self._figures.sent += len(text)
        await socket.send_str(text)

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse, seconds: float) -> None:
        try:
            message = await socket.receive(seconds)
        except TimeoutError:
            raise Quiet("no answer" if self._asked else "quiet") from None
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise Trouble("connection lost")
        self._figures.received += len(message.data)
        data = json.loads(message.data)
        match data["type"]:
            case "page":
                if self._pressed and data["sequence"] > self._page["sequence"]:
                    self._seen(data["table"], data["sequence"], self._pressed)
                    self._pressed = 0.0
                self._page = data
            case "answer" if begin := self._asked.pop(data["id"], None):
                self._figures.requests += 1
                self._figures.seconds.append(time.perf_counter() - begin)
            case "problem":
                self._figures.errors["problem"] += 1

    def _action(self) -> dict[str, Any] | None:
        """What to do now, if anything: join, start, or press a button."""
        page = self._page
        if page.get("phase") == "lobby":
            if page["seat"] is None:
                return {"type": "say", "line": "join"}
            return {"type": "say", "line": "start"} if page["host"] and len(page["chairs"]) == self._seats else None
        choices = [choice for choice in page.get("choices", ()) if choice["command"].split()[0] not in LEFT_ALONE]
        if not page.get("awaited") or not choices:
            return None
        choice = self._chance.choice(choices)
        button = choice["button"] + (SURE if choice["style"] == "danger" else "")
        return {"type": "press", "button": button, "answer": "because" if choice["asks"] else ""}
