"""Several processes of the real program on one PostgreSQL, and players who connect to any of them."""

import asyncio
import itertools
import json
import random
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import aiohttp

from adapters.web.access.identity import Session, delivery
from adapters.web.table.websocket import RATE
from bot.kernel.messages import SURE
from bot.kernel.store import Store
from bot.kernel.table import texts as notices
from bot.kernel.table import texts as personal
from bot.kernel.table.journal import chain, first_hash, fold, hashed_payload
from games import GAMES
from tests.adapters.console.harness import COMMAND, environment
from tests.adapters.web.harness import plain

Data = dict[str, Any]

SECRET = "the same key for every replica"
# commands that would end the game early, and queries
NOT_PRESSED = {"leave", "end", "new", "thread", "link", "board", "chart", "status", "rules", "help", "tutorial"} | {
    command.name for command in GAMES["sprint"].commands if command.is_query or command.is_public
}
RELOADS = 0.1  # how often an answer is followed by one: so players of one table are at different replicas again
CONNECTION_ERRORS = (aiohttp.ClientError, ConnectionError, OSError)


class Replica:
    """One process of the program, which can be killed, stopped and restarted on the same port."""

    def __init__(self, folder: Path, url: str, **settings: str) -> None:
        """`settings`: more variables of its environment."""
        self._folder = folder
        self._database = url
        self._settings = settings
        self._port = 0
        self._process: asyncio.subprocess.Process | None = None
        self.up = asyncio.Event()
        self.errors: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    async def start(self) -> None:
        """Start the process and wait until it prints its address."""
        self._process = await asyncio.create_subprocess_exec(
            COMMAND,
            "play",
            "--no-browser",
            "--port",
            str(self._port),
            cwd=self._folder,
            env=environment(
                self._folder,
                DATABASE_URL=self._database,
                WEB_SECRET=SECRET,
                WEB_TABLES="0",  # everybody is at one address
                AUTOMATIC_PAUSE="0.05",
                LOG_FORMAT="text",
                **self._settings,
            ),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert self._process.stdout is not None
        line = (await self._process.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if not found:
            await self.stop(signal.SIGKILL)
            raise AssertionError(self.errors)
        self._port = int(found[1])
        self.up.set()

    async def stop(self, how: signal.Signals) -> int:
        """Stop the process and return its exit code; its error output is kept."""
        assert self._process is not None
        self.up.clear()
        if self._process.returncode is None:
            self._process.send_signal(how)
        _, errors = await self._process.communicate()
        self.errors.append(errors.decode())
        assert self._process.returncode is not None
        return self._process.returncode

    def send(self, what: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(what)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None


@asynccontextmanager
async def replicas(folder: Path, url: str, count: int = 2) -> AsyncIterator[list[Replica]]:
    found = [Replica(folder, url) for _ in range(count)]
    try:
        await asyncio.gather(*(replica.start() for replica in found))
        yield found
    finally:
        for replica in found:
            if replica.is_running:
                await replica.stop(signal.SIGKILL)


@dataclass
class Ledger:
    """The requests that were sent, and those that were acknowledged."""

    asked: list[str] = field(default_factory=list)  # request ids
    done: list[str] = field(default_factory=list)
    tables: set[str] = field(default_factory=set)
    settled: dict[tuple[str, str], "Place"] = field(default_factory=dict)  # by table and person: what was acknowledged
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def note(self, request: str) -> None:
        async with self.changed:
            self.done.append(request)
            self.changed.notify_all()

    async def until(self, count: int) -> None:
        """Wait until so many requests are done."""
        async with self.changed:
            await self.changed.wait_for(lambda: len(self.done) >= count)

    async def more(self, count: int) -> None:
        await self.until(len(self.done) + count)


class Player:
    """A browser tab whose player presses random choices.

    When the connection is lost, or the player reloads the page, it connects to the next replica, as behind a load
    balancer. As the real page does, it then sends the unanswered request again with the same id, and also after a
    problem: the server ignores what comes too fast.
    """

    def __init__(
        self, session: aiohttp.ClientSession, targets: Sequence[Replica], address: str, tab: str, *, opens: bool
    ) -> None:
        """`opens`: open the next table in the room when a game is over."""
        self._opens = opens
        self._session = session
        self._replicas = itertools.cycle(targets)
        self._address = address
        self._tab = tab
        self._numbers = itertools.count(1)
        self._chance = random.Random(tab)
        self._waiting: Data | None = None  # the unanswered request
        self._fresh = False  # nothing was sent yet for the current page
        self.page: Data = {}

    @property
    def person(self) -> str:
        [cookie] = [cookie for cookie in self._session.cookie_jar if cookie.key.startswith("scrum_table_")]
        return Session(cookie.value.partition(".")[0]).person(self._tab)

    async def play(self, ledger: Ledger, seats: int, stop: asyncio.Event) -> None:
        """Play until `stop` is set and the last request is answered."""
        while True:
            replica = next(self._replicas)
            if not replica.up.is_set():
                replica = next(self._replicas)
                await replica.up.wait()
            with suppress(*CONNECTION_ERRORS):
                if await self._at(replica, ledger, seats, stop):
                    return

    async def _at(self, replica: Replica, ledger: Ledger, seats: int, stop: asyncio.Event) -> bool:
        """Play at one replica; False if the connection was lost or the page reloaded."""
        address = f"{replica.url}{self._address}/socket?tab={self._tab}&after=0"
        async with self._session.ws_connect(address, origin=replica.url, max_msg_size=0) as socket:
            await socket.send_json({"type": "hello", "name": f"P {self._tab}"})
            if self._waiting:
                await socket.send_json(self._waiting)
            while not (stop.is_set() and self._waiting is None):
                message = await self._next(socket, stop)
                if message is None:
                    continue
                if message.type is not aiohttp.WSMsgType.TEXT:
                    return False
                data = json.loads(message.data)
                await self._receive(data, ledger)
                if data["type"] == "problem" and self._waiting:  # it may be what was ignored
                    await asyncio.sleep(1 / RATE)
                    await socket.send_json(self._waiting)
                if data["type"] == "answer" and self._chance.random() < RELOADS:
                    return False
                ready = self._fresh and self._waiting is None and not stop.is_set()
                if ready and (action := self._action(seats)):
                    self._fresh = False
                    self._waiting = {**action, "id": f"{self._tab}-{next(self._numbers):08}"}
                    ledger.asked.append(self._request(self._waiting["id"]))
                    await socket.send_json(self._waiting)
        return True

    async def _next(self, socket: aiohttp.ClientWebSocketResponse, stop: asyncio.Event) -> aiohttp.WSMessage | None:
        """The next message; None if `stop` was set first."""
        receiving = asyncio.create_task(socket.receive())
        stopping = asyncio.create_task(stop.wait())
        try:
            waits = {receiving} if stop.is_set() else {receiving, stopping}
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            return receiving.result() if receiving.done() else None
        finally:
            for task in (receiving, stopping):
                task.cancel()
            await asyncio.gather(receiving, stopping, return_exceptions=True)

    async def _receive(self, message: Data, ledger: Ledger) -> None:
        match message["type"]:
            case "page":
                self.page, self._fresh = message, True
                ledger.tables.add(message["table"])
            case "answer" if self._waiting and message["id"] == self._waiting["id"]:
                asked, self._waiting = self._waiting, None
                await asyncio.sleep(1 / RATE)  # a page that sends more is ignored for a moment
                await self._answered(asked, [plain(reply["text"]) for reply in message["replies"]], ledger)

    async def _answered(self, asked: Data, replies: Sequence[str], ledger: Ledger) -> None:
        if not replies:  # no refusal
            await ledger.note(self._request(asked["id"]))
        else:
            self._fresh = True  # what changes nothing brings no new page

    def _request(self, number: str) -> str:
        return delivery(self.person, number)

    def _action(self, seats: int) -> Data | None:
        """The next request, if any: join, start, or press a choice."""
        page = self.page
        if page.get("phase") == "lobby":
            if page["seat"] is None:
                return {"type": "say", "line": "join"}
            return {"type": "say", "line": "start"} if page["host"] and len(page["chairs"]) == seats else None
        if page.get("phase") == "over":
            return {"type": "say", "line": "new sprint"} if self._opens else None
        choices = [choice for choice in page.get("acts", ()) if choice["command"].split()[0] not in NOT_PRESSED]
        if not page.get("awaited") or not choices:
            return None
        choice = self._chance.choice(choices)
        return {"type": "press", "button": choice["button"] + SURE, "answer": "It fits." if choice["asks"] else ""}


@dataclass(frozen=True, slots=True)
class Place:
    """What one person has settled for themselves at a table, as far as it was acknowledged."""

    playing: bool = True  # else the automatic player does
    text: bool = False
    remind: float | None = None


class Fidget(Player):
    """Somebody at a retrospective who keeps leaving and coming back and changing settings, and adds time to its clock.

    Only they change their own place, so what is stored must be what was acknowledged last.
    """

    def __init__(self, *values: Any, opens: bool) -> None:
        super().__init__(*values, opens=opens)
        self._place = Place()
        self._led = False

    def _action(self, seats: int) -> Data | None:
        page = self.page
        if page.get("phase") == "lobby":
            return super()._action(seats)
        if self._opens and not self._led:
            self._led = True
            return {"type": "say", "line": "next sure"}  # to the phase with a clock
        minutes = self._chance.randint(1, 900)
        settings = [f"remind me {minutes}", f"remind me {minutes}", "remind off", "view text me", "view picture me"]
        others = ["more 1"] if self._opens else ["leave"]
        line = self._chance.choice([*settings, *others]) if self._place.playing else "join"
        return {"type": "say", "line": line}

    async def _answered(self, asked: Data, replies: Sequence[str], ledger: Ledger) -> None:
        self._fresh |= self.page["phase"] == "playing"  # what changes nothing brings no new page
        line = asked["line"]
        if not replies or replies[0].startswith(str(notices.ALREADY_DONE)):
            await ledger.note(self._request(asked["id"]))
            if line in {"join", "leave"}:
                self._place = Place() if line == "join" else replace(self._place, playing=False)
        elif line.startswith("view") and replies[0] == personal.own_view(text="text" in line):
            self._place = replace(self._place, text="text" in line)
        elif line.startswith("remind") and replies[0] == personal.own_reminder(wanted := _seconds(line)):
            self._place = replace(self._place, remind=wanted)
        ledger.settled[self.page["table"], self.person] = self._place


def _seconds(line: str) -> float:
    return 0.0 if line.endswith("off") else 60.0 * float(line.rpartition(" ")[2])


@asynccontextmanager
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    jar = aiohttp.CookieJar(unsafe=True)  # accept cookies from an IP address
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        yield session


async def open_table(session: aiohttp.ClientSession, replica: Replica, tab: str, **more: object) -> str:
    form = {"game": "sprint", "name": f"P {tab}", "tab": tab, **more}
    async with session.post(f"{replica.url}/tables", json=form, headers={"Origin": replica.url}) as answer:
        assert answer.status == 201, await answer.text()
        return str((await answer.json())["address"])


class Crowd:
    """Tables with two players each, who start at different replicas."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.addresses: list[str] = []
        self._stop = asyncio.Event()
        self._playing: list[asyncio.Task[None]] = []
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await self._stack.aclose()

    async def join(self, targets: Sequence[Replica], tables: int, **options: object) -> None:
        for _ in range(tables):
            await self._sit_down(targets, Player, 2, game="sprint", options=options)

    async def fidget(self, targets: Sequence[Replica], tables: int) -> None:
        """Retrospectives with three people each, whose clock never runs out."""
        for _ in range(tables):
            await self._sit_down(targets, Fidget, 3, game="retro", options={"reflect": 60})

    async def _sit_down(self, targets: Sequence[Replica], kind: type[Player], seats: int, **form: object) -> None:
        number = len(self.addresses)
        session = await self._stack.enter_async_context(browser())
        tabs = [f"table{number:04}seat{seat}" for seat in range(seats)]
        address = await open_table(session, targets[number % len(targets)], tabs[0], **form)
        self.addresses.append(address)
        for seat, tab in enumerate(tabs):
            order = [*targets[seat % len(targets) :], *targets[: seat % len(targets)]]
            player = kind(session, order, address, tab, opens=not seat)
            self._playing.append(asyncio.create_task(player.play(self.ledger, len(tabs), self._stop)))

    async def finish(self) -> None:
        """Wait for every player's last answer and stop."""
        self._stop.set()
        await asyncio.gather(*self._playing)


async def page_at(replica: Replica, address: str, ready: Callable[[Data], bool] = bool) -> Data:
    """A visitor's page at one replica, without the time."""
    async with browser() as session:
        path = f"{replica.url}{address}/socket?after=0&watch"
        async with session.ws_connect(path, origin=replica.url, max_msg_size=0) as socket:
            await socket.send_json({"type": "hello"})
            async for message in socket:
                page: Data = json.loads(message.data)
                if page["type"] == "page" and ready(page):
                    return {name: value for name, value in page.items() if name != "now"}
    raise AssertionError("the connection was closed first")


async def check_places(store: Store, ledger: Ledger) -> None:
    """Check that everybody's place is what was acknowledged, and that clocks have all the time that was added."""
    for name in {table for table, _ in ledger.settled}:
        table = await store.table(name)
        assert table is not None
        standing = fold(table.events)
        assert standing is not None
        found = {
            each.person: Place(standing.table.seats[each.seat or 0] == "person", each.text, each.remind)
            for each in table.people
        }
        assert found == {person: place for (at, person), place in ledger.settled.items() if at == name}
        added = sum(60.0 * json.loads(row.payload)["minutes"] for row in table.events if row.kind == "table.time_given")
        began = [row.at for row in table.events if row.kind == "phase_began"][-1]
        assert [timer.due for timer in table.timers if timer.name.startswith("reflect")] == [began + 3600.0 + added]


async def stored_requests(store: Store, tables: Iterable[str]) -> Counter[str]:
    """How often each request is stored; checks the events and hashes of every table."""
    found: Counter[str] = Counter()
    for name in tables:
        table = await store.table(name)
        assert table is not None
        before = first_hash(table.record.id)
        for number, row in enumerate(table.events, start=1):
            payload = hashed_payload(row.kind, row.payload, GAMES[table.record.game])
            before = chain(before, row.sequence, payload, row.at, row.drawn, seat=row.seat, move=row.move)
            assert (row.sequence, row.hash) == (number, before)
        standing = fold(table.events)
        assert standing is not None
        assert standing.sequence == len(table.events)
        found.update(event.request for event in table.events if event.request)
    return found
