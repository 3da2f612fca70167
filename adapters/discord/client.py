"""The connection to Discord: shards, the command tree, and turning interactions into requests."""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, repeat
from typing import Any, Protocol

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route

from adapters.discord.commands import (
    ENTRY_POINT,
    ON_MESSAGE,
    ON_USER,
    SLASH,
    Invoked,
    Payload,
    asks_for_number,
    called,
    command_trees,
    for_guild,
    globally,
    read_invocation,
    same,
)
from adapters.discord.gateway import (
    DiscordSettings,
    Outage,
    SessionsLow,
    jittered,
    of_connections,
    of_sessions,
    require_sessions,
    skip_unreadable,
)
from adapters.discord.incoming.command_forms import FormPage, read_fields
from adapters.discord.incoming.context_menus import SAVE_FORM, form, read_form, read_note
from adapters.discord.outgoing.controls import (
    FORM_PREFIX,
    LINE_PREFIX,
    MENU_PREFIX,
    MORE_PREFIX,
    PLAY,
    READ,
    carried,
    label_of,
    read_custom_id,
    read_line,
    read_more,
)
from adapters.discord.outgoing.emoji import upload
from adapters.discord.outgoing.responses import FAILURES
from adapters.discord.outgoing.threads import CARD_PREFIX
from adapters.discord.texts import IDLE, playing_at
from bot.kernel.messages import Called, Filled, Person, Pressed, Suggestion
from bot.kernel.ports import Painter
from bot.kernel.table.catalogue import badges
from bot.settings import BadSettings
from games.language import lazy, speaking
from games.text import shortened

# --- presence --------------------------------------------------------------------------------------------------------

_UPDATE_SECONDS = 600.0
RECENT_SECONDS = 3600.0  # a table at which nothing happened for longer doesn't count


class Tables:
    """Rooms that got news lately."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last_news: dict[str, float] = {}

    def news(self, room: str) -> None:
        self._last_news[room] = self._now()

    def recent(self) -> int:
        oldest = self._now() - RECENT_SECONDS
        self._last_news = {room: at for room, at in self._last_news.items() if at > oldest}
        return len(self._last_news)


def playing(tables: int) -> discord.BaseActivity:
    """The activity: “Playing at 3 tables”, or just how to begin."""
    return discord.Game(playing_at(tables)) if tables else discord.CustomActivity(IDLE)


async def keep_current(connected: Callable[[], discord.Client | None], tables: Tables) -> None:
    """Runs until cancelled. A new session begins with the activity of an idle bot, so any other one is set again."""
    shown = 0
    while True:
        await asyncio.sleep(_UPDATE_SECONDS)
        now = tables.recent()
        client = connected()
        if (now or shown) and client is not None and client.is_ready():
            with suppress(*FAILURES):
                await client.change_presence(activity=playing(now))
                shown = now


# --- registration ----------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

REGISTER_SECONDS = (5.0, 30.0, 120.0, 600.0)


class _Registration:
    """The registration of one application's commands: everywhere, or in its test servers only."""

    def __init__(
        self, http: HTTPClient, application: int, guilds: Sequence[int] = (), *, activity: bool = False
    ) -> None:
        self._http = http
        self._activity = activity
        self._application = application
        self._missing: list[int | None] = [*guilds] or [None]
        self._same_everywhere = len(self._missing) == 1  # else each server has its own ids
        self.ids: dict[str, int] = {}  # of the slash commands, so that messages can mention them

    async def keep_trying(self) -> None:
        """Until the commands are registered everywhere."""
        for pause in chain(REGISTER_SECONDS, repeat(REGISTER_SECONDS[-1])):
            if not self._missing:
                return
            await asyncio.sleep(pause)
            await self.attempt()

    async def attempt(self) -> None:
        for guild in tuple(self._missing):
            try:
                self._learn(await self._synchronised(guild))
            except FAILURES as error:  # the previous commands are still there
                log.error("could not register the commands (%s), will retry: %s", _where(guild), error)  # noqa: TRY400
            else:
                self._missing.remove(guild)

    async def _synchronised(self, guild: int | None) -> list[Payload]:
        """The commands as Discord has them now."""
        found = await registered(self._http, self._application, guild)
        trees = globally(found, activity=self._activity) if guild is None else for_guild(command_trees())
        if same(trees, found):
            return found
        written: Any
        if guild is None:
            written = await self._http.bulk_upsert_global_commands(self._application, trees)
        else:
            written = await self._http.bulk_upsert_guild_commands(self._application, guild, trees)
        log.info("commands registered (%s)", _where(guild))
        return list(written)

    def _learn(self, trees: Sequence[Payload]) -> None:
        if self._same_everywhere:
            slash = [tree for tree in trees if tree.get("type", SLASH) == SLASH and "id" in tree]
            self.ids.update({tree["name"]: int(tree["id"]) for tree in slash})


