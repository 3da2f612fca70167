"""What Slack delivers: acknowledged first, then handled, each once."""

import logging
import re
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from adapters.hands import hand_of_now
from adapters.slack import choices, words
from adapters.slack.choices import ASKS, GUIDE, SAY, TYPED, Asking
from adapters.slack.forms import Forms
from adapters.slack.home import Home, room_of
from adapters.slack.names import Place, delivery_id, person_id, person_of, read_words, team_of
from adapters.slack.posting import Posts
from adapters.slack.privately import Privately, Reader
from adapters.slack.rich import Block
from adapters.slack.tasks import Tasks
from adapters.slack.web import Web, code
from bot.messages import Person, Pressed, Reply, Request, Suggestion, Typed
from bot.ports import RoomUnreachable, Service
from bot.texts import notices

log = logging.getLogger(__name__)

COMMAND = "/scrum"
EVENTS = ("app_home_opened", "app_uninstalled", "tokens_revoked")
MAX_SEEN = 20_000  # deliveries in mind; Slack repeats one within the hour
NOT_MEMBER = frozenset({"not_in_channel", "channel_not_found"})


class Deliveries:
    def __init__(self, service: Service, web: Web, posts: Posts, home: Home, tasks: Tasks) -> None:
        self._service = service
        self._web = web
        self._posts = posts
        self._home = home
        self._tasks = tasks
        self._privately = Privately(web)
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._forms = Forms(service, web, tasks, self._answer)
        self._shut_out: set[str] = set()  # requests whose channel does not have us as a member
        self._unseen: set[str] = set()  # requests that were typed, and that only edited a message further up

    def listen(self, app: AsyncApp) -> None:
        anything = re.compile(".*", re.DOTALL)
        app.command(COMMAND)(self._command)
        app.action(anything)(self._action)
        app.view(anything)(self._submission)
        app.event("app_home_opened")(self._home_opened)

    def decided(self, request: Request) -> None:
        """The room is about to be told: the request was accepted."""
        self._forms.decided(request)

    def shut_out(self, request: Request, fault: RoomUnreachable) -> None:
        """If the room could not be told because nobody invited us, say so to the person."""
        cause = fault.__cause__
        if cause is not None and code(cause) in NOT_MEMBER:
            self._shut_out.add(request.id)

    def amended(self, request: Request) -> None:
        """Nothing is to be seen where it was typed, so the person is told alone; who pressed looks at the message."""
        if isinstance(request.said, Typed) and request.id in self._seen:  # what follows from a delivery has no answer
            self._unseen.add(request.id)

    # --- what is delivered -----------------------------------------------------------------------------------------

    async def _command(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        team, user = body["team_id"], body["user_id"]
        said = read_words(body.get("text", ""), team)
        reader = Reader(Place(team, body["channel_id"]), user, body.get("response_url", ""))
        person = Person(person_id(team, user), body.get("user_name") or user)
        if self._new(delivery := delivery_id(team, body)):
            self._tasks.start(self._obey(Request(delivery, reader.place.room, person, said), reader))

    async def _action(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        team = team_of(body)
        if self._new(delivery_id(team, body)):
            self._tasks.start(self._press(team, body))

    async def _submission(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        sent = await self._forms.sent(ack, body)
        if sent is None:
            return
        if self._new(delivery_id(team_of(body), body)):
            await self._forms.handle(ack, body, sent)
        else:
            await ack()

    async def _home_opened(self, body: dict[str, Any]) -> None:
        event, team = body["event"], body["team_id"]
        if event.get("tab", "home") == "home" and self._new(delivery_id(team, body)):
            person = Person(person_id(team, event["user"]), event["user"])
            self._tasks.start(self._home.publish(self._service, person, team))

    # --- what it means ---------------------------------------------------------------------------------------------

    async def _obey(self, request: Request, reader: Reader) -> None:
        assert isinstance(request.said, Typed)
        first, _, rest = request.said.line.strip().partition(" ")
        if first.lower() == "thread":
            if not rest.strip():
                await self._privately.answer(reader, [Reply(words.THREAD_USAGE, private=True)])
                return
            try:
                ts = await self._posts.say(reader.place, words.THREAD)
            except RoomUnreachable as fault:
                self.shut_out(request, fault)
                await self._answer(request, reader, [])
                return
            thread = Place(reader.place.team, reader.place.channel, ts)
            said = Typed(rest.strip(), request.said.mentions)
            request = Request(request.id, thread.room, request.person, said)
            reader = Reader(thread, reader.user, reader.answers)
        await self._handle(request, reader)

    async def _press(self, team: str, body: dict[str, Any]) -> None:
        action = body["actions"][0]
        container = body.get("container", {})
        at_home = container.get("type") == "view"
        if at_home and body["view"]["type"] == "modal":
            await self._forms.lead_on(team, body)
            return
        place = Place.read(room_of(action["block_id"])) if at_home else _place(team, body)
        reader = Reader(
            place, body["user"]["id"], body.get("response_url", ""), ephemeral=bool(container.get("is_ephemeral"))
        )
        button, name, description = _meant(action)
        asking = Asking(
            place.room, button if name else "", "" if at_home else reader.answers, ephemeral=reader.ephemeral
        )
        if action["action_id"].startswith(f"{SAY}:"):
            said = Typed(action["value"])
            await self._handle(Request(delivery_id(team, body), place.room, person_of(team, body), said), reader)
        elif action["action_id"] == TYPED:
            await self._forms.open(team, body["trigger_id"], choices.command_line(asking))
        elif action["action_id"] == GUIDE:
            guided = replace(asking, table=action.get("value", ""))
            await self._forms.guide(team, body["trigger_id"], guided, person_of(team, body))
        elif name:
            label = (action.get("selected_option") or action)["text"]["text"]
            await self._forms.open(team, body["trigger_id"], choices.question(asking, label, name, description))
        else:
            message = body.get("message", {})
            if message.get("blocks") and not reader.ephemeral:
                self._posts.remember(place, message["ts"], message.get("text", ""), message["blocks"])
            request = Request(delivery_id(team, body), place.room, person_of(team, body), Pressed(button))
            await (self._at_home(request, team) if at_home else self._handle(request, reader))

    async def _at_home(self, request: Request, team: str) -> None:
        assert request.person is not None
        response = await self._service.handle(request)
        await self._home.publish(self._service, request.person, team, response.replies)

    async def _handle(self, request: Request, reader: Reader) -> None:
        replies = list((await self._service.handle(request)).replies)
        if not replies and reader.ephemeral and isinstance(request.said, Pressed):
            replies = await hand_of_now(self._service, request)
        await self._answer(request, reader, replies)

    async def _answer(self, request: Request, reader: Reader, replies: list[Reply]) -> None:
        if request.id in self._shut_out:
            self._shut_out.discard(request.id)
            replies = [*replies, Reply(words.NOT_INVITED, private=True)]
        missing = await self._missing(request, replies)
        if request.id in self._unseen:
            self._unseen.discard(request.id)
            replies = replies or [Reply(notices.AMENDED, private=True)]
        await self._privately.answer(reader, replies, missing)
        if request.person is not None and self._home.shows(request.person):
            await self._home.publish(self._service, request.person, reader.place.team)

    async def _missing(self, request: Request, replies: list[Reply]) -> list[Block]:
        """Buttons for what could be typed next: a table to open, or the rest of a command that came alone."""
        if not isinstance(request.said, Typed) or len(replies) != 1 or replies[0].choices or request.person is None:
            return []
        line = request.said.line.strip()
        if replies[0].lines or not choices.asks_for_more(line):  # had it words that were wrong, the sentence says how
            return choices.suggestions(replies[0].lines)
        rest = await self._service.complete(request.room, request.person, f"{line} ")
        return choices.suggestions([Suggestion(f"{line} {one.value}", f"{line} {one.value}") for one in rest])

    def _new(self, delivery: str) -> bool:
        """Slack delivers again what it thinks was lost, and Bolt hands over everything."""
        if delivery in self._seen:
            log.info("delivered again: %s", delivery)
            return False
        self._seen[delivery] = None
        while len(self._seen) > MAX_SEEN:
            self._seen.popitem(last=False)
        return True


def _place(team: str, body: dict[str, Any]) -> Place:
    """Where a button was pressed. The first message of a thread still belongs to the channel."""
    container = body.get("container", {})
    message = body.get("message", {})
    ts = container.get("message_ts") or message.get("ts")
    thread = container.get("thread_ts") or message.get("thread_ts") or ""
    return Place(team, body["channel"]["id"], "" if thread == ts else thread)


def _meant(action: dict[str, Any]) -> tuple[str, str, str]:
    """The button, and the name and description of what it asks for."""
    if "selected_option" in action:
        button, _, name = action["selected_option"]["value"].partition(ASKS)
        return button, name, ""
    kind, _, rest = action["action_id"].partition(":")
    _, _, asked = rest.partition(":")
    name, _, description = asked.partition(":")
    return action.get("value", ""), name if kind == "ask" else "", description
