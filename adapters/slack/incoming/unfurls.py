"""Previews of the web table's pages: what is played there, by whom, and whose turn it is."""

import logging
import re
import time
from collections import OrderedDict
from typing import Any
from urllib.parse import urlsplit

from slack_bolt.async_app import AsyncApp

from adapters.background import BackgroundTasks
from adapters.slack import texts as ui_texts
from adapters.slack.home.page import turn_of
from adapters.slack.identifiers import team_of
from adapters.slack.outgoing.acts import Block, bold, elements, section
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.kernel.messages import Page
from bot.kernel.ports import RoomUnreachable, Service
from bot.kernel.store import StoreUnavailable
from games.language import speaking

log = logging.getLogger(__name__)

LINK_SHARED = "link_shared"
_TABLE = re.compile(r"/t/([A-Za-z0-9_-]{22})/?")  # the page of a table; all others are for those who have their link
_ROOM = "web:{}"
_NO_FEED = 10**9
_MAX_LINKS = 3  # in a message
_MAX_PER_MINUTE = 30  # messages of a workspace; whoever posts more links gets no previews
_MAX_TEAMS = 5000


class Unfurls:
    def __init__(self, service: Service, web: WebApi, tasks: BackgroundTasks, domain: str) -> None:
        self._service = service
        self._web = web
        self._tasks = tasks
        self._domain = domain
        self._minutes: OrderedDict[str, tuple[int, int]] = OrderedDict()  # by team: the minute, and how many in it

    def listen(self, app: AsyncApp) -> None:
        app.event(LINK_SHARED)(self._shared)

    async def _shared(self, body: dict[str, Any]) -> None:
        team = team_of(body)
        if self._is_affordable(team):
            self._tasks.start(self._unfurl(team, body["event"]))

    def _is_affordable(self, team: str) -> bool:
        now = int(time.monotonic() // 60)
        minute, count = self._minutes.pop(team, (now, 0))
        count = count + 1 if minute == now else 1
        self._minutes[team] = (now, count)
        while len(self._minutes) > _MAX_TEAMS:
            self._minutes.popitem(last=False)
        return count <= _MAX_PER_MINUTE

    async def _unfurl(self, team: str, event: dict[str, Any]) -> None:
        links = [str(link["url"]) for link in event.get("links") or ()][:_MAX_LINKS]
        found = {link: blocks for link in links if (blocks := await self._preview(link))}
        if not found:
            return
        by_id = {"unfurl_id": event.get("unfurl_id"), "source": event.get("source")}
        target = by_id if all(by_id.values()) else {"channel": event["channel"], "ts": event["message_ts"]}
        try:
            client = await self._web.client(team)
            await client.chat_unfurl(unfurls={link: {"blocks": blocks} for link, blocks in found.items()}, **target)
        except (*FAILURES, RoomUnreachable) as error:
            log.info("could not preview a link: %s", error_code(error))

    async def _preview(self, link: str) -> list[Block]:
        """What everybody may see of the table behind a link; empty if it is none."""
        address = urlsplit(link)
        found = _TABLE.fullmatch(address.path) if address.hostname == self._domain else None
        try:
            page = await self._service.page(_ROOM.format(found[1]), None, _NO_FEED) if found else None
        except StoreUnavailable:
            return []
        return _blocks(page) if page is not None else []


def _blocks(page: Page) -> list[Block]:
    people = [chair.name for chair in page.chairs]
    with speaking(page.reply.language):
        lines = [turn_of(page), ui_texts.at_the_table(people) if people else ""]
    words = "\n".join(filter(None, lines))
    return section([bold(page.title), {"type": "text", "text": "\n"}, *elements(words, ())], "preview")
