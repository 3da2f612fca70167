"""The Discord adapter: a Chat for the service, and the connection that brings in requests. No essential state."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any

import discord

from adapters.discord import presence
from adapters.discord.client import Connection, DiscordClient
from adapters.discord.gateway import FAILURES, DiscordSettings
from adapters.discord.identifiers import PLATFORM, channel_of, room_id
from adapters.discord.incoming import context_menus
from adapters.discord.incoming.answers import Answers
from adapters.discord.outgoing.channels import AnswerOnlyRoom, Channels
from adapters.discord.outgoing.events import show_plan
from adapters.discord.outgoing.posting import Answer, RoomMessages, unreachable
from adapters.discord.outgoing.responses import PendingInteraction
from adapters.discord.outgoing.threads import LiveCards, open_named_thread
from adapters.pictures import no_picture
from bot.kernel.messages import Reply, Request
from bot.kernel.ports import Painter, PlannedMeeting, RoomUnreachable, Service
from games.values import replace

log = logging.getLogger(__name__)

_NOT_HERE = {400, 403, 404}  # no permission, or a channel of another kind
SHUTDOWN_TIMEOUT = 5.0  # seconds to answer what is under way when the program ends


class DiscordAdapter:
    platform = PLATFORM

    def __init__(self, settings: DiscordSettings, paint: Painter = no_picture) -> None:
        self._settings = settings
        self._paint = paint
        self._connection = Connection(settings, paint)
        self._channels = Channels()
        self._tables = presence.Tables()
        self._rooms = RoomMessages(self._messages, self._begun, self._start)
        self._cards = LiveCards(lambda: self._client, self._start)
        self._answers: Answers | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # --- messages --------------------------------------------------------------------------------------------------

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        pending = self._answers.pending(request) if self._answers and request else None
        suited = self._suited(channel_of(room), reply, request, pending)
        reference = await self._rooms.post(room, suited, pending, before)
        self._tables.news(room)
        self._cards.update(room, reply)
        return reference

    def has_threads(self, room: str) -> bool:
        return self._channels.at(channel_of(room)).has_threads

    async def open_thread(self, room: str, name: str) -> str | None:
        client = self._connected()
        try:
            thread = await open_named_thread(client, channel_of(room), name)
        except FAILURES as error:
            if isinstance(error, discord.HTTPException) and error.status in _NOT_HERE:
                log.info("no threads in room %s: %s", room, error)
                return None
            raise unreachable(error) from error
        self._cards.add(thread)
        return room_id(thread.id)

    async def show_plan(self, room: str, meeting: PlannedMeeting | None) -> None:
        client = self._connected()
        try:
            await show_plan(client, channel_of(room), meeting)
        except FAILURES as error:
            raise unreachable(error) from error

    def _suited(self, channel: int, reply: Reply, request: Request | None, pending: PendingInteraction | None) -> Reply:
        """The reply as this channel can show it, with the invitation if somebody was challenged."""
        if not self._channels.at(channel).shows_pictures:
            reply = replace(reply, pictures=False)
        if pending is None or pending.invited is None or request is None or request.person is None:
            return reply
        return context_menus.invitation(reply, request.person.name, pending.invited)

    def _messages(self, channel: int) -> discord.PartialMessageable | AnswerOnlyRoom:
        client = self._connected()
        return self._channels.at(channel).answer_only or client.get_partial_messageable(channel)

    def _connected(self) -> DiscordClient:
        if self._client is None:
            raise RoomUnreachable("Discord is not connected")
        return self._client

    async def _begun(self, reply: Reply, told: str) -> Answer:
        """The messages of a reply, and its board, which is being made. `told`: the story that is shown already."""
        ids = self._client.command_ids if self._client else {}
        emoji = self._client.emoji.get(reply.game, {}) if self._client else {}
        answer = await Answer.to(reply, self._paint, ids, told, emoji)
        return answer.as_playable() if self._settings.activity else answer

    # --- running ---------------------------------------------------------------------------------------------------

    async def run(self, service: Service) -> None:
        self._answers = Answers(
            service,
            self._channels,
            self._rooms,
            self._cards,
            threads=self._settings.threads,
            answer=self._begun,
            run=self._start,
        )
        showing = asyncio.create_task(presence.keep_current(lambda: self._client, self._tables))
        try:
            await self._connection.run(self._answers, self._finish)
        finally:
            showing.cancel()

    @property
    def _client(self) -> DiscordClient | None:
        return self._connection.client

    async def trouble(self) -> str:
        """The fault that keeps people on Discord from playing; empty if there is none."""
        client = self._client
        connected = client is not None and client.is_ready() and not self._connection.outage.lasts
        return "" if connected else "Discord is not connected."  # not prose

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that a shutdown waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _finish(self) -> None:
        """Wait for what is under way, a few seconds at most."""
        ends = time.monotonic() + SHUTDOWN_TIMEOUT
        while self._tasks and time.monotonic() < ends:
            await asyncio.wait(self._tasks, timeout=ends - time.monotonic())
