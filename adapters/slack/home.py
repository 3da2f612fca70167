"""The App Home: a person's tables, turns and hands, because ephemeral messages can get lost."""

import logging
import time
from collections import OrderedDict
from collections.abc import Iterable

from adapters.slack import message, ui_texts
from adapters.slack.choices import actions
from adapters.slack.identifiers import PLATFORM, SlackRoom, user_of
from adapters.slack.rich_text import Block, elements, plain, section
from adapters.slack.tasks import BackgroundTasks
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.messages import Page, Person, Reply
from bot.ports import RoomUnreachable, Service, StoreUnavailable

log = logging.getLogger(__name__)

MAX_BLOCKS = 100
MAX_READERS = 2000  # people whose page is kept up to date
HEADER_LIMIT = 150
PREFIX = "home"


def room_of(block_id: str) -> str:
    """The room of the table that a button on the page is for."""
    return block_id.removeprefix(f"{PREFIX}|").rpartition("|")[0]


class Home:
    def __init__(self, web: WebApi, tasks: BackgroundTasks) -> None:
        self._web = web
        self._tasks = tasks
        self._shown: OrderedDict[str, frozenset[str]] = OrderedDict()  # person: the tables on their page
        self._busy: set[str] = set()
        self._again: set[str] = set()

    async def publish(self, service: Service, person: Person, team: str, answer: Iterable[Reply] = ()) -> None:
        """Publish the page again; `answer` is the answer to a button on it."""
        if person.id in self._busy and not answer:
            self._again.add(person.id)  # the running update will run once more
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
        """Update the pages that show this table."""
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
        except (*FAILURES, RoomUnreachable, StoreUnavailable) as error:
            log.warning("could not publish an App Home: %s", error_code(error))
            return
        self._shown[person.id] = frozenset(seated.table for seated in tables)
        self._shown.move_to_end(person.id)
        while len(self._shown) > MAX_READERS:
            self._shown.popitem(last=False)


def page(tables: list[Page], team: str, answer: Iterable[Reply] = ()) -> Block:
    blocks: list[Block] = []
    for number, reply in enumerate(answer):
        blocks += _heading(ui_texts.ANSWER) if not number else []
        blocks += message.private_part(reply, f"answer:{number}")
    blocks += _heading(ui_texts.HOME_TITLE)
    if not tables:
        blocks += section(elements(ui_texts.HOME_EMPTY, ()), "empty")
    for number, seated in enumerate(sorted(tables, key=lambda one: not one.awaited)):
        part = _table(seated, team, number)
        if len(blocks) + len(part) > MAX_BLOCKS:
            break
        blocks += part
    return {"type": "home", "blocks": blocks[:MAX_BLOCKS]}


def _table(seated: Page, team: str, number: int) -> list[Block]:
    room = next((room for room in seated.rooms if room.startswith(f"{PLATFORM}:{team}:")), "")
    where = [{"type": "channel", "channel_id": SlackRoom.parse(room).channel}] if room else []
    spoken = [*where, *elements(f"{' ' * len(where)}{_turn(seated)}\n{seated.reply.text}", seated.reply.names)]
    blocks = [{"type": "divider"}, *_heading(seated.title), *section(spoken, f"table:{number}")]
    blocks += message.small_print(seated.reply, time.time(), f"clock:{number}")
    for at, held_reply in enumerate(seated.held):
        blocks += message.private_part(held_reply, f"look:{number}:{at}")
    pressed_in = room or SlackRoom(team, "").name  # lessons have no channel, and their buttons work anywhere
    return blocks + actions(seated.reply, prefix=f"{PREFIX}|{pressed_in}|{number}")


def _turn(seated: Page) -> str:
    if seated.phase == "lobby":
        return ui_texts.NOT_STARTED
    return ui_texts.YOUR_TURN if seated.awaited else ui_texts.NOT_YOUR_TURN


def _heading(text: str) -> list[Block]:
    return [{"type": "header", "text": plain(text, HEADER_LIMIT)}]
