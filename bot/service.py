"""The shared game service: one request in, what happened stored, the room told, a private answer back."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from bot import answers, catalogue, orders, texts
from bot.catalogue import Order
from bot.completion import complete_line, complete_named
from bot.export import export, write
from bot.journal import Draft, Standing, fold
from bot.live import LiveTable
from bot.messages import Called, Page, Person, Pressed, Reply, Request, Suggestion, TimePassed, Typed
from bot.offers import Button, Offer, on_offer
from bot.pace import play_automatic, timers_after
from bot.ports import AlreadyHandled, Append, Chat, Clock, Conflict, Store, StoreUnavailable
from bot.rooms import Rooms
from bot.table import PREFIX, Loader, Refused, no_files
from bot.thinking import Thinker
from bot.timers import SystemClock, Timers
from games.api import IllegalMove
from games.chance import SEED_BYTES
from games.text import clean

log = logging.getLogger(__name__)

# characters of what people type; whatever a game allows is less
LINE_LIMIT = 2000
WORD_LIMIT = 1000
MOST_LIVE_TABLES = 20_000
MOST_ATTEMPTS = 8  # at one request, when other processes keep being quicker

NewSeed = Callable[[], bytes]


def random_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


class GameService:
    """`chats` has one entry a platform: the part of a room's name before the first colon."""

    def __init__(
        self,
        store: Store,
        chats: Mapping[str, Chat],
        *,
        clock: Clock | None = None,
        new_seed: NewSeed = random_seed,
        pause: float = 2.0,
        load: Loader = no_files,
    ) -> None:
        self._store = store
        self._clock = clock or SystemClock()
        self._new_seed = new_seed
        self._pause = pause
        self._load = load
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._in_room: dict[str, str] = {}
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by table
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by room
        self._followers: dict[str, list[Callable[[], None]]] = {}  # by table
        self._tasks: list[asyncio.Task[None]] = []
        self._thinker = Thinker()
        self.rooms = Rooms(store, chats, self._clock)
        self.timers = Timers(store, self._clock, self.handle)

    # --- life ------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Catch up the rooms that missed something, and let the clocks run."""
        await self.rooms.catch_up(self.find)
        self._tasks = [
            asyncio.create_task(self.timers.run(), name="timers"),
            asyncio.create_task(self.rooms.keep_trying(self.find), name="rooms that are behind"),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        self._tasks = []
        self._thinker.close()

    # --- requests --------------------------------------------------------------------------------------------------

    async def handle(self, request: Request) -> list[Reply]:
        """What the person alone gets to see. What the room sees is posted by the way."""
        try:
            return await self._handle(request)
        except Refused as refusal:
            return [Reply(refusal.sentence, private=True)]
        except StoreUnavailable:
            log.exception("the store is away")
            return [Reply(texts.DATABASE_AWAY, private=True)]
        except Exception:
            log.exception("request %s failed", request.id)
            return [Reply(texts.SOMETHING_BROKE, private=True)]

    async def _handle(self, request: Request) -> list[Reply]:
        match request.said:
            case TimePassed(table=table):
                live = await self.find(table)
                return await self._change(await self.refreshed(live), request, None) if live else []
            case Pressed():
                return await self._press(request, request.said)
            case Typed() | Called():
                live = await self.in_room(request.room)
                return await self._obey(live, request, self._order(request.said, live))

    def _order(self, said: Typed | Called, live: LiveTable | None) -> Order:
        game = live.standing.game if live else None
        if isinstance(said, Called):
            words = {name: clean(word, WORD_LIMIT) for name, word in said.words.items()}
            return catalogue.call(said.command, words, game)
        return catalogue.parse(clean(said.line, LINE_LIMIT), game, live.names if live else ())

    async def _obey(self, live: LiveTable | None, request: Request, order: Order) -> list[Reply]:
        if order.name == "new":
            return await self._open(request, order)
        if order.name in answers.LOOKS or order.command.look:
            return await self._look(live, request, order)
        if live is None:
            raise Refused(texts.NO_TABLE)
        return await self._change(live, request, order)

    async def _look(self, live: LiveTable | None, request: Request, order: Order) -> list[Reply]:
        assert request.person is not None
        if live is not None:
            live = await self._current(live, request.room)
        if order.command.look:
            reply = await orders.look(live, self._thinker, request, order)
        else:
            reply = await answers.look(self._store, live, request.person, order)
        if reply.private:
            return [reply]
        await self.rooms.post(live, reply, request)
        return []

    async def _press(self, request: Request, pressed: Pressed) -> list[Reply]:
        button = Button.read(pressed.button)
        live = await self.find(button.table) if button else None
        if button is None or live is None:
            raise Refused(texts.BROKEN_BUTTON)
        seat = live.seat_of(request.person) if request.person else None
        if seat is None and request.room not in live.rooms and live.standing.table.phase != "over":
            raise Refused(texts.BROKEN_BUTTON)  # a table of other people, in a room of theirs
        offer = await self._offered(live, button, seat)
        if offer is None:
            await self.refreshed(live)
            if await self._store.handled(request.id):
                return [_as_it_stands(live, request.person)]
            return [live.reply(f"{texts.STALE_BUTTON}\n{live.situation()}", seat=seat, private=True, board=False)]
        words = dict(offer.spelled(live.standing))
        if offer.asks:
            words[offer.asks] = clean(pressed.answer, WORD_LIMIT)
        order = catalogue.call(offer.command, words, live.standing.game)
        return await self._obey(live, request, order)

    async def _offered(self, live: LiveTable, button: Button, seat: int | None) -> Offer | None:
        """What the button offers, if it was on offer without a break ever since: a vote in flight still counts."""
        if button.seat is not None and button.seat != seat:
            return None
        if button.sequence == live.standing.sequence:
            return button.offer(live.standing)
        rows = await self._store.events(live.id)
        then = fold(rows[: button.sequence])
        offer = button.offer(then) if then and button.sequence <= len(rows) else None
        if offer is None:
            return None
        standing: Standing | None = then
        for row in rows[button.sequence :]:
            standing = fold([row], standing)
            assert standing is not None
            # a turn that came straight back is another turn: pressing twice must not roll twice
            harmless = row.kind in standing.game.quiet or row.kind.startswith(PREFIX)
            if not harmless or not on_offer(standing, seat, offer):
                return None
        return offer

    async def complete(self, room: str, person: Person, line: str) -> list[Suggestion]:
        """What could be typed next in this room."""
        try:
            return complete_line(await self.in_room(room), person, line[:LINE_LIMIT])
        except StoreUnavailable:
            return []

    async def complete_word(
        self, room: str, person: Person, command: str, parameter: str, typed: str
    ) -> list[Suggestion]:
        """The same for one word of a command whose words came apart already."""
        try:
            return complete_named(await self.in_room(room), person, command, parameter, typed[:WORD_LIMIT])
        except StoreUnavailable:
            return []

    # --- pages -----------------------------------------------------------------------------------------------------

    async def tables_of(self, person: Person) -> list[Page]:
        """The tables at which this person sits and that are not over."""
        found = [await self.find(table) for table in await self._store.tables_of(person.id)]
        tables = [await self.refreshed(live) for live in found if live is not None]
        return [
            await answers.page(live, self._thinker, person) for live in tables if live.standing.table.phase != "over"
        ]

    async def page(self, room: str, person: Person | None, after: int = 0) -> Page | None:
        """The table of a room, as this person sees it, with what happened behind event `after`."""
        live = await self.in_room(room)
        return await self._page(await self._current(live, room), person, after) if live else None

    async def page_of(self, table: str, after: int = 0) -> Page | None:
        """A table by its id, as everybody sees it."""
        live = await self.find(table)
        return await self._page(await self.refreshed(live), None, after) if live else None

    async def _page(self, live: LiveTable, person: Person | None, after: int) -> Page:
        page = await answers.page(live, self._thinker, person)
        rows = await self._store.events(live.id, after) if after < page.sequence else ()
        return replace(page, feed=answers.feed(live.standing.game, rows[: page.sequence - after]))

    def follow(self, table: str, told: Callable[[], None]) -> Callable[[], None]:
        """Be told whenever something changes at the table; call what is returned to hear no more."""
        followers = self._followers.setdefault(table, [])
        followers.append(told)

        def unfollow() -> None:
            followers.remove(told)
            if not followers and self._followers.get(table) is followers:
                del self._followers[table]

        return unfollow

    def _tell_followers(self, table: str) -> None:
        for told in tuple(self._followers.get(table, ())):
            told()

    async def record(self, table: str) -> str | None:
        """The game as a file: whole when it is over, without secrets while it runs."""
        live = await self.find(table)
        if live is None:
            return None
        await self.refreshed(live)
        standing = live.standing
        rows = await self._store.events(live.id)
        return write(export(live.id, live.seed, standing, rows[: standing.sequence]))

    # --- changes ---------------------------------------------------------------------------------------------------

    async def _open(self, request: Request, order: Order) -> list[Reply]:
        async with self._opening.setdefault(request.room, asyncio.Lock()):  # one table a room
            old = await self.in_room(request.room)
            if old is not None:
                old = await self._current(old, request.room)
            if old is not None and old.standing.table.phase != "over":
                if await self._store.handled(request.id) == old.id:
                    return [_as_it_stands(old, request.person)]
                raise Refused(texts.table_here(old.standing.game))
            stored, change = orders.open_table(request, order, self._new_seed(), self._clock.now(), self._load)
            try:
                await self._store.append(change)
            except AlreadyHandled:
                live = await self.in_room(request.room)
                return [_as_it_stands(live, request.person)] if live else []
            if old is not None and (shown := old.rooms.pop(request.room, None)):
                # its last message stays known: the first one of the new table takes the buttons away
                stored = replace(stored, rooms=tuple(replace(room, message=shown.message) for room in stored.rooms))
            live = self._keep(LiveTable(stored))
        await self.rooms.bring_news(live, request)
        return []

    async def _change(self, live: LiveTable, request: Request, order: Order | None) -> list[Reply]:
        """Decide and store, in order for each table; when another process was quicker, decide again."""
        async with live.lock:
            for attempt in range(MOST_ATTEMPTS):
                if attempt and await self._room_moved_on(live, request):
                    return await self._handle(request)
                draft = Draft(live.id, live.standing, live.seed, self._clock.now())
                try:
                    people = orders.act(live, draft, request, order)
                except (Refused, IllegalMove) as refusal:
                    if await self._refresh(live):
                        continue
                    if await self._store.handled(request.id):
                        return [_as_it_stands(live, request.person)]
                    return [_refusal(live, request.person, refusal)] if request.person else []
                again = await play_automatic(draft, self._thinker)
                if not draft.events and people is None:
                    return []
                try:
                    await self._store_draft(live, draft, request, people, again=again)
                except Conflict:
                    await self._refresh(live)
                    continue
                except AlreadyHandled:
                    await self._refresh(live)
                    return [_as_it_stands(live, request.person)]
                break
            else:
                raise Refused(texts.TOO_BUSY)
        await self.rooms.bring_news(live, request)
        return answers.asides(live, draft, request.person)

    async def _store_draft(
        self, live: LiveTable, draft: Draft, request: Request, people: orders.People, *, again: bool
    ) -> None:
        timers = timers_after(live, draft, self._pause if again else None)
        rows = draft.written(request.id)
        await self._store.append(Append(live.id, rows, people=people, timers=None if timers == live.timers else timers))
        live.adopt(draft.finished(rows), draft.events)
        if people is not None:
            live.people = people
        if timers != live.timers:
            live.timers = timers
            self.timers.wake()
        self._tell_followers(live.id)

    # --- tables ----------------------------------------------------------------------------------------------------

    async def find(self, table: str) -> LiveTable | None:
        """A table by its id, from memory or replayed."""
        if table in self._live:
            self._live.move_to_end(table)
            return self._live[table]
        async with self._loading.setdefault(table, asyncio.Lock()):
            if table not in self._live:
                stored = await self._store.table(table)
                if stored is None:
                    return None
                self._keep(LiveTable(stored))
            return self._live[table]

    def _keep(self, live: LiveTable) -> LiveTable:
        self._live[live.id] = live
        self._in_room.update(dict.fromkeys(live.rooms, live.id))
        self._put_away()
        return live

    async def in_room(self, room: str) -> LiveTable | None:
        """The table that a room shows; one that is over is looked up again, there may be a newer one by now."""
        live = self._live.get(self._in_room.get(room, ""))
        if live is not None and live.standing.table.phase != "over":
            self._live.move_to_end(live.id)
            return live
        record = await self._store.room(room)
        if record is None:
            return None
        self._in_room[room] = record.table
        return await self.find(record.table)

    async def _refresh(self, live: LiveTable) -> bool:
        """Whether another process went on at this table; if so, this one is up to date now."""
        if not await self._store.events(live.id, live.standing.sequence):
            return False
        stored = await self._store.table(live.id)
        if stored is None or not live.refresh(stored):
            return False
        self._tell_followers(live.id)
        return True

    async def refreshed(self, live: LiveTable) -> LiveTable:
        """A table to look at: never older than the store."""
        async with live.lock:
            await self._refresh(live)
        return live

    async def _room_moved_on(self, live: LiveTable, request: Request) -> bool:
        """Whether what was typed is meant for the next table, which another process opened in this room."""
        if live.standing.table.phase != "over" or not isinstance(request.said, Typed | Called):
            return False
        return await self.in_room(request.room) is not live

    async def _current(self, live: LiveTable, room: str) -> LiveTable:
        """What the room shows, never older than the store: another process may have opened the next table there."""
        await self.refreshed(live)
        if live.standing.table.phase != "over":
            return live
        newer = await self.in_room(room)
        return live if newer is None or newer is live else await self.refreshed(newer)

    def _put_away(self) -> None:
        """The tables that nobody touched for longest leave the memory; they are replayed when somebody comes back."""
        while len(self._live) > MOST_LIVE_TABLES:
            table, live = next(iter(self._live.items()))
            if live.lock.locked() or live.tail:
                self._live.move_to_end(table)
                break
            del self._live[table]
            for room in live.rooms:
                self._in_room.pop(room, None)


def _as_it_stands(live: LiveTable, person: Person | None) -> Reply:
    seat = live.seat_of(person) if person else None
    return live.reply(f"{texts.ALREADY_DONE}\n{live.situation()}", seat=seat, private=True)


def _refusal(live: LiveTable, person: Person, refusal: Refused | IllegalMove) -> Reply:
    """The sentence, the paragraph behind it, and what would be allowed."""
    text = refusal.sentence
    if isinstance(refusal, IllegalMove):
        found = [topic for topic in live.standing.game.rules if topic.key == refusal.rule]
        text = " ".join([text, *map(texts.rule, found)])
    return live.reply(text, seat=live.seat_of(person), private=True, board=False)