async def registered(http: HTTPClient, application: int, guild: int | None) -> list[Payload]:
    """The registered commands with their translations, which the library doesn't ask for."""
    path = "/guilds/{guild_id}/commands" if guild else "/commands"
    route = Route("GET", f"/applications/{{application_id}}{path}", application_id=application, guild_id=guild)
    return list(await http.request(route, params={"with_localizations": "true"}))


def _where(guild: int | None) -> str:
    return f"server {guild}" if guild else "globally"  # not prose


# --- the client ------------------------------------------------------------------------------------------------------

PLATFORM = "discord"
# at DEBUG, the library logs interaction tokens and what people typed in private
logging.getLogger("discord").setLevel(logging.INFO)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we leave voice out on purpose
_CHOICE_LIMIT = 100  # characters of a completion's name and of its value
_FORM_TITLE = lazy("One more thing")


class _InteractionHandler(Protocol):
    """A receiver of what interactions ask for."""

    async def on_request(
        self, interaction: discord.Interaction[Any], said: Called | Pressed | Filled, *, room: str | None = None
    ) -> None: ...

    async def on_form(
        self,
        interaction: discord.Interaction[Any],
        page: FormPage,
        said: Pressed | Filled,
        otherwise: discord.ui.Modal | None,
    ) -> None: ...

    async def on_more(self, interaction: discord.Interaction[Any], table: str, page: int) -> None: ...

    async def on_menu(self, interaction: discord.Interaction[Any]) -> None: ...

    async def on_join(self, guild: discord.Guild) -> None: ...

    async def on_launch(self, interaction: discord.Interaction[Any]) -> None: ...

    async def on_nowhere(self, interaction: discord.Interaction[Any]) -> None: ...

    async def completions(self, room: str, person: Person, invoked: Invoked) -> list[Suggestion]: ...


def room_of(interaction: discord.Interaction[Any]) -> str:
    return f"{PLATFORM}:{interaction.channel_id}"


def person_of(interaction: discord.Interaction[Any]) -> Person:
    user = interaction.user
    return Person(f"{PLATFORM}:{user.id}", user.display_name, locale=str(interaction.locale))


def manages(interaction: discord.Interaction[Any]) -> bool:
    """True if this person may manage the channel; threads have their own permission."""
    permissions = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    return permissions.manage_channels or (in_thread and permissions.manage_threads)


