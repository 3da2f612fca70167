"""Requests that are never sent whole: they take no file handles from others, and no space in the log."""

import asyncio
import resource
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from adapters.http import MAX_CONNECTIONS, RESERVED, HttpServer, connection_limit
from tests.adapters.console.harness import COMMAND, environment
from tests.adapters.web.test_program import address_of, ended
from tests.needs import ROOT

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-"
HANDLES = 160  # of the attacked program: fewer than there are half-sent requests
LOG_LIMIT = 20_000  # bytes


async def half_sent(port: int, stack: AsyncExitStack) -> asyncio.StreamReader:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    stack.callback(writer.close)
    writer.write(HALF)
    return reader


async def healthz(port: int) -> tuple[int, str]:
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session, session.get("/healthz") as answer:
        return answer.status, await answer.text()


@asynccontextmanager
async def short_of_handles(folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The whole program, with a low limit of file handles."""
    process = await asyncio.create_subprocess_exec(
        COMMAND,
        "play",
        "--no-browser",
        cwd=folder,
        env=environment(folder, HTTP_PORT="0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (HANDLES, HANDLES)),
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_the_program_keeps_its_file_handles(tmp_path: Path) -> None:
    """With more half-sent requests than it has handles, it answers health checks, opens a table, and logs little."""
    async with short_of_handles(tmp_path) as process, AsyncExitStack() as stack:
        url = await address_of(process)
        port = int(url.rstrip("/").rpartition(":")[2])
        for _ in range(HANDLES + 50):
            await half_sent(port, stack)
        assert await healthz(port) == (200, "ok\n")
        origin = {"Origin": url.rstrip("/")}
        async with (
            aiohttp.ClientSession(url, headers=origin) as session,
            session.post("/play", json={"game": "sprint", "tab": "firsttab"}) as answer,
        ):
            assert answer.status == 201
        _, complaints = await ended(process)
    assert len(complaints) < LOG_LIMIT


async def test_the_oldest_idle_connection_makes_room() -> None:
    """Never more connections than allowed; those on which nothing was asked are closed first."""
    server = HttpServer("127.0.0.1", 0, most_connections=10)
    async with server.running() as port, AsyncExitStack() as stack:
        readers = [await half_sent(port, stack) for _ in range(30)]
        assert await healthz(port) == (200, "ok\n")
        assert await asyncio.gather(*(reader.read() for reader in readers[:20])) == [b""] * 20
        assert not any(reader.at_eof() for reader in readers[25:])


async def test_a_request_that_never_arrives() -> None:
    """Its connection is closed after a while."""
    async with HttpServer("127.0.0.1", 0, header_seconds=0.05).running() as port, AsyncExitStack() as stack:
        reader = await half_sent(port, stack)
        assert await reader.read() == b""


def test_the_limit_leaves_handles_for_the_rest() -> None:
    """Whatever the machine's limit is."""
    assert connection_limit(1024) == 1024 - RESERVED
    assert connection_limit(100) == 50
    assert connection_limit(1_000_000) == connection_limit(-1) == MAX_CONNECTIONS


@pytest.mark.parametrize(("soft", "hard", "handles"), [(256, 400, 400), (256, 4096, 4096), (300, 300, 300)])
def test_it_takes_the_handles_that_it_may_have(soft: int, hard: int, handles: int) -> None:
    """A shell on macOS begins with 256, and lets programs have more."""
    asked = "from adapters.http import connection_limit, file_handles; print(connection_limit(), file_handles())"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)),
    )
    assert done.stdout == f"{connection_limit(handles)} {handles}\n"
