"""Slack's Web API: one connection pool, one client per workspace, and waiting for rate limits."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.command_name import USUAL, Sent, worded
from bot.kernel.ports import RoomGone, RoomUnreachable
from bot.kernel.store import StoreUnavailable

log = logging.getLogger(__name__)

# At DEBUG the libraries log whole payloads, including tokens.
library_log = logging.getLogger("adapters.slack.library")
library_log.setLevel(logging.WARNING)

_TIMEOUT = 30.0  # seconds per call
_MAX_RATE_LIMIT_RETRIES = 10  # per call, each after the delay that Slack asks for
ARCHIVED = frozenset({"is_archived", "channel_is_archived"})
FAILURES = (SlackClientError, aiohttp.ClientError, TimeoutError, OSError)


class _Tokens(Protocol):
    """The bot tokens of the workspaces that this program serves."""

    async def token(self, team: str, web: "WebApi") -> str | None:
        """The token; None if the app is not installed there."""

    async def scopes(self, team: str, web: "WebApi") -> frozenset[str]:
        """The scopes that were granted there."""


class _Client(AsyncWebClient):
    """A client that calls the slash command by its name in everything that people read."""

    command = USUAL

    async def api_call(
        self,
        api_method: str,
        *,
        json: dict[str, Any] | None = None,
        **rest: Any,  # noqa: ANN401  as the library declares them
    ) -> AsyncSlackResponse:
        return await super().api_call(api_method, json=worded(json, self.command), **rest)


class WebApi:
    def __init__(self, base_url: str, tokens: _Tokens, command: str = USUAL) -> None:
        """Set up the API. `command`: the slash command's name."""
        self.command = command
        self._base_url = base_url.rstrip("/") + "/"
        self._tokens = tokens
        self._session: aiohttp.ClientSession | None = None
        self._closed = False

    def anonymous(self, token: str | None = None, *, retries: bool = True) -> AsyncWebClient:
        """A client for a call that doesn't belong to a workspace."""
        retrying = [AsyncConnectionErrorRetryHandler(), AsyncRateLimitErrorRetryHandler(_MAX_RATE_LIMIT_RETRIES)]
        client = _Client(
            token=token,
            base_url=self._base_url,
            session=self.session,
            logger=library_log,
            retry_handlers=retrying if retries else [],
        )
        client.command = self.command
        return client

    def worded(self, payload: Sent) -> Sent:
        """What is sent by another way than a client, with the slash command's name."""
        return worded(payload, self.command)

    async def token(self, team: str) -> str | None:
        return await self._tokens.token(team, self)

    async def is_granted(self, team: str, scope: str) -> bool:
        """Whether the app has this scope in a workspace, as far as can be found out."""
        try:
            return scope in await self._tokens.scopes(team, self)
        except (RoomUnreachable, StoreUnavailable):
            return False

    async def client(self, team: str, *, retries: bool = True) -> AsyncWebClient:
        token = await self.token(team)
        if token is None:
            raise RoomUnreachable(f"Scrum Table is not installed in the workspace {team}")
        return self.anonymous(token, retries=retries)

    @property
    def session(self) -> aiohttp.ClientSession:
        if self._closed:
            raise RoomUnreachable("Slack is being disconnected")
        if self._session is None:
            # no limit of connections: words must not wait for uploads
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout(total=_TIMEOUT), trust_env=True
            )
        return self._session

    async def close(self) -> None:
        self._closed = True
        if self._session is not None:
            await self._session.close()


def error_code(error: BaseException) -> str:
    """Slack's error code if it sent one, otherwise the kind of error."""
    if isinstance(error, SlackApiError):
        data = getattr(error.response, "data", None)
        if isinstance(data, dict) and data.get("error"):
            return str(data["error"])
        return f"status {getattr(error.response, 'status_code', 'unknown')}"  # not prose
    return type(error).__name__


@contextmanager
def translated_errors(what: str) -> Iterator[None]:
    """Turn failed calls into RoomUnreachable, so that the room catches up later; RoomGone if it never will."""
    try:
        yield
    except FAILURES as error:
        code = error_code(error)
        raise (RoomGone if code in ARCHIVED else RoomUnreachable)(f"{what}: {code}") from error


def cause_of(error: RoomUnreachable) -> str:
    """The error code of Slack behind an error, or the kind of error."""
    return error_code(error.__cause__) if error.__cause__ is not None else ""
