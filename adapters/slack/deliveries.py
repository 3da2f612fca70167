"""Slack's deliveries (commands, actions, form submissions, events): acknowledged first, then handled once."""

import logging
import re
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from adapters.hands import current_hand
from adapters.slack import choices, ui_texts
from adapters.slack.choices import ASKS, SAY, TYPED, WIZARD, FormContext
from adapters.slack.ephemeral import EphemeralReplies, Recipient
from adapters.slack.forms import Forms
from adapters.slack.home import Home, room_of
from adapters.slack.identifiers import SlackRoom, delivery_id, parse_text, person_id, person_of, team_of
from adapters.slack.posting import Posts
from adapters.slack.rich_text import Block
from adapters.slack.tasks import BackgroundTasks
from adapters.slack.web_api import WebApi, error_code
from bot.messages import Person, Pressed, Reply, Request, Suggestion, Typed
from bot.ports import RoomUnreachable, Service
from bot.texts import notices

log = logging.getLogger(__name__)

COMMAND = "/scrum"
EVENTS = ("app_home_opened", "app_uninstalled", "tokens_revoked")
MAX_SEEN = 20_000  # remembered deliveries; Slack redelivers within an hour
NOT_MEMBER = frozenset({"not_in_channel", "channel_not_found"})


class Deliveries:
    def __init__(self, service: Service, web: WebApi, posts: Posts, home: Home, tasks: BackgroundTasks) -> None:
        self._service = service
        self._web = web
        self._posts = posts
        self._home = home
        self._tasks = tasks
        self._ephemeral = EphemeralReplies(web)
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._forms = Forms(service, web, tasks, self._answer)
        self._not_member: set[str] = set()  # requests from channels that the bot isn't a member of
        self._amended: set[str] = set()  # typed requests that only edited an older message

    def listen(self, app: AsyncApp) -> None:
        anything = re.compile(".*", re.DOTALL)
        app.command(COMMAND)(self._command)
        app.action(anything)(self._action)
        app.view(anything)(self._submission)
        app.event("app_home_opened")(self._home_opened)

    def decided(self, request: Request) -> None:
        """Called before the result is posted to the room: the request was accepted."""
        self._forms.decided(request)

    def note_not_member(self, request: Request, error: RoomUnreachable) -> None:
        """If posting failed because the bot isn't in the channel, tell the person later."""
        cause = error.__cause__
        if cause is not None and error_code(cause) in NOT_MEMBER:
            self._not_member.add(request.id)

    def amended(self, request: Request) -> None:
        """Note a typed request with no visible result, to confirm it privately (a person who pressed sees the edit)."""
        if isinstance(request.said, Typed) and request.id in self._seen:  # not for follow-up requests
            self._amended.add(request.id)

    # --- listeners -------------------------------------------------------------------------------------------------

    async def _command(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        team, user = body["team_id"], body["user_id"]
        said = parse_text(body.get("text", ""), team)
        recipient = Recipient(SlackRoom(team, body["channel_id"]), user, body.get("response_url", ""))
        person = Person(person_id(team, user), body.get("user_name") or user)
        if self._is_new(delivery := delivery_id(team, body)):
            self._tasks.start(self._run_command(Request(delivery, recipient.slack_room.name, person, said), recipient))

    async def _action(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        team = team_of(body)
        if self._is_new(delivery_id(team, body)):
            self._tasks.start(self._press(team, body))

    async def _submission(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        submission = await self._forms.submission(ack, body)
        if submission is None:
            return
        if self._is_new(delivery_id(team_of(body), body)):
            await self._forms.handle(ack, body, submission)
        else:
            await ack()

    async def _home_opened(self, body: dict[str, Any]) -> None:
        event, team = body["event"], body["team_id"]
        if event.get("tab", "home") == "home" and self._is_new(delivery_id(team, body)):
            person = Person(person_id(team, event["user"]), event["user"])
            self._tasks.start(self._home.publish(self._service, person, team))

    # --- handling --------------------------------------------------------------------------------------------------

    async def _run_command(self, request: Request, recipient: Recipient) -> None:
        assert isinstance(request.said, Typed)
        first, _, rest = request.said.line.strip().partition(" ")
        if first.lower() == "thread":
            if not rest.strip():
                await self._ephemeral.answer(recipient, [Reply(ui_texts.THREAD_USAGE, private=True)])
                return
            try:
                ts = await self._posts.say(recipient.slack_room, ui_texts.THREAD)
            except RoomUnreachable as error:
                self.note_not_member(request, error)
                await self._answer(request, recipient, [])
                return
            thread = SlackRoom(recipient.slack_room.team, recipient.slack_room.channel, ts)
            said = Typed(rest.strip(), request.said.mentions)
            request = Request(request.id, thread.name, request.person, said)
            recipient = Recipient(thread, recipient.user, recipient.answers)
        await self._handle(request, recipient)

    async def _press(self, team: str, body: dict[str, Any]) -> None:
        action = body["actions"][0]
        container = body.get("container", {})
        at_home = container.get("type") == "view"
        if at_home and body["view"]["type"] == "modal":
            await self._forms.advance(team, body)
            return
        slack_room = SlackRoom.parse(room_of(action["block_id"])) if at_home else _room_of_press(team, body)
        recipient = Recipient(
            slack_room, body["user"]["id"], body.get("response_url", ""), ephemeral=bool(container.get("is_ephemeral"))
        )
        button, name, description = _pressed_button(action)
        context = FormContext(
            slack_room.name, button if name else "", "" if at_home else recipient.answers, ephemeral=recipient.ephemeral
        )
        if action["action_id"].startswith(f"{SAY}:"):
            said = Typed(action["value"])
            await self._handle(
                Request(delivery_id(team, body), slack_room.name, person_of(team, body), said), recipient
            )
        elif action["action_id"] == TYPED:
            await self._forms.open(team, body["trigger_id"], choices.command_line(context))
        elif action["action_id"] == WIZARD:
            wizard_context = replace(context, table=action.get("value", ""))
            await self._forms.open_wizard(team, body["trigger_id"], wizard_context, person_of(team, body))
        elif name:
            label = (action.get("selected_option") or action)["text"]["text"]
            await self._forms.open(team, body["trigger_id"], choices.question(context, label, name, description))
        else:
            message = body.get("message", {})
            if message.get("blocks") and not recipient.ephemeral:
                self._posts.remember(slack_room, message["ts"], message.get("text", ""), message["blocks"])
            request = Request(delivery_id(team, body), slack_room.name, person_of(team, body), Pressed(button))
            await (self._at_home(request, team) if at_home else self._handle(request, recipient))

    async def _at_home(self, request: Request, team: str) -> None:
        assert request.person is not None
        response = await self._service.handle(request)
        await self._home.publish(self._service, request.person, team, response.replies)

    async def _handle(self, request: Request, recipient: Recipient) -> None:
        replies = list((await self._service.handle(request)).replies)
        if not replies and recipient.ephemeral and isinstance(request.said, Pressed):
            replies = await current_hand(self._service, request)
        await self._answer(request, recipient, replies)

    async def _answer(self, request: Request, recipient: Recipient, replies: list[Reply]) -> None:
        if request.id in self._not_member:
            self._not_member.discard(request.id)
            replies = [*replies, Reply(ui_texts.NOT_INVITED, private=True)]
        missing = await self._missing(request, replies)
        if request.id in self._amended:
            self._amended.discard(request.id)
            replies = replies or [Reply(notices.AMENDED, private=True)]
        await self._ephemeral.answer(recipient, replies, missing)
        if request.person is not None and self._home.shows(request.person):
            await self._home.publish(self._service, request.person, recipient.slack_room.team)

    async def _missing(self, request: Request, replies: list[Reply]) -> list[Block]:
        """Buttons for what to type next: games to open, or arguments for a command that came without them."""
        if not isinstance(request.said, Typed) or len(replies) != 1 or replies[0].choices or request.person is None:
            return []
        line = request.said.line.strip()
        if replies[0].lines or not choices.asks_for_more(line):  # if arguments were wrong, the reply explains them
            return choices.suggestions(replies[0].lines)
        rest = await self._service.complete(request.room, request.person, f"{line} ")
        return choices.suggestions([Suggestion(f"{line} {one.value}", f"{line} {one.value}") for one in rest])

    def _is_new(self, delivery: str) -> bool:
        """Whether a delivery is new: Slack redelivers what it thinks was lost, and Bolt passes everything on."""
        if delivery in self._seen:
            log.info("redelivered: %s", delivery)
            return False
        self._seen[delivery] = None
        while len(self._seen) > MAX_SEEN:
            self._seen.popitem(last=False)
        return True


def _room_of_press(team: str, body: dict[str, Any]) -> SlackRoom:
    """Where a button was pressed. The first message of a thread belongs to the channel."""
    container = body.get("container", {})
    message = body.get("message", {})
    ts = container.get("message_ts") or message.get("ts")
    thread = container.get("thread_ts") or message.get("thread_ts") or ""
    return SlackRoom(team, body["channel"]["id"], "" if thread == ts else thread)


def _pressed_button(action: dict[str, Any]) -> tuple[str, str, str]:
    """The button, and the name and description of the parameter it asks for."""
    if "selected_option" in action:
        button, _, name = action["selected_option"]["value"].partition(ASKS)
        return button, name, ""
    kind, _, rest = action["action_id"].partition(":")
    _, _, context_ = rest.partition(":")
    name, _, description = context_.partition(":")
    return action.get("value", ""), name if kind == "ask" else "", description
