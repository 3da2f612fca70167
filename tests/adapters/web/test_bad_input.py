"""Bad input from a browser, or something that claims to be one, is refused and does no harm."""

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.web.middleware import MAX_BYTES as MAX_POSTED
from adapters.web.middleware import HttpProblem
from adapters.web.table.front import OpenTableForm, PlayNowForm, read
from adapters.web.table.websocket import BURST, MAX_BYTES, MAX_IGNORED, MESSAGES, Complete, Hello, Press, Say
from adapters.web.texts import BAD_MESSAGE, NAME_FIRST, ONLY_WATCHING, TOO_FAST
from tests.adapters.web.harness import GUEST, Tab, WebHarness, plain

NONSENSE = [
    "",
    "null",
    "[]",
    "{}",
    '"hello"',
    "{",
    "\x00",
    '{"type":"fly"}',
    '{"type":["say"]}',
    '{"type":"say"}',
    '{"type":"say","id":"12345678"}',
    '{"type":"say","id":"short","line":"roll"}',
    '{"type":"say","id":"12345678\\n","line":"roll"}',
    '{"type":"say","id":"12345678","line":7}',
    '{"type":"say","id":"12345678","line":"\\ud800"}',
    '{"type":"press","id":"12345678","button":null}',
    '{"type":"hello","name":{"first":"Anna"}}',
    '{"type":"hello","name":NaN}',
    '{"type":"complete","line":1e999}',
    "[" * 5000,
    '{"a":' * 3000,
    "9" * 5000,
]


@pytest.fixture
async def tab(harness: WebHarness) -> AsyncIterator[Tab]:
    """A person in their own lobby."""
    async with harness.browser("Anna") as anna, anna.at(await anna.open()) as tab:
        yield tab


@pytest.mark.parametrize("message", NONSENSE)
async def test_malformed_messages(tab: Tab, message: str) -> None:
    """Each is answered with a sentence, and the connection stays open."""
    await tab.socket.send_str(message)
    await tab.until(lambda: tab.of("problem"))
    assert tab.of("problem")[-1]["text"] == str(BAD_MESSAGE)
    assert await tab.say("bot") == []


@pytest.mark.parametrize(
    "button", ["", ":", "a:b:c", "{table}:1:0", "{table}:999999:0", "{table}:2:-1", "{table}:2:99", "x" * 5000]
)
async def test_forged_buttons(tab: Tab, button: str) -> None:
    """They get a polite answer, and nothing happens."""
    sequence = tab.page["sequence"]
    assert await tab.press({"button": button.format(table=tab.page["table"])})
    assert tab.page["sequence"] == sequence


async def test_a_message_that_is_too_long(tab: Tab) -> None:
    """It closes the connection; the page reconnects."""
    await tab.send({"type": "say", "id": "12345678", "line": "x" * MAX_BYTES})
    await tab.until(lambda: tab.closed is not None)
    assert tab.closed == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def test_bytes_instead_of_text(tab: Tab) -> None:
    """Binary messages close the connection: our pages send only text."""
    await tab.socket.send_bytes(b"\x00\x01")
    await tab.until(lambda: tab.closed is not None)


async def test_a_flood(tab: Tab) -> None:
    """Excess messages are ignored with one warning; a browser that doesn't stop is disconnected."""
    for number in range(BURST + 30):
        await tab.send({"type": "complete", "line": f"{number}"})
    await tab.until(lambda: tab.of("problem"))
    assert tab.of("problem")[-1]["text"] == str(TOO_FAST)
    for _ in range(50 * MAX_IGNORED):
        if tab.closed is not None or tab.socket.closed:
            break
        await tab.send({"type": "complete", "line": ""})
    await tab.until(lambda: tab.closed is not None)
    assert tab.closed == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_watchers_and_nameless_visitors_cannot_act(harness: WebHarness) -> None:
    """Without a name, or on a page for watching, every request is refused."""
    async with harness.browser("Anna") as anna, harness.browser() as eve:
        address = await anna.open()
        for browser, query, name, sentence in ((eve, "", "", NAME_FIRST), (anna, "&watch", "Anna", ONLY_WATCHING)):
            async with browser.at(address, name=name, query=query) as tab:
                assert tab.page["seat"] is None
                for replies in (await tab.say("end sure"), await tab.press({"button": "x:1:0"})):
                    assert [plain(reply["text"]) for reply in replies] == [str(sentence)]
                await tab.send({"type": "complete", "line": "sta"})
                await tab.until(lambda tab=tab: tab.of("completions"))  # type: ignore[misc]
                assert tab.of("completions")[0]["found"] == []
                assert tab.page["phase"] == "lobby"


async def test_nothing_before_the_greeting(harness: WebHarness) -> None:
    """No page is sent before the tab has said who it is."""
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        async with anna.at(address, greets=False) as silent, anna.at(address, tab=GUEST) as other:
            await other.say("bot")
            await other.sees(lambda page: len(page["chairs"]) == 2)
            await silent.send({"type": "complete", "line": ""})
            await silent.until(lambda: silent.received)
            assert [message["type"] for message in silent.received] == ["completions"]


