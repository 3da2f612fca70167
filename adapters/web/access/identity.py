"""The person of a browser at a table: its own, somebody else at the same computer, or a seat carried to it."""

import hashlib
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace

from aiohttp import web

from adapters.guests import Guest
from adapters.web import texts as ui_texts
from adapters.web.access.guests import SESSION_HEADER, Guests, sent_by_page
from adapters.web.access.links import EMBEDDED, PLATFORM, Signer, TableResolver, base36, room_of
from adapters.web.middleware import HttpProblem
from bot.features.personal_links import SEAT_SECONDS, PersonalLinks
from bot.kernel.messages import Page, Person
from bot.kernel.ports import Clock
from bot.kernel.table.names import own_name
from games.language import spoken

# --- sessions --------------------------------------------------------------------------------------------------------

SESSION_SECONDS = 365 * 24 * 3600  # renewed at every visit

_COOKIE = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9a-z]{1,13})")


@dataclass(frozen=True, slots=True)
class Session:
    id: str
    guest: Guest | None = None  # whom a chat platform vouches for, inside its own client

    def person(self, tab: str = "") -> str:
        """The id of the browser's person; with a tab, of somebody else at the same computer."""
        if self.guest is not None:
            return self.guest.person
        return f"{PLATFORM}:{self.id}.{tab}" if tab else f"{PLATFORM}:{self.id}"


class Sessions:
    """`embedded`: pages of other sites may show ours in a frame, where browsers send only cookies made for that."""

    def __init__(self, signer: Signer, *, secure: bool, embedded: bool = False) -> None:
        self._signer = signer
        self._guests = Guests(signer)
        same_site = "None; Partitioned" if embedded else "Lax"  # not prose
        self._attributes = f"Path=/; HttpOnly; SameSite={same_site}{'; Secure' if secure else ''}"  # not prose
        # cookies ignore ports, so the name keeps two programs on one machine apart
        self.cookie = f"scrum_table_{signer.name}"

    def of(self, request: web.Request, now: float) -> Session:
        """The browser's session; a new one if it is missing, forged or expired.

        That of a guest counts only at the address of the room that they were let into.
        """
        sent = sent_by_page(request)
        if request.path.startswith(EMBEDDED):
            guest = self._guests.read(sent or "", now)
            return Session(guest.person, guest) if guest else Session(secrets.token_urlsafe(16))
        known = request.cookies.get(self.cookie, "") if sent is None else sent
        return self.read(known, now) or Session(secrets.token_urlsafe(16))

    def read(self, cookie: str, now: float) -> Session | None:
        text, _, signature = cookie.rpartition(".")
        found = _COOKIE.fullmatch(text)
        if found is None or not self._signer.verify("session", text, signature):
            return None
        return Session(found[1]) if now < int(found[2], 36) else None

    def secret(self, session: Session, form: str) -> str:
        """A secret that only this browser is told: the same one if it sends the same form again."""
        return self._signer.sign("form", f"{session.id} {form}")

    def write(self, session: Session, now: float) -> str:
        text = f"{session.id}.{base36(int(now) + SESSION_SECONDS)}"
        return f"{text}.{self._signer.sign('session', text)}"

    def renew(self, request: web.Request, response: web.StreamResponse, session: Session, now: float) -> None:
        """Let the browser keep the session: in a cookie, or in its page if that has sent it.

        A guest's isn't renewed.
        """
        if request.path.startswith(EMBEDDED):
            return
        if sent_by_page(request) is None:
            self.keep(response, self.cookie, self.write(session, now), SESSION_SECONDS)
        else:
            response.headers[SESSION_HEADER] = self.write(session, now)

    def keep(self, response: web.StreamResponse, cookie: str, value: str, seconds: int) -> None:
        """Set a cookie that scripts can't read; after no seconds, it is gone."""
        # by hand: before Python 3.14, the standard library refuses `Partitioned`
        response.headers.add("Set-Cookie", f"{cookie}={value}; Max-Age={seconds}; {self._attributes}")  # not prose


# --- carried seats ---------------------------------------------------------------------------------------------------

MAX_SEATS = 10  # carried to one browser

