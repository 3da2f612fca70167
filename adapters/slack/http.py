"""Slack over HTTP: signed deliveries, and the pages of the installation. The server is everybody's (adapters.http)."""

from collections.abc import Callable

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow

EVENTS = "/slack/events"
INSTALL = "/slack/install"
INSTALLED = "/slack/oauth_redirect"
# Bolt takes a body apart before it checks who sent it, and trips over one that is not a delivery at all
NONSENSE = (AttributeError, KeyError, TypeError, ValueError)


def delivery_routes(find: Callable[[], AsyncApp | None]) -> list[web.RouteDef]:
    """Bolt checks the signature and its age before it looks at what was delivered; 401 if either is wrong.

    Until there is an app (the adapter is connecting) Slack is told to deliver again later.
    """

    async def delivered(request: web.Request) -> web.Response:
        app = find()
        if app is None:
            return web.Response(status=503)
        try:
            delivery = await to_bolt_request(request)
        except NONSENSE:
            return web.Response(status=400)
        return await to_aiohttp_response(await app.async_dispatch(delivery))

    return [web.post(EVENTS, delivered)]


def install_routes(flow: Callable[[], AsyncOAuthFlow]) -> list[web.RouteDef]:
    async def begin(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await flow().handle_installation(await to_bolt_request(request)))

    async def end(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await flow().handle_callback(await to_bolt_request(request)))

    return [web.get(INSTALL, begin), web.get(INSTALLED, end)]
