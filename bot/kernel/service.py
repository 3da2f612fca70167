"""The shared service: one request in, what happened stored, the room told, a private answer back."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar, cast

from bot.kernel import lobby as _lobby  # noqa: F401  its commands are declared there
from bot.kernel import pages
from bot.kernel import pages as completion
from bot.kernel.calls import Call, Context, NewSeed
from bot.kernel.changes import pass_time
from bot.kernel.feature import (
    JobEntry,
    aimed,
    background,
    completed,
    effects_of,
    facade,
    install,
    jobs,
    language_of,
    order,
    prepare,
    table_feature,
)
from bot.kernel.forms import asked_by_feature, in_words, is_of_feature, with_days
from bot.kernel.live.cache import RoomLocks, TableCache
from bot.kernel.live.counts import WINDOW_SECONDS
from bot.kernel.live.rooms import PrivateChat, Rooms
from bot.kernel.live.schedule import Kind, Kinds, Schedule, SystemClock, time_passed
from bot.kernel.live.table import LiveTable
from bot.kernel.live.work import Admission, Do, SlowBudget, Tasks, Thinker
from bot.kernel.live.writer import TableWriter
from bot.kernel.messages import (
    DONE,
    OF_ROOM,
    PRIVATE,
    Arrives,
    Called,
    Filled,
    Guide,
    Page,
    Person,
    Pressed,
    Reply,
    Request,
    Response,
    Suggestion,
    TableForm,
    TimePassed,
    Typed,
)
from bot.kernel.messages import refused as refused_with
from bot.kernel.opening import open_from_form
from bot.kernel.pages import steps
from bot.kernel.ports import CLOCK, Beacon, Chat, Clock, Observe, Operation, WebAddresses, bound, unobserved
from bot.kernel.pressing import arrive, cleaned, fill, press, run_command
from bot.kernel.store import TIMER, Effect, InDoubt, Job, Seating, Store, StoreUnavailable, Timer
from bot.kernel.table import catalogue, texts
from bot.kernel.table.catalogue import ARGUMENT_LIMIT, LINE_LIMIT
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused
from bot.kernel.table.pace import OFF, Pace
from bot.kernel.table.rules import Loader, no_files
from games.chance import SEED_BYTES
from games.language import ENGLISH, known, speaking, spoken
from games.parts import Form
from games.text import clean
from games.values import replace

P = TypeVar("P")

log = logging.getLogger(__name__)

install(table_feature)


# --- news from other processes --------------------------------------------------------------------------------------


class _Background:
    def __init__(self, store: Store, tables: TableCache, rooms: Rooms, tasks: Tasks, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._rooms = rooms
        self._tasks = tasks
        self._clock = clock

    async def listen(self) -> None:
        """Runs until cancelled: keep up with what other processes store."""
        await self._store.listen(self._changed_elsewhere, self._notified)

    def _changed_elsewhere(self, table: str) -> None:
        """Catch up with another process, which changed what is followed by this name, or anything (empty)."""
        for changed in [table] if table else self._tables.known_or_followed():
            live = self._tables.known(changed)
            if live is None:
                self._tables.changed(changed)  # whoever follows it reads it from the store
            else:
                self._tasks.start(self._catch_up(live), "catching up with another process")

    def _notified(self, table: str) -> None:
        """Announce news for another process that can't reach the rooms; they may be ours."""
        self._tasks.start(self._announce_here(table), "news from another process")

    async def _announce_here(self, table: str) -> None:
        with self._rooms.notified(table):
            # several processes may be connected to the platform: the first one posts, the others see that it has
            await self._clock.sleep(secrets.randbelow(1000) / 1000)
            try:
                live = await self._tables.find(table)
                if live is None:
                    return
                async with live.lock:
                    await self._tables.reload(live)
                await self._rooms.announce(live, None, answering=True)
            except StoreUnavailable as fault:
                log.warning("rooms of table %s are behind: %s", table, fault)

    async def _catch_up(self, live: LiveTable) -> None:
        in_use = self._tables.followed(live.id) or self._tables.own.holds(live.id)
        if not in_use and not live.lock.locked() and not live.tail:
            self._tables.drop(live.id)  # the next one to ask for it reads it from the store
            return
        try:
            async with live.lock:
                await self._tables.reload(live)
        except StoreUnavailable as fault:
            log.warning("a page is behind: %s", fault)


