"""Messages in channels and threads: one live message per table, words at once, the board as soon as it is there.

The message before shrinks to its story. In the thread style a table has a card in the channel,
and its messages are replies to that.
"""

import asyncio
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace

from adapters.background import BackgroundTasks
from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing import live_message as live_card
from adapters.slack.outgoing import message
from adapters.slack.outgoing.acts import Block
from adapters.slack.outgoing.budget import ChannelBudget
from adapters.slack.outgoing.calls import MessagesApi, Uploads, share_files
from adapters.slack.outgoing.live_message import (
    FILE_WAITS,
    BoardFiles,
    Illustrator,
    LiveCard,
    LiveMessage,
    Pace,
    Reference,
    Style,
)
from adapters.slack.outgoing.message import Message
from adapters.slack.web_api import WebApi
from bot.kernel.messages import Reply
from bot.kernel.ports import RoomUnreachable
from games.language import speaking

_MAX_ROOMS = 5000  # whose newest message is remembered
_MAX_LINES = 3  # of what happened, in an answer to whoever typed it elsewhere
_HEAD_START = 0.05  # seconds by which the old buttons go before the words come
PATIENCE = 2.0  # seconds for which boards wait while words are being posted anywhere
DIRECT = "D"  # ids of direct messages start with this: nobody else is bothered there


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a request, and the message that shows it: perhaps not where it was typed."""

    place: SlackRoom
    ts: str
    amended: bool  # the message was there before, so it may be further up
    words: Reply  # what happened

    def is_in_sight(self, reader: SlackRoom) -> bool:
        """True if somebody who reads there sees it come. Threads are short, so an amended message is in sight too."""
        return reader == self.place and (bool(self.place.thread) or not self.amended)


@dataclass(slots=True)
class _Shown:
    """A room's view of its table, as far as this process knows."""

    room: SlackRoom
    reference: Reference
    live: LiveMessage | None = None  # the newest message
    story: str = ""  # what it tells
    closing: asyncio.Task[None] | None = None  # shrinks the one before
    boards: BoardFiles = field(default_factory=BoardFiles)
    card: LiveCard | None = None
    aside: LiveMessage | None = None  # the last answer with a picture, such as a chart
    charts: BoardFiles = field(default_factory=BoardFiles)

    @property
    def place(self) -> SlackRoom:
        """The place of the table's next message: in the thread, if it has one."""
        return replace(self.room, thread=self.room.thread or self.reference.card)

    @property
    def knows_board(self) -> bool:
        return self.live is not None and self.live.content is not None


