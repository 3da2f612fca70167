"""HTTP routes for Slack: signed deliveries, and the installation pages. The server is adapters.http."""

from collections.abc import Callable

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow

EVENTS = "/slack/events"
INSTALL = "/slack/install"
INSTALLED = "/slack/oauth_redirect"
# Bolt parses a body before it checks the signature, and fails like this if it isn't a delivery
MALFORMED = (AttributeError, KeyError, TypeError, ValueError)


def delivery_routes(find: Callable[[], AsyncApp | None]) -> list[web.RouteDef]:
    """Bolt rejects a wrong or old signature with 401.

    While the adapter is still connecting, 503 makes Slack redeliver later.
    """

    async def receive(request: web.Request) -> web.Response:
        app = find()
        if app is None:
            return web.Response(status=503)
        try:
            delivery = await to_bolt_request(request)
        except MALFORMED:
            return web.Response(status=400)
        return await to_aiohttp_response(await app.async_dispatch(delivery))

    return [web.post(EVENTS, receive)]


def install_routes(flow: Callable[[], AsyncOAuthFlow]) -> list[web.RouteDef]:
    async def start_installation(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await flow().handle_installation(await to_bolt_request(request)))

    async def finish_installation(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await flow().handle_callback(await to_bolt_request(request)))

    return [web.get(INSTALL, start_installation), web.get(INSTALLED, finish_installation)]
