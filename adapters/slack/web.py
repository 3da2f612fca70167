"""The Web API: one connection pool, a client for each workspace, rate limits waited out."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient

from bot.ports import RoomUnreachable

log = logging.getLogger(__name__)

# The libraries write whole payloads, tokens among them, when theirs is a logger for debugging.
library_log = logging.getLogger("adapters.slack.library")
library_log.setLevel(logging.WARNING)

PATIENCE = 30.0  # seconds for one call
MAX_WAITS = 10  # for one call, each as long as Slack says
FAULTS = (SlackClientError, aiohttp.ClientError, TimeoutError, OSError)


class Tokens(Protocol):
    """The keys to the workspaces that this program serves."""

    async def token(self, team: str, web: "Web") -> str | None:
        """None if the app is not installed there."""


class Web:
    def __init__(self, base_url: str, tokens: Tokens) -> None:
        self._base_url = base_url.rstrip("/") + "/"
        self._tokens = tokens
        self._session: aiohttp.ClientSession | None = None
        self._closed = False

    def anonymous(self, token: str | None = None) -> AsyncWebClient:
        """A client for a call that belongs to no workspace."""
        return AsyncWebClient(
            token=token,
            base_url=self._base_url,
            session=self.session,
            logger=library_log,
            retry_handlers=[AsyncConnectionErrorRetryHandler(), AsyncRateLimitErrorRetryHandler(MAX_WAITS)],
        )

    async def token(self, team: str) -> str | None:
        return await self._tokens.token(team, self)

    async def client(self, team: str) -> AsyncWebClient:
        token = await self.token(team)
        if token is None:
            raise RoomUnreachable(f"Scrum Table is not installed in the workspace {team}")
        return self.anonymous(token)

    @property
    def session(self) -> aiohttp.ClientSession:
        if self._closed:
            raise RoomUnreachable("Slack is being disconnected")
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE), trust_env=True)
        return self._session

    async def close(self) -> None:
        self._closed = True
        if self._session is not None:
            await self._session.close()


def code(fault: BaseException) -> str:
    """Slack's word for what is wrong, if it said one."""
    if isinstance(fault, SlackApiError):
        data = getattr(fault.response, "data", None)
        if isinstance(data, dict) and data.get("error"):
            return str(data["error"])
        return f"status {getattr(fault.response, 'status_code', 'unknown')}"
    return type(fault).__name__


@contextmanager
def reaching(what: str) -> Iterator[None]:
    """Whatever goes wrong on the way to Slack leaves the room behind, to be caught up later."""
    try:
        yield
    except FAULTS as fault:
        raise RoomUnreachable(f"{what}: {code(fault)}") from fault
