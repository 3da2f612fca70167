"""From a slash command to the first answer and to the board, compared with an empty handler of discord.py."""

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

from adapters.discord.adapter import DiscordAdapter, DiscordSettings
from bot.pictures.png import Pictures
from bot.service import GameService
from storage import open_store
from tests.benchmarks.figures import Figure
from tests.peers.discord import TOKEN, DiscordPeer
from tests.peers.discord_state import Channel, Interaction
from tests.peers.discord_user import COMMAND, DiscordUser

ROUNDS = 40
TABLES = 50


@dataclass(frozen=True, slots=True)
class Timed:
    """Seconds from a roll to its first answer, to its words in the channel and to the picture of the newest board."""

    first: float
    words: float
    board: float
    text_boards: int  # messages since the roll that had to do with a text board


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


async def shown(peer: DiscordPeer, interaction: Interaction, channel: Channel, count: int) -> float:
    """Seconds from the delivery to the message in the channel."""
    await peer.until(lambda: len(channel.shown) > count)
    return float(time.perf_counter() - interaction.json["sent_at"])


async def empty_handler(peer: DiscordPeer) -> tuple[list[float], list[float]]:
    """The first answers: one after the other, and as many at once as there are tables."""
    user = DiscordUser(peer, 101, "anna", peer.channel())
    data = {"id": "1", "name": "ping", "type": 1, "options": []}
    client = EmptyHandler()
    async with connected(client.start(TOKEN), peer):
        times = [await answered(peer, await user.send(COMMAND, data)) for _ in range(ROUNDS)]
        sent = [await user.send(COMMAND, data) for _ in range(TABLES)]
        at_once = list(await asyncio.gather(*(answered(peer, interaction) for interaction in sent)))
    await client.close()
    return times, at_once


async def open_table(peer: DiscordPeer) -> DiscordUser:
    """A table where one person plays with an automatic player."""
    anna = DiscordUser(peer, 101, "anna", peer.channel())
    await anna.command("new", game="sprint")
    await to_a_roll(peer, anna)
    return anna


async def to_a_roll(peer: DiscordPeer, anna: DiscordUser) -> None:
    """Do whatever else has to be done first, unmeasured."""
    while True:
        last, count = anna.channel.last, len(anna.channel.shown)
        edits, labels = last.edits, last.labels
        if any(label.startswith("Roll") for label in labels):
            return
        wanted = ("Go again", "Start", "Add an automatic player", "Done", labels[0])
        interaction = await anna.press_without_waiting(last, next(label for label in wanted if label in labels))
        await peer.until(lambda: interaction.settled)  # noqa: B023  # awaited here
        if interaction.form:
            await anna.submit(interaction, "It has helped before.")
        await peer.until(lambda: len(anna.channel.shown) > count or last.edits > edits)  # noqa: B023  # the same


async def roll(peer: DiscordPeer, anna: DiscordUser) -> Timed:
    count = len(anna.channel.shown)
    interaction = await anna.send(COMMAND, anna.invocation("roll", {}))
    first, words = await asyncio.gather(answered(peer, interaction), shown(peer, interaction, anna.channel, count))
    await peer.until(lambda: bool(anna.channel.last.files or anna.channel.last.board))
    board = float(time.perf_counter() - interaction.json["sent_at"])
    await peer.until(lambda: interaction.settled)
    return Timed(first, words, board, sum(bool(message.board) for message in anna.channel.shown[count:]))


async def one_table(peer: DiscordPeer) -> list[Timed]:
    anna = await open_table(peer)
    times = []
    for _ in range(ROUNDS):
        await to_a_roll(peer, anna)
        times.append(await roll(peer, anna))
    return times


async def many_tables(peer: DiscordPeer) -> list[Timed]:
    """All of them roll at the same moment, several times."""
    people = [await open_table(peer) for _ in range(TABLES)]
    times: list[Timed] = []
    for _ in range(3):
        for anna in people:
            await to_a_roll(peer, anna)
        times += await asyncio.gather(*(roll(peer, anna) for anna in people))
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
        crowd = await many_tables(peer)
    empty, empty_at_once = await empty_handler(peer)
    await peer.stop()
    assert not peer.violations, peer.violations[0]
    return [
        _figure("empty handler of discord.py: first answer, median", statistics.median(empty)),
        _figure("/scrum roll: first answer, median", statistics.median(each.first for each in ours)),
        _figure("/scrum roll: the picture, median", statistics.median(each.board for each in ours)),
        _figure("/scrum roll: the picture, slowest", max(each.board for each in ours)),
        Figure("/scrum roll: text boards", sum(each.text_boards for each in ours), "", at_most=0),
        _figure(f"empty handler: {TABLES} answers at once, slowest", max(empty_at_once)),
        _figure(f"{TABLES} tables at once: first answer, median", statistics.median(each.first for each in crowd)),
        _figure(f"{TABLES} tables at once: first answer, slowest", max(each.first for each in crowd), at_most=1000),
        _figure(f"{TABLES} tables at once: the words, median", statistics.median(each.words for each in crowd)),
        _figure(f"{TABLES} tables at once: the words, slowest", max(each.words for each in crowd)),
        _figure(f"{TABLES} tables at once: a picture, median", statistics.median(each.board for each in crowd)),
        _figure(f"{TABLES} tables at once: a picture, slowest", max(each.board for each in crowd), at_most=2000),
        Figure(f"{TABLES} tables at once: text boards", sum(each.text_boards for each in crowd), "", at_most=0),
    ]


def _figure(what: str, seconds: float, at_most: float | None = None) -> Figure:
    return Figure(what, 1000 * seconds, "ms", at_most=at_most)


def measure(folder: Path) -> list[Figure]:
    return asyncio.run(_measure(folder))
