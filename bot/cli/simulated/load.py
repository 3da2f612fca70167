"""`scrum-table load`: many tables at once on a running web table, used as browsers use it.

Its players press random buttons as fast as one browser may. Each finished game is followed by another until the time is
up.
"""

import argparse
import asyncio
import contextlib
import json
import random
import time
from array import array
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import aiohttp

from bot.cli import Fault
from bot.kernel.messages import SURE

# --- load players ----------------------------------------------------------------------------------------------------

_PACE = 0.11  # seconds between two presses of one player: a browser may send ten a second
PATIENCE = 30.0  # seconds to wait for an answer before it counts as an error
_QUIET = 90.0  # seconds without anybody able to move before the table is abandoned
_LEFT_ALONE = frozenset({"leave", "end", "new", "thread", "ask"})  # commands that would cut the game short, or disturb
_PERCENTILES = (50, 95, 99)

_Seen = Callable[[str, int, float], None]  # a table, its last event, and when the button for it was pressed


def _nobody(*_: object) -> None:
    pass


@dataclass(slots=True)
class Figures:
    """Measurements of the clients."""

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
        times = {f"p{percent}_ms": round(1000 * self.percentile(percent), 1) for percent in _PERCENTILES}
        desk = {f"desk_p{percent}_ms": round(1000 * _percentile(self.desk, percent), 1) for percent in _PERCENTILES}
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


class _Trouble(Exception):
    """A table that got stuck; the message is counted among the errors."""


async def _until_time_is_up(playing: Sequence["asyncio.Task[None]"], seconds: float) -> None:
    _, pending = await asyncio.wait(playing, timeout=seconds)
    for task in pending:
        task.cancel()
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(ended, Exception):  # a bug of ours; being cancelled when the time is up is fine
            raise ended


class _Quiet(_Trouble):
    """A connection on which nothing has come for too long."""


