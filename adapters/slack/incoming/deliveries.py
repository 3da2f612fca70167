"""Slack's deliveries (commands, actions, form submissions, events): acknowledged first, then handled once."""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from adapters.background import BackgroundTasks
from adapters.requests import current_hand
from adapters.slack import texts as ui_texts
from adapters.slack.home.page import RENAME, START, TURNS, Home, rename_button
from adapters.slack.home.people import People
from adapters.slack.identifiers import (
    SlackRoom,
    delivery_id,
    is_direct,
    mentioned_users,
    parse_text,
    person_id,
    team_of,
    user_id_of,
    with_names,
)
from adapters.slack.incoming.command_forms import form_context, target_of
from adapters.slack.incoming.forms import Forms
from adapters.slack.incoming.panels import Panels
from adapters.slack.incoming.presses import Press, PressesInFlight
from adapters.slack.incoming.results import Results
from adapters.slack.incoming.rooms import NOT_MEMBER, TableFinder, Visits, room_asked
from adapters.slack.incoming.shortcuts import NOTE, SAVE_FOR_RETRO, name_form, save_form
from adapters.slack.incoming.start_form import START_GAME, StartForm
from adapters.slack.incoming.summaries import Summaries
from adapters.slack.incoming.typed import OwnSettings, TypedCommands
from adapters.slack.outgoing import acts
from adapters.slack.outgoing.acts import COPY, LINK, SAVING, WIZARD, Block, FormContext
from adapters.slack.outgoing.budget import ChannelBusy
from adapters.slack.outgoing.calls import Uploads
from adapters.slack.outgoing.canvases import Canvases
from adapters.slack.outgoing.lists import Lists
from adapters.slack.outgoing.posting import Posts, Result
from adapters.slack.outgoing.private import EphemeralReplies, LessonPictures, Recipient
from adapters.slack.web_api import ARCHIVED, WebApi, cause_of
from bot.kernel.messages import Person, Pressed, Reply, Request, Response, Suggestion, Typed
from bot.kernel.ports import RoomUnreachable, Service
from bot.kernel.store import StoreUnavailable
from games.language import speaking

log = logging.getLogger(__name__)

_BOT = re.compile(r"<@[^<>]*>")  # whom a mention begins with
EVENTS = ("app_home_opened", "app_mention", "app_uninstalled", "tokens_revoked")
_MAX_SEEN = 20_000  # remembered deliveries; Slack redelivers within an hour
_MAX_EXPLAINED = 5000  # rooms that were told what a visitor can't do


@dataclass(frozen=True, slots=True)
class Outgoing:
    """The parts that send messages, files and pages to Slack."""

    posts: Posts
    uploads: Uploads
    lessons: LessonPictures
    visits: Visits
    home: Home
    canvases: Canvases
    lists: Lists


