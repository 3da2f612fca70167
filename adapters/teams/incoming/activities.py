"""What Teams delivers: verified, handled once, and answered in time."""

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from aiohttp import web

from adapters.background import BackgroundTasks
from adapters.teams import texts as ui_texts
from adapters.teams.identifiers import PERSONAL, Activity, Payload, name_as_typed, part, person_id
from adapters.teams.incoming.answers import Answer, Answers, sentences
from adapters.teams.incoming.forms import dialog, form_card, last_words
from adapters.teams.incoming.verification import Verifier
from adapters.teams.outgoing.addresses import Addresses
from adapters.teams.outgoing.cards import CARD_TYPE, is_brief, own_card, room_card
from adapters.teams.outgoing.connector import Rejected
from adapters.teams.outgoing.controls import CLOSE, DO, text_of
from adapters.teams.outgoing.posting import MENTIONED, RoomMessages, style_of
from adapters.teams.outgoing.private import PrivateChats
from adapters.teams.outgoing.rosters import Rosters
from adapters.teams.outgoing.words import Words
from adapters.tokens import BadToken, KeysUnavailable
from bot.kernel.messages import Reply, Suggestion, Typed
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Installations, StoreUnavailable
from bot.kernel.table.catalogue import GAME
from games.language import speaking
from games.values import replace

log = logging.getLogger(__name__)

MESSAGES = "/teams/messages"
ANSWER_SECONDS = 3.0  # to answer a press; Teams gives up after ten
_MESSAGE = "application/vnd.microsoft.activity.message"
_MAX_SEEN = 20_000  # remembered deliveries
_GREETED = 90 * 24 * 3600.0  # seconds until a place may be greeted once more

_Handler = Callable[[Activity], Coroutine[Any, Any, Payload]]


