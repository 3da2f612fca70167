"""The WebSocket connection of one browser tab: passes requests to the service and sends pages."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Literal

from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from adapters.web import texts as ui_texts
from adapters.web.access import identity
from adapters.web.access.identity import Identity
from adapters.web.access.links import NO_FEED
from adapters.web.table import serialization
from adapters.web.table.frames import Frame, deflated
from adapters.web.table.hub import Hub, Watched
from bot.kernel.live.work import TokenBucket
from bot.kernel.messages import Arrives, Filled, Outcome, Page, Person, Pressed, Reply, Request, Typed
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable
from games.graphics.theme import Shape
from games.language import speaking, spoken
from games.text import NAME_LIMIT, clean

log = logging.getLogger(__name__)

MAX_BYTES = 16 * 1024  # of one message
BURST, RATE = 20, 10.0  # messages at once, and then per second
MAX_IGNORED = 200  # messages beyond the rate, then the connection is closed
_MAX_PENDING = 20  # unanswered requests
_MAX_FIELDS = 40  # of a form
_MAX_COLUMNS = 12
GLANCES = 5  # at once and per second
_MIN_COMPRESSED = 500  # characters: shorter messages fit in one packet anyway
HEARTBEAT = 20.0  # seconds between pings
RETRY_SECONDS = 2.0  # when the database is unavailable
SEND_ERRORS = (ConnectionError, RuntimeError)  # raised by sending when the browser has left


class _Message(BaseModel):
    """A message from a page. Its total size is limited; the service limits the length of its texts."""

    model_config = ConfigDict(extra="ignore", strict=True, hide_input_in_errors=True)


Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{8,64}$")]
Luck = Annotated[str, Field(pattern=r"^[0-9a-f]{0,64}$")]  # drawn by the browser


class Hello(_Message):
    type: Literal["hello"]
    name: str = ""
    shape: Shape = "portrait"  # of the board
    compact: bool = False  # the page understands compressed messages and changes of a page


class Say(_Message):
    type: Literal["say"]
    id: Id
    line: str
    luck: Luck = ""


class Press(_Message):
    type: Literal["press"]
    id: Id
    button: str
    answer: str = ""
    luck: Luck = ""


class Open(_Message):
    """Open a command's form; where that is how people take part, it seats them."""

    type: Literal["open"]
    id: Id
    table: str
    command: str


class Fill(_Message):
    type: Literal["fill"]
    id: Id
    table: str
    command: str
    fields: dict[str, str] = Field(max_length=_MAX_FIELDS)


class Complete(_Message):
    type: Literal["complete"]
    line: str


class Look(_Message):
    """Where somebody looks: the first note that they see in each column, or how far they have scrolled."""

    type: Literal["look"]
    phase: Annotated[str, Field(pattern=r"^[a-z]{1,20}$")]
    notes: list[Annotated[int, Field(ge=0, le=9999)] | None] = Field(max_length=_MAX_COLUMNS)
    part: Annotated[float, Field(ge=0, le=1)]


Said = Say | Press | Fill
Message = Annotated[Hello | Said | Open | Complete | Look, Field(discriminator="type")]
MESSAGES: TypeAdapter[Hello | Said | Open | Complete | Look] = TypeAdapter(Message, config=ConfigDict(defer_build=True))


