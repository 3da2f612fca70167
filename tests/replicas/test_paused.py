"""One of two processes is paused (SIGSTOP) while the other one goes on, and continues later."""

import asyncio
import signal
import time
from pathlib import Path

import aiohttp
import asyncpg

from bot.kernel.store import Append, Store, Timer
from tests.replicas.harness import Crowd, Ledger, Replica, replicas, stored_requests
from tests.replicas.test_two_processes import (
    DEADLINES,
    LONG,
    STARTUP_SECONDS,
    TABLES,
    check_same_pages,
    check_stored,
    reflecting,
    until_fired,
)

PAUSE = 30.0 if LONG else 1.0  # seconds

END_LEASES = "UPDATE timers SET leased_until = 0 WHERE leased_until IS NOT NULL"


async def test_a_process_is_paused_under_load(both: list[Replica], store: Store) -> None:
    """People at the paused process wait for it; then everything they asked for counts once, and both agree."""
    paused, other = both
    ledger = Ledger()
    async with Crowd(ledger) as crowd:
        await crowd.join(both, TABLES)
        await crowd.join([other], 1)
        await ledger.more(20)
        paused.send(signal.SIGSTOP)
        await ledger.more(5)  # the other process goes on
        await asyncio.sleep(PAUSE)
        paused.send(signal.SIGCONT)
        await ledger.more(20)
        await crowd.finish()
    await check_stored(store, ledger)
    await check_same_pages(both, crowd.addresses)


async def test_timers_of_a_paused_process(tmp_path: Path, postgres_url: str, store: Store) -> None:
    """The other process fires what was leased to the paused one when the leases end; nothing fires twice."""
    tables = [await reflecting(store, number) for number in range(DEADLINES)]
    due = time.time() + STARTUP_SECONDS
    for table, clock in tables:
        await store.append(Append(table, (), timers=(Timer(table, clock, due),)))
    async with replicas(tmp_path, postgres_url) as both:
        await until_fired(store, tables, 1)
        both[0].send(signal.SIGSTOP)
        await end_leases(postgres_url)
        await until_fired(store, tables, len(tables))
        both[0].send(signal.SIGCONT)
        await becomes_ready(both[0])
        await becomes_ready(both[1])
    stored = await stored_requests(store, [table for table, _ in tables])
    assert [stored[f"timer:{table}:{clock}"] for table, clock in tables] == [1] * len(tables)


async def end_leases(url: str) -> None:
    """Instead of waiting for half a minute."""
    connection = await asyncpg.connect(url)
    await connection.execute(END_LEASES)
    await connection.close()


async def becomes_ready(replica: Replica) -> None:
    """Connections that didn't survive the pause are made again."""
    async with aiohttp.ClientSession() as session:
        while True:
            async with session.get(f"{replica.url}/readyz") as answer:
                if answer.status == 200:
                    return
            await asyncio.sleep(0.1)
