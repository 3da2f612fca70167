"""The tab: who is in a conversation, as the bot finds out, and the same seat as in its chat."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import aiohttp
import pytest

from adapters.guests import Roster, Unreachable
from adapters.http import HttpServer
from adapters.teams.outgoing import rosters
from adapters.web.access.guests import SOCKET_PROTOCOL
from adapters.web.adapter import WebAdapter
from adapters.web.embedding.pages import TAB
from adapters.web.embedding.teams_tab import TabDoor
from bot.cli.platforms import offer_frames
from bot.kernel.store import Store
from bot.settings import Settings
from tests.adapters.teams.harness import CHAT, THREAD, TeamsHarness, teams_harness
from tests.adapters.web.harness import Tab
from tests.peers.microsoft import ANNA, OTHER_TENANT, TENANT, SignIn
from tests.peers.teams import APP, GROUP, TeamsPeer

ROOM = f"teams:{CHAT}"
HOST = "127.0.0.1"


def asked(teams: TeamsPeer) -> int:
    """How often the bot has asked for members; two are on a page."""
    return sum(method == "GET" for method, _ in teams.calls)


# --- the roster ------------------------------------------------------------------------------------------------------


async def test_who_is_there(harness: TeamsHarness) -> None:
    """Somebody who is in the conversation, and somebody who isn't; many who come at once are one question."""
    roster = harness.adapter
    assert isinstance(roster, Roster)
    assert (roster.application, roster.tenants) == (APP, (TENANT,))
    anna, ben = harness.person("anna"), harness.person("ben")
    elsewhere = harness.person("zoe", harness.teams.conversation("19:others@thread.v2", GROUP))
    await anna.types("help")
    await harness.settle()
    names = await asyncio.gather(*(roster.member(ROOM, each.id) for each in (anna, ben) * 20))
    assert (set(names), asked(harness.teams)) == ({"anna", "ben"}, 1)
    for stranger in (elsewhere.id, f"teams:{TENANT}:", f"teams:{OTHER_TENANT}:{anna.object_id}", "discord:7", ""):
        assert await roster.member(ROOM, stranger) is None
    assert asked(harness.teams) == 1