class Posts:
    def __init__(
        self,
        web: WebApi,
        uploads: Uploads,
        tasks: BackgroundTasks,
        *,
        style: Style = "thread",
        file_waits: Iterable[float] = FILE_WAITS,
        card_pause: float = live_card.PAUSE,
        budget: ChannelBudget | None = None,
        overtaken: Callable[[], None] = lambda: None,
    ) -> None:
        """Set up messages. `overtaken` counts edits that are left out because a newer one followed."""
        self._web = web
        self._api = MessagesApi(web, budget)
        self._illustrator = Illustrator(web, uploads, file_waits, overtaken)
        self._overtaken = overtaken
        self._tasks = tasks
        self._style = style
        self._paces: defaultdict[str, Pace] = defaultdict(lambda: Pace(card_pause))  # by team
        self._rooms: OrderedDict[str, _Shown] = OrderedDict()
        self._chosen: dict[str, Style] = {}  # by room, until its next turn
        self._posting: dict[str, asyncio.Event] = {}  # by room, while a message is on its way
        self._waiting = 0  # requests whose words haven't been posted yet
        self._all_posted = asyncio.Event()
        self._all_posted.set()

    # --- what the adapter asks for ---------------------------------------------------------------------------------

    async def show(self, slack_room: SlackRoom, reply: Reply, before: str) -> str:
        """Post or amend a message; returns a reference to the one that shows the table's current state."""
        if not reply.news and not reply.acts:
            return await self._answer(slack_room, reply)
        shown = self._shown(slack_room, Reference.parse(before))
        with self._on_its_way(slack_room):
            if not (reply.amends and await self._amend(shown, reply)):
                await self._begin(shown, reply)
                if reply.attached:
                    self._tasks.start(self._share(shown.place, shown.reference.ts, reply))
        shown.story = reply.story
        self._tasks.start(self._follow_up(shown, reply))
        return str(shown.reference)

    def unread(self, slack_room: SlackRoom, reply: Reply) -> str:
        """The beginning of what this reply tells and the room's message doesn't yet."""
        known = self._rooms.get(slack_room.name) if reply.amends else None
        story = reply.story.removeprefix(known.story) if known else reply.story
        return "\n".join(story.strip("\n").split("\n")[:_MAX_LINES])

    def result(self, slack_room: SlackRoom, reply: Reply, told: str, before: str, after: str) -> Result:
        """What came of a request, shown by the message `after`. `told`: what was unread until then."""
        is_running = reply.overview is not None and reply.overview.phase == "playing"
        situation = reply.situation if is_running and told else ""
        words = Reply(told, situation, private=True, names=reply.names, language=reply.language)
        return Result(self.place_of(slack_room), Reference.parse(after).ts, before == after, words)

    async def say(self, slack_room: SlackRoom, text: str) -> str:
        """Post a line of our own, such as the one that starts a thread."""
        return await self._api.say(slack_room, text)

    async def take_back(self, slack_room: SlackRoom, ts: str) -> None:
        """Delete a line of our own."""
        with suppress(RoomUnreachable):
            await self._api.delete(slack_room, ts)

    def choose_style(self, slack_room: SlackRoom, style: Style) -> None:
        """Show the room's tables in this way from the next turn on."""
        self._chosen[slack_room.name] = style

    def remember(self, slack_room: SlackRoom, ts: str, text: str, blocks: list[Block]) -> None:
        """Remember the message of a pressed button; it may be older than this process."""
        known = self._rooms.get(slack_room.name)
        if known is None or (known.reference.ts == ts and not known.knows_board):
            shown = self._shown(slack_room, known.reference if known else Reference(ts))
            content = message.parse_posted(text, blocks)
            shown.live = LiveMessage(self._api, slack_room, ts, content)
            shown.boards.file = content.file

    def knows_board(self, slack_room: SlackRoom, before: str) -> bool:
        """True if the room's newest message can be amended without drawing its board again."""
        known = self._rooms.get(slack_room.name)
        return known is not None and known.reference.ts == Reference.parse(before).ts and known.knows_board

    async def settled(self, slack_room: SlackRoom) -> None:
        """Wait until people see what is being posted to this room."""
        if event := self._posting.get(slack_room.name):
            await event.wait()

    def shows(self, channel: SlackRoom, ts: str) -> bool:
        """True if this is the newest message of the channel's own table, or its card; other threads may be rooms."""
        known = self._rooms.get(channel.name)
        return known is not None and bool(ts) and ts in {known.reference.ts, known.reference.card}

    def place_of(self, slack_room: SlackRoom) -> SlackRoom:
        """The place where the room's table is shown: a thread, or the room itself."""
        shown = self._rooms.get(slack_room.name)
        return shown.place if shown is not None and not shown.reference.is_card else slack_room

    def newest(self, slack_room: SlackRoom) -> tuple[SlackRoom, str]:
        """The place of the table's newest message, and its `ts`; a thread's first one if this process knows no other.

        The `ts` is empty where nothing is known.
        """
        shown = self._rooms.get(slack_room.name)
        return self.place_of(slack_room), shown.reference.ts if shown is not None else slack_room.thread

    def style_in(self, slack_room: SlackRoom) -> Style:
        """The style of the room's table, as far as this process knows."""
        if shown := self._rooms.get(slack_room.name):
            return "thread" if shown.place.thread else "channel"
        return "channel" if slack_room.channel.startswith(DIRECT) else self._style

    def threads_in(self, channel: SlackRoom) -> list[SlackRoom]:
        """Threads of this channel with a table of their own, as far as this process knows, the latest first."""
        rooms = [shown.room for shown in reversed(self._rooms.values())]
        return [room for room in rooms if room.thread and replace(room, thread="") == channel]

    # --- a table's messages ----------------------------------------------------------------------------------------

    def _shown(self, slack_room: SlackRoom, before: Reference) -> _Shown:
        known = self._rooms.get(slack_room.name)
        if known is None or known.reference.ts != before.ts:  # posted by another process, or before a restart
            known = _Shown(slack_room, before)
            self._rooms[slack_room.name] = known
        if known.reference != before:
            known.reference = before
        if known.live is None and before.ts:
            known.live = LiveMessage(self._api, slack_room, before.ts)
        if known.card is None and before.card:
            known.card = self._card(known, before.card)
        self._rooms.move_to_end(slack_room.name)
        while len(self._rooms) > _MAX_ROOMS:
            self._rooms.popitem(last=False)
        return known

    async def _amend(self, shown: _Shown, reply: Reply) -> bool:
        """Edit the newest message; False if it is gone."""
        if shown.live is None:
            return False
        place = shown.room if shown.reference.is_card else shown.place
        new = message.public(reply, place, time.time(), self._illustrator.first_board(reply))
        broadcast = _tells_channel(reply) and bool(shown.reference.card) and not shown.reference.is_card
        return await shown.live.amend(new, broadcast=broadcast)

    async def _begin(self, shown: _Shown, reply: Reply) -> None:
        """Post the next message; the buttons of the one before go first."""
        style, opens = self._style_of(shown, reply), _opens(reply)
        old_card = shown.card
        keeps_card = style == "thread" and bool(shown.reference.card) and (bool(shown.room.thread) or not opens)
        self._close(shown, reply, keeps_card=keeps_card)
        if shown.closing is not None:
            await asyncio.wait({shown.closing}, timeout=_HEAD_START)
        card = shown.reference.card if keeps_card else ""
        if style == "thread" and not card:
            card = await self._open_card(shown, reply)
        if old_card is not None and not keeps_card:
            old_card.remove_buttons()
        chosen = self._chosen.get(shown.room.name, shown.reference.style)
        is_lobby = reply.overview is not None and reply.overview.phase == "lobby"
        if card and not keeps_card and is_lobby:
            shown.reference = Reference(card, card, chosen)
        else:
            kept = "" if _is_summary(reply) and not shown.room.thread else card  # the channel keeps a summary
            await self._post_turn(shown, reply, Reference("", kept, chosen))
        self._chosen.pop(shown.room.name, None)

    async def _post_turn(self, shown: _Shown, reply: Reply, reference: Reference) -> None:
        place = replace(shown.room, thread=shown.room.thread or reference.card)
        new = message.public(reply, place, time.time(), self._illustrator.first_board(reply))
        ts = await self._api.post(place, new, broadcast=_tells_channel(reply) and bool(reference.card))
        shown.reference = replace(reference, ts=ts)
        shown.live = LiveMessage(self._api, place, ts, new)

    async def _open_card(self, shown: _Shown, reply: Reply) -> str:
        """Post the table's card, or make it of the line that started the thread; empty if that isn't ours."""
        new = message.public(reply, shown.room, time.time())
        if reply.overview is not None and reply.overview.phase != "lobby":
            new = live_card.content(reply, reply.overview)
        card = shown.room.thread
        if not card:
            card = await self._api.post(shown.room, new)
        elif not await self._api.update(shown.room, card, new):
            shown.card = None
            return ""
        shown.card = self._card(shown, card)
        shown.live = LiveMessage(self._api, shown.room, card, new)
        return card

    def _style_of(self, shown: _Shown, reply: Reply) -> Style:
        """The style: a table stays where it is unless people chose another place; a new one is as they last chose."""
        reference = shown.reference
        if shown.room.channel.startswith(DIRECT):
            return "channel"
        if shown.room.thread:
            return "thread" if reference.card or not reference.ts else "channel"
        if chosen := self._chosen.get(shown.room.name):
            return chosen
        if reference.ts and not _opens(reply):
            return "thread" if reference.card else "channel"
        return reference.style or self._style

    def _close(self, shown: _Shown, reply: Reply, *, keeps_card: bool) -> None:
        """Start to shrink the message before to its story; if that is the card, it becomes the live card."""
        live, past = shown.live, reply.past
        if live is None:
            return
        live.stop()
        if shown.reference.is_card and keeps_card and shown.card is not None:
            shown.closing = self._tasks.start(shown.card.show_now(reply))
        elif past is not None:
            shown.closing = self._tasks.start(live.shrink(message.past(past, reply) if past else None))
        else:  # another table's last message: it keeps its board
            shown.boards.release()
            shown.charts.release()
            shown.aside = None
            if live.content is not None:
                shown.closing = self._tasks.start(live.shrink(live.content.without_buttons()))

    # --- what follows the words ------------------------------------------------------------------------------------

    async def _follow_up(self, shown: _Shown, reply: Reply) -> None:
        """Add the board to the message, bring the card up to date, delete what nobody sees any more."""
        live, card = shown.live, None if shown.reference.is_card else shown.card
        await self._words_first()
        if card is not None:
            card.show(reply)
        if live is not None and reply.drawing is not None:
            board = await self._illustrator.illustrate(live, reply, shown.boards)
            if board is not None and card is not None and not live_card.tells_the_end(reply):
                card.show_board(board)
        elif reply.amends:
            self._illustrator.keep(shown.room.team, reply, shown.boards)
        else:
            shown.boards.retire()
        await self._delete_retired(shown)

    async def _words_first(self) -> None:
        """Wait until no room waits for its words, with a time limit."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._all_posted.wait(), PATIENCE)

    def _card(self, shown: _Shown, ts: str) -> LiveCard:
        async def edit(content: Message) -> None:
            await self._api.update(shown.room, ts, content)

        return LiveCard(
            edit, lambda: self._delete_retired(shown), self._tasks, self._paces[shown.room.team], self._overtaken
        )

    async def _delete_retired(self, shown: _Shown) -> None:
        if shown.closing is not None and shown.closing is not asyncio.current_task():
            await asyncio.wait({shown.closing})
        in_use = shown.card.files if shown.card is not None else set()
        await self._illustrator.delete_retired(shown.room.team, shown.boards, in_use)

    # --- answers ---------------------------------------------------------------------------------------------------

    async def _answer(self, slack_room: SlackRoom, reply: Reply) -> str:
        """Post the answer to a question, where the table is."""
        shown = self._rooms.get(slack_room.name)
        place = shown.place if shown else slack_room
        new = message.public(reply, place, time.time(), self._illustrator.first_board(reply))
        ts = await self._api.post(place, new)
        if reply.attached:
            await self._share(place, ts, reply)
        if reply.drawing is not None:
            answer = LiveMessage(self._api, place, ts, new)
            self._tasks.start(self._illustrate_answer(shown or _Shown(slack_room, Reference()), answer, reply))
        return ts

    async def _illustrate_answer(self, shown: _Shown, answer: LiveMessage, reply: Reply) -> None:
        """Add the answer's picture, and remove that of the last answer."""
        before, shown.aside = shown.aside, answer
        await self._illustrator.illustrate(answer, reply, shown.charts)
        if before is not None and before.content is not None:
            await before.shrink(before.content.with_board(()))
        await self._illustrator.delete_retired(shown.room.team, shown.charts, set())

    async def _share(self, place: SlackRoom, ts: str, reply: Reply) -> None:
        """Post the reply's files below its message; if that fails, say so in the message."""
        if not await share_files(await self._web.client(place.team), place, reply):
            with speaking(reply.language):
                failed = str(ui_texts.NOT_UPLOADED)
            words = "\n".join(filter(None, (reply.situation, failed)))
            noted = replace(reply, situation=words)
            if reply.sheet is not None:
                below = "\n".join(filter(None, (reply.sheet.note, failed)))
                noted = replace(reply, sheet=replace(reply.sheet, note=below))
            await self._api.update(place, ts, message.public(noted, place, time.time()))

    @contextmanager
    def _on_its_way(self, slack_room: SlackRoom) -> Iterator[None]:
        posted = self._posting[slack_room.name] = asyncio.Event()
        try:
            with self.words_to_come():
                yield
        finally:
            posted.set()
            del self._posting[slack_room.name]

    @contextmanager
    def words_to_come(self) -> Iterator[None]:
        """Hold up boards while a request is being handled: its words come first."""
        self._waiting += 1
        self._all_posted.clear()
        try:
            yield
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._all_posted.set()


def _is_summary(reply: Reply) -> bool:
    """True if it is what stays of a meeting."""
    return reply.sheet is not None and reply.overview is not None and reply.overview.phase == "over"


def _tells_channel(reply: Reply) -> bool:
    """True if a channel that shows its table in a thread sees this too: of a meeting, its summary."""
    return reply.milestone if reply.sheet is None else _is_summary(reply)


def _opens(reply: Reply) -> bool:
    """True if the reply is the first one about its table here, or shows its lobby again further down."""
    return reply.news and (reply.past is None or (reply.overview is not None and reply.overview.phase == "lobby"))
