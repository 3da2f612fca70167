"""Addresses that cannot be guessed, and signatures that cannot be forged."""

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path

PLATFORM = "web"
WATCH_SECONDS = 30 * 24 * 3600  # an address for watching is good for so long
KEY_BYTES = 32

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def new_token() -> str:
    """128 random bits: whoever has the address was given it."""
    return secrets.token_urlsafe(16)


def room_of(token: str) -> str | None:
    """The room behind the token of an address; None if it is none of ours."""
    return f"{PLATFORM}:{token}" if _TOKEN.fullmatch(token) else None


class Signer:
    """Signs short texts, each kind of them for its own purpose only."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}:{text}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def fits(self, purpose: str, text: str, signature: str) -> bool:
        return hmac.compare_digest(self.sign(purpose, text).encode(), signature.encode("utf-8", "replace"))

    @property
    def name(self) -> str:
        """Tells one key from another without telling the key."""
        return self.sign("name", "")[:8]


class Links:
    """Addresses at which a table, in whatever room it is played, can be watched and nothing else."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    def watch_address(self, table: str, now: float) -> str:
        # to the day: the same address for everybody who asks, so that pages of one moment are the same
        days = int(now // 86400) * 86400
        text = f"{table}.{base36(days + WATCH_SECONDS + 86400)}"
        return f"/w/{text}.{self._signer.sign('watch', text)}"

    def read_watch(self, token: str, now: float) -> str | None:
        """The table; None if the token is forged or too old."""
        text, _, signature = token.rpartition(".")
        table, _, expiry = text.partition(".")
        if not self._signer.fits("watch", text, signature):
            return None
        return table if now < int(expiry, 36) else None


def base36(number: int) -> str:
    return "".join(_digits(number))[::-1] or "0"


def _digits(number: int) -> Iterator[str]:
    while number:
        number, digit = divmod(number, 36)
        yield _DIGITS[digit]


def key_in(file: Path) -> bytes:
    """The key in a file that only we can read, made when there is none: sessions then outlive a restart."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = file.read_bytes()
        if len(key) >= KEY_BYTES:
            return key
        raise OSError(f"{file} holds no key; remove it, and a new one is made.") from None
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(handle, "wb") as out:
        out.write(key)
    return key
