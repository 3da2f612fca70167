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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from adapters.background import BackgroundTasks
from adapters.slack import texts as ui_texts
from adapters.slack.home import agenda
from adapters.slack.home.people import NONE, People, Wishes
from adapters.slack.identifiers import PLATFORM, SlackRoom
from adapters.slack.outgoing import message
from adapters.slack.outgoing.acts import (
    LABEL_LIMIT,
    SAY,
    Block,
    bold,
    channel_link,
    elements,
    plain,
    section,
)
from adapters.slack.outgoing.calls import MessagesApi, Uploads, with_or_without_pictures
from adapters.slack.outgoing.panel import is_meeting
from adapters.slack.outgoing.posting import Posts
from adapters.slack.outgoing.private import LessonPictures
from adapters.slack.outgoing.rows import actions
from adapters.slack.outgoing.sheets import steps
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.features.meetings.records import Agenda, Agendas
from bot.kernel.messages import Page, Person, Reply, is_private_room
from bot.kernel.ports import RoomUnreachable, Service
from bot.kernel.store import StoreUnavailable
from bot.kernel.table.catalogue import listed_games
from games.language import speaking
from games.text import shortened

_MAX_BLOCKS = 100
_MAX_WHOLE = 4  # tables with a board and buttons; of the others there is a line
_MAX_ANSWERS, _MAX_ANSWER_BLOCKS = 3, 20
_HEADER_LIMIT = 150
_PREFIX = "home"
START, RENAME, TURNS = "start", "rename", "turns"  # actions of the page


def room_of(block_id: str, team: str) -> str:
    """The room of the table that a button is for, or the team's room without a channel if the button has no table."""
    _, room, *_ = [*block_id.split("|"), ""]
    return room or SlackRoom(team, "").name


@dataclass(frozen=True, slots=True)
class _HomeContent:
    """The content of a person's page."""

    team: str
    tables: Sequence[Page] = ()
    boards: Mapping[str, str] = field(default_factory=dict)  # by table: the file with its picture
    addresses: Mapping[str, str] = field(default_factory=dict)  # by table: of its newest message
    agendas: Sequence[Agenda] = ()  # of the person's rooms
    wishes: Wishes = NONE
    name: str = ""
    zone: str = ""
    answer: Sequence[Reply] = ()  # to a button on the page
    away: bool = False  # the database is
    language: str = ""  # of whoever reads it


def page(content: _HomeContent) -> Block:
    if content.away:
        told = section(elements(str(ui_texts.HOME_AWAY), ()), "away")
        start = _start(main=False)
        return {"type": "home", "blocks": [*_answers(content), *_heading(str(ui_texts.HOME_TITLE)), *told, *start]}
    before = [*_answers(content), *_heading(str(ui_texts.HOME_TITLE))]
    start = _start(main=not content.tables)
    after = [*agenda.blocks(content.agendas, _PREFIX), *start, *_settings(content)]
    room = _MAX_BLOCKS - len(before) - len(after)
    return {"type": "home", "blocks": [*before, *_tables(content, room), *after]}


def _answers(content: _HomeContent) -> list[Block]:
    blocks: list[Block] = []
    shown = {seated.table for seated in content.tables}
    for number, answer in enumerate(content.answer[:_MAX_ANSWERS]):
        reply = replace(answer, drawing=None) if answer.table in shown else answer  # the board is below
        blocks += _heading(str(ui_texts.ANSWER)) if not number else []
        blocks += message.private_part(reply, f"answer:{number}")
    return blocks[:_MAX_ANSWER_BLOCKS]


# --- tables --------------------------------------------------------------------------------------------------------


def _tables(content: _HomeContent, room: int) -> list[Block]:
    """The tables that wait for the person come first, and a few are shown whole; of the others there is a line each."""
    if not content.tables:
        return section(elements(str(ui_texts.HOME_EMPTY), ()), "empty")
    ordered = sorted(content.tables, key=lambda one: (not one.awaited, one.phase == "lobby"))
    blocks: list[Block] = []
    for number, seated in enumerate(ordered):
        left = len(ordered) - number - 1
        whole = _table(seated, content, number) if number < _MAX_WHOLE else []
        if whole and len(blocks) + len(whole) + left <= room:
            blocks += whole
        elif len(blocks) + (1 if not left else 2) <= room:
            blocks += _line(seated, content, number)
        else:
            more = plain(ui_texts.more_tables(left + 1))
            return [*blocks, {"type": "context", "block_id": "tables:more", "elements": [more]}]
    return blocks


