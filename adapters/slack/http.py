"""Slack over HTTP: signed deliveries, and the pages of the installation."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow

EVENTS = "/slack/events"
MOST_BYTES = 1024 * 1024  # of one delivery


def delivery_routes(app: AsyncApp) -> list[web.RouteDef]:
    """Bolt checks the signature and its age before anything else; 401 if either is wrong."""

    async def delivered(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await app.async_dispatch(await to_bolt_request(request)))

    return [web.post(EVENTS, delivered)]


def install_routes(flow: AsyncOAuthFlow) -> list[web.RouteDef]:
    async def begin(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await flow.handle_installation(await to_bolt_request(request)))

    async def end(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await flow.handle_callback(await to_bolt_request(request)))

    return [web.get(flow.install_path, begin), web.get(flow.redirect_uri_path, end)]


@asynccontextmanager
async def serving(routes: Iterable[web.RouteDef], host: str, port: int) -> AsyncIterator[int]:
    """A server of our own; the port it listens on."""
    application = web.Application(client_max_size=MOST_BYTES)
    application.add_routes(routes)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
