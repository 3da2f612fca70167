"""The web table inside Discord and inside Microsoft Teams, each played to the end, across the real origins."""

import asyncio
import hashlib
import os
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Frame, expect

from adapters.discord import texts as discord_texts
from adapters.discord.activity import ActivityDoor
from adapters.discord.adapter import DiscordAdapter
from adapters.discord.gateway import DiscordSettings
from adapters.http import HttpServer
from adapters.web.adapter import WebAdapter
from bot.kernel.messages import Called, Person, Request
from bot.kernel.ports import Chat
from bot.kernel.service import GameService
from storage import open_store
from tests.adapters.web.browser.clients import OURS, Clients, browser_for
from tests.adapters.web.browser.visitor import Visitor
from tests.bot.harness import RecordingChat
from tests.peers.discord import TOKEN, DiscordPeer
from tests.peers.discord_activity import SECRET, ActivityPeer
from tests.peers.discord_state import APPLICATION
from tests.peers.discord_user import DiscordUser

SHORT = "hours=50 days=3"  # a game of The Scrum Game with few turns
SHOTS = os.environ.get("SCRUM_TABLE_SHOTS", "")  # a folder: keep a picture of each client there
ANNA = 101


@asynccontextmanager
async def serving(
    folder: Path, chats: Mapping[str, Any], adapter: WebAdapter
) -> AsyncIterator[tuple[GameService, int]]:
    """The web table beside these chats; the port of its server."""
    numbers = count()
    async with AsyncExitStack() as stack:
        store = await open_store(f"sqlite:///{folder / 'tables.db'}")
        stack.push_async_callback(store.close)
        both: dict[str, Chat] = {"web": adapter, **chats}
        service = GameService(
            store,
            both,
            web=adapter,
            new_seed=lambda: hashlib.sha256(f"embedded {next(numbers)}".encode()).digest(),
            pause=0.05,
        )
        stack.push_async_callback(service.close)
        server = HttpServer("127.0.0.1", 0)
        server.add(adapter.routes())
        for each in both.values():
            if hasattr(each, "run"):
                stack.push_async_callback(_ended, asyncio.create_task(each.run(service)))
        port = await stack.enter_async_context(server.running())
        await service.start()
        yield service, port


