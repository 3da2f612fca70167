"""Carries a seat to another device: a personal link that works once, then a signed cookie for that one table.

The link is a bearer token, so it is short-lived, works once, and only its hash is kept, in memory. Its secret is in the
part after `#`, which browsers send to no server: it can't end up in a log, and a program that previews links can't use
it up. A restart makes open links invalid; seats that were carried before stay.
"""

import hashlib
import re
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from aiohttp import web

from adapters.web.links import PLATFORM, Signer, base36, room_of
from adapters.web.sessions import Sessions

LINK_SECONDS = 5 * 60.0
SEAT_SECONDS = 30 * 24 * 3600  # renewed at every visit
MAX_LINKS = 10_000  # open at once
MAX_SEATS = 10  # carried to one browser

_SEAT = re.compile(r"([A-Za-z0-9_-]{22})~([A-Za-z0-9_-]{22}(?:\.[a-z0-9-]{8,32})?)~([0-9a-z]{1,13})")


@dataclass(frozen=True, slots=True)
class _OpenLink:
    room: str
    person: str
    made: float


class PersonalLinks:
    """Open links, at most one for each person and room."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, _OpenLink] = OrderedDict()  # by the hash of the secret

    def make(self, room: str, person: str, now: float) -> str:
        """A new secret; the person's earlier link for this room no longer works."""
        for digest, link in tuple(self._open.items()):
            if (link.room, link.person) == (room, person) or not _is_valid(link, now):
                del self._open[digest]
        if len(self._open) >= MAX_LINKS:
            self._open.popitem(last=False)
        secret = secrets.token_urlsafe(16)
        self._open[_digest(secret)] = _OpenLink(room, person, now)
        return secret

    def person(self, room: str, secret: str, now: float) -> str | None:
        """Whose link it is; None if it was used, has expired, or belongs to another room."""
        link = self._open.get(_digest(secret))
        return link.person if link and link.room == room and _is_valid(link, now) else None

    def use(self, secret: str) -> None:
        self._open.pop(_digest(secret), None)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _is_valid(link: _OpenLink, now: float) -> bool:
    """A clock that was set back ends a link too, rather than keeping it open."""
    return link.made <= now < link.made + LINK_SECONDS


class CarriedSeats:
    """Cookies that say whose seat at which table was carried to this browser."""

    def __init__(self, signer: Signer, sessions: Sessions) -> None:
        self._signer = signer
        self._sessions = sessions
        self._prefix = f"scrum_seat_{signer.name}_"

    def person(self, request: web.Request, token: str, now: float) -> str:
        """The person whose seat at this table was carried here; empty if none was."""
        found = self.read(request.cookies.get(self._cookie(token), ""), now)
        return found[1] if found and found[0] == token else ""

    def all(self, request: web.Request, now: float) -> Iterator[tuple[str, str]]:
        """The room and the person of every seat that was carried here."""
        for name, value in request.cookies.items():
            found = self.read(value, now) if name.startswith(self._prefix) else None
            room = room_of(found[0]) if found else None
            if found and room:
                yield room, found[1]

    def keep(self, request: web.Request, response: web.StreamResponse, token: str, person: str, now: float) -> None:
        """Store the seat in the browser; if it has too many, one makes room."""
        kept = [name for name in request.cookies if name.startswith(self._prefix) and name != self._cookie(token)]
        for name in kept[: max(0, len(kept) + 1 - MAX_SEATS)]:
            response.del_cookie(name, path="/")
        self._sessions.keep(response, self._cookie(token), self.write(token, person, now), SEAT_SECONDS)

    def write(self, token: str, person: str, now: float) -> str:
        text = f"{token}~{person.removeprefix(f'{PLATFORM}:')}~{base36(int(now) + SEAT_SECONDS)}"
        return f"{text}~{self._signer.sign('carried', text)}"

    def read(self, cookie: str, now: float) -> tuple[str, str] | None:
        """The table's token and the person; None if it is forged or expired."""
        text, _, signature = cookie.rpartition("~")
        found = _SEAT.fullmatch(text)
        if found is None or not self._signer.verify("carried", text, signature):
            return None
        return (found[1], f"{PLATFORM}:{found[2]}") if now < int(found[3], 36) else None

    def _cookie(self, token: str) -> str:
        return f"{self._prefix}{token[:8]}"
