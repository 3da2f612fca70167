"""`scrum-table load`: many tables at once on a running web table, used as browsers use it.

Its players press random buttons as fast as one browser may. Each finished game is followed by another until the time is
up.
"""

import argparse
import asyncio
import json
import random
import time
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import aiohttp

from bot.cli import Fault
from bot.messages import SURE

PACE = 0.11  # seconds between two presses of one player: a browser may send ten a second
PATIENCE = 30.0  # seconds to wait for an answer before it counts as an error
QUIET = 90.0  # seconds without anybody able to move before the table is abandoned
LEFT_ALONE = frozenset({"leave", "end", "new", "thread"})  # commands that would cut the game short
PERCENTILES = (50, 95, 99)


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

    def percentile(self, percent: int) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0

    def as_json(self, elapsed: float) -> dict[str, Any]:
        times = {f"p{percent}_ms": round(1000 * self.percentile(percent), 1) for percent in PERCENTILES}
        return {
            "seconds": round(elapsed, 1),
            "tables": self.tables,
            "finished": self.finished,
            "requests": self.requests,
            "requests_a_second": round(self.requests / elapsed, 1) if elapsed else 0.0,
            "errors": dict(self.errors),
            **times,
            "max_ms": round(1000 * max(self.seconds, default=0.0), 1),
            "sent_bytes": self.sent,
            "received_bytes": self.received,
        }


class Trouble(Exception):
    """A table that got stuck; the message is counted among the errors."""


def load(args: argparse.Namespace) -> int:
    """Run the load test and print its figures; exit code 1 if there were errors."""
    address = args.address.rstrip("/")
    if not args.yes_really and not is_loopback(address):
        raise Fault(f"{address} is another machine. If it is yours and nobody is playing there, add --yes-really.")
    begin = time.monotonic()
    figures = asyncio.run(drive(address, args.tables, args.seconds, random.Random(args.seed)))  # noqa: S311  no secrets  # nosec B311
    found = figures.as_json(time.monotonic() - begin)
    if args.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name}: {json.dumps(value)}")
    return 1 if figures.errors or not figures.requests else 0


def is_loopback(address: str) -> bool:
    name = urlsplit(address).hostname or ""
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


async def drive(address: str, tables: int, seconds: float, chance: random.Random) -> Figures:
    """Play at this many tables at a time, for this long."""
    figures = Figures()
    try:
        async with aiohttp.ClientSession() as session, session.get(f"{address}/games") as response:
            games = [game for game in await response.json() if game["seats"][0] <= 4]
    except (aiohttp.ClientError, OSError, ValueError) as fault:
        raise Fault(f"Can't reach a web table at {address}: {type(fault).__name__}.") from fault
    playing = [asyncio.create_task(_one_after_another(address, games, figures, chance)) for _ in range(tables)]
    _, pending = await asyncio.wait(playing, timeout=seconds)
    for task in pending:
        task.cancel()
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(ended, Exception):  # a bug of ours; being cancelled when the time is up is fine
            raise ended
    return figures


async def _one_after_another(
    address: str, games: Sequence[dict[str, Any]], figures: Figures, chance: random.Random
) -> None:
    while True:
        game = chance.choice(games)
        try:
            await _table(address, game["key"], max(2, game["seats"][0]), figures, chance)
        except Trouble as trouble:
            figures.errors[str(trouble)] += 1
            await asyncio.sleep(1)
        except (aiohttp.ClientError, OSError) as fault:
            figures.errors[type(fault).__name__] += 1
            await asyncio.sleep(1)


async def _table(address: str, game: str, seats: int, figures: Figures, chance: random.Random) -> None:
    """One game from opening the table to its end. All its players share a browser, with a tab each."""
    jar = aiohttp.CookieJar(unsafe=True)  # accept cookies from an IP address
    async with aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": address}) as session:
        tabs = [f"{chance.getrandbits(64):016x}" for _ in range(seats)]
        form = {"game": game, "name": "Player 1", "tab": tabs[0]}
        async with session.post(f"{address}/tables", json=form) as response:
            if response.status != 201:
                raise Trouble(f"opening: {response.status}")
            place = address + (await response.json())["address"]
        figures.tables += 1
        players = [_Player(session, f"{place}/socket?tab={tab}&after=0", seats, figures, chance) for tab in tabs]
        playing = [asyncio.create_task(player.play(f"Player {n}")) for n, player in enumerate(players, start=1)]
        try:
            await asyncio.gather(*playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        figures.finished += 1


class _Player:
    """A browser tab, and somebody pressing buttons in it."""

    def __init__(
        self, session: aiohttp.ClientSession, address: str, seats: int, figures: Figures, chance: random.Random
    ) -> None:
        self._session = session
        self._address = address
        self._seats = seats
        self._figures = figures
        self._chance = chance
        self._page: dict[str, Any] = {}
        self._asked: dict[str, float] = {}  # by request id: when it was sent, until it is answered

    async def play(self, name: str) -> None:
        """Play until the game is over."""
        async with self._session.ws_connect(self._address, max_msg_size=0) as socket:
            await self._send(socket, {"type": "hello", "name": name})
            while self._page.get("phase") != "over":
                await self._hear(socket)
                if self._asked:
                    continue
                if action := self._action():
                    await asyncio.sleep(PACE)
                    action["id"] = str(uuid4())
                    self._asked[action["id"]] = time.perf_counter()
                    await self._send(socket, action)

    async def _send(self, socket: aiohttp.ClientWebSocketResponse, message: dict[str, Any]) -> None:
        text = json.dumps(message)
        self._figures.sent += len(text)
        await socket.send_str(text)

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        try:
            message = await socket.receive(PATIENCE if self._asked else QUIET)
        except TimeoutError:
            raise Trouble("no answer" if self._asked else "quiet") from None
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise Trouble("connection lost")
        self._figures.received += len(message.data)
        data = json.loads(message.data)
        match data["type"]:
            case "page":
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
