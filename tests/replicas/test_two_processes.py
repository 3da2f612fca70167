"""Two processes of the real program on one PostgreSQL, with players at both, killed and stopped under load."""

import asyncio
import os
import signal
import time
from pathlib import Path

from bot.kernel.store import Append, Store, Timer
from storage import open_store
from tests.bot.harness import ROOM, Bench
from tests.replicas.harness import Crowd, Ledger, Replica, check_places, page_at, replicas, stored_requests
from tests.replicas.workshops import Workshops, check_workshops

LONG = bool(os.environ.get("SCRUM_SOAK"))  # set by `make soak`
TABLES = 40 if LONG else 4
RETROS = 10 if LONG else 1
TRAINERS = 4 if LONG else 1
KILLS = 200 if LONG else 2  # on each database
ROUNDS = 5 if LONG else 1
REQUESTS_BETWEEN_STOPS = 400 if LONG else 10  # requests done before the next process is stopped
DEADLINES = 100 if LONG else 12
STARTUP_SECONDS = 6.0  # seconds, usually enough for both processes to start; if not, one of them handles everything


async def check_stored(store: Store, ledger: Ledger) -> None:
    """Check that acknowledged requests are stored once, others at most once, and all hash chains are valid."""
    # a player who opened a table with their last request hasn't seen its page
    opened = {table for request in ledger.done if (table := await store.handled(request))}
    stored = await stored_requests(store, ledger.tables | opened)
    assert {request: stored[request] for request in ledger.done} == dict.fromkeys(ledger.done, 1)
    assert max((stored[request] for request in ledger.asked), default=0) == 1


async def check_same_pages(targets: list[Replica], addresses: list[str]) -> None:
    """Check that every table has the same page at every process."""
    for address in addresses:
        pages = [await page_at(replica, address) for replica in targets]
        assert all(page == pages[0] for page in pages)


async def test_processes_are_killed_and_stopped_under_load(both: list[Replica], store: Store) -> None:
    """After kill -9 and SIGTERM, acknowledged requests are stored once, both processes agree, nothing was logged."""
    ledger = Ledger()
    async with Crowd(ledger) as crowd:
        await crowd.join(both, TABLES)
        if LONG:  # otherwise the next test is enough
            await crowd.fidget(both, RETROS)
        for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0)) * ROUNDS:
            for replica in both:
                await ledger.more(REQUESTS_BETWEEN_STOPS)
                assert await replica.stop(how) == code, replica.errors
                await ledger.more(3)  # the other process keeps working
                await replica.start()
        await ledger.more(REQUESTS_BETWEEN_STOPS)
        await crowd.finish()
    await check_stored(store, ledger)
    await check_places(store, ledger)
    await check_same_pages(both, crowd.addresses)
    assert not [text for replica in both for text in replica.errors if "Traceback" in text]


async def test_people_and_timers_survive_kills(tmp_path: Path, database_url: str) -> None:
    """Processes are killed while people come, go and change settings: all that was acknowledged is stored."""
    processes = 1 if database_url.startswith("sqlite") else 2
    ledger = Ledger()
    async with replicas(tmp_path, database_url, processes) as targets, Crowd(ledger) as crowd:
        await crowd.fidget(targets, RETROS)
        for number in range(KILLS):
            await ledger.more(10)
            replica = targets[number % processes]
            assert await replica.stop(signal.SIGKILL) == -signal.SIGKILL, replica.errors
            await replica.start()
        await crowd.finish()
        assert not [text for replica in targets for text in replica.errors if "Traceback" in text]
    store = await open_store(database_url)
    await check_stored(store, ledger)
    await check_places(store, ledger)
    await store.close()


async def test_workshops_survive_kills(tmp_path: Path, database_url: str) -> None:
    """Processes are killed while trainers open workshops, let people in and give orders: all that was said is true."""
    processes = 1 if database_url.startswith("sqlite") else 2
    ledger, orders = Ledger(), Ledger()
    async with replicas(tmp_path, database_url, processes) as targets, Workshops(ledger, orders) as crowd:
        await crowd.hold(targets, TRAINERS)
        await crowd.join(targets, 1)
        for number in range(KILLS):
            await orders.more(5)
            replica = targets[number % processes]
            assert await replica.stop(signal.SIGKILL) == -signal.SIGKILL, replica.errors
            await replica.start()
        await crowd.finish()
        assert not [text for replica in targets for text in replica.errors if "Traceback" in text]
    store = await open_store(database_url)
    assert await check_workshops(store, crowd.trainers) >= TRAINERS
    await check_stored(store, ledger)
    await store.close()


async def test_a_move_made_elsewhere_is_seen_at_once(both: list[Replica]) -> None:
    """A browser at one process sees moves made at the other, because the processes notify each other."""
    here, there = both
    ledger = Ledger()
    async with Crowd(ledger) as crowd:
        await crowd.join([there], 1)
        await ledger.until(2)
        [address] = crowd.addresses
        started = await page_at(here, address, lambda page: page["phase"] == "playing")
        watching = asyncio.create_task(page_at(here, address, lambda page: page["sequence"] > started["sequence"] + 5))
        seen = await watching
        await crowd.finish()
    assert seen["table"] == started["table"]


async def test_timers_fire_once(tmp_path: Path, postgres_url: str, store: Store) -> None:
    """Many timers are due at once at both processes; each fires once (in `make soak`, also if one is killed)."""
    tables = [await reflecting(store, number) for number in range(DEADLINES)]
    due = time.time() + STARTUP_SECONDS
    for table, clock in tables:
        await store.append(Append(table, (), timers=(Timer(table, clock, due),)))
    async with replicas(tmp_path, postgres_url) as both:
        await until_fired(store, tables, 1)
        if LONG:  # the other process fires its timers when the leases end
            await both[0].stop(signal.SIGKILL)
        await until_fired(store, tables, len(tables))
    stored = await stored_requests(store, [table for table, _ in tables])
    assert [stored[f"timer:{table}:{clock}"] for table, clock in tables] == [1] * len(tables)


async def reflecting(store: Store, number: int) -> tuple[str, str]:
    """A table with a running timer, and the timer's name."""
    bench, room = Bench(store), f"{ROOM} {number}"
    for name, line in (("anna", "new retro"), ("ben", "join"), ("anna", "start"), ("anna", "next sure")):
        assert await bench.say(name, line, room=room) == []
    live = await bench.live(room)
    [timer] = live.timers
    return live.id, timer.name


async def until_fired(store: Store, tables: list[tuple[str, str]], enough: int) -> None:
    """Wait until so many timers have fired."""
    while sum([bool(await store.handled(f"timer:{table}:{clock}")) for table, clock in tables]) < enough:  # noqa: ASYNC110  only the database can be checked
        await asyncio.sleep(0.05)
