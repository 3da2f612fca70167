"""The connection to Discord: its shards and sessions, and connecting again whenever it breaks."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket

from adapters.discord.gateway import (
    FAILURES,
    DiscordSettings,
    Outage,
    SessionsLow,
    jittered,
    of_connections,
    of_sessions,
    require_sessions,
    skip_unreadable,
)
from adapters.discord.incoming.answers import Answers
from adapters.discord.incoming.interactions import Interactions
from adapters.discord.outgoing.emoji import upload
from adapters.discord.presence import playing
from adapters.discord.registration import Registration
from bot.kernel.ports import Painter
from bot.kernel.table.catalogue import badges
from bot.settings import BadSettings

log = logging.getLogger(__name__)

# at DEBUG, the library logs interaction tokens and what people typed in private
logging.getLogger("discord").setLevel(logging.INFO)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we leave voice out on purpose


class DiscordClient(discord.AutoShardedClient):
    def __init__(self, settings: DiscordSettings, answers: Answers, outage: Outage, paint: Painter) -> None:
        shards: dict[str, Any] = {"shard_count": settings.shard_count} if settings.shard_count else {}
        if settings.shard_ids:
            shards["shard_ids"] = list(settings.shard_ids)
        super().__init__(
            intents=discord.Intents(guilds=True),  # to greet; the bot reads nobody's messages
            activity=playing(0),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0.1,  # requests don't need the list of servers
            **shards,
        )
        self._settings = settings
        self._answers = answers
        self._interactions = Interactions(answers)
        self._outage = outage
        self._connections, self._sessions = of_connections(), of_sessions()
        self._ready_at: float | None = None
        self.identified = False  # a session was started, of which there are only so many a day
        self._pace_connections()
        skip_unreadable(self._connection.parsers)
        self._registration: Registration | None = None
        self._setting_up: list[asyncio.Task[None]] = []  # what people can do without for a while
        self._paint = paint
        self.emoji: dict[str, dict[str, str]] = {}  # by game and word, once they are uploaded

    # --- setting up ------------------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        assert self.application_id is not None
        guilds, activity = self._settings.guilds, self._settings.activity
        self._registration = Registration(self.http, self.application_id, guilds, activity=activity)
        await self._registration.attempt()
        self._setting_up = [
            asyncio.create_task(self._registration.keep_trying()),
            asyncio.create_task(self._upload_emoji()),
        ]

    async def _upload_emoji(self) -> None:
        try:
            await upload(self, badges(), self._paint, self.emoji)
        except (*FAILURES, ValueError) as error:  # people read the words alone
            log.info("could not upload emoji: %s", error)

    @property
    def command_ids(self) -> Mapping[str, int]:
        return self._registration.ids if self._registration else {}

    async def close(self) -> None:
        for task in self._setting_up:
            task.cancel()
        await super().close()

    # --- sessions --------------------------------------------------------------------------------------------------

    def _pace_connections(self) -> None:
        """Every connection that the library opens comes through here; it would open the next one at once."""
        connect = self.http.ws_connect

        async def paced(url: str, *, compress: int = 0) -> aiohttp.ClientWebSocketResponse:
            if pause := self._connections.pause(free=2 * self._shards):
                await self._outage.wait(pause)
            if self._settings.gateway_url:  # also where Discord names another address, to resume a session
                url = str(yarl.URL(self._settings.gateway_url).with_query(yarl.URL(url).query))
            return await connect(url, compress=compress)

        self.http.ws_connect = paced  # type: ignore[method-assign]

    @property
    def _shards(self) -> int:
        """How many this process runs."""
        return len(self.shard_ids or ()) or self.shard_count or 1

    async def require_sessions(self, needed: int = 0) -> None:
        """Raise SessionsLow unless Discord lets this bot start so many sessions; 0: as many as it has shards."""
        try:
            shards, address, limits = await self.http.get_bot_gateway()
            self.shard_count = self.shard_count or shards
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self._settings.gateway_url or address)
            require_sessions(limits, needed or self._shards)
        except (*FAILURES, KeyError, TypeError, ValueError) as error:
            log.info("could not find out how many sessions are left: %s", error)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await super().before_identify_hook(shard_id, initial=initial)
        if pause := self._sessions.pause(free=3 * self._shards):
            await self._outage.wait(pause)
        if not initial:
            await self.require_sessions(1)
        self.identified = True

    @property
    def was_ready(self) -> bool:
        return self._ready_at is not None

    @property
    def uptime(self) -> float:
        """Seconds since people could first use it."""
        return 0.0 if self._ready_at is None else time.monotonic() - self._ready_at

    async def on_ready(self) -> None:
        self._ready_at = self._ready_at or time.monotonic()

    async def on_shard_connect(self, _shard: int) -> None:
        self._outage.end()

    async def on_shard_resumed(self, _shard: int) -> None:
        self._outage.end()

    # --- what Discord delivers -------------------------------------------------------------------------------------

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._answers.on_join(guild)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self._interactions.receive(interaction)


# --- the connection --------------------------------------------------------------------------------------------------

RETRY_SECONDS = (1.0, 5.0, 15.0, 60.0)  # between attempts to log in while Discord is down
SESSION_SECONDS = (*RETRY_SECONDS, 300.0)  # the same if each costs a session: at most 300 of the 1,000 a day
STEADY_SECONDS = 600.0  # how long a connection has to last until the attempts before it no longer count
_REJECTED = "Discord rejected the token in DISCORD_TOKEN. Copy it again from the developer portal."  # not prose
_WRONG_SHARDS = "Discord rejected DISCORD_SHARD_IDS and DISCORD_SHARD_COUNT: it requires other shards."  # not prose


class Connection:
    """The connection. Settings that Discord rejects end the program when it starts. Once they have worked, nothing
    does: other platforms have their own connections, and what broke here may heal."""

    def __init__(self, settings: DiscordSettings, paint: Painter) -> None:
        self._settings = settings
        self._paint = paint
        self._has_worked = False
        self.client: DiscordClient | None = None
        self.outage = Outage()

    async def run(self, answers: Answers, finish: Callable[[], Awaitable[None]]) -> None:
        """Until it is cancelled. `finish`: answers what is under way, before a connection is closed."""
        self._settings.set_library_url()
        attempt = 0
        while True:
            client = DiscordClient(self._settings, answers, self.outage, self._paint)
            answers.open()
            longer = 0.0
            try:
                await self._connected(client)
            except BadSettings as fault:
                if not self._has_worked:
                    raise
                log.error("%s Retrying.", fault)  # noqa: TRY400  the sentence says it all
            except SessionsLow as low:
                log.error("%s", low)  # noqa: TRY400  the same
                longer = low.seconds
            except FAILURES as error:
                log.warning("Discord can't be reached, retrying: %s", error)
            except Exception:
                log.exception("the connection to Discord broke, retrying")
            finally:
                answers.close()
                await finish()
                self.client = None
                await client.close()
            self.outage.begin()
            attempt = 0 if client.uptime >= STEADY_SECONDS else attempt
            await asyncio.sleep(max(longer, self._pause(client, attempt)))
            attempt += 1

    def _pause(self, client: DiscordClient, attempt: int) -> float:
        pauses = SESSION_SECONDS if client.identified else RETRY_SECONDS
        return jittered(pauses[min(attempt, len(pauses) - 1)])

    async def _connected(self, client: DiscordClient) -> None:
        try:
            await client.login(self._settings.token)
            await client.require_sessions()
            self.client = client
            await client.connect(reconnect=True)
        except discord.LoginFailure as error:
            raise BadSettings(_REJECTED) from error
        except discord.ConnectionClosed as error:
            if error.code in {4004, 4010, 4011}:
                raise BadSettings(_REJECTED if error.code == 4004 else _WRONG_SHARDS) from error
            raise
        finally:
            self._has_worked = self._has_worked or client.was_ready or client.is_ready()
