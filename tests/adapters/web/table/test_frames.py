"""Pages on the wire: compressed, and after the first one only what has changed."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from games.graphics.drawing import Drawing
from tests.adapters.web.harness import Browser, WebHarness

Data = dict[str, Any]
MAX_MOVE = 10_000  # bytes on the wire
ABOUT_PEOPLE = {"you", "presence"}  # messages that are no part of a page


class CompactTab:
    """A page that understands compressed messages and changes, as the real one does."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, name: str) -> None:
        self.socket = socket
        self.name = name
        self.page: Data = {}
        self.messages: list[tuple[int, Data]] = []  # with their sizes

    async def hello(self, shape: str = "portrait") -> None:
        await self.socket.send_json({"type": "hello", "name": self.name, "shape": shape, "compact": True})

    async def receive(self) -> Data:
        received = await self.socket.receive()
        data = received.data
        text = zlib.decompress(data, -zlib.MAX_WBITS) if received.type is aiohttp.WSMsgType.BINARY else data.encode()
        message: Data = json.loads(text)
        if message["type"] in ABOUT_PEOPLE:
            return await self.receive()
        self.messages.append((len(data), message))
        if message["type"] in {"page", "changes"}:
            self.page = message if message["type"] == "page" else self.page | message
        return message

    async def until(self, sequence: int) -> None:
        while self.page.get("sequence", 0) < sequence:
            await self.receive()

    async def press(self, number: int) -> None:
        """Press the first button without a question, and wait for the new page."""
        before = self.page["sequence"]
        button = next(choice["button"] for choice in self.page["acts"] if not choice["asks"])
        await self.socket.send_json({"type": "press", "id": f"request-{number:03}", "button": button})
        await self.until(before + 1)


@asynccontextmanager
async def compact(browser: Browser, address: str) -> AsyncIterator[CompactTab]:
    async with browser.session.ws_connect(f"{address}/socket", max_msg_size=0) as socket:
        tab = CompactTab(socket, browser.name)
        await tab.hello()
        await tab.until(1)
        yield tab


@pytest.mark.parametrize("game", ["sprint", "scrumkin", "rugby"])
async def test_changes_add_up_to_the_page(harness: WebHarness, game: str) -> None:
    """After each move, a browser that gets changes shows what one that gets whole pages shows; in less than 10 kB."""
    async with harness.browser("Anna") as anna:
        address = await anna.play(game)
        async with compact(anna, address) as tab, anna.at(address) as whole:
            assert tab.messages[0][1]["type"] == "page"
            for number in range(6):
                if not tab.page["awaited"]:
                    break
                await tab.press(number)
                shown = await whole.sees(lambda page: page["sequence"] >= tab.page["sequence"])
                await tab.until(shown["sequence"])
                assert _standing(tab.page) == _standing(whole.page)
        kinds = {message["type"] for _, message in tab.messages[1:]}
        assert "page" not in kinds
        assert "changes" in kinds
        assert max(size for size, _ in tab.messages) < MAX_MOVE


def _standing(page: Data) -> Data:
    return {name: value for name, value in page.items() if name not in {"type", "now", "feed", "steps"}}


async def test_what_is_unchanged_is_not_sent_again(harness: WebHarness) -> None:
    """The title, the address and a chart that stays the same come once."""
    async with harness.browser("Anna") as anna, compact(anna, await anna.play("sprint")) as tab:
        await tab.press(1)
        changed = next(message for _, message in tab.messages if message["type"] == "changes")
        assert {"sequence", "board"} <= changed.keys()
        assert not {"title", "address", "watch", "chairs"} & changed.keys()


async def test_a_page_comes_whole_after_a_reconnect(harness: WebHarness) -> None:
    async with harness.browser("Anna") as anna:
        address = await anna.play("sprint")
        for _ in range(2):
            async with compact(anna, address) as tab:
                assert tab.messages[0][1]["type"] == "page"
                assert tab.page["board"]["svg"]


async def test_the_next_game_in_a_room_comes_whole(harness: WebHarness) -> None:
    """Its sequence numbers start over, so nothing of the old page is kept."""
    async with harness.browser("Anna") as anna, compact(anna, await anna.play("sprint")) as tab:
        first = tab.page["table"]
        for number, line in enumerate(("end sure", "again")):
            await tab.socket.send_json({"type": "say", "id": f"request-{number}", "line": line})
        while tab.page["table"] == first:
            await tab.receive()
        assert tab.messages[-1][1]["type"] == "page"


async def test_a_page_chooses_the_shape_of_its_board(harness: WebHarness) -> None:
    """A phone gets a tall board, a wide screen a wide one; turning the device sends only the pictures."""
    async with harness.browser("Anna") as anna, compact(anna, await anna.play("sprint")) as tab:
        tall = _size(tab.page["board"]["svg"])
        await tab.hello("landscape")
        changes = await tab.receive()
        wide = _size(tab.page["board"]["svg"])
        assert tall[0] < tall[1]
        assert wide[0] > wide[1]
        assert changes.keys() - {"type", "now", "feed", "steps"} == {"board", "chart"}


def _size(svg: str) -> tuple[float, float]:
    view = svg.partition('viewBox="0 0 ')[2].partition('"')[0].split()
    return float(view[0]), float(view[1])


async def test_viewers_of_the_same_share_one_rendering(harness: WebHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board without secrets is drawn once for two players and ten watchers, and an unchanged chart not at all."""
    drawn: list[Drawing] = []
    draw = Drawing.in_both_colours

    def counting(drawing: Drawing, **look: Any) -> str | None:
        drawn.append(drawing)
        return draw(drawing, **look)

    async with harness.browser("Anna") as anna, harness.browser("Ben") as ben:
        address = await anna.open("sprint")
        async with compact(anna, address) as one, compact(ben, address) as other:
            for tab, line, sequence in ((other, "join", 3), (one, "start", 4)):
                await tab.socket.send_json({"type": "say", "id": f"request-{line}", "line": line})
                await asyncio.gather(one.until(sequence), other.until(sequence))
            watchers = [await anna.session.ws_connect(f"{address}/socket?watch") for _ in range(10)]
            for socket in watchers:
                await socket.send_json({"type": "hello", "compact": True})
                await socket.receive()
            monkeypatch.setattr(Drawing, "in_both_colours", counting)
            before = one.page["sequence"]
            awaited = one if one.page["awaited"] else other
            await awaited.press(1)
            await asyncio.gather(one.until(before + 1), other.until(before + 1), *(each.receive() for each in watchers))
            for socket in watchers:
                await socket.close()
    assert len(drawn) <= 2


async def test_a_long_answer_is_compressed(harness: WebHarness) -> None:
    async with harness.browser("Anna") as anna, compact(anna, await anna.play("sprint")) as tab:
        await tab.socket.send_json({"type": "say", "id": "request-rules", "line": "rules"})
        while (await tab.receive())["type"] != "answer":
            pass
        size, answer = tab.messages[-1]
        assert size < len(json.dumps(answer)) / 1.5
