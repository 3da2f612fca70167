"""Telling what is done for a request, step by step: around the ports, so that the service itself stays free of it.

Figures (bot.metrics) and traces (bot.tracing) are told the same steps. A call that nobody wants to be told of is not
wrapped at all.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast

from bot import texts
from bot.messages import Reply, Request
from bot.ports import Append, Chat, Service, Store
from games.graphics.drawing import Drawing

CLOCK = "clock"  # the platform of requests that nobody sent

_BAD = {texts.SOMETHING_BROKE: "fault", texts.DATABASE_AWAY: "unavailable"}
OUTCOMES = ("done", "answered", *_BAD.values())  # of a request


@dataclass(slots=True)
class Operation:
    """Whatever is known about it: when it begins, or by the time it ends. Never a name, a word or a card."""

    name: str  # handle, wait, post, picture; a call of the store by its own name
    port: Literal["service", "gate", "store", "chat", "painter"]
    platform: str = ""
    room: str = ""
    request: str = ""
    table: str = ""
    game: str = ""
    outcome: str = ""
    count: int = 0  # of what was stored or found


Watch = Callable[[Operation], AbstractContextManager[object]]


def unwatched(_: Operation) -> AbstractContextManager[None]:
    return nullcontext()


class Watcher(Protocol):
    calls: frozenset[str]  # of the store: those that it wants to be told of

    def watch(self, step: Operation) -> AbstractContextManager[object]:
        """Entered when the step begins, left when it has ended or failed."""


class Painter(Protocol):
    async def __call__(self, drawing: Drawing, *, dark: bool = False) -> bytes | None: ...


class Watched:
    """Puts the watchers around the ports."""

    def __init__(self, *watchers: Watcher) -> None:
        self._watchers = watchers
        self._calls = frozenset[str]().union(*(watcher.calls for watcher in watchers))
        self.watch: Watch = watchers[0].watch if len(watchers) == 1 else self._by_all

    @contextmanager
    def _by_all(self, step: Operation) -> Iterator[None]:
        with ExitStack() as stack:
            for watcher in self._watchers:
                if step.port != "store" or step.name in watcher.calls:
                    stack.enter_context(watcher.watch(step))
            yield

    def store(self, store: Store) -> Store:
        # what is not watched is the store's own; a protocol cannot see that
        return cast(Store, _WatchedStore(store, self.watch, self._calls))

    def chat(self, platform: str, chat: Chat) -> Chat:
        return _WatchedChat(platform, chat, self.watch)

    def service(self, service: Service) -> Service:
        # see `store`
        return cast(Service, _WatchedService(service, self.watch))

    def painter(self, paint: Painter) -> Painter:
        async def watched(drawing: Drawing, *, dark: bool = False) -> bytes | None:
            step = Operation("picture", "painter")
            with self.watch(step):
                picture = await paint(drawing, dark=dark)
                step.outcome = "failed" if picture is None else "made"
            return picture

        return watched


class _WatchedStore:
    def __init__(self, store: Store, watch: Watch, calls: frozenset[str]) -> None:
        self._store = store
        self._watch = watch
        for name in calls - {"append"}:
            setattr(self, name, self._watched(name))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, change: Append) -> None:
        game = change.opens.game if change.opens else ""
        with self._watch(Operation("append", "store", table=change.table, game=game, count=len(change.events))):
            await self._store.append(change)

    def _watched(self, name: str) -> Callable[..., Any]:
        """Its arguments are nobody's business: a code or a room can be all that one needs to sit down."""

        async def call(*words: Any, **named: Any) -> Any:
            step = Operation(name, "store")
            with self._watch(step):
                found = await getattr(self._store, name)(*words, **named)
                step.count = len(found) if isinstance(found, tuple) else 0
            return found

        return call


class _WatchedChat:
    def __init__(self, platform: str, chat: Chat, watch: Watch) -> None:
        self._platform = platform
        self._chat = chat
        self._watch = watch

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        with self._watch(Operation("post", "chat", self._platform, room, table=reply.table)):
            return await self._chat.post(room, reply, request, before)


class _WatchedService:
    def __init__(self, service: Service, watch: Watch) -> None:
        self._service = service
        self._watch = watch

    def __getattr__(self, name: str) -> Any:
        return getattr(self._service, name)

    async def handle(self, request: Request) -> list[Reply]:
        platform = request.room.partition(":")[0] or CLOCK
        step = Operation("handle", "service", platform, request.room, request.id)
        with self._watch(step):
            replies = await self._service.handle(request)
            step.outcome = _outcome(replies)
            step.table = replies[0].table if replies else ""
        return replies


def _outcome(replies: list[Reply]) -> str:
    """Done: only the room was told. Answered: the person was, which may be a refusal."""
    if not replies:
        return "done"
    return _BAD.get(replies[0].text, "answered")
