"""Two replicas behind a proxy: what one browser asks for may reach either, also while they are being upgraded."""

import asyncio
import contextlib
import hashlib
import re
import secrets
import shutil
import signal
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.deploy.parts import ROOT, text
from tests.deploy.round_robin import RoundRobin
from tests.replicas.harness import Replica, browser

CADDY = shutil.which("caddy")
NEW = "// the next release\n"
needs_caddy = pytest.mark.skipif(CADDY is None, reason="caddy is not installed (Debian's package caddy)")


# --- processes -----------------------------------------------------------------------------------------------------


@pytest.fixture
async def same(tmp_path: Path, postgres_url: str) -> AsyncIterator[list[Replica]]:
    async with running(Replica(tmp_path, postgres_url), Replica(tmp_path, postgres_url)) as found:
        yield found


@pytest.fixture
async def upgrading(tmp_path: Path, postgres_url: str) -> AsyncIterator[list[Replica]]:
    """One of them has the scripts of the next release already."""
    release = tmp_path / "next"
    shutil.copytree(ROOT / "adapters", release / "adapters", ignore=shutil.ignore_patterns("__pycache__"))
    for package in ("bot", "games", "storage"):
        (release / package).symlink_to(ROOT / package)
    for script in ("table/table.js", "front/front.js"):
        with (release / "adapters" / "web" / "static" / script).open("a", encoding="utf-8") as file:
            file.write(NEW)
    old, new = Replica(tmp_path, postgres_url), Replica(tmp_path, postgres_url, PYTHONPATH=str(release))
    async with running(old, new) as found:
        yield found


@contextlib.asynccontextmanager
async def running(*replicas: Replica) -> AsyncIterator[list[Replica]]:
    try:
        for replica in replicas:
            await replica.start()
        yield list(replicas)
    finally:
        for replica in replicas:
            if replica.is_running:
                await replica.stop(signal.SIGKILL)


@contextlib.asynccontextmanager
async def caddy(folder: Path, replicas: list[Replica]) -> AsyncIterator[str]:
    """Caddy with our Caddyfile, whose names and ports lead to these processes instead of containers."""
    outside, health = free_port(), free_port()
    ours = " ".join(replica.url.removeprefix("http://") for replica in replicas)
    file = text("Caddyfile").replace("replica-0:8080 replica-1:8080", ours).replace(":8001", f":{health}")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + file, "utf-8")
    url = f"http://localhost:{outside}"
    with (folder / "caddy.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            str(CADDY),
            *("run", "--config", "Caddyfile"),
            cwd=folder,
            env={"HOME": str(folder), "WEB_URL": url},
            stdout=log,
            stderr=log,
        )
    try:
        await until_up(process, f"http://127.0.0.1:{health}/healthz", folder / "caddy.log")
        yield url
    finally:
        process.terminate()
        await process.wait()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


async def until_up(process: asyncio.subprocess.Process, address: str, log: Path) -> None:
    """Wait until the proxy says that a replica is well, at the address of its health check."""
    async with aiohttp.ClientSession() as session:
        while True:
            assert process.returncode is None, f"see {log}"
            with contextlib.suppress(aiohttp.ClientError):
                async with session.get(address) as answer:
                    if answer.status == 200:
                        return
            await asyncio.sleep(0.1)


# --- a browser -----------------------------------------------------------------------------------------------------


