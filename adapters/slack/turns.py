"""“It’s your turn” in the Messages tab, with a link to the table, for those who asked for it.

There is one message a table, and it goes away when the turn is over: the tab shows what waits for you now.
"""

import logging
import re
from collections import OrderedDict
from dataclasses import replace

from adapters.slack import ui_texts
from adapters.slack.identifiers import SlackRoom, user_of
from adapters.slack.messages_api import MessagesApi
from adapters.slack.personal import PersonalWishes
from adapters.slack.rich_text import TEXT_LIMIT, Block, channel_link, elements, escape, plain_text, section
from adapters.slack.tasks import BackgroundTasks
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.messages import Person, Reply, Request
from bot.ports import RoomUnreachable
from games.text import shortened

log = logging.getLogger(__name__)

MAX_CALLS = 5000  # open ones, over all tables
_TS = re.compile(r"\d{6,}\.\d+")


class TurnCalls:
    def __init__(self, web: WebApi, wishes: PersonalWishes, tasks: BackgroundTasks) -> None:
        self._web = web
        self._wishes = wishes
        self._tasks = tasks
        self._open: OrderedDict[tuple[str, str], tuple[str, str]] = OrderedDict()  # table and person: channel and ts

    def posted(self, slack_room: SlackRoom, reply: Reply, request: Request | None, message: str) -> None:
        """A table has news: call those it waits for now, and take back the calls to those it no longer waits for."""
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
            answer = await client.chat_postMessage(channel=user, **_content(slack_room, reply, link))
        except (*FAILURES, RoomUnreachable) as error:
            log.warning("could not call somebody to the table: %s", error_code(error))
            return
        self._open[reply.table, person.id] = (str(answer["channel"]), str(answer["ts"]))
        while len(self._open) > MAX_CALLS:
            self._open.popitem(last=False)

    async def _take_back(self, team: str, table: str, person: str) -> None:
        channel, ts = self._open.pop((table, person))
        try:
            await (await self._web.client(team)).chat_delete(channel=channel, ts=ts)
        except (*FAILURES, RoomUnreachable) as error:
            log.info("could not delete a message: %s", error_code(error))


def _content(slack_room: SlackRoom, reply: Reply, link: str) -> Block:
    link_to = channel_link(slack_room.channel)
    where: list[Block] = [*link_to, {"type": "text", "text": "\n"}] if link_to else []
    linked = [{"type": "text", "text": "\n"}, {"type": "link", "url": link, "text": ui_texts.GO_THERE}] if link else []
    spoken = [*where, *elements(f"{ui_texts.YOUR_TURN} {reply.situation}", reply.names), *linked]
    text = shortened(escape(f"{ui_texts.YOUR_TURN} {plain_text(reply.situation, reply.names)}"), TEXT_LIMIT)
    return {"text": text, "blocks": section(spoken, "turn"), "unfurl_links": False}
