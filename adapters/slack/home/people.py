"""Personal settings on Slack: a name, and a message when it is one's turn."""

import asyncio
import json
import logging
import re
import time
from collections import OrderedDict
from dataclasses import asdict, dataclass, replace

from slack_sdk.errors import SlackApiError

from adapters.background import BackgroundTasks
from adapters.layout import in_its_language
from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom, person_id, user_of
from adapters.slack.outgoing.acts import TEXT_LIMIT, Block, channel_link, elements, escape, plain_text, section
from adapters.slack.outgoing.calls import MessagesApi
from adapters.slack.texts import UNNAMED
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.kernel.messages import Person, Reply, Request
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Installations, StoreUnavailable, personal_record
from games.text import shortened

# --- own settings ----------------------------------------------------------------------------------------------------

_CACHE_SECONDS = 60.0  # another process may store something else
_MAX_KNOWN = 5000


@dataclass(frozen=True, slots=True)
class Wishes:
    name: str = ""  # empty: the display name
    turns: bool = False  # a direct message when it is their turn


NONE = Wishes()


class PersonalWishes:
    """Personal settings, beside the installations, one record per person; without a store, only in memory."""

    def __init__(self, store: Installations | None) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[float, Wishes]] = OrderedDict()

    async def of(self, person: str) -> Wishes:
        """The settings by the person's id, `slack:T1:U1`. If the database can't be reached, the last known ones."""
        until, known = self._known.get(person, (0.0, NONE))
        if self._store is None or time.monotonic() < until:
            return known
        try:
            found = await self._store.installation(*personal_record(person))
        except StoreUnavailable:
            return known
        wishes = Wishes(**json.loads(found)) if found else NONE
        self._keep(person, wishes)
        return wishes

    async def put(self, person: str, wishes: Wishes) -> None:
        if self._store is not None:
            await self._store.put_installation(*personal_record(person), json.dumps(asdict(wishes)).encode())
        self._keep(person, wishes)

    async def forget(self, person: str) -> None:
        if self._store is not None:
            await self._store.drop_installation(*personal_record(person))
        self._known.pop(person, None)

    def _keep(self, person: str, wishes: Wishes) -> None:
        self._known[person] = (time.monotonic() + _CACHE_SECONDS, wishes)
        self._known.move_to_end(person)
        while len(self._known) > _MAX_KNOWN:
            self._known.popitem(last=False)


# --- profiles --------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

_CACHE_SECONDS = 3600.0
_ASK_AGAIN_SECONDS = 300.0  # where Slack says no: somebody may grant the scope
_TIMEOUT = 1.0  # for Slack's answer; nobody waits longer for a name


class Profiles:
    def __init__(self, web: WebApi, wishes: PersonalWishes) -> None:
        self._web = web
        self._wishes = wishes
        self._known: OrderedDict[tuple[str, str], tuple[float, Person]] = OrderedDict()
        self._closed: dict[str, float] = {}  # by team: until when not to ask, because the scope is missing

    async def person(self, team: str, user: str) -> Person:
        """The person as a table should call them."""
        person = await self._account(team, user)
        chosen = (await self._wishes.of(person.id)).name
        return replace(person, name=chosen) if chosen else person

    async def _account(self, team: str, user: str) -> Person:
        """The person as others see them in Slack; without a name if the app may not read it."""
        until, known = self._known.get((team, user), (0.0, None))
        if known is not None and time.monotonic() < until:
            return known
        nobody = known or Person(person_id(team, user), UNNAMED)
        if time.monotonic() < self._closed.get(team, 0.0):
            return nobody
        try:
            found, seconds = await self._ask(team, user), _CACHE_SECONDS
        except SlackApiError as error:
            if error_code(error) == "missing_scope":
                self._closed[team] = time.monotonic() + _ASK_AGAIN_SECONDS
            found, seconds = nobody, _ASK_AGAIN_SECONDS
        except (*FAILURES, RoomUnreachable) as error:
            log.info("could not read a profile: %s", error_code(error))
            return nobody
        self._keep((team, user), found, seconds)
        return found

    def _keep(self, key: tuple[str, str], found: Person, seconds: float) -> None:
        self._known[key] = (time.monotonic() + seconds, found)
        self._known.move_to_end(key)
        while len(self._known) > _MAX_KNOWN:
            self._known.popitem(last=False)

    async def _ask(self, team: str, user: str) -> Person:
        async with asyncio.timeout(_TIMEOUT):
            answer = await (await self._web.client(team)).users_info(user=user, include_locale=True)
        account = answer["user"] or {}
        profile = account.get("profile") or {}
        name = profile.get("display_name") or profile.get("real_name") or account.get("real_name") or UNNAMED
        zone, locale = str(account.get("tz") or ""), str(account.get("locale") or "")
        return Person(person_id(team, user), str(name), zone=zone, locale=locale)