_SEAT = re.compile(r"([A-Za-z0-9_-]{22})~([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class _Carried:
    token: str  # of the table's address
    seat: str  # the id under which the server knows it


class CarriedSeats:
    """Cookies that name the seats that were carried to this browser. Whose they are is stored, until taken back."""

    def __init__(self, signer: Signer, sessions: Sessions) -> None:
        self._signer = signer
        self._sessions = sessions
        self._prefix = f"scrum_seat_{signer.name}_"  # not prose

    def at(self, request: web.Request, token: str) -> str:
        """The seat at this table that was carried here; empty if none was."""
        found = self.read(request.cookies.get(self._cookie(token), ""))
        return found.seat if found and found.token == token else ""

    def all(self, request: web.Request) -> Iterator[tuple[str, str]]:
        """The room and the id of every seat that was carried here."""
        for name, value in request.cookies.items():
            found = self.read(value) if name.startswith(self._prefix) else None
            room = room_of(found.token) if found else None
            if found and room:
                yield room, found.seat

    def keep(self, request: web.Request, response: web.StreamResponse, token: str, seat: str) -> None:
        """Store the seat in the browser; if it has too many, one makes room."""
        kept = [name for name in request.cookies if name.startswith(self._prefix) and name != self._cookie(token)]
        for name in kept[: max(0, len(kept) + 1 - MAX_SEATS)]:
            self._sessions.keep(response, name, "", 0)
        self._sessions.keep(response, self._cookie(token), self.write(token, seat), int(SEAT_SECONDS))

    def write(self, token: str, seat: str) -> str:
        text = f"{token}~{seat}"
        return f"{text}~{self._signer.sign('carried', text)}"

    def read(self, cookie: str) -> _Carried | None:
        """None if it is forged."""
        text, _, signature = cookie.rpartition("~")
        found = _SEAT.fullmatch(text)
        if found is None or not self._signer.verify("carried", text, signature):
            return None
        return _Carried(found[1], found[2])

    def _cookie(self, token: str) -> str:
        return f"{self._prefix}{token[:8]}"


# --- who somebody is -------------------------------------------------------------------------------------------------

# Somebody else at this computer, one per tab. Before that, every tab was a person of its own.
_GUEST = re.compile(r"guest-[0-9a-f]{16}")
_FORMER_TAB = re.compile(r"[a-z0-9]{8,32}")


def tab_or_empty(text: str) -> str:
    """The same text, checked; ValueError if it can't be somebody at this computer."""
    if text and not _GUEST.fullmatch(text) and not _FORMER_TAB.fullmatch(text):
        raise ValueError("not a tab")
    return text


@dataclass(frozen=True, slots=True)
class Identity:
    """The sender of a request. A signed cookie vouches for all people of the browser, another one for `carried`."""

    session: Session
    tab: str = ""  # somebody else at this computer
    carried: str = ""  # the id of the person whose seat was carried to this browser
    seat: str = ""  # the id of that seat

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
    def __init__(self, sessions: Sessions, carried: CarriedSeats, resolver: TableResolver, clock: Clock) -> None:
        self.sessions = sessions
        self._carried = carried
        self._resolver = resolver
        self._clock = clock

    @property
    def links(self) -> PersonalLinks:
        return self._resolver.service.feature(PersonalLinks)

    def browser(self, request: web.Request, tab: str = "") -> Identity:
        """Who sends a request, apart from carried seats; HttpProblem if `tab` can't be somebody at this computer."""
        try:
            tab_or_empty(tab)
        except ValueError:
            raise HttpProblem(400, ui_texts.BAD_MESSAGE) from None
        return Identity(self.sessions.of(request, self._clock.now()), tab)

    async def at_table(self, request: web.Request, tab: str = "") -> Identity:
        """Who sends a request to a table."""
        who, token = self.browser(request, tab), request.match_info["token"]
        if who.session.guest is not None:
            return who  # with whatever tab: the platform vouches for one person
        seat, room = self._carried.at(request, token), room_of(token)
        carried = await self.links.carried(room, seat) if seat and room else ""
        return replace(who, carried=carried, seat=seat) if carried else who

    async def elsewhere(self, request: web.Request) -> list[tuple[str, str]]:
        """The rooms and people of all seats that were carried to this browser."""
        found = [(room, await self.links.carried(room, seat)) for room, seat in self._carried.all(request)]
        return [(room, person) for room, person in found if person]

    def renew(self, request: web.Request, response: web.StreamResponse, who: Identity) -> None:
        """Keep the browser's cookies from expiring."""
        self.sessions.renew(request, response, who.session, self._clock.now())
        if who.carried:
            self.carry(request, response, who.seat)

    def carry(self, request: web.Request, response: web.StreamResponse, seat: str) -> None:
        """Remember in the browser that a seat at this table was carried to it."""
        self._carried.keep(request, response, request.match_info["token"], seat)


def seated_name(page: Page, person: str) -> str:
    """The person's name at this table; empty if they have no seat."""
    return next((own_name(chair.name) for chair in page.chairs if chair.person == person), "")


def known_as(page: Page, person: str, name: str, locale: str = "") -> Person | None:
    """The person under their name at this table, else under the name they gave; None if there is neither."""
    called = seated_name(page, person) or name
    return Person(person, called, locale=locale or spoken()) if called else None


def delivery(sender: str, number: str) -> str:
    """A request id, the same if a page sends it again. Hashed, because it is stored, also with anonymous notes."""
    return f"{PLATFORM}:{hashlib.sha256(f'{sender} {number}'.encode()).hexdigest()[:32]}"