def _room_here(seated: Page, team: str) -> str:
    return next((room for room in seated.rooms if room.startswith(f"{PLATFORM}:{team}:")), "")


def _where(seated: Page, content: _HomeContent, words: str) -> list[Block]:
    """The channel, these words, and a link to the newest message there."""
    room, address = _room_here(seated, content.team), content.addresses.get(seated.table, "")
    link: list[Block] = [{"type": "link", "url": address, "text": str(ui_texts.GO_THERE)}] if address else []
    channel = channel_link(SlackRoom.parse(room).channel) if room else []
    parts = [channel, elements(words, seated.reply.names), link]
    return [piece for part in parts if part for piece in ({"type": "text", "text": "  "}, *part)][1:]


def _line(seated: Page, content: _HomeContent, number: int) -> list[Block]:
    where = _where(seated, content, turn_of(seated))
    return section([bold(seated.title), {"type": "text", "text": "  "}, *where], f"table:{number}")


def _table(seated: Page, content: _HomeContent, number: int) -> list[Block]:
    room = _room_here(seated, content.team)
    if is_meeting(seated.game):
        return _meeting(seated, content, f"{_PREFIX}|{room}|{number}", number)
    spoken = [*_where(seated, content, turn_of(seated)), *elements(f"\n{seated.reply.situation}", seated.reply.names)]
    blocks = [{"type": "divider"}, *_heading(seated.title), *section(spoken, f"table:{number}")]
    blocks += message.small_print(seated.reply, time.time(), f"clock:{number}")
    blocks += _board(seated, content.boards.get(seated.table, ""), number)
    for at, held_reply in enumerate(seated.held if seated.awaited else ()):
        blocks += message.private_part(held_reply, f"look:{number}:{at}")
    pressed_in = room or SlackRoom(content.team, "").name  # lessons have no channel, and their buttons work anywhere
    common = tuple(act for act in seated.reply.acts if act.role not in {"lead", "rare"})
    guided = bool(seated.held) or len(common) < len(seated.reply.acts)  # the rest is behind **More…**
    offered = replace(seated.reply, acts=common, private=True)
    return blocks + actions(offered, guided=guided, prefix=f"{_PREFIX}|{pressed_in}|{number}")


def _meeting(seated: Page, content: _HomeContent, prefix: str, number: int) -> list[Block]:
    """A meeting: how far it is, what it asks, and what most people do now; everything else is where it is held."""
    board = seated.meeting
    blocks = [{"type": "divider"}, *_heading(board.title if board is not None and board.title else seated.title)]
    blocks += [{**block, "block_id": f"steps:{number}"} for block in steps(board.steps if board is not None else ())]
    blocks += section(_where(seated, content, turn_of(seated)), f"table:{number}")
    common = tuple(act for act in seated.reply.acts if act.role in {"main", "usual"})
    return blocks + actions(replace(seated.reply, acts=common, private=False, more=False), prefix=prefix)


def turn_of(page: Page) -> str:
    """Whose turn it is; of a meeting, what it asks, because nobody should see who isn't done."""
    if page.phase != "playing":
        return str(ui_texts.NOT_STARTED if page.phase == "lobby" else ui_texts.OVER)
    if page.meeting is not None:
        return page.meeting.question
    if page.awaited:
        return str(ui_texts.YOUR_TURN)
    return ui_texts.waiting_for([chair.name for chair in page.chairs if chair.awaited])


def _board(seated: Page, file: str, number: int) -> list[Block]:
    """The board as a picture: large where it is the person's turn, else small. Without one the text above has to do."""
    if not file or seated.board is None:
        return []
    image = {"type": "image", "slack_file": {"id": file}, "alt_text": shortened(seated.board.alt, message.ALT_LIMIT)}
    if seated.awaited:
        return [{**image, "block_id": f"board:{number}"}]
    caption = plain(ui_texts.at_the_table([chair.name for chair in seated.chairs]))
    return [{"type": "section", "block_id": f"board:{number}", "text": caption, "accessory": image}]


