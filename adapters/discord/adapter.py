"""Discord as a platform of the service: requests in, messages out. No rules, and no state that matters."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.client import PLATFORM, DiscordClient, manages, person_of, room_of
from adapters.discord.commands import Invoked, discreet
from adapters.discord.interactions import FAILURES, Answer
from adapters.discord.markup import CONTENT_LIMIT, amended
from adapters.discord.pages import Page, Picture, no_picture, pages_of
from adapters.discord.threads import Thread, open_thread
from adapters.hands import hand_of_now
from bot.messages import Called, Person, Pressed, Reply, Request, Suggestion
from bot.ports import RoomGone, RoomUnreachable, Service
from bot.settings import BadSettings, Settings
from bot.texts import notices

log = logging.getLogger(__name__)

REMEMBERED = 5000  # rooms whose last text is at hand for the next count; the others are asked for at Discord
UNKNOWN_CHANNEL = 10003  # Discord's code
FEW = 4  # requests at once that are answered without being deferred first
LAST_WORDS = 2.0  # seconds for what is still on its way when the program ends
AGAIN = (1.0, 5.0, 15.0, 60.0)  # seconds between attempts to log in while Discord is away
UNKNOWN = "DISCORD_TOKEN cannot be used: Discord does not know this token. Copy it again from the developer portal."


@dataclass(frozen=True, slots=True)
class Connection:
    """Where Discord is, and which part of the work this process takes."""

    token: str
    api_url: str = ""
    gateway_url: str = ""
    guilds: tuple[int, ...] = ()
    shard_ids: tuple[int, ...] = ()
    shard_count: int | None = None
    threads: bool = False  # a thread for each table

    def __repr__(self) -> str:
        return f"Connection(api_url={self.api_url!r})"  # never the token

    def point(self) -> None:
        """The library keeps its addresses in two class attributes."""
        if self.api_url:
            Route.BASE = self.api_url.rstrip("/")
        if self.gateway_url:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway_url)


def connection_of(settings: Settings) -> Connection | None:
    """None: there is no token, so Discord is not meant to be used."""
    if settings.discord_token is None:
        return None
    if settings.discord_shard_ids and not settings.discord_shard_count:
        raise BadSettings("The setting DISCORD_SHARD_IDS needs DISCORD_SHARD_COUNT.")
    return Connection(
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

    def __init__(self, connection: Connection, picture: Picture = no_picture) -> None:
        self._connection = connection
        self._picture = picture
        self._client: DiscordClient | None = None
        self._service: Service | None = None
        self._answers: dict[str, Answer] = {}  # by request, while it is being handled
        self._last: OrderedDict[str, tuple[str, str]] = OrderedDict()  # room: its last message and what that says
        self._tasks: set[asyncio.Task[None]] = set()

    # --- life ------------------------------------------------------------------------------------------------------

    async def run(self, service: Service) -> None:
        self._service = service
        self._connection.point()
        attempt = 0
        while True:
            client = DiscordClient(
                self,
                guilds=self._connection.guilds,
                shard_ids=self._connection.shard_ids,
                shard_count=self._connection.shard_count,
            )
            try:
                await client.login(self._connection.token)
                self._client, attempt = client, 0
                await self._connect(client)
            except discord.LoginFailure as fault:
                raise BadSettings(UNKNOWN) from fault
            except FAILURES as fault:
                log.warning("Discord cannot be reached, I try again: %s", fault)
            finally:
                self._client = None
                if self._tasks:
                    await asyncio.wait(self._tasks, timeout=LAST_WORDS)
                await client.close()
            await asyncio.sleep(AGAIN[min(attempt, len(AGAIN) - 1)])
            attempt += 1

    async def _connect(self, client: DiscordClient) -> None:
        try:
            await client.connect(reconnect=True)
        except discord.ConnectionClosed as fault:
            if fault.code == 4004:
                raise BadSettings(UNKNOWN) from fault
            if fault.code in {4010, 4011}:
                raise BadSettings(
                    "DISCORD_SHARD_IDS and DISCORD_SHARD_COUNT cannot be used: Discord wants other shards."
                ) from fault
            raise

    async def trouble(self) -> str:
        """What keeps people on Discord from playing; empty: nothing."""
        client = self._client
        return "" if client is not None and client.is_ready() else "Discord is not connected."

    # --- in --------------------------------------------------------------------------------------------------------

    async def asked(self, interaction: discord.Interaction[Any], said: Called | Pressed) -> None:
        """A command, a pressed button or a filled-in form."""
        key = f"{PLATFORM}:{interaction.id}"
        if key in self._answers:
            return  # delivered twice while the first one is still on its way
        secret = isinstance(said, Called) and discreet(said.command)
        answer = self._answers[key] = Answer(interaction, discreet=secret, busy=len(self._answers) >= FEW)
        request = Request(key, room_of(interaction), person_of(interaction), said, manages(interaction))
        pages: list[Page] = []
        try:
            replies = await self._handled(request, await self._thread_for(interaction, answer, said))
            if not replies and answer.from_private:
                replies = await self._held(request)
            if not replies and answer.unseen:
                replies = [Reply(notices.AMENDED, private=True)]
            for reply in replies:
                pages += await pages_of(reply, self._picture)
        finally:
            await answer.finish(pages)
            del self._answers[key]

    async def _handled(self, request: Request, thread: Thread | None) -> list[Reply]:
        assert self._service is not None
        if thread is None:
            return list((await self._service.handle(request)).replies)
        response = await self._service.handle(replace(request, room=f"{PLATFORM}:{thread.id}"))
        if response.outcome != "done":
            await thread.remove()  # no table was opened in it
        return list(response.replies)

    async def _held(self, request: Request) -> list[Reply]:
        assert self._service is not None
        return await hand_of_now(self._service, request)

    async def _thread_for(
        self, interaction: discord.Interaction[Any], answer: Answer, said: Called | Pressed
    ) -> Thread | None:
        """A new table gets a thread of its own, where that is wished for and where we are not in one already."""
        is_new = isinstance(said, Called) and said.command == "new"
        if not (self._connection.threads and is_new and isinstance(interaction.channel, discord.TextChannel)):
            return None
        return await open_thread(interaction, answer)

    async def completions(self, room: str, person: Person, invoked: Invoked) -> list[Suggestion]:
        assert self._service is not None
        return await self._service.complete_argument(room, person, invoked.command, invoked.focused, invoked.arguments)

    # --- out -------------------------------------------------------------------------------------------------------

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        channel = int(room.partition(":")[2])
        if self._client is None:
            raise RoomUnreachable("Discord is not connected")
        pages = await pages_of(reply, self._picture)
        answer = self._answers.get(request.id) if request else None
        try:
            if reply.amends and before and await self._amend(room, before, pages, answer):
                return before
            # Discord tells everybody whose doing an answer is; what only counts on may be anonymous
            own = None if reply.amends else await self._answer(pages, answer)
            reference = own or await self._send(channel, pages)
        except FAILURES as fault:
            raise _unreachable(fault) from fault
        self._remember(room, reference, pages[-1].content)
        if before and before != reference:
            self._later(self._strip(channel, before))
        return reference

    async def _answer(self, pages: Sequence[Page], answer: Answer | None) -> str | None:
        return await answer.show(pages[0]) if answer is not None and len(pages) == 1 else None

    def _messages(self, channel: int) -> discord.PartialMessageable:
        if self._client is None:
            raise RoomUnreachable("Discord is not connected")
        return self._client.get_partial_messageable(channel)

    async def _send(self, channel: int, pages: Sequence[Page]) -> str:
        """As messages of the channel. Discord drops the second of two with the same nonce, should a retry be one."""
        reference = ""
        for page in pages:
            nonce = secrets.token_hex(8)
            try:
                sent = await self._messages(channel).send(**page.new(), nonce=nonce)
            except discord.Forbidden:
                if not page.attaches:
                    raise
                sent = await self._messages(channel).send(**page.without_attachments().new())
            reference = str(sent.id)
        return reference

    async def _amend(self, room: str, before: str, pages: Sequence[Page], answer: Answer | None) -> bool:
        """Only a count went on: the message before is edited. False if it cannot be."""
        channel = int(room.partition(":")[2])
        try:
            said = await self._said(room, before)
            page = replace(pages[-1], content=amended(said, pages[-1].content))
            if len(pages) > 1 or len(page.content) > CONTENT_LIMIT:
                return False
            if answer is None or not await answer.amend(before, page):
                await self._messages(channel).get_partial_message(int(before)).edit(**page.amended())
                if answer is not None:
                    answer.unseen = not answer.pressed
        except (discord.NotFound, discord.Forbidden):
            return False
        self._remember(room, before, page.content)
        return True

    async def _said(self, room: str, message: str) -> str:
        known, said = self._last.get(room, ("", ""))
        if known == message:
            return said
        return (await self._messages(int(room.partition(":")[2])).fetch_message(int(message))).content

    def _remember(self, room: str, message: str, content: str) -> None:
        self._last[room] = (message, content)
        self._last.move_to_end(room)
        if len(self._last) > REMEMBERED:
            self._last.popitem(last=False)

    async def _strip(self, channel: int, message: str) -> None:
        """The message before loses its buttons; should that fail, they are answered as out of date."""
        try:
            await self._messages(channel).get_partial_message(int(message)).edit(view=None)
        except (*FAILURES, RoomUnreachable) as fault:
            log.info("message %s keeps its buttons: %s", message, fault)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _unreachable(fault: Exception) -> Exception:
    """What kept a message from its room; a fault of ours is none of that."""
    if isinstance(fault, discord.NotFound) and fault.code == UNKNOWN_CHANNEL:
        return RoomGone("the channel was deleted")
    if isinstance(fault, discord.Forbidden):
        return RoomUnreachable(f"a permission is missing there: {fault.text}")
    if isinstance(fault, discord.HTTPException) and fault.status == 400:
        return fault
    return RoomUnreachable(f"Discord did not take the message: {fault}")
