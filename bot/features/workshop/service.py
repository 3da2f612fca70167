"""Workshops: one trainer, many tables (docs/decisions/0044)."""

from collections.abc import Callable

from bot.features.workshop import opening, places, texts
from bot.features.workshop.book import Changed, WorkshopBook, digest
from bot.features.workshop.comparison import Comparing
from bot.features.workshop.desk import TeamCards, desk_of
from bot.features.workshop.model import (
    Attendance,
    Comparison,
    Desk,
    Entrance,
    Member,
    OpenedWorkshop,
    Placed,
    Workshop,
    WorkshopForm,
    Workshops,
    WorkshopStore,
    followed_as,
)
from bot.features.workshop.team_tables import feature
from bot.kernel.calls import Context
from bot.kernel.messages import Person
from bot.kernel.table.model import Refused
from games.values import replace


class _WorkshopService:
    """What adapters may ask of workshops: see bot.features.workshop.model.Workshops."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._book = context.part(WorkshopBook)
        self._cards = TeamCards(context)
        self._comparing = Comparing(context)

    async def open_workshop(self, form: WorkshopForm, request: str, key: str = "") -> OpenedWorkshop:
        return await opening.open_workshop(self._context, form, request, key)

    async def entrance(self, link: str, person: Person | None) -> Entrance | None:
        workshop = await self._book.at_entrance(link)
        return await places.entrance(self._context, workshop, person) if workshop else None

    async def take_place(self, link: str, person: Person, team: int | None, request: str, luck: str = "") -> Placed:
        workshop = await self._book.at_entrance(link)
        if workshop is None:
            raise Refused(texts.GONE)
        given = (luck or request) if self._context.adds_luck else luck
        arrival = places.Arrival(person, request, team, given)
        return await places.take_place(self._context, workshop, arrival)

    async def desk(self, key: str) -> Desk | None:
        workshop = await self._book.at_desk(key)
        return await desk_of(self._context, self._cards, workshop) if workshop else None

    async def hand_over(self, key: str, request: str) -> OpenedWorkshop:
        new = opening.key_after(key, request)
        if done := await self._book.at_desk(new):
            return OpenedWorkshop(done.id, done.entrance, new)

        async def hand_over(stored: Workshop, _: tuple[Member, ...]) -> Changed:
            if stored.desk != digest(key):
                raise Refused(texts.GONE)
            return Changed(replace(stored, desk=digest(new)))

        workshop = await self._book.change((await self._book.led_from(key)).id, hand_over)
        return OpenedWorkshop(workshop.id, workshop.entrance, new)

    async def compare(self, key: str) -> Comparison:
        return await self._comparing.compare(await self._book.led_from(key))

    async def attendance(self, key: str) -> tuple[Attendance, ...]:
        workshop = await self._book.led_from(key)
        members = await self._context.store.part(WorkshopStore).members(workshop.id)
        return tuple(
            Attendance(each.name, workshop.teams[each.team].name, each.arrived) for each in members if each.name
        )

    def follow_workshop(self, workshop: str, changed: Callable[[], None]) -> Callable[[], None]:
        return self._context.tables.follow(followed_as(workshop), changed)


feature.facades[Workshops] = _WorkshopService
