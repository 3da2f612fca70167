"""The shared game service: one request in, what happened stored, the room told, a private answer back."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from weakref import WeakValueDictionary

from bot import texts
from bot.background import Background
from bot.commands import changes, queries, tutorial
from bot.commands.completion import complete_line, complete_named
from bot.commands.errands import Errands, House, WatchLink
from bot.commands.facilitation import People
from bot.commands.inheritance import inherited_in
from bot.live.automatic import play_automatic, timers_after
from bot.live.cache import TableCache
from bot.live.rooms import Rooms
from bot.live.seating import person_of
from bot.live.table import LiveTable
from bot.live.thinking import Thinker
from bot.live.timers import SystemClock, Timers
from bot.messages import Called, Page, Person, Pressed, Reply, Request, Suggestion, TimePassed, Typed
from bot.operations.logs import bound
from bot.ports import AlreadyHandled, Append, Chat, Clock, Conflict, Store, StoreUnavailable
from bot.table import catalogue
from bot.table.buttons import Button, Offer, on_offer
from bot.table.catalogue import Invocation
from bot.table.export import export, write
from bot.table.journal import Draft, Standing, fold
from bot.table.model import PREFIX, Refused
from bot.table.options import Loader, no_files
from bot.table.pace import OFF, Pace
from games.api import IllegalMove
from games.chance import SEED_BYTES
from games.text import clean

log = logging.getLogger(__name__)

# characters of what people type; whatever a game allows is less
LINE_LIMIT = 2000
WORD_LIMIT = 1000
MAX_ATTEMPTS = 8  # at one request, when other processes keep being quicker

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
        pace: Pace = OFF,
        put_away: float | None = None,
        retention: float | None = None,
        unasked: bool = False,
        watch_link: WatchLink | None = None,
    ) -> None:
        """`pace` of tables that chose none; after `put_away` seconds untouched a table sleeps, after `retention` it is
        removed. `unasked`: looks that are due after an event, such as the forecast after a day, show themselves."""
        self._store = store
        self._clock = clock or SystemClock()
        self._new_seed = new_seed
        self._pause = pause
        self._load = load
        self._retention = retention
        self._tables = TableCache(store, pace, put_away)
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by room
        self._thinker = Thinker()
        self.rooms = Rooms(store, {**chats, tutorial.PLATFORM: tutorial.Nowhere()}, self._clock)
        self.timers = Timers(store, self._clock, self.handle)
        self._background = Background(store, self._tables, self.rooms, self._thinker, self._clock, unasked=unasked)
        self._errands = Errands(
            House(
                store,
                self._tables,
                self.rooms,
                self._thinker,
                self._clock,
                change=self._change,
                open=self._open,
                watch_link=watch_link,
            )
        )

    # --- life ------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Catch up the rooms that missed something, and let the clocks run."""
        await self.rooms.catch_up(self.find)
        self._background.start(self.timers.run(), "timers")
        self._background.start(self.rooms.keep_trying(self.find), "rooms that are behind")
        self._background.start(self._background.listen(), "what other processes do")
        if self._retention is not None:
            self._background.start(self._background.tidy_up(self._retention), "old tables")

    async def close(self) -> None:
        await self._background.close()
        self._thinker.close()

    # --- requests --------------------------------------------------------------------------------------------------

    async def handle(self, request: Request) -> list[Reply]:
        """What the person alone gets to see. What the room sees is posted by the way."""
        with bound(request=request.id, room=request.room):
            return await self._answered(request)

    async def _answered(self, request: Request) -> list[Reply]:
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
                return await self._change(await self._tables.refreshed(live), request, None) if live else []
            case Pressed():
                return await self._press(request, request.said)
            case Typed() | Called():
                live = await self.in_room(request.room)
                return await self._obey(live, request, self._order(request.said, live))

    def _order(self, said: Typed | Called, live: LiveTable | None) -> Invocation:
        game = live.standing.game if live else None
        if isinstance(said, Called):
            words = {name: clean(word, WORD_LIMIT) for name, word in said.arguments.items()}
            return catalogue.call(clean(said.command, WORD_LIMIT), words, game)
        return catalogue.parse(clean(said.line, LINE_LIMIT), game, live.names if live else ())

    async def _obey(self, live: LiveTable | None, request: Request, order: Invocation) -> list[Reply]:
        if order.name in {"new", "again"}:
            return await self._open(request, order)
        if errand := self._errands.find(order):
            return await errand(live, request, order)
        if order.name in queries.LOOKS or order.command.is_query:
            return await self._look(live, request, order)
        if live is None:
            raise Refused(texts.NO_TABLE)
        return await self._change(live, request, order)

    async def _look(self, live: LiveTable | None, request: Request, order: Invocation) -> list[Reply]:
        assert request.person is not None
        if live is not None:
            live = await self._tables.current(live, request.room)
        if order.command.is_public:
            reply = await changes.public_look(live, self._thinker, order)
        elif order.command.is_query:
            reply = await changes.look(live, self._thinker, request, order)
        else:
            reply = await queries.look(self._store, live, request.person, order)
        return await self._errands.show(live, reply, request)

    async def _press(self, request: Request, pressed: Pressed) -> list[Reply]:
        button = Button.read(pressed.button)
        live = await self.find(button.table) if button else None
        if button is None or live is None:
            raise Refused(texts.BROKEN_BUTTON)
        seat = live.seat_of(request.person) if request.person else None
        if seat is None and request.room not in live.rooms and live.standing.table.phase != "over":
            raise Refused(texts.BROKEN_BUTTON)  # a table of other people, in a room of theirs
        if tutorial.is_lesson(live) and not request.room.startswith(tutorial.PLATFORM):
            at_home = replace(request, room=next(iter(live.rooms)))
            return await self._errands.teach(live, at_home, self._press(at_home, pressed))
        offer = await self._offered(live, button, seat)
        if offer is None:
            await self._tables.refreshed(live)
            if await self._store.handled(request.id):
                return await self._again(live, request)
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
        self, room: str, person: Person, command: str, parameter: str, words: Mapping[str, str]
    ) -> list[Suggestion]:
        """The same for one word of a command whose words came apart already."""
        try:
            typed = {name: word[:WORD_LIMIT] for name, word in words.items()}
            return complete_named(await self.in_room(room), person, command, parameter, typed)
        except StoreUnavailable:
            return []

    # --- pages -----------------------------------------------------------------------------------------------------

    async def tables_of(self, person: Person) -> list[Page]:
        """The tables at which this person sits and that are not over."""
        found = [await self.find(table) for table in await self._store.tables_of(person.id)]
        tables = [await self._tables.refreshed(live) for live in found if live is not None]
        return [
            await queries.page(live, self._thinker, person) for live in tables if live.standing.table.phase != "over"
        ]

    async def page(self, room: str, person: Person | None, after: int = 0) -> Page | None:
        """The table of a room, as this person sees it, with what happened behind event `after`."""
        live = await self.in_room(room)
        return await self._page(await self._tables.current(live, room), person, after) if live else None

    async def page_of(self, table: str, after: int = 0) -> Page | None:
        """A table by its id, as everybody sees it."""
        live = await self.find(table)
        return await self._page(await self._tables.refreshed(live), None, after) if live else None

    async def _page(self, live: LiveTable, person: Person | None, after: int) -> Page:
        page = await queries.page(live, self._thinker, person)
        rows = await self._store.events(live.id, after) if after < page.sequence else ()
        return replace(page, feed=queries.feed(live.standing.game, rows[: page.sequence - after]))

    def follow(self, table: str, told: Callable[[], None]) -> Callable[[], None]:
        """Be told whenever something changes at the table; call what is returned to hear no more."""
        return self._tables.follow(table, told)

    async def record(self, table: str) -> str | None:
        """The game as a file: whole when it is over, without secrets while it runs."""
        live = await self.find(table)
        if live is None:
            return None
        await self._tables.refreshed(live)
        standing = live.standing
        rows = await self._store.events(live.id)
        return write(export(live.id, live.seed, standing, rows[: standing.sequence]))

    # --- changes ---------------------------------------------------------------------------------------------------

    async def _open(self, request: Request, order: Invocation, seed: bytes | None = None) -> list[Reply]:
        async with self._opening.setdefault(request.room, asyncio.Lock()):  # one table a room
            old = await self.in_room(request.room)
            if old is not None:
                old = await self._tables.current(old, request.room)
            if old is not None and old.standing.table.phase != "over" and not old.standing.table.asleep:
                if await self._store.handled(request.id) == old.id:
                    return await self._again(old, request)
                raise Refused(texts.table_here(old.standing.game))
            person = person_of(request)
            wanted = changes.once_more(person, old) if order.name == "again" else changes.opening(person, order)
            stored, change = changes.open_table(
                request,
                wanted,
                seed or self._new_seed(),
                self._clock.now(),
                load=self._load,
                inherited=await inherited_in(self._store, request.room, wanted.game),
            )
            try:
                await self._store.append(replace(change, instead_of=old.id if old else ""))
            except AlreadyHandled:
                live = await self.in_room(request.room)
                return await self._again(live, request) if live else []
            except Conflict:  # another process opened one here just now
                self._tables.take_from(request.room)
                newer = await self.in_room(request.room)
                raise Refused(texts.table_here(newer.standing.game) if newer else texts.TOO_BUSY) from None
            if old is not None and (shown := old.rooms.pop(request.room, None)):
                # its last message stays known: the first one of the new table takes the buttons away
                stored = replace(stored, rooms=tuple(replace(room, message=shown.message) for room in stored.rooms))
            live = self._tables.keep(stored)
            live.opened_here(stored.events)
            self._tables.show_in(request.room, live.id)
        if old is not None and order.name == "again":
            await self._errands.bring_along(live, tuple(old.rooms), request)
        await self.rooms.bring_news(live, request)
        return []

    async def _change(self, live: LiveTable, request: Request, order: Invocation | None) -> list[Reply]:
        """Decide and store, in order for each table; when another process was quicker, decide again."""
        with bound(table=live.id, game=live.standing.game.key):
            return await self._decided(live, request, order)

    async def _decided(self, live: LiveTable, request: Request, order: Invocation | None) -> list[Reply]:
        async with live.lock:
            for attempt in range(MAX_ATTEMPTS):
                if attempt and await self._room_moved_on(live, request):
                    return await self._handle(request)
                draft = Draft(live.id, live.standing, live.seed, self._clock.now())
                try:
                    people = changes.act(live, draft, request, order)
                except (Refused, IllegalMove) as refusal:
                    if await self._tables.refresh(live):
                        continue
                    if await self._store.handled(request.id):
                        return await self._again(live, request)
                    return [queries.refusal(live, request.person, refusal)] if request.person else []
                again = await play_automatic(draft, self._thinker)
                if not draft.events and people is None and not isinstance(request.said, TimePassed):
                    return []
                try:
                    await self._store_draft(live, draft, request, people, again=again)
                except Conflict:
                    await self._tables.refresh(live)
                    continue
                except AlreadyHandled:
                    await self._tables.refresh(live)
                    return await self._again(live, request)
                break
            else:
                raise Refused(texts.TOO_BUSY)
        await self.rooms.bring_news(live, request)
        if order is not None and not draft.events:
            return [queries.own_wish(live, request, order)]
        self._background.show_unasked(live, draft)
        return queries.asides(live, draft, request.person)

    async def _store_draft(
        self, live: LiveTable, draft: Draft, request: Request, people: People, *, again: bool
    ) -> None:
        fired = request.said.timer if isinstance(request.said, TimePassed) else ""
        everybody = live.people if people is None else people
        timers = timers_after(live, draft, everybody, self._pause if again else None, fired)
        rows = draft.written(request.id)
        if not rows and people is None and timers == live.timers:
            return
        await self._store.append(Append(live.id, rows, people=people, timers=None if timers == live.timers else timers))
        live.adopt(draft.finished(rows), draft.events)
        if people is not None:
            live.people = people
        if timers != live.timers:
            live.timers = timers
            self.timers.wake()
        self._tables.changed(live.id)

    async def _again(self, live: LiveTable, request: Request) -> list[Reply]:
        """It was handled before. Its commit may have been in doubt then: a room that has not seen it sees it now."""
        await self.rooms.bring_news(live, None)
        return [queries.as_it_stands(live, request.person)]

    # --- tables ----------------------------------------------------------------------------------------------------

    async def find(self, table: str) -> LiveTable | None:
        """A table by its id, from memory or replayed."""
        return await self._tables.find(table)

    async def in_room(self, room: str) -> LiveTable | None:
        """The table that a room shows."""
        return await self._tables.in_room(room)

    async def _room_moved_on(self, live: LiveTable, request: Request) -> bool:
        """Whether what was typed is meant for the next table, which another process opened in this room."""
        if live.standing.table.phase != "over" or not isinstance(request.said, Typed | Called):
            return False
        return await self.in_room(request.room) is not live
