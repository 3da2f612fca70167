"""The bot's own token: fetched with its secret, renewed five minutes early, by one request however many wait."""

import asyncio
import logging
import time
from collections.abc import Callable

import aiohttp
from pydantic import BaseModel, Field, ValidationError

log = logging.getLogger(__name__)

LOGIN = "https://login.microsoftonline.com"
_SCOPE = "https://api.botframework.com/.default"
_EARLY = 300.0  # seconds
_TIMEOUT = aiohttp.ClientTimeout(total=10.0)


class TokenUnavailable(Exception):
    """There is no token right now."""


class TokenRefused(TokenUnavailable):
    """Microsoft doesn't accept the app id, the tenant or the secret; `code` says which, `AADSTS7000215`."""

    def __init__(self, code: str) -> None:
        super().__init__(f"Microsoft refused a token ({code})")
        self.code = code


class _Granted(BaseModel):
    access_token: str = Field(min_length=1, repr=False)
    expires_in: float = Field(gt=0)


class _Refusal(BaseModel):
    error: str = ""
    error_description: str = Field(default="", repr=False)

    @property
    def code(self) -> str:
        """The number of the error, with which its description begins: `AADSTS7000215: Invalid client secret …`."""
        first = self.error_description.partition(":")[0]
        return first if first.startswith("AADSTS") and first.isalnum() else self.error or "no reason given"


class BotToken:
    """The token, good for every conversation of this bot."""

    def __init__(
        self,
        session: Callable[[], aiohttp.ClientSession],
        *,
        app: str,
        secret: str,
        tenant: str,
        login: str = LOGIN,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._form = {"grant_type": "client_credentials", "client_id": app, "client_secret": secret, "scope": _SCOPE}
        self._url = f"{login.rstrip('/')}/{tenant}/oauth2/v2.0/token"
        self._now = now
        self._held = ""
        self._until = float("-inf")
        self._asking = asyncio.Lock()

    async def get(self) -> str:
        """The token; TokenRefused if the settings are wrong, TokenUnavailable if Microsoft can't be reached."""
        if self._now() < self._until - _EARLY:
            return self._held
        async with self._asking:
            if self._now() >= self._until - _EARLY:
                await self._renew()
            return self._held

    def forget(self) -> None:
        """Forget a token that wasn't accepted."""
        self._until = float("-inf")

    async def _renew(self) -> None:
        try:
            found = await self._asked()
        except TokenRefused:
            raise
        except TokenUnavailable:
            if self._now() >= self._until:
                raise
            log.warning("the token for Teams is not renewed yet, and the old one is used")
            return
        self._held, self._until = found.access_token, self._now() + found.expires_in

    async def _asked(self) -> _Granted:
        try:
            async with self._session().post(
                self._url, data=self._form, timeout=_TIMEOUT, allow_redirects=False
            ) as answer:
                body = await answer.read()
                status = answer.status
        except (aiohttp.ClientError, TimeoutError, OSError) as fault:
            raise TokenUnavailable(f"Microsoft's sign-in can't be reached ({type(fault).__name__})") from fault
        if status in {400, 401, 403, 404}:
            raise TokenRefused(_code(body))
        try:
            return _Granted.model_validate_json(body)
        except ValidationError:
            raise TokenUnavailable(f"Microsoft's sign-in answered {status}") from None


def _code(body: bytes) -> str:
    try:
        return _Refusal.model_validate_json(body).code
    except ValidationError:
        return "no reason given"
