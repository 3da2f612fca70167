"""Conversations without the bot, such as a direct message between two people.

Nobody can invite it there, but whoever types or presses something brings a response_url, and what is sent to that is
visible to everybody in the conversation. So the table works there, as text, whenever somebody does something.
"""

import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from adapters.slack import message
from adapters.slack.ephemeral import ResponseUrls
from adapters.slack.identifiers import SlackRoom
from adapters.slack.message import Message
from bot.messages import Reply
from bot.ports import RoomUnreachable

UNKNOWN = "channel_not_found"  # deleted, or a private conversation without the bot
NOT_MEMBER = frozenset({"not_in_channel", UNKNOWN})
REFERENCE = "visit:"
MAX_ROOMS = 2000
TRY_AGAIN_SECONDS = 60.0  # after which the bot tries to post again: somebody may have invited it


Known = TypeVar("Known")


@dataclass(frozen=True, slots=True)
class Visit:
    """What a delivery allows: its response_url, and the message whose button was pressed."""

    url: str
    pressed: Message | None = None


def is_visit(message: str) -> bool:
    """Whether a reference to a message means one that was posted as a visitor."""
    return message.startswith(REFERENCE)


class Visits:
    def __init__(self, urls: ResponseUrls) -> None:
        self.urls = urls
        self._last: OrderedDict[str, Visit] = OrderedDict()  # by room
        self._pressed: OrderedDict[str, Visit] = OrderedDict()  # by room: the last that can edit the table's message
        self._not_member: OrderedDict[str, float] = OrderedDict()  # room: when posting failed

    def note(self, slack_room: SlackRoom, url: str, pressed: Message | None = None) -> None:
        """Somebody typed or pressed something in this room."""
        if url:
            self.urls.note(url)
            visit = Visit(url, pressed)
            _remember(self._last, slack_room.name, visit)
            if pressed is not None:
                _remember(self._pressed, slack_room.name, visit)

    def is_visitor(self, slack_room: SlackRoom) -> bool:
        """Whether the bot was not a member of this room a moment ago."""
        return time.monotonic() - self._not_member.get(slack_room.name, -TRY_AGAIN_SECONDS) < TRY_AGAIN_SECONDS

    def can_show(self, slack_room: SlackRoom) -> bool:
        visit = self._last.get(slack_room.name)
        return visit is not None and self.urls.is_usable(visit.url)

    async def show(self, slack_room: SlackRoom, reply: Reply) -> str:
        """Post there, and return a reference; RoomUnreachable if nobody has done anything there lately."""
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
        return f"{REFERENCE}{secrets.token_hex(4)}"

    async def _shrink(self, slack_room: SlackRoom, url: str, old: Message, reply: Reply) -> None:
        """The message before keeps its story, if it has one."""
        if reply.past == "":
            await self.urls.send(url, {"delete_original": True})
            return
        shrunk = message.past(reply.past, reply) if reply.past else old.without_buttons()
        with suppress(RoomUnreachable):  # old buttons are answered politely too
            await self._send(url, slack_room, shrunk, over=True)

    async def _send(self, url: str, slack_room: SlackRoom, content: Message, *, over: bool) -> None:
        """`over`: in place of the message whose button was pressed."""
        thread: dict[str, Any] = {"thread_ts": slack_room.thread} if slack_room.thread else {}
        body = {"response_type": "in_channel", "replace_original": over, **thread, **content.content}
        if not await self.urls.send(url, body):
            raise RoomUnreachable("Slack no longer accepts answers to what was last typed there")


def _remember(known: "OrderedDict[str, Known]", room: str, value: Known) -> None:
    known[room] = value
    known.move_to_end(room)
    while len(known) > MAX_ROOMS:
        known.popitem(last=False)
