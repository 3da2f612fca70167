"""What browsers send, changed in a few places: the server answers, the connection stays up, and nobody gets in."""

import asyncio
import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from adapters.web.access.identity import CarriedSeats, Session, Sessions
from adapters.web.access.links import Signer, WatchLinks, new_token, room_of
from adapters.web.middleware import HttpProblem
from adapters.web.table.front import OpenTableForm, PlayNowForm, read
from adapters.web.table.websocket import MAX_BYTES, MESSAGES
from storage import open_store
from tests.adapters.web.harness import KEY, Browser, web_harness
from tests.bot.harness import START_TIME
from tests.fuzz.strategies import anything, changed, fuzzed, words

MESSAGE = [
    {"type": "hello", "name": "Anna"},
    {"type": "say", "id": "12345678-1234", "line": "roll"},
    {"type": "say", "id": "12345678-1235", "line": "new sprint hours=250"},
    {"type": "press", "id": "12345678-1236", "button": "abcdefgh:3:0", "answer": "because"},
    {"type": "complete", "line": "go S"},
]
TAB = re.compile("[a-z0-9-]{0,32}")
FORM = {"game": "sprint", "options": {"hours": 250}, "bots": 1, "level": "", "name": "Anna", "tab": "firsttab"}


@fuzzed(150)
@given(st.one_of(changed(MESSAGE), anything))
def test_messages(message: Any) -> None:
    """A valid message, or ValidationError and nothing else."""
    with suppress(ValidationError):
        assert MESSAGES.validate_json(json.dumps(message)).type in {"hello", "say", "press", "complete"}


@fuzzed(100)
@given(st.one_of(changed([FORM]).map(json.dumps).map(str.encode), st.binary(max_size=40)))
def test_forms(body: bytes) -> None:
    """A form, or a sentence."""
    with suppress(HttpProblem):
        assert TAB.fullmatch(read(OpenTableForm, body).tab)
    with suppress(HttpProblem):
        assert TAB.fullmatch(read(PlayNowForm, body).tab)


@fuzzed(150)
@given(st.data())
def test_links_and_cookies(data: st.DataObject) -> None:
    """Only exactly what was signed is accepted, and only until it expires."""
    signer = Signer(KEY)
    links, sessions = WatchLinks(signer), Sessions(signer, secure=False)
    right = links.watch_address("abcdefgh2345", START_TIME).removeprefix("/w/")
    cookie = sessions.write(Session(new_token()), START_TIME)
    token, other = data.draw(st.one_of(changed([right]), words)), data.draw(st.one_of(changed([cookie]), words))
    assert token == right or links.read_watch(str(token), START_TIME) is None
    assert other == cookie or sessions.read(str(other), START_TIME) is None
    seats = CarriedSeats(signer, sessions)
    carried = seats.write(new_token(), "0f" * 32)
    third = data.draw(st.one_of(changed([carried]), words))
    assert third == carried or seats.read(str(third)) is None
    assert seats.read(carried) is not None
    assert sessions.read(carried, START_TIME) is None
    assert seats.read(cookie) is None
    assert links.read_watch(right, START_TIME) == "abcdefgh2345"
    assert links.read_watch(right, START_TIME + 40 * 86400) is None
    assert links.read_watch(cookie, START_TIME) is None
    assert sessions.read(right, START_TIME) is None
    assert room_of(data.draw(words)) is None


@contextmanager
def a_table() -> Iterator[tuple[asyncio.Runner, Browser, str]]:
    """A real server, somebody's browser, and the address of their table."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        stack = AsyncExitStack()

        async def prepare() -> tuple[Browser, str]:
            store = await open_store(f"sqlite:///{folder}/tables.db")
            stack.push_async_callback(store.close)
            harness = await stack.enter_async_context(web_harness(store))
            browser = await stack.enter_async_context(harness.browser("Anna"))
            return browser, await browser.open(bots=2, start=True)

        try:
            yield runner, *runner.run(prepare())
        finally:
            runner.run(stack.aclose())


def test_sockets() -> None:
    """Whatever was sent, the same connection can still complete a word."""
    with a_table() as (runner, browser, address):

        async def send(message: Any) -> None:
            text = message if isinstance(message, str) else json.dumps(message)
            async with browser.at(address) as tab:
                await tab.socket.send_str(text.encode("utf-8", "replace")[: MAX_BYTES // 2].decode("utf-8", "ignore"))
                await tab.send({"type": "complete", "line": "ro"})
                await tab.until(lambda: [each for each in tab.of("completions") if each["line"] == "ro"])

        @fuzzed(60, shrinks=False)
        @given(st.one_of(changed(MESSAGE), anything))
        def any_message(message: Any) -> None:
            runner.run(send(message))

        any_message()


def test_addresses() -> None:
    """Whatever is requested, the server has a page, a sentence or a 404."""
    with a_table() as (runner, browser, address):
        paths = st.sampled_from(
            ["/t/{}", "/w/{}", "/t/{}/steps/1.svg", "/t/{}/socket", "/static/{}", "/{}", "{}?after={}"]
        )

        @fuzzed(80, shrinks=False)
        @given(paths, st.one_of(st.just(address.removeprefix("/t/")), st.text("abcXYZ019-_.%/~", max_size=30)))
        def any_address(path: str, token: str) -> None:
            status, _ = runner.run(browser.get(re.sub("/+", "/", f"/{path.replace('{}', token)}")))
            assert status in {200, 400, 404, 405, 409, 426}, path

        any_address()
