"""How many tables the program serves on one core in Discord, in Slack and in Teams, with words within a second.

The whole program, pictures included, runs in processes of its own on one core; the platforms (the peers of the tests)
and the people run here, on the others. At each table of The Scrum Game one person presses a button every few seconds,
whether or not the last answer took long. The number of tables doubles until 1 request in 100 waits longer than a second
for its words. `TABLES=20,40` chooses other numbers, `SECONDS=60` longer runs.
"""

import asyncio
import os
import random
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.adapters.teams.harness import free_port
from tests.benchmarks.chat_people import DiscordPlayer, Player, SlackPlayer, TeamsPlayer
from tests.benchmarks.core import ROOT
from tests.benchmarks.figures import Figure
from tests.peers.discord import TOKEN, DiscordPeer
from tests.peers.slack import APP_TOKEN, BOT_TOKEN, SlackPeer
from tests.peers.teams import APP, SECRET, TENANT, TeamsPeer

THINKING = 5.0  # seconds between two presses at one table, on average
LIMIT = 1.0  # seconds to the words
TABLES = tuple(map(int, os.environ.get("TABLES", "25,50,100,200,400").split(",")))
SECONDS = float(os.environ.get("SECONDS", "20"))
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Program:
    """`scrum-table run`, on one core."""

    process: asyncio.subprocess.Process
    log: Path

    @property
    def errors(self) -> int:
        """Lines in its log."""
        return len(self.log.read_text("utf-8").splitlines())

    def spent(self) -> tuple[float, float]:
        """Seconds of processor time so far: of the main process, and of those that draw."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return _spent(self.process.pid), sum(_spent(int(child)) for child in children)


def _spent(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@asynccontextmanager
async def program(folder: Path, **settings: str) -> AsyncIterator[Program]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "DISCORD_", "TEAMS_"))}
    database = f"sqlite:///{folder / 'tables.sqlite3'}"
    ours = {"PYTHONPATH": str(ROOT), "DATABASE_URL": database, "LOG_LEVEL": "ERROR", "HTTP_PORT": "0"}
    environment = {**kept, **ours, **settings}
    log = folder / "errors.log"
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"), cwd=folder, env=environment, stderr=errors
        )
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(process.pid, {cores[0]})
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[1:]))
    try:
        yield Program(process, log)
    finally:
        os.sched_setaffinity(0, set(cores))
        process.terminate()
        await process.wait()


@asynccontextmanager
async def on_discord(folder: Path) -> AsyncIterator[tuple[Program, type[Player], DiscordPeer]]:
    peer = DiscordPeer(strict=False)
    await peer.start()
    urls = {"DISCORD_API_URL": peer.api_url, "DISCORD_GATEWAY_URL": peer.gateway_url}
    async with program(folder, DISCORD_TOKEN=TOKEN, **urls) as running:
        await peer.gateway.until_ready(1)
        yield running, DiscordPlayer, peer
    await peer.stop()


@asynccontextmanager
async def on_slack(folder: Path) -> AsyncIterator[tuple[Program, type[Player], SlackPeer]]:
    tokens = {"SLACK_BOT_TOKEN": BOT_TOKEN.format(team="T1"), "SLACK_APP_TOKEN": APP_TOKEN}
    async with (
        SlackPeer(strict=False).running() as peer,
        program(folder, SLACK_API_URL=f"{peer.url}api/", **tokens) as running,
    ):
        await peer.until(lambda: peer.connections > 0, "the connection")
        yield running, SlackPlayer, peer


@asynccontextmanager
async def on_teams(folder: Path) -> AsyncIterator[tuple[Program, type[Player], TeamsPeer]]:
    port = free_port()
    secrets = {"TEAMS_APP_ID": APP, "TEAMS_APP_SECRET": SECRET, "TEAMS_TENANT_ID": TENANT}
    async with TeamsPeer(strict=False).running() as peer:
        urls = {"TEAMS_LOGIN_URL": peer.url, "TEAMS_METADATA_URL": f"{peer.url}/metadata", "HTTP_PORT": str(port)}
        async with program(folder, **secrets, **urls) as running:
            peer.endpoint = f"http://127.0.0.1:{port}/teams/messages"
            while not peer.tokens:  # noqa: ASYNC110  another process asks for one
                await asyncio.sleep(0.05)
            yield running, TeamsPlayer, peer


Platform = AbstractAsyncContextManager[tuple[Program, type[Player], object]]


@dataclass
class Run:
    """What was seen at so many tables."""

    tables: int
    seconds: list[float] = field(default_factory=list)  # to the words of each request
    elapsed: float = 0.0
    main: float = 0.0  # seconds of processor time of the program's main process
    drawing: float = 0.0
    here: float = 0.0  # the same of people and platform

    def percentile(self, percent: int) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]

    def figures(self, platform: str) -> list[Figure]:
        what, asked = f"{platform}, {self.tables} tables", len(self.seconds)
        return [
            Figure(f"{what}: requests", asked / self.elapsed, "a second"),
            Figure(f"{what}: to the words, median", 1000 * self.percentile(50), "ms"),
            Figure(f"{what}: to the words, 99 of 100", 1000 * self.percentile(99), "ms"),
            Figure(f"{what}: main process, a request", 1000 * self.main / asked, "ms of processor time"),
            Figure(f"{what}: pictures, a request", 1000 * self.drawing / asked, "ms of processor time"),
            Figure(f"{what}: people and platform, their core", 100 * self.here / self.elapsed, "%"),
        ]


async def measured(running: Program, players: Sequence[Player]) -> Run:
    run = Run(len(players))
    begin, main, here = time.perf_counter(), running.spent(), time.process_time()
    playing = [asyncio.create_task(press_for_ever(player, run)) for player in players]
    await asyncio.wait(playing, timeout=SECONDS, return_when=asyncio.FIRST_EXCEPTION)
    run.elapsed, run.here = time.perf_counter() - begin, time.process_time() - here
    run.main, run.drawing = (now - before for now, before in zip(running.spent(), main, strict=True))
    for task in playing:
        task.cancel()
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    return run


async def press_for_ever(player: Player, run: Run) -> None:
    """The next press follows the plan, not the last answer; only a table that is still waiting presses later."""
    planned = time.perf_counter() + random.uniform(0, THINKING)
    while True:
        await asyncio.sleep(planned - time.perf_counter())
        run.seconds.append(await player.press())
        planned = max(planned + random.uniform(0.5, 1.5) * THINKING, time.perf_counter())


async def served(platform: Platform, name: str) -> AsyncIterator[list[Figure]]:
    enough = 0
    async with platform as (running, player, peer):
        players: list[Player] = []
        for tables in TABLES:
            players += [player(peer, number) for number in range(len(players), tables)]
            for each in players:
                await each.sit_down()
            run = await measured(running, players)
            yield run.figures(name)
            if run.percentile(99) > LIMIT:
                break
            enough = tables
        yield [Figure(f"{name}: errors in the log", running.errors, "", at_most=0)]
    yield [Figure(f"{name}: tables with words within a second, 99 of 100", enough)]


def measure(folder: Path) -> Iterator[Figure]:
    for name, platform in (("Discord", on_discord), ("Slack", on_slack), ("Teams", on_teams)):
        place = folder / name
        place.mkdir()
        with asyncio.Runner() as runner:
            steps = served(platform(place), name)
            while figures := runner.run(anext(steps, None)):
                yield from figures
