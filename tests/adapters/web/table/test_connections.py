"""What browsers receive while connected, after a lost connection, and after a restart of the server."""

import asyncio
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

import pytest

from adapters.web import texts as ui_texts
from adapters.web.table import websocket
from bot.kernel.messages import Page, Person
from bot.kernel.store import Store, StoreUnavailable
from bot.kernel.table import texts as notices
from bot.kernel.table.catalogue import listed_games
from bot.kernel.table.journal import fold
from storage import open_store
from tests.adapters.web.harness import GUEST, Tab, WebHarness, plain, web_harness
from tests.bot.harness import FlakyStore
from tests.bot.kernel.test_store_away import EVERYTHING


async def move(tab: Tab) -> None:
    """Make one move of the awaited player and return the next page."""
    sequence = tab.page["sequence"]
    await tab.press(tab.page["acts"][0], "It fits.")
    await tab.after(sequence)


async def test_no_line_is_missed(harness: WebHarness) -> None:
    """A browser that reconnects gets exactly the lines it missed; a new one gets all of them."""
    async with harness.browser("Anna") as anna, harness.browser() as watcher:
        address = await anna.play()
        async with anna.at(address) as tab:
            async with watcher.at(address, query="&watch") as first:
                await move(tab)
                await first.sees(lambda page: page["sequence"] == tab.page["sequence"])
                seen = first.page["sequence"]
                before = first.feed
            await move(tab)
            await move(tab)
            async with watcher.at(address, query=f"&watch&after={seen}") as again:
                between = again.feed
            async with watcher.at(address, query="&watch") as new:
                assert new.feed == before + between
                assert between
                assert all(sequence > seen for sequence, _ in between)
                assert new.feed == tab.feed
            async with watcher.at(address, query="&watch&after=999999") as strange:
                assert strange.feed == tab.feed  # it had seen another table


async def test_a_restart(sqlite_url: str) -> None:
    """After a restart the browser reconnects, has its seat, has missed nothing and can continue."""
    store = await open_store(sqlite_url)
    async with web_harness(store) as harness, harness.browser("Anna") as anna:
        address = await anna.play()
        async with anna.at(address) as tab:
            await move(tab)
            before, feed, old = tab.page, tab.feed, tab.page["acts"][0]
        cookies = anna.cookies
    await store.close()
    store = await open_store(sqlite_url)
    async with (
        web_harness(store, port=harness.port, clock=harness.clock) as after,
        after.browser("Anna", cookies) as anna,
        anna.at(address, query=f"&after={before['sequence']}") as tab,
    ):
        assert (tab.page["seat"], tab.page["sequence"], tab.feed) == (0, before["sequence"], [])
        assert {**tab.page, "feed": [], "steps": []} == {**before, "feed": [], "steps": []}
        assert tab.page["steps"] == []  # nothing is played twice
        assert await tab.press(old, "It fits.") == []  # a button from before the restart
        await tab.after(before["sequence"])
        async with anna.at(address) as new:
            assert new.feed == feed + tab.feed
    await store.close()


async def test_stopping_closes_connections(sqlite_store: Store) -> None:
    """The connection is closed with 1001, so that the page reconnects."""
    async with AsyncExitStack() as stack:
        async with web_harness(sqlite_store) as harness:
            anna = await stack.enter_async_context(harness.browser("Anna"))
            tab = await stack.enter_async_context(anna.at(await anna.play()))
            assert harness.adapter.live == 1
        await tab.until(lambda: tab.closed is not None)
        assert tab.closed == 1001
        assert harness.adapter.live == 0


async def test_a_request_sent_twice_counts_once(harness: WebHarness) -> None:
    """A request sent again after a lost connection has the same id; it is answered but not repeated."""
    async with harness.browser("Anna") as anna:
        address = await anna.play()
        async with anna.at(address) as tab:
            choice, sequence = tab.page["acts"][0], tab.page["sequence"]
            assert await tab.press(choice, "It fits.", number="the-only-one") == []
            after = (await tab.after(sequence))["sequence"]
        async with anna.at(address) as tab:
            (reply,) = await tab.press(choice, "It fits.", number="the-only-one")
            assert plain(reply["text"])
            assert tab.page["sequence"] == after