class Deliveries:
    def __init__(
        self,
        service: Service,
        web: WebApi,
        *,
        outgoing: Outgoing,
        people: People,
        tasks: BackgroundTasks,
        workshops: bool = False,
    ) -> None:
        """Set up deliveries. `workshops`: people can open them, because there is a web table."""
        self._service = service
        self._web = web
        self._workshops = workshops
        self._posts = outgoing.posts
        self._visits = outgoing.visits
        self._home = outgoing.home
        self._summaries = Summaries(service, outgoing.canvases, outgoing.lists)
        self._tasks = tasks
        self._profiles = people.profiles
        self._own = OwnSettings(service, people.wishes)
        self._ephemeral = EphemeralReplies(service, web, outgoing.visits.urls, outgoing.lessons)
        self._panels = Panels(service, self._ephemeral, outgoing.posts, people.profiles)
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._forms = Forms(
            service,
            web,
            requests=self._own,
            tasks=tasks,
            profiles=people.profiles,
            visits=outgoing.visits,
            uploads=outgoing.uploads,
            answer=self._answer,
        )
        self._asides: dict[str, ui_texts.Aside] = {}  # by request: what the person has to know about the room
        self._explained: OrderedDict[str, None] = OrderedDict()  # rooms in which the bot is a visitor, and said so
        self._nameless: OrderedDict[str, None] = OrderedDict()  # people who were asked for a name
        self._results = Results(service, self._ephemeral)
        self._finder = TableFinder(service, outgoing.posts)
        self._commands = TypedCommands(self._finder, outgoing.posts, self._ephemeral)
        self._presses = PressesInFlight(outgoing.posts)

    def listen(self, app: AsyncApp) -> None:
        anything = re.compile(".*", re.DOTALL)
        app.command(self._web.command)(self._command)
        app.action(anything)(self._action)
        app.view(anything)(self._submission)
        app.shortcut(START_GAME)(self._start_game)
        app.shortcut(SAVE_FOR_RETRO)(self._save_for_retro)
        app.event("app_home_opened")(self._home_opened)
        app.event("app_mention")(self._mentioned)

    def decided(self, request: Request) -> None:
        """Called before the result is posted to the room: the request was accepted."""
        self._forms.decided(request)

    def note_unreachable(self, request: Request, error: RoomUnreachable) -> None:
        """Tell the person why nothing could be posted."""
        code = cause_of(error)
        not_member = code in NOT_MEMBER or not (code or isinstance(error, ChannelBusy))
        self._asides[request.id] = (
            ui_texts.ARCHIVED if code in ARCHIVED else ui_texts.NOT_INVITED if not_member else ui_texts.NOT_POSTED
        )

    def note_visit(self, request: Request) -> None:
        """Explain, once per room, that it was posted without the bot being a member."""
        if request.room not in self._explained:
            self._asides[request.id] = ui_texts.VISITING
            _remember(self._explained, request.room, _MAX_EXPLAINED)

    def began(self, slack_room: SlackRoom, reply: Reply, request: Request | None) -> None:
        """Note that a room got a message: with a new phase of a meeting, whoever leads gets their panel."""
        if not reply.amends and reply.news and reply.table:
            self._tasks.start(self._panels.renew(slack_room, reply, request))

    def was_shown(self, request: Request, result: Result) -> None:
        """Note what came of a request, to answer it privately if that isn't where somebody asked."""
        if request.id in self._seen:  # not for follow-up requests
            self._results.note(request, result)

    # --- listeners -------------------------------------------------------------------------------------------------

    async def _command(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        team = team_of(body)
        if self._is_new(delivery := delivery_id(team, body)):
            self._tasks.start(self._run_command(team, delivery, body))

    async def _action(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        team = team_of(body)
        if self._is_new(delivery_id(team, body)):
            self._tasks.start(self._press(team, body))

    async def _submission(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        if body["view"]["callback_id"] == SAVING:
            await ack()
            if self._is_new(delivery_id(team_of(body), body)):
                self._tasks.start(self._save_summary(team_of(body), body))
            return
        with speaking((await self._profiles.person(team_of(body), user_id_of(body))).locale):
            submission = await self._forms.submission(ack, body)
            if submission is None:
                return
            if not self._is_new(delivery_id(team_of(body), body)):
                await ack()
            else:
                await self._forms.handle(ack, body, submission)

    async def _home_opened(self, body: dict[str, Any]) -> None:
        event, team = body["event"], team_of(body)
        if not self._is_new(delivery_id(team, body)):
            return
        if event.get("tab", "home") == "home":
            self._tasks.start(self._home.opened(self._service, team, event["user"]))
        else:
            self._home.left(person_id(team, event["user"]))

    async def _mentioned(self, body: dict[str, Any]) -> None:
        """Handle `@Scrum Table roll`, which works in threads too, where slash commands don't."""
        event, team = body["event"], team_of(body)
        if event.get("user") and self._is_new(delivery := delivery_id(team, body)):
            self._tasks.start(self._run_mention(team, delivery, event))

    async def _start_game(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        team = team_of(body)
        if self._is_new(delivery_id(team, body)):
            self._tasks.start(self._open_start_form(team, body))

    async def _save_for_retro(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        team = team_of(body)
        if self._is_new(delivery_id(team, body)):
            self._tasks.start(self._save(team, body))

    async def _open_start_form(self, team: str, body: dict[str, Any]) -> None:
        person = await self._profiles.person(team, user_id_of(body))
        with speaking(person.locale):
            form = StartForm(FormContext(SlackRoom(team, "").name), self._workshops)
            await self._forms.open(team, body["trigger_id"], form.view())

    # --- commands --------------------------------------------------------------------------------------------------

    async def _run_command(self, team: str, delivery: str, body: dict[str, Any]) -> None:
        slack_room, user = SlackRoom(team, body["channel_id"]), user_id_of(body)
        recipient = Recipient(slack_room, user, body.get("response_url", ""), direct=is_direct(body))
        said, person = parse_text(body.get("text", ""), team), await self._profiles.person(team, user)
        self._home.left(person.id)
        self._visits.note(slack_room, recipient.answers)
        with speaking(person.locale):
            await self._route(Request(delivery, slack_room.name, person, said), recipient, said)

    async def _run_mention(self, team: str, delivery: str, event: dict[str, Any]) -> None:
        place = SlackRoom(team, event["channel"], event.get("thread_ts") or "")
        said = parse_text(_BOT.sub("", event.get("text", ""), count=1), team)
        person = await self._profiles.person(team, event["user"])
        slack_room, recipient = await self._finder.room_at(place), Recipient(place, event["user"])
        request = Request(delivery, slack_room.name, person, said)
        with speaking(person.locale):
            if place.thread:
                await self._handle(request, recipient)
            else:
                await self._route(request, recipient, said)

    async def _route(self, request: Request, recipient: Recipient, said: Typed) -> None:
        """Handle a typed command at the table that it is for."""
        try:
            routed = await self._commands.route(request, recipient, said)
        except RoomUnreachable as error:
            self.note_unreachable(request, error)
            await self._answer(request, recipient, [])
        else:
            response = await self._handle(routed.request, routed.recipient) if routed is not None else None
            if routed is not None and routed.line and response is not None and _is_nothing(response):
                await self._posts.take_back(recipient.slack_room, routed.line)

    # --- buttons ---------------------------------------------------------------------------------------------------

    async def _press(self, team: str, body: dict[str, Any]) -> None:
        if (body.get("view") or {}).get("type") == "modal":
            await self._forms.advance(team, body)
            return
        press = Press.parse(team, body)
        person = await self._profiles.person(team, press.recipient.user)
        if not press.at_home:
            self._home.left(person.id)
            self._visits.note(press.slack_room, press.recipient.answers, press.posted)
        with speaking(person.locale):
            await self._pressed(await self._in_its_room(press), person)

    async def _pressed(self, press: Press, person: Person) -> None:
        if press.types_a_command:
            await self._handle(Request(press.delivery, press.room.name, person, Typed(press.value)), press.recipient)
        elif press.kind == LINK or await self._opens_panel(press, person):
            return
        elif press.kind == COPY:
            await self._copy(press, person)
        elif press.kind == TURNS:
            await self._send(press.recipient, await self._own.call(person.id, turns=press.value == "on"))
        elif form := await self._form(press, person):
            await self._open(press, form)
        else:
            await self._make_move(press, person)

    async def _opens_panel(self, press: Press, person: Person) -> bool:
        """True if the button is **More…** of a meeting, whose panel is shown now; elsewhere it opens a form."""
        is_more = press.kind == WIZARD and not press.at_home
        return is_more and await self._panels.open(press.recipient, press.room.name, person)

    async def _in_its_room(self, press: Press) -> Press:
        """The press in its room: for the channel's table in a card's thread, unless the thread is a room of its own."""
        if press.at_home:
            return press
        asked = room_asked(str(press.action.get("block_id", "")))
        return replace(press, room=await self._finder.room_at(asked or press.slack_room, press.ts))

    async def _form(self, press: Press, person: Person) -> Block | None:
        """The form that the button opens; None if it makes a move at once."""
        if press.kind == START:
            return StartForm(press.context(), self._workshops, press.value).view()
        if press.kind == RENAME:
            return name_form(press.context(), "" if person.name == ui_texts.UNNAMED else person.name)
        if press.kind == WIZARD:
            return await self._forms.wizard(press.context(table=press.value), person)
        if press.form_command:
            table = press.button.partition(":")[0]
            context = press.context(button=press.button, table=table, command=press.form_command)
            pressed = Request(press.delivery, press.room.name, person, Pressed(press.button))
            return await self._forms.of_command(context, person, pressed)
        name, description = press.asks
        return acts.question(press.context(button=press.button), press.label, name, description) if name else None

    async def _copy(self, press: Press, person: Person) -> None:
        """Show a text in a form, where all of it can be selected."""
        request = Request(press.delivery, press.room.name, person, Pressed(press.button))
        response = await self._own.handle(request)
        if form := await self._summaries.form(press, response):
            await self._open(press, form)
        else:
            await self._answer(request, press.recipient, list(response.replies))

    async def _save_summary(self, team: str, body: dict[str, Any]) -> None:
        """Save the text that a form showed; the service says again whether this person may read it."""
        context, user = form_context(body["view"]), user_id_of(body)
        place, person = SlackRoom.parse(context.room), await self._profiles.person(team, user)
        recipient = Recipient(place, user, context.answers, ephemeral=context.ephemeral, at_home=context.at_home)
        request = Request(delivery_id(team, body), context.room, person, Pressed(context.button))
        with speaking(person.locale):
            response = await self._own.handle(request)
            said = await self._summaries.save(place, context.table, target_of(body["view"]), response)
            await self._send(recipient, [Reply(said, private=True)] if said else list(response.replies))

    async def _open(self, press: Press, form: Block) -> None:
        """Open a form. If its three seconds are over, offer the same button again where it was pressed."""
        if await self._forms.open(press.team, press.trigger, form):
            return
        where = Recipient(press.slack_room, press.recipient.user, press.recipient.answers, at_home=press.at_home)
        await self._send(where, [Reply(str(ui_texts.TOO_LATE), private=True)], press.again())

    async def _make_move(self, press: Press, person: Person) -> None:
        request = Request(press.delivery, press.room.name, person, Pressed(press.button))
        if shown := press.message:
            self._posts.remember(press.room, shown["ts"], shown.get("text", ""), shown["blocks"])
        await self._handle(request, press.recipient)

    # --- shortcuts -------------------------------------------------------------------------------------------------

    async def _save(self, team: str, body: dict[str, Any]) -> None:
        """Save a message for the retrospective that is running where it was written, or for the next one there."""
        said, place = body.get("message") or {}, SlackRoom(team, body["channel"]["id"])
        person, answers = await self._profiles.person(team, user_id_of(body)), body.get("response_url", "")
        where = dict.fromkeys([replace(place, thread=said.get("thread_ts") or ""), place])
        rooms = dict.fromkeys([(await self._finder.room_at(each)).name for each in where])
        context, asked = FormContext(place.name, answers=answers), None
        for room in rooms:
            if asked is None and (page := await self._panels.page(room, person)) and page.phase == "playing":
                found = FormContext(room, answers=answers, table=page.table, command=NOTE)
                asked = await self._forms.asked(
                    found, person, Request(delivery_id(team, body), room, person, Typed(NOTE))
                )
                context = found if asked is not None else context
        text = parse_text(await self._named(said.get("text", ""), team), team).line
        with speaking(person.locale):
            if not await self._forms.open(team, body["trigger_id"], save_form(context, asked, text)):
                late = [Reply(str(ui_texts.TOO_LATE_TO_SAVE), private=True)]
                await self._send(Recipient(place, user_id_of(body), answers), late)

    async def _named(self, text: str, team: str) -> str:
        """A message with the names of those whom it mentions."""
        users = [*dict.fromkeys(mentioned_users(text))]
        people = await asyncio.gather(*(self._profiles.person(team, user) for user in users))
        names = dict(zip(users, (person.name for person in people), strict=True))
        return with_names(text, {user: name for user, name in names.items() if name != ui_texts.UNNAMED})

    # --- answers ---------------------------------------------------------------------------------------------------

    async def _handle(self, request: Request, recipient: Recipient) -> Response | None:
        response = await self._presses.handle(self._own, request)
        if response is not None:
            await self._answer(request, recipient, list(response.replies))
        return response

    async def _answer(self, request: Request, recipient: Recipient, replies: list[Reply]) -> None:
        if request.id not in self._asides and await self._panels.answer(recipient, request, replies):
            self._results.forget(request)
            await self._ask_for_name(request, recipient)
            return
        if not replies and recipient.ephemeral and isinstance(request.said, Pressed):
            replies = await current_hand(self._service, request)
        if aside := self._asides.pop(request.id, None):
            replies = [*replies, Reply(str(aside.direct if recipient.direct else aside.channel), private=True)]
        missing = await self._missing(request, replies)
        replies = replies or await self._results.told(request, recipient)
        self._results.forget(request)
        await self._send(recipient, replies, missing)
        await self._ask_for_name(request, recipient)

    async def _send(self, recipient: Recipient, replies: list[Reply], buttons: Sequence[Block] = ()) -> None:
        """Send replies to the person alone: below what they did, or on their App Home if they did it there."""
        if recipient.at_home:
            await self._home.opened(self._service, recipient.slack_room.team, recipient.user, replies)
        else:
            await self._ephemeral.answer(recipient, replies, buttons)

    async def _ask_for_name(self, request: Request, recipient: Recipient) -> None:
        """Ask for a name once, if neither they nor Slack have told us."""
        person = request.person
        if person is None or person.name != ui_texts.UNNAMED or person.id in self._nameless or recipient.at_home:
            return
        with suppress(StoreUnavailable):
            if not await self._service.tables_of(person):
                return
            _remember(self._nameless, person.id, _MAX_EXPLAINED)
            place = Recipient(recipient.slack_room, recipient.user, recipient.answers)
            await self._ephemeral.answer(place, [Reply(str(ui_texts.NAMELESS), private=True)], rename_button())

    async def _missing(self, request: Request, replies: list[Reply]) -> list[Block]:
        """Buttons with arguments for a command that came without them."""
        if not isinstance(request.said, Typed) or len(replies) != 1 or replies[0].acts or request.person is None:
            return []
        line = request.said.line.strip()
        if replies[0].lines or replies[0].menu or not acts.asks_for_more(line):  # a reply explains wrong arguments
            return []
        rest = await self._service.complete(request.room, request.person, f"{line} ")
        return acts.suggestions([Suggestion(f"{line} {one.value}", one.label) for one in rest])

    def _is_new(self, delivery: str) -> bool:
        """True if a delivery is new: Slack redelivers what it thinks was lost, and Bolt passes everything on."""
        if delivery in self._seen:
            log.info("redelivered: %s", delivery)
            return False
        _remember(self._seen, delivery, _MAX_SEEN)
        return True


def _is_nothing(response: Response) -> bool:
    """True if nothing came of a request; if the database failed, that isn't known."""
    return response.outcome != "done" and response.cause != "database"


def _remember(known: "OrderedDict[str, None]", one: str, most: int) -> None:
    known[one] = None
    while len(known) > most:
        known.popitem(last=False)
