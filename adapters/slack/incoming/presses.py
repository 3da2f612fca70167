"""A pressed button or chosen option: which one, where, and by whom."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from adapters.slack.home.page import room_of
from adapters.slack.identifiers import SlackRoom, delivery_id, is_direct
from adapters.slack.outgoing.acts import (
    ASKS,
    FORM,
    LABEL_LIMIT,
    MENU,
    OPENS,
    SAY,
    THING,
    Block,
    FormContext,
    plain,
)
from adapters.slack.outgoing.message import Message, parse_posted
from adapters.slack.outgoing.posting import Posts
from adapters.slack.outgoing.private import Recipient
from bot.kernel.messages import Pressed, Request, Response
from bot.kernel.ports import Requests

_CHOSEN = frozenset({MENU, THING})  # kinds of presses that choose an option


@dataclass(frozen=True, slots=True)
class Press:
    team: str
    delivery: str
    trigger: str  # opens a form within three seconds
    action: dict[str, Any]
    recipient: Recipient
    message: dict[str, Any]  # the message with the button, if everybody sees it
    room: SlackRoom  # whose table it is for; the recipient may read in the thread below that table's card
    ts: str  # of the message

    @classmethod
    def parse(cls, team: str, body: dict[str, Any]) -> "Press":
        action, container = body["actions"][0], body.get("container", {})
        at_home = container.get("type") == "view"
        ephemeral = bool(container.get("is_ephemeral"))
        slack_room = SlackRoom.parse(room_of(action["block_id"], team)) if at_home else _room(team, body)
        answers = body.get("response_url", "")
        posted = body.get("message") or {}
        return cls(
            team=team,
            delivery=delivery_id(team, body),
            trigger=body.get("trigger_id", ""),
            action=action,
            recipient=Recipient(slack_room, body["user"]["id"], answers, ephemeral, is_direct(body), at_home),
            message=posted if posted.get("blocks") and not ephemeral else {},
            room=slack_room,
            ts=str(container.get("message_ts") or posted.get("ts") or ""),
        )

    @property
    def at_home(self) -> bool:
        return self.recipient.at_home

    @property
    def kind(self) -> str:
        """The action's name, without its number."""
        return str(self.action["action_id"]).partition(":")[0]

    @property
    def slack_room(self) -> SlackRoom:
        return self.recipient.slack_room

    @property
    def value(self) -> str:
        """The value of the pressed button or chosen option."""
        return str((self.action.get("selected_option") or self.action).get("value", ""))

    @property
    def label(self) -> str:
        return str((self.action.get("selected_option") or self.action)["text"]["text"])

    @property
    def button(self) -> str:
        return self.value.partition(ASKS)[0] if self.kind in _CHOSEN else self.value

    @property
    def asks(self) -> tuple[str, str]:
        """The name and description of the parameter that it asks for; empty if it asks for nothing."""
        if self.kind in _CHOSEN:
            return self.value.partition(ASKS)[2], ""
        if self.kind != "ask":
            return "", ""
        _, _, name, description = [*str(self.action["action_id"]).split(":", 3), ""][:4]
        return name, description

    @property
    def form_command(self) -> str:
        """The command whose form it opens; empty if it opens none."""
        if self.kind in _CHOSEN:
            name = self.value.partition(ASKS)[2]
            return name.removeprefix(OPENS) if name.startswith(OPENS) else ""
        return str(self.action["action_id"]).rpartition(":")[2] if self.kind == FORM else ""

    def again(self) -> list[Block]:
        """A button that does the same; Slack allows a form only right after a press."""
        action = {"action_id": self.action["action_id"], "value": self.value}
        button = {"type": "button", "text": plain(self.label, LABEL_LIMIT), **action}
        return [{"type": "actions", "block_id": str(self.action["block_id"]), "elements": [button]}]

    @property
    def types_a_command(self) -> bool:
        return self.kind == SAY

    @property
    def posted(self) -> Message | None:
        """The message with the button, as it was posted."""
        return parse_posted(self.message.get("text", ""), self.message["blocks"]) if self.message else None

    def context(self, *, button: str = "", table: str = "", command: str = "") -> FormContext:
        """The context that a form opened by this press remembers."""
        answers = "" if self.at_home else self.recipient.answers
        ephemeral, place = self.recipient.ephemeral, "" if self.at_home else self.slack_room.name
        return FormContext(
            self.room.name,
            button,
            answers,
            table,
            ephemeral=ephemeral,
            at_home=self.at_home,
            command=command,
            place=place if place != self.room.name else "",
        )


def _room(team: str, body: dict[str, Any]) -> SlackRoom:
    """The room where a button was pressed. The first message of a thread belongs to the channel."""
    container, message = body.get("container", {}), body.get("message") or {}
    ts = container.get("message_ts") or message.get("ts")
    thread = container.get("thread_ts") or message.get("thread_ts") or ""
    return SlackRoom(team, body["channel"]["id"], "" if thread == ts else thread)


# --- presses in flight -----------------------------------------------------------------------------------------------


class PressesInFlight:
    """Presses in flight: nobody is told that a button is out of date before they see why, or for pressing it twice."""

    def __init__(self, posts: Posts) -> None:
        self._posts = posts
        self._pressed: Counter[tuple[str, str]] = Counter()  # by person and button

    async def handle(self, service: Requests, request: Request) -> Response | None:
        """The response to the request; None if there is nothing to say to somebody who pressed twice."""
        if request.person is None or not isinstance(request.said, Pressed):
            return await service.handle(request)
        press = (request.person.id, request.said.button)
        again = self._pressed[press] > 0
        self._pressed[press] += 1
        try:
            with self._posts.words_to_come():
                response = await service.handle(request)
        finally:
            self._pressed[press] -= 1
            self._pressed += Counter()  # drops what is no longer in flight
        if response.outcome != "refused":
            return response
        await self._posts.settled(SlackRoom.parse(request.room))
        return None if again else response
