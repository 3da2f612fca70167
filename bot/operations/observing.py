"""Observers of what is done for a request, one operation at a time: metrics and traces observe the same ones.

The service reports its own operations (bot.kernel.ports.Observe); those of the store and the painter are observed from
outside.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, Protocol, cast

from bot.kernel.ports import Observe, Operation, Overtaken, Painter
from bot.kernel.store import Append, Store
from games.graphics.drawing import Drawing


class _Observer(Protocol):
    calls: frozenset[str]  # the calls of the store that it wants to observe

    def observe(self, operation: Operation) -> AbstractContextManager[object]:
        """A context that is entered when the operation begins, left when it has ended or failed."""


class Observed:
    def __init__(self, *observers: _Observer) -> None:
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
        return cast("Store", _ObservedStore(store, self.observe, self._calls))

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


class _ObservedStore:
    """The store, with some of its calls observed. Parts are not: they say who wrote what when.

    The arguments stay out of it: a code or a room can be all it takes to sit down.
    """

    def __init__(self, store: Store, observe: Observe, calls: frozenset[str]) -> None:
        self._store = store
        self._observe = observe
        for name in calls - {"append"}:
            setattr(self, name, self._observed(name))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def _observed(self, name: str) -> Any:
        async def call(*given: Any, **named: Any) -> Any:
            operation = Operation(name, "store")
            with self._observe(operation):
                found = await getattr(self._store, name)(*given, **named)
                operation.count = len(found) if isinstance(found, tuple) else 0
            return found

        return call

    async def append(self, change: Append) -> None:
        game = change.opens.game if change.opens else ""
        with self._observe(Operation("append", "store", table=change.table, game=game, count=len(change.events))):
            await self._store.append(change)