async def test_the_next_game_in_the_same_room(harness: WebHarness) -> None:
    """Everybody sees the new table with its own feed; the first game's film and links still work."""
    async with harness.browser("Anna") as anna, harness.browser() as watcher:
        address = await anna.play()
        async with anna.at(address) as tab, watcher.at(address, query="&watch") as other:
            first = tab.page["table"]
            await tab.say("end sure")
            over = await tab.sees(lambda page: page["phase"] == "over")
            await tab.press(tab.act("Play again"))
            for each in (tab, other):
                page = await each.sees(lambda page: page["table"] != first)
                assert page["phase"] == "lobby"
                assert page["feed"][0]["sequence"] <= page["sequence"]
                assert "is open" in plain(page["feed"][0]["text"])
                assert [chair["name"] for chair in page["chairs"]] == [chair["name"] for chair in over["chairs"]]
            sequence = tab.page["sequence"]
            await tab.say("bot")
            await other.sees(lambda page: page["table"] != first and page["sequence"] > sequence)
        assert (await anna.get(f"{over['watch']}/steps"))[0] == 200


async def test_a_table_of_another_platform(harness: WebHarness) -> None:
    """It can be watched live by its link, but not played."""
    async with harness.browser("Anna") as anna, harness.browser("Eve") as eve:
        address = await anna.play()
        async with anna.at(address) as tab, eve.at(tab.page["watch"]) as watching:
            await move(tab)
            page = await watching.sees(lambda page: page["sequence"] == tab.page["sequence"])
            assert (page["seat"], page["address"], page["watch"]) == (None, tab.page["watch"], tab.page["watch"])
            assert address not in "".join(watching.raw)  # watchers don't get the address for playing
            (refusal,) = await watching.say("join")
            assert plain(refusal["text"]) == str(ui_texts.ONLY_WATCHING)
            assert len(watching.page["chairs"]) == 3


async def test_a_public_answer(harness: WebHarness) -> None:
    """Everybody in the room sees the answer to `stats`."""
    async with harness.browser("Anna") as anna, harness.browser() as watcher:
        address = await anna.play()
        async with anna.at(address) as tab, watcher.at(address, query="&watch") as other:
            (reply,) = await tab.say("stats")
            assert "The Scrum Game" in plain(reply["text"])
            await other.until(lambda: other.of("answer"))
            assert [(each["id"], each["replies"]) for each in other.of("answer")] == [("", [reply])]
            assert len(tab.of("answer")) == 1


