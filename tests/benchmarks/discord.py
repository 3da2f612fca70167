"""From a pressed button to the first answer and to the board, compared with an empty handler of discord.py."""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from adapters.discord.adapter import DiscordAdapter
from adapters.discord.client import DiscordSettings
from bot.kernel.service import GameService
from bot.pictures.png import Pictures
from storage import open_store
from tests.benchmarks.figures import Figure
from tests.peers.discord import TOKEN, DiscordPeer
from tests.peers.discord_state import Channel, Interaction
from tests.peers.discord_user import COMMAND, DiscordUser

ROUNDS = 40
SOME, MANY = 20, 50  # tables at once


@dataclass(frozen=True, slots=True)
class Timed:
    """Seconds from a roll to its first answer, which shows the words, and to the picture of the newest board."""

    first: float
    board: float
    in_words: bool  # the board had to do without a picture


class EmptyHandler(discord.Client):
    """The cost of the library itself: a command that answers with one word."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none(), guild_ready_timeout=0.1)
        tree = app_commands.CommandTree(self)

        @tree.command(name="ping", description="Answers")
        async def ping(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message("pong")

        del ping


@asynccontextmanager
async def connected(run: Awaitable[None], peer: DiscordPeer) -> AsyncIterator[None]:
    running = asyncio.ensure_future(run)
    await peer.gateway.until_ready(len(peer.gateway.sessions) + 1)
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def answered(peer: DiscordPeer, interaction: Interaction) -> float:
    """Seconds from the delivery to the first answer."""
    await peer.until(lambda: interaction.answered_at > 0)
    return float(interaction.answered_at - interaction.json["sent_at"])


async def empty_handler(peer: DiscordPeer) -> tuple[list[float], list[float]]:
    """The first answers: one after the other, and as many at once as there are tables."""
    user = DiscordUser(peer, 101, "anna", peer.channel())
    data = {"id": "1", "name": "ping", "type": 1, "options": []}
    client = EmptyHandler()
    async with connected(client.start(TOKEN), peer):
        times = [await answered(peer, await user.send(COMMAND, data)) for _ in range(ROUNDS)]
        sent = [await user.send(COMMAND, data) for _ in range(MANY)]
        at_once = list(await asyncio.gather(*(answered(peer, interaction) for interaction in sent)))
    await client.close()
    return times, at_once


async def open_table(peer: DiscordPeer) -> DiscordUser:
    """A table where one person plays with an automatic player."""
    anna = DiscordUser(peer, 101, "anna", peer.channel())
    await anna.command("new", game="sprint")
    await to_a_roll(peer, anna)
    return anna


def last_state(channel: Channel) -> tuple[int, int]:
    """Changes whenever people see something new."""
    return channel.last.id, channel.last.edits


async def to_a_roll(peer: DiscordPeer, anna: DiscordUser) -> None:
    """Do whatever else has to be done first, unmeasured."""
    while True:
        last, state = anna.channel.last, last_state(anna.channel)
        labels = [label for label in last.labels if label not in ("Rules", "Add time")]
        if any(label.startswith("Roll") for label in labels):
            return
        if not labels:  # a message that was just overtaken
            await asyncio.sleep(0.01)
            continue
        wanted = ("Go again", "Start", "Add an automatic player", "Done", labels[0])
        interaction = await anna.press_without_waiting(last, next(label for label in wanted if label in labels))
        await peer.until(lambda: interaction.settled)  # noqa: B023  # awaited here
        if interaction.form:
            await anna.submit(interaction, "It has helped before.")
        await peer.until(lambda: last_state(anna.channel) != state)  # noqa: B023  # the same


async def roll(peer: DiscordPeer, anna: DiscordUser, wait: float = 0.0) -> Timed:
    await asyncio.sleep(wait)
    channel = anna.channel
    last, files = channel.last, channel.last.files
    label = next(label for label in last.labels if label.startswith("Roll"))
    interaction = await anna.press_without_waiting(last, label)
    first = await answered(peer, interaction)
    await peer.until(lambda: bool(channel.last.board) or bool(channel.last.files and channel.last.files is not files))
    board = float(time.perf_counter() - interaction.json["sent_at"])
    await peer.until(lambda: interaction.settled)
    return Timed(first, board, in_words=bool(channel.last.board))


async def one_table(peer: DiscordPeer) -> list[Timed]:
    anna = await open_table(peer)
    times = []
    for _ in range(ROUNDS):
        await to_a_roll(peer, anna)
        times.append(await roll(peer, anna))
    return times


async def many_tables(peer: DiscordPeer, count: int, within: float = 0.0) -> list[Timed]:
    """All of them roll at the same moment, or one after the other within so many seconds; several times."""
    people = [await open_table(peer) for _ in range(count)]
    times: list[Timed] = []
    for _ in range(3):
        for anna in people:
            await to_a_roll(peer, anna)
        rolls = [roll(peer, anna, number * within / count) for number, anna in enumerate(people)]
        times += await asyncio.gather(*rolls)
    return times


@asynccontextmanager
async def running_bot(peer: DiscordPeer, folder: Path) -> AsyncIterator[None]:
    store = await open_store(f"sqlite:///{folder / 'tables.sqlite3'}")
    pictures = Pictures()
    pictures.warm()
    adapter = DiscordAdapter(DiscordSettings(TOKEN, peer.api_url, peer.gateway_url), pictures.png)
    service = GameService(store, {"discord": adapter}, pause=0.0)
    async with connected(adapter.run(service), peer):
        await service.start()
        yield
        await service.close()
    pictures.close()
    await store.close()


async def _measure(folder: Path) -> list[Figure]:
    peer = DiscordPeer()
    await peer.start()
    DiscordSettings(TOKEN, peer.api_url, peer.gateway_url).set_library_urls()
    async with running_bot(peer, folder):
        ours = await one_table(peer)
        some = await many_tables(peer, SOME, within=2.0)
        crowd = await many_tables(peer, MANY)
    empty, empty_at_once = await empty_handler(peer)
    await peer.stop()
    assert not peer.violations, peer.violations[0]
    firsts = sorted(each.first for each in some)
    return [
        _figure("empty handler of discord.py: first answer, median", statistics.median(empty)),
        _figure("a press: first answer, median", statistics.median(each.first for each in ours), at_most=30),
        _figure("a press: the picture, median", statistics.median(each.board for each in ours)),
        _figure("a press: the picture, slowest", max(each.board for each in ours)),
        _figure(f"{SOME} tables in two seconds: first answer, median", statistics.median(firsts)),
        _figure(f"{SOME} tables in two seconds: first answer, p95", firsts[int(0.95 * len(firsts))], at_most=100),
        _figure(f"empty handler: {MANY} answers at once, slowest", max(empty_at_once)),
        _figure(f"{MANY} tables at once: first answer, median", statistics.median(each.first for each in crowd)),
        _figure(f"{MANY} tables at once: first answer, slowest", max(each.first for each in crowd), at_most=1000),
        _figure(f"{MANY} tables at once: a picture, median", statistics.median(each.board for each in crowd)),
        _figure(f"{MANY} tables at once: a picture, slowest", max(each.board for each in crowd), at_most=2000),
        Figure("boards in words", sum(each.in_words for each in (*ours, *some, *crowd)), "", at_most=0),
    ]


def _figure(what: str, seconds: float, at_most: float | None = None) -> Figure:
    return Figure(what, 1000 * seconds, "ms", at_most=at_most)


def measure(folder: Path) -> list[Figure]:
    return asyncio.run(_measure(folder))
