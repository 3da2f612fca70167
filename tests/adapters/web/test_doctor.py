"""`doctor` on the web table: its address, its key, where the server listens, and the tab in Teams."""

import socket
from typing import Any

import pytest

from adapters.web.doctor import check, check_tab
from bot.operations.doctor import lines
from bot.settings import Settings

URL = "https://table.example.org"
POSTGRES = "postgresql://anna:hunter2@127.0.0.1:1/scrum"
CHAT = {"discord_token": "hunter2"}


async def said(**given: Any) -> list[str]:
    defaults = {"database_url": "sqlite:///tables.db", "http_port": 0}
    found = lines(await check(Settings(**{**defaults, **given})))
    assert "hunter2" not in "\n".join(found)
    return found


async def problems(**given: Any) -> list[str]:
    return [line for line in await said(**given) if line.startswith("NO")]


async def test_where_the_web_table_is() -> None:
    """As WEB_URL has it, if that is set."""
    assert await problems() == []
    assert (await said(http_port=8085))[0].endswith("`run` serves the web table alone, at http://127.0.0.1:8085.")
    assert (await said(**CHAT, web_table=True, web_url=f"{URL}/"))[0].endswith(f"also serves the web table, at {URL}.")
    assert (await said(**CHAT))[0].startswith("ok  WEB_TABLE is off: `run` serves no web table.")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({**CHAT, "web_url": URL}, "WEB_URL is set, but nothing is served there"),
        ({"web_url": "http://table.example.org", "http_port": 80}, "WEB_URL is an http address"),
        ({"web_url": URL, "http_port": 0}, "WEB_URL is set, but HTTP_PORT=0"),
        ({"web_url": URL}, "WEB_URL has https, so a proxy is in front, but HTTP_PROXIES is 0"),
        ({"web_url": "http://127.0.0.1:9000"}, "WEB_URL leads to port 9000, but the HTTP server listens on port 8085"),
        ({"web_url": "http://localhost"}, "WEB_URL leads to port 80, but the HTTP server listens on port 8085"),
        ({"database_url": POSTGRES}, "WEB_SECRET isn't set"),
        ({"database_url": POSTGRES, **CHAT, "web_table": True}, "WEB_SECRET isn't set"),
        ({"web_embed": (URL,)}, "WEB_EMBED needs a WEB_URL with https"),
        ({"http_host": "a..b"}, "HTTP_HOST can't be a name of this machine."),
        ({"http_host": "192.0.2.1"}, "The HTTP server can't listen on 192.0.2.1, port 8085"),
    ],
)
async def test_what_is_wrong(given: dict[str, Any], sentence: str) -> None:
    assert any(line.startswith(f"NO  {sentence}") for line in await problems(**{"http_port": 8085, **given}))


async def test_this_machine_answers_only_itself() -> None:
    """WEB_URL is where the server listens, but nobody else gets there."""
    given = {"web_url": "http://192.0.2.1:8085", "http_port": 8085}
    assert any("HTTP_HOST=127.0.0.1 answers nobody else" in line for line in await problems(**given))
    behind_a_proxy = await problems(**given, http_proxies=1)
    assert [line[:14] for line in behind_a_proxy] == ["NO  WEB_URL is"]  # an http address


@pytest.mark.parametrize(
    "given",
    [
        {"web_url": URL, "http_proxies": 1},
        {"web_url": "http://127.0.0.1:8085"},
        {"web_url": "http://localhost:9000", "http_proxies": 1},
        {**CHAT, "web_url": URL, "web_table": True, "http_proxies": 1},
        {"slack_bot_token": "x", "slack_signing_secret": "x", "web_url": URL},
        {"teams_app_secret": "x", "web_url": URL},
        {"database_url": POSTGRES, "web_secret": "hunter2hunter2hunter2"},
        {"database_url": POSTGRES, **CHAT},
        {"web_url": URL, "http_proxies": 2, "web_embed": (URL,)},
    ],
)
async def test_what_is_right(given: dict[str, Any]) -> None:
    assert await problems(**{"http_port": 8085, **given}) == []


async def test_a_port_that_is_taken() -> None:
    """By ourselves, usually: that is no problem."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert (await said(http_port=port))[-1].startswith(f"ok  Something listens on 127.0.0.1, port {port}")


async def test_the_tab() -> None:
    """It names what is missing, and what the manifest needs."""
    (lacking,) = await check_tab(Settings(teams_tab=True))
    assert lacking.what == "TEAMS_TAB needs the Teams bot, WEB_TABLE=on and a WEB_URL with https."
    app = "01234567-89ab-cdef-0123-456789abcdef"
    (found,) = await check_tab(Settings(teams_tab=True, web_table=True, web_url=URL, teams_app_id=app))
    assert (found.ok, f"api://table.example.org/botid-{app}" in found.advice) == (True, True)
