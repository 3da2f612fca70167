"""The Discord adapter: requests in, messages out. No rules and no essential state."""

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from discord.ui import Modal

from adapters.discord import client as presence
from adapters.discord import texts as ui_texts
from adapters.discord.client import PLATFORM, Connection, DiscordClient, manages, person_of, room_of
from adapters.discord.commands import CHALLENGE, FORMAT, SAVE_NOTE, Invoked, discreet, formats_for, with_format
from adapters.discord.gateway import DiscordSettings
from adapters.discord.incoming import context_menus
from adapters.discord.incoming.command_forms import FormPage
from adapters.discord.incoming.forms import Forms, Question
from adapters.discord.outgoing.channels import AnswerOnlyRoom, Places, can_only_answer, cautions, keeps_answers_private
from adapters.discord.outgoing.controls import LIMITS, carried
from adapters.discord.outgoing.events import show_plan
from adapters.discord.outgoing.message import OutgoingMessage, board_of, to_copy
from adapters.discord.outgoing.posting import Answer, RoomMessages, unreachable
from adapters.discord.outgoing.private import Edit, OpenPanel, Panels
from adapters.discord.outgoing.responses import FAILURES, PendingInteraction
from adapters.discord.outgoing.threads import (
    LiveCards,
    TableThread,
    open_named_thread,
    open_thread,
    wants_thread,
    without_place,
)
from adapters.discord.texts import greeting, may_write, missing
from adapters.panels import answering, own_panel, page_of
from adapters.pictures import Board, no_picture
from adapters.requests import current_hand, meeting_after, page_for
from bot.kernel.messages import (
    Called,
    Filled,
    Page,
    Person,
    Pressed,
    Reply,
    Request,
    Response,
    Suggestion,
    TableForm,
    refused,
)
from bot.kernel.ports import Painter, PlannedMeeting, RoomUnreachable, Service
from bot.kernel.store import StoreUnavailable
from bot.kernel.table import texts as notices
from bot.kernel.table.catalogue import GAME
from games.language import speaking
from games.values import replace

# --- greeting --------------------------------------------------------------------------------------------------------

_RECENTLY = timedelta(minutes=5)  # Discord also lists servers again after an outage, and slowly after a restart
_COMMUNITY = "COMMUNITY"  # the feature of a server that has chosen a language


def _has_just_joined(guild: discord.Guild) -> bool:
    joined: datetime | None = getattr(guild.me, "joined_at", None)  # the list of members may not have arrived
    return joined is not None and datetime.now(UTC) - joined < _RECENTLY


