"""From a slash command to its acknowledgement and to the message, compared with an empty Bolt listener."""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.adapter import SlackAdapter, SlackSettings
from adapters.slack.install.installations import SingleWorkspace
from adapters.slack.web_api import library_log
from bot.kernel.service import GameService
from storage.sqlite.store import SqliteStore
from tests.benchmarks.figures import Figure
from tests.benchmarks.requests import bare_commits
from tests.peers.slack import APP_TOKEN, BOT_TOKEN, Payload, SlackPeer

COMMANDS = 150
TOKEN = BOT_TOKEN.format(team="T1")

_numbers = count(1)


def command(slack: SlackPeer, words: str, channel: str) -> Payload:
    number = next(_numbers)
    return {
        "command": "/scrum",
        "text": words,
        "team_id": "T1",
        "channel_id": channel,
        "user_id": "U1",
        "user_name": "anna",
        "trigger_id": f"bench-{number}",
        "response_url": f"{slack.url}response/U1/{number}?team=T1&channel={channel}",
    }


@asynccontextmanager
async def empty_listener(slack: SlackPeer) -> AsyncIterator[None]:
    """Bolt with a listener that acknowledges and posts one line, and none of our code."""
    async with aiohttp.ClientSession() as session:
        client = AsyncWebClient(base_url=f"{slack.url}api/", session=session, logger=library_log)

        async def authorize(team_id: str) -> AuthorizeResult:
            return AuthorizeResult(enterprise_id=None, team_id=team_id, bot_token=TOKEN)

        app = AsyncApp(client=client, authorize=authorize, signing_secret="x", logger=library_log)

        @app.command("/scrum")
        async def listener(ack: AsyncAck, body: Payload) -> None:
            await ack()
            mine = AsyncWebClient(TOKEN, base_url=client.base_url, session=session, logger=library_log)
            await mine.chat_postMessage(channel=body["channel_id"], text="here")

        handler = AsyncSocketModeHandler(app, APP_TOKEN, logger=library_log)
        await handler.connect_async()  # type: ignore[no-untyped-call]
        yield
        await handler.close_async()  # type: ignore[no-untyped-call]


@asynccontextmanager
async def whole_program(slack: SlackPeer, folder: Path) -> AsyncIterator[None]:
    """The adapter, the service and a durable store."""
    store = await SqliteStore.open(folder / "slack.sqlite3")
    connection = SlackSettings(api_url=f"{slack.url}api/", app_token=APP_TOKEN)
    adapter = SlackAdapter(SingleWorkspace(TOKEN), connection)
    service = GameService(store, {"slack": adapter})
    running = asyncio.create_task(adapter.run(service))
    await adapter.connected.wait()
    yield
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await service.close()
    await store.close()


async def next_message(slack: SlackPeer) -> float:
    """When it arrived; Bolt polls for our acknowledgement every ten milliseconds, so this may come first."""
    before = len(slack.messages)
    await slack.until(lambda: len(slack.messages) > before)
    return time.perf_counter()


async def timed(slack: SlackPeer, send: Callable[[int], Payload]) -> tuple[float, float]:
    """The medians to the acknowledgement and to the message, in milliseconds."""
    acknowledged, shown = [], []
    for number in range(COMMANDS):
        message = asyncio.create_task(next_message(slack))
        await asyncio.sleep(0)  # let it start waiting
        begin = time.perf_counter()
        await slack.deliver("slash_commands", send(number))
        acknowledged.append(time.perf_counter() - begin)
        shown.append(await message - begin)
    return 1000 * statistics.median(acknowledged), 1000 * statistics.median(shown)


async def both(folder: Path) -> tuple[tuple[float, float], tuple[float, float]]:
    async with SlackPeer(strict=False).running() as slack:
        async with empty_listener(slack):
            empty = await timed(slack, lambda _: command(slack, "new sprint", "C0"))
        async with whole_program(slack, folder):
            ours = await timed(slack, lambda number: command(slack, "new sprint", f"D{number}"))
        assert slack.violations == []
    return empty, ours


def measure(folder: Path) -> list[Figure]:
    empty, ours = asyncio.run(both(folder))
    commit = 1000 / bare_commits(folder)
    return [
        Figure("empty Bolt listener: command to acknowledgement", empty[0], "ms"),
        Figure("ours: command to acknowledgement", ours[0], "ms"),
        Figure("ours / empty, to the acknowledgement", ours[0] / empty[0], "", at_most=1.5),
        Figure("empty Bolt listener: command to a line in the channel", empty[1], "ms"),
        Figure("ours: `/scrum new` to the table in the channel", ours[1], "ms"),
        Figure("ours / empty, to the message", ours[1] / empty[1], ""),
        Figure("a bare sqlite3 commit, included in ours", commit, "ms"),
        Figure("ours / (empty + commit), to the message", ours[1] / (empty[1] + commit), "", at_most=5),
    ]