# --- service ---------------------------------------------------------------------------------------------------------


def random_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


class GameService:
    """The service; `chats` has one entry per platform, by the part of a room's name before the first colon."""

    def __init__(
        self,
        store: Store,
        chats: Mapping[str, Chat],
        *,
        clock: Clock | None = None,
        new_seed: NewSeed = random_seed,
        pause: float = 2.0,
        load: Loader = no_files,
        pace: Pace = OFF,
        put_away: float | None = None,
        unused: float | None = None,
        answers_due_queries: bool = False,
        web: WebAddresses | None = None,
        beacon: Beacon | None = None,
        given: Mapping[Any, Any] | None = None,
        observe: Observe = unobserved,
        admission: Admission | None = None,
        counts: float = WINDOW_SECONDS,
    ) -> None:
        """`pace`: for tables that chose none. A table idle for `put_away` seconds is put to sleep, and one to which
        nobody has come for `unused` seconds. Public queries due after an event, such as the forecast after a day, may
        answer themselves. `counts`: seconds between two changes of a count that must not point at anybody; 0: it
        changes at once. `given`: by type, what the operator gives to features. Games with chosen seeds can be
        repeated: they get no luck but the words that people give."""
        self._store = store
        self._observe = observe
        self.admission = admission or Admission(observe=observe)
        clock = clock or SystemClock()
        self.tables = TableCache(store, clock.now, pace, put_away, unused, window=counts)
        self.tables.held_back = self._show_later
        self.rooms = Rooms(store, {**chats, PRIVATE: PrivateChat()}, clock, observe)
        self.schedule = Schedule(store, clock)
        self._tasks = Tasks()
        self._clock = clock
        self._showing: dict[str, asyncio.Task[None]] = {}  # by table
        self._thinker = Thinker()
        self._background = _Background(store, self.tables, self.rooms, self._tasks, clock)
        self._context = Context(
            store=store,
            tables=self.tables,
            rooms=self.rooms,
            writer=TableWriter(
                store,
                self.tables,
                self.schedule,
                self._thinker,
                clock,
                pause=pause,
                effects=self._effects,
            ),
            tasks=self._tasks,
            room_locks=RoomLocks(),
            thinker=self._thinker,
            budget=SlowBudget(clock),
            clock=clock,
            new_seed=new_seed,
            load=load,
            web=web,
            beacon=beacon,
            schedule=self.schedule,
            adds_luck=new_seed is random_seed,
            answers_due_queries=answers_due_queries,
            given=given or {},
        )
        self.rooms.prepare = partial(prepare, self._context)

    def feature(self, kind: type[P]) -> P:
        """The facade that a feature offers to adapters."""
        return cast(P, self._context.part(facade(kind)))

    def _effects(self, live: LiveTable, draft: Draft, people: tuple[Seating, ...]) -> tuple[Job | Effect, ...]:
        return effects_of(self._context, live, draft, people)

    # --- life ------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Catch up the rooms that missed something, and let the clocks run."""
        await self.rooms.catch_up(self.tables.find_current)
        self._tasks.start(self.schedule.run(self.kinds()), "timers and jobs")
        self._tasks.start(self.rooms.keep_trying(self.tables.find_current), "rooms that are behind")
        self._tasks.start(self._background.listen(), "changes by other processes")
        for name, run in background().items():
            self._tasks.start(run(self._context), name)

    async def close(self) -> None:
        await self._tasks.close()
        self._thinker.close()

    @property
    def counting(self) -> tuple[asyncio.Task[None], ...]:
        """The tasks that show something later."""
        return tuple(self._showing.values())

    def _show_later(self, live: LiveTable) -> None:
        """Show what is held back at a table once that is due."""
        if live.id not in self._showing:
            task = self._tasks.start(self._show_counts(live), "counts that are shown later")
            self._showing[live.id] = task
            task.add_done_callback(lambda _: self._showing.pop(live.id))

    async def _show_counts(self, live: LiveTable) -> None:
        try:
            while (due := live.counts.due) is not None:
                await self._clock.sleep(max(0.0, due - self._clock.now()))
                live = await self.tables.find_current(live.id) or live
                self.tables.tell(live.id)
                await self.rooms.announce(live, None)
        except StoreUnavailable as fault:
            log.warning("counts of table %s are behind: %s", live.id, fault)
            self.rooms.look_again()

    async def fire_due_timers(self) -> int:
        """Do what is due; returns the number of timers and jobs."""
        return await self.schedule.do_due(self.kinds())

    def kinds(self) -> Kinds:
        """The handlers of due work."""
        return {
            TIMER: Kind(self._fire),
            **{kind: Kind(partial(self._do, entry), entry.lane) for kind, entry in jobs().items()},
        }

    async def _fire(self, timer: Timer) -> None:
        """Let time pass at a table. A clock waits for no request, so it isn't admitted first."""
        await self._observed(time_passed(timer), self._handled)

    async def _do(self, entry: JobEntry, job: Job) -> None:
        """Do a job if this process serves its room's platform; one that talks to the outside needs no room, and some
        have none."""
        if (
            not job.room or entry.lane == "outside" or self.rooms.serves(job.room)
        ):  # else another process gets it once the lease ends
            with speaking(await self.tables.language_of(job.room) if job.room else ENGLISH):
                await entry.carry(self._context, job)

    # --- requests --------------------------------------------------------------------------------------------------

    async def handle(self, request: Request) -> Response:
        """Observe the request, admit it, and do what was asked. Never raises."""
        return await self._observed(request, self._admitted)

    async def _observed(self, request: Request, do: Do) -> Response:
        operation = Operation("handle", "service", request.room.partition(":")[0] or CLOCK, request.room, request.id)
        with self._observe(operation):
            response = await do(request)
            operation.outcome, operation.cause, operation.table = response.outcome, response.cause, response.table
        return response

    async def _admitted(self, request: Request) -> Response:
        return await self.admission.handle(request, self._handled)

    async def _handled(self, request: Request) -> Response:
        """Find the table, dispatch the command, answer."""
        luck = (request.luck or request.id) if self._context.adds_luck else ""
        request = request if luck == request.luck else replace(request, luck=luck)
        with (
            bound(request=request.id, room=request.room),
            speaking(await self._language_of(request.person, request.room)),
        ):
            try:
                return await self._dispatch(request)
            except Refused as refusal:
                return refused_with(Reply(refusal.sentence, private=True))
            except InDoubt:
                log.exception("it isn't known whether this was stored; its rooms get it as news if it was")
                self.rooms.look_again()
                return Response("failed", (Reply(str(texts.IN_DOUBT), private=True),), "database")
            except StoreUnavailable:
                log.exception("the store is unavailable")
                return Response("failed", (Reply(str(texts.DATABASE_UNREACHABLE), private=True),), "database")
            except Exception:
                log.exception("request %s failed", request.id)
                return Response("failed", (Reply(str(texts.INTERNAL_ERROR), private=True),), "bug")

    async def _language_of(self, person: Person | None, room: str) -> str:
        """The language in which this person is answered; without one, the language spoken now."""
        if person is None:
            return spoken()
        try:
            return await language_of(self._context, person, room)
        except StoreUnavailable:
            return known(person.locale) or spoken()

    async def _dispatch(self, request: Request) -> Response:
        if request.desk:
            return await self._order(request)
        match in_words(request.said):
            case TimePassed() as said:
                return await self._pass_time(request, said)
            case Pressed() as pressed:
                return await press(self._context, request, pressed)
            case Filled() as filled:
                return await fill(self._context, request, filled)
            case Arrives() as arrives:
                return await arrive(self._context, request, arrives)
            case TableForm() as form:
                return await open_from_form(self._context, request, form)
            case Typed() | Called() as said:
                return await run_command(self._context, request, said)

    async def _order(self, request: Request) -> Response:
        """Carry out a desk's order: a desk leads several tables, and none of them is that of its room."""
        said = request.said if isinstance(request.said, Called) else Called("")
        found = order(clean(said.command, ARGUMENT_LIMIT))
        return await found.handle(self._context, Call(request, catalogue.invoke(found.command, cleaned(said)), None))

    async def _pass_time(self, request: Request, said: TimePassed) -> Response:
        live = await self.tables.find(said.table)
        if live is None:
            return DONE
        return await pass_time(self._context, await self.tables.refreshed(live), request, said)

    # --- completion ------------------------------------------------------------------------------------------------

    async def complete(self, room: str, person: Person, line: str) -> list[Suggestion]:
        """Words that could be typed next in this room."""
        try:
            line = line[:LINE_LIMIT]
            live = await self._completing(room, person, catalogue.name_in(line))
            with speaking(await self._language_of(person, room)):
                return completion.complete_line(live, person, line)
        except StoreUnavailable:
            return []

    async def complete_argument(
        self, room: str, person: Person, command: str, parameter: str, arguments: Mapping[str, str]
    ) -> list[Suggestion]:
        """Values for one argument of a command that the platform has already parsed."""
        typed = {name: value[:ARGUMENT_LIMIT] for name, value in arguments.items()}
        try:
            live = await self._completing(room, person, command)
            with speaking(await self._language_of(person, room)):
                return completion.complete_named(live, person, command, parameter, typed)
        except StoreUnavailable:
            return []

    async def _completing(self, room: str, person: Person, command: str) -> LiveTable | None:
        """The table that the command would go to, as far as that is known without asking the store."""
        live = await self.tables.in_room(room)
        aim = await aimed(self._context, Request("", room, person, Called(command)), command, live, reads=False)
        return aim.live if aim else live

    # --- pages -----------------------------------------------------------------------------------------------------

    async def tables_of(self, person: Person) -> list[Page]:
        """The running tables at which this person sits."""
        found = [await self.tables.find(table) for table in await self._store.tables_of(person.id)]
        tables = [await self.tables.refreshed(live) for live in found if live is not None]
        with speaking(await self._language_of(person, "")):
            return [
                await pages.page(live, self._thinker, person, self.tables.own)
                for live in tables
                if live.standing.table.phase != "over"
            ]

    async def page(self, room: str, person: Person | None, after: int = 0) -> Page | None:
        """The table of a room as this person sees it, with what happened after event `after`."""
        live = await self.tables.in_room(room)
        if live is None:
            return None
        with speaking(await self._language_of(person, room)):
            page = await self._page(await self.tables.current(live, room), person, after)
            return await completed(self._context, live, person, page) if person else page

    async def form(self, person: Person, table: str, command: str, opening: Request | None = None) -> Form | None:
        """The form of a command as this person gets it; None if they can't use it now: then the press says why.

        `opening`: the request of the press. Where seats are open it seats whoever has none, exactly once and without a
        word. A submission seats nobody; it only gets the form again.
        """
        room = opening.room if opening else ""
        with speaking(await self._language_of(person, room)):
            return await self._form(person, table, command, room, opening)

    async def _form(self, person: Person, table: str, command: str, room: str, opening: Request | None) -> Form | None:
        live = None if table == OF_ROOM else await self.tables.find(table)
        if is_of_feature(command):
            return await asked_by_feature(self._context, live, room, person, command)
        if live is None:
            return None
        newcomer = opening is not None and opening.room in live.rooms and live.is_absent(person)
        seats = newcomer and live.standing.game.seating.open
        if opening is not None and seats and not isinstance(opening.said, Filled):
            await self.handle(replace(opening, id=f"{opening.id}:seat", person=person, said=Arrives(table)))
        found = pages.form(await self.tables.refreshed(live), person, command, newcomer=newcomer)
        return found and await with_days(self._context, live, room, person, found)

    async def page_of(self, table: str, after: int = 0) -> Page | None:
        """A table by its id, as everybody sees it."""
        live = await self.tables.find(table)
        return await self._page(await self.tables.refreshed(live), None, after) if live else None

    async def _page(self, live: LiveTable, person: Person | None, after: int) -> Page:
        await prepare(self._context, live, next(iter(live.rooms), ""))
        page = await pages.page(live, self._thinker, person, self.tables.own)
        # nothing is awaited in between, so both are of one moment
        played = tuple(step for step in steps(live, page.seat, after) if step.sequence <= page.sequence)
        rows = live.changes.rows_since(after)
        if not rows and after < page.sequence:  # a first page, or one of long ago
            rows = await self._store.events(live.id, after)
        return replace(page, feed=pages.feed(live.standing, rows[: page.sequence - after]), steps=played)

    async def guide(self, table: str) -> Guide | None:
        """Help to understand a table."""
        live = await self.tables.find(table)
        return pages.guide(live) if live else None

    def follow(self, table: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` whenever something changes at the table; call what is returned to stop."""
        return self.tables.follow(table, changed)
