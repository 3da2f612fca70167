"""Orders about more than one table, or about none: linking rooms, looking back, learning, being forgotten."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace

from bot import texts
from bot.commands import changes, tutorial
from bot.commands.formats import as_file
from bot.commands.history import MAX_LISTED, history_page, stats_page, stored_in
from bot.commands.linked_rooms import Linking, sitting_down
from bot.live.cache import TableCache
from bot.live.rooms import Rooms
from bot.live.seating import person_of
from bot.live.table import LiveTable
from bot.live.thinking import Thinker
from bot.live.timers import AUTOMATIC
from bot.messages import Person, Reply, Request, TimePassed
from bot.ports import Clock, Store
from bot.table import catalogue
from bot.table.catalogue import Invocation
from bot.table.export import export
from bot.table.model import Refused
from games import GAMES

MAX_COUNTED = 100  # tables of a room in its figures

Errand = Callable[[LiveTable | None, Request, Invocation], Awaitable[list[Reply]]]
WatchLink = Callable[[str], str]  # the address at which a table can be watched, by the table's id


@dataclass(frozen=True, slots=True)
class House:
    """What an errand needs of the service."""

    store: Store
    cache: TableCache
    rooms: Rooms
    thinker: Thinker
    clock: Clock
    change: Callable[[LiveTable, Request, Invocation | None], Awaitable[list[Reply]]]
    open: Callable[[Request, Invocation, bytes | None], Awaitable[list[Reply]]]
    watch_link: WatchLink | None


class Errands:
    def __init__(self, house: House) -> None:
        self._house = house
        self._linking = Linking(house.store, house.cache)
        self._by_name: dict[str, Errand] = {
            "resume": self._resume,
            "link": self._link,
            "watch": self._watch,
            "history": self._history,
            "stats": self._stats,
            "export": self._export,
            "tutorial": self._tutorial,
            "forget": self._forget,
        }

    def find(self, order: Invocation) -> Errand | None:
        """Who does it, if it is none of the usual orders."""
        if order.name == "join" and order.arguments.get("code"):
            return self._join_by_code
        return self._by_name.get(order.name)

    async def show(self, live: LiveTable | None, reply: Reply, request: Request) -> list[Reply]:
        if reply.private or request.room.startswith(f"{tutorial.PLATFORM}:"):
            return [replace(reply, private=True)]
        await self._house.rooms.post(live, request.room, reply, request)
        return []

    # --- more than one table ---------------------------------------------------------------------------------------

    async def _join_by_code(self, _: LiveTable | None, request: Request, order: Invocation) -> list[Reply]:
        """The table is shown here from now on; whoever brought it gets a seat if there is one."""
        now = self._house.clock.now()
        live = await self._linking.find(order.arguments["code"], now)
        if await self._linking.bring(live, request, now):
            await self._house.rooms.bring_news(live, request)
        if live.seat_of(person_of(request)) is None and changes.has_room(live):
            return await self._house.change(live, sitting_down(request), Invocation(catalogue.find("join", None), {}))
        await self._house.rooms.bring_news(live, None)  # delivered again: what was in doubt may be news
        return []

    async def bring_along(self, live: LiveTable, rooms: Sequence[str], request: Request) -> None:
        """A table that goes on where another one ended is shown in all of its rooms."""
        for number, room in enumerate(rooms):
            with suppress(Refused):  # something else is played there by now
                there = replace(request, id=f"{request.id}:{number}", room=room)
                await self._linking.bring(live, there, self._house.clock.now())

    async def _link(self, live: LiveTable | None, request: Request, order: Invocation) -> list[Reply]:
        live = await self._here(live, request)
        if order.arguments.get("off"):
            return await self.show(None, await self._linking.take_away(live, request), request)
        return [await self._linking.give_code(live, request, self._house.clock.now())]

    async def _watch(self, live: LiveTable | None, request: Request, _: Invocation) -> list[Reply]:
        live = await self._here(live, request)
        if self._house.watch_link is None:
            raise Refused(texts.NO_WATCH)
        return [Reply(texts.watch_link(self._house.watch_link(live.id)), private=True)]

    async def _here(self, live: LiveTable | None, request: Request) -> LiveTable:
        if live is None:
            raise Refused(texts.NO_TABLE)
        return await self._house.cache.current(live, request.room)

    async def _resume(self, live: LiveTable | None, request: Request, order: Invocation) -> list[Reply]:
        """The table of this room, or one that was put away here before another was opened."""
        for record in await self._house.store.tables_in(request.room):
            if live is not None and live.standing.table.asleep:
                break
            found = await self._house.cache.find(record.id)
            live = found if found is not None and found.standing.table.asleep else live
        if live is None or live.standing.table.phase == "over":
            raise Refused(texts.NOTHING_TO_RESUME)
        if request.room not in live.rooms:
            await self._linking.bring(live, request, self._house.clock.now())
        return await self._house.change(live, request, order)

    # --- looking back ----------------------------------------------------------------------------------------------

    async def _history(self, live: LiveTable | None, request: Request, _: Invocation) -> list[Reply]:
        tables = await stored_in(self._house.store, request.room, MAX_LISTED + 1)
        reply = Reply(await self._house.thinker.elsewhere(history_page, tables))
        return await self.show(live, reply, request)

    async def _stats(self, live: LiveTable | None, request: Request, _: Invocation) -> list[Reply]:
        tables = await stored_in(self._house.store, request.room, MAX_COUNTED)
        reply = Reply(await self._house.thinker.elsewhere(stats_page, tables))
        return await self.show(live, reply, request)

    async def _export(self, live: LiveTable | None, request: Request, order: Invocation) -> list[Reply]:
        live = await self._here(live, request)
        if live.standing.table.phase != "over":
            raise Refused(texts.NOT_OVER)
        game = export(live.id, live.seed, live.standing, await self._house.store.events(live.id))
        file = await asyncio.to_thread(as_file, game, live.names, order.arguments.get("form", "json"))
        return await self.show(None, Reply(texts.EXPORTED, files=(file,)), request)

    async def _forget(self, _: LiveTable | None, request: Request, order: Invocation) -> list[Reply]:
        """Everywhere, in the store and in memory."""
        if order.arguments.get("sure", "").lower() != "me":
            return [Reply(texts.SURE_TO_FORGET, private=True)]
        person = person_of(request).id
        known = [
            live for live in self._house.cache.known_tables() if any(each.person == person for each in live.people)
        ]
        async with AsyncExitStack() as stack:
            for live in known:  # whoever is writing at these tables must not write the person back
                await stack.enter_async_context(live.lock)
            forgotten = await self._house.store.forget(person)
            for live in known:
                await self._house.cache.reload(live)
        return [Reply(texts.forgotten(len(forgotten)), private=True)]

    # --- learning --------------------------------------------------------------------------------------------------

    async def _tutorial(self, _: LiveTable | None, request: Request, order: Invocation) -> list[Reply]:
        """A table for this person alone; one that is open goes on unless they want another game."""
        going_on = await self._lesson_of(person_of(request))
        at_home = replace(request, room=next(iter(going_on.rooms)) if going_on else tutorial.new_room())
        usual = going_on.standing.game.key if going_on else next(iter(GAMES))
        name = order.arguments.get("game", usual)
        opening = catalogue.call("new", {"game": name}, None)
        game = changes.game_meant(opening)
        if going_on is not None and going_on.standing.game is game:
            return [going_on.reply(going_on.situation(), seat=0, private=True)]
        if going_on is not None:
            await self._house.change(going_on, replace(at_home, id=f"{request.id}:end"), self._said("end"))
        await self._house.open(replace(at_home, id=f"{request.id}:new"), opening, tutorial.seed(game))
        live = await self._house.cache.in_room(at_home.room)
        assert live is not None
        for number in range(tutorial.bots(game)):
            await self._house.change(live, replace(at_home, id=f"{request.id}:bot {number}"), self._said("bot"))
        return await self.teach(live, at_home, self._house.change(live, at_home, self._said("start")), before=0)

    async def _lesson_of(self, person: Person) -> LiveTable | None:
        """The lesson that this person is in the middle of."""
        for table in await self._house.store.tables_of(person.id):
            live = await self._house.cache.find(table)
            if live is not None and tutorial.is_lesson(live) and live.standing.table.phase != "over":
                return live
        return None

    async def teach(
        self, live: LiveTable, request: Request, doing: Awaitable[list[Reply]], before: int | None = None
    ) -> list[Reply]:
        """Do it, let the automatic players go on without a pause, and tell what happened with the lessons in it."""
        before = live.standing.sequence if before is None else before
        replies = await doing
        while waiting := [timer for timer in live.timers if timer.name.startswith(AUTOMATIC)]:
            said = TimePassed(live.id, waiting[0].name)
            await self._house.change(live, Request(f"timer:{live.id}:{said.timer}", request.room, None, said), None)
        if live.standing.sequence == before:
            return replies
        assert request.person is not None
        rows = await self._house.store.events(live.id)
        return [tutorial.told(live, rows, before, request.person, replies)]

    def _said(self, command: str) -> Invocation:
        return Invocation(catalogue.find(command, None), {})
