"""What Slack delivers: acknowledged first, then handled, each once."""

import asyncio
import logging
import re
from collections import OrderedDict
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from adapters.slack import choices, words
from adapters.slack.choices import ANSWER, ASKS, SAY, TYPED, Asking
from adapters.slack.home import Home, room_of
from adapters.slack.message import private
from adapters.slack.names import Place, delivery_id, person_id, read_words
from adapters.slack.posting import Posts
from adapters.slack.privately import Privately, Reader
from adapters.slack.rich import Block, cut, spelled
from adapters.slack.tasks import Tasks
from adapters.slack.web import FAULTS, Web, code
from bot.messages import Person, Pressed, Reply, Request, Typed
from bot.ports import RoomUnreachable, Service

log = logging.getLogger(__name__)

COMMAND = "/scrum"
EVENTS = ("app_home_opened", "app_uninstalled", "tokens_revoked")
MOST_SEEN = 20_000  # deliveries in mind; Slack repeats one within the hour
DECISION = 0.8  # seconds that a form waits for a refusal, which it then shows beside what was typed
ERROR_LIMIT = 500
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
        self._deciding: dict[str, asyncio.Event] = {}
        self._shut_out: set[str] = set()  # requests whose channel does not have us as a member

    def listen(self, app: AsyncApp) -> None:
        anything = re.compile(".*", re.DOTALL)
        app.command(COMMAND)(self._command)
        app.action(anything)(self._action)
        app.view(anything)(self._submission)
        app.event("app_home_opened")(self._home_opened)

    def decided(self, request: Request) -> None:
        """The room is about to be told: the request was accepted."""
        if request.id in self._deciding:
            self._deciding[request.id].set()

    def shut_out(self, request: Request, fault: RoomUnreachable) -> None:
        """If the room could not be told because nobody invited us, say so to the person."""
        cause = fault.__cause__
        if cause is not None and code(cause) in NOT_MEMBER:
            self._shut_out.add(request.id)

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
        team = _team(body)
        if self._new(delivery_id(team, body)):
            self._tasks.start(self._press(team, body))

    async def _submission(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        """A form is acknowledged as soon as it is decided; a refusal is shown in it, and nothing typed is lost."""
        team = _team(body)
        delivery = delivery_id(team, body)
        asking, typed = choices.filled_in(body["view"])
        field = body["view"]["callback_id"]
        if not typed:
            await ack(response_action="errors", errors={field: words.NOTHING_TYPED})
            return
        if not self._new(delivery):
            await ack()
            return
        said = read_words(typed, team) if field == TYPED else Pressed(asking.button, typed)
        reader = Reader(Place.read(asking.room), body["user"]["id"], asking.answers)
        request = Request(delivery, asking.room, _person(team, body), said)
        accepted = self._deciding[delivery] = asyncio.Event()
        handling = self._tasks.start(self._service.handle(request))
        waiting = asyncio.create_task(accepted.wait())
        await asyncio.wait({handling, waiting}, timeout=DECISION, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        del self._deciding[delivery]
        replies = handling.result() if handling.done() and not accepted.is_set() else []
        if not replies:
            await ack()
            self._tasks.start(self._answer(request, reader, await handling))
        elif field == ANSWER:
            sentences = "\n".join(spelled(reply.text, reply.names) for reply in replies)
            await ack(response_action="errors", errors={ANSWER: cut(sentences, ERROR_LIMIT)})
        else:
            shown = [block for reply in replies for block in private(reply, 0.0).told]
            numbered = [{**block, "block_id": f"answer:{at}"} for at, block in enumerate(shown)]
            await ack(response_action="update", view=choices.command_line(asking, numbered))

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
        place = Place.read(room_of(action["block_id"])) if at_home else _place(team, body)
        reader = Reader(
            place, body["user"]["id"], body.get("response_url", ""), ephemeral=bool(container.get("is_ephemeral"))
        )
        button, name, description = _meant(action)
        asking = Asking(place.room, button, "" if at_home else reader.answers)
        if action["action_id"].startswith(f"{SAY}:"):
            said = Typed(action["value"])
            await self._handle(Request(delivery_id(team, body), place.room, _person(team, body), said), reader)
        elif action["action_id"] == TYPED:
            await self._open(team, body["trigger_id"], choices.command_line(asking))
        elif name:
            label = (action.get("selected_option") or action)["text"]["text"]
            await self._open(team, body["trigger_id"], choices.question(asking, label, name, description))
        else:
            message = body.get("message", {})
            if message.get("blocks") and not reader.ephemeral:
                self._posts.remember(place, message["ts"], message.get("text", ""), message["blocks"])
            request = Request(delivery_id(team, body), place.room, _person(team, body), Pressed(button))
            await (self._at_home(request, team) if at_home else self._handle(request, reader))

    async def _open(self, team: str, trigger: str, view: dict[str, Any]) -> None:
        try:
            client = await self._web.client(team)
            await client.views_open(trigger_id=trigger, view=view)
        except (*FAULTS, RoomUnreachable) as fault:  # mostly a trigger that was three seconds old: they press again
            log.warning("a form could not be opened: %s", code(fault))

    async def _at_home(self, request: Request, team: str) -> None:
        assert request.person is not None
        replies = await self._service.handle(request)
        await self._home.publish(self._service, request.person, team, replies)

    async def _handle(self, request: Request, reader: Reader) -> None:
        await self._answer(request, reader, await self._service.handle(request))

    async def _answer(self, request: Request, reader: Reader, replies: list[Reply]) -> None:
        if request.id in self._shut_out:
            self._shut_out.discard(request.id)
            replies = [*replies, Reply(words.NOT_INVITED, private=True)]
        await self._privately.answer(reader, replies, await self._missing(request, replies))
        if request.person is not None and self._home.shows(request.person):
            await self._home.publish(self._service, request.person, reader.place.team)

    async def _missing(self, request: Request, replies: list[Reply]) -> list[Block]:
        """Buttons for the rest of a command that came alone, such as `new` or `rules`; they also open a table."""
        if not isinstance(request.said, Typed) or len(replies) != 1 or replies[0].choices or request.person is None:
            return []
        line = request.said.line.strip() or "new"
        if " " in line:  # it had words, and they were wrong: the sentence says how
            return []
        return choices.suggestions(line, await self._service.complete(request.room, request.person, f"{line} "))

    def _new(self, delivery: str) -> bool:
        """Slack delivers again what it thinks was lost, and Bolt hands over everything."""
        if delivery in self._seen:
            log.info("delivered again: %s", delivery)
            return False
        self._seen[delivery] = None
        while len(self._seen) > MOST_SEEN:
            self._seen.popitem(last=False)
        return True


def _team(body: dict[str, Any]) -> str:
    return str((body.get("team") or {}).get("id") or body["user"]["team_id"])


def _person(team: str, body: dict[str, Any]) -> Person:
    user = body["user"]
    return Person(person_id(team, user["id"]), user.get("username") or user.get("name") or user["id"])


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
