"""The harness of the service's tests: a manual clock, a recording chat, and people who talk to the service."""

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Any

from bot.kernel.live.counts import WINDOW_SECONDS
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Act, Called, Person, Pressed, Reply, Request, Typed
from bot.kernel.ports import Chat, RoomGone, RoomUnreachable
from bot.kernel.service import GameService
from bot.kernel.store import Append, Store, StoredEvent, StoreUnavailable
from bot.kernel.table.buttons import as_command
from bot.kernel.table.journal import Standing, fold
from games import GAMES
from games.chance import Chance
from games.contract import suggested
from games.sprint.model import Discussion, PlayTool
from games.text import spell

ROOM = "test:lounge"
THREE = ("anna", "ben", "cleo")
START_TIME = 1_700_000_000.0

_deliveries = count(1)


def person(name: str) -> Person:
    return Person(f"test:{name}", name)


def in_discussion(state: Any) -> bool:
    return isinstance(state.phase, Discussion)


def can_play_tool(state: Any) -> bool:
    """The player whose turn it is holds a tool, and somebody is impeded."""
    return any(isinstance(move, PlayTool) for move in GAMES["sprint"].moves(state, state.turn))


def new_id() -> str:
    """The id of a new delivery; a test that delivers twice reuses it."""
    return f"delivery-{next(_deliveries)}"


class ManualClock:
    """A clock that stands still until the test advances it."""

    def __init__(self) -> None:
        self._now = START_TIME
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + seconds, woken))
        await woken

    @property
    def sleeping(self) -> int:
        """How many tasks wait for time to pass."""
        return len(self._sleepers)

    def advance(self, seconds: float) -> None:
        self._now += seconds
        for due, woken in self._sleepers:
            if due <= self._now and not woken.done():
                woken.set_result(None)
        self._sleepers = [(due, woken) for due, woken in self._sleepers if not woken.done()]


class RecordingChat:
    """A platform that records every message, and can be made unreachable."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, Reply]] = []
        self.answered: list[str | None] = []  # the request that each message answers
        self.before: list[str] = []  # the message before each one
        self.gone: set[str] = set()
        self.away: set[str] = set()
        self.before_post: Callable[[], Awaitable[None]] | None = None
        self._changed = asyncio.Condition()

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        if self.before_post is not None:
            await self.before_post()
        if room in self.gone:
            raise RoomGone("it was deleted")
        if room in self.away:
            raise RoomUnreachable("the platform is down")
        async with self._changed:
            self.posts.append((room, reply))
            self.answered.append(request.id if request else None)
            self.before.append(before)
            self._changed.notify_all()
            return f"message {len(self.posts)}"

    async def until(self, posts: int) -> None:
        """Wait until this many messages have been posted."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.posts) >= posts)

    def texts(self, room: str = ROOM) -> list[str]:
        return [spelled(reply) for where, reply in self.posts if where == room]

    @property
    def last(self) -> Reply:
        return self.posts[-1][1]


class WebTable:
    """Addresses of pages that nobody opens; rooms are on the platform of the tests."""

    def __init__(self, process: str = "team") -> None:
        self._rooms = count(1)
        self._process = process

    def watch_link(self, table: str) -> str:
        return f"https://example.org/w/{table}"

    def table_link(self, room: str) -> str:
        return f"https://example.org/t/{room}"

    def entrance_link(self, entrance: str) -> str:
        return f"https://example.org/workshop/{entrance}"

    def desk_link(self, key: str) -> str:
        return f"https://example.org/desk/{key}"

    def new_room(self) -> str:
        return f"test:{self._process}-{next(self._rooms)}"


class FlakyStore:
    """A real store that the test can make unreachable."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.parent = self  # the store of which this is a part
        self.cut: frozenset[str] = frozenset()  # methods that raise StoreUnavailable
        self.before_append: Callable[[Append], Awaitable[None]] | None = None

    def __getattr__(self, name: str) -> Any:
        if name in self.parent.cut:
            return self._unavailable
        return getattr(self._store, name)

    def part(self, kind: type[Any]) -> Any:
        """A feature's part, which is as unreachable."""
        found = FlakyStore(self._store.part(kind))
        found.parent = self
        return found

    async def append(self, change: Append) -> None:
        if "append" in self.cut:
            await self._unavailable()
        if self.before_append is not None:
            await self.before_append(change)
        await self._store.append(change)

    async def _unavailable(self, *_: object) -> None:
        raise StoreUnavailable("the cable is out")


def spelled(reply: Reply) -> str:
    """A message as a person reads it."""
    return spell(reply.text, lambda seat: reply.names[seat])