@dataclass(frozen=True, slots=True)
class People:
    """The data about people: from Slack, and from themselves."""

    profiles: Profiles
    wishes: PersonalWishes


# --- turns -----------------------------------------------------------------------------------------------------------

_MAX_CALLS = 5000  # open ones, over all tables
_TS = re.compile(r"\d{6,}\.\d+")


class TurnCalls:
    def __init__(self, web: WebApi, wishes: PersonalWishes, tasks: BackgroundTasks) -> None:
        self._web = web
        self._wishes = wishes
        self._tasks = tasks
        self._open: OrderedDict[tuple[str, str], tuple[str, str]] = OrderedDict()  # table and person: channel and ts

    def posted(self, slack_room: SlackRoom, reply: Reply, request: Request | None, message: str) -> None:
        """Call those whom a table with news waits for now, and take back the calls to those it no longer waits for."""
        if reply.news and reply.table:
            self._tasks.start(self._call(slack_room, reply, request, message))

    async def _call(self, slack_room: SlackRoom, reply: Reply, request: Request | None, message: str) -> None:
        awaited = {person.id for person in reply.awaited}
        for call in [call for call in self._open if call[0] == reply.table and call[1] not in awaited]:
            await self._take_back(slack_room.team, *call)
        mover = request.person.id if request is not None and request.person is not None else ""
        for person in reply.awaited:
            if person.id != mover and (reply.table, person.id) not in self._open:
                await self._tell(slack_room, reply, person, message)

    async def _tell(self, slack_room: SlackRoom, reply: Reply, person: Person, message: str) -> None:
        user = user_of(person, slack_room.team)
        if user is None or not (await self._wishes.of(person.id)).turns:
            return
        try:
            client = await self._web.client(slack_room.team)
            found, channel = _TS.search(message), replace(slack_room, thread="")
            link = await MessagesApi(self._web).address(channel, found[0]) if found else ""
            answer = await client.chat_postMessage(channel=user, **_content(reply, slack_room, link))
        except (*FAILURES, RoomUnreachable) as error:
            log.warning("could not call somebody to the table: %s", error_code(error))
            return
        self._open[reply.table, person.id] = (str(answer["channel"]), str(answer["ts"]))
        while len(self._open) > _MAX_CALLS:
            self._open.popitem(last=False)

    async def _take_back(self, team: str, table: str, person: str) -> None:
        channel, ts = self._open.pop((table, person))
        try:
            await (await self._web.client(team)).chat_delete(channel=channel, ts=ts)
        except (*FAILURES, RoomUnreachable) as error:
            log.info("could not delete a message: %s", error_code(error))


@in_its_language
def _content(reply: Reply, slack_room: SlackRoom, link: str) -> Block:
    link_to = channel_link(slack_room.channel)
    where: list[Block] = [*link_to, {"type": "text", "text": "\n"}] if link_to else []
    linked = (
        [{"type": "text", "text": "\n"}, {"type": "link", "url": link, "text": str(ui_texts.GO_THERE)}] if link else []
    )
    words = reply.sheet.title if reply.sheet is not None else f"{ui_texts.YOUR_TURN} {reply.situation}"
    spoken = [*where, *elements(words, reply.names), *linked]
    text = shortened(escape(plain_text(words, reply.names)), TEXT_LIMIT)
    return {"text": text, "blocks": section(spoken, "turn"), "unfurl_links": False}