@pytest.mark.parametrize("tab", ["UPPER123", "short", "x" * 33, "a b c d e", "<script>", "%00%00%00%00%00%00%00%00"])
async def test_an_invalid_tab(harness: WebHarness, tab: str) -> None:
    """A tab id becomes part of a person's id, so only well-formed ones are accepted."""
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await anna.session.ws_connect(f"{address}/socket?tab={tab}")
        assert refused.value.status == 400


# --- forms ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form",
    [
        None,
        [],
        {},
        {"game": "sprint"},
        {"game": "sprint", "tab": "firsttab", "name": ""},
        {"game": "sprint", "tab": "firsttab", "name": "\u0000\u202e"},
        {"game": "chess", "tab": "firsttab", "name": "Anna"},
        {"game": "sprint", "tab": "../..", "name": "Anna"},
        {"game": "sprint", "tab": "firsttab", "name": "Anna", "bots": -1},
        {"game": "sprint", "tab": "firsttab", "name": "Anna", "bots": 99},
        {"game": "rugby", "tab": "firsttab", "name": "Anna", "bots": 2},
        {"game": "sprint", "tab": "firsttab", "name": "Anna", "start": True},
        {"game": "sprint", "tab": "firsttab", "name": "Anna", "options": {"hours": 1}},
        {"game": "sprint", "tab": "firsttab", "name": "Anna", "options": {"coffee": "yes"}},
        {"game": "sprint", "tab": "firsttab", "name": "Anna", "options": [1, 2]},
        {"game": "sprint", "tab": "firsttab", "name": "Anna", "bots": 1, "level": "impossible"},
    ],
)
async def test_malformed_forms(harness: WebHarness, form: object) -> None:
    """The error says what is wrong, and no table stays open."""
    async with harness.browser("Anna") as anna:
        status, found = await anna.post("/tables", form)
        assert (status, list(found)) == (422, ["problem"])
        assert found["problem"]
    for record in await harness.store.find_tables():
        page = await harness.service.page_of(record.id)
        assert page is not None
        assert page.phase == "over"


async def test_a_form_that_is_too_long(harness: WebHarness) -> None:
    """It is refused without being read completely."""
    async with harness.browser("Anna") as anna:
        status, _ = await anna.post("/tables", {"name": "x" * MAX_POSTED})
        assert status == 413


async def test_too_many_tables_and_connections(harness: WebHarness) -> None:
    """One browser gets thirty tables per hour and twenty connections; others are not affected."""
    async with harness.browser("Anna") as anna, harness.browser("Ben") as ben:
        addresses = [await anna.open() for _ in range(30)]
        assert (await anna.post("/tables", {"game": "sprint", "name": "Anna", "tab": "firsttab"}))[0] == 429
        assert (await anna.post("/play", {"game": "sprint", "name": "Anna", "tab": "firsttab"}))[0] == 429
        await ben.open()
        harness.clock.advance(3600 / 30 + 1)
        await anna.open()
        sockets = [await anna.session.ws_connect(f"{addresses[0]}/socket?watch") for _ in range(20)]
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await anna.session.ws_connect(f"{addresses[0]}/socket?watch")
        assert refused.value.status == 429
        async with ben.at(addresses[0]) as tab:
            assert tab.page["phase"] == "lobby"
        for socket in sockets:
            await socket.close()


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(), children, max_size=4),
    max_leaves=20,
)
KEYS = st.sampled_from(["type", "id", "line", "button", "answer", "name", "game", "options", "bots", "tab", "start"])
WORDS = st.sampled_from(["hello", "say", "press", "complete", "sprint", "firsttab", "12345678"])
MESSAGE = st.dictionaries(KEYS, WORDS | JSON)


@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")) | MESSAGE.map(json.dumps))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_message_and_any_form(data: bytes | str) -> None:
    """Any input is either valid with everything within limits, or refused with a sentence."""
    with suppress(ValueError):
        assert isinstance(MESSAGES.validate_json(data), Hello | Say | Press | Complete)
    body = data if isinstance(data, bytes) else data.encode()
    with suppress(HttpProblem):
        assert isinstance(read(OpenTableForm, body), OpenTableForm)
    with suppress(HttpProblem):
        assert isinstance(read(PlayNowForm, body), PlayNowForm)


@given(st.lists(JSON | MESSAGE, min_size=1, max_size=10))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
async def test_any_messages_through_a_socket(harness: WebHarness, messages: list[object]) -> None:
    """After any messages, the next valid one works."""
    async with harness.browser("Anna") as anna:
        address = await anna.play()
        async with anna.at(address) as tab:
            for message in messages:
                await tab.send(message)
            await tab.send({"type": "hello", "name": "Anna"})
            (reply,) = await tab.say("status")
            assert reply["text"]
