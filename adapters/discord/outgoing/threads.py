"""A thread for a table, and its live card: the thread's first message, in the channel itself.

The card says who sits there and whose turn it is, and lets people join. It is edited in place, never more often than
every few seconds, so that a channel with many tables stays within Discord's limits.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord.http import HTTPClient

from adapters.discord.commands import THREAD, WHERE
from adapters.discord.gateway import FAILURES
from adapters.discord.identifiers import channel_of
from adapters.discord.outgoing import markup
from adapters.discord.outgoing.layout import Parts
from adapters.discord.outgoing.message import OutgoingMessage, accent_of, text_message
from adapters.discord.outgoing.responses import PendingInteraction
from adapters.layout import in_its_language
from bot.kernel.messages import Called, Chair, Overview, Reply, Suggestion
from bot.kernel.table.catalogue import GAME
from games.language import lazy, t
from games.text import shortened

log = logging.getLogger(__name__)

_OPENING = lazy("I’m setting the table in its own thread …")
_NAME_LIMIT = 100
CARD_PREFIX = "scrum-card!"
_ARCHIVE_AFTER: Final = 1440  # minutes without a message
CARD_SECONDS = 3.0  # between two edits of a card


@dataclass(frozen=True, slots=True)
class TableThread:
    """A thread has the same id as the message it was started from."""

    http: HTTPClient
    channel: int
    id: int

    async def start(self, name: str) -> None:
        await self.http.start_thread_with_message(
            self.channel, self.id, name=shortened(name, _NAME_LIMIT), auto_archive_duration=_ARCHIVE_AFTER
        )

    async def remove(self) -> None:
        """Delete the thread and its message, because no table was opened in it."""
        try:
            await self.http.delete_channel(self.id)
            await self.http.delete_message(self.channel, self.id)
        except FAILURES as error:
            log.info("could not delete the empty thread %s: %s", self.id, error)


def wants_thread(said: Called, *, usually: bool) -> bool:
    """True if the request opens a table in a thread; `usually` if the person doesn't say where."""
    where = said.arguments.get(WHERE.name)
    return said.command == "new" and (where == THREAD if where else usually)


def without_place(said: Called) -> Called:
    """The request for the service: where a table is shown is up to this adapter."""
    kept = {name: word for name, word in said.arguments.items() if name != WHERE.name or said.command != "new"}
    return Called(said.command, kept)


async def open_thread(
    interaction: discord.Interaction[Any], pending: PendingInteraction, game: str, host: str
) -> TableThread | None:
    """Open a thread; None if Discord doesn't allow it, so that the table opens in the channel itself."""
    opening = await pending.show(text_message(str(_OPENING)).for_sending())
    channel = interaction.channel_id
    if opening is None or channel is None:
        return None
    thread = TableThread(interaction.client.http, channel, opening.id)
    try:
        await thread.start(t("{game} · {host}’s team", game=GAME.titled.get(game, game), host=host))
    except FAILURES as error:
        log.warning("could not open a thread in channel %s: %s", channel, error)
        return None
    return thread


async def open_named_thread(client: discord.Client, channel: int, name: str) -> TableThread:
    """Open a thread that nobody's command asks for, below a message with its name; that becomes the table's card."""
    opening = await client.get_partial_messageable(channel).send(**text_message(markup.escape(name)).for_sending())
    thread = TableThread(client.http, channel, opening.id)
    try:
        await thread.start(name)
    except FAILURES:
        with suppress(*FAILURES):
            await opening.delete()
        raise
    return thread


class LiveCards:
    """The cards of tables. `client`: the connection, if there is one. `run`: runs something in the background."""

    def __init__(
        self, client: Callable[[], discord.Client | None], run: Callable[[Coroutine[Any, Any, None]], object]
    ) -> None:
        self._client = client
        self._run = run
        self._channels: dict[int, int] = {}  # thread: the channel with its card
        self._wanted: dict[int, Reply] = {}  # thread: what its card should show
        self._busy: set[int] = set()  # threads whose card was just edited
        self._milestones: dict[int, str] = {}  # thread: the last one

    def add(self, thread: TableThread) -> None:
        self._channels[thread.id] = thread.channel

    def discover(self, interaction: discord.Interaction[Any]) -> None:
        """Find a thread of ours again after a restart, when somebody does something in it."""
        thread, me = interaction.channel, interaction.client.user
        if isinstance(thread, discord.Thread) and me is not None and thread.owner_id == me.id:
            self._channels[thread.id] = thread.parent_id

    async def bring_in(self, room: str, user: int) -> None:
        """Add somebody to a thread, so that they find it among their own."""
        client = self._client()
        if client is None:
            return
        try:
            await client.http.add_user_to_thread(channel_of(room), user)
        except FAILURES as error:
            log.info("could not add somebody to the thread of room %s: %s", room, error)

    def update(self, room: str, reply: Reply) -> None:
        """Show the latest news of a table on its card, if it has one."""
        thread = channel_of(room)
        if reply.overview is None or thread not in self._channels:
            return
        if reply.milestone and reply.story:
            self._milestones[thread] = markup.formatted(_milestone(reply.story, reply.overview), reply.names)
        self._wanted[thread] = reply
        if thread not in self._busy:
            self._busy.add(thread)
            self._run(self._keep_up(thread))

    async def _keep_up(self, thread: int) -> None:
        """Edit the card until nothing newer is wanted."""
        try:
            while (reply := self._wanted.pop(thread, None)) is not None:
                await self._show(thread, reply)
                await asyncio.sleep(CARD_SECONDS)
        finally:
            self._busy.discard(thread)

    async def _show(self, thread: int, reply: Reply) -> None:
        client = self._client()
        if client is None or reply.overview is None:
            return
        channel = client.get_partial_messageable(self._channels[thread])
        card = _card_of(reply, reply.overview, self._milestones.get(thread, ""))
        try:
            await channel.get_partial_message(thread).edit(**card.for_editing())
            if reply.overview.phase == "over" and reply.milestone:
                # an edit further up would go unnoticed
                await channel.send(**text_message(f"{card.parts.situation} <#{thread}>").for_sending())
        except FAILURES as error:
            log.info("could not update the card of thread %s: %s", thread, error)
        if reply.overview.phase == "over":
            self._milestones.pop(thread, None)


def _milestone(story: str, overview: Overview) -> str:
    """The last paragraph of a story; after a game that is how it ended, and then the table's thanks."""
    return " ".join(story.split("\n")[-2 if overview.phase == "over" else -1 :])


@in_its_language
def _card_of(reply: Reply, overview: Overview, milestone: str) -> OutgoingMessage:
    """A card with who sits there, whose turn it is or how it ended, and the last milestone."""
    join = (Suggestion("join", t("Join")),) if overview.phase == "lobby" else ()
    people = ", ".join(map(_chair, overview.chairs))
    return OutgoingMessage(
        Parts(
            heading=markup.escape(overview.title),
            story="" if join else people,
            added=people if join else "",  # more people must not move the button
            situation=markup.formatted(overview.line, reply.names),
            lines=join,
            line_prefix=CARD_PREFIX,
            small_print=f"-# {shortened(milestone, 300)}" if milestone else "",
            accent=accent_of(overview),
        )
    )


def _chair(chair: Chair) -> str:
    name = f"**{markup.escape(chair.name)}**"
    return t("{name} (host)", name=name) if chair.host else name
