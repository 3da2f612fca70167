"""Carries something out, drops the answer, and has it sent again: to the same process, and to another one."""

import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg

from bot.kernel.messages import Request, Response
from storage import open_store
from tests.bot.harness import Bench, ManualClock, WebTable
from tests.storage import raw

Send = Callable[[Bench], Awaitable[Response]]

LATER = 7.0  # seconds until it is sent again
# what a room has seen, and who is at work on something: neither is what a request has done
_PASSING = {"rooms": {"shown", "message", "since", "telling"}, "timers": {"leased_until"}, "jobs": {"leased_until"}}


Rows = list[dict[str, object]]


async def stored(url: str) -> dict[str, Rows]:
    """Everything in the database, also what tables that are added one day contain."""
    if url.startswith("sqlite"):
        found = _sqlite_rows(url.removeprefix("sqlite:///"))
    else:
        connection = await asyncpg.connect(url)
        names = await raw.table_names(url)
        found = {name: [dict(row) for row in await connection.fetch(f"SELECT * FROM {name}")] for name in names}
        await connection.close()
    return {name: _lasting(name, rows) for name, rows in found.items()}


def _sqlite_rows(file: str) -> dict[str, Rows]:
    """Of all tables, by one connection: each one reads the whole schema first."""
    with closing(sqlite3.connect(file)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        connection.row_factory = sqlite3.Row
        return {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in sorted(names)}


def _lasting(table: str, rows: Rows) -> Rows:
    passing = _PASSING.get(table, set())
    return sorted(({name: each for name, each in row.items() if name not in passing} for row in rows), key=repr)


def difference(before: dict[str, Any], after: dict[str, Any]) -> str:
    """What has changed, for whoever reads that a test has failed."""
    lines = []
    for table, rows in after.items():
        lines += [f"- {table}: {row}" for row in before.get(table, []) if row not in rows]
        lines += [f"+ {table}: {row}" for row in rows if row not in before.get(table, [])]
    return "\n".join(lines)


class Scene:
    """A database at some moment, to which every case gets a copy of its own."""

    def __init__(self, file: Path, clock: ManualClock) -> None:
        self._file = file
        self._now = clock.now()
        self._copies = 0

    @asynccontextmanager
    async def copied(self) -> AsyncIterator[tuple[Bench, str]]:
        self._copies += 1
        copy = self._file.with_suffix(f".{self._copies}.copy")
        shutil.copyfile(self._file, copy)
        url = f"sqlite:///{copy}"
        store = await open_store(url)
        clock = ManualClock()
        clock.advance(self._now - clock.now())
        bench = Bench(store, clock=clock, web=WebTable("copy"))
        try:
            yield bench, url
        finally:
            await bench.service.close()
            await store.close()
            copy.unlink()


def scene_of(bench: Bench, url: str, to: Path) -> Scene:
    """What a store contains at this moment."""
    source = sqlite3.connect(url.removeprefix("sqlite:///"))
    with closing(source), closing(sqlite3.connect(to)) as copy:
        source.backup(copy)
    return Scene(to, bench.clock)


async def lose_the_answer(bench: Bench, url: str, send: Send, what: str) -> Response:
    """The answer; Refused ones changed nothing. Sent again, it changes nothing more, wherever it arrives."""
    before = await stored(url)
    response = await send(bench)
    assert response.outcome != "failed", f"{what}: {response.replies}"
    first = await stored(url)
    if response.outcome == "refused":
        assert first == before, f"{what} was refused, but:\n{difference(before, first)}"
        return response
    bench.clock.advance(LATER)
    other = bench.another_process()
    try:
        for process, where in ((bench, "the same process"), (other, "another process"), (bench, "the first one")):
            again = await send(process)
            assert again.outcome != "failed", f"{what}, sent again to {where}: {again.replies}"
            now = await stored(url)
            assert now == first, f"{what}, sent again to {where}:\n{difference(first, now)}"
    finally:
        await other.service.close()
    return response


def asked(request: Request) -> Send:
    async def send(bench: Bench) -> Response:
        return await bench.service.handle(request)

    return send
