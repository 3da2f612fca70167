"""The HTTP server: health checks, metrics, ports, and the front page's data."""

import json

import aiohttp
import pytest

from adapters.http import HttpServer
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
            assert "hours=250" in situation
            assert "board=long" in situation
