"""The guests of the web table: who was let in by a chat platform, into which room, and for how long.

A guest's pass is signed, and kept by the page itself, never in a cookie: no page of another site can send it, wherever
ours is shown. It opens one room, as one person, and isn't renewed.
"""

import base64
import binascii
import json

from aiohttp import web

from adapters.guests import Guest
from adapters.web.access.links import Signer, base36

PASS_SECONDS = 12 * 3600  # whoever has left the room since then can come in no more
SESSION_HEADER = "Scrum-Session"  # of a page whose browser keeps no cookies, so that the page keeps its session itself
SOCKET_PROTOCOL = "scrum-table"
_SESSION_PROTOCOL = "session."  # what begins a second protocol: browsers let pages add no headers to a socket's request


def sent_by_page(request: web.Request) -> str | None:
    """The session that a page sends instead of a cookie, empty if it has none yet; None if it leaves it to the cookie.

    A page of another site can't: browsers ask us first whether it may send such a header, and we don't answer.
    """
    offered = request.headers.get("Sec-WebSocket-Protocol", "").split(",")
    of_socket = (each.strip() for each in offered)
    found = next((each for each in of_socket if each.startswith(_SESSION_PROTOCOL)), None)
    return request.headers.get(SESSION_HEADER) if found is None else found.removeprefix(_SESSION_PROTOCOL)


class Guests:
    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    # --- passes ----------------------------------------------------------------------------------------------------

    def write(self, guest: Guest, now: float) -> str:
        fields = [guest.person, guest.name, guest.room, guest.locale]
        text = f"{_encoded(json.dumps(fields, ensure_ascii=False))}.{base36(int(now) + PASS_SECONDS)}"
        return f"{text}.{self._signer.sign('guest', text)}"

    def read(self, text: str, now: float) -> Guest | None:
        """None if it is forged or has expired."""
        signed, _, signature = text.rpartition(".")
        fields, _, expiry = signed.partition(".")
        if not signed or not self._signer.verify("guest", signed, signature) or now >= int(expiry, 36):
            return None
        return Guest(*json.loads(_decoded(fields) or "[]"))

    def says_who(self, request: web.Request) -> bool:
        return sent_by_page(request) is not None

    def seen_by(self, request: web.Request, now: float) -> str | None:
        """The room that the sender of a request was let into; None if they weren't, or no longer are."""
        guest = self.read(sent_by_page(request) or "", now)
        return guest.room if guest else None

    # --- addresses -------------------------------------------------------------------------------------------------

    def token(self, room: str) -> str:
        """The part of an address that names a chat's room. Only we can make one; alone, it opens nothing."""
        named = _encoded(room)
        return f"{named}.{self._signer.sign('frame', named)[:32]}"

    def named(self, token: str) -> str | None:
        """The room of an address; None if we didn't make it."""
        room = _decoded(token.partition(".")[0])
        return room if room and self.token(room) == token else None


def _encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode("utf-8", "replace")).rstrip(b"=").decode()


def _decoded(text: str) -> str:
    """Empty if it is no such text."""
    try:
        return base64.urlsafe_b64decode(f"{text}{'=' * (-len(text) % 4)}").decode()
    except (binascii.Error, ValueError):
        return ""