async def test_somebody_who_joins_or_leaves(harness: TeamsHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some seconds a new member is known; after a minute, so is who has left."""
    now = [0.0]
    monkeypatch.setattr(harness.adapter._rosters, "_now", lambda: now[0])
    anna = harness.person("anna")
    await anna.types("help")
    await harness.settle()
    assert await harness.adapter.member(ROOM, anna.id) == "anna"
    ben = harness.person("ben")
    harness.chat.members.remove(anna.user)
    assert await harness.adapter.member(ROOM, anna.id) == "anna"
    now[0] += rosters.STRANGER_SECONDS
    assert await harness.adapter.member(ROOM, ben.id) == "ben"
    assert await harness.adapter.member(ROOM, anna.id) is None
    harness.chat.members.remove(ben.user)
    now[0] += rosters.TAB_SECONDS
    assert await harness.adapter.member(ROOM, ben.id) is None


async def test_a_conversation_of_another_tenant(teams: TeamsPeer, sqlite_store: Store) -> None:
    """Both are allowed, and nobody gets from one into the other's conversations; upper case makes no difference."""
    async with teams_harness(teams, sqlite_store, tenants=frozenset({TENANT, OTHER_TENANT.upper()})) as harness:
        assert harness.adapter.tenants == (TENANT, OTHER_TENANT)
        zoe = harness.person("zoe", tenant=OTHER_TENANT.upper(), directory_id="AAAA-Zoe")
        await zoe.types("help")
        await harness.settle()
        assert await harness.adapter.member(ROOM, f"teams:{TENANT}:aaaa-zoe") is None
        assert asked(teams) == 0
        assert await harness.adapter.member(ROOM, f"teams:{OTHER_TENANT}:aaaa-zoe") == "zoe"


async def test_where_the_bot_is_not(harness: TeamsHarness) -> None:
    """Never heard of, deleted, or the bot was removed: nobody comes in, and Teams gets no needless questions."""
    anna = harness.person("anna")
    assert await harness.adapter.member(ROOM, anna.id) is None
    assert asked(harness.teams) == 0
    await anna.types("help")
    await harness.settle()
    for status in (403, 404):
        harness.teams.fail("GET", status)
        assert await harness.adapter.member(ROOM, anna.id) is None
    assert await harness.adapter.member(ROOM, anna.id) == "anna"


async def test_the_service_is_away(harness: TeamsHarness) -> None:
    """Nobody knows then; it isn't remembered."""
    anna = harness.person("anna")
    await anna.types("help")
    await harness.settle()
    harness.teams.fail("GET", 503)
    with pytest.raises(Unreachable):
        await harness.adapter.member(ROOM, anna.id)
    harness.teams.fail("GET", 429, times=10)
    with pytest.raises(Unreachable):
        await harness.adapter.member(ROOM, anna.id)
    harness.teams.failures.clear()
    assert await harness.adapter.member(ROOM, anna.id) == "anna"


async def test_a_channel(harness: TeamsHarness) -> None:
    """A tab of a channel belongs to no thread: whoever is in one of them is in the channel, and in all of them."""
    anna = harness.person("anna", harness.thread())
    await anna.types("help")
    await harness.settle()
    for room in (f"teams:{THREAD}", f"teams:{THREAD.partition(';')[0]}"):
        assert await harness.adapter.member(room, anna.id) == "anna"


# --- the same seat ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def with_tab(harness: TeamsHarness, pages: WebAdapter) -> AsyncIterator[str]:
    """The web table of the same service; gives its address."""
    server = HttpServer(HOST, 0)
    server.add(pages.routes())
    running = asyncio.create_task(pages.run(harness.service))
    try:
        async with server.running() as port:
            yield f"http://{HOST}:{port}"
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def test_the_same_seat_as_in_the_chat(teams: TeamsPeer, sqlite_store: Store) -> None:
    """Anna opens a table in the chat and then the tab: she has her seat there, and what she does is hers."""
    pages = WebAdapter(b"a key for tests, of thirty bytes")
    async with (
        SignIn().running() as sign_in,
        teams_harness(teams, sqlite_store, others={"web": pages}) as harness,
        with_tab(harness, pages) as url,
    ):
        pages.embedding.offer_tab(TabDoor(harness.adapter, HOST, sign_in.url))
        anna = harness.person("anna", directory_id=ANNA.upper())
        await anna.types("new rugby")
        await harness.settle()
        token = sign_in.token(aud=f"api://{HOST}/botid-{APP}", oid=ANNA)
        async with aiohttp.ClientSession(url, headers={"Origin": url}) as session:
            async with session.post(TAB, json={"token": token, "conversation": CHAT}) as answer:
                assert answer.status == 201, await answer.text()
                found = await answer.json()
            assert found["hasTable"]
            protocols = [SOCKET_PROTOCOL, f"session.{found['session']}"]
            async with session.ws_connect(f"{found['address']}/socket", protocols=protocols) as socket:
                tab = Tab(socket, "Mallory")
                tab.listening = asyncio.create_task(tab.listen())
                await tab.send({"type": "hello", "name": tab.name})
                await tab.until(lambda: tab.pages)
                assert tab.page["seat"] == 0
                assert tab.of("you")[-1]["given"] == "anna"
                before = harness.chat.last.edits
                await tab.say("bot")
                await tab.sees(lambda page: len(page["chairs"]) == 2)
                await teams.until(lambda: harness.chat.last.edits > before, "the chat's card")
                tab.listening.cancel()
        live = await harness.service.tables.in_room(ROOM)
        assert live is not None
        assert [each.person for each in live.people] == [anna.id]


async def test_the_program_offers_it(teams: TeamsPeer, sqlite_store: Store) -> None:
    """With the adapter itself as the roster."""
    pages = WebAdapter(b"a key")
    async with teams_harness(teams, sqlite_store) as harness:
        settings = Settings(teams_tab=True, web_table=True, web_url="https://table.example")
        offer_frames(settings, [harness.adapter, pages])
    assert pages.embedding.offered == (TAB,)
