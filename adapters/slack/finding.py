"""Which room people mean: slash commands don't say in which thread they belong, and a card's thread isn't a room."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adapters.slack.choices import LABEL_LIMIT, SAY
from adapters.slack.identifiers import SlackRoom
from adapters.slack.posting import Posts
from adapters.slack.rich_text import Block, plain
from bot.messages import Page, Person
from bot.ports import Service

NO_FEED = 10**9  # the story of a page that nobody reads
MAX_TABLES = 10  # to choose from


@dataclass(frozen=True, slots=True)
class Candidate:
    """A table of this channel that may be meant."""

    room: SlackRoom
    page: Page


class TableFinder:
    def __init__(self, service: Service, posts: Posts) -> None:
        self._service = service
        self._posts = posts

    async def room_at(self, place: SlackRoom, message: str = "") -> SlackRoom:
        """The room whose table is shown in this thread, or in this message (its card): the thread or the channel."""
        thread, channel = replace(place, thread=place.thread or message), replace(place, thread="")
        if self._posts.shows(channel, thread.thread):  # nearly always, and without asking the store
            return channel
        if thread.thread and await self._page(thread, None) is not None:
            return thread
        return channel

    async def is_taken(self, channel: SlackRoom) -> bool:
        """Whether the channel has a running table in a thread: then there is room for another one beside it."""
        if self._posts.style_in(channel) != "thread":
            return False
        page = await self._page(channel, None)
        return page is not None and page.phase != "over"

    async def rooms_for(self, channel: SlackRoom, person: Person) -> list[Candidate]:
        """The tables that somebody may mean who types a command in the channel; one if it is clear, else several.

        It is the one at which they sit (and are awaited), otherwise the channel's own. None: there is no table.
        """
        own = await self._page(channel, person)
        found = [Candidate(channel, own)] if own is not None else []
        threads = self._posts.threads_in(channel)
        if own is not None and own.seat is not None and own.phase != "over" and not threads:
            return found  # nearly always
        found += await self._in_threads(channel, threads, person)
        running = [one for one in found if one.page.phase != "over"] or found[:1]
        seated = [one for one in running if one.page.seat is not None]
        awaited = [one for one in seated if one.page.awaited]
        if not seated and any(one.room == channel for one in running):
            return [one for one in running if one.room == channel]
        return awaited if len(awaited) == 1 else seated or running

    async def _in_threads(self, channel: SlackRoom, threads: Sequence[SlackRoom], person: Person) -> list[Candidate]:
        """Known threads with tables, and those of tables at which the person sits."""
        found = {one: await self._page(one, person) for one in threads}
        prefix = f"{channel.name}:"
        for page in await self._service.tables_of(person):
            found |= {SlackRoom.parse(room): page for room in page.rooms if room.startswith(prefix)}
        return [Candidate(room, page) for room, page in found.items() if page is not None]

    async def _page(self, slack_room: SlackRoom, person: Person | None) -> Page | None:
        return await self._service.page(slack_room.name, person, NO_FEED)


def question(line: str, found: Sequence[Candidate]) -> list[Block]:
    """Buttons that type the line at one of the tables each."""
    return [
        {"type": "actions", "block_id": f"{SAY}|{one.room.name}|{at}", "elements": [_button(line, one, at)]}
        for at, one in enumerate(found[:MAX_TABLES])
    ]


def _button(line: str, one: Candidate, at: int) -> Block:
    names = ", ".join(chair.name for chair in one.page.chairs)
    label = plain(f"{one.page.title}: {names}", LABEL_LIMIT)
    return {"type": "button", "action_id": f"{SAY}:{at}", "text": label, "value": line or "help"}


def room_asked(block_id: str) -> SlackRoom | None:
    """The room of a table that a button of `question` stands for."""
    kind, _, rest = block_id.partition("|")
    return SlackRoom.parse(rest.rpartition("|")[0]) if kind == SAY and rest else None