class WebSocketConnection:
    def __init__(self, hub: Hub, service: Service, socket: web.WebSocketResponse, who: Identity | None) -> None:
        self._hub = hub
        self._service = service
        self._socket = socket
        self._identity = who  # None: only watching
        self._language = spoken()  # of the page
        self._name: str | None = None  # by which the page has introduced itself, until it is known who that is
        self._person: Person | None = None
        self._here = ""  # the person whose presence this connection shows
        self._presence_sent = ""
        self._glance_sent = ""
        self._glances = TokenBucket(GLANCES, GLANCES, time.monotonic())
        self._stale = False  # the page may have changed
        self._ready = False
        self._shape: Shape = "portrait"
        self._compact = False
        self._table = ""
        self._sent = 0
        self._last: Frame | None = None  # what the browser shows
        self._woken = asyncio.Event()
        self._in_order = asyncio.Lock()
        self.acting: set[asyncio.Task[None]] = set()  # requests are handled even if the browser leaves
        self._bucket = TokenBucket(BURST, RATE, time.monotonic())
        self._ignored = 0
        self._warned_at = float("-inf")
        self._shown: dict[str, list[Reply]] = {}  # by request: public replies to it
        self._others_replies: deque[str] = deque(maxlen=_MAX_PENDING)  # public replies to other people's requests

    async def run(self, table: str, after: int) -> None:
        """Run until the browser leaves or the server stops."""
        self._table, self._sent = table, after
        sending = asyncio.create_task(self._send_pages())
        try:
            async for message in self._socket:
                if message.type is not WSMsgType.TEXT or not await self._receive(message.data):
                    break
        except Exception:  # affects only this browser; the page reconnects
            log.exception("a WebSocket connection failed")
            await self._socket.close(code=WSCloseCode.INTERNAL_ERROR)
        finally:
            self._show_presence_of("")
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    @property
    def watches(self) -> Watched | None:
        return None if self._person else (self._sent, self._shape, self._language)

    def wake(self) -> None:
        if self._ready:
            self._stale = True
            self._woken.set()

    def wake_for_presence(self) -> None:
        self._woken.set()

    def tell(self, person: str, message: serialization.Data) -> None:
        """Send a message if this is the person's connection, in the language of its page."""
        if person == self._here:
            with speaking(self._language):
                self._others_replies.append(serialization.to_json(message))
            self._woken.set()

    def show(self, request: Request | None, reply: Reply, data: str) -> None:
        """Show a public reply: as part of the answer to the person who asked, as a message to the others."""
        if request is not None and request.id in self._shown:
            self._shown[request.id].append(reply)
        elif self._ready:
            self._others_replies.append(data)
            self._woken.set()

    def dismiss(self) -> None:
        """The seat is no longer this browser's: nothing more is done or shown for it. The page connects again."""
        self._identity = self._person = None
        self._ready = False
        task = asyncio.create_task(self._close(WSCloseCode.GOING_AWAY))
        self.acting.add(task)
        task.add_done_callback(self.acting.discard)

    async def _close(self, code: WSCloseCode) -> None:
        await self._socket.close(code=code)

    # --- sending ---------------------------------------------------------------------------------------------------

    async def _send_pages(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._others_replies:
                await self._send(self._others_replies.popleft())
            if not self._stale:
                await self._send_presence()
                continue
            self._stale = False
            try:
                await self._recognise()
                frame = await self._frame()
            except StoreUnavailable:
                await self.send_message({"type": "problem", "text": ui_texts.UNAVAILABLE})
                await asyncio.sleep(RETRY_SECONDS)
                self.wake()
                continue
            except Exception:  # the page may work again after the next move
                log.exception("could not build a page")
                await self.send_message({"type": "problem", "text": ui_texts.UNAVAILABLE})
                continue
            if frame is None:
                await self.send_message({"type": "none"})
                continue
            with suppress(*SEND_ERRORS):
                await self._send_frame(frame)
            await self._send_presence()

    async def _send_presence(self) -> None:
        """Send the presence after the page, whose seats it is about, and to screens where the facilitator looks."""
        if self._ready and self._sent and self._hub.presence != self._presence_sent:
            self._presence_sent = self._hub.presence
            await self._send(self._presence_sent)
        if self._ready and self._sent and self.watches and self._hub.glance not in {"", self._glance_sent}:
            self._glance_sent = self._hub.glance
            await self._send(self._glance_sent)

    async def _frame(self) -> Frame | None:
        frame = await self._hub.frame(self._person, self._sent, self._shape)
        if frame is not None and (frame.table != (self._table or frame.table) or frame.sequence < self._sent):
            return await self._hub.frame(self._person, 0, self._shape)  # another table: everything is new
        return frame

    async def _send_frame(self, frame: Frame) -> None:
        before, self._last = self._last, frame
        self._table, self._sent = frame.table, frame.sequence
        if not self._compact:
            await self._socket.send_str(frame.whole)
        elif data := frame.since(before):
            await self._socket.send_bytes(data)

    async def send_message(self, message: serialization.Data) -> None:
        await self._send(serialization.to_json(message))

    async def _send(self, text: str) -> None:
        with suppress(*SEND_ERRORS):
            if self._compact and len(text) > _MIN_COMPRESSED:
                await self._socket.send_bytes(deflated(text))
            else:
                await self._socket.send_str(text)

    # --- receiving -------------------------------------------------------------------------------------------------

    async def _receive(self, text: str) -> bool:
        """Handle a message; False to close the connection."""
        if not self._bucket.take(time.monotonic()):
            return await self._ignore()
        try:
            message = MESSAGES.validate_json(text)
        except (ValidationError, ValueError):
            await self.send_message({"type": "problem", "text": ui_texts.BAD_MESSAGE})
            return True
        match message:
            case Hello():
                self._shape, self._compact = message.shape, message.compact
                self._name = clean(message.name, NAME_LIMIT)
                with suppress(StoreUnavailable):  # sending the page says so, and tries again
                    await self._recognise()
                self._ready = True
                self.wake()
            case Complete(line=line):
                await self._complete(line)
            case Look():
                self._look(message)
            case Say() | Press() | Fill() | Open():
                await self._act(message)
        return True

    def _look(self, message: Look) -> None:
        if self._person is not None and self._glances.take(time.monotonic()):
            data = {"type": "glance", **message.model_dump(exclude={"type"})}
            self._hub.cast_glance(self._person.id, serialization.to_json(data))

    async def _ignore(self) -> bool:
        self._ignored += 1
        if self._ignored > MAX_IGNORED:
            await self._socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too many messages")
            return False
        if time.monotonic() - self._warned_at >= 1:
            self._warned_at = time.monotonic()
            await self.send_message({"type": "problem", "text": ui_texts.TOO_FAST})
        return True

    async def _recognise(self) -> None:
        """Find out who this is at the table, and tell the page, once the page has said who it is."""
        name = self._name
        if self._identity is not None and name is not None:
            page = await self._hub.page(Person(self._identity.id, name, locale=self._language), NO_FEED)
            if page is not None:
                await self._greet(page, self._identity, name)
        self._name = None

    async def _greet(self, page: Page, who: Identity, name: str) -> None:
        person, guest = who.at(page), who.session.guest
        self._person = identity.known_as(page, person, guest.name if guest else name, guest.locale if guest else "")
        self._show_presence_of(self._person.id if self._person else "")
        others = [{"tab": tab, "name": called} for tab, called in who.others(page).items()]
        seated = identity.seated_name(page, person)
        carried = bool(who.carried) and person == who.carried
        given = {"given": guest.name} if guest else {}
        if page.reply.language != self._language:
            given["language"] = page.reply.language  # which they chose at the table
        await self.send_message({"type": "you", "seated": seated, "carried": carried, "others": others, **given})

    def _show_presence_of(self, person: str) -> None:
        if person == self._here:
            return
        if self._here:
            self._hub.leave(self._here)
        self._here = person
        if person:
            self._hub.arrive(person)

    async def _complete(self, line: str) -> None:
        found = await self._service.complete(self._hub.table_address.room, self._person, line) if self._person else []
        suggestions = [{"value": each.value, "label": each.label} for each in found]
        await self.send_message({"type": "completions", "line": line, "found": suggestions})

    async def _act(self, message: Said | Open) -> None:
        if self._person is None:
            asked = ui_texts.NAME_FIRST if self._name is None else ui_texts.UNAVAILABLE
            sentence = asked if self._identity else ui_texts.ONLY_WATCHING
            await self._answer(message.id, [Reply(str(sentence), private=True)])
        elif len(self.acting) >= _MAX_PENDING:
            await self.send_message({"type": "problem", "text": ui_texts.TOO_FAST})
        else:
            work = self._open(self._person, message) if isinstance(message, Open) else self._do(self._person, message)
            task = asyncio.create_task(work)
            self.acting.add(task)
            task.add_done_callback(self.acting.discard)

    async def _open(self, person: Person, message: Open) -> None:
        delivery, room = identity.delivery(person.id, message.id), self._hub.table_address.room
        opening = Request(delivery, room, person, Arrives(message.table))
        form = await self._service.form(person, message.table, message.command, opening)
        found = serialization.form(form) if form else None
        await self.send_message({"type": "answer", "id": message.id, "replies": [], "done": True, "form": found})

    async def _do(self, person: Person, message: Said) -> None:
        luck = "" if isinstance(message, Fill) else message.luck
        delivery, room = identity.delivery(person.id, message.id), self._hub.table_address.room
        await self._handle(Request(delivery, room, person, _said(message), luck=luck), message.id)

    async def _handle(self, request: Request, number: str) -> None:
        async with self._in_order:
            self._shown[request.id] = []
            try:
                response = await self._service.handle(request)
            finally:
                shown = self._shown.pop(request.id)
        replies = [*shown, *response.replies]
        if not replies and response.outcome == "answered" and self._hub.table_address.is_embedded:
            replies = [Reply(str(ui_texts.ANSWERED_IN_CHAT), private=True)]
        await self._answer(number, replies, response.outcome)
        if response.outcome == "done":
            self.wake()  # others may see it later

    async def _answer(self, number: str, replies: Sequence[Reply], outcome: Outcome = "refused") -> None:
        told = [_told(each) for each in replies]
        what = {"done": outcome == "done", "answered": outcome == "answered"}
        await self.send_message({"type": "answer", "id": number, "replies": told, **what})


def _told(reply: Reply) -> serialization.Data:
    """What is added to a reply here is said in its language."""
    with speaking(reply.language):
        return serialization.reply(reply)


def _said(message: Said) -> Typed | Pressed | Filled:
    match message:
        case Say():
            return Typed(message.line)
        case Press():
            return Pressed(message.button, message.answer)
        case Fill():
            return Filled(message.table, message.command, message.fields)
