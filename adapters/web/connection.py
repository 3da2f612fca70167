"""One browser tab, connected: what it says goes to the service, what changes is sent to it."""

import asyncio
import hashlib
import logging
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Literal

from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from adapters.web import shapes, words
from adapters.web.hub import Frame, Hub
from adapters.web.limits import Bucket
from adapters.web.links import PLATFORM
from adapters.web.sessions import Session
from bot.live.table import NAME_LIMIT
from bot.messages import Person, Pressed, Reply, Request, Typed
from bot.ports import Service, StoreUnavailable
from games.text import clean

log = logging.getLogger(__name__)

MAX_BYTES = 16 * 1024  # of one message
BURST, RATE = 20, 10.0  # messages at once, and then a second
MAX_IGNORED = 200  # messages beyond that, and the connection ends
MAX_PENDING = 20  # actions that have not been answered
HEARTBEAT = 20.0  # seconds between signs of life
RETRY_SECONDS = 2.0  # when the database is away
FAULTS = (ConnectionError, RuntimeError)  # what sending raises when the browser has gone


class _Message(BaseModel):
    """What a page sends. How long its words may be is the service's to say; the message itself is limited."""

    model_config = ConfigDict(extra="ignore", strict=True, hide_input_in_errors=True)


Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{8,64}$")]


class Hello(_Message):
    type: Literal["hello"]
    name: str = ""


class Say(_Message):
    type: Literal["say"]
    id: Id
    line: str


class Press(_Message):
    type: Literal["press"]
    id: Id
    button: str
    answer: str = ""


class Complete(_Message):
    type: Literal["complete"]
    line: str


Message = Annotated[Hello | Say | Press | Complete, Field(discriminator="type")]
MESSAGES: TypeAdapter[Hello | Say | Press | Complete] = TypeAdapter(Message)


class Connection:
    def __init__(self, hub: Hub, service: Service, socket: web.WebSocketResponse, session: Session, tab: str) -> None:
        self._hub = hub
        self._service = service
        self._socket = socket
        self._session = session
        self._tab = tab  # empty: watching only
        self._person: Person | None = None
        self._greeted = False
        self._table = ""
        self._sent = 0
        self._woken = asyncio.Event()
        self._in_order = asyncio.Lock()
        self.acting: set[asyncio.Task[None]] = set()  # what was asked for is carried out, also when the browser left
        self._bucket = Bucket(BURST, RATE, time.monotonic())
        self._ignored = 0
        self._told_off = float("-inf")
        self._shown: dict[str, list[Reply]] = {}  # by request: what the whole room sees of its answer
        self._asides: deque[str] = deque(maxlen=MAX_PENDING)  # the same of other people's requests

    async def run(self, table: str, after: int) -> None:
        """Until the browser leaves or the server stops."""
        self._table, self._sent = table, after
        sending = asyncio.create_task(self._send_pages())
        try:
            async for message in self._socket:
                if message.type is not WSMsgType.TEXT or not await self._hear(message.data):
                    break
        except Exception:  # one browser's trouble ends here; the page connects again
            log.exception("a connection failed")
            await self._socket.close(code=WSCloseCode.INTERNAL_ERROR)
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    def wake(self) -> None:
        if self._greeted:
            self._woken.set()

    def show(self, request: Request | None, reply: Reply, data: str) -> None:
        """Something that the whole room sees: part of the answer to whoever asked, a message to the others."""
        if request is not None and request.id in self._shown:
            self._shown[request.id].append(reply)
        elif self._greeted:
            self._asides.append(data)
            self._woken.set()

    # --- out -------------------------------------------------------------------------------------------------------

    async def _send_pages(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._asides:
                await self._send(self._asides.popleft())
            try:
                frame = await self._frame()
            except StoreUnavailable:
                await self.tell({"type": "problem", "text": words.AWAY})
                await asyncio.sleep(RETRY_SECONDS)
                self._woken.set()
                continue
            except Exception:  # a game that cannot be shown now may be shown after the next move
                log.exception("a page could not be made")
                await self.tell({"type": "problem", "text": words.AWAY})
                continue
            if frame is None:
                await self.tell({"type": "none"})
                continue
            self._table, self._sent = frame.table, frame.sequence
            with suppress(*FAULTS):
                await self._socket.send_frame(frame.data, WSMsgType.TEXT)

    async def _frame(self) -> Frame | None:
        frame = await self._hub.frame(self._person, self._sent)
        if frame is not None and (frame.table != (self._table or frame.table) or frame.sequence < self._sent):
            return await self._hub.frame(self._person, 0)  # another table by now: everything is new
        return frame

    async def tell(self, message: shapes.Data) -> None:
        await self._send(shapes.dumped(message))

    async def _send(self, text: str) -> None:
        with suppress(*FAULTS):
            await self._socket.send_str(text)

    # --- in --------------------------------------------------------------------------------------------------------

    async def _hear(self, text: str) -> bool:
        """Whether to go on listening."""
        if not self._bucket.take(time.monotonic()):
            return await self._ignore()
        try:
            message = MESSAGES.validate_json(text)
        except (ValidationError, ValueError):
            await self.tell({"type": "problem", "text": words.BAD_MESSAGE})
            return True
        match message:
            case Hello(name=name):
                self._greet(clean(name, NAME_LIMIT))
            case Complete(line=line):
                await self._complete(line)
            case Say() | Press():
                await self._act(message)
        return True

    async def _ignore(self) -> bool:
        self._ignored += 1
        if self._ignored > MAX_IGNORED:
            await self._socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too many messages")
            return False
        if time.monotonic() - self._told_off >= 1:
            self._told_off = time.monotonic()
            await self.tell({"type": "problem", "text": words.SLOWER})
        return True

    def _greet(self, name: str) -> None:
        self._person = self._session.person(self._tab, name) if name and self._tab else None
        self._greeted = True
        self._woken.set()

    async def _complete(self, line: str) -> None:
        found = await self._service.complete(self._hub.place.room, self._person, line) if self._person else []
        suggestions = [{"value": each.value, "label": each.label} for each in found]
        await self.tell({"type": "completions", "line": line, "found": suggestions})

    async def _act(self, message: Say | Press) -> None:
        if self._person is None:
            sentence = words.NAME_FIRST if self._tab else words.ONLY_WATCHING
            await self._answer(message.id, [Reply(sentence, private=True)])
        elif len(self.acting) >= MAX_PENDING:
            await self.tell({"type": "problem", "text": words.SLOWER})
        else:
            said = Typed(message.line) if isinstance(message, Say) else Pressed(message.button, message.answer)
            request = Request(_delivery(self._person, message.id), self._hub.place.room, self._person, said)
            task = asyncio.create_task(self._carry_out(request, message.id))
            self.acting.add(task)
            task.add_done_callback(self.acting.discard)

    async def _carry_out(self, request: Request, number: str) -> None:
        async with self._in_order:
            self._shown[request.id] = []
            try:
                response = await self._service.handle(request)
            finally:
                shown = self._shown.pop(request.id)
        await self._answer(number, [*shown, *response.replies])

    async def _answer(self, number: str, replies: Sequence[Reply]) -> None:
        await self.tell({"type": "answer", "id": number, "replies": [shapes.reply(each) for each in replies]})


def _delivery(person: Person, number: str) -> str:
    """The same when it is sent again. It does not name the person: it is stored beside what may be anonymous."""
    return f"{PLATFORM}:{hashlib.sha256(f'{person.id} {number}'.encode()).hexdigest()[:32]}"