# --- the rest of the page ------------------------------------------------------------------------------------------


def _start(*, main: bool) -> list[Block]:
    """A button for the first game and the first meeting; the form that it opens has the others, too."""
    starts = {ui_texts.START_GAME: False, ui_texts.OPEN_RETRO: True}
    first = {game.is_meeting: game.key for game in reversed(listed_games())}
    buttons: list[Block] = [
        {"type": "button", "action_id": f"{START}:{at}", "text": plain(str(label)), "value": first[meets]}
        for at, (label, meets) in enumerate(starts.items())
        if meets in first
    ]
    if main:
        buttons[0]["style"] = "primary"
    menus = [_menu("tutorial", str(ui_texts.LEARN), 0), _menu("rules", str(ui_texts.READ_RULES), 1)]
    return [
        {"type": "divider"},
        *_heading(str(ui_texts.NEW_TABLE)),
        {"type": "actions", "block_id": f"{_PREFIX}||start", "elements": [*buttons, *menus]},
    ]


def _menu(command: str, placeholder: str, at: int) -> Block:
    options = [{"text": plain(game.title, LABEL_LIMIT), "value": f"{command} {game.key}"} for game in listed_games()]
    return {"type": "static_select", "action_id": f"{SAY}:{at}", "placeholder": plain(placeholder), "options": options}


def _settings(content: _HomeContent) -> list[Block]:
    turns = ui_texts.TURNS_ON if content.wishes.turns else ui_texts.TURNS_OFF
    buttons = [
        _rename_button(),
        {
            "type": "button",
            "action_id": TURNS,
            "text": plain(str(ui_texts.STOP_CALLING if content.wishes.turns else ui_texts.CALL_ME)),
            "value": "off" if content.wishes.turns else "on",
        },
    ]
    said = elements(f"{ui_texts.called(content.name)} {turns}", ())
    zone = plain(ui_texts.zone(content.zone))
    return [
        {"type": "divider"},
        *_heading(str(ui_texts.SETTINGS)),
        *section(said, "settings"),
        {"type": "context", "block_id": "zone", "elements": [zone]},
        {"type": "actions", "block_id": f"{_PREFIX}||settings", "elements": buttons},
    ]


def rename_button() -> list[Block]:
    """A button for somebody whose name nobody knows."""
    return [{"type": "actions", "block_id": RENAME, "elements": [_rename_button()]}]


def _rename_button() -> Block:
    return {"type": "button", "action_id": RENAME, "text": plain(str(ui_texts.CHANGE_NAME)), "value": RENAME}


def _heading(text: str) -> list[Block]:
    return [{"type": "header", "text": plain(text, _HEADER_LIMIT)}]


# --- keeping it current ----------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

_MAX_READERS = 2000  # people whose page is kept up to date
_READING_SECONDS = 1800.0
PAUSE = 1.0  # seconds between two publications for one reader: several moves are one change


