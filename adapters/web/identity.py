"""Who a browser is at a table: its own person, somebody else at the same computer, or a seat carried to it."""

import hashlib
import re
from dataclasses import dataclass

from aiohttp import web

from adapters.web import ui_texts
from adapters.web.carried_seats import CarriedSeats
from adapters.web.links import PLATFORM
from adapters.web.middleware import HttpProblem
from adapters.web.sessions import Session, Sessions
from bot.messages import Page, Person
from bot.ports import Clock

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
