"""A trainer at the desk of a workshop, for tests of the service."""

from typing import Any

import pytest

from bot.features.workshop.model import (
    Desk,
    OpenedWorkshop,
    Placed,
    Workshop,
    WorkshopForm,
    Workshops,
    WorkshopStore,
)
from bot.kernel.calls import Context
from bot.kernel.messages import Called, Person, Request
from bot.kernel.ports import Requests
from bot.kernel.store import StoreUnavailable
from bot.kernel.table.model import Refused
from tests.bot.harness import Bench, new_id, person, spelled


def said(command: str, **details: object) -> Called:
    """An order, as a desk sends it."""
    return Called(command, {name: str(given) for name, given in details.items() if given is not None})


async def at_desk(service: Requests, key: str, order: Called, request: str = "") -> tuple[str, ...]:
    """What did not work; Refused or StoreUnavailable if nothing did."""
    response = await service.handle(Request(request or new_id(), "", Person("desk", "Maria"), order, desk=key))
    text, *problems = [reply.text for reply in response.replies]
    if response.outcome == "refused":
        raise Refused(text)
    if response.outcome == "failed":
        assert response.cause == "database", text
        raise StoreUnavailable(text)
    return tuple(problems)


class Trainer:
    """Somebody at the desk of a workshop."""

    def __init__(self, bench: Bench, opened: OpenedWorkshop) -> None:
        self.bench = bench
        self.opened = opened

    @property
    def workshops(self) -> Any:
        return self.bench.service.feature(Workshops)

    @property
    def context(self) -> Context:
        return self.bench.service._context

    async def stored(self) -> Workshop:
        found = await self.bench.store.part(WorkshopStore).workshop(self.opened.id)
        assert found is not None
        return found

    async def desk(self) -> Desk:
        desk: Desk | None = await self.workshops.desk(self.opened.key)
        assert desk is not None
        return desk

    async def order(self, order: Called, request: str = "") -> tuple[str, ...]:
        """What did not work."""
        return await at_desk(self.bench.service, self.opened.key, order, request)

    async def refusal(self, order: Called) -> str:
        with pytest.raises(Refused) as refused:
            await self.order(order)
        return refused.value.sentence

    async def comes(self, name: str, team: int | None = None, request: str = "") -> Placed:
        placed: Placed = await self.workshops.take_place(self.opened.entrance, person(name), team, request or new_id())
        return placed

    async def come(self, *names: str) -> list[Placed]:
        return [await self.comes(name) for name in names]

    async def say(self, name: str, line: str, team: int = 0) -> str:
        """What somebody reads after a command at a team's table."""
        replies = await self.bench.say(name, line, room=(await self.desk()).teams[team].room)
        return "\n".join(map(spelled, replies))

    async def roll(self, team: int = 0) -> None:
        """Whoever is awaited rolls."""
        card = (await self.desk()).teams[team]
        for name in [chair.name for chair in card.page.chairs if chair.awaited][:1]:
            await self.bench.say(name, "roll", room=card.room)


async def opened(bench: Bench, **form: Any) -> Trainer:
    made = await bench.service.feature(Workshops).open_workshop(
        WorkshopForm(**{"game": "sprint", "teams": 3, **form}), new_id()
    )
    return Trainer(bench, made)


def told(bench: Bench, room: str, words: str) -> int:
    """How many messages in a room contain these words."""
    return sum(words in text for text in bench.chat.texts(room))
