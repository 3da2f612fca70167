"""How much a browser, an address and everybody together may ask for.

A browser that keeps no cookie is a new one with every request, so only the budget of its address holds it.
"""

import logging
from ipaddress import IPv6Address, ip_address

from aiohttp import web

from adapters.web import texts as ui_texts
from adapters.web.middleware import HttpProblem
from bot.kernel.live.work import RateLimiter
from bot.kernel.ports import Clock

log = logging.getLogger(__name__)

_FORWARDED = "X-Forwarded-For"
_NETWORK_BITS = 64  # of an IPv6 address: whoever has one has the whole network

Rate = tuple[int, float]  # so many at once, and then per second


def _hourly(count: int) -> Rate:
    return count, count / 3600


class Visitors:
    """`proxies`: how many of our own stand in front of the server, each of which adds whom it got a request from."""

    def __init__(self, proxies: int = 0) -> None:
        self._proxies = proxies
        self._warned = False

    def address(self, request: web.Request) -> str:
        """Where a request comes from. What somebody else wrote into the header counts for nothing."""
        named = [each.strip() for line in request.headers.getall(_FORWARDED, ()) for each in line.split(",")]
        if named and not self._proxies and not self._warned:
            self._warned = True
            log.warning("a proxy forwards requests, so all visitors share the budget of one address: set HTTP_PROXIES")
        told = named[-self._proxies] if 0 < self._proxies <= len(named) else ""
        return _network(told) or _network(request.remote or "")


def _network(text: str) -> str:
    """Empty if it is no address."""
    try:
        found = ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return f"{IPv6Address(int(found) >> _NETWORK_BITS << _NETWORK_BITS)}/{_NETWORK_BITS}"
    return str(found.ipv4_mapped if isinstance(found, IPv6Address) else found)


class Budget:
    """In this process. None: no limit of that kind."""

    def __init__(self, visitors: Visitors, clock: Clock, address: Rate | None, everybody: Rate | None = None) -> None:
        self._visitors = visitors
        self._clock = clock
        self._addresses = RateLimiter(*address) if address else None
        self._everybody = RateLimiter(*everybody) if everybody else None

    def spend(self, request: web.Request, cost: int = 1, about: str = "") -> None:
        """HttpProblem if nothing is left. `about`: an address has a budget for each of these."""
        now = self._clock.now()
        if self._addresses and not self._addresses.take(f"{self._visitors.address(request)} {about}", now, cost):
            raise HttpProblem(429, ui_texts.BUSY_ADDRESS)
        if self._everybody and not self._everybody.take("", now, cost):
            raise HttpProblem(429, ui_texts.BUSY_SERVER)


_TABLES = 150  # that one address may open at once, and per hour; each team has a table
_EVERYBODY = 20  # times as many
_PLACES = 100, 1.0  # at one entrance: a hall of people behind one address comes in within minutes
_QUESTIONS = 1000, 60.0  # about what is behind an entrance, and which tables are one's own


class Budgets:
    """Those of the whole web table, beside what each browser may do."""

    def __init__(self, clock: Clock, proxies: int = 0, tables: int = _TABLES) -> None:
        """`tables`: 0 if addresses have no limits."""
        self.visitors = Visitors(proxies)
        everybody = _hourly(_EVERYBODY * tables) if tables else None
        self.tables = Budget(self.visitors, clock, _hourly(tables) if tables else None, everybody)
        self.places = Budget(self.visitors, clock, _PLACES if tables else None)
        self.questions = Budget(self.visitors, clock, _QUESTIONS if tables else None)