@dataclass(slots=True)
class _Reader:
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
        posts: Posts,
        people: People,
    ) -> None:
        self._web = web
        self._messages = MessagesApi(web)
        self._posts = posts
        self._tasks = tasks
        self._uploads = uploads
        self._lessons = lessons
        self._profiles = people.profiles
        self._wishes = people.wishes
        self._readers: OrderedDict[str, _Reader] = OrderedDict()  # by person
        self._known_addresses: OrderedDict[tuple[SlackRoom, str], str] = OrderedDict()
        self._digests: OrderedDict[str, str] = OrderedDict()  # by person: the page as it was last published

    async def opened(self, service: Service, team: str, user: str, answer: Sequence[Reply] = ()) -> None:
        """Note that somebody looks at their page, or pressed something on it; `answer` is what came of that."""
        person = f"{PLATFORM}:{team}:{user}"
        reader = self._readers.get(person) or _Reader(team, user, 0.0, digest=self._digests.get(person, ""))
        reader.until = time.monotonic() + _READING_SECONDS
        reader.answer = tuple(answer)
        self._readers[person] = reader
        self._readers.move_to_end(person)
        while len(self._readers) > _MAX_READERS:
            self._readers.popitem(last=False)
        await self._publish(service, person, reader)

    def left(self, person: str) -> None:
        """Note that somebody did something elsewhere."""
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

    async def _publish_soon(self, service: Service, person: str, reader: _Reader) -> None:
        await asyncio.sleep(max(0.0, reader.published + PAUSE - time.monotonic()))
        reader.pending = False
        if self._readers.get(person) is reader:
            await self._publish(service, person, reader)

    async def _publish(self, service: Service, person: str, reader: _Reader) -> None:
        async with reader.lock:
            try:
                content = await self._content(service, reader)
                reader.tables = frozenset(seated.table for seated in content.tables)
            except StoreUnavailable:
                known = await self._profiles.person(reader.team, reader.user)
                content = _HomeContent(reader.team, answer=reader.answer, away=True, language=known.locale)
            with speaking(content.language):
                view = page(content)
            await self._show(person, reader, view)
            reader.published = time.monotonic()

    async def _show(self, person: str, reader: _Reader, view: Block) -> None:
        """Publish a page, unless its reader sees it already."""
        if (digest := _digest(view)) == reader.digest:
            return
        try:
            client = await self._web.client(reader.team)
            await with_or_without_pictures(view, lambda view: client.views_publish(user_id=reader.user, view=view))
        except (*FAILURES, RoomUnreachable) as error:
            log.warning("could not publish an App Home: %s", error_code(error))
            return
        reader.digest = digest
        self._remember(person, digest)

    async def _content(self, service: Service, reader: _Reader) -> _HomeContent:
        person = await self._profiles.person(reader.team, reader.user)
        tables = await service.tables_of(person)
        here = f"{PLATFORM}:{reader.team}:"
        agendas = [each for each in await service.feature(Agendas).agendas(person) if each.room.startswith(here)]
        tables = [*tables, *await _running(service, person, agendas, {seated.table for seated in tables})]
        return _HomeContent(
            team=reader.team,
            tables=tables,
            boards=await self._boards(reader.team, tables),
            addresses=await self._addresses(reader.team, tables),
            agendas=agendas,
            wishes=await self._wishes.of(person.id),
            name=person.name,
            zone=person.zone,
            answer=reader.answer,
            language=next((seated.reply.language for seated in tables), person.locale),
        )

    async def _boards(self, team: str, tables: Sequence[Page]) -> dict[str, str]:
        """The pictures that their channels show anyway; only tutorials, which have no channel, upload theirs."""
        found = {seated.table: self._uploads.board(team, seated.table, seated.sequence) for seated in tables}
        for seated in tables:
            if seated.board is not None and any(map(is_private_room, seated.rooms)):
                shown = Reply(drawing=seated.board, pictures=seated.reply.pictures, table=seated.table)
                found[seated.table] = await self._lessons.file(team, shown)
        return {table: file for table, file in found.items() if file}

    async def _addresses(self, team: str, tables: Sequence[Page]) -> dict[str, str]:
        """The newest message of each table; none where this process doesn't know it, or Slack doesn't tell."""
        rooms = {seated.table: room for seated in tables if (room := _room_here(seated, team))}
        newest = [self._posts.newest(SlackRoom.parse(room)) for room in rooms.values()]
        found = await asyncio.gather(*(self._address(place, ts) for place, ts in newest))
        return {table: address for table, address in zip(rooms, found, strict=True) if address}

    async def _address(self, place: SlackRoom, ts: str) -> str:
        if not ts or (place, ts) in self._known_addresses:
            return self._known_addresses.get((place, ts), "")
        try:
            address = await self._messages.address(place, ts)
        except RoomUnreachable as error:
            log.info("no address for a message: %s", error)
            return ""
        self._known_addresses[place, ts] = address
        while len(self._known_addresses) > _MAX_READERS:
            self._known_addresses.popitem(last=False)
        return address

    def _remember(self, person: str, digest: str) -> None:
        self._digests[person] = digest
        self._digests.move_to_end(person)
        while len(self._digests) > _MAX_READERS:
            self._digests.popitem(last=False)


async def _running(service: Service, person: Person, agendas: Sequence[Agenda], known: set[str]) -> list[Page]:
    """The meetings that are held in the person's rooms, where they have no seat yet."""
    pages = [await service.page(each.room, person) for each in agendas if each.table and each.table not in known]
    return [page for page in pages if page is not None and page.phase == "playing"]


def _digest(view: Block) -> str:
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()
