"""Unguessable addresses, signed links for watching, and the key that signs them."""

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path

PLATFORM = "web"
WATCH_SECONDS = 30 * 24 * 3600  # lifetime of a link for watching
KEY_BYTES = 32

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def new_token() -> str:
    """128 random bits, so that nobody can guess a table's address."""
    return secrets.token_urlsafe(16)


def room_of(token: str) -> str | None:
    """The room of an address's token; None if it isn't a valid token."""
    return f"{PLATFORM}:{token}" if _TOKEN.fullmatch(token) else None


class Signer:
    """Signs short texts. A signature is valid for one purpose only."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}:{text}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def verify(self, purpose: str, text: str, signature: str) -> bool:
        return hmac.compare_digest(self.sign(purpose, text).encode(), signature.encode("utf-8", "replace"))

    @property
    def name(self) -> str:
        """A short name that distinguishes keys without revealing them."""
        return self.sign("name", "")[:8]


class WatchLinks:
    """Signed addresses for watching a table, in whatever room it is played."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    def watch_address(self, table: str, now: float) -> str:
        # rounded to the day, so that everybody gets the same address and pages can be shared
        days = int(now // 86400) * 86400
        text = f"{table}.{base36(days + WATCH_SECONDS + 86400)}"
        return f"/w/{text}.{self._signer.sign('watch', text)}"

    def read_watch(self, token: str, now: float) -> str | None:
        """The table; None if the token is forged or expired."""
        text, _, signature = token.rpartition(".")
        table, _, expiry = text.partition(".")
        if not self._signer.verify("watch", text, signature):
            return None
        return table if now < int(expiry, 36) else None


def base36(number: int) -> str:
    return "".join(_digits(number))[::-1] or "0"


def _digits(number: int) -> Iterator[str]:
    while number:
        number, digit = divmod(number, 36)
        yield _DIGITS[digit]


def load_or_create_key(file: Path) -> bytes:
    """Read the key from a private file, or create it, so that sessions survive a restart."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = file.read_bytes()
        if len(key) >= KEY_BYTES:
            return key
        raise OSError(f"{file} doesn't contain a key; delete it, and a new one will be created.") from None
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(handle, "wb") as out:
        out.write(key)
    return key
