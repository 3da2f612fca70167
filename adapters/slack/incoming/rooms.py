"""The rooms that people mean: slash commands don't name their thread, and a card's thread isn't a room."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing import message
from adapters.slack.outgoing.acts import LABEL_LIMIT, SAY, Block, plain
from adapters.slack.outgoing.message import Message
from adapters.slack.outgoing.posting import Posts
from adapters.slack.outgoing.private import ResponseUrls
from bot.kernel.messages import Page, Person, Reply
from bot.kernel.ports import RoomUnreachable, Service

# --- finding ---------------------------------------------------------------------------------------------------------

_NO_FEED = 10**9  # the story of a page that nobody reads
_MAX_TABLES = 10  # choices at most


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A table of this channel that may be meant."""

    room: SlackRoom
    page: Page


class TableFinder:
    def __init__(self, service: Service, posts: Posts) -> None:
        self._service = service
        self._posts = posts

    async def room_at(self, place: SlackRoom, message: str = "") -> SlackRoom:
        """The room whose table is shown in this thread, or in this message (its card): the thread or the channel."""
        thread, channel = replace(place, thread=place.thread or message), replace(place, thread="")
        if self._posts.shows(channel, thread.thread):  # nearly always, and without asking the store
            return channel
        if thread.thread and await self._page(thread, None) is not None:
            return thread
        return channel

    async def is_taken(self, channel: SlackRoom) -> bool:
        """True if the channel has a running table in a thread: then there is room for another one beside it."""
        if self._posts.style_in(channel) != "thread":
            return False
        page = await self._page(channel, None)
        return page is not None and page.phase != "over"

    async def rooms_for(self, channel: SlackRoom, person: Person) -> list[_Candidate]:
        """The tables that somebody may mean who types a command in the channel; one if it is clear, else several.

        It is the one at which they sit (and are awaited), otherwise the channel's own. None: there is no table.
        """
        own = await self._page(channel, person)
        found = [_Candidate(channel, own)] if own is not None else []
        threads = self._posts.threads_in(channel)
        if own is not None and own.seat is not None and own.phase != "over" and not threads:
            return found  # nearly always
        found += await self._in_threads(channel, threads, person)
        running = [one for one in found if one.page.phase != "over"] or found[:1]
        seated = [one for one in running if one.page.seat is not None]
        awaited = [one for one in seated if one.page.awaited]
        if not seated and any(one.room == channel for one in running):
            return [one for one in running if one.room == channel]
        return awaited if len(awaited) == 1 else seated or running

    async def _in_threads(self, channel: SlackRoom, threads: Sequence[SlackRoom], person: Person) -> list[_Candidate]:
        """Known threads with tables, and those of tables at which the person sits."""
        found = {one: await self._page(one, person) for one in threads}
        prefix = f"{channel.name}:"
        for page in await self._service.tables_of(person):
            found |= {SlackRoom.parse(room): page for room in page.rooms if room.startswith(prefix)}
        return [_Candidate(room, page) for room, page in found.items() if page is not None]

    async def _page(self, slack_room: SlackRoom, person: Person | None) -> Page | None:
        return await self._service.page(slack_room.name, person, _NO_FEED)


def question(line: str, found: Sequence[_Candidate]) -> list[Block]:
    """Buttons that each type the line at one of the tables."""
    return [
        {"type": "actions", "block_id": f"{SAY}|{one.room.name}|{at}", "elements": [_button(line, one, at)]}
        for at, one in enumerate(found[:_MAX_TABLES])
    ]


def _button(line: str, one: _Candidate, at: int) -> Block:
    names = ", ".join(chair.name for chair in one.page.chairs)
    label = plain(f"{one.page.title}: {names}", LABEL_LIMIT)
    return {"type": "button", "action_id": f"{SAY}:{at}", "text": label, "value": line or "help"}


def room_asked(block_id: str) -> SlackRoom | None:
    """The room of a table that a button of `question` stands for."""
    kind, _, rest = block_id.partition("|")
    return SlackRoom.parse(rest.rpartition("|")[0]) if kind == SAY and rest else None


