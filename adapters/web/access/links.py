"""Unguessable addresses, signed links for watching, and the key that signs them."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from aiohttp import web

from adapters.http import is_loopback
from adapters.web import texts as ui_texts
from adapters.web.middleware import HttpProblem
from bot.files import create_file
from bot.kernel.messages import Page
from bot.kernel.ports import Clock, Service

PLATFORM = "web"
WATCH_SECONDS = 30 * 24 * 3600  # lifetime of a link for watching
KEY_BYTES = 32

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def new_token() -> str:
    """A token of 128 random bits, so that nobody can guess a table's address."""
    return secrets.token_urlsafe(16)


def room_of(token: str) -> str | None:
    """The room of an address's token; None if it isn't a valid token."""
    return f"{PLATFORM}:{token}" if _TOKEN.fullmatch(token) else None


class Signer:
    """A signer of short texts. A signature is valid for one purpose only."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}:{text}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def verify(self, purpose: str, text: str, signature: str) -> bool:
        return hmac.compare_digest(self.sign(purpose, text).encode(), signature.encode("utf-8", "replace"))

    @property
    def name(self) -> str:
        """A short name that distinguishes keys without revealing them."""
        return self.sign("name", "")[:8]


class WatchLinks:
    """Signed addresses for watching a table, in whatever room it is played."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    def watch_address(self, table: str, now: float) -> str:
        # rounded to the day, so that everybody gets the same address and pages can be shared
        days = int(now // 86400) * 86400
        text = f"{table}.{base36(days + WATCH_SECONDS + 86400)}"
        return f"/w/{text}.{self._signer.sign('watch', text)}"

    def read_watch(self, token: str, now: float) -> str | None:
        """The table of a token; None if the token is forged or expired."""
        text, _, signature = token.rpartition(".")
        table, _, expiry = text.partition(".")
        if not self._signer.verify("watch", text, signature):
            return None
        return table if now < int(expiry, 36) else None


def base36(number: int) -> str:
    return "".join(_digits(number))[::-1] or "0"


def _digits(number: int) -> Iterator[str]:
    while number:
        number, digit = divmod(number, 36)
        yield _DIGITS[digit]


def load_or_create_key(file: Path) -> bytes:
    """Read the key from a private file, or create it, so that sessions survive a restart."""
    key = secrets.token_bytes(KEY_BYTES)
    try:
        create_file(file, key, mode=0o600)
    except FileExistsError:
        key = file.read_bytes()
        if len(key) < KEY_BYTES:
            raise OSError(
                f"{file} doesn't contain a key; delete it, and a new one will be created."  # not prose
            ) from None
    return key


# --- where others reach us -------------------------------------------------------------------------------------------


class Origins:
    """Where other computers reach this server: at its public address, or in the local network, if it has either."""

    def __init__(self, url: str = "") -> None:
        self.public = url.rstrip("/")
        self.nearby = ""  # in the local network

    def of(self, request: web.Request, came_to: str = "") -> str:
        """The beginning of links to share. `came_to`: where the page was loaded from, if that is known better."""
        came_to = came_to or f"{request.scheme}://{request.host}"  # the host was checked
        if self.public:
            return self.public
        return self.nearby if self.nearby and is_loopback(urlsplit(came_to).hostname or "") else came_to


# --- addresses -------------------------------------------------------------------------------------------------------

EMBEDDED = "/e/"  # a chat's room, inside that chat's own client
PATHS = ("/t/{token}", "/w/{token}", f"{EMBEDDED}{{token}}")  # for playing, for watching
NO_FEED = 10**9  # a sequence number that no table reaches, for a page without its feed


@dataclass(frozen=True, slots=True)
class TableAddress:
    """An address and what it shows: a room of ours, or any table by its id, for watching only."""

    address: str
    room: str = ""
    table: str = ""

    @property
    def key(self) -> str:
        """The hub's key: watchers share one only at the same address, so no page leaks a link that lives longer."""
        return self.room or self.address

    @property
    def is_embedded(self) -> bool:
        """True if the page is shown inside a chat, which has the room's own messages."""
        return self.address.startswith(EMBEDDED)


class RoomsOfGuests(Protocol):
    """The rooms of chat platforms that our pages show inside their clients."""

    def named(self, token: str) -> str | None:
        """The room of an address; None if we didn't make it."""

    def says_who(self, request: web.Request) -> bool:
        """True if a request says who sends it, which browsers can't when they load a page."""

    def seen_by(self, request: web.Request, now: float) -> str | None:
        """The room that the sender of a request was let into; None if they weren't, or no longer are."""


class TableResolver:
    """A resolver of the table for a request. The service is available while the adapter runs."""

    def __init__(self, links: WatchLinks, clock: Clock, guests: RoomsOfGuests) -> None:
        self._links = links
        self._guests = guests
        self._clock = clock
        self._service: Service | None = None

    def open(self, service: Service) -> None:
        self._service = service

    def close(self) -> None:
        self._service = None

    @property
    def service(self) -> Service:
        if self._service is None:
            raise HttpProblem(503, ui_texts.UNAVAILABLE)
        return self._service

    def of(self, request: web.Request) -> TableAddress:
        """The address of a request; invalid and unknown ones get the same 404."""
        token = request.match_info["token"]
        if request.path.startswith("/w/"):
            table = self._links.read_watch(token, self._clock.now())
            if table is not None:
                return TableAddress(f"/w/{token}", table=table)
        elif request.path.startswith(EMBEDDED):
            room = self._guests.named(token)
            if room is not None and room == self._guests.seen_by(request, self._clock.now()):
                return TableAddress(EMBEDDED + token, room=room)
        elif room := room_of(token):
            return TableAddress(f"/t/{token}", room=room)
        raise HttpProblem(404, ui_texts.MISSING)

    def frame(self, request: web.Request) -> TableAddress:
        """The address of an embedded page that is being loaded: nobody knows yet who will look at it.

        That tells nothing but what kind of page the room's table has.
        """
        if self._guests.says_who(request):
            return self.of(request)
        room = self._guests.named(request.match_info["token"])
        if room is None:
            raise HttpProblem(404, ui_texts.MISSING)
        return TableAddress(request.path, room=room)

    async def page(self, table_address: TableAddress, after: int = NO_FEED) -> Page:
        """The table's public page."""
        if table_address.table:
            page = await self.service.page_of(table_address.table, after)
        else:
            page = await self.service.page(table_address.room, None, after)
        if page is None:
            raise HttpProblem(404, ui_texts.MISSING)
        return page

    def watch_address(self, table: str) -> str:
        return self._links.watch_address(table, self._clock.now())