class Activities:
    def __init__(
        self,
        verifier: Verifier,
        addresses: Addresses,
        rosters: Rosters,
        *,
        posts: RoomMessages,
        private: PrivateChats,
        tasks: BackgroundTasks,
        store: Installations | None,
    ) -> None:
        self._verifier = verifier
        self._addresses = addresses
        self._rosters = rosters
        self._posts = posts
        self._private = private
        self._tasks = tasks
        self._store = store
        self._answers: Answers | None = None
        self._seen: OrderedDict[str, asyncio.Task[Payload]] = OrderedDict()

    def open(self, answers: Answers) -> None:
        self._answers = answers

    def close(self) -> None:
        self._answers = None

    # --- receiving ---------------------------------------------------------------------------------------------------

    async def receive(self, request: web.Request) -> web.Response:
        """Verify a delivery and handle it. Messages are acknowledged at once; an invoke waits for its answer."""
        try:
            body = _read(await request.read())
        except (ValueError, RecursionError):
            raise web.HTTPBadRequest from None
        if not isinstance(body, dict):
            raise web.HTTPBadRequest
        try:
            await self._verifier.check(request.headers.get("Authorization", ""), body)
        except BadToken as why:
            log.info("refused a delivery: %s", why)
            raise web.HTTPUnauthorized from None
        except KeysUnavailable:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "5"}) from None
        if self._answers is None:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "5"})
        activity = Activity(body)
        if not activity.room.conversation:
            raise web.HTTPBadRequest
        await self._addresses.note(activity)
        if activity.kind != "invoke":
            self._once(activity, self._told)
            return web.Response(status=202)
        handler = self._invokes.get(activity.name)
        if handler is None:
            return web.Response(status=501)
        answer = await asyncio.shield(self._once(activity, handler))
        return web.json_response(answer) if answer else web.Response(status=200)

    def _once(self, activity: Activity, handle: _Handler) -> "asyncio.Task[Payload]":
        """Handle a delivery; one that comes again gets the same answer."""
        key = activity.request_id
        if key not in self._seen:
            self._seen[key] = self._tasks.start(_in_their_language(activity, handle))
            while len(self._seen) > _MAX_SEEN:
                self._seen.popitem(last=False)
        return self._seen[key]

    @property
    def _invokes(self) -> dict[str, _Handler]:
        return {"adaptiveCard/action": self._executed, "task/fetch": self._fetched, "task/submit": self._fetched}

    def _running(self) -> Answers:
        assert self._answers is not None
        return self._answers

    # --- messages ----------------------------------------------------------------------------------------------------

    async def _told(self, activity: Activity) -> Payload:
        """Handle what isn't answered by itself: typed lines, presses by Action.Submit, the bot's arrival."""
        if activity.kind == "message":
            await self._message(activity)
        elif activity.kind in {"conversationUpdate", "installationUpdate"} and _has_arrived(activity):
            await self._greet(activity)
        return {}

    async def _message(self, activity: Activity) -> None:
        if activity.value and not activity.line:
            answer = await self._running().pressed(activity, activity.value)
        else:
            answer = await self._running().typed(activity, Typed(activity.line, await self._mentions(activity)))
        await self._privately(activity, answer)

    async def _privately(self, activity: Activity, answer: Answer) -> None:
        """Send somebody what only they may read, where there is no answer to a press."""
        replies = answer.replies
        if answer.asked is not None:  # a button that opens a form arrives as an invoke; this one is older
            replies = (Reply(str(answer.asked.why or ui_texts.UNKNOWN_BUTTON), private=True),)
        if replies:
            await self._private.send(activity, answer.room, replies)

    async def _mentions(self, activity: Activity) -> dict[str, str]:
        """Who is meant by each `@name` of a line."""
        mentioned = activity.mentioned
        if not mentioned:
            return {}
        try:
            known = await self._rosters.named(await self._addresses.note(activity), frozenset(mentioned.values()))
        except (Rejected, RoomUnreachable) as error:
            log.info("the members of a conversation are not known: %s", error)
            known = {}
        return {
            name_as_typed(text): known.get(user) or person_id(activity.tenant, user) for text, user in mentioned.items()
        }

    async def _greet(self, activity: Activity) -> None:
        """Greet a place that has added the bot, once."""
        to = await self._addresses.note(activity)
        if self._store is not None:
            try:
                word = f"teams greeting {activity.room.conversation}"  # not prose
                if not await self._store.use_once(word, time.time(), time.time() + _GREETED):
                    return
            except StoreUnavailable:
                return
        lines = tuple(Suggestion(f"new {key}", title) for key, title in GAME.titled.items())  # not prose
        try:
            await self._posts.say(to, room_card(Reply(str(ui_texts.GREETING), lines=lines), style_of(to), time.time()))
        except RoomUnreachable as error:
            log.info("could not greet a conversation: %s", error)

    # --- invokes -----------------------------------------------------------------------------------------------------

    async def _in_time(self, activity: Activity, data: Mapping[str, Any]) -> Answer | None:
        """The answer to a press; None if it takes longer than people wait: then it is sent once it is there."""
        working: asyncio.Task[Answer] = self._tasks.start(self._running().pressed(activity, data))
        done, _ = await asyncio.wait({working}, timeout=ANSWER_SECONDS)
        if done:
            return working.result()

        async def later() -> None:
            await self._privately(activity, await working)

        self._tasks.start(later())
        return None

    async def _executed(self, activity: Activity) -> Payload:
        """Answer Action.Execute: with a card that takes the place of everybody's for this person, or a line below."""
        if activity.value.get("trigger") == "automatic":
            return self._as_it_stands(activity)
        answer = await self._in_time(activity, part(activity.value, "action", "data"))
        if answer is None:
            return _line(str(ui_texts.WORKING))
        if answer.is_empty:
            return self._as_it_stands(activity)
        to = await self._addresses.note(activity)
        if answer.asked is None and is_brief(answer.replies):
            return _line(Words((), command=style_of(to).command).plain(sentences(answer.replies)).replace("`", ""))
        carried = _carried(activity)
        command = MENTIONED if carried else style_of(to).command
        style = replace(style_of(to), command=command, where="own", returns=not carried, carried=carried)
        if answer.asked is not None:
            asked = answer.asked
            return _card(form_card(asked.form, asked.opened, style, asked.why, asked.typed))
        shown = [self._private.complete(each, to) for each in answer.replies]
        return _card(own_card(shown, style, time.time(), page=answer.page))

    def _as_it_stands(self, activity: Activity) -> Payload:
        """The message of the pressed button, as everybody sees it by now."""
        card = self._posts.shown(activity.room.name, activity.message)
        return _card(card) if card is not None else _line(str(ui_texts.DONE))

    async def _fetched(self, activity: Activity) -> Payload:
        """Answer a dialog: with a form, with what only this person may read, or by closing it."""
        data = part(activity.value, "data")
        if text_of(data, DO) == CLOSE:
            return {}
        answer = await self._in_time(activity, data)
        if answer is None:
            return last_words(str(ui_texts.WORKING))
        to = await self._addresses.note(activity)
        style = replace(style_of(to), where="dialog", carried=_carried(activity))
        if answer.asked is not None:
            asked = answer.asked
            return dialog(form_card(asked.form, asked.opened, style, asked.why, asked.typed), answer.title)
        if not answer.replies:
            return last_words(str(ui_texts.DONE)) if activity.name == "task/fetch" else {}
        shown = [self._private.complete(each, to) for each in answer.replies]
        return dialog(own_card(shown, style, time.time(), page=answer.page), answer.title or ui_texts.APP)


async def _in_their_language(activity: Activity, handle: _Handler) -> Payload:
    """Handle a delivery. What the adapter itself says on the way is for whoever sent it."""
    with speaking(activity.person.locale):
        return await handle(activity)


def _read(raw: bytes) -> object:
    """The JSON of a delivery. Half a letter, which an escape can write, can't be stored: it becomes a question mark."""
    body: object = json.loads(raw)
    if b"\\u" in raw:
        body = json.loads(json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"))
    return body


def _has_arrived(activity: Activity) -> bool:
    """Whether the bot itself was added."""
    if activity.kind == "installationUpdate":
        return activity.place == PERSONAL and activity.body.get("action") == "add"
    added = activity.body.get("membersAdded")
    members = added if isinstance(added, list) else []
    return any(isinstance(each, dict) and each.get("id") == activity.bot for each in members)


def _carried(activity: Activity) -> tuple[tuple[str, str], ...]:
    """The room that a private card is about goes on from one card to the next; its seal is checked with every press."""
    data = {**part(activity.value, "data"), **part(activity.value, "action", "data")}
    return tuple((name, text_of(data, name)) for name in ("room", "seal") if text_of(data, name))


def _card(card: Payload) -> Payload:
    return {"statusCode": 200, "type": CARD_TYPE, "value": card}


def _line(text: str) -> Payload:
    return {"statusCode": 200, "type": _MESSAGE, "value": text}
