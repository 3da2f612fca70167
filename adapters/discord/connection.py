"""The connection to Discord: its settings, and logging in again whenever it breaks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.client import DiscordClient
from adapters.discord.interactions import FAILURES
from bot.settings import BadSettings, Settings

log = logging.getLogger(__name__)

RETRY_SECONDS = (1.0, 5.0, 15.0, 60.0)  # between attempts to log in while Discord is down
REJECTED = "Discord rejected the token in DISCORD_TOKEN. Copy it again from the developer portal."
WRONG_SHARDS = "Discord rejected DISCORD_SHARD_IDS and DISCORD_SHARD_COUNT: it requires other shards."


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

    def __repr__(self) -> str:
        return f"DiscordSettings(api_url={self.api_url!r})"  # without the token

    def set_library_urls(self) -> None:
        """Set the addresses that the library keeps in two class attributes."""
        if self.api_url:
            Route.BASE = self.api_url.rstrip("/")
        if self.gateway_url:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway_url)


def discord_settings(settings: Settings) -> DiscordSettings | None:
    """None if there's no token, so Discord isn't used."""
    if settings.discord_token is None:
        return None
    if settings.discord_shard_ids and not settings.discord_shard_count:
        raise BadSettings("The setting DISCORD_SHARD_IDS needs DISCORD_SHARD_COUNT.")
    return DiscordSettings(
        token=settings.discord_token.get_secret_value(),
        api_url=settings.discord_api_url,
        gateway_url=settings.discord_gateway_url,
        guilds=settings.discord_guilds,
        shard_ids=settings.discord_shard_ids,
        shard_count=settings.discord_shard_count,
        threads=settings.discord_threads,
    )


class Connection:
    """Settings that Discord rejects end the program when it starts. Once they have worked, nothing does: other
    platforms have their own connections, and what broke here may heal."""

    def __init__(self, settings: DiscordSettings, new_client: Callable[[], DiscordClient]) -> None:
        self._settings = settings
        self._new_client = new_client
        self._has_worked = False
        self.client: DiscordClient | None = None

    async def run(self, finish: Callable[[], Awaitable[None]]) -> None:
        """Until it is cancelled. `finish`: what has to be answered before a connection is closed."""
        self._settings.set_library_urls()
        attempt = 0
        while True:
            client = self._new_client()
            try:
                await self._connected(client)
            except BadSettings as fault:
                if not self._has_worked:
                    raise
                log.error("%s Retrying.", fault)  # noqa: TRY400  the sentence says it all
            except FAILURES as error:
                log.warning("Discord can't be reached, retrying: %s", error)
            except Exception:
                log.exception("the connection to Discord broke, retrying")
            finally:
                await finish()
                self.client = None
                await client.close()
            attempt = 0 if client.was_ready else attempt
            await asyncio.sleep(RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)])
            attempt += 1

    async def _connected(self, client: DiscordClient) -> None:
        try:
            await client.login(self._settings.token)
            self.client = client
            await client.connect(reconnect=True)
        except discord.LoginFailure as error:
            raise BadSettings(REJECTED) from error
        except discord.ConnectionClosed as error:
            if error.code in {4004, 4010, 4011}:
                raise BadSettings(REJECTED if error.code == 4004 else WRONG_SHARDS) from error
            raise
        finally:
            self._has_worked = self._has_worked or client.was_ready or client.is_ready()
