"""Checks of the web table's settings and of the HTTP server's address."""

import asyncio
from collections.abc import Iterator
from urllib.parse import urlsplit

from adapters.http import TAKEN, is_loopback
from adapters.web.adapter import embedding_fault
from bot.operations.doctor import Finding
from bot.settings import Settings
from games.text import listing

_GUIDE = "See docs/deployment.md."
_HTTP_PORT = 80  # if an address names none


async def check(settings: Settings) -> list[Finding]:
    beside = bool(settings.platforms)  # without any, `run` serves the web table alone
    serves = settings.web_table or not beside
    found = [_serving(settings, beside=beside)]
    if settings.web_url:
        found += _address(settings, serves=serves)
    if serves:
        found += _key(settings)
    if fault := embedding_fault(settings):
        found.append(Finding(ok=False, what=fault, advice=_GUIDE))
    return [*found, await _port(settings)]


def _serving(settings: Settings, *, beside: bool) -> Finding:
    if not beside:
        what = f"No chat platform is set up: `run` serves the web table alone, at {settings.address}."
        return Finding(ok=True, what=what)
    if settings.web_table:
        return Finding(ok=True, what=f"WEB_TABLE is on: `run` also serves the web table, at {settings.address}.")
    advice = "Set WEB_TABLE=on for pages beside the chat, and for workshops."
    return Finding(ok=True, what="WEB_TABLE is off: `run` serves no web table.", advice=advice)


# --- WEB_URL ---------------------------------------------------------------------------------------------------------


def _address(settings: Settings, *, serves: bool) -> Iterator[Finding]:
    url = urlsplit(settings.web_url)
    local = is_loopback(url.hostname or "")
    if not serves and not _delivers_by_http(settings):
        what = "WEB_URL is set, but nothing is served there: WEB_TABLE is off, and no chat platform delivers to it."
        yield Finding(ok=False, what=what, advice="Set WEB_TABLE=on, or remove WEB_URL.")
    if url.scheme == "http" and not local:
        what = "WEB_URL is an http address: on their way, others can read the links and cookies that let people in."
        yield Finding(ok=False, what=what, advice=f"Put a proxy with https in front. {_GUIDE}")
    if settings.http_port == 0:
        what = "WEB_URL is set, but HTTP_PORT=0 takes another port at every start, which nothing leads to."
        yield Finding(ok=False, what=what, advice="Set HTTP_PORT to the port that your proxy passes requests on to.")
    elif url.scheme == "http" and not settings.http_proxies:
        yield from _without_proxy(settings, url.port or _HTTP_PORT, local=local)
    elif serves and not settings.http_proxies:
        what = "WEB_URL has https, so a proxy is in front, but HTTP_PROXIES is 0: visitors share one address's limits."
        yield Finding(ok=False, what=what, advice="Set HTTP_PROXIES to the number of proxies, usually 1.")


def _without_proxy(settings: Settings, port: int, *, local: bool) -> Iterator[Finding]:
    """An http address without a proxy is our own: then it must be where our server listens."""
    advice = "Make them the same, or set HTTP_PROXIES to the number of your proxies in front of the server."
    if port != settings.http_port:
        what = f"WEB_URL leads to port {port}, but the HTTP server listens on port {settings.http_port} (HTTP_PORT)."
        yield Finding(ok=False, what=what, advice=advice)
    elif not local and is_loopback(settings.http_host):
        what = f"WEB_URL is the address of this machine, but HTTP_HOST={settings.http_host} answers nobody else."
        yield Finding(ok=False, what=what, advice="Set HTTP_HOST=0.0.0.0 to listen on all its addresses.")


def _delivers_by_http(settings: Settings) -> bool:
    over_http = "slack" in settings.platforms and (settings.slack_client_id or not settings.slack_app_token)
    return bool("teams" in settings.platforms or over_http)


# --- the key, the port -----------------------------------------------------------------------------------------------


def _key(settings: Settings) -> Iterator[Finding]:
    if settings.web_secret is None and settings.uses_postgres:
        what = (
            "WEB_SECRET isn't set: with PostgreSQL, every process has a key of its own, and a new one at every start."
        )
        advice = "People lose their seats at the web table then. Set it to the same value everywhere."
        yield Finding(ok=False, what=what, advice=advice)


async def _port(settings: Settings) -> Finding:
    """Try to listen where the HTTP server would."""
    where = f"{settings.http_host}, port {settings.http_port}"
    try:
        loop = asyncio.get_running_loop()
        (await loop.create_server(asyncio.Protocol, settings.http_host, settings.http_port)).close()
    except UnicodeError:
        return Finding(ok=False, what="HTTP_HOST can't be a name of this machine.", advice="Check HTTP_HOST.")
    except OSError as fault:
        if fault.errno in TAKEN:
            what = f"Something listens on {where}: Scrum Table, if it runs."
            return Finding(ok=True, what=what, advice="If it doesn't, set HTTP_PORT to a free port.")
        what = f"The HTTP server can't listen on {where}: {fault.strerror}."
        return Finding(ok=False, what=what, advice="Check HTTP_HOST and HTTP_PORT.")
    return Finding(ok=True, what=f"The HTTP server can listen on {where}.")


# --- Teams' tab ------------------------------------------------------------------------------------------------------


async def check_tab(settings: Settings) -> list[Finding]:
    """Check what a tab in Microsoft Teams needs besides the bot."""
    lacking = [
        name
        for name, there in {
            "the Teams bot": "teams" in settings.platforms,
            "WEB_TABLE=on": settings.web_table,
            "a WEB_URL with https": settings.web_url.startswith("https:"),
        }.items()
        if not there
    ]
    if lacking:
        return [Finding(ok=False, what=f"TEAMS_TAB needs {listing(lacking)}.", advice="See docs/embedding.md.")]
    resource = f"api://{urlsplit(settings.web_url).hostname}/botid-{settings.teams_app_id}"
    advice = f"Its app needs the application ID URI {resource}, and its newest package; see docs/embedding.md."
    return [Finding(ok=True, what="Microsoft Teams may show the web table in a tab.", advice=advice)]
