"""Presence: who has the page open, who is away and since when."""

import asyncio

import pytest

from adapters.web.table import hub as presence
from adapters.web.table import presence as exchange
from adapters.web.table.hub import Presence
from bot.features.presence import LEASE_SECONDS, PresenceStore
from bot.kernel.messages import Person, Request, Typed
from storage import open_store
from tests.adapters.web.harness import GUEST, WebHarness, plain, web_harness

HERE = {"here": True, "since": None}


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """People who leave are away at once."""
    monkeypatch.setattr(presence, "_GRACE", 0.0)


@pytest.mark.usefixtures("at_once")
async def test_who_is_here_and_since_when_the_others_are_away(harness: WebHarness) -> None:
    """Everybody sees it, on the big board too; automatic players are neither."""
    async with harness.browser("Anna") as anna, harness.browser("Ben") as ben, harness.browser() as screen:
        address = await anna.open(bots=1)
        async with anna.at(address) as tab, screen.at(address, query="&watch") as board:
            await screen.get(tab.page["watch"])
            async with screen.at(tab.page["watch"]) as watching:
                async with ben.at(address) as second:
                    await second.say("join")
                    for each in (tab, second, board, watching):
                        await each.until(lambda each=each: each.presence == [HERE, None, HERE])  # type: ignore[misc]
                left = harness.clock.now()
                away = [HERE, None, {"here": False, "since": left}]
                for each in (tab, board, watching):
                    await each.until(lambda each=each: each.presence == away)  # type: ignore[misc]
                async with ben.at(address):
                    await tab.until(lambda: tab.presence == [HERE, None, HERE])


@pytest.mark.usefixtures("at_once")
async def test_two_tabs_are_here_until_both_are_closed(harness: WebHarness) -> None:
    """Somebody else at the same computer is here on their own."""
    async with harness.browser("Anna") as anna, harness.browser() as screen:
        address = await anna.open()
        async with screen.at(address, query="&watch") as board:
            async with anna.at(address), anna.at(address, tab=GUEST, name="Ben") as ben:
                async with anna.at(address):
                    await ben.say("join")
                    await board.until(lambda: board.presence == [HERE, HERE])
                await ben.say("bot")
                await board.until(lambda: board.presence == [HERE, HERE, None])
            await board.until(lambda: [seat and seat["here"] for seat in board.presence] == [False, False, None])


@pytest.mark.usefixtures("at_once")
async def test_two_processes(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each shows who is at the other one: tables and the desk of a workshop alike. A process that is killed tells
    nobody who left, so its people are here for a minute."""
    monkeypatch.setattr(exchange, "PAUSE", 0.0)
    stores = [await open_store(postgres_url) for _ in range(2)]
    async with (
        web_harness(stores[0]) as here,
        web_harness(stores[1], clock=here.clock) as there,
        here.browser("Anna") as anna,
        there.browser("Ben") as ben,
    ):
        address = await anna.open()
        async with anna.at(address) as tab:
            async with ben.at(address) as second:
                await second.say("join")
                for each in (tab, second):
                    await each.until(lambda each=each: each.presence == [HERE, HERE])  # type: ignore[misc]
            await tab.until(lambda: [seat and seat["here"] for seat in tab.presence] == [True, False])
            table, now = tab.page["table"], here.clock.now()
            page = await here.service.page_of(table)
            assert page is not None
            came = frozenset({(table, page.chairs[1].person)})
            await stores[1].part(PresenceStore).put_presence("killed", came, frozenset(), now + LEASE_SECONDS)
            await tab.until(lambda: tab.presence == [HERE, HERE])
            here.clock.advance(LEASE_SECONDS + 1)
            async with here.browser("Cleo") as cleo, cleo.at(address):
                await tab.until(lambda: [seat and seat["here"] for seat in tab.presence] == [True, False])
    for store in stores:
        await store.close()


async def test_arriving_and_leaving_sends_no_page(harness: WebHarness) -> None:
    """Only a short message, and none at all for visitors without a seat."""
    async with harness.browser("Anna") as anna, harness.browser("Eve") as eve, harness.browser() as screen:
        address = await anna.play()
        async with screen.at(address, query="&watch") as board:
            await board.until(lambda: board.presence)
            async with anna.at(address) as tab, eve.at(address):
                await board.until(lambda: board.presence[0] == HERE)
                assert (len(board.pages), len(board.of("presence"))) == (1, 2)
                assert len(board.raw[-1]) < 200
                assert tab.page["seat"] == 0


async def test_a_reload_is_not_an_absence(harness: WebHarness) -> None:
    """Others aren't told when a page is back within a moment."""
    async with harness.browser("Anna") as anna, harness.browser() as screen:
        address = await anna.play()
        async with screen.at(address, query="&watch") as board:
            async with anna.at(address):
                await board.until(lambda: board.presence and board.presence[0] == HERE)
            told = len(board.of("presence"))
            async with anna.at(address) as tab:
                await tab.say("board")
                await board.until(lambda: board.of("answer"))
            assert len(board.of("presence")) == told


async def test_people_on_other_platforms_are_never_away(harness: WebHarness) -> None:
    """The web table can't know."""
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        async with anna.at(address) as tab:
            (reply,) = await tab.say("link")
            code = plain(reply["text"]).partition("/scrum join ")[2].partition("`")[0]
            ben = Person("test:ben", "Ben")
            await harness.service.handle(Request("one", "test:lounge", ben, Typed(f"join {code}")))
            await tab.sees(lambda page: len(page["chairs"]) == 2)
            await tab.until(lambda: tab.presence == [HERE, None])


@pytest.mark.usefixtures("at_once")
async def test_the_next_table_of_the_room(harness: WebHarness) -> None:
    """Whoever is here is here at the next game too, in the seat that the change of colours gives them."""
    async with harness.browser("Anna") as anna:
        address = await anna.play("rugby")
        async with anna.at(address) as tab:
            first = tab.page["table"]
            await tab.say("end sure")
            await tab.sees(lambda page: page["phase"] == "over")
            await tab.press(tab.act("Play again"))
            await tab.sees(lambda page: page["table"] != first)
            await tab.say("status")
            assert tab.presence == [None, HERE]


@pytest.mark.usefixtures("at_once")
async def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest departures are forgotten, and nothing else is kept of a table that nobody looks at."""
    monkeypatch.setattr(presence, "_MAX_REMEMBERED", 2)
    book = Presence(lambda: 7.0)
    for person in ("a", "b", "c"):
        book.arrive("table", person)
        book.leave("table", person)
        await asyncio.sleep(0.001)  # the event loop gets to it
    assert [book.away_since("table", person) for person in ("a", "b", "c")] == [None, 7.0, 7.0]
    assert (book._pages, book._leaving) == ({}, {})
