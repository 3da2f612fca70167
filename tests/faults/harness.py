"""Injects faults at a chosen step of handling a request, around the real store and a recording chat."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.kernel.messages import Reply, Request
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Append, InDoubt, Store, StoreUnavailable
from tests.bot.harness import RecordingChat

Strike = Callable[[], Awaitable[None]]


class Died(BaseException):
    """The process dies here: nothing catches this, and none of its memory is used again."""


async def die() -> None:
    raise Died


async def lose_the_database() -> None:
    raise StoreUnavailable("the database is unreachable")


async def lose_the_acknowledgement() -> None:
    raise InDoubt("the connection broke during the commit")


async def lose_the_platform() -> None:
    raise RoomUnreachable("the platform is down")


async def break_the_adapter() -> None:
    raise KeyError("an unexpected bug")


async def hang() -> None:
    """Hang until the caller gives up."""
    await asyncio.Event().wait()


@dataclass
class Fault:
    """Strikes once, when this step is reached for the nth time."""

    step: str  # such as "before append" or "after post"; "": never
    strike: Strike = die
    nth: int = 1
    struck: asyncio.Event = field(default_factory=asyncio.Event)

    async def reached(self, step: str) -> None:
        if self.struck.is_set():
            if self.strike is die:
                raise Died  # a dead process does nothing else
            return
        self.nth -= step == self.step
        if not self.nth:
            self.struck.set()
            await self.strike()


class FaultyStore:
    """The real store with a fault."""

    def __init__(self, store: Store, fault: Fault) -> None:
        self._store = store
        self._fault = fault

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, change: Append) -> None:
        await self._fault.reached("before append")
        await self._store.append(change)
        await self._fault.reached("after append")

    async def mark_shown(self, room: str, table: str, sequence: int, message: str = "", since: int = 0) -> None:
        await self._fault.reached("before mark")
        await self._store.mark_shown(room, table, sequence, message, since)
        await self._fault.reached("after mark")


class FaultyChat(RecordingChat):
    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self.fault = fault

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        await self.fault.reached("before post")
        reference = await super().post(room, reply, request, before)
        await self.fault.reached("after post")
        return reference
