"""Checks of every request to the web table, security headers of every response, and error responses."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

from aiohttp import web

from adapters.http import HostGuard, host_name
from adapters.web import texts as ui_texts
from adapters.web.languages import language_of
from bot.kernel.store import StoreUnavailable
from games.language import Text, speaking
from games.values import value

log = logging.getLogger(__name__)

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_Missing = Callable[[web.Request], web.StreamResponse]  # makes the 404 page

MAX_BYTES = 64 * 1024  # of a request body
_MAX_NAME = 253  # letters of a host name, as in the DNS
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "  # not prose
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "
)
_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",  # not prose
    "Referrer-Policy": "no-referrer",  # a table's address is its key
    "Server": "scrum-table",
    "X-Content-Type-Options": "nosniff",
}
NO_STORE = "no-store"


class HttpProblem(Exception):
    """An error response: a status, and a sentence for the person."""

    def __init__(self, status: int, sentence: Text) -> None:
        self.status = status
        self.sentence = str(sentence)
        super().__init__(self.sentence)


@value
class Framed:
    """Some of our pages, as a chat's own client shows them in a frame."""

    paths: tuple[str, ...]  # what their addresses begin with
    asked: tuple[str, ...] = ()  # with all of these in its query, the front page is one of them too
    sites: tuple[str, ...] = ()  # that may show them
    host: str = ""  # the chat's proxy, if browsers get them through one: then they come from there

    def has(self, request: web.Request) -> bool:
        named = request.path == "/" and bool(self.asked) and all(name in request.query for name in self.asked)
        return named or request.path.startswith(self.paths)


class SecurityMiddleware:
    """Checks and headers.

    `host` is what the server listens on, `url` its public address if that is different, `names` are other hosts that it
    is reached by, `frames` the sites that may show our pages in a frame.
    """

    def __init__(self, host: str, url: str, names: Sequence[str] = (), frames: Sequence[str] = ()) -> None:
        self._guard = HostGuard(host, url, names)
        self._frames = tuple(frames)
        self._framed: list[Framed] = []
        self._origin = ""
        if url:
            split = urlsplit(url)
            self._origin = f"{split.scheme}://{split.netloc}".lower()
        self._public = urlsplit(self._origin).netloc

    def allow(self, framed: Framed) -> None:
        """Let these pages, and no others, be shown in the frames of other sites."""
        self._framed.append(framed)
        if framed.host:
            self._guard.add(framed.host)

    def _shown_in(self, request: web.Request) -> list[Framed]:
        return [each for each in self._framed if each.has(request)]

    def _policy(self, request: web.Request) -> str:
        sites = (*self._frames, *(site for framed in self._shown_in(request) for site in framed.sites))
        return _POLICY + (" ".join(sites) or "'none'")

    def wrap(self, handler: _Handler, missing: _Missing) -> _Handler:
        """Wrap a handler in the checks, and add the headers to its response."""

        async def wrapped(request: web.Request) -> web.StreamResponse:
            with speaking(language_of(request)):
                response = await self._answer(request, handler, missing)
            if not response.prepared:
                response.headers.update(_HEADERS)
                response.headers["Content-Security-Policy"] = self._policy(request)
                response.headers.setdefault("Cache-Control", NO_STORE)
            return response

        return wrapped

    async def _answer(self, request: web.Request, handler: _Handler, missing: _Missing) -> web.StreamResponse:
        try:
            self._check_host(request)
            if request.method not in {"GET", "HEAD"} or "Upgrade" in request.headers:
                self._check_origin(request)
            return await handler(request)
        except HttpProblem as error:
            wants_page = "text/html" in request.headers.get("Accept", "")
            if not wants_page:
                return _problem_response(error.status, error.sentence)
            if error.status == 404:
                return missing(request)
            return web.Response(text=f"{error.sentence}\n", status=error.status)
        except StoreUnavailable:
            log.exception("the store is unavailable")
            return _problem_response(503, ui_texts.UNAVAILABLE)
        except (web.HTTPException, ConnectionError):
            raise
        except Exception:
            log.exception("%s %s failed", request.method, request.match_info.route.resource)
            return _problem_response(500, ui_texts.UNAVAILABLE)

    def _check_host(self, request: web.Request) -> None:
        """Refuse foreign host names that resolve to this server (DNS rebinding)."""
        if not self._guard.allows(request.host):
            raise HttpProblem(403, ui_texts.wrong_host(host_name(request.host)[:_MAX_NAME]))

    def _check_origin(self, request: web.Request) -> None:
        """Refuse requests from other sites: only our own pages may act for the person."""
        origin = request.headers.get("Origin", "").lower()
        host = request.host.lower()
        own = {self._origin} if self._origin else set()
        if host != self._public:
            own |= {f"http://{host}", f"https://{host}"}
        own |= {f"https://{framed.host}" for framed in self._shown_in(request) if framed.host}
        if origin not in own:
            raise HttpProblem(403, ui_texts.FOREIGN)


def _problem_response(status: int, sentence: Text) -> web.Response:
    return web.json_response({"problem": str(sentence)}, status=status)


async def body(request: web.Request) -> bytes:
    """The request body, up to the limit."""
    found = await request.read()
    if len(found) > MAX_BYTES:
        raise HttpProblem(413, ui_texts.TOO_LONG)
    return found
