"""The bot against Slack as others emulate it (vercel-labs/emulate, from npm), which checks scopes and arguments.

Where it can't be installed, these tests are skipped.
"""

import json
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import pytest

from adapters.layout import MORE
from adapters.slack.install import pages as scopes
from bot.kernel.store import Store
from tests.adapters.slack.harness import SlackHarness, SlackUser, found, slack_harness, some_picture, texts
from tests.javascript.tools import Unavailable, serving
from tests.peers.slack import BOT_TOKEN, Posted, SlackPeer

TEAM = "T000000001"  # as the emulator calls its first workspace
BOT, ANNA, BEN = BOT_TOKEN.format(team=TEAM), "xoxb-anna", "xoxb-ben"
READS = ("channels:read", "channels:history", "channels:join", "users:read")
SEED = {
    "slack": {
        "users": [{"name": "scrum-table"}, {"name": "anna"}, {"name": "ben"}],
        "channels": [{"name": "general"}],
        "tokens": [
            {"token": BOT, "user": "scrum-table", "scopes": [*scopes.REQUIRED, *scopes.OPTIONAL]},
            *({"token": f"xoxb-{name}", "user": name, "scopes": READS} for name in ("anna", "ben")),
        ],
        "strict_scopes": True,
    }
}


@pytest.fixture(scope="module")
def emulator() -> Iterator[str]:
    """Its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    try:
        process = serving("slack_emulator.js", str(port), json.dumps(SEED))
    except Unavailable as why:
        pytest.skip(str(why))
    with process as running:
        assert running.stdout is not None
        try:
            assert running.stdout.readline() == "ready\n"
            yield f"http://127.0.0.1:{port}/"
        finally:
            running.terminate()


@pytest.fixture
async def harness(emulator: str, sqlite_store: Store) -> AsyncIterator[SlackHarness]:
    """The emulator delivers nothing by Socket Mode, so deliveries come over HTTP."""
    peer = SlackPeer(url=emulator)
    async with slack_harness(peer, sqlite_store, paint=some_picture, http=True, workspace=TEAM) as harness:
        yield harness


async def call(emulator: str, method: str, token: str = ANNA, **arguments: str) -> Any:
    headers, address = {"Authorization": f"Bearer {token}"}, f"{emulator}api/{method}"
    async with (
        aiohttp.ClientSession() as session,
        session.post(address, data=arguments, headers=headers) as answer,
    ):
        found = await answer.json()
    assert found["ok"], found
    return found


async def messages(emulator: str, channel: str) -> list[Posted]:
    """What the channel shows, the oldest first."""
    found = await call(emulator, "conversations.history", channel=channel)
    return [
        Posted(channel, each["ts"], each["text"], each.get("blocks", []), team=TEAM)
        for each in reversed(found["messages"])
        if each.get("blocks")
    ]


async def test_a_game(emulator: str, harness: SlackHarness, caplog: pytest.LogCaptureFixture) -> None:
    """Messages, private answers, a form and the Home page: all of it with the scopes that we ask for.

    The emulator reads no arguments from an address, so nobody has a name, and the board is text.
    """
    users = {each["name"]: each["id"] for each in (await call(emulator, "users.list"))["members"]}
    channels = {each["name"]: each["id"] for each in (await call(emulator, "conversations.list"))["channels"]}
    channel = channels["general"]
    for token in (ANNA, BEN):
        await call(emulator, "conversations.join", token, channel=channel)
    anna, ben = (SlackUser(harness, name, TEAM, channel, user=users[name]) for name in ("anna", "ben"))
    await anna.types("new rugby")
    lobby = (await messages(emulator, channel))[-1]
    await ben.presses("Join", lobby)
    joined = (await messages(emulator, channel))[-1]
    assert joined.ts == lobby.ts
    await anna.presses("Start", joined)
    board = (await messages(emulator, channel))[-1]
    assert board.ts != lobby.ts
    assert "Kick-off!" in texts(board.blocks)
    await anna.presses("Start", joined)  # a private answer says that it is out of date
    opens = await call(emulator, "views.generateTriggerId", BOT, user_id=anna.user)
    more = anna.pressed(found(board.blocks, str(MORE)), board)
    await anna._deliver("interactive", {**more, "trigger_id": opens["trigger_id"]})
    await anna._event({"type": "app_home_opened", "user": anna.user, "tab": "home", "channel": "D1"})
    warnings = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert [warning for warning in warnings if "upload" not in warning] == []
