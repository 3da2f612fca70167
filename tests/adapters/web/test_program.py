"""The whole program: `scrum-table play`."""

import asyncio
import json
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from adapters.http import HttpServer
from tests.adapters.console.harness import COMMAND, environment
from tests.adapters.web.harness import Data, plain


@asynccontextmanager
async def program(folder: Path, *words: str, **env: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        COMMAND,
        *words,
        cwd=folder,
        env=environment(folder, **env),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def address_of(process: asyncio.subprocess.Process) -> str:
    """The address that the program prints."""
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    found = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert found, line
    return found[0]


async def ended(process: asyncio.subprocess.Process) -> tuple[int | None, str]:
    process.send_signal(signal.SIGTERM)
    _, complaints = await process.communicate()
    return process.returncode, complaints.decode()


@pytest.mark.parametrize("words", [("play", "--no-browser"), ("run",), ()])
async def test_one_click(tmp_path: Path, words: tuple[str, ...]) -> None:
    """It prints its address and serves the page, one click starts a game, and it stops quietly on a signal.

    Without anything configured `run`, and no command at all, do the same.
    """
    async with program(tmp_path, *words, HTTP_PORT="0") as process:
        address = await address_of(process)
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(address, cookie_jar=jar, headers={"Origin": address[:-1]}) as session:
            async with session.get("/") as page:
                assert page.status in {200, 404}
            async with session.post("/play", data=json.dumps({"game": "sprint", "tab": "firsttab"})) as answer:
                assert answer.status == 201
                table = (await answer.json())["address"]
            async with session.ws_connect(f"{table}/socket?tab=firsttab") as socket:
                await socket.send_json({"type": "hello", "name": "Visitor"})
                shown = await next_of(socket, "page")
                assert (shown["phase"], shown["seat"]) == ("playing", 0)
                await socket.send_json({"type": "say", "id": "12345678", "line": "watch"})
                said = await next_of(socket, "answer")
                assert address in plain(said["replies"][0]["text"])
                async with session.get("/metrics") as metrics:
                    text = await metrics.text()
                assert 'scrum_table_requests_total{outcome="done",platform="web"}' in text
                assert "scrum_table_live_sockets 1.0" in text
                end, goodbye = await asyncio.gather(ended(process), closed(socket))
                assert (end, goodbye) == ((0, ""), 1001)
    assert (tmp_path / "data" / "scrum-table" / "scrum-table.sqlite3.key").exists()


async def next_of(socket: aiohttp.ClientWebSocketResponse, kind: str) -> Data:
    async for message in socket:
        found: Data = json.loads(message.data)
        if found["type"] == kind:
            return found
    raise AssertionError(kind)


async def closed(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    async for _ in socket:
        pass
    return socket.close_code


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    """A chosen port that is taken is an error; otherwise the next free port is used and printed."""
    async with HttpServer("127.0.0.1", 0).running() as taken:
        async with program(tmp_path, "play", "--no-browser", "--port", str(taken)) as process:
            _, said = await process.communicate()
        assert process.returncode == 2
        assert said.decode() == (
            f"scrum-table: Port {taken} on 127.0.0.1 is in use by another program. "
            "Set HTTP_PORT (or --port) to a free one.\n"
        )


async def test_a_rehearsal(tmp_path: Path) -> None:
    """It prints the links to the desk and the entrance, teams play, and nothing is left when it is stopped."""
    words = ("workshop-demo", "--no-browser", "--teams", "2", "--pace", "0.1", "--start", "--seed", "1")
    async with program(tmp_path, *words, HTTP_PORT="0", TMPDIR=str(tmp_path)) as process:
        assert process.stdout is not None
        links = [(await process.stdout.readline()).decode().split(": ")[1].strip() for _ in range(2)]
        assert [link.split("/")[3] for link in links] == ["desk", "workshop"]
        headers = {"Origin": links[0].partition("/desk")[0]}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.ws_connect(f"{links[0]}/socket?text") as socket,
        ):
            while not any(card["phase"] == "playing" for card in cards(await socket.receive_json())):
                continue
        assert left(tmp_path)
        assert await ended(process) == (0, "")
    assert not left(tmp_path)


def cards(frame: Data) -> list[Data]:
    return [part for name, part in frame.items() if name.startswith("card-")]


def left(folder: Path) -> list[Path]:
    return list(folder.glob("scrum-table-*"))


async def test_a_rehearsal_that_cannot_be(tmp_path: Path) -> None:
    """A sentence, as everywhere."""
    words = ("workshop-demo", "--no-browser", "--game", "rugby", "--same-dice")
    async with program(tmp_path, *words, HTTP_PORT="0") as process:
        _, complaints = await process.communicate()
    assert process.returncode == 2
    assert "neither dice nor cards" in complaints.decode()
