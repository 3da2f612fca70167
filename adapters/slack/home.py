"""The App Home: published when it has changed and its reader is looking.

Slack says when somebody opens it, but not when they turn away. Whoever types or presses something in a channel isn't
looking at it; and nobody looks for longer than half an hour.
"""

import asyncio
import hashlib
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from adapters.slack.home_page import HomeContent, page
from adapters.slack.identifiers import PLATFORM
from adapters.slack.lessons import LessonPictures
from adapters.slack.profiles import People
from adapters.slack.rich_text import Block
from adapters.slack.tasks import BackgroundTasks
from adapters.slack.uploads import Uploads
from adapters.slack.views import with_or_without_pictures
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.live.lessons import in_lesson
from bot.messages import Page, Reply
from bot.ports import RoomUnreachable, Service, StoreUnavailable

log = logging.getLogger(__name__)

MAX_READERS = 2000  # people whose page is kept up to date
READING_SECONDS = 1800.0
PAUSE = 1.0  # seconds between two publications for one reader: several moves are one change


@dataclass(slots=True)
class Reader:
    """Somebody who is looking at their page."""

    team: str
    user: str
    until: float
    tables: frozenset[str] = frozenset()  # on the page
    digest: str = ""  # of what they see
    answer: tuple[Reply, ...] = ()  # to what they last did on the page
    published: float = 0.0
    pending: bool = False  # an update is on its way
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Home:
    def __init__(
        self,
        web: WebApi,
        *,
        tasks: BackgroundTasks,
        uploads: Uploads,
        lessons: LessonPictures,
        people: People,
    ) -> None:
        self._web = web
        self._tasks = tasks
        self._uploads = uploads
        self._lessons = lessons
        self._profiles = people.profiles
        self._wishes = people.wishes
        self._readers: OrderedDict[str, Reader] = OrderedDict()  # by person
        self._digests: OrderedDict[str, str] = OrderedDict()  # by person: the page as it was last published

    async def opened(self, service: Service, team: str, user: str, answer: Sequence[Reply] = ()) -> None:
        """Somebody looks at their page, or pressed something on it; `answer` is what came of that."""
        person = f"{PLATFORM}:{team}:{user}"
        reader = self._readers.get(person) or Reader(team, user, 0.0, digest=self._digests.get(person, ""))
        reader.until = time.monotonic() + READING_SECONDS
        reader.answer = tuple(answer)
        self._readers[person] = reader
        self._readers.move_to_end(person)
        while len(self._readers) > MAX_READERS:
            self._readers.popitem(last=False)
        await self._publish(service, person, reader)

    def left(self, person: str) -> None:
        """Somebody did something elsewhere."""
        self._readers.pop(person, None)

    def changed(self, service: Service, table: str) -> None:
        """Update the pages that show this table, for those who are looking."""
        for person, reader in [*self._readers.items()]:
            if time.monotonic() > reader.until:
                self.left(person)
            elif table in reader.tables:
                self.refresh(service, person)

    def refresh(self, service: Service, person: str) -> None:
        """Update a page if its reader is looking; several changes within a second are one."""
        reader = self._readers.get(person)
        if reader is not None and not reader.pending:
            reader.pending = True
            self._tasks.start(self._publish_soon(service, person, reader))

    async def _publish_soon(self, service: Service, person: str, reader: Reader) -> None:
        await asyncio.sleep(max(0.0, reader.published + PAUSE - time.monotonic()))
        reader.pending = False
        if self._readers.get(person) is reader:
            await self._publish(service, person, reader)

    async def _publish(self, service: Service, person: str, reader: Reader) -> None:
        async with reader.lock:
            try:
                content = await self._content(service, reader)
                reader.tables = frozenset(seated.table for seated in content.tables)
                view = page(content)
                if (digest := _digest(view)) != reader.digest:
                    await self._send(reader, view)
                    reader.digest = digest
                    self._remember(person, digest)
            except (*FAILURES, RoomUnreachable, StoreUnavailable) as error:
                log.warning("could not publish an App Home: %s", error_code(error))
            reader.published = time.monotonic()

    async def _content(self, service: Service, reader: Reader) -> HomeContent:
        person = await self._profiles.person(reader.team, reader.user)
        tables = await service.tables_of(person)
        return HomeContent(
            team=reader.team,
            tables=tables,
            boards=await self._boards(reader.team, tables),
            open_actions=[action for action in await service.open_actions(person) if action[0].startswith(PLATFORM)],
            wishes=await self._wishes.of(person.id),
            name=person.name,
            zone=person.zone,
            answer=reader.answer,
        )

    async def _boards(self, team: str, tables: Sequence[Page]) -> dict[str, str]:
        """The pictures that their channels show anyway; only tutorials, which have no channel, upload theirs."""
        found = {seated.table: self._uploads.board(team, seated.table, seated.sequence) for seated in tables}
        for seated in tables:
            if seated.board is not None and any(map(in_lesson, seated.rooms)):
                shown = Reply("", drawing=seated.board, pictures=seated.reply.pictures, table=seated.table)
                found[seated.table] = await self._lessons.file(team, shown)
        return {table: file for table, file in found.items() if file}

    async def _send(self, reader: Reader, view: Block) -> None:
        client = await self._web.client(reader.team)
        await with_or_without_pictures(view, lambda view: client.views_publish(user_id=reader.user, view=view))

    def _remember(self, person: str, digest: str) -> None:
        self._digests[person] = digest
        self._digests.move_to_end(person)
        while len(self._digests) > MAX_READERS:
            self._digests.popitem(last=False)


def _digest(view: Block) -> str:
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()
