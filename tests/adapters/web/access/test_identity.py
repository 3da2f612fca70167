"""Who a browser is: it comes back to its seat, lends its computer to somebody else, and knows its own tables."""

from typing import Any

import pytest

from adapters.web.access.identity import Identity, Session
from bot.kernel.messages import Called, Person, Request, Typed
from bot.kernel.store import Store
from bot.kernel.table.catalogue import LINE_LIMIT
from storage import open_store
from tests.adapters.web.harness import GUEST, Browser, Data, WebHarness, plain, web_harness

FORMER_TAB = "firsttab"  # before, every tab was a person of its own


def you(received: list[Data]) -> Data:
    return [message for message in received if message["type"] == "you"][-1]


async def test_a_closed_tab_comes_back_to_its_seat(harness: WebHarness) -> None:
    """Also without a name, which the table knows; the page learns who it is."""
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        async with anna.at(address) as tab:
            assert (tab.page["seat"], you(tab.received)["seated"]) == (0, "Anna")
        async with anna.at(address, name="") as tab:
            assert (tab.page["seat"], tab.page["host"], you(tab.received)["seated"]) == (0, True, "Anna")
            assert await tab.say("bot") == []


async def test_a_restart_forgets_nobody(sqlite_url: str) -> None:
    """The cookie is enough, and the page is as it was."""
    store = await open_store(sqlite_url)
    async with web_harness(store) as harness, harness.browser("Anna") as anna:
        address, cookies = await anna.play("scrumkin"), anna.cookies
        async with anna.at(address) as tab:
            before = tab.page
    await store.close()
    store = await open_store(sqlite_url)
    async with (
        web_harness(store, port=harness.port, clock=harness.clock) as after,
        after.browser("", cookies) as anna,
        anna.at(address) as tab,
    ):
        assert tab.page == before
        assert tab.page["held"]
    await store.close()


async def test_two_tabs_of_one_person(harness: WebHarness) -> None:
    """Both show the same seat and hand, either can play, and a request counts once."""
    async with harness.browser("Anna") as anna:
        address = await anna.play("scrumkin")
        async with anna.at(address) as one, anna.at(address) as other:
            assert one.page["held"] == other.page["held"] != []
            sequence = one.page["sequence"]
            assert await other.press(other.page["acts"][0], number="the-same-press") == []
            await one.after(sequence)
            await one.press(one.page["acts"][0], number="the-same-press")
            assert (await other.sees(lambda page: page["sequence"] >= one.page["sequence"]))["seat"] == 0


async def test_somebody_else_at_this_computer(harness: WebHarness) -> None:
    """They have a name and a seat of their own; the browser's other tabs can offer to continue as them."""
    async with harness.browser("Anna") as anna:
        address = await anna.open("rugby")
        async with anna.at(address, tab=GUEST, name="Ben") as ben:
            assert ben.page["seat"] is None
            await ben.say("join")
            await ben.sees(lambda page: page["seat"] == 1)
        async with anna.at(address) as tab:
            assert tab.page["seat"] == 0
            assert you(tab.received)["others"] == [{"tab": GUEST, "name": "Ben"}]
        async with anna.at(address, tab=GUEST, name="") as ben:
            assert (ben.page["seat"], you(ben.received)["others"]) == (1, [])
        async with harness.browser("Eve") as eve, eve.at(address, tab=GUEST, name="Ben") as other:
            assert other.page["seat"] is None  # a tab's id is nothing without its browser's cookie
            assert GUEST not in "".join(other.raw)


async def test_a_seat_from_before_is_found_again(harness: WebHarness) -> None:
    """It belongs to a tab of this browser, which may be closed; pages that are still open use it as before."""
    async with harness.browser("Anna") as anna, harness.browser("Eve") as eve:
        address = await anna.open(tab=FORMER_TAB)
        async with anna.at(address, tab=FORMER_TAB) as tab:
            assert tab.page["seat"] == 0
        async with anna.at(address) as tab:
            assert (tab.page["seat"], tab.page["host"], you(tab.received)["seated"]) == (0, True, "Anna")
            await tab.say("bot")
            await tab.say("start")
            await tab.sees(lambda page: page["phase"] == "playing")
        async with anna.at(address, tab=GUEST, name="Ben") as tab:
            assert tab.page["seat"] is None
        async with eve.at(address) as tab:
            assert tab.page["seat"] is None