class _Player:
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
        pace: float = _PACE,
        seen: _Seen = _nobody,
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
                await self._hear(socket, PATIENCE if self._asked else _QUIET)
                if self._asked or self._action() is None:
                    continue
                await self._think(socket)
                if action := self._action():  # it may be different by now
                    action["id"] = str(uuid4())
                    self._asked[action["id"]] = self._pressed = time.perf_counter()
                    await self._send(socket, action)

    async def _think(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Wait, and look at what happens meanwhile."""
        end = time.perf_counter() + self._pace
        while (left := end - time.perf_counter()) > 0:
            with contextlib.suppress(_Quiet):
                await self._hear(socket, left)

    async def _send(self, socket: aiohttp.ClientWebSocketResponse, message: dict[str, Any]) -> None:
        text = json.dumps(message)
        self._figures.sent += len(text)
        await socket.send_str(text)

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse, seconds: float) -> None:
        try:
            message = await socket.receive(seconds)
        except TimeoutError:
            raise _Quiet("no answer" if self._asked else "quiet") from None
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise _Trouble("connection lost")
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
        """The next thing to do, if any: join, start, or press a button."""
        page = self._page
        if page.get("phase") == "lobby":
            if page["seat"] is None:
                return {"type": "say", "line": "join"}
            return {"type": "say", "line": "start"} if page["host"] and len(page["chairs"]) == self._seats else None
        choices = [choice for choice in page.get("acts", ()) if choice["command"].split()[0] not in _LEFT_ALONE]
        if not page.get("awaited") or not choices:
            return None
        choice = self._chance.choice(choices)
        button = choice["button"] + (SURE if choice["grave"] else "")
        return {"type": "press", "button": button, "answer": "because" if choice["asks"] else ""}


# --- load workshop ---------------------------------------------------------------------------------------------------

_SIZE = 6  # people in a team
HUMAN = 2.0  # seconds before somebody moves
WELCOME = 3.0  # seconds for pages to open before the start


class _Wall:
    """The state that the desk has shown, against what the people have done."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._shown: dict[str, tuple[int, float]] = {}  # by table: the last event on the desk, and since when
        self._waiting: dict[str, dict[int, float]] = {}  # by table: events that aren't, and when they were caused
        self.workshop: dict[str, Any] = {}

    def done(self, table: str, sequence: int, pressed: float) -> None:
        """Note that somebody sees what came of their press; perhaps later than the desk."""
        if sequence > self._shown.get(table, (0, 0.0))[0]:
            self._waiting.setdefault(table, {})[sequence] = pressed
        else:
            self._figures.desk.append(max(0.0, self._shown[table][1] - pressed))

    def hear(self, text: str) -> None:
        now, data = time.perf_counter(), json.loads(text)
        self.workshop = data.get("workshop", self.workshop)
        for name, part in data.items():
            if name.startswith("card-"):
                table, sequence = part["table"].split()
                self._show(table, int(sequence), now)

    def _show(self, table: str, sequence: int, now: float) -> None:
        self._shown[table] = sequence, now
        waiting = self._waiting.get(table, {})
        for event in [each for each in waiting if each <= sequence]:
            self._figures.desk.append(now - waiting.pop(event))


async def drive_workshop(address: str, teams: int, seconds: float, chance: random.Random) -> Figures:
    """Open a workshop, seat everybody at the same moment, start, and play for this long."""
    figures = Figures()
    wall = _Wall(figures)
    async with contextlib.AsyncExitStack() as stack:
        trainer = await stack.enter_async_context(_browser(address))
        form = {"id": str(uuid4()), "game": "sprint", "teams": teams, "size": _SIZE, "title": "Load test"}
        desk = address + str((await _post(trainer, f"{address}/workshops", form))["address"])
        socket = await stack.enter_async_context(trainer.ws_connect(f"{desk}/socket?text", max_msg_size=0))
        wall.hear((await socket.receive(PATIENCE)).data)
        following = asyncio.create_task(_follow(socket, wall))
        entrance = address + wall.workshop["entrance"]
        browsers = [await stack.enter_async_context(_browser(address)) for _ in range(_SIZE * teams)]
        people = [(browser, f"{chance.getrandbits(64):016x}") for browser in browsers]
        places = await asyncio.gather(*(_sit_down(entrance, *person) for person in people))
        figures.tables = len(set(places))
        players = [
            _Player(
                browser,
                f"{address}{place}/socket?tab={tab}&after=0",
                _SIZE,
                figures,
                chance,
                pace=HUMAN,
                seen=wall.done,
            )
            for (browser, tab), place in zip(people, places, strict=True)
        ]
        playing = [asyncio.create_task(_play(player, n, figures)) for n, player in enumerate(players, start=1)]
        await asyncio.sleep(WELCOME)
        await _post(trainer, f"{desk}/orders", {"id": str(uuid4()), "order": "start"})
        await _until_time_is_up([*playing, following], seconds)
        await _post(trainer, f"{desk}/orders", {"id": str(uuid4()), "order": "end"})
    return figures


@contextlib.asynccontextmanager
async def _browser(address: str) -> AsyncIterator[aiohttp.ClientSession]:
    jar = aiohttp.CookieJar(unsafe=True)  # accept cookies from an IP address
    async with aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": address}) as session:
        yield session


async def _play(player: _Player, number: int, figures: Figures) -> None:
    try:
        await player.play(f"Player {number}")
    except (_Trouble, aiohttp.ClientError, OSError) as trouble:
        figures.errors[str(trouble) or type(trouble).__name__] += 1


async def _follow(socket: aiohttp.ClientWebSocketResponse, wall: _Wall) -> None:
    async for message in socket:
        wall.hear(message.data)


class _TooMany(Fault):
    """The budget of this address is used up for the moment."""

    status = 429


async def _sit_down(entrance: str, browser: aiohttp.ClientSession, tab: str) -> str:
    form = {"id": str(uuid4()), "name": f"Player {tab[:4]}", "tab": tab}
    while True:
        with contextlib.suppress(_TooMany):
            return str((await _post(browser, f"{entrance}/place", form))["address"])
        await asyncio.sleep(1)  # all these people come from one address


async def _post(browser: aiohttp.ClientSession, address: str, form: dict[str, Any]) -> dict[str, Any]:
    try:
        async with browser.post(address, json=form) as response:
            found: dict[str, Any] = await response.json() if response.status in {200, 201} else {}
    except (aiohttp.ClientError, OSError) as fault:
        raise Fault(f"Can't reach a web table there: {type(fault).__name__}.") from fault
    if not found:
        refused = _TooMany if response.status == _TooMany.status else Fault
        raise refused(f"The server refused to go on with the workshop: status {response.status}.")
    return found


# --- load ------------------------------------------------------------------------------------------------------------


def load(args: argparse.Namespace) -> int:
    """Run the load test and print its figures; exit code 1 if there were errors."""
    address = args.address.rstrip("/")
    if not args.yes_really and not is_loopback(address):
        raise Fault(f"{address} is another machine. If it is yours and nobody is playing there, add --yes-really.")
    begin = time.monotonic()
    chance = random.Random(args.seed)  # noqa: S311  no secrets  # nosec B311
    if args.workshop:
        figures = asyncio.run(drive_workshop(address, args.workshop, args.seconds, chance))
    else:
        figures = asyncio.run(drive(address, args.tables, args.seconds, chance))
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
    await _until_time_is_up(playing, seconds)
    return figures


async def _one_after_another(
    address: str, games: Sequence[dict[str, Any]], figures: Figures, chance: random.Random
) -> None:
    while True:
        game = chance.choice(games)
        try:
            await _table(address, game["key"], max(2, game["seats"][0]), figures, chance)
        except _Trouble as trouble:
            figures.errors[str(trouble)] += 1
            await asyncio.sleep(1)
        except (aiohttp.ClientError, OSError) as fault:
            figures.errors[type(fault).__name__] += 1
            await asyncio.sleep(1)


async def _table(address: str, game: str, seats: int, figures: Figures, chance: random.Random) -> None:
    """Play one game from opening the table to its end. All its players share a browser, with a tab each."""
    jar = aiohttp.CookieJar(unsafe=True)  # accept cookies from an IP address
    async with aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": address}) as session:
        tabs = [f"{chance.getrandbits(64):016x}" for _ in range(seats)]
        form = {"game": game, "name": "Player 1", "tab": tabs[0]}
        async with session.post(f"{address}/tables", json=form) as response:
            if response.status != 201:
                raise _Trouble(f"opening: {response.status}")
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