def _place_to_greet(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel where the server welcomes people, or the first one in which the bot may write."""
    channels = [guild.system_channel, *guild.text_channels]
    return next((each for each in channels if each and may_write(each.permissions_for(guild.me), thread=False)), None)


def _first_words(channel: discord.TextChannel) -> Reply:
    """The greeting, with a button per game, like the help in a channel without a table."""
    with speaking(str(channel.guild.preferred_locale)):
        lines = tuple(Suggestion(f"new {key}", title) for key, title in GAME.titled.items())  # not prose
        return Reply(greeting(missing(channel.permissions_for(channel.guild.me))), lines=lines)


def _language_of_server(interaction: discord.Interaction[Any]) -> str:
    """What a Community has chosen. Other servers can't choose one: Discord says for all of them that it is English."""
    chooses = interaction.guild is not None and _COMMUNITY in interaction.guild.features
    return str(interaction.guild_locale or "") if chooses else ""


# --- the adapter -----------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

COPY = "copy"  # the command that shows a text to copy
_MAX_UNDEFERRED = 64  # concurrent requests before new ones are deferred at once
_NOT_HERE = {400, 403, 404}  # no permission, or a channel of another kind
SHUTDOWN_TIMEOUT = 5.0  # seconds to answer what is under way when the program ends


class DiscordAdapter:
    platform = PLATFORM

    def __init__(self, settings: DiscordSettings, paint: Painter = no_picture) -> None:
        self._settings = settings
        self._paint = paint
        self._connection = Connection(settings, self._new_client)
        self._stopping = False
        self._places = Places()
        self._tables = presence.Tables()
        self._service: Service | None = None
        self._pending: dict[str, PendingInteraction] = {}  # by request id, while the request is handled
        self._rooms = RoomMessages(self._messages, self._begun, self._in_background)
        self._cards = LiveCards(lambda: self._client, self._in_background)
        self._forms = Forms(self._running)
        self._panels = Panels()
        self._late: dict[int, Board[bytes]] = {}  # boards that private messages wait for
        self._tasks: set[asyncio.Task[None]] = set()

    # --- connecting ------------------------------------------------------------------------------------------------

    async def run(self, service: Service) -> None:
        self._service = service
        showing = asyncio.create_task(presence.keep_current(lambda: self._client, self._tables))
        try:
            await self._connection.run(self._finish)
        finally:
            showing.cancel()

    def _new_client(self) -> DiscordClient:
        self._stopping = False
        return DiscordClient(
            self,
            self._connection.outage,
            self._paint,
            gateway_url=self._settings.gateway_url,
            guilds=self._settings.guilds,
            activity=self._settings.activity,
            shard_ids=self._settings.shard_ids,
            shard_count=self._settings.shard_count,
        )

    async def _finish(self) -> None:
        """Answer what people have already asked for. Whoever asks now is asked to come back."""
        self._stopping = True
        ends = time.monotonic() + SHUTDOWN_TIMEOUT
        while self._tasks and time.monotonic() < ends:
            await asyncio.wait(self._tasks, timeout=ends - time.monotonic())

    @property
    def _client(self) -> DiscordClient | None:
        return self._connection.client

    async def trouble(self) -> str:
        """The fault that keeps people on Discord from playing; empty if there is none."""
        client = self._client
        connected = client is not None and client.is_ready() and not self._connection.outage.lasts
        return "" if connected else "Discord is not connected."  # not prose

    # --- requests --------------------------------------------------------------------------------------------------

    async def on_request(
        self,
        interaction: discord.Interaction[Any],
        said: Called | Pressed | Filled | TableForm,
        *,
        invited: Person | None = None,
        room: str | None = None,
    ) -> None:
        """Handle a command, a pressed button or a submitted form.

        `invited`: the room's message calls this person. `room`: where it happens, if that is not where it was said.
        """
        if self._stopping:
            await self._say(interaction, str(ui_texts.RESTARTING))
            return
        key = f"{PLATFORM}:{interaction.id}"
        if key in self._pending:
            return  # delivered twice, and the first one is still being handled
        pending = self._pending[key] = PendingInteraction(
            interaction,
            discreet=room is not None or (isinstance(said, Called) and discreet(said.command)),
            busy=len(self._pending) >= _MAX_UNDEFERRED,
            only_answers=can_only_answer(interaction),
            invited=invited,
        )
        self._places.seen(interaction, pending)
        self._cards.discover(interaction)
        if room is not None:
            self._in_background(self._cards.bring_in(room, interaction.user.id))
        request = self._request(interaction, said, room)
        await self._track(asyncio.create_task(self._respond(interaction, pending, request)))

    def _request(
        self,
        interaction: discord.Interaction[Any],
        said: Called | Pressed | Filled | TableForm,
        room: str | None = None,
    ) -> Request:
        key = f"{PLATFORM}:{interaction.id}"
        where, who = room or room_of(interaction), person_of(interaction)
        return Request(key, where, who, said, manages(interaction), locale=_language_of_server(interaction))

    def _running(self) -> Service:
        assert self._service is not None
        return self._service

    async def _respond(
        self, interaction: discord.Interaction[Any], pending: PendingInteraction, request: Request
    ) -> None:
        answers: list[Answer] = []
        try:
            response = await self._response(interaction, pending, request)
            replies = tuple(map(to_copy, response.replies)) if _copies(request) else response.replies
            answers = [await self._answer_with(reply) for reply in replies]
            if response.outcome == "done" and isinstance(request.said, Pressed | Filled):
                answers = await self._meeting_panel(request, request.said, replies) or answers
            if isinstance(request.said, Filled) and (following := await self._forms.rest(request, response)):
                answers = [answer.with_form(*following) for answer in answers]
            for link in (link for reply in replies for link in reply.links if link.room):
                self._in_background(self._cards.bring_in(link.room, interaction.user.id))
        finally:
            shown = [message for answer in answers for message in answer.messages]
            edits = await self._finish_privately(interaction, pending, shown)
            del self._pending[request.id]
        for at, answer in enumerate(answers):
            mine, edits = edits[: len(answer.messages)], edits[len(answer.messages) :]
            if answer.later is not None and mine:
                # its message, if that can be known: what a later press on it shows must not be undone
                key = pending.panel.message if pending.panel and at == 0 else interaction.id + at
                self._late[key] = answer.later
                self._in_background(self._add_board(key, mine[-1], answer, answer.later))

    async def _add_board(self, key: int, edit: Edit, answer: Answer, board: Board[bytes]) -> None:
        """Add a board that was not ready in time to a private message, unless that shows something else by now."""
        found, message = await board_of(answer.reply, board), answer.messages[-1]
        if self._late.get(key) is not board:
            return
        del self._late[key]
        try:
            if found is not None:
                await edit(**message.with_late_board(found, message).for_editing())
        except FAILURES as error:  # people can ask for the board
            log.info("could not add the board to a message: %s", error)

    async def _finish_privately(
        self, interaction: discord.Interaction[Any], pending: PendingInteraction, messages: list[OutgoingMessage]
    ) -> list[Edit]:
        """Show somebody private messages; a panel replaces the one that they have open.

        Where a message of the room stands below it, the new one is sent below that, and the old one removed.
        """
        if pending.from_private and pending.source is not None:
            self._late.pop(pending.source, None)
        person, room = interaction.user.id, room_of(interaction)
        is_panel = len(messages) == 1 and messages[0].is_panel
        newest = self._rooms.newest(room)
        known = self._panels.at(person, room, newest) if is_panel and pending.pressed else None
        edits = await pending.finish(messages, known, anew=is_panel and (pending.source or 0) < newest)
        if pending.panel is not None and is_panel:
            before = self._panels.replaced(person, room, pending.panel)
            if before is not None:
                self._in_background(_removed(before))
        return edits

    async def _response(
        self, interaction: discord.Interaction[Any], pending: PendingInteraction, request: Request
    ) -> Response:
        """The response, with the replies that only this person sees."""
        if _opens(request) and keeps_answers_private(interaction):
            return refused(Reply(str(ui_texts.ANSWERS_ARE_PRIVATE), private=True))
        response = await self._handled(request, await self._thread_for(interaction, pending, request))
        replies = list(response.replies)
        if not replies and pending.from_private and isinstance(request.said, Pressed):
            replies = await self._current_hand(request)
        if not replies and pending.invisible:
            replies = [Reply(str(notices.AMENDED), private=True)]
        if response.outcome == "done" and _opens(request):
            replies += cautions(interaction, threads=self._settings.threads)
        return replace(response, replies=tuple(replies))

    async def _say(self, interaction: discord.Interaction[Any], text: str) -> None:
        """Answer privately, without asking the service."""
        answer = await self._answer_with(Reply(text, private=True))
        await PendingInteraction(interaction).finish(answer.messages)

    async def _answer_with(self, reply: Reply) -> Answer:
        """The messages of a reply, and its board if that needs a moment longer."""
        return await (await self._begun(reply)).with_board()

    async def _begun(self, reply: Reply, told: str = "") -> Answer:
        """The messages of a reply, and its board, which is being made. `told`: the story that is shown already."""
        ids = self._client.command_ids if self._client else {}
        emoji = self._client.emoji.get(reply.game, {}) if self._client else {}
        answer = await Answer.to(reply, self._paint, ids, told, emoji)
        return answer.as_playable() if self._settings.activity else answer

    async def _handled(self, request: Request, thread: TableThread | None) -> Response:
        assert self._service is not None
        if isinstance(request.said, Called):
            request = replace(request, said=with_format(without_place(request.said)))
        if thread is None:
            return await self._service.handle(request)
        response = await self._service.handle(replace(request, room=f"{PLATFORM}:{thread.id}"))
        if response.outcome != "done":
            await thread.remove()  # no table was opened in it
        return response

    async def _current_hand(self, request: Request) -> list[Reply]:
        assert self._service is not None
        return await current_hand(self._service, request)

    async def _thread_for(
        self, interaction: discord.Interaction[Any], pending: PendingInteraction, request: Request
    ) -> TableThread | None:
        """Open a thread for a new table, if one is wanted and we aren't in one already."""
        said = request.said
        in_channel = isinstance(interaction.channel, discord.TextChannel) and not pending.only_answers
        if not (isinstance(said, Called) and wants_thread(said, usually=self._settings.threads) and in_channel):
            return None
        thread = await open_thread(interaction, pending, said.arguments.get("game", ""), interaction.user.display_name)
        if thread is not None:
            self._cards.add(thread)
        return thread

    async def on_form(
        self, interaction: discord.Interaction[Any], page: FormPage, said: Pressed | Filled, otherwise: Modal | None
    ) -> None:
        """Open a form of a command. `otherwise`: what to ask for if it has none; else the service says why not."""
        found = await self._forms.opened(self._request(interaction, said), page)
        if isinstance(found, Question):
            answer = await self._answer_with(found.reply)
            shown = [message.asking(found.custom_id) for message in answer.messages]
            await PendingInteraction(interaction).finish(shown)
        elif modal := found or otherwise:
            await self._send(interaction, modal)
        else:
            await self.on_request(interaction, said)

    async def _send(self, interaction: discord.Interaction[Any], modal: Modal) -> None:
        try:
            await interaction.response.send_modal(modal)
        except FAILURES as error:
            log.warning("could not open a form for interaction %s: %s", interaction.id, error)

    async def on_more(self, interaction: discord.Interaction[Any], table: str, page: int) -> None:
        """Show somebody privately all that they can do at a table; `page`: what earlier pages had no room for."""
        assert self._service is not None
        try:
            seen = await page_for(self._service, person_of(interaction), room_of(interaction), table)
        except StoreUnavailable:
            await self._say(interaction, str(notices.DATABASE_UNREACHABLE))
            return
        if seen is None:
            await self.on_request(interaction, Called("help"))
            return
        shown = (await self._panel(_own_panel(seen), page)).messages
        await self._finish_privately(interaction, PendingInteraction(interaction), shown)

    async def _panel(self, reply: Reply, page: int = 0) -> Answer:
        acts = page_of(reply.acts, LIMITS, page, reply.sheet)
        with speaking(reply.language):
            nothing = "" if acts or reply.lead else str(ui_texts.NOTHING_NOW)
        story = "\n".join(filter(None, (reply.story, nothing)))
        return (await self._answer_with(replace(reply, acts=acts, story=story))).as_panel(page)

    async def _meeting_panel(self, request: Request, said: Pressed | Filled, replies: Sequence[Reply]) -> list[Answer]:
        """The panel after an act in a meeting, with the answer above it; empty elsewhere."""
        seen = await meeting_after(self._running(), request, said, replies)
        return [await self._panel(answering(_own_panel(seen), replies))] if seen is not None else []

    async def on_launch(self, interaction: discord.Interaction[Any]) -> None:
        """Open the web table inside Discord, for this channel."""
        try:
            await interaction.response.launch_activity()
        except FAILURES as error:
            log.warning("could not open the Activity for interaction %s: %s", interaction.id, error)
            if isinstance(error, discord.HTTPException):
                await self._say(interaction, str(ui_texts.NOT_LAUNCHED))

    async def on_nowhere(self, interaction: discord.Interaction[Any]) -> None:
        """Refuse what has no channel: all such tables would be one."""
        log.warning("interaction %s came without a channel, and was refused", interaction.id)
        if interaction.type is not discord.InteractionType.autocomplete:
            await self._say(interaction, str(ui_texts.NOWHERE))

    async def completions(self, room: str, person: Person, invoked: Invoked) -> list[Suggestion]:
        assert self._service is not None
        if invoked.command == "new" and invoked.focused == FORMAT.name:
            return formats_for(invoked)
        return await self._service.complete_argument(room, person, invoked.command, invoked.focused, invoked.arguments)

    # --- menus, and being added to a server --------------------------------------------------------------------------

    async def on_menu(self, interaction: discord.Interaction[Any]) -> None:
        """Handle a command from the menu of a message or a person."""
        if message := context_menus.target(interaction, SAVE_NOTE, "messages"):
            await self._save_note(interaction, context_menus.text_of(message))
        elif user := context_menus.target(interaction, CHALLENGE, "users"):
            await self._challenge(interaction, context_menus.challenged_by(interaction, user))
        else:  # a menu of an older version
            await self.on_request(interaction, Called("help"))

    async def _save_note(self, interaction: discord.Interaction[Any], text: str) -> None:
        assert self._service is not None
        form = await context_menus.note_form(self._service, room_of(interaction), person_of(interaction), text)
        if isinstance(form, str):
            await self._say(interaction, form)
            return
        await self._send(interaction, form)

    async def _challenge(self, interaction: discord.Interaction[Any], challenged: Person | str) -> None:
        if isinstance(challenged, str):
            await self._say(interaction, challenged)
            return
        said = context_menus.opening(interaction, challenged)
        await self.on_request(interaction, said, invited=challenged if isinstance(said, Called) else None)

    async def on_join(self, guild: discord.Guild) -> None:
        """Greet a server that has added the bot, once."""
        place = _place_to_greet(guild) if _has_just_joined(guild) else None
        if place is None:
            return
        try:
            await self._rooms.send(f"{PLATFORM}:{place.id}", await self._answer_with(_first_words(place)))
        except FAILURES as error:
            log.info("could not greet server %s: %s", guild.id, error)

    # --- messages --------------------------------------------------------------------------------------------------

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        pending = self._pending.get(request.id) if request else None
        suited = self._suited(int(room.partition(":")[2]), reply, request, pending)
        reference = await self._rooms.post(room, suited, pending, before)
        self._tables.news(room)
        self._cards.update(room, reply)
        return reference

    def has_threads(self, room: str) -> bool:
        return self._places.at(int(room.partition(":")[2])).has_threads

    async def open_thread(self, room: str, name: str) -> str | None:
        if self._client is None:
            raise RoomUnreachable("Discord is not connected")
        try:
            thread = await open_named_thread(self._client, int(room.partition(":")[2]), name)
        except FAILURES as error:
            if isinstance(error, discord.HTTPException) and error.status in _NOT_HERE:
                log.info("no threads in room %s: %s", room, error)
                return None
            raise unreachable(error) from error
        self._cards.add(thread)
        return f"{PLATFORM}:{thread.id}"

    async def show_plan(self, room: str, meeting: PlannedMeeting | None) -> None:
        if self._client is None:
            raise RoomUnreachable("Discord is not connected")
        try:
            await show_plan(self._client, int(room.partition(":")[2]), meeting)
        except FAILURES as error:
            raise unreachable(error) from error

    def _suited(self, channel: int, reply: Reply, request: Request | None, pending: PendingInteraction | None) -> Reply:
        """The reply as this channel can show it, with the invitation if somebody was challenged."""
        if not self._places.at(channel).shows_pictures:
            reply = replace(reply, pictures=False)
        if pending is None or pending.invited is None or request is None or request.person is None:
            return reply
        return context_menus.invitation(reply, request.person.name, pending.invited)

    def _messages(self, channel: int) -> discord.PartialMessageable | AnswerOnlyRoom:
        if self._client is None:
            raise RoomUnreachable("Discord is not connected")
        return self._places.at(channel).answer_only or self._client.get_partial_messageable(channel)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        self._track(asyncio.create_task(work))

    def _track(self, task: asyncio.Task[None]) -> asyncio.Task[None]:
        """Track a task that a shutdown waits for."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _copies(request: Request) -> bool:
    """True if somebody wants a text to copy."""
    said = request.said
    words = said.command if isinstance(said, Called) else carried(said.button) if isinstance(said, Pressed) else ""
    return words.partition(" ")[0] == COPY


def _opens(request: Request) -> bool:
    """True if the request is meant to bring a table into the room."""
    said = request.said
    if isinstance(said, Called):
        return said.command in {"new", "resume"} or (said.command == "join" and "code" in said.arguments)
    return isinstance(said, TableForm)


def _own_panel(page: Page) -> Reply:
    with speaking(page.reply.language):
        return own_panel(page, str(ui_texts.YOU_FACILITATE))


async def _removed(panel: OpenPanel) -> None:
    """Remove a panel that another one has replaced."""
    try:
        await panel.delete()
    except FAILURES as error:  # the person has dismissed it
        log.info("could not remove a private message: %s", error)
