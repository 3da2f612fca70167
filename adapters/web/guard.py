"""What every request to the web table has to pass, and what every answer carries."""

import logging
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web

from adapters.web import words
from bot.ports import StoreUnavailable

log = logging.getLogger(__name__)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Missing = Callable[[], web.StreamResponse]  # the page for an address that leads nowhere

MAX_BYTES = 64 * 1024  # of what is posted
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",  # the address of a table is the key to it
    "Server": "scrum-table",
    "X-Content-Type-Options": "nosniff",
}
NO_STORE = "no-store"


class Turned(Exception):
    """A request that is turned away: a status, and a sentence for the person."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class Guard:
    """`host` is what the server listens on, `url` what people call it, if that is something else."""

    def __init__(self, host: str, url: str) -> None:
        self._names = {"localhost", "127.0.0.1", "::1", host.lower()}
        self._listens_widely = not _is_loopback(host)
        self._origin = ""
        if url:
            split = urlsplit(url)
            self._origin = f"{split.scheme}://{split.netloc}".lower()
            self._names.add((split.hostname or "").lower())
        self._public = urlsplit(self._origin).netloc

    def around(self, handler: Handler, missing: Missing) -> Handler:
        """The handler, with the checks before it and the headers on what it answers."""

        async def guarded(request: web.Request) -> web.StreamResponse:
            response = await self._answer(request, handler, missing)
            if not response.prepared:
                response.headers.update(HEADERS)
                response.headers.setdefault("Cache-Control", NO_STORE)
            return response

        return guarded

    async def _answer(self, request: web.Request, handler: Handler, missing: Missing) -> web.StreamResponse:
        try:
            self._check_host(request)
            if request.method not in {"GET", "HEAD"} or "Upgrade" in request.headers:
                self._check_origin(request)
            return await handler(request)
        except Turned as turned:
            wants_page = "text/html" in request.headers.get("Accept", "")
            return missing() if turned.status == 404 and wants_page else problem(turned.status, turned.sentence)
        except StoreUnavailable:
            log.exception("the store is away")
            return problem(503, words.AWAY)
        except (web.HTTPException, ConnectionError):
            raise
        except Exception:
            log.exception("%s %s failed", request.method, request.match_info.route.resource)
            return problem(500, words.AWAY)

    def _check_host(self, request: web.Request) -> None:
        """A foreign name that was made to lead here (DNS rebinding) gets nothing."""
        name = _name(request.host)
        if name not in self._names and not (self._listens_widely and _is_address(name)):
            raise Turned(403, words.WRONG_HOST)

    def _check_origin(self, request: web.Request) -> None:
        """Only our own pages may act for the person who sits before them."""
        origin = request.headers.get("Origin", "").lower()
        host = request.host.lower()
        own = {self._origin} if self._origin else set()
        if host != self._public:
            own |= {f"http://{host}", f"https://{host}"}
        if origin not in own:
            raise Turned(403, words.FOREIGN)


def problem(status: int, sentence: str) -> web.Response:
    return web.json_response({"problem": sentence}, status=status)


async def body(request: web.Request) -> bytes:
    """What was posted, if it is not too much."""
    found = bytearray()
    async for chunk in request.content.iter_any():
        found += chunk
        if len(found) > MAX_BYTES:
            raise Turned(413, words.TOO_LONG)
    return bytes(found)


def _name(host: str) -> str:
    """Without the port; empty if it makes no sense."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
