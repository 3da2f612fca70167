"""The Discord adapter: requests in, messages out. No rules and no essential state."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.boards import Board, no_picture, painted
from adapters.discord.client import PLATFORM, DiscordClient, manages, person_of, room_of
from adapters.discord.commands import Invoked, discreet
from adapters.discord.interactions import FAILURES, Edit, PendingInteraction
from adapters.discord.markup import CONTENT_LIMIT, amended
from adapters.discord.outgoing import OutgoingMessage, messages_for, with_board
from adapters.discord.threads import TableThread, open_thread
from adapters.hands import current_hand
from bot.messages import Called, Person, Pressed, Reply, Request, Suggestion
from bot.ports import Painter, RoomGone, RoomUnreachable, Service
from bot.settings import BadSettings, Settings
from bot.texts import notices

log = logging.getLogger(__name__)

MAX_REMEMBERED = 5000  # rooms whose last text is cached for amending; for others it is fetched from Discord
UNKNOWN_CHANNEL = 10003  # Discord's error code
MAX_UNDEFERRED = 64  # concurrent requests before new ones are deferred at once
SHUTDOWN_TIMEOUT = 2.0  # seconds for background tasks to finish when the program ends
RETRY_SECONDS = (1.0, 5.0, 15.0, 60.0)  # between attempts to log in while Discord is down
REJECTED = "Discord rejected the token in DISCORD_TOKEN. Copy it again from the developer portal."


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


class DiscordAdapter:
    platform = PLATFORM

    def __init__(self, settings: DiscordSettings, paint: Painter = no_picture) -> None:
        self._settings = settings
        self._paint = paint
        self._client: DiscordClient | None = None
        self._service: Service | None = None
        self._pending: dict[str, PendingInteraction] = {}  # by request id, while the request is handled
        self._last: OrderedDict[str, tuple[str, str]] = OrderedDict()  # room: its last message and its content
        self._tasks: set[asyncio.Task[None]] = set()

    # --- connecting ------------------------------------------------------------------------------------------------

    async def run(self, service: Service) -> None:
        self._service = service
        self._settings.set_library_urls()
        attempt = 0
        while True:
            client = DiscordClient(
                self,
                guilds=self._settings.guilds,
                shard_ids=self._settings.shard_ids,
                shard_count=self._settings.shard_count,
            )
            try:
                await client.login(self._settings.token)
                self._client, attempt = client, 0
                await self._connect(client)
            except discord.LoginFailure as error:
                raise BadSettings(REJECTED) from error
            except FAILURES as error:
                log.warning("Discord can't be reached, retrying: %s", error)
            finally:
                self._client = None
                if self._tasks:
                    await asyncio.wait(self._tasks, timeout=SHUTDOWN_TIMEOUT)
                await client.close()
            await asyncio.sleep(RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)])
            attempt += 1

    async def _connect(self, client: DiscordClient) -> None:
        try:
            await client.connect(reconnect=True)
        except discord.ConnectionClosed as error:
            if error.code == 4004:
                raise BadSettings(REJECTED) from error
            if error.code in {4010, 4011}:
                raise BadSettings(
                    "Discord rejected DISCORD_SHARD_IDS and DISCORD_SHARD_COUNT: it requires other shards."
                ) from error
            raise

    async def trouble(self) -> str:
        """What keeps people on Discord from playing; empty if nothing does."""
        client = self._client
        return "" if client is not None and client.is_ready() else "Discord is not connected."

    # --- requests --------------------------------------------------------------------------------------------------

    async def on_request(self, interaction: discord.Interaction[Any], said: Called | Pressed) -> None:
        """Handle a command, a pressed button or a submitted form."""
        key = f"{PLATFORM}:{interaction.id}"
        if key in self._pending:
            return  # delivered twice, and the first one is still being handled
        secret = isinstance(said, Called) and discreet(said.command)
        pending = self._pending[key] = PendingInteraction(
            interaction, discreet=secret, busy=len(self._pending) >= MAX_UNDEFERRED
        )
        request = Request(key, room_of(interaction), person_of(interaction), said, manages(interaction))
        answers: list[_Answer] = []
        try:
            replies = await self._handled(request, await self._thread_for(interaction, pending, said))
            if not replies and pending.from_private:
                replies = await self._current_hand(request)
            if not replies and pending.invisible:
                replies = [Reply(notices.AMENDED, private=True)]
            answers = [await self._answer_with(reply) for reply in replies]
        finally:
            edits = await pending.finish([message for answer in answers for message in answer.messages])
            del self._pending[key]
        for answer in answers:
            mine, edits = edits[: len(answer.messages)], edits[len(answer.messages) :]
            if answer.later is not None and mine:
                self._in_background(_add_board(mine[-1], answer.messages[-1], answer.reply, answer.later))

    async def _answer_with(self, reply: Reply) -> "_Answer":
        """The messages of a reply, and its board if that needs a moment longer."""
        board = await Board.begun(partial(painted, self._paint, reply, dark=True))
        ready = board if board.is_ready else None
        return _Answer(reply, await messages_for(reply, ready), None if ready else board)

    async def _handled(self, request: Request, thread: TableThread | None) -> list[Reply]:
        assert self._service is not None
        if thread is None:
            return list((await self._service.handle(request)).replies)
        response = await self._service.handle(replace(request, room=f"{PLATFORM}:{thread.id}"))
        if response.outcome != "done":
            await thread.remove()  # no table was opened in it
        return list(response.replies)

    async def _current_hand(self, request: Request) -> list[Reply]:
        assert self._service is not None
        return await current_hand(self._service, request)

    async def _thread_for(
        self, interaction: discord.Interaction[Any], pending: PendingInteraction, said: Called | Pressed
    ) -> TableThread | None:
        """Open a thread for a new table, if threads are enabled and we aren't in one already."""
        is_new = isinstance(said, Called) and said.command == "new"
        if not (self._settings.threads and is_new and isinstance(interaction.channel, discord.TextChannel)):
            return None
        return await open_thread(interaction, pending)

    async def completions(self, room: str, person: Person, invoked: Invoked) -> list[Suggestion]:
        assert self._service is not None
        return await self._service.complete_argument(room, person, invoked.command, invoked.focused, invoked.arguments)

    # --- messages --------------------------------------------------------------------------------------------------

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        channel = int(room.partition(":")[2])
        if self._client is None:
            raise RoomUnreachable("Discord is not connected")
        answer = await self._answer_with(reply)
        messages = answer.messages
        pending = self._pending.get(request.id) if request else None
        try:
            if reply.amends and before and await self._amend(room, before, messages, pending):
                return before
            # a response shows everybody who caused it, but an amendment (a vote counted) may be anonymous
            own = None if reply.amends else await self._answer(messages, pending)
            reference = own or await self._send(channel, messages)
        except FAILURES as error:
            raise _unreachable(error) from error
        self._remember(room, reference, messages[-1].content)
        if answer.later is not None:
            self._in_background(self._add_board(room, reference, answer, answer.later))
        if before and before != reference:
            self._in_background(self._remove_buttons(channel, before))
        return reference

    async def _add_board(self, room: str, message: str, answer: "_Answer", board: Board[bytes]) -> None:
        """Add a board that was not ready in time, unless there is a newer message by now."""
        await board.finished()
        if self._client is not None and self._last.get(room, ("", ""))[0] == message:
            edit = self._messages(int(room.partition(":")[2])).get_partial_message(int(message)).edit
            await _add_board(edit, answer.messages[-1], answer.reply, board)

    async def _answer(self, messages: Sequence[OutgoingMessage], pending: PendingInteraction | None) -> str | None:
        return await pending.show(messages[0]) if pending is not None and len(messages) == 1 else None

    def _messages(self, channel: int) -> discord.PartialMessageable:
        if self._client is None:
            raise RoomUnreachable("Discord is not connected")
        return self._client.get_partial_messageable(channel)

    async def _send(self, channel: int, messages: Sequence[OutgoingMessage]) -> str:
        """Send messages to the channel. The nonce makes Discord drop the duplicate if a retry sends one twice."""
        reference = ""
        for outgoing in messages:
            nonce = secrets.token_hex(8)
            try:
                sent = await self._messages(channel).send(**outgoing.for_sending(), nonce=nonce)
            except discord.Forbidden:
                if not outgoing.has_attachments:
                    raise
                sent = await self._messages(channel).send(**outgoing.without_attachments().for_sending())
            reference = str(sent.id)
        return reference

    async def _amend(
        self, room: str, before: str, messages: Sequence[OutgoingMessage], pending: PendingInteraction | None
    ) -> bool:
        """Edit the previous message instead of posting a new one; False if that isn't possible."""
        channel = int(room.partition(":")[2])
        try:
            said = await self._content_of(room, before)
            outgoing = replace(messages[-1], content=amended(said, messages[-1].content))
            if len(messages) > 1 or len(outgoing.content) > CONTENT_LIMIT:
                return False
            if pending is None or not await pending.amend(before, outgoing):
                await self._messages(channel).get_partial_message(int(before)).edit(**outgoing.for_amending())
                if pending is not None:
                    pending.invisible = not pending.pressed
        except (discord.NotFound, discord.Forbidden):
            return False
        self._remember(room, before, outgoing.content)
        return True

    async def _content_of(self, room: str, message: str) -> str:
        known, said = self._last.get(room, ("", ""))
        if known == message:
            return said
        return (await self._messages(int(room.partition(":")[2])).fetch_message(int(message))).content

    def _remember(self, room: str, message: str, content: str) -> None:
        self._last[room] = (message, content)
        self._last.move_to_end(room)
        if len(self._last) > MAX_REMEMBERED:
            self._last.popitem(last=False)

    async def _remove_buttons(self, channel: int, message: str) -> None:
        """Remove the buttons of the previous message. If that fails, they are answered as out of date."""
        try:
            await self._messages(channel).get_partial_message(int(message)).edit(view=None)
        except (*FAILURES, RoomUnreachable) as error:
            log.info("could not remove the buttons of message %s: %s", message, error)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@dataclass(frozen=True, slots=True)
class _Answer:
    """A reply as messages."""

    reply: Reply
    messages: list[OutgoingMessage]
    later: Board[bytes] | None  # the board, if it was not ready for the last message


async def _add_board(edit: Edit, message: OutgoingMessage, reply: Reply, board: Board[bytes]) -> None:
    shown = await with_board(message, reply, board)
    try:
        if shown != message:
            await edit(**shown.for_adding_the_board())
    except FAILURES as error:  # people can ask for the board
        log.info("could not add the board to a message: %s", error)


def _unreachable(error: Exception) -> Exception:
    """Translate a failed send; a bad request (400) is our own bug and stays as it is."""
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
        return RoomGone("the channel was deleted")
    if isinstance(error, discord.Forbidden):
        return RoomUnreachable(f"the bot lacks a permission there: {error.text}")
    if isinstance(error, discord.HTTPException) and error.status == 400:
        return error
    return RoomUnreachable(f"Discord did not accept the message: {error}")