# --- visits ----------------------------------------------------------------------------------------------------------

UNKNOWN = "channel_not_found"  # deleted, or a private conversation without the bot
NOT_MEMBER = frozenset({"not_in_channel", UNKNOWN})
_REFERENCE = "visit:"
_MAX_ROOMS = 2000
_TRY_AGAIN_SECONDS = 60.0  # after which the bot tries to post again: somebody may have invited it


Known = TypeVar("Known")


@dataclass(frozen=True, slots=True)
class _Visit:
    """The means that a delivery gives: its response_url, and the message whose button was pressed."""

    url: str
    pressed: Message | None = None


def is_visit(message: str) -> bool:
    """True if a reference to a message means one that was posted as a visitor."""
    return message.startswith(_REFERENCE)


class Visits:
    def __init__(self, urls: ResponseUrls) -> None:
        self.urls = urls
        self._last: OrderedDict[str, _Visit] = OrderedDict()  # by room
        self._pressed: OrderedDict[str, _Visit] = OrderedDict()  # by room: the last that can edit the table's message
        self._not_member: OrderedDict[str, float] = OrderedDict()  # room: when posting failed

    def note(self, slack_room: SlackRoom, url: str, pressed: Message | None = None) -> None:
        """Note that somebody typed or pressed something in this room."""
        if url:
            self.urls.note(url)
            visit = _Visit(url, pressed)
            _remember(self._last, slack_room.name, visit)
            if pressed is not None:
                _remember(self._pressed, slack_room.name, visit)

    def is_visitor(self, slack_room: SlackRoom) -> bool:
        """True if the bot was not a member of this room a moment ago."""
        return time.monotonic() - self._not_member.get(slack_room.name, -_TRY_AGAIN_SECONDS) < _TRY_AGAIN_SECONDS

    def can_show(self, slack_room: SlackRoom) -> bool:
        visit = self._last.get(slack_room.name)
        return visit is not None and self.urls.is_usable(visit.url)

    async def show(self, slack_room: SlackRoom, reply: Reply) -> str:
        """Post to the room, and return a reference; RoomUnreachable if nobody has done anything there lately."""
        _remember(self._not_member, slack_room.name, time.monotonic())
        visit = self._last.get(slack_room.name)
        if visit is None:
            raise RoomUnreachable("the bot isn't in this conversation, and nobody has pressed or typed anything there")
        new = message.public(reply, slack_room, time.time(), message.text_board(reply))
        before = self._pressed.pop(slack_room.name, None)
        if before and before.pressed and reply.amends:
            shown = new if reply.drawing else before.pressed.amended(new)
            await self._send(before.url, slack_room, shown, over=True)
        else:
            await self._send(visit.url, slack_room, new, over=False)
            if before and before.pressed:
                await self._shrink(slack_room, before.url, before.pressed, reply)
        return f"{_REFERENCE}{secrets.token_hex(4)}"

    async def _shrink(self, slack_room: SlackRoom, url: str, old: Message, reply: Reply) -> None:
        """Shrink the message before to its story, if it has one."""
        if reply.past == "":
            await self.urls.send(url, {"delete_original": True})
            return
        shrunk = message.past(reply.past, reply) if reply.past else old.without_buttons()
        with suppress(RoomUnreachable):  # old buttons are answered politely too
            await self._send(url, slack_room, shrunk, over=True)

    async def _send(self, url: str, slack_room: SlackRoom, content: Message, *, over: bool) -> None:
        """Send a message; `over`: in place of the message whose button was pressed."""
        thread: dict[str, Any] = {"thread_ts": slack_room.thread} if slack_room.thread else {}
        body = {"response_type": "in_channel", "replace_original": over, **thread, **content.content}
        if not await self.urls.send(url, body):
            raise RoomUnreachable("Slack no longer accepts answers to what was last typed there")


def _remember(known: "OrderedDict[str, Known]", room: str, value: Known) -> None:
    known[room] = value
    known.move_to_end(room)
    while len(known) > _MAX_ROOMS:
        known.popitem(last=False)