async def _ended(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def new_adapter() -> WebAdapter:
    return WebAdapter(b"only for tests, only for tests!!", url=f"https://{OURS}")


async def frame_of(visitor: Visitor) -> Frame:
    """Our page inside the client's."""
    await visitor.page.locator("iframe").wait_for()
    return visitor.page.frames[1]


async def play_to_the_end(visitor: Visitor, frame: Frame, name: str) -> int:
    """Press the first button without a question, turn after turn; the number of turns."""
    for turns in count():
        if turns == 2 and SHOTS:
            await visitor.page.screenshot(path=Path(SHOTS) / f"{name}.png")
        await frame.locator("#table[data-phase=over], .now.awaited").first.wait_for()
        if await frame.locator("#table[data-phase=over]").count():
            return turns
        table = frame.locator("#table")
        before = await table.get_attribute("data-sequence")
        await frame.locator("#acts .act:not([aria-haspopup])").first.click()
        await frame.locator(f"#table:not([data-sequence='{before}'])").wait_for()
    raise AssertionError


async def test_an_activity(chromium: Path, tmp_path: Path) -> None:
    """Anna opens a table in a Discord channel, presses Play here, and plays it inside Discord in the same seat."""
    peer = DiscordPeer()
    peer.has_activity = True
    async with AsyncExitStack() as stack:
        await peer.start()
        stack.push_async_callback(peer.stop)
        discord = await stack.enter_async_context(ActivityPeer().running())
        adapter = new_adapter()
        adapter.embedding.offer_activity(APPLICATION, ActivityDoor(APPLICATION, SECRET, TOKEN, discord.api_url))
        chat = DiscordAdapter(DiscordSettings(TOKEN, peer.api_url, peer.gateway_url, activity=True))
        service, port = await stack.enter_async_context(serving(tmp_path, {"discord": chat}, adapter))
        await peer.gateway.until_ready(1)
        channel = peer.channel()
        anna = DiscordUser(peer, ANNA, "anna", channel)
        await anna.command("new", game="sprint", options=SHORT)
        assert (await anna.press(channel.last, str(discord_texts.PLAY_HERE))).launches

        clients = await stack.enter_async_context(Clients(tmp_path, port).running())
        context = await stack.enter_async_context(browser_for(chromium, clients.port))
        visitor = Visitor(await context.new_page())
        code = discord.join("i-1-gc-77-1", channel.id, ANNA, "Anna in Discord")
        await visitor.page.goto(clients.show_activity("i-1-gc-77-1", code))
        frame = await frame_of(visitor)
        await expect(frame.locator("#players li").first).to_contain_text("you")
        await expect(frame.locator("#me")).to_have_text("anna")
        await frame.get_by_role("button", name="Add an automatic player").click()
        assert "session" not in frame.url
        assert await context.cookies() == []
        await frame.get_by_role("button", name=re.compile("^Start")).click()
        await frame.locator("#board svg").wait_for()
        assert await play_to_the_end(visitor, frame, "activity") > 2
        await expect(frame.locator("#ending .verdict")).to_be_visible()
        await expect(frame.locator("#step-picture svg")).to_be_visible()
        live = await service.tables.in_room(f"discord:{channel.id}")
        assert live is not None
        assert live.standing.table.phase == "over"
        assert [seating.person for seating in live.people] == [f"discord:{ANNA}"]
        await peer.until(
            lambda: "anna" in channel.last.content and str(discord_texts.PLAY_HERE) not in channel.last.labels
        )

        # the pass is this page's alone: a page that begins anew needs a new code
        await visitor.page.reload()
        frame = await frame_of(visitor)
        await expect(frame.locator("#arriving")).to_have_text(str(discord_texts.NOT_CONFIRMED))
        await expect(frame.get_by_role("button", name="Try again")).to_be_visible()
        assert [error for error in visitor.errors if "403" not in error] == []
    assert peer.violations == []


class TeamsChat(RecordingChat):
    """The bot in Teams, as far as a tab needs it."""

    platform = "teams"

    def __init__(self, application: str, tenant: str, members: Mapping[tuple[str, str], str]) -> None:
        super().__init__()
        self.application = application
        self.tenants = (tenant,)
        self._members = members

    async def member(self, room: str, person: str) -> str | None:
        return self._members.get((room, person))


async def test_a_tab(chromium: Path, tmp_path: Path) -> None:
    """Anna opens the tab of a meeting, opens a table there, plays it, and has the same seat in the meeting's chat."""
    pytest.importorskip("jwt", reason="PyJWT is not installed; `pip install '.[teams]'`.")
    from adapters.web.embedding.teams_tab import TabDoor  # noqa: PLC0415
    from tests.peers.microsoft import ANNA as OID  # noqa: PLC0415
    from tests.peers.microsoft import APP, TENANT, SignIn  # noqa: PLC0415

    conversation, person = "19:meeting_abc@thread.v2", f"teams:{TENANT}:{OID}"
    room = f"teams:{conversation}"
    async with AsyncExitStack() as stack:
        sign_in = await stack.enter_async_context(SignIn().running())
        adapter, chat = new_adapter(), TeamsChat(APP, TENANT, {(room, person): "Anna Berg"})
        adapter.embedding.offer_tab(TabDoor(chat, OURS, sign_in.url))
        service, port = await stack.enter_async_context(serving(tmp_path, {"teams": chat}, adapter))
        clients = await stack.enter_async_context(Clients(tmp_path, port).running())
        context = await stack.enter_async_context(browser_for(chromium, clients.port))
        visitor = Visitor(await context.new_page())
        await visitor.page.goto(clients.show_tab(conversation, sign_in.token(aud=f"api://{OURS}/botid-{APP}")))
        frame = await frame_of(visitor)
        await frame.locator("[data-game=sprint]").click()
        await expect(frame.locator("#players li").first).to_contain_text("you")
        await expect(frame.locator("#me")).to_have_text("Anna Berg")

        response = await service.handle(
            Request("teams:1", room, Person(person, "Anna Berg"), Called("options", {"options": SHORT}))
        )
        assert response.outcome == "done"  # the host, in the chat
        await frame.get_by_role("button", name="Add an automatic player").click()
        await frame.get_by_role("button", name=re.compile("^Start")).click()
        await frame.locator("#board svg").wait_for()
        assert await play_to_the_end(visitor, frame, "teams-tab") > 2
        await expect(frame.locator("#ending .verdict")).to_be_visible()
        live = await service.tables.in_room(room)
        assert live is not None
        assert live.standing.table.phase == "over"
        assert [seating.person for seating in live.people] == [person]
        assert {where for where, _ in chat.posts} == {room}
        assert [error for error in visitor.errors if "res.cdn.office.net" not in error] == []
