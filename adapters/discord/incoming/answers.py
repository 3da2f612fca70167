"""What a command, a press or a form leads to: a request to the service, and what only that person gets to see."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import discord
from discord.ui import Modal

from adapters.discord import texts as ui_texts
from adapters.discord.command_tree import CHALLENGE, SAVE_NOTE
from adapters.discord.commands import FORMAT, Invoked, discreet, formats_for, with_format
from adapters.discord.gateway import FAILURES
from adapters.discord.identifiers import language_of_server, manages, person_of, request_id, room_id, room_of
from adapters.discord.incoming import context_menus
from adapters.discord.incoming.command_forms import FormPage
from adapters.discord.incoming.forms import Forms, Question
from adapters.discord.incoming.greeting import first_words, place_to_greet
from adapters.discord.outgoing.channels import Channels, can_only_answer, cautions, keeps_answers_private
from adapters.discord.outgoing.controls import LIMITS, carried
from adapters.discord.outgoing.message import to_copy
from adapters.discord.outgoing.posting import Answer, RoomMessages
from adapters.discord.outgoing.private import PrivateMessages
from adapters.discord.outgoing.responses import PendingInteraction
from adapters.discord.outgoing.threads import LiveCards, TableThread, open_thread, wants_thread, without_place
from adapters.panels import answering, own_panel, page_of
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
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable
from bot.kernel.table import texts as notices
from games.language import speaking
from games.values import replace

log = logging.getLogger(__name__)

COPY = "copy"  # the command that shows a text to copy
_MAX_UNDEFERRED = 64  # concurrent requests before new ones are deferred at once


class Answers:
    """`threads`: tables usually get their own. `answer` lays a reply out. `run`: runs something in the background."""

    def __init__(
        self,
        service: Service,
        channels: Channels,
        rooms: RoomMessages,
        cards: LiveCards,
        *,
        threads: bool,
        answer: Callable[[Reply, str], Awaitable[Answer]],
        run: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
    ) -> None:
        self._service = service
        self._channels = channels
        self._rooms = rooms
        self._cards = cards
        self._threads = threads
        self._answer = answer
        self._run = run
        self._private = PrivateMessages(rooms.newest, run)
        self._forms = Forms(service)
        self._pending: dict[str, PendingInteraction] = {}  # by request id, while the request is handled
        self._open = False

    def open(self) -> None:
        self._open = True

    def close(self) -> None:
        """Whoever asks from now on is asked to come back."""
        self._open = False

    def pending(self, request: Request) -> PendingInteraction | None:
        """The interaction that a request came with; None if it came from elsewhere, or is answered."""
        return self._pending.get(request.id)

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
        if not self._open:
            await self._say(interaction, str(ui_texts.RESTARTING))
            return
        key = request_id(interaction)
        if key in self._pending:
            return  # delivered twice, and the first one is still being handled
        pending = self._pending[key] = PendingInteraction(
            interaction,
            discreet=room is not None or (isinstance(said, Called) and discreet(said.command)),
            busy=len(self._pending) >= _MAX_UNDEFERRED,
            only_answers=can_only_answer(interaction),
            invited=invited,
        )
        self._channels.seen(interaction, pending)
        self._cards.discover(interaction)
        if room is not None:
            self._run(self._cards.bring_in(room, interaction.user.id))
        request = _request(interaction, said, room)
        await self._run(self._respond(interaction, pending, request))

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
                self._run(self._cards.bring_in(link.room, interaction.user.id))
        finally:
            await self._private.show(interaction, pending, answers)
            del self._pending[request.id]

    async def _response(
        self, interaction: discord.Interaction[Any], pending: PendingInteraction, request: Request
    ) -> Response:
        """The response, with the replies that only this person sees."""
        if _opens(request) and keeps_answers_private(interaction):
            return refused(Reply(str(ui_texts.ANSWERS_ARE_PRIVATE), private=True))
        response = await self._handled(request, await self._thread_for(interaction, pending, request))
        replies = list(response.replies)
        if not replies and pending.from_private and isinstance(request.said, Pressed):
            replies = await current_hand(self._service, request)
        if not replies and pending.invisible:
            replies = [Reply(str(notices.AMENDED), private=True)]
        if response.outcome == "done" and _opens(request):
            replies += cautions(interaction, threads=self._threads)
        return replace(response, replies=tuple(replies))

    async def _say(self, interaction: discord.Interaction[Any], text: str) -> None:
        """Answer privately, without asking the service."""
        answer = await self._answer_with(Reply(text, private=True))
        await PendingInteraction(interaction).finish(answer.messages)

    async def _answer_with(self, reply: Reply) -> Answer:
        """The messages of a reply, and its board if that needs a moment longer."""
        return await (await self._answer(reply, "")).with_board()

    async def _handled(self, request: Request, thread: TableThread | None) -> Response:
        if isinstance(request.said, Called):
            request = replace(request, said=with_format(without_place(request.said)))
        if thread is None:
            return await self._service.handle(request)
        response = await self._service.handle(replace(request, room=room_id(thread.id)))
        if response.outcome != "done":
            await thread.remove()  # no table was opened in it
        return response

    async def _thread_for(
        self, interaction: discord.Interaction[Any], pending: PendingInteraction, request: Request
    ) -> TableThread | None:
        """Open a thread for a new table, if one is wanted and we aren't in one already."""
        said = request.said
        in_channel = isinstance(interaction.channel, discord.TextChannel) and not pending.only_answers
        if not (isinstance(said, Called) and wants_thread(said, usually=self._threads) and in_channel):
            return None
        thread = await open_thread(interaction, pending, said.arguments.get("game", ""), interaction.user.display_name)
        if thread is not None:
            self._cards.add(thread)
        return thread

    # --- forms -----------------------------------------------------------------------------------------------------

    async def on_form(
        self, interaction: discord.Interaction[Any], page: FormPage, said: Pressed | Filled, otherwise: Modal | None
    ) -> None:
        """Open a form of a command. `otherwise`: what to ask for if it has none; else the service says why not."""
        found = await self._forms.opened(_request(interaction, said), page)
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

    # --- panels ----------------------------------------------------------------------------------------------------

    async def on_more(self, interaction: discord.Interaction[Any], table: str, page: int) -> None:
        """Show somebody privately all that they can do at a table; `page`: what earlier pages had no room for."""
        try:
            seen = await page_for(self._service, person_of(interaction), room_of(interaction), table)
        except StoreUnavailable:
            await self._say(interaction, str(notices.DATABASE_UNREACHABLE))
            return
        if seen is None:
            await self.on_request(interaction, Called("help"))
            return
        panel = await self._panel(_own_panel(seen), page)
        await self._private.show(interaction, PendingInteraction(interaction), [panel])

    async def _panel(self, reply: Reply, page: int = 0) -> Answer:
        acts = page_of(reply.acts, LIMITS, page, reply.sheet)
        with speaking(reply.language):
            nothing = "" if acts or reply.lead else str(ui_texts.NOTHING_NOW)
        story = "\n".join(filter(None, (reply.story, nothing)))
        return (await self._answer_with(replace(reply, acts=acts, story=story))).as_panel(page)

    async def _meeting_panel(self, request: Request, said: Pressed | Filled, replies: Sequence[Reply]) -> list[Answer]:
        """The panel after an act in a meeting, with the answer above it; empty elsewhere."""
        seen = await meeting_after(self._service, request, said, replies)
        return [await self._panel(answering(_own_panel(seen), replies))] if seen is not None else []

    # --- what is not a request ---------------------------------------------------------------------------------------

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
        place = place_to_greet(guild)
        if place is None:
            return
        try:
            await self._rooms.send(room_id(place.id), await self._answer_with(first_words(place)))
        except FAILURES as error:
            log.info("could not greet server %s: %s", guild.id, error)


def _request(
    interaction: discord.Interaction[Any], said: Called | Pressed | Filled | TableForm, room: str | None = None
) -> Request:
    where, who, locale = room or room_of(interaction), person_of(interaction), language_of_server(interaction)
    return Request(request_id(interaction), where, who, said, manages(interaction), locale=locale)


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
