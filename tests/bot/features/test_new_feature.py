"""A feature from elsewhere: a command, an event, an effect, a job and a stored row, and the kernel knows none of it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Literal, Protocol

import pytest

import bot.kernel
from bot.kernel.calls import Call, Context, at_open_table, with_seat
from bot.kernel.feature import Feature, install, uninstall
from bot.kernel.live.seating import find_player
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import People
from bot.kernel.messages import Reply
from bot.kernel.store import Effect, Job, Seating
from bot.kernel.table import refusals
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Table, TableEvents
from bot.kernel.table.pace import HOUR
from games.contract import Parameter
from games.text import who
from games.values import replace, value
from storage import open_store
from storage.part import Part
from storage.parts import PARTS, Parts
from tests.bot.harness import Bench, new_id

feature = Feature("kudos")


# --- the event -----------------------------------------------------------------------------------------------------


@value
class KudosGiven:
    seat: int
    to: int
    kind: Literal["table.kudos_given"] = "table.kudos_given"
    unseen = True


def fold(table: Table, event: KudosGiven) -> Table:
    return replace(table, parts={**table.parts, "kudos": table.parts.get("kudos", 0) + 1})


def narrate(event: KudosGiven) -> str:
    return f"{who(event.seat)} thanks {who(event.to)}."


feature.events = TableEvents((KudosGiven,), fold, narrate)


# --- the command, its effect and its job ---------------------------------------------------------------------------


@value
class Thanked:
    table_id: str
    seat: int

    def rows(self) -> list[tuple[str, int]]:
        return [(self.table_id, self.seat)]


class KudosStore(Protocol):
    async def count(self, table_id: str) -> int: ...


class KudosPart(Part, KudosStore):
    implements = KudosStore
    schema = MappingProxyType(
        {
            "sqlite": "CREATE TABLE IF NOT EXISTS thanked (table_id TEXT NOT NULL, seat INTEGER NOT NULL) STRICT;",
            "postgres": "CREATE TABLE IF NOT EXISTS thanked (table_id text NOT NULL, seat integer NOT NULL);",
        }
    )
    effects = MappingProxyType({Thanked: "INSERT INTO thanked (table_id, seat) VALUES ($1, $2)"})

    async def count(self, table_id: str) -> int:
        rows = await self._database.query("SELECT count(*) FROM thanked WHERE table_id = $1", table_id)
        return int(rows[0][0])


@feature.change(
    "kudos",
    "Thank a teammate",
    Parameter("player", "Whom you thank", kind="player"),
    needs=(at_open_table, with_seat),
)
def give(draft: Draft, call: Call) -> People:
    draft.record([KudosGiven(call.seat, find_player(call.table, call.seat, call.argument("player")))])
    return None


@feature.after(KudosGiven)
def remember(_: Context, live: LiveTable, draft: Draft, __: tuple[Seating, ...]) -> tuple[Job | Effect, ...]:
    given = [event for event in draft.events if isinstance(event, KudosGiven)]
    digest = Job(f"digest:{live.id}", next(iter(live.rooms)), "kudos digest", draft.at + HOUR, live.id)
    return (digest, *(Thanked(live.id, event.to) for event in given))


@feature.job("kudos digest")
async def post_digest(context: Context, job: Job) -> None:
    count = await context.store.part(KudosStore).count(job.payload)
    await context.rooms.send(job.room, Reply(f"Thanks in the last hour: {count}."))
    await context.store.finish_job(job)


class Kudos(Protocol):
    """For adapters."""

    async def at(self, table_id: str) -> int: ...


class KudosService:
    def __init__(self, context: Context) -> None:
        self._store = context.store.part(KudosStore)

    async def at(self, table_id: str) -> int:
        return await self._store.count(table_id)


feature.facades[Kudos] = KudosService


# --- what it does --------------------------------------------------------------------------------------------------


@pytest.fixture
def _installed() -> Iterator[None]:
    install(feature)
    yield
    uninstall(feature)


@pytest.fixture
async def kudos(database_url: str, _installed: None) -> AsyncIterator[Bench]:
    parts: Parts = (*PARTS, KudosPart)
    store = await open_store(database_url, parts=parts)
    bench = Bench(store)
    yield bench
    await bench.service.close()
    await store.close()


async def test_a_feature_brings_all_of_it(kudos: Bench) -> None:
    """Its event is told and folded, its row and its job are stored with it, and an adapter can ask it."""
    await kudos.begin("anna", "ben")
    delivery = new_id()
    await kudos.say("anna", "kudos ben", delivery=delivery)
    assert "anna thanks ben." in kudos.chat.texts()[-1]
    await kudos.say("anna", "kudos ben", delivery=delivery)  # sent again: its answer was lost
    live = await kudos.live()
    assert live.standing.table.parts["kudos"] == 1
    assert await kudos.service.feature(Kudos).at(live.id) == 1
    kudos.clock.advance(HOUR)
    await kudos.service.fire_due_timers()
    assert "Thanks in the last hour: 1." in kudos.chat.texts()[-1]


async def test_its_events_are_replayed(kudos: Bench) -> None:
    """By a process that reads the table from the store; its needs are checked like any command's."""
    await kudos.begin("anna", "ben")
    await kudos.say("ben", "kudos anna")
    later = kudos.another_process()
    assert (await later.standing()).table.parts["kudos"] == 1
    assert str(refusals.WATCHING) in await later.refusal("zoe", "kudos anna")
    await later.service.close()


@pytest.mark.usefixtures("_installed")
async def test_without_it(bench: Bench) -> None:
    """Once it is uninstalled, nobody knows its command."""
    uninstall(feature)
    await bench.begin("anna", "ben")
    assert "kudos" in await bench.refusal("anna", "kudos ben")
    install(feature)


def test_the_kernel_does_not_know_it() -> None:
    for module in Path(bot.kernel.__path__[0]).rglob("*.py"):
        assert "kudos" not in module.read_text("utf-8").lower()
