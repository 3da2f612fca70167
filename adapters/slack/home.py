"""The App Home: your tables, whose turn it is, and what you hold, because ephemeral messages can get lost."""

import logging
import time
from collections import OrderedDict
from collections.abc import Iterable

from adapters.slack import message, words
from adapters.slack.choices import actions
from adapters.slack.names import PLATFORM, Place, user_of
from adapters.slack.rich import Block, elements, plain, section
from adapters.slack.tasks import Tasks
from adapters.slack.web import FAULTS, Web, code
from bot.messages import Page, Person, Reply
from bot.ports import RoomUnreachable, Service, StoreUnavailable

log = logging.getLogger(__name__)

MAX_BLOCKS = 100
MAX_READERS = 2000  # whose page is kept up to date
HEADER_LIMIT = 150
PREFIX = "home"


def room_of(block_id: str) -> str:
    """The room of the table that a button on the page belongs to."""
    return block_id.removeprefix(f"{PREFIX}|").rpartition("|")[0]


class Home:
    def __init__(self, web: Web, tasks: Tasks) -> None:
        self._web = web
        self._tasks = tasks
        self._shown: OrderedDict[str, frozenset[str]] = OrderedDict()  # person: the tables on their page
        self._busy: set[str] = set()
        self._again: set[str] = set()

    async def publish(self, service: Service, person: Person, team: str, answer: Iterable[Reply] = ()) -> None:
        """Make the page anew; `answer` is what a button on it was answered."""
        if person.id in self._busy and not answer:
            self._again.add(person.id)  # whoever is at it does it once more
            return
        self._busy.add(person.id)
        try:
            while True:
                self._again.discard(person.id)
                await self._publish(service, person, team, answer)
                if person.id not in self._again:
                    break
        finally:
            self._busy.discard(person.id)

    def changed(self, service: Service, table: str) -> None:
        """Something happened at a table: the pages that show it follow."""
        for person, tables in self._shown.items():
            if table in tables:
                _, team, _ = person.split(":", 2)
                self._tasks.start(self.publish(service, Person(person, ""), team))

    def shows(self, person: Person) -> bool:
        return person.id in self._shown

    async def _publish(self, service: Service, person: Person, team: str, answer: Iterable[Reply]) -> None:
        try:
            tables = await service.tables_of(person)
            client = await self._web.client(team)
            await client.views_publish(user_id=user_of(person, team) or "", view=page(tables, team, answer))
        except (*FAULTS, RoomUnreachable, StoreUnavailable) as fault:
            log.warning("an App Home could not be shown: %s", code(fault))
            return
        self._shown[person.id] = frozenset(seated.table for seated in tables)
        self._shown.move_to_end(person.id)
        while len(self._shown) > MAX_READERS:
            self._shown.popitem(last=False)


def page(tables: list[Page], team: str, answer: Iterable[Reply] = ()) -> Block:
    blocks: list[Block] = []
    for number, reply in enumerate(answer):
        blocks += _heading(words.ANSWER) if not number else []
        blocks += message.aside(reply, f"answer:{number}")
    blocks += _heading(words.HOME_TITLE)
    if not tables:
        blocks += section(elements(words.HOME_EMPTY, ()), "empty")
    for number, seated in enumerate(sorted(tables, key=lambda one: not one.awaited)):
        part = _table(seated, team, number)
        if len(blocks) + len(part) > MAX_BLOCKS:
            break
        blocks += part
    return {"type": "home", "blocks": blocks[:MAX_BLOCKS]}


def _table(seated: Page, team: str, number: int) -> list[Block]:
    room = next((room for room in seated.rooms if room.startswith(f"{PLATFORM}:{team}:")), "")
    where = [{"type": "channel", "channel_id": Place.read(room).channel}] if room else []
    spoken = [*where, *elements(f"{' ' * len(where)}{_turn(seated)}\n{seated.reply.text}", seated.reply.names)]
    blocks = [{"type": "divider"}, *_heading(seated.title), *section(spoken, f"table:{number}")]
    blocks += message.clock(seated.reply, time.time(), f"clock:{number}")
    for at, look in enumerate(seated.held):
        blocks += message.aside(look, f"look:{number}:{at}")
    pressed_in = room or Place(team, "").room  # a lesson is in no channel, and its buttons work from everywhere
    return blocks + actions(seated.reply, prefix=f"{PREFIX}|{pressed_in}|{number}")


def _turn(seated: Page) -> str:
    if seated.phase == "lobby":
        return words.NOT_BEGUN
    return words.YOUR_TURN if seated.awaited else words.NOT_YOUR_TURN


def _heading(text: str) -> list[Block]:
    return [{"type": "header", "text": plain(text, HEADER_LIMIT)}]