class Browser:
    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._url = url

    async def get(self, path: str) -> bytes:
        async with self._session.get(f"{self._url}{path}") as answer:
            assert answer.status == 200, (path, answer.status, await answer.text())
            return await answer.read()

    async def post(self, path: str, form: dict[str, object]) -> dict[str, Any]:
        async with self._session.post(f"{self._url}{path}", json=form, headers={"Origin": self._url}) as answer:
            assert answer.status < 300, (path, answer.status, await answer.text())
            found: dict[str, Any] = await answer.json()
            return found

    async def say(self, path: str, line: str) -> None:
        """Type this at a table, over a connection of its own."""
        async with self.socket(path) as connection:
            await connection.send_json({"type": "say", "line": line, "id": secrets.token_hex(8)})
            await until(connection, lambda message: message["type"] == "answer")

    async def sees(self, path: str, phase: str) -> dict[str, Any]:
        """The page of a table once it has this phase; the other replica may hear of it a moment later."""
        async with self.socket(path) as connection:
            return await until(connection, lambda page: page["type"] == "page" and page["phase"] == phase)

    @contextlib.asynccontextmanager
    async def socket(self, path: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        address = f"{self._url}{path}/socket?after=0"
        async with self._session.ws_connect(address, origin=self._url, max_msg_size=0) as connection:
            await connection.send_json({"type": "hello", "name": "Anna"})
            yield connection

    async def scripts(self, path: str) -> list[tuple[str, bytes]]:
        """The addresses of the page's own scripts, and what is there."""
        addresses = re.findall(r'src="(/static/[0-9a-f]{12}/[a-z_/]+\.js)"', (await self.get(path)).decode())
        assert addresses
        return [(address, await self.get(address)) for address in addresses]


async def until(connection: aiohttp.ClientWebSocketResponse, reached: Callable[[Any], bool]) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = await connection.receive_json()
        if reached(message):
            return message


# --- what reaches either replica -------------------------------------------------------------------------------------


async def test_a_whole_game_without_stickiness(same: list[Replica]) -> None:
    """Page, scripts, session, table, moves, film and downloads: each request reaches another replica, and all work."""
    async with RoundRobin(same).running() as url, browser() as session:
        anna = Browser(session, url)
        for address, script in await anna.scripts("/"):
            assert await anna.get(address) == script
        address = (await anna.post("/play", {"game": "sprint", "name": "Anna"}))["address"]
        assert address.encode() in await anna.get("/mine")
        await anna.say(address, "end sure")
        assert (await anna.sees(address, "over"))["seat"] == 0
        for file in ("export.json", "export.md", "steps", "film.gif", "film.gif", "film.json"):
            assert await anna.get(f"{address}/{file}")


async def test_a_seat_is_carried_without_stickiness(same: list[Replica]) -> None:
    """The link is made at one replica and used at the other."""
    async with RoundRobin(same).running() as url, browser() as first, browser() as second:
        anna, phone = Browser(first, url), Browser(second, url)
        address = (await anna.post("/tables", {"game": "sprint", "name": "Anna"}))["address"]
        secret = (await anna.post(f"{address}/link", {}))["link"].partition("#seat=")[2]
        await phone.post(f"{address}/seat", {"secret": secret})
        assert (await phone.sees(address, "lobby"))["seat"] == 0


# --- upgrades --------------------------------------------------------------------------------------------------------


async def test_without_stickiness_an_upgrade_mixes_releases(upgrading: list[Replica]) -> None:
    """Whoever asks a replica of another release gets its own file under that name, for now only, and never an error."""
    async with RoundRobin(upgrading).running() as url, browser() as session:
        for address, _ in await Browser(session, url).scripts("/"):
            kept = []
            for _ in upgrading:
                async with session.get(f"{url}{address}") as answer:
                    kept.append((NEW in await answer.text(), answer.headers["Cache-Control"]))
            assert {new for new, _ in kept} == {True, False}
            assert sorted("immutable" in rule for _, rule in kept) == [False, True]


@needs_caddy
async def test_with_our_proxy_a_browser_stays_at_one_release(upgrading: list[Replica], tmp_path: Path) -> None:
    """Every script that a browser gets has the hash that its page names, whichever release it came to."""
    seen: set[bool] = set()
    async with caddy(tmp_path, upgrading) as url:
        while len(seen) < 2:
            async with browser() as session:
                found = await Browser(session, url).scripts("/")
                assert all(hashlib.sha256(script).hexdigest()[:12] in address for address, script in found)
                seen.add(NEW.encode() in found[0][1])


@needs_caddy
async def test_a_replica_goes_and_its_browsers_play_on(same: list[Replica], tmp_path: Path) -> None:
    """A browser whose replica was killed goes on at the other one, with the same seat."""
    async with caddy(tmp_path, same) as url, browser() as session:
        anna = Browser(session, url)
        address = (await anna.post("/tables", {"game": "sprint", "name": "Anna"}))["address"]
        for replica in same:
            await replica.stop(signal.SIGKILL)
            assert (await anna.sees(address, "lobby"))["seat"] == 0
            await replica.start()
        async with session.get(f"{url}/metrics") as answer:
            assert answer.status == 404
