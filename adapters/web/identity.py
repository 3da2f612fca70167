"""Who a browser is at a table: its own person, somebody else at the same computer, or a seat carried to it."""

import hashlib
import re
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from aiohttp import web

from adapters.web import texts as ui_texts
from adapters.web.links import PLATFORM, Signer, base36, room_of
from adapters.web.middleware import HttpProblem
from bot.kernel.messages import Page, Person
from bot.kernel.ports import Clock

# --- sessions --------------------------------------------------------------------------------------------------------

SESSION_SECONDS = 365 * 24 * 3600  # renewed at every visit

_COOKIE = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9a-z]{1,13})")


@dataclass(frozen=True, slots=True)
class Session:
    id: str

    def person(self, tab: str = "") -> str:
        """The id of the browser's person; with a tab, of somebody else at the same computer."""
        return f"{PLATFORM}:{self.id}.{tab}" if tab else f"{PLATFORM}:{self.id}"


class Sessions:
    def __init__(self, signer: Signer, *, secure: bool) -> None:
        self._signer = signer
        self._secure = secure
        # cookies ignore ports, so the name keeps two programs on one machine apart
        self.cookie = f"scrum_table_{signer.name}"

    def of(self, request: web.Request, now: float) -> Session:
        """The browser's session; a new one if the cookie is missing, forged or expired."""
        return self.read(request.cookies.get(self.cookie, ""), now) or Session(secrets.token_urlsafe(16))

    def read(self, cookie: str, now: float) -> Session | None:
        text, _, signature = cookie.rpartition(".")
        found = _COOKIE.fullmatch(text)
        if found is None or not self._signer.verify("session", text, signature):
            return None
        return Session(found[1]) if now < int(found[2], 36) else None

    def secret(self, session: Session, form: str) -> str:
        """What only this browser is told: the same again if it sends the same form again."""
        return self._signer.sign("form", f"{session.id} {form}")

    def write(self, session: Session, now: float) -> str:
        text = f"{session.id}.{base36(int(now) + SESSION_SECONDS)}"
        return f"{text}.{self._signer.sign('session', text)}"

    def set_cookie(self, response: web.StreamResponse, session: Session, now: float) -> None:
        self.keep(response, self.cookie, self.write(session, now), SESSION_SECONDS)

    def keep(self, response: web.StreamResponse, cookie: str, value: str, seconds: int) -> None:
        """Set a cookie that scripts can't read and other sites can't send."""
        response.set_cookie(
            cookie, value, max_age=seconds, path="/", httponly=True, samesite="Lax", secure=self._secure
        )


# --- carried seats ---------------------------------------------------------------------------------------------------

LINK_SECONDS = 5 * 60.0
SEAT_SECONDS = 30 * 24 * 3600  # renewed at every visit
_MAX_LINKS = 10_000  # open at once
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
        if len(self._open) >= _MAX_LINKS:
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


# --- who somebody is -------------------------------------------------------------------------------------------------

# Somebody else at this computer, one per tab. Before that, every tab was a person of its own.
_GUEST = re.compile(r"guest-[0-9a-f]{16}")
_FORMER_TAB = re.compile(r"[a-z0-9]{8,32}")
_AUTOMATIC = " (bot)"  # behind the name of a person whose seat an automatic player has


def tab_or_empty(text: str) -> str:
    """The same text; ValueError if it can't be somebody at this computer."""
    if text and not _GUEST.fullmatch(text) and not _FORMER_TAB.fullmatch(text):
        raise ValueError("not a tab")
    return text


@dataclass(frozen=True, slots=True)
class Identity:
    """Who sends a request. A signed cookie vouches for all people of the browser, another one for `carried`."""

    session: Session
    tab: str = ""  # somebody else at this computer
    carried: str = ""  # the id of the person whose seat was carried to this browser

    @property
    def id(self) -> str:
        return self.session.person(self.tab) if self.tab or not self.carried else self.carried

    def at(self, page: Page) -> str:
        """The person's id at this table, where `page` is theirs.

        Whoever sat down before a browser was a person has the id of their tab. A carried seat that its person no
        longer has leaves the browser's own person.
        """
        seated = [chair.person for chair in page.chairs]
        if self.tab or self.id in seated or page.host:
            return self.id
        former = [person for person in seated if _FORMER_TAB.fullmatch(self._tab_of(person))]
        return former[0] if former else self.session.person()

    def others(self, page: Page) -> dict[str, str]:
        """The others at this computer who sit at this table: names by tab."""
        found = {self._tab_of(chair.person): own_name(chair.name) for chair in page.chairs}
        return {tab: name for tab, name in found.items() if _GUEST.fullmatch(tab) and tab != self.tab}

    def _tab_of(self, person: str) -> str:
        """The tab of one of this browser's people; empty if it is another browser's."""
        prefix = f"{self.session.person()}."
        return person.removeprefix(prefix) if person.startswith(prefix) else ""


class Identities:
    def __init__(self, sessions: Sessions, carried: CarriedSeats, clock: Clock) -> None:
        self.sessions = sessions
        self.carried = carried
        self._clock = clock

    def of(self, request: web.Request, tab: str = "") -> Identity:
        """Who sends a request; HttpProblem if `tab` can't be somebody at this computer."""
        try:
            tab_or_empty(tab)
        except ValueError:
            raise HttpProblem(400, ui_texts.BAD_MESSAGE) from None
        now = self._clock.now()
        token = request.match_info.get("token", "")
        return Identity(self.sessions.of(request, now), tab, self.carried.person(request, token, now))

    def renew(self, request: web.Request, response: web.StreamResponse, who: Identity) -> None:
        """Keep the browser's cookies from expiring."""
        now = self._clock.now()
        self.sessions.set_cookie(response, who.session, now)
        if who.carried:
            self.carried.keep(request, response, request.match_info["token"], who.carried, now)


def own_name(name: str) -> str:
    return name.removesuffix(_AUTOMATIC)


def seated_name(page: Page, person: str) -> str:
    """The person's name at this table; empty if they have no seat."""
    return next((own_name(chair.name) for chair in page.chairs if chair.person == person), "")


def known_as(page: Page, person: str, name: str) -> Person | None:
    """The person under their name at this table, else under the name they gave; None if there is neither."""
    called = seated_name(page, person) or name
    return Person(person, called) if called else None


def delivery(sender: str, number: str) -> str:
    """A request id, the same if a page sends it again. Hashed, because it is stored, also with anonymous notes."""
    return f"{PLATFORM}:{hashlib.sha256(f'{sender} {number}'.encode()).hexdigest()[:32]}"
