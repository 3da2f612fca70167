"""The ports with observers around them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bot.messages import Reply, Request, Response
from bot.operations.instrumentation import CLOCK, Observe, Observer, Operation
from bot.operations.observed_store import ObservedStore
from bot.ports import Chat, OpensThreads, Overtaken, Painter, Requests, Store
from games.graphics.drawing import Drawing


class Observed:
    """Puts observers around the ports."""

    def __init__(self, *observers: Observer) -> None:
        self._observers = observers
        self._calls = frozenset[str]().union(*(observer.calls for observer in observers))
        self.observe: Observe = observers[0].observe if len(observers) == 1 else self._by_all

    @contextmanager
    def _by_all(self, operation: Operation) -> Iterator[None]:
        with ExitStack() as stack:
            for observer in self._observers:
                if operation.port != "store" or operation.name in observer.calls:
                    stack.enter_context(observer.observe(operation))
            yield

    def store(self, store: Store) -> Store:
        return ObservedStore(store, self.observe, self._calls)

    def chat(self, platform: str, chat: Chat) -> Chat:
        if isinstance(chat, OpensThreads):
            return _ObservedThreads(platform, chat, self.observe, chat)
        return _ObservedChat(platform, chat, self.observe)

    def requests(self, requests: Requests) -> Requests:
        return _ObservedRequests(requests, self.observe)

    def painter(self, paint: Painter) -> Painter:
        async def observed(drawing: Drawing, *, dark: bool = False, table: str = "", sequence: int = 0) -> bytes | None:
            operation = Operation("picture", "painter", table=table)
            with self.observe(operation):
                try:
                    picture = await paint(drawing, dark=dark, table=table, sequence=sequence)
                except Overtaken:
                    operation.outcome = "overtaken"
                else:
                    operation.outcome = "failed" if picture is None else "made"
                    return picture
            raise Overtaken

        return observed


class _ObservedChat:
    def __init__(self, platform: str, chat: Chat, observe: Observe) -> None:
        self._platform = platform
        self._chat = chat
        self._observe = observe

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        with self._observe(Operation("post", "chat", self._platform, room, table=reply.table)):
            return await self._chat.post(room, reply, request, before)


class _ObservedThreads(_ObservedChat):
    """The same for a platform that has threads."""

    def __init__(self, platform: str, chat: Chat, observe: Observe, threads: OpensThreads) -> None:
        super().__init__(platform, chat, observe)
        self._threads = threads

    def has_threads(self, room: str) -> bool:
        return self._threads.has_threads(room)

    async def open_thread(self, room: str, name: str) -> str | None:
        with self._observe(Operation("open_thread", "chat", self._platform, room)):
            return await self._threads.open_thread(room, name)


class _ObservedRequests:
    def __init__(self, requests: Requests, observe: Observe) -> None:
        self._requests = requests
        self._observe = observe

    async def handle(self, request: Request) -> Response:
        platform = request.room.partition(":")[0] or CLOCK
        operation = Operation("handle", "service", platform, request.room, request.id)
        with self._observe(operation):
            response = await self._requests.handle(request)
            operation.outcome, operation.cause = response.outcome, response.cause
            operation.table = response.table
        return response
