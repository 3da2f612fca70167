"""Identifies browsers by a random id in a signed cookie. The browser is the person."""

import re
import secrets
from dataclasses import dataclass

from aiohttp import web

from adapters.web.links import PLATFORM, Signer, base36

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
