"""Tutorials on every platform: what a lesson says to type or to press works there, and nobody else sees it."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.kernel.store import Store
from bot.kernel.table.catalogue import parse
from games import GAMES
from storage import open_store
from tests.adapters.console.harness import console
from tests.adapters.discord.harness import DiscordHarness
from tests.adapters.slack.harness import slack_harness
from tests.adapters.teams.harness import teams_harness
from tests.adapters.web.harness import plain, web_harness
from tests.bot.features.lessons import LEARNER, Learned, learn
from tests.bot.harness import Bench
from tests.peers.discord import DiscordPeer
from tests.peers.slack import SlackPeer
from tests.peers.teams import TeamsPeer

NAMES = (LEARNER, "Grace (bot)", "Edsger (bot)")
BUTTONS = {"scrumkin": ["My hand"], "rugby": ["Hint"], "retro": ["Pass", "Next: Write", "I’m done"]}
_learned: dict[str, Learned] = {}


@pytest.fixture(params=list(GAMES))
async def course(request: pytest.FixtureRequest, empty_sqlite: Path, tmp_path: Path) -> Learned:
    """What somebody types who does everything that the lessons name; worked out once for each game."""
    game = str(request.param)
    if game not in _learned:
        shutil.copyfile(empty_sqlite, tmp_path / "learned.db")
        store = await open_store(f"sqlite:///{tmp_path / 'learned.db'}")
        bench = Bench(store)
        _learned[game] = await learn(bench, game)
        await bench.service.close()
        await store.close()
    return _learned[game]


async def lesson_kinds(store: Store, besides: str = "") -> list[str]:
    """The events at the only table, or at the only other one."""
    (table,) = [record.id for record in await store.find_tables() if record.id != besides]
    return [event.kind for event in await store.events(table)]


@asynccontextmanager
async def discord_peer() -> AsyncIterator[DiscordPeer]:
    peer = DiscordPeer()
    await peer.start()
    yield peer
    await peer.stop()
    assert peer.violations == []


async def test_on_discord(course: Learned, sqlite_store: Store) -> None:
    """As slash commands; the channel stays empty."""
    game = course.lines[0].split()[1]
    async with discord_peer() as peer, DiscordHarness(peer, sqlite_store).open() as harness:
        nora = harness.user(LEARNER)
        for line in course.lines:
            called = parse(line, GAMES[game], NAMES)
            assert (await nora.command(called.name, **called.arguments)).private, line
        assert harness.channel.shown == []
    assert await lesson_kinds(sqlite_store) == course.kinds


async def test_on_slack(course: Learned, sqlite_store: Store) -> None:
    """As lines after `/scrum`; the channel stays empty."""
    async with SlackPeer().running() as peer, slack_harness(peer, sqlite_store) as harness:
        nora = harness.person(LEARNER)
        for line in course.lines:
            await nora.types(line)
        assert peer.messages == []
    assert peer.violations == []
    assert await lesson_kinds(sqlite_store) == course.kinds


async def test_in_teams(course: Learned, sqlite_store: Store) -> None:
    """As lines after a mention; the chat stays empty, and the answers are in a chat with whoever learns."""
    async with TeamsPeer().running() as peer, teams_harness(peer, sqlite_store) as harness:
        nora = harness.person(LEARNER)
        for line in course.lines:
            await nora.types(line)
            await harness.settle()
        assert harness.chat.messages == []
        assert nora.chat.messages
    assert peer.violations == []
    assert await lesson_kinds(sqlite_store) == course.kinds


async def test_on_the_web(course: Learned, sqlite_store: Store) -> None:
    """As lines on the page of a table that hasn't started; it stays as it is."""
    async with web_harness(sqlite_store) as harness, harness.browser(LEARNER) as browser:
        address = await browser.open("sprint")
        (lobby,) = [record.id for record in await sqlite_store.find_tables()]
        before = await sqlite_store.events(lobby)
        async with browser.at(address) as tab:
            for line in course.lines:
                assert await tab.say(line), line
        assert await sqlite_store.events(lobby) == before
    assert await lesson_kinds(sqlite_store, besides=lobby) == course.kinds


async def test_at_the_console(course: Learned, tmp_path: Path) -> None:
    """As lines of the person who learns."""
    console(tmp_path, *(f"{LEARNER}: {line}" for line in course.lines))
    store = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    assert await lesson_kinds(store) == course.kinds
    await store.close()


# --- buttons ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "labels"), BUTTONS.items())
async def test_buttons_on_discord(game: str, labels: list[str], sqlite_store: Store) -> None:
    """Each that a lesson names is on a message of the lesson."""
    async with discord_peer() as peer, DiscordHarness(peer, sqlite_store).open() as harness:
        nora = harness.user(LEARNER)
        await nora.command("tutorial", game=game)
        for label in labels:
            await harness.shown_after(nora, nora.press(nora.private[-1], label))
        assert harness.channel.shown == []


@pytest.mark.parametrize(("game", "labels"), BUTTONS.items())
async def test_buttons_on_slack(game: str, labels: list[str], sqlite_store: Store) -> None:
    """Each that a lesson names is on a message of the lesson."""
    async with SlackPeer().running() as peer, slack_harness(peer, sqlite_store) as harness:
        nora = harness.person(LEARNER)
        await nora.types(f"tutorial {game}")
        for label in labels:
            before = len(nora.private_replies())
            await nora.presses_privately(label)
            assert len(nora.private_replies()) > before, label
        assert peer.messages == []


@pytest.mark.parametrize(("game", "labels"), BUTTONS.items())
async def test_buttons_on_the_web(game: str, labels: list[str], sqlite_store: Store) -> None:
    """Each that a lesson names is on an answer of the lesson."""
    async with (
        web_harness(sqlite_store) as harness,
        harness.browser(LEARNER) as browser,
        browser.at(await browser.open("sprint")) as tab,
    ):
        replies = await tab.say(f"tutorial {game}")
        for label in labels:
            act = {plain(act["label"]): act for act in replies[-1]["acts"]}[label]
            replies = await tab.press(act)
            assert replies, label
