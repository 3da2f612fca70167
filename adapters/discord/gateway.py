"""How to reach Discord: settings, how often the gateway may be asked, and what the operator reads about an outage."""

import asyncio
import logging
import random
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import aiohttp
import discord
from discord.http import Route

from bot.settings import BadSettings, Settings

# what a call to Discord raises when it fails, whoever is to blame
FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError, asyncio.TimeoutError)

# --- settings --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiscordSettings:
    """How to connect to Discord, and which shards this process runs."""

    token: str
    api_url: str = ""
    gateway_url: str = ""
    guilds: tuple[int, ...] = ()
    shard_ids: tuple[int, ...] = ()
    shard_count: int | None = None
    threads: bool = False  # a thread for each table
    activity: bool = False  # the web table can be opened inside Discord

    def __repr__(self) -> str:
        return f"DiscordSettings(api_url={self.api_url!r})"  # without the token

    def set_library_url(self) -> None:
        """Set the address that the library keeps in a class attribute."""
        if self.api_url:
            Route.BASE = self.api_url.rstrip("/")


def discord_settings(settings: Settings) -> DiscordSettings | None:
    """None if there's no token, so Discord isn't used."""
    if settings.discord_token is None:
        return None
    if faults := [*shard_faults(settings), *activity_faults(settings)]:
        raise BadSettings("\n".join(faults))
    return DiscordSettings(
        token=settings.discord_token.get_secret_value(),
        api_url=settings.discord_api_url,
        gateway_url=settings.discord_gateway_url,
        guilds=settings.discord_guilds,
        shard_ids=settings.discord_shard_ids,
        shard_count=settings.discord_shard_count,
        threads=settings.discord_threads,
        activity=wants_activity(settings),
    )


def shard_faults(settings: Settings) -> Iterator[str]:
    """What is wrong with the shards of this process."""
    ids, count = settings.discord_shard_ids, settings.discord_shard_count
    if ids and count is None:
        yield "DISCORD_SHARD_IDS is set, but not DISCORD_SHARD_COUNT, the number of all shards."
    elif count is not None and any(each >= count for each in ids):
        yield f"DISCORD_SHARD_IDS names a shard beyond the last, {count - 1}: DISCORD_SHARD_COUNT is {count}."
    if len(set(ids)) < len(ids):
        yield "DISCORD_SHARD_IDS names a shard twice."


def wants_activity(settings: Settings) -> bool:
    """True if the web table is to be opened inside Discord."""
    return settings.discord_application_id is not None or settings.discord_client_secret is not None


def activity_faults(settings: Settings) -> Iterator[str]:
    """What is missing to open the web table inside Discord, if that is wanted."""
    if not wants_activity(settings):
        return
    if settings.discord_application_id is None or settings.discord_client_secret is None:
        given = "DISCORD_CLIENT_SECRET" if settings.discord_application_id is None else "DISCORD_APPLICATION_ID"
        yield f"The Activity needs DISCORD_APPLICATION_ID and DISCORD_CLIENT_SECRET: only {given} is set."
    if not settings.web_table or not settings.web_url.startswith("https:"):
        yield "The Activity needs WEB_TABLE=on and a WEB_URL with https: Discord shows the web table."


# --- pauses ----------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

_MINUTE, _HOUR = 60.0, 3600.0
_QUIET_SECONDS = 60.0  # between two warnings about one outage
CHECK_SECONDS = 600.0  # at most, until Discord is asked again whether sessions are left
_RESERVE = 20  # one part in so many of a day's sessions is kept for a restart by hand

Clock = Callable[[], float]


def jittered(seconds: float) -> float:
    """Half of it at least: processes that were cut off together don't come back together."""
    return seconds * random.uniform(0.5, 1.0)  # noqa: S311  no secret depends on it  # nosec B311


class Pace:
    """The more attempts lately, the longer the next one waits: 1, 2, 4 … seconds, after `free` ones without a wait."""

    def __init__(self, window: float, longest: float, now: Clock = time.monotonic) -> None:
        self._window = window
        self._longest = longest
        self._now = now
        self._attempts: deque[float] = deque()

    def pause(self, free: int) -> float:
        """Count one more attempt; how many seconds it has to wait."""
        now = self._now()
        while self._attempts and self._attempts[0] <= now - self._window:
            self._attempts.popleft()
        excess = len(self._attempts) - free
        self._attempts.append(now)
        return 0.0 if excess < 0 else jittered(min(self._longest, 2.0 ** min(excess, 10)))


def of_connections() -> Pace:
    """A gateway that hangs up at once is tried about ten times a minute; it is back within seconds."""
    return Pace(_MINUTE, 10.0)


def of_sessions() -> Pace:
    """The library gives a connection a minute, so a session can't wait for longer than that."""
    return Pace(_HOUR, 30.0)


# --- what is left of a day's sessions --------------------------------------------------------------------------------


class SessionsLow(Exception):
    """Discord resets the token of a bot that starts more sessions than it may."""

    def __init__(self, left: int, seconds: float) -> None:
        super().__init__(
            f"Discord allows only {left} more sessions in the next {seconds / 60:.0f} minutes, and resets the token of "
            "a bot that starts more. Waiting, to keep the rest for a restart by hand; find out what ends the sessions."
        )
        self.seconds = min(max(seconds, 1.0), CHECK_SECONDS)


def sessions_left(limits: Mapping[str, Any]) -> int:
    """How many may be started before it gets close."""
    return int(limits["remaining"]) - int(limits["total"]) // _RESERVE


def require_sessions(limits: Mapping[str, Any], needed: int) -> None:
    if sessions_left(limits) < needed:
        raise SessionsLow(int(limits["remaining"]), float(limits["reset_after"]) / 1000)


# --- outages ---------------------------------------------------------------------------------------------------------


class Outage:
    """One warning a minute while it lasts, and a line when it is over."""

    def __init__(self, now: Clock = time.monotonic) -> None:
        self._now = now
        self._quiet_until = 0.0
        self.lasts = False

    def begin(self) -> None:
        self.lasts = True

    async def wait(self, seconds: float) -> None:
        """Before another connection, because too many didn't last."""
        self.begin()
        if self._now() >= self._quiet_until:
            self._quiet_until = self._now() + _QUIET_SECONDS
            log.warning("Discord ends connections soon after they are made; the next one is in %.1f seconds", seconds)
        await asyncio.sleep(seconds)

    def end(self) -> None:
        if self.lasts:
            self.lasts = False
            log.warning("Discord is connected again")


# --- events ----------------------------------------------------------------------------------------------------------

_NEEDED = frozenset({"READY", "RESUMED"})  # without them there is no session
Parse = Callable[[Any], None]


def skip_unreadable(parsers: dict[str, Parse]) -> None:
    """Leave out an event that the library can't read; it would end the whole client, and cost a session."""
    for name, parse in parsers.items():
        if name not in _NEEDED:
            parsers[name] = partial(_parsed, name, parse)


def _parsed(name: str, parse: Parse, data: object) -> None:
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001  whatever it is, the next event may be sound
        # without its text, which may quote what somebody typed
        log.error("an event of kind %s was left out: it can't be read (%s)", name, type(error).__name__)  # noqa: TRY400