def test_an_identity_is_never_another_browser_s() -> None:
    """Neither by its tab nor by a person's id that begins alike."""
    mine, longer = Session("A" * 22), Session("A" * 22 + "B")
    assert Identity(mine).id == f"web:{'A' * 22}"
    assert Identity(mine, GUEST).id == f"web:{'A' * 22}.{GUEST}"
    assert Identity(mine)._tab_of(longer.person("firsttab")) == ""
    assert Identity(mine)._tab_of(mine.person("firsttab")) == "firsttab"


# --- own tables ----------------------------------------------------------------------------------------------------


async def mine(browser: Browser) -> list[Any]:
    async with browser.session.get("/mine") as answer:
        assert answer.status == 200
        found: list[Any] = await answer.json()
        return found


async def test_the_front_page_knows_your_tables(harness: WebHarness) -> None:
    """Running ones with whose turn it is, yours first; nobody else sees them."""
    async with harness.browser("Anna") as anna, harness.browser("Ben") as ben:
        assert await mine(anna) == []
        waiting, lobby = await anna.play(), await anna.open("rugby")
        async with ben.at(lobby) as tab:
            await tab.say("join")
            async with anna.at(lobby) as first:
                await first.say("start")
                await first.sees(lambda page: page["phase"] == "playing")
        assert {each["address"] for each in await mine(anna)} == {waiting, lobby}
        assert all(each["awaited"] for each in await mine(anna))
        assert await mine(ben) == [
            {
                "address": lobby,
                "title": "Scrum Rugby",
                "phase": "playing",
                "awaited": False,
                "waiting": ["Anna"],
                "players": ["Anna"],
            }
        ]
        async with anna.at(waiting) as tab:
            await tab.say("end sure")
        assert [each["address"] for each in await mine(anna)] == [lobby]


async def test_a_table_that_is_only_in_chat_has_no_address(harness: WebHarness, sqlite_store: Store) -> None:
    """Nothing leads there from the browser, so it isn't listed."""
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        person = Person(session_of(anna).person(), "Anna")
        await harness.service.handle(Request("one", "test:lounge", person, Typed("new rugby")))
        assert [each["address"] for each in await mine(anna)] == [address]


async def test_asking_for_your_tables_too_often(harness: WebHarness) -> None:
    """Each browser has its own limit."""
    async with harness.browser("Anna") as anna, harness.browser("Ben") as ben:
        for _ in range(30):
            await mine(anna)
        assert (await anna.get("/mine"))[0] == 429
        assert await mine(ben) == []


# --- names ---------------------------------------------------------------------------------------------------------


async def test_a_new_name_is_seen_at_once(harness: WebHarness) -> None:
    """By everybody at the table, without an event; the old one isn't used again when the page comes back."""
    async with harness.browser("Anna") as anna, harness.browser("Ben") as ben:
        address = await anna.open()
        async with anna.at(address) as tab, ben.at(address, query="&watch") as watcher:
            sequence = tab.page["sequence"]
            (reply,) = await tab.say("name Annie")
            assert "Annie" in plain(reply["text"])
            page = await watcher.sees(lambda page: page["chairs"][0]["name"] == "Annie")
            assert page["sequence"] == sequence
        async with anna.at(address) as tab:  # the page still says hello as Anna
            assert you(tab.received)["seated"] == "Annie"


@pytest.mark.parametrize("name", ["<b>x</b>", "\u202e\u0000", "x" * LINE_LIMIT, "Ben"])
async def test_hostile_new_names(harness: WebHarness, name: str) -> None:
    """They are cleaned like those that people sit down with, and never taken twice."""
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        async with anna.at(address) as tab, anna.at(address, tab=GUEST, name="Ben") as ben:
            await ben.say("join")
            person = Person(session_of(anna).person(), "Anna")
            await harness.service.handle(Request("one", f"web:{address[3:]}", person, Called("name", {"name": name})))
            names = [chair["name"] for chair in (await tab.sees(lambda page: len(page["chairs"]) == 2))["chairs"]]
            assert len({each.casefold() for each in names}) == 2
            assert all(each.isprintable() and 0 < len(each) <= 44 for each in names)


def session_of(browser: Browser) -> Session:
    ((_, cookie),) = browser.cookies.items()
    return Session(cookie.partition(".")[0])
