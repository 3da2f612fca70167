"""What a press, a form or a typed line leads to: a request to the service, and what only that person gets to see."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.layout import command_of
from adapters.panels import answering, own_panel, page_of
from adapters.requests import current_hand, meeting_after, page_for
from adapters.teams import texts as ui_texts
from adapters.teams.identifiers import Activity, Payload, unpacked
from adapters.teams.incoming.forms import ANSWER, Opened, entered, question
from adapters.teams.outgoing import controls
from adapters.teams.outgoing.controls import DO, LIMITS, text_of
from adapters.teams.outgoing.posting import RoomMessages
from adapters.teams.outgoing.private import PrivateChats
from bot.kernel.messages import Filled, Page, Pressed, Reply, Request, Response, Typed
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable
from bot.kernel.table import texts as notices
from games.language import speaking
from games.parts import Form
from games.text import name_of, spell
from games.values import replace, value

log = logging.getLogger(__name__)


@value
class Asked:
    """A form to show."""

    form: Form
    opened: Opened
    why: str = ""  # what was wrong with what was typed
    typed: Mapping[str, str] | None = None


@value
class Answer:
    """What one person gets to see: a form, replies, or nothing but the table as it stands."""

    room: str
    replies: tuple[Reply, ...] = ()
    page: int | None = None  # of the panel; None: not a panel
    asked: Asked | None = None
    title: str = ""  # of a dialog

    @property
    def is_empty(self) -> bool:
        return not self.replies and self.asked is None


class Answers:
    def __init__(self, service: Service, posts: RoomMessages, private: PrivateChats) -> None:
        self._service = service
        self._posts = posts
        self._private = private

    async def typed(self, activity: Activity, said: Typed) -> Answer:
        response = await self._service.handle(_request(activity, activity.room.name, said))
        return Answer(activity.room.name, response.replies)

    async def pressed(self, activity: Activity, data: Mapping[str, Any]) -> Answer:
        """Do what a button says. Its data may be older than this process, or forged: the service checks who may."""
        try:
            room = self._private.room_of(activity, dict(data))
        except LookupError:
            return _said(activity.room.name, str(ui_texts.UNKNOWN_BUTTON))
        try:
            return await self._done(activity, room, self._chosen(data))
        except StoreUnavailable:
            return _said(room, str(notices.DATABASE_UNREACHABLE))

    @staticmethod
    def _chosen(data: Mapping[str, Any]) -> Payload:
        """The data of what was chosen in a menu; of a button, its own."""
        if text_of(data, DO) != controls.CHOOSE:
            return dict(data)
        code = unpacked(text_of(data, text_of(data, "menu")))
        return {**data, **(controls.chosen(code[0]) if code else {DO: ""})}

    async def _done(self, activity: Activity, room: str, data: Mapping[str, Any]) -> Answer:
        match text_of(data, DO):
            case controls.PRESS:
                return await self._press(activity, room, Pressed(text_of(data, "act")), own=bool(data.get("own")))
            case controls.SAY:
                request = _request(activity, room, Typed(text_of(data, "line")))
                return Answer(room, (await self._service.handle(request)).replies)
            case controls.FORM:
                return await self._form(activity, room, text_of(data, "act"), text_of(data, "command"))
            case controls.ASK:
                return await self._question(activity, room, data)
            case controls.SEND:
                return await self._sent(activity, room, data)
            case controls.MORE:
                return await self._panel(activity, room, text_of(data, "table"), text_of(data, "page"))
            case controls.BACK | controls.CLOSE:
                return Answer(room)
            case "":
                return _said(room, str(ui_texts.NO_CHOICE))
            case _:
                return _said(room, str(ui_texts.UNKNOWN_BUTTON))

    # --- acts --------------------------------------------------------------------------------------------------------

    async def _press(self, activity: Activity, room: str, said: Pressed | Filled, *, own: bool) -> Answer:
        """Make a move. `own`: from a card that only this person sees, which shows what they can do next."""
        request = _request(activity, room, said)
        response = await self._service.handle(request)
        replies = response.replies
        here = activity.room.name != room or self._posts.is_newest(room, activity.message) or not activity.message
        if response.outcome == "done" and (replies or own) and here:
            meeting = await meeting_after(self._service, request, said, replies)
            if meeting is not None:
                return _of_panel(room, answering(_own_panel(meeting), replies), 0, meeting.title)
        if not replies and own and here and isinstance(said, Pressed):
            replies = tuple(await current_hand(self._service, request))
        return Answer(room, replies)

    async def _panel(self, activity: Activity, room: str, table: str, page: str) -> Answer:
        """Everything that somebody can do at a table; `page`: what earlier pages had no room for."""
        seen = await page_for(self._service, activity.person, room, table)
        if seen is None:
            return Answer(room, (await self._service.handle(_request(activity, room, Typed("help")))).replies)
        number = int(page) if page.isdecimal() and len(page) < 3 else 0
        return _of_panel(room, _own_panel(seen), number, seen.title)

    # --- forms -------------------------------------------------------------------------------------------------------

    async def _form(self, activity: Activity, room: str, act: str, command: str) -> Answer:
        """Open the form of a command; if this person can't use it now, the press says why."""
        opening = _request(activity, room, Pressed(act))
        table = act.partition(":")[0]
        asked = await self._service.form(activity.person, table, command, opening)
        if asked is None:
            return await self._press(activity, room, Pressed(act), own=False)
        return Answer(room, asked=Asked(asked, Opened(table, command)), title=asked.title)

    async def _question(self, activity: Activity, room: str, data: Mapping[str, Any]) -> Answer:
        """Ask for the one argument that an act lacks; the press seats its person even so, where seats are open."""
        act, command, asks = (text_of(data, name) for name in ("act", "command", "asks"))
        opening = _request(activity, room, Pressed(act))
        table = act.partition(":")[0]
        carried = act.partition(":=")[2]
        asked = await self._service.form(activity.person, table, carried, opening)
        if asked is not None:
            return Answer(room, asked=Asked(asked, Opened(table, carried)), title=asked.title)
        page = await self._service.page_of(table)
        form = question(command_of(command, page.game if page else ""), asks, page.title if page else ui_texts.APP)
        return Answer(room, asked=Asked(form, Opened(table, command, act, asks)), title=form.title)

    async def _sent(self, activity: Activity, room: str, data: Mapping[str, Any]) -> Answer:
        """Handle a submitted form; a refused one comes back with all that was typed."""
        opened = Opened.read(data)
        said: Pressed | Filled
        if opened.asks_one:
            page = await self._service.page_of(opened.table)
            command = command_of(opened.command, page.game if page else "")
            asked: Form | None = question(command, opened.asks, page.title if page else ui_texts.APP)
            fields = entered(data, None)
            said = Pressed(opened.act, fields.get(ANSWER, ""))
        else:
            again = _request(activity, room, Filled(opened.table, opened.command, {}))
            asked = await self._service.form(activity.person, opened.table, opened.command, again)
            fields = entered(data, asked)
            said = Filled(opened.table, opened.command, fields)
        if not any(text.strip() for text in fields.values()):
            return self._refused(room, asked, opened, fields, str(ui_texts.EMPTY_FORM))
        request = _request(activity, room, said)
        response = await self._service.handle(request)
        if response.outcome in {"refused", "failed"} and asked is not None:
            return self._refused(room, asked, opened, fields, _sentences(response))
        if response.outcome == "done":
            meeting = await meeting_after(self._service, request, said, response.replies)
            if meeting is not None:
                return _of_panel(room, answering(_own_panel(meeting), response.replies), 0, meeting.title)
        return Answer(room, response.replies)

    @staticmethod
    def _refused(room: str, asked: Form | None, opened: Opened, fields: Mapping[str, str], why: str) -> Answer:
        if asked is None:
            return _said(room, why)
        return Answer(room, asked=Asked(asked, opened, why, fields), title=asked.title)


