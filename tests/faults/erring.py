"""Plays a short evening again and again, each time with an error at the next read or write, until none is reached.

Run as a process on the disk that fails: `python -m tests.faults.erring FOLDER KIND ERROR HOW`. Once the disk works,
people send everything again with the same ids, to the same process or, where the error lasts until its end, to the
next one. The process prints how many evenings it played.
"""

import asyncio
import ctypes
import errno
import itertools
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bot.kernel.store import Damaged, Store, StoreUnavailable
from bot.kernel.table import texts as notices
from storage import open_store
from storage.sqlite.store import SqliteStore
from tests.bot.harness import Bench, WebTable
from tests.faults.scripted import LINES, deliver
from tests.replicas.harness import stored_requests

KINDS = {"read": 1, "write": 2}
FOR_EVER = 1_000_000
REQUESTS = [*LINES][:5]

disk = ctypes.CDLL(None)  # has the functions of disk.c
disk.disk_fail.argtypes = (ctypes.c_int, ctypes.c_long, ctypes.c_long, ctypes.c_int)
disk.disk_strikes.restype = ctypes.c_long


def works() -> None:
    disk.disk_fail(0, -1, 0, 0)


@dataclass
class Answers:
    """How requests were answered."""

    done: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)  # people read that nothing has changed
    in_doubt: list[str] = field(default_factory=list)

    async def ask(self, bench: Bench, request: str) -> None:
        answer = await deliver(bench, request)
        if answer == str(notices.IN_DOUBT):
            self.in_doubt.append(request)
        elif not answer or answer.startswith(str(notices.ALREADY_DONE)):
            self.done.append(request)
        else:  # the database is away, or the request came too early because the one before wasn't carried out
            assert answer == str(notices.DATABASE_UNREACHABLE) or self.unchanged or self.in_doubt, answer
            self.unchanged.append(request)


@asynccontextmanager
async def program(file: Path) -> AsyncIterator[Bench | None]:
    """The program from its start to its end; None if it says that it can't start."""
    try:
        store = await open_store(f"sqlite:///{file}")
    except StoreUnavailable:
        yield None
        return
    bench = Bench(store, web=WebTable())
    yield bench
    await bench.service.close()
    await store.close()


async def asked(bench: Bench | None) -> Answers:
    answers = Answers()
    if bench is not None:
        for request in REQUESTS:
            await answers.ask(bench, request)
    return answers


async def check(file: Path, answers: Answers) -> None:
    """What was acknowledged is stored once; what people read about the others is true."""
    store = await SqliteStore.open(file)
    try:
        assert await store.problems() == ()
        stored = await stored_requests(store, await store.table_ids())
        assert [request for request in answers.done if stored[request] != 1] == []
        assert [request for request in answers.unchanged if stored[request]] == []
        assert max(stored.values(), default=1) == 1
    finally:
        await store.close()


async def everything_works(bench: Bench | None, before: Answers) -> None:
    assert bench is not None
    again = await asked(bench)
    assert again.done == REQUESTS, (before, again)
    await ready(bench.store)


async def ready(store: Store) -> None:
    """The store says that it is, once it has found that a page which could not be read isn't damaged."""
    for _ in range(1000):
        with suppress(Damaged):
            await store.ready()
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it still says that the file is damaged")


async def play(file: Path, number: int, kind: int, error: int, how: str) -> bool:
    """One evening with a fault; False if it was never reached."""
    disk.disk_fail(kind, number, 1 if how == "once" else FOR_EVER, error)
    async with program(file) as bench:
        answers = await asked(bench)
        struck: bool = disk.disk_strikes() > 0
        if how != "until the end":
            works()
            if bench is not None:
                await everything_works(bench, answers)
                answers = Answers(REQUESTS)
    works()
    await check(file, answers)
    async with program(file) as bench:
        await everything_works(bench, answers)
    await check(file, Answers(REQUESTS))
    return struck


def start_anew(file: Path, empty: Path) -> None:
    for path in file.parent.iterdir():
        path.unlink()
    shutil.copyfile(empty, file)


async def main(folder: Path, kind: str, error: str, how: str) -> int:
    empty, file = folder.with_name("empty.db"), folder / "tables.db"
    works()
    await (await open_store(f"sqlite:///{empty}")).close()
    for number in itertools.count():
        start_anew(file, empty)
        if not await play(file, number, KINDS[kind], getattr(errno, error), how):
            return number
    raise AssertionError


if __name__ == "__main__":
    print(asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:])))  # noqa: T201  the process's output
