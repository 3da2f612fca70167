"""The HTTP server: health checks, metrics, ports, and the front page's data."""

import asyncio
import json
import re

import aiohttp
import pytest
from aiohttp import web

from adapters.http import HostGuard, HttpServer
from bot.settings import BadSettings
from tests.adapters.web.harness import WebHarness


async def asked(server: HttpServer, path: str) -> tuple[int, str]:
    async with (
        server.running() as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
        session.get(path) as answer,
    ):
        return answer.status, await answer.text()


async def test_a_port_that_is_taken() -> None:
    """It is an error, or the next free port is used if spare ports are allowed."""
    async with HttpServer("127.0.0.1", 0).running() as port:
        with pytest.raises(BadSettings, match=rf"^Port {port} on 127\.0\.0\.1 is in use"):
            async with HttpServer("127.0.0.1", port).running():
                pass
        async with HttpServer("127.0.0.1", port).running(spare_ports=20) as other:
            assert port < other <= port + 20


async def test_an_invalid_listening_address() -> None:
    """The error names the settings."""
    with pytest.raises(BadSettings, match="HTTP_HOST and HTTP_PORT"):
        async with HttpServer("192.0.2.1", 0).running():
            pass


async def test_ready() -> None:
    """/readyz has a line for each problem; a failing check is one too, with details only in the log."""
    server = HttpServer("127.0.0.1", 0)

    async def well() -> str:
        return ""

    async def ill() -> str:
        return "Slack is not connected."

    async def broken() -> str:
        raise ValueError("hunter2")

    server.check(well)
    assert await asked(server, "/readyz") == (200, "ok\n")
    server.check(ill)
    server.check(broken)
    status, text = await asked(server, "/readyz")
    assert status == 503
    assert text == "Slack is not connected.\nA check failed; see the log.\n"
    assert await asked(server, "/healthz") == (200, "ok\n")


async def test_metrics_are_guarded_by_the_host() -> None:
    """A foreign page whose name resolves to this server can't read them; scrapers may ask by address."""
    server = HttpServer("127.0.0.1", 0, lambda: b"counts", url="https://table.example")
    async with server.running() as port, aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        for host, status in ((f"127.0.0.1:{port}", 200), ("table.example", 200), ("evil.example", 403), ("[", 403)):
            async with session.get("/metrics", headers={"Host": host}) as answer:
                assert answer.status == status, host


@pytest.mark.parametrize(
    ("host", "allowed"),
    [("10.1.2.3:8080", True), ("replica-0:8080", True), ("evil.example:8080", False), ("", False)],
)
def test_hosts_of_a_server_on_all_addresses(host: str, allowed: bool) -> None:  # noqa: FBT001  a row of the table
    """Addresses and names without a dot are its own, as in a network of containers."""
    assert HostGuard("0.0.0.0").allows(host) is allowed


async def test_no_address_of_a_visitor_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """A handler that fails is logged without the visitor; what isn't HTTP is not logged."""

    async def broken(_: web.Request) -> web.Response:
        raise ValueError

    server = HttpServer("127.0.0.1", 0)
    server.add([web.get("/broken", broken)])
    async with server.running() as port:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session, session.get("/broken") as answer:
            assert answer.status == 500
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\n:\r\n\r\n")
        assert b"400" in await reader.read()
        writer.close()
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert record.exc_info is not None
    assert "127.0.0.1" not in record.getMessage()


async def test_the_games(harness: WebHarness) -> None:
    """/games has everything the front page needs for its forms."""
    async with harness.browser() as anna:
        status, text = await anna.get("/games")
    games = {game["key"]: game for game in json.loads(text)}
    assert status == 200
    assert {"sprint", "scrumkin", "rugby"} <= set(games)
    assert games["rugby"]["seats"] == [2, 2]
    hours = next(option for option in games["sprint"]["options"] if option["name"] == "hours")
    assert (hours["minimum"], hours["maximum"], hours["default"]) == (50, 1000, hours["default"])
    assert all(game["title"] and game["summary"] for game in games.values())


async def test_options_reach_the_game(harness: WebHarness) -> None:
    """The front page's options are those of the game."""
    async with harness.browser("Anna") as anna:
        address = await anna.open("sprint", options={"hours": "250", "board": "long"}, bots=2)
        async with anna.at(address) as tab:
            assert len(tab.page["chairs"]) == 3
            situation = json.dumps(tab.page["situation"])
            assert "hours: 250" in situation
            assert "board: The long sprint" in situation


async def test_the_page_that_verifies(harness: WebHarness) -> None:
    """It needs no table and no session, and loads nothing from elsewhere."""
    async with aiohttp.ClientSession(harness.url) as session, session.get("/verify") as answer:
        text = await answer.text()
        assert (answer.status, answer.cookies) == (200, {})
        loaded = re.findall(r'(?:src|href)="([^"#]+)"', text)
        assert all(address == "/" or address.startswith("/static/") for address in loaded)
        statuses = {address: (await session.get(address)).status for address in loaded}
    assert set(statuses.values()) == {200}
