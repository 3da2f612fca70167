"""`scrum-table load`: many tables at once on a running web table, used as browsers use it.

Its players press random buttons as fast as one browser may. Each finished game is followed by another until the time is
up.
"""

import argparse
import asyncio
import json
import random
import time
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.cli import Fault
from bot.cli.load_players import Figures, Player, Trouble, until_time_is_up
from bot.cli.load_workshop import drive_workshop


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
    await until_time_is_up(playing, seconds)
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
        players = [Player(session, f"{place}/socket?tab={tab}&after=0", seats, figures, chance) for tab in tabs]
        playing = [asyncio.create_task(player.play(f"Player {n}")) for n, player in enumerate(players, start=1)]
        try:
            await asyncio.gather(*playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        figures.finished += 1