class Bench:
    """A service with its store, chat and clock, and people who talk to it in one room."""

    def __init__(
        self,
        store: Any,
        *,
        clock: ManualClock | None = None,
        chat: RecordingChat | None = None,
        seed: str | None = "7",
        others: Mapping[str, Chat] | None = None,
        **settings: Any,
    ) -> None:
        """`seed`: None for real ones, with everybody's luck. `others`: further platforms. `settings`: further arguments
        of the service."""
        self.store: Store = store
        self.clock = clock or ManualClock()
        self.chat = chat or RecordingChat()
        self.seed = seed
        self.others = others or {}
        self.settings = settings
        self._folded: tuple[tuple[StoredEvent, ...], Standing | None] = ((), None)
        numbers = count()
        chosen: dict[str, Any] = {"new_seed": lambda: hashlib.sha256(f"{seed} {next(numbers)}".encode()).digest()}
        self.service = GameService(
            store,
            {"test": self.chat, **self.others},
            clock=self.clock,
            **(chosen if seed is not None else {}),
            **settings,
        )

    def another_process(self, store: Any = None) -> "Bench":
        """A second process with the same platform and clock, or the same one after a restart."""
        seed = None if self.seed is None else f"{self.seed}'"
        return Bench(
            store or self.store, clock=self.clock, chat=self.chat, seed=seed, others=self.others, **self.settings
        )

    # --- talking ---------------------------------------------------------------------------------------------------

    async def say(
        self, name: str, line: str, *, delivery: str | None = None, room: str = ROOM, manages: bool = False
    ) -> list[Reply]:
        request = Request(delivery or new_id(), room, person(name), Typed(line), manages)
        return list((await self.service.handle(request)).replies)

    async def link(self) -> str:
        """The code that brings this table into another room, from the private reply to anna."""
        replies = await self.say("anna", "link")
        assert [reply.private for reply in replies] == [True]
        found = re.search(r"/scrum join (\w+)", spelled(replies[0]))
        assert found
        return found[1]

    async def call(self, name: str, command: str, words: dict[str, str] | None = None) -> list[Reply]:
        response = await self.service.handle(Request(new_id(), ROOM, person(name), Called(command, words or {})))
        return list(response.replies)

    async def press(
        self, name: str, choice: Act | str, answer: str = "", *, delivery: str | None = None
    ) -> list[Reply]:
        button = choice if isinstance(choice, str) else choice.button
        request = Request(delivery or new_id(), ROOM, person(name), Pressed(button, answer))
        return list((await self.service.handle(request)).replies)

    async def wait(self, seconds: float) -> None:
        """Let time pass, and fire the timers that are due."""
        self.clock.advance(seconds)
        while await self.service.fire_due_timers():
            pass

    async def show_counts(self) -> None:
        """Let time pass until everybody sees what people have done without their names."""
        self.clock.advance(WINDOW_SECONDS)
        await asyncio.gather(*self.service.counting)

    async def refusal(self, name: str, line: str, **more: Any) -> str:
        """The private reply to a request that must have no other effect: no message, no event."""
        before, posts = await self.snapshot(), len(self.chat.posts)
        replies = await self.say(name, line, **more)
        assert [reply.private for reply in replies] == [True]
        assert await self.snapshot() == before
        assert len(self.chat.posts) == posts
        return spelled(replies[0])

    def choice(self, label: str) -> Act:
        """A button of the last message."""
        return next(choice for choice in self.chat.last.acts if choice.label == label)

    # --- inspecting ------------------------------------------------------------------------------------------------

    async def live(self, room: str = ROOM) -> LiveTable:
        live = await self.service.tables.in_room(room)
        assert live is not None
        return live

    async def events(self, room: str = ROOM) -> tuple[StoredEvent, ...]:
        record = await self.store.room(room)
        return await self.store.events(record.table) if record else ()

    async def kinds(self) -> list[str]:
        return [event.kind for event in await self.events()]

    async def payloads(self, kind: str) -> list[dict[str, Any]]:
        return [json.loads(event.payload) for event in await self.events() if event.kind == kind]

    async def standing(self) -> Standing:
        """The table according to the store, not the service's memory. Events that were read before are folded once."""
        events = await self.events()
        known, standing = self._folded
        if events[: len(known)] != known:
            known, standing = (), None
        standing = fold(events[len(known) :], standing)
        assert standing is not None
        self._folded = events, standing
        return standing

    async def snapshot(self) -> tuple[object, ...]:
        """Everything that a refused request must not change."""
        tables = [await self.store.table(record.id) for record in await self.store.find_tables()]
        return tuple((table.record, table.people, table.timers, table.events) for table in tables if table)

    # --- playing ---------------------------------------------------------------------------------------------------

    async def seat(self, *names: str, options: str = "", game: str = "sprint") -> None:
        first, *others = names
        await self.say(first, f"new {game} {options}")
        for name in others:
            await self.say(name, "join")

    async def begin(self, *names: str, options: str = "") -> None:
        await self.seat(*(names or THREE), options=options)
        await self.say((names or THREE)[0], "start")

    async def name_at(self, seat: int) -> str:
        live = await self.live()
        return next(seating.person.removeprefix("test:") for seating in live.people if seating.seat == seat)

    async def step(self) -> None:
        """An awaited player makes the move an automatic player would."""
        standing = await self.standing()
        game, state = standing.game, standing.state
        seat = game.awaits(state)[0]
        move = suggested(game, state, seat, Chance(hashlib.sha256(f"{standing.sequence}".encode()).digest()))
        phrase = game.phrase(state, seat, move)
        said = as_command(game, phrase)
        name = await self.name_at(seat)
        replies = await self.call(name, said.command, dict(said.arguments))
        if phrase.grave:
            replies = await self.press(name, replies[0].acts[0])  # they are sure
        assert (await self.standing()).sequence > standing.sequence, spelled(replies[0])

    async def play_until(self, reached: Callable[[Any], bool]) -> Standing:
        """Play until the game reaches such a state."""
        standing = await self.standing()
        while not reached(standing.state):
            assert standing.playing, "the game ended before reaching this state; use another seed"
            await self.step()
            standing = await self.standing()
        return standing

    async def play_until_remark(self) -> Standing:
        """Play until the game remarks on something."""
        standing = await self.standing()
        while not standing.remarks:
            await self.step()
            standing = await self.standing()
        return standing

    async def play_to_the_end(self) -> Standing:
        standing = await self.standing()
        while standing.playing:
            await self.step()
            standing = await self.standing()
        return standing