async def test_a_page_for_watchers_that_cannot_be_made(harness: WebHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is told, players aren't concerned, and the next page has everything."""
    find = harness.service.page

    async def page(room: str, person: Person | None, after: int = 0) -> Page | None:
        if person is None:
            raise ValueError("a drawing is broken")
        return await find(room, person, after)

    async with harness.browser("Anna") as anna, harness.browser() as watcher:
        address = await anna.play()
        async with (
            anna.at(address) as tab,
            watcher.at(address, query="&watch") as one,
            watcher.at(address, query="&watch") as other,
        ):
            monkeypatch.setattr(harness.service, "page", page)
            await move(tab)
            for each in (one, other):
                await each.until(lambda each=each: each.of("problem"))  # type: ignore[misc]
            monkeypatch.undo()
            await move(tab)
            for each in (one, other):
                await each.sees(lambda page: page["sequence"] == tab.page["sequence"])
                assert each.feed == tab.feed


async def test_the_time_of_a_page_is_exact(harness: WebHarness) -> None:
    """Clocks count down from it: if it were rounded, five minutes might start at 5:01."""
    harness.clock.advance(0.25)
    async with harness.browser("Anna") as anna, anna.at(await anna.open()) as tab:
        assert tab.page["now"] == harness.clock.now()


async def test_completion(harness: WebHarness) -> None:
    """Completions are the same as everywhere."""
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        async with anna.at(address) as tab:
            await tab.send({"type": "complete", "line": "sta"})
            await tab.until(lambda: tab.of("completions"))
            (found,) = tab.of("completions")
            assert found["line"] == "sta"
            assert {"start", "status"} <= {each["value"] for each in found["found"]}


async def test_a_slow_browser_delays_nobody(harness: WebHarness) -> None:
    """While it doesn't read, it is sent nothing; then it gets the newest page with every line in between."""
    async with harness.browser("Anna") as anna, harness.browser() as watcher:
        address = await anna.play()
        async with anna.at(address) as tab, watcher.session.ws_connect(f"{address}/socket?watch") as slow:
            await slow.send_str('{"type":"hello"}')
            for _ in range(5):
                await move(tab)
            feed = []
            async for message in slow:
                page = message.json()
                if page["type"] != "page":
                    continue
                feed += [(line["sequence"], plain(line["text"])) for line in page["feed"]]
                if page["sequence"] == tab.page["sequence"]:
                    break
            assert feed == tab.feed


async def test_the_database_is_unavailable(sqlite_store: Store) -> None:
    """New visitors get 503 with a sentence, /readyz reports it, and everything works again afterwards."""
    store = FlakyStore(sqlite_store)
    async with web_harness(store) as harness, harness.browser("Anna") as anna:
        address = await anna.play()
        assert await anna.get("/readyz") == (200, "ok\n")
        store.cut = frozenset({"append", "events", "room", "ready", "table", "version"})
        assert await anna.get("/readyz") == (503, "The database isn't responding.\n")
        assert (await anna.get("/healthz"))[0] == 200
        async with anna.session.get(f"{address}/export.json") as answer:
            assert answer.status == 503
        store.cut = frozenset()
        async with anna.at(address) as tab:
            await move(tab)
            store.cut = frozenset({"append", "events"})
            (reply,) = await tab.press(tab.page["acts"][0], "It fits.", number="kept-number")
            assert plain(reply["text"]) == str(notices.DATABASE_UNREACHABLE)
            store.cut = frozenset()
            sequence = tab.page["sequence"]
            await tab.press(tab.page["acts"][0], "It fits.", number="kept-number")
            await tab.after(sequence)
        assert (await anna.get("/readyz"))[0] == 200


@pytest.mark.parametrize("stored", range(3))
async def test_a_database_that_fails_while_a_table_is_opened(sqlite_store: Store, stored: int) -> None:
    """503 and no table, or a complete one that can be started later: never a table without its automatic players."""
    store = FlakyStore(sqlite_store)
    appends = count()
    seats = next(game.good_seats for game in listed_games() if game.key == "sprint")

    async def fail(_: object) -> None:
        if next(appends) >= stored:
            raise StoreUnavailable("the disk is full")

    async with web_harness(store) as harness, harness.browser("Anna") as anna:
        store.before_append = fail
        status, _ = await anna.post("/play", {"game": "sprint", "name": "Anna", "tab": "firsttab"})
        assert status == (201 if stored else 503)
        for record in await sqlite_store.find_tables():
            standing = fold(await sqlite_store.events(record.id))
            assert standing is not None
            assert len(standing.table.seats) == seats
            assert standing.playing == (stored == 2)
        assert len(await sqlite_store.find_tables()) == bool(stored)


async def test_leaving_while_connecting(
    harness: WebHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Closing a page while it connects causes no error, and nothing is kept."""
    asked, left, find = asyncio.Event(), asyncio.Event(), harness.service.page

    async def slowly(*which: Any) -> Page | None:
        asked.set()
        await left.wait()
        return await find(*which)

    async with harness.browser("Anna") as anna:
        address = await anna.play()
        monkeypatch.setattr(harness.service, "page", slowly)
        connecting = asyncio.create_task(anna.session.ws_connect(f"{address}/socket"))
        await asked.wait()
        connecting.cancel()
        await asyncio.wait({connecting})
        assert anna.session.connector is not None
        await anna.session.connector.close()
        await asyncio.sleep(0.05)  # give the server time to notice
        left.set()
        while harness.adapter.live:  # noqa: ASYNC110  # the server notices in its own time, and tells nobody
            await asyncio.sleep(0)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    assert harness.adapter._connections._hubs == {}


async def test_nothing_is_kept_after_leaving(harness: WebHarness) -> None:
    """No connection, follower or page is kept for a table without viewers."""
    async with harness.browser("Anna") as anna:
        address = await anna.play()
        async with anna.at(address), anna.at(address, tab=GUEST):
            assert harness.adapter.live == 2
        while harness.adapter.live:  # noqa: ASYNC110  # the server notices in its own time, and tells nobody
            await asyncio.sleep(0)
        live = harness.adapter._connections
        assert (live._hubs, live._connected, live._finishing) == ({}, {}, set())


async def test_two_processes(postgres_url: str) -> None:
    """With two servers on one PostgreSQL, moves at one are seen at the other, and a seat is valid at both."""
    one, other = await open_store(postgres_url), await open_store(postgres_url)
    async with web_harness(one) as here, web_harness(other, clock=here.clock) as there, here.browser("Anna") as anna:
        address = await anna.play()
        async with (
            there.browser("Anna", anna.cookies) as again,
            anna.at(address) as tab,
            again.at(address) as same,
            again.at(address, query="&watch") as watching,
        ):
            assert same.page["seat"] == 0
            await move(tab)
            for each in (same, watching):
                page = await each.sees(lambda page: page["sequence"] == tab.page["sequence"])
                assert page["board"] is not None
            assert watching.feed == same.feed == tab.feed
            (seen,) = await same.say("stats")  # a public answer, without news since that move
            await watching.until(lambda: watching.of("answer"))
            assert watching.of("answer")[0]["replies"] == [seen]
            await move(same)
            await tab.sees(lambda page: page["sequence"] == same.page["sequence"])
    await one.close()
    await other.close()


async def test_the_next_game_is_opened_at_another_process(postgres_url: str) -> None:
    """A room's next table, opened at one server, is seen at the other by those who were there, and so are its moves."""
    one, other = await open_store(postgres_url), await open_store(postgres_url)
    async with web_harness(one) as here, web_harness(other, clock=here.clock) as there, here.browser("Anna") as anna:
        address = await anna.play()
        async with (
            there.browser() as watcher,
            anna.at(address) as tab,
            watcher.at(address, query="&watch") as watching,
        ):
            first = tab.page["table"]
            await tab.say("end sure")
            await watching.sees(lambda page: page["phase"] == "over")
            await tab.say("new sprint")
            await watching.sees(lambda page: page["table"] != first)
            await tab.say("bot")
            await watching.sees(lambda page: len(page["chairs"]) == 2)
    await one.close()
    await other.close()


async def test_a_page_that_connects_while_the_database_is_away(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its hello isn't lost: once the database is back, the page is its person's, without connecting again."""
    monkeypatch.setattr(websocket, "RETRY_SECONDS", 0.05)
    store = FlakyStore(sqlite_store)
    async with web_harness(store) as harness, harness.browser("Anna") as anna, harness.browser() as watcher:
        address = await anna.play()
        async with watcher.at(address, query="&watch"):  # the table is being looked at: nothing has to be read first
            store.cut = EVERYTHING
            async with anna.at(address, greets=False) as tab:
                await tab.send({"type": "hello", "name": "Anna"})
                await tab.until(lambda: tab.of("problem"))
                assert tab.of("you") == []
                await tab.send({"type": "say", "id": "first-try", "line": "status"})
                await tab.until(lambda: tab.of("answer"))
                assert plain(tab.of("answer")[0]["replies"][0]["text"]) == str(ui_texts.UNAVAILABLE)
                store.cut = frozenset()
                await tab.until(lambda: tab.of("you") and tab.pages)
                assert tab.of("you")[-1]["seated"] == "Anna"
                assert tab.page["seat"] == 0
                await move(tab)