def _request(activity: Activity, room: str, said: Typed | Pressed | Filled) -> Request:
    person = activity.person
    if not person.name:
        person = replace(person, name=str(ui_texts.UNNAMED))
    return Request(activity.request_id, room, person, said)


def _own_panel(page: Page) -> Reply:
    with speaking(page.reply.language):
        return own_panel(page, str(ui_texts.YOU_FACILITATE))


def _of_panel(room: str, reply: Reply, page: int, title: str) -> Answer:
    acts = page_of(reply.acts, LIMITS, page, reply.sheet)
    with speaking(reply.language):
        nothing = "" if acts or reply.lead else str(ui_texts.NOTHING_NOW)
    story = "\n".join(filter(None, (reply.story, nothing)))
    return Answer(room, (replace(reply, acts=acts, story=story, private=True),), page, title=title)


def _said(room: str, sentence: str) -> Answer:
    return Answer(room, (Reply(sentence, private=True),))


def _sentences(refusal: Response) -> str:
    return "\n".join(sentence(reply) for reply in refusal.replies)


def sentence(reply: Reply) -> str:
    """The words of a reply, with names in place of seats."""
    return spell(reply.text, lambda seat: name_of(reply.names, seat))


def sentences(replies: Sequence[Reply]) -> str:
    return "\n".join(map(sentence, replies))
