"""HTTP routes for Slack: signed deliveries, and the installation pages. The server is adapters.http."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow

from adapters.slack.install.pages import HEADERS, INSTALL

log = logging.getLogger(__name__)

EVENTS = "/slack/events"
_INSTALLED = "/slack/oauth_redirect"
# Bolt parses a request before it checks the signature, and fails like this if it isn't a delivery
_MALFORMED = (AttributeError, LookupError, RecursionError, TypeError, ValueError)


def delivery_routes(find: Callable[[], AsyncApp | None]) -> list[web.RouteDef]:
    """Routes for deliveries. Bolt rejects a wrong or old signature with 401.

    While the adapter is still connecting, 503 makes Slack redeliver later.
    """

    async def receive(request: web.Request) -> web.Response:
        app = find()
        if app is None:
            return web.Response(status=503)
        with _refusing_malformed():
            _check_signature_headers(request)
            delivery = await to_bolt_request(request)
            delivery.body.get("event", {}).get("type")  # Bolt looks at it, too, but answers an error with 500
            answer = await app.async_dispatch(delivery)
        return await to_aiohttp_response(answer)

    return [web.post(EVENTS, receive)]


def install_routes(flow: Callable[[], AsyncOAuthFlow]) -> list[web.RouteDef]:
    async def start_installation(request: web.Request) -> web.Response:
        with _refusing_malformed():
            started = await to_bolt_request(request)
        answer = await to_aiohttp_response(await flow().handle_installation(started))
        answer.headers.update(HEADERS)
        return answer

    async def finish_installation(request: web.Request) -> web.Response:
        with _refusing_malformed():
            finished = await to_bolt_request(request)
        return await to_aiohttp_response(await flow().handle_callback(finished))

    return [web.get(INSTALL, start_installation), web.get(_INSTALLED, finish_installation)]


def _check_signature_headers(request: web.Request) -> None:
    """Raise ValueError for headers that Bolt could not even compare; it rejects missing ones itself."""
    int(request.headers.get("X-Slack-Request-Timestamp", "0"))
    request.headers.get("X-Slack-Signature", "").encode("ascii")


@contextmanager
def _refusing_malformed() -> Iterator[None]:
    try:
        yield
    except _MALFORMED as error:
        log.warning("a delivery can't be read: %s", type(error).__name__)
        raise web.HTTPBadRequest from None
