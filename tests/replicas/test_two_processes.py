"""Two processes of the real program on one PostgreSQL: people at both, one killed in the middle, and again."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ports import Append, Store, Timer
from storage import open_store
from tests.bot.harness import ROOM, Bench
from tests.replicas.parts import Crowd, Ledger, Replica, everything_stored, replicas, shown_at

LONG = bool(os.environ.get("SCRUM_SOAK"))  # set by `make soak`
TABLES = 40 if LONG else 4
ROUNDS = 5 if LONG else 1
BETWEEN = 400 if LONG else 10  # requests done before the next process is ended
DEADLINES = 100 if LONG else 12
SOON = 6.0  # seconds: both processes have started by then, usually; if not, the other one does it


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[Store]:
    store = await open_store(postgres_url)
    yield store
    await store.close()


@pytest.fixture
async def both(tmp_path: Path, postgres_url: str, store: Store) -> AsyncIterator[list[Replica]]:
    async with replicas(tmp_path, postgres_url) as found:
        yield found


async def in_order(store: Store, ledger: Ledger) -> None:
    """Whatever was said to be done is stored once, whatever was asked for at most once, and every chain of hashes
    holds."""
    # whoever opened a table as their last deed has not seen its page any more
    opened = {table for request in ledger.done if (table := await store.handled(request))}
    stored = await everything_stored(store, ledger.tables | opened)
    assert {request: stored[request] for request in ledger.done} == dict.fromkeys(ledger.done, 1)
    assert max((stored[request] for request in ledger.asked), default=0) == 1


async def alike(places: list[Replica], addresses: list[str]) -> None:
    """Every table looks the same at every process."""
    for address in addresses:
        pages = [await shown_at(place, address) for place in places]
        assert all(page == pages[0] for page in pages)


async def test_killed_and_told_to_stop_in_the_middle_of_play(both: list[Replica], store: Store) -> None:
    """kill -9 and SIGTERM, one process after the other, under load: what was acknowledged is there once, both show the
    same, and whoever was told to stop did so without a complaint."""
    ledger = Ledger()
    async with Crowd(ledger) as crowd:
        await crowd.sit_down(both, TABLES)
        for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0)) * ROUNDS:
            for place in both:
                await ledger.more(BETWEEN)
                assert await place.stop(how) == code, place.complaints
                await ledger.more(3)  # the other one goes on meanwhile
                await place.start()
        await ledger.more(BETWEEN)
        await crowd.finish()
    await in_order(store, ledger)
    await alike(both, crowd.addresses)
    assert not [text for place in both for text in place.complaints if "Traceback" in text]


async def test_a_move_made_elsewhere_is_seen_at_once(both: list[Replica]) -> None:
    """A browser at the first process sees what happens at the second: the processes tell each other."""
    here, there = both
    ledger = Ledger()
    async with Crowd(ledger) as crowd:
        await crowd.sit_down([there], 1)
        await ledger.until(2)
        [address] = crowd.addresses
        begun = await shown_at(here, address, lambda page: page["phase"] == "playing")
        watching = asyncio.create_task(shown_at(here, address, lambda page: page["sequence"] > begun["sequence"] + 5))
        seen = await watching
        await crowd.finish()
    assert seen["table"] == begun["table"]


async def test_deadlines_are_met_once(tmp_path: Path, postgres_url: str, store: Store) -> None:
    """Many tables' clocks end at the same moment: both processes look, each clock is heard once (in
    the long run also when one of the two is killed at that moment)."""
    tables = [await reflecting(store, number) for number in range(DEADLINES)]
    due = time.time() + SOON
    for table, clock in tables:
        await store.append(Append(table, (), timers=(Timer(table, clock, due),)))
    async with replicas(tmp_path, postgres_url) as both:
        await until_heard(store, tables, 1)
        if LONG:  # what it was about to do is done by the other one when its lease ends
            await both[0].stop(signal.SIGKILL)
        await until_heard(store, tables, len(tables))
    stored = await everything_stored(store, [table for table, _ in tables])
    assert [stored[f"timer:{table}:{clock}"] for table, clock in tables] == [1] * len(tables)


async def reflecting(store: Store, number: int) -> tuple[str, str]:
    """A table at which a clock runs, and what that clock is called."""
    bench, room = Bench(store), f"{ROOM} {number}"
    for name, line in (("anna", "new retro"), ("ben", "join"), ("anna", "start"), ("anna", "next")):
        assert await bench.say(name, line, room=room) == []
    live = await bench.live(room)
    [timer] = live.timers
    return live.id, timer.name


async def until_heard(store: Store, tables: list[tuple[str, str]], enough: int) -> None:
    """Until so many of these clocks have been heard."""
    while sum([bool(await store.handled(f"timer:{table}:{clock}")) for table, clock in tables]) < enough:  # noqa: ASYNC110  the database is all that there is to look at
        await asyncio.sleep(0.05)
