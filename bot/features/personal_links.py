"""Personal links: each carries a seat to one other device, once, and its owner can take it back from there."""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from typing import Protocol

from bot.kernel.calls import Context
from bot.kernel.feature import Feature
from bot.kernel.store import Attendance
from games.values import value

LINK_SECONDS = 5 * 60.0
SEAT_SECONDS = 30 * 24 * 3600.0  # that a carried seat lasts after the last visit
_RENEWED = 24 * 3600.0  # a visit sooner than this after the last one is not worth a write

feature = Feature("personal links")


def digest(text: str) -> str:
    """What is stored of a secret, and of the browser that used it."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


@value
class SeatLink:
    """A link that wasn't used yet, or the seat that was carried by it."""

    id: str  # the digest of its secret
    room: str
    person: str  # whose seat it is
    made: float
    expires: float
    user: str = ""  # the digest of the browser that has used it


class SeatLinkStore(Protocol):
    """Every method may raise StoreUnavailable. A seat that is taken back is reported to other processes."""

    async def put_link(self, link: SeatLink) -> None:
        """Add a link, in place of the person's link for this room that nobody has used; expired ones are removed."""

    async def link(self, link: str) -> SeatLink | None: ...

    async def use_link(self, link: SeatLink, now: float) -> bool:
        """Whether its user may have it: nobody else has used it, and it hasn't expired. In one statement."""

    async def keep_seat(self, link: str, expires: float) -> None: ...

    async def links_of(self, person: str) -> tuple[SeatLink, ...]:
        """A person's own links and carried seats, and those that were carried to their browser."""

    async def take_back(self, room: str, person: str) -> tuple[str, ...]:
        """Remove the person's links for this room, used or not; returns the used ones."""


def followed_as(link: str) -> str:
    """The name under which the end of a carried seat is reported."""
    return f"seat:{link}"


class PersonalLinks(Protocol):
    """What an adapter may ask. Each raises StoreUnavailable."""

    async def make(self, room: str, person: str) -> str:
        """A new secret; the person's earlier link for this room no longer works."""

    async def whose(self, room: str, secret: str) -> str | None:
        """Whose link it is; None if it was used, has expired, or belongs to another room."""

    async def use(self, room: str, secret: str, browser: str) -> str | None:
        """The id of the seat that is carried to this browser; None if somebody else was quicker. The browser that has
        used it gets the same answer again."""

    async def carried(self, room: str, seat: str) -> str:
        """Whose seat it is; empty if it was taken back, or has expired."""

    async def take_back(self, room: str, person: str) -> int:
        """End the person's carried seats and open links in this room; how many seats there were."""

    def follow(self, seat: str, ended: Callable[[], None]) -> Callable[[], None]:
        """Call `ended` when the seat may have been taken back; call what is returned to stop."""


class _PersonalLinksOf:
    def __init__(self, context: Context) -> None:
        self._store = context.store.part(SeatLinkStore)
        self._clock = context.clock
        self._tables = context.tables

    async def make(self, room: str, person: str) -> str:
        secret, now = secrets.token_urlsafe(16), self._clock.now()
        await self._store.put_link(SeatLink(digest(secret), room, person, now, now + LINK_SECONDS))
        return secret

    async def whose(self, room: str, secret: str) -> str | None:
        link, now = await self._store.link(digest(secret)), self._clock.now()
        # a clock that was set back ends a link too, rather than keeping it open
        is_open = link is not None and link.room == room and not link.user and link.made <= now < link.expires
        return link.person if link is not None and is_open else None

    async def use(self, room: str, secret: str, browser: str) -> str | None:
        now, link = self._clock.now(), digest(secret)
        used = SeatLink(link, room, "", now, now + SEAT_SECONDS, digest(browser))
        return link if await self._store.use_link(used, now) else None

    async def carried(self, room: str, seat: str) -> str:
        found, now = await self._store.link(seat), self._clock.now()
        if found is None or not found.user or found.room != room or now >= found.expires:
            return ""
        if found.expires - now < SEAT_SECONDS - _RENEWED:
            await self._store.keep_seat(seat, now + SEAT_SECONDS)
        return found.person

    async def take_back(self, room: str, person: str) -> int:
        ended = await self._store.take_back(room, person)
        for seat in ended:
            self._tables.changed(followed_as(seat))
        return len(ended)

    def follow(self, seat: str, ended: Callable[[], None]) -> Callable[[], None]:
        return self._tables.follow(followed_as(seat), ended)


feature.facades[PersonalLinks] = _PersonalLinksOf


@feature.adds_to_data
async def carried_seats(context: Context, person: str, tables: tuple[Attendance, ...]) -> Mapping[str, object]:
    """The seats that were carried to another device, without what opens them."""
    del tables
    found = await context.store.part(SeatLinkStore).links_of(person)
    return {
        "personal links": [
            {"room": link.room, "made": link.made, "expires": link.expires, "used": bool(link.user)} for link in found
        ]
    }
