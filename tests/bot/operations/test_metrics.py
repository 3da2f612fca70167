"""Metrics of a real service."""

import re

from bot.kernel.live.rooms import Rooms
from bot.kernel.messages import Reply, Request, Typed
from bot.kernel.ports import Operation
from bot.kernel.service import GameService
from bot.kernel.store import Append, Store, Timer
from bot.operations.metrics import Metrics
from bot.operations.observing import Observed
from games.graphics.drawing import Drawing
from tests.bot.features.workshop.test_threads import ThreadedChat
from tests.bot.harness import ROOM, FlakyStore, ManualClock, RecordingChat, new_id, person


def figure(metrics: Metrics, name: str, **labels: str) -> float:
    """The value of one metric; 0 if it isn't there."""
    wanted = ",".join(f'{label}="{value}"' for label, value in sorted(labels.items()))
    head = f"{name}{{{wanted}}}" if wanted else name
    found = re.search(rf"^{re.escape(head)} (\S+)$", metrics.text().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


class Measured:
    """A service with metrics around it."""

    def __init__(self, store: Store) -> None:
        self.metrics = Metrics()
        self.wire = FlakyStore(store)
        self.chat = RecordingChat()
        self.clock = ManualClock()
        ports = Observed(self.metrics)
        self.service = GameService(ports.store(self.wire), {"test": self.chat}, clock=self.clock, observe=ports.observe)
        self.metrics.serves("test", lambda: self.service.rooms.behind("test"))

    async def say(self, line: str) -> list[Reply]:
        return list((await self.service.handle(Request(new_id(), ROOM, person("anna"), Typed(line)))).replies)


async def broken(*_: object) -> None:
    raise ZeroDivisionError


async def test_requests_and_their_steps(sqlite_store: Store) -> None:
    """Each request is counted by its outcome, and its steps are timed."""
    measured = Measured(sqlite_store)
    for line in ("new sprint", "bot", "status", "nonsense"):
        await measured.say(line)
    measured.wire.cut = frozenset({"append"})
    await measured.say("start")
    metrics = measured.metrics
    outcomes = {
        outcome: figure(metrics, "scrum_table_requests_total", platform="test", outcome=outcome)
        for outcome in ("done", "answered", "refused", "failed")
    }
    assert outcomes == {"done": 2, "answered": 1, "refused": 1, "failed": 1}
    assert figure(metrics, "scrum_table_seconds_count", platform="test", step="handle") == 5
    assert figure(metrics, "scrum_table_seconds_count", platform="test", step="post") == 2
    assert figure(metrics, "scrum_table_seconds_count", platform="", step="append") == 3
    assert figure(metrics, "scrum_table_faults_total", where="store") == 1


async def test_an_unreachable_room_counts_as_behind(sqlite_store: Store) -> None:
    """Until it has been shown the latest events."""
    measured = Measured(sqlite_store)
    await measured.say("new sprint")
    measured.chat.away = {ROOM}
    await measured.say("bot")
    assert figure(measured.metrics, "scrum_table_rooms_behind", platform="test") == 1
    measured.chat.away = set()
    await measured.say("bot")
    assert figure(measured.metrics, "scrum_table_rooms_behind", platform="test") == 0


async def test_faults(sqlite_store: Store) -> None:
    """Unexpected errors are counted by place: a post, a request."""
    measured = Measured(sqlite_store)
    measured.chat.before_post = broken
    await measured.say("new sprint")
    assert figure(measured.metrics, "scrum_table_faults_total", where="post") == 1
    measured.wire.before_append = broken
    await measured.say("bot")
    assert figure(measured.metrics, "scrum_table_faults_total", where="handle") == 1
    assert figure(measured.metrics, "scrum_table_requests_total", platform="test", outcome="failed") == 1


async def test_timers(sqlite_store: Store) -> None:
    """Each timer that fires is counted."""
    measured = Measured(sqlite_store)
    for line in ("new sprint", "bot", "start"):
        await measured.say(line)
    stored = (await sqlite_store.find_tables())[0].id
    table = await sqlite_store.table(stored)
    assert table is not None
    due = Timer(stored, "test", measured.clock.now())
    await sqlite_store.append(Append(stored, (), timers=(*table.timers, due)))
    measured.clock.advance(1)
    assert await measured.service.fire_due_timers() == 1
    assert figure(measured.metrics, "scrum_table_timers_total") == 1


async def test_pictures_and_sockets() -> None:
    """Pictures made and failed, and how many browsers are connected right now."""
    metrics = Metrics()
    found: list[bytes | None] = [b"PNG", None, b"PNG"]

    async def paint(drawing: Drawing, *, dark: bool = False, table: str = "", sequence: int = 0) -> bytes | None:
        del drawing, dark, table, sequence
        return found.pop()

    measured = Observed(metrics).painter(paint)
    for _ in range(3):
        await measured(Drawing(str, str))
    assert figure(metrics, "scrum_table_pictures_total", outcome="made") == 2
    assert figure(metrics, "scrum_table_pictures_total", outcome="failed") == 1
    assert figure(metrics, "scrum_table_seconds_count", platform="", step="picture") == 3
    sockets = [1, 2, 3]
    metrics.sockets(lambda: len(sockets))
    assert figure(metrics, "scrum_table_live_sockets") == 3


def test_edits_left_out() -> None:
    """Each edit that an adapter leaves out because a newer one followed."""
    metrics = Metrics()
    overtaken = metrics.overtaken("slack")
    overtaken()
    overtaken()
    assert figure(metrics, "scrum_table_edits_overtaken_total", platform="slack") == 2


def test_names_and_labels() -> None:
    """Every name starts with scrum_table_, and no label could name a room, a person or a table."""
    metrics = Metrics()
    with metrics.observe(Operation("handle", "service", "test", "test:lounge", "r1", outcome="failed")):
        pass
    lines = [line for line in metrics.text().decode().splitlines() if not line.startswith("#")]
    assert lines
    assert all(line.startswith("scrum_table_") for line in lines)
    assert set(re.findall(r"(\w+)=", "\n".join(lines))) <= {"platform", "outcome", "step", "where", "le"}


async def test_threads_are_opened_through_everything_around_a_platform(sqlite_store: Store) -> None:
    """A platform with threads keeps them, and one without gets none; what it takes is measured."""
    metrics, plain, threaded = Metrics(), RecordingChat(), ThreadedChat()
    rooms = Rooms(sqlite_store, {"plain": plain, "test": threaded}, ManualClock(), Observed(metrics).observe)
    assert [rooms.has_threads(room) for room in ("plain:room", ROOM)] == [False, True]
    assert await rooms.open_thread("plain:room", "Otters") is None
    thread = await rooms.open_thread(ROOM, "Otters")
    assert thread is not None
    assert await rooms.send(thread, Reply("Hello.")) == "sent"
    assert figure(metrics, "scrum_table_seconds_count", platform="test", step="open_thread") == 1
    assert figure(metrics, "scrum_table_seconds_count", platform="test", step="post") == 1
