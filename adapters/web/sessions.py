"""Identifies browsers by a random id in a signed cookie, and people by browser and tab."""

import re
import secrets
from dataclasses import dataclass

from aiohttp import web

from adapters.web.links import PLATFORM, Signer, base36
from bot.messages import Person

SESSION_SECONDS = 365 * 24 * 3600  # renewed at every visit

_COOKIE = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9a-z]{1,13})")
_TAB = re.compile(r"[a-z0-9]{8,32}")


@dataclass(frozen=True, slots=True)
class Session:
    id: str

    def person(self, tab: str, name: str) -> Person:
        return Person(f"{PLATFORM}:{self.id}.{tab}", name)


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
        response.set_cookie(
            self.cookie,
            self.write(session, now),
            max_age=SESSION_SECONDS,
            path="/",
            httponly=True,
            samesite="Lax",
            secure=self._secure,
        )


def is_tab(text: str) -> bool:
    return _TAB.fullmatch(text) is not None