class DiscordClient(discord.AutoShardedClient):
    def __init__(
        self,
        handler: _InteractionHandler,
        outage: Outage,
        paint: Painter,
        *,
        gateway_url: str = "",
        guilds: Sequence[int] = (),
        activity: bool = False,
        shard_ids: Sequence[int] = (),
        shard_count: int | None = None,
    ) -> None:
        shards: dict[str, Any] = {"shard_count": shard_count} if shard_count else {}
        if shard_ids:
            shards["shard_ids"] = list(shard_ids)
        super().__init__(
            intents=discord.Intents(guilds=True),  # to greet; the bot reads nobody's messages
            activity=playing(0),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0.1,  # requests don't need the list of servers
            **shards,
        )
        self._handler = handler
        self._outage = outage
        self._gateway_url = gateway_url
        self._test_guilds = guilds
        self._has_activity = activity
        self._connections, self._sessions = of_connections(), of_sessions()
        self._ready_at: float | None = None
        self.identified = False  # a session was started, of which there are only so many a day
        self._pace_connections()
        skip_unreadable(self._connection.parsers)
        self._registration: _Registration | None = None
        self._setting_up: list[asyncio.Task[None]] = []  # what people can do without for a while
        self._paint = paint
        self.emoji: dict[str, dict[str, str]] = {}  # by game and word, once they are uploaded

    # --- the command tree ------------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        assert self.application_id is not None
        self._registration = _Registration(
            self.http, self.application_id, self._test_guilds, activity=self._has_activity
        )
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
            if self._gateway_url:  # also where Discord names another address, to resume a session
                url = str(yarl.URL(self._gateway_url).with_query(yarl.URL(url).query))
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
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self._gateway_url or address)
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

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._handler.on_join(guild)

    # --- interactions ----------------------------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle commands, completions, buttons, menus and forms, in the language of whoever uses them."""
        with speaking(str(interaction.locale)):
            await self._handle(interaction)

    async def _handle(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        if interaction.channel_id is None:
            await self._handler.on_nowhere(interaction)
            return
        match interaction.type:
            case discord.InteractionType.application_command if data.get("type") in {ON_USER, ON_MESSAGE}:
                await self._handler.on_menu(interaction)
            case discord.InteractionType.application_command if data.get("type") == ENTRY_POINT:
                await self._handler.on_launch(interaction)
            case discord.InteractionType.application_command:
                given = read_invocation(data) or Invoked("help", {})  # some clients may still show an older tree
                await self._handler.on_request(interaction, Called(given.command, given.arguments))
            case discord.InteractionType.autocomplete:
                if invoked := read_invocation(data):
                    await self._complete(interaction, invoked)
            case discord.InteractionType.modal_submit if data.get("custom_id") == SAVE_FORM:
                await self._handler.on_request(interaction, read_note(data))
            case discord.InteractionType.component:
                await self._press(interaction, data["custom_id"], data.get("values") or ())
            case discord.InteractionType.modal_submit:
                filled = data["custom_id"].startswith(FORM_PREFIX)
                await self._handler.on_request(interaction, read_fields(data) if filled else read_form(data))

    async def _press(self, interaction: discord.Interaction[Any], custom_id: str, values: Sequence[str]) -> None:
        if custom_id.startswith(LINE_PREFIX):
            await self._handler.on_request(interaction, called(read_line(custom_id)))
        elif custom_id == READ:
            await self._handler.on_request(interaction, called(values[0] if values else "help"))
        elif custom_id == PLAY:
            await self._handler.on_launch(interaction)
        elif custom_id.startswith(CARD_PREFIX) and interaction.message is not None:
            room = f"{PLATFORM}:{interaction.message.id}"  # a thread has the id of the message it was started from
            await self._handler.on_request(interaction, called(custom_id.removeprefix(CARD_PREFIX)), room=room)
        elif custom_id.startswith(MORE_PREFIX):
            await self._handler.on_more(interaction, *read_more(custom_id))
        elif custom_id.startswith(FORM_PREFIX):
            page = FormPage.read(custom_id, values)
            await self._handler.on_form(interaction, page, Filled(page.table, page.command, {}), None)
        else:
            await self._choose(interaction, values[0] if custom_id.startswith(MENU_PREFIX) and values else custom_id)

    async def _choose(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        """Do what was chosen, or ask for what is missing first."""
        button, asks = read_custom_id(custom_id)
        if not asks:
            await self._handler.on_request(interaction, Pressed(button))
            return
        command, _, parameter = asks.partition(".")
        # with other arguments than those of the form, an act asks for one thing; the press seats its person even so
        page = FormPage(button.partition(":")[0], carried(button) or ("" if parameter else command))
        title = label_of(interaction.message, custom_id) or _FORM_TITLE
        await self._handler.on_form(
            interaction, page, Pressed(button), form(custom_id, str(title)) if parameter else None
        )

    async def _complete(self, interaction: discord.Interaction[Any], invoked: Invoked) -> None:
        found = await self._handler.completions(room_of(interaction), person_of(interaction), invoked)
        number = asks_for_number(invoked)
        choices: list[app_commands.Choice[Any]] = [
            app_commands.Choice(
                name=shortened(_completion_label(one), _CHOICE_LIMIT), value=int(one.value) if number else one.value
            )
            for one in found
            if one.label and 0 < len(one.value) <= _CHOICE_LIMIT and (one.value.isdecimal() or not number)
        ]
        try:
            await interaction.response.autocomplete(choices)
        except FAILURES as error:
            log.info("could not send completions for interaction %s: %s", interaction.id, error)


def _completion_label(one: Suggestion) -> str:
    """The text that Discord shows for a completion: the label, with the value unless the label contains it."""
    value, label = (re.sub(r"[^\w=]", "", text.casefold()) for text in (one.value, one.label))
    return one.label if value in label else f"{one.value}: {one.label}"


# --- the connection --------------------------------------------------------------------------------------------------

RETRY_SECONDS = (1.0, 5.0, 15.0, 60.0)  # between attempts to log in while Discord is down
SESSION_SECONDS = (*RETRY_SECONDS, 300.0)  # the same if each costs a session: at most 300 of the 1,000 a day
STEADY_SECONDS = 600.0  # how long a connection has to last until the attempts before it no longer count
_REJECTED = "Discord rejected the token in DISCORD_TOKEN. Copy it again from the developer portal."  # not prose
_WRONG_SHARDS = "Discord rejected DISCORD_SHARD_IDS and DISCORD_SHARD_COUNT: it requires other shards."  # not prose


class Connection:
    """The connection. Settings that Discord rejects end the program when it starts. Once they have worked, nothing
    does: other platforms have their own connections, and what broke here may heal."""

    def __init__(self, settings: DiscordSettings, new_client: Callable[[], DiscordClient]) -> None:
        self._settings = settings
        self._new_client = new_client
        self._has_worked = False
        self.client: DiscordClient | None = None
        self.outage = Outage()

    async def run(self, finish: Callable[[], Awaitable[None]]) -> None:
        """Until it is cancelled. `finish`: what has to be answered before a connection is closed."""
        self._settings.set_library_url()
        attempt = 0
        while True:
            client = self._new_client()
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
