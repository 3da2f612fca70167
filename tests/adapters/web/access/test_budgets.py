"""Without cookies there are limits, too: for each address, and for all of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from adapters.web import texts as ui_texts
from adapters.web.access.budgets import Budgets
from bot.kernel.store import Store
from tests.adapters.web.harness import Browser, WebHarness, web_harness
from tests.bot.harness import ManualClock

TABLE = {"game": "sprint", "name": "Eve"}


@asynccontextmanager
async def a_few(store: Store, proxies: int = 0, tables: int = 5) -> AsyncIterator[WebHarness]:
    """A web table where an address may open few tables."""
    clock = ManualClock()
    async with web_harness(store, clock=clock, budgets=Budgets(clock, proxies, tables)) as harness:
        yield harness


async def open_table(harness: WebHarness, **headers: str) -> int:
    """By somebody who keeps no cookie."""
    async with aiohttp.ClientSession(harness.url, headers={"Origin": harness.url}) as session:
        status, _ = await Browser(harness, session, "Eve").post("/tables", TABLE, **headers)
    return status


async def open_workshop(harness: WebHarness, teams: int) -> int:
    async with aiohttp.ClientSession(harness.url, headers={"Origin": harness.url}) as session:
        form = {"id": "a-workshop-of-eve", "game": "sprint", "teams": teams}
        status, _ = await Browser(harness, session, "Eve").post("/workshops", form)
    return status


async def test_tables_without_a_cookie(sqlite_store: Store) -> None:
    """An address opens as many as it may, and later some more; whoever plays isn't held up."""
    async with a_few(sqlite_store) as harness:
        async with harness.browser("Anna") as anna:
            address = await anna.open()
            assert [await open_table(harness) for _ in range(6)] == [201] * 4 + [429] * 2
            status, answer = await anna.post("/play", {"game": "sprint", "name": "Anna"})
            assert (status, answer["problem"]) == (429, str(ui_texts.BUSY_ADDRESS))
            async with anna.at(address) as tab:
                await tab.say("bot")
        harness.clock.advance(3600 / 5 + 1)
        assert [await open_table(harness) for _ in range(2)] == [201, 429]


async def test_workshops_count_as_their_teams(sqlite_store: Store) -> None:
    """So nobody gets round the limit with them."""
    async with a_few(sqlite_store) as harness:
        assert await open_workshop(harness, 6) == 429
        assert await open_workshop(harness, 4) == 201
        assert [await open_table(harness) for _ in range(2)] == [201, 429]


async def test_the_usual_limits(harness: WebHarness) -> None:
    """One client opened 1,020 tables and 56 workshops of 30 teams in seconds."""
    opened = [await open_workshop(harness, 30) for _ in range(6)]
    assert opened == [201] * 5 + [429]
    assert await open_table(harness) == 429


async def test_everybody_together(sqlite_store: Store) -> None:
    """From however many addresses."""
    async with a_few(sqlite_store, proxies=1, tables=1) as harness:
        opened = [await open_table(harness, **{"X-Forwarded-For": f"203.0.113.{at}"}) for at in range(22)]
        assert opened == [201] * 20 + [429] * 2


@pytest.mark.parametrize(
    ("proxies", "forwarded", "same"),
    [
        (0, ("203.0.113.1", "203.0.113.2"), True),
        (1, ("203.0.113.1", "203.0.113.2"), False),
        (1, ("203.0.113.1", "203.0.113.1"), True),
        (1, ("198.51.100.1, 203.0.113.1", "198.51.100.2, 203.0.113.1"), True),
        (2, ("203.0.113.1, 10.0.0.1", "203.0.113.2, 10.0.0.1"), False),
        (2, ("198.51.100.1, 203.0.113.1, 10.0.0.1", "198.51.100.2, 203.0.113.1, 10.0.0.1"), True),
        (2, ("203.0.113.1", "203.0.113.2"), True),
        (1, ("nonsense", "[not an address"), True),
        (1, ("2001:db8::1", "2001:db8::2"), True),
        (1, ("2001:db8::1", "2001:db8:0:1::2"), False),
    ],
)
async def test_addresses_behind_proxies(
    sqlite_store: Store, proxies: int, forwarded: tuple[str, str], *, same: bool
) -> None:
    """Only what our own proxies say counts, and what a visitor writes before it doesn't."""
    async with a_few(sqlite_store, proxies, 1) as harness:
        assert await open_table(harness, **{"X-Forwarded-For": forwarded[0]}) == 201
        assert await open_table(harness, **{"X-Forwarded-For": forwarded[1]}) == (429 if same else 201)


async def test_a_proxy_that_nobody_mentioned(sqlite_store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """The operator is told, once and without an address."""
    async with a_few(sqlite_store) as harness:
        for _ in range(3):
            await open_table(harness, **{"X-Forwarded-For": "203.0.113.1"})
    assert [record.getMessage().count("HTTP_PROXIES") for record in caplog.records] == [1]
    assert "203.0.113.1" not in caplog.text


async def test_no_limits(sqlite_store: Store) -> None:
    """For a server behind which everybody has one address."""
    async with a_few(sqlite_store, tables=0) as harness:
        assert [await open_table(harness) for _ in range(10)] == [201] * 10


async def test_seats_of_a_workshop(harness: WebHarness) -> None:
    """One address takes some at once, and then one per second; another workshop has a budget of its own."""
    async with harness.browser("Trainer") as trainer:
        entrances = [await workshop_of(trainer, number) for number in range(2)]
        assert sum([await take_place(harness, entrances[0], n) == 200 for n in range(110)]) == 100
        assert await take_place(harness, entrances[1], 0) == 200
        harness.clock.advance(2)
        assert [await take_place(harness, entrances[0], n) for n in range(110, 113)] == [200, 200, 429]


async def workshop_of(trainer: Browser, number: int) -> str:
    form = {"id": f"a-workshop-number-{number}", "game": "sprint", "teams": 15, "size": 6}
    _, opened = await trainer.post("/workshops", form)
    async with trainer.session.ws_connect(f"{opened['address']}/socket?text") as socket:
        desk = (await socket.receive_json())["workshop"]
    return str(desk["entrance"])


async def take_place(harness: WebHarness, entrance: str, number: int) -> int:
    async with aiohttp.ClientSession(harness.url, headers={"Origin": harness.url}) as session:
        form = {"id": f"a-place-for-eve-{number}", "name": f"Eve {number}"}
        status, _ = await Browser(harness, session, "").post(f"{entrance}/place", form)
    return status
