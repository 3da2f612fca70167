"""`scrum-table load --workshop`: one workshop with many teams, and a desk that follows them all, over the web."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import aiohttp

from bot.cli import Fault
from bot.cli.load_players import PATIENCE, Figures, Player, Trouble, until_time_is_up

SIZE = 6  # people in a team
HUMAN = 2.0  # seconds before somebody moves
WELCOME = 3.0  # seconds for pages to open before the start


class Wall:
    """What the desk has shown, against what the people have done."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._shown: dict[str, tuple[int, float]] = {}  # by table: the last event on the desk, and since when
        self._waiting: dict[str, dict[int, float]] = {}  # by table: events that aren't, and when they were caused
        self.workshop: dict[str, Any] = {}

    def done(self, table: str, sequence: int, pressed: float) -> None:
        """Somebody sees what came of their press; perhaps later than the desk."""
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
    wall = Wall(figures)
    async with contextlib.AsyncExitStack() as stack:
        trainer = await stack.enter_async_context(_browser(address))
        form = {"id": str(uuid4()), "game": "sprint", "teams": teams, "size": SIZE, "title": "Load test"}
        desk = address + str((await _post(trainer, f"{address}/workshops", form))["address"])
        socket = await stack.enter_async_context(trainer.ws_connect(f"{desk}/socket?text", max_msg_size=0))
        wall.hear((await socket.receive(PATIENCE)).data)
        following = asyncio.create_task(_follow(socket, wall))
        entrance = address + wall.workshop["entrance"]
        browsers = [await stack.enter_async_context(_browser(address)) for _ in range(SIZE * teams)]
        people = [(browser, f"{chance.getrandbits(64):016x}") for browser in browsers]
        places = await asyncio.gather(*(_sit_down(entrance, *person) for person in people))
        figures.tables = len(set(places))
        players = [
            Player(
                browser, f"{address}{place}/socket?tab={tab}&after=0", SIZE, figures, chance, pace=HUMAN, seen=wall.done
            )
            for (browser, tab), place in zip(people, places, strict=True)
        ]
        playing = [asyncio.create_task(_play(player, n, figures)) for n, player in enumerate(players, start=1)]
        await asyncio.sleep(WELCOME)
        await _post(trainer, f"{desk}/orders", {"id": str(uuid4()), "order": "start"})
        await until_time_is_up([*playing, following], seconds)
        await _post(trainer, f"{desk}/orders", {"id": str(uuid4()), "order": "end"})
    return figures


@contextlib.asynccontextmanager
async def _browser(address: str) -> AsyncIterator[aiohttp.ClientSession]:
    jar = aiohttp.CookieJar(unsafe=True)  # accept cookies from an IP address
    async with aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": address}) as session:
        yield session


async def _play(player: Player, number: int, figures: Figures) -> None:
    try:
        await player.play(f"Player {number}")
    except (Trouble, aiohttp.ClientError, OSError) as trouble:
        figures.errors[str(trouble) or type(trouble).__name__] += 1


async def _follow(socket: aiohttp.ClientWebSocketResponse, wall: Wall) -> None:
    async for message in socket:
        wall.hear(message.data)


async def _sit_down(entrance: str, browser: aiohttp.ClientSession, tab: str) -> str:
    form = {"id": str(uuid4()), "name": f"Player {tab[:4]}", "tab": tab}
    return str((await _post(browser, f"{entrance}/place", form))["address"])


async def _post(browser: aiohttp.ClientSession, address: str, form: dict[str, Any]) -> dict[str, Any]:
    try:
        async with browser.post(address, json=form) as response:
            found: dict[str, Any] = await response.json() if response.status in {200, 201} else {}
    except (aiohttp.ClientError, OSError) as fault:
        raise Fault(f"Can't reach a web table there: {type(fault).__name__}.") from fault
    if not found:
        raise Fault(f"The server refused to go on with the workshop: status {response.status}.")
    return found
