"""What arrives while people look, after a lost connection and after a restart of the server."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest

from adapters.web import shapes, words
from bot.messages import Page
from bot.ports import Store
from bot.texts import notices
from storage import open_store
from tests.adapters.web.parts import House, Tab, opened, plain
from tests.bot.harness import FlakyStore


async def move(tab: Tab) -> None:
    """One move of whoever is awaited, and the page after it."""
    sequence = tab.page["sequence"]
    await tab.press(tab.page["choices"][0], "It fits.")
    await tab.behind(sequence)


async def test_nobody_misses_a_line(house: House) -> None:
    """Whoever was away gets exactly the lines in between; somebody new gets all of them."""
    async with house.browser("Anna") as anna, house.browser() as watcher:
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
                assert strange.feed == tab.feed  # that was another table


async def test_a_restart(sqlite_url: str) -> None:
    """The same database and port: the browser connects again, has its seat, misses nothing and plays on."""
    store = await open_store(sqlite_url)
    async with opened(store) as house, house.browser("Anna") as anna:
        address = await anna.play()
        async with anna.at(address) as tab:
            await move(tab)
            before, feed, old = tab.page, tab.feed, tab.page["choices"][0]
        cookies = anna.cookies
    await store.close()
    store = await open_store(sqlite_url)
    async with (
        opened(store, port=house.port, clock=house.clock) as after,
        after.browser("Anna", cookies) as anna,
        anna.at(address, query=f"&after={before['sequence']}") as tab,
    ):
        assert (tab.page["seat"], tab.page["sequence"], tab.feed) == (0, before["sequence"], [])
        assert {**tab.page, "feed": []} == {**before, "feed": []}
        assert await tab.press(old, "It fits.") == []  # a button of before the restart
        await tab.behind(before["sequence"])
        async with anna.at(address) as new:
            assert new.feed == feed + tab.feed
    await store.close()


async def test_the_browser_is_told_when_the_server_stops(sqlite_store: Store) -> None:
    """The connection is closed properly (1001), so that the page knows to connect again."""
    async with AsyncExitStack() as stack:
        async with opened(sqlite_store) as house:
            anna = await stack.enter_async_context(house.browser("Anna"))
            tab = await stack.enter_async_context(anna.at(await anna.play()))
            assert house.adapter.live == 1
        await tab.until(lambda: tab.closed is not None)
        assert tab.closed == 1001
        assert house.adapter.live == 0


async def test_sent_twice_counts_once(house: House) -> None:
    """What the page sends again after a lost connection has the same number, and is answered but not done again."""
    async with house.browser("Anna") as anna:
        address = await anna.play()
        async with anna.at(address) as tab:
            choice, sequence = tab.page["choices"][0], tab.page["sequence"]
            assert await tab.press(choice, "It fits.", number="the-only-one") == []
            after = (await tab.behind(sequence))["sequence"]
        async with anna.at(address) as tab:
            (reply,) = await tab.press(choice, "It fits.", number="the-only-one")
            assert plain(reply["text"])
            assert tab.page["sequence"] == after


async def test_the_next_game_in_the_same_room(house: House) -> None:
    """Everybody who looks is taken along, with a feed of its own; films and links of the first game stay."""
    async with house.browser("Anna") as anna, house.browser() as watcher:
        address = await anna.play()
        async with anna.at(address) as tab, watcher.at(address, query="&watch") as other:
            first = tab.page["table"]
            await tab.say("end")
            over = await tab.sees(lambda page: page["phase"] == "over")
            await tab.press(tab.choice("Go again"))
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


async def test_a_table_of_another_platform(house: House) -> None:
    """It can be watched by its link, live, and nothing else."""
    async with house.browser("Anna") as anna, house.browser("Eve") as eve:
        address = await anna.play()
        async with anna.at(address) as tab, eve.at(tab.page["watch"]) as watching:
            await move(tab)
            page = await watching.sees(lambda page: page["sequence"] == tab.page["sequence"])
            assert (page["seat"], page["address"], page["watch"]) == (None, tab.page["watch"], tab.page["watch"])
            assert address not in "".join(watching.raw)  # whoever watches is not invited to play
            (refusal,) = await watching.say("join")
            assert plain(refusal["text"]) == words.ONLY_WATCHING
            assert len(watching.page["chairs"]) == 3


async def test_what_the_room_is_shown_without_news(house: House) -> None:
    """`verify` is answered to whoever asked, and everybody else in the room sees it as well."""
    async with house.browser("Anna") as anna, house.browser() as watcher:
        address = await anna.play()
        async with anna.at(address) as tab, watcher.at(address, query="&watch") as other:
            (reply,) = await tab.say("verify")
            assert "Fingerprint" in plain(reply["text"])
            await other.until(lambda: other.of("answer"))
            assert [(each["id"], each["replies"]) for each in other.of("answer")] == [("", [reply])]
            assert len(tab.of("answer")) == 1


def test_the_time_of_a_page_is_exact() -> None:
    """Clocks count down from it: rounded, five minutes would begin with 5:01 every other time."""
    assert json.loads(shapes.message("{}", [], 1_700_000_000.25).replace(b",}", b"}"))["now"] == 1_700_000_000.25


async def test_completion(house: House) -> None:
    """What could be typed next, as everywhere."""
    async with house.browser("Anna") as anna:
        address = await anna.open()
        async with anna.at(address) as tab:
            await tab.send({"type": "complete", "line": "sta"})
            await tab.until(lambda: tab.of("completions"))
            (found,) = tab.of("completions")
            assert found["line"] == "sta"
            assert {"start", "status"} <= {each["value"] for each in found["found"]}


async def test_a_slow_browser_holds_up_nobody(house: House) -> None:
    """It is sent nothing while it does not read; then it gets the newest page with every line in between."""
    async with house.browser("Anna") as anna, house.browser() as watcher:
        address = await anna.play()
        async with anna.at(address) as tab, watcher.session.ws_connect(f"{address}/socket?watch") as slow:
            await slow.send_str('{"type":"hello"}')
            for _ in range(5):
                await move(tab)
            feed = []
            async for message in slow:
                page = message.json()
                feed += [(line["sequence"], plain(line["text"])) for line in page["feed"]]
                if page["sequence"] == tab.page["sequence"]:
                    break
            assert feed == tab.feed


async def test_the_database_is_away(sqlite_store: Store) -> None:
    """New visitors get a sentence and 503, /readyz says it, and everything goes on when it is back."""
    store = FlakyStore(sqlite_store)
    async with opened(store) as house, house.browser("Anna") as anna:
        address = await anna.play()
        assert await anna.get("/readyz") == (200, "ok\n")
        store.cut = frozenset({"append", "events", "room", "next_timer", "table"})
        assert await anna.get("/readyz") == (503, "The database isn't responding.\n")
        assert (await anna.get("/healthz"))[0] == 200
        async with anna.session.get(f"{address}/export.json") as answer:
            assert answer.status == 503
        store.cut = frozenset()
        async with anna.at(address) as tab:
            await move(tab)
            store.cut = frozenset({"append", "events"})
            (reply,) = await tab.press(tab.page["choices"][0], "It fits.", number="kept-number")
            assert plain(reply["text"]) == notices.DATABASE_UNREACHABLE
            store.cut = frozenset()
            sequence = tab.page["sequence"]
            await tab.press(tab.page["choices"][0], "It fits.", number="kept-number")
            await tab.behind(sequence)
        assert (await anna.get("/readyz"))[0] == 200


async def test_whoever_leaves_before_they_are_let_in(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A page that is closed while it connects is no fault, and nothing is kept of it."""
    asked, left, find = asyncio.Event(), asyncio.Event(), house.service.page

    async def slowly(*which: Any) -> Page | None:
        asked.set()
        await left.wait()
        return await find(*which)

    async with house.browser("Anna") as anna:
        address = await anna.play()
        monkeypatch.setattr(house.service, "page", slowly)
        connecting = asyncio.create_task(anna.session.ws_connect(f"{address}/socket"))
        await asked.wait()
        connecting.cancel()
        await asyncio.wait({connecting})
        assert anna.session.connector is not None
        await anna.session.connector.close()
        await asyncio.sleep(0.05)  # for the server to notice; if it has not, it sends to somebody who has gone
        left.set()
        while house.adapter.live:  # noqa: ASYNC110  # the server notices in its own time, and tells nobody
            await asyncio.sleep(0)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    assert house.adapter._live._hubs == {}


async def test_whoever_leaves_is_forgotten(house: House) -> None:
    """No connection, no follower and no page is kept for a table at which nobody looks."""
    async with house.browser("Anna") as anna:
        address = await anna.play()
        async with anna.at(address), anna.at(address, tab="secondtab"):
            assert house.adapter.live == 2
        while house.adapter.live:  # noqa: ASYNC110  # the server notices in its own time, and tells nobody
            await asyncio.sleep(0)
        live = house.adapter._live
        assert (live._hubs, live._connected, live._finishing) == ({}, {}, set())


async def test_two_processes(postgres_url: str) -> None:
    """Two servers on one PostgreSQL: what is played at one is seen at the other, and a seat is a seat at both."""
    one, other = await open_store(postgres_url), await open_store(postgres_url)
    async with opened(one) as here, opened(other, clock=here.clock) as there, here.browser("Anna") as anna:
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
            (seen,) = await same.say("verify")  # no news, though nothing was told here since that move
            await watching.until(lambda: watching.of("answer"))
            assert watching.of("answer")[0]["replies"] == [seen]
            await move(same)
            await tab.sees(lambda page: page["sequence"] == same.page["sequence"])
    await one.close()
    await other.close()
