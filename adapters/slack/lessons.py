"""Pictures in tutorials. Nobody else sits at such a table, so its board, cards included, may be uploaded."""

import asyncio
import logging
from collections import OrderedDict

from adapters.slack.uploads import Uploads
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.live.lessons import in_lesson
from bot.messages import Reply
from bot.ports import Overtaken, RoomUnreachable, Service, StoreUnavailable

log = logging.getLogger(__name__)

MAX_LESSONS = 2000
PATIENCE = 2.5  # seconds for a picture: words that come without one can't get it later


class LessonPictures:
    def __init__(self, web: WebApi, uploads: Uploads) -> None:
        self._web = web
        self._uploads = uploads
        self._shown: OrderedDict[str, str] = OrderedDict()  # by table: the file of its last board

    async def file(self, team: str, reply: Reply) -> str:
        """The file with the board of a lesson; empty if there is no picture in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                client = await self._web.client(team)
                file = await self._uploads.file(client, reply)
        except (*FAILURES, RoomUnreachable, Overtaken) as error:
            log.info("a lesson comes without a picture: %s", error_code(error))
            return ""
        if file:
            await self._replace(team, reply.table, file)
        return file or ""

    async def _replace(self, team: str, table: str, file: str) -> None:
        """Only the newest board of a lesson is kept."""
        old, self._shown[table] = self._shown.pop(table, ""), file
        while len(self._shown) > MAX_LESSONS:
            self._shown.popitem(last=False)
        if old and old != file:
            try:
                await (await self._web.client(team)).files_delete(file=old)
            except (*FAILURES, RoomUnreachable) as error:
                log.info("could not delete a picture: %s", error_code(error))


async def is_lesson(service: Service, table: str) -> bool:
    try:
        page = await service.page_of(table) if table else None
    except StoreUnavailable:
        return False
    return page is not None and any(map(in_lesson, page.rooms))
