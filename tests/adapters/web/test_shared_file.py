"""Real processes on one SQLite file, a file that is removed, and a disk that is full."""

import asyncio
import json
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from bot.kernel.store import DatabaseRemoved
from tests.adapters.web.test_program import address_of, program

DATABASE = Path("data", "scrum-table", "scrum-table.sqlite3")
PLAY = ("play", "--no-browser", "--port", "0")


@asynccontextmanager
async def visitor(address: str) -> AsyncIterator[aiohttp.ClientSession]:
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(address, cookie_jar=jar, headers={"Origin": address[:-1]}) as session:
        await session.get("/")
        yield session


async def opened(session: aiohttp.ClientSession) -> int:
    """The status of the answer to “Play now”."""
    async with session.post("/play", data=json.dumps({"game": "sprint", "tab": "firsttab"})) as answer:
        return answer.status


async def readiness(session: aiohttp.ClientSession) -> tuple[int, str]:
    async with session.get("/readyz") as answer:
        return answer.status, await answer.text()


async def ran(folder: Path, *words: str) -> tuple[int | None, str, str]:
    async with program(folder, *words) as process:
        out, complaints = await process.communicate(b"" if process.stdin else None)
        return process.returncode, out.decode(), complaints.decode()


async def test_one_process_plays_on_a_file(tmp_path: Path) -> None:
    """Another `play`, or a console, says whose file it is and exits with 75; tools that only read work beside it."""
    async with program(tmp_path, *PLAY) as first:
        async with visitor(await address_of(first)) as session:
            assert await opened(session) == 201
        second, console, check, backup, doctor = await asyncio.gather(
            ran(tmp_path, *PLAY),
            ran(tmp_path, "console"),
            ran(tmp_path, "check"),
            ran(tmp_path, "backup", "copy.db"),
            ran(tmp_path, "doctor"),
        )
        owner = f"process {first.pid} (scrum-table {' '.join(PLAY)})"
        assert second[0] == 75
        assert f"is in use by {owner}" in second[2]
        assert "stop it, or give this one another file (--db FILE or DATABASE_URL)" in second[2]
        assert console[0] == 75
        beside = "play there, or play beside it with tables of their own, `scrum-table console --db console.sqlite3`."
        assert console[2] == f"scrum-table: Your tables are open in {owner}: {beside}\n"
        assert (await ran(tmp_path, "console", "--db", "console.sqlite3"))[0] == 0
        assert check[0] == 0, check
        assert check[1].endswith(": all sound and unchanged.\n")
        assert backup[0] == 0, backup
        assert "has schema 2, which this version uses. 1 table." in doctor[1]
        first.kill()
        await first.wait()
    async with program(tmp_path, *PLAY) as after:
        await address_of(after)  # the lock died with its process


async def test_files_that_vanish_and_a_disk_that_is_full(tmp_path: Path) -> None:
    """Nothing is acknowledged then, and /readyz says so. Afterwards everything works, and no half table is left."""
    file = tmp_path / DATABASE
    log = file.with_name(f"{file.name}-wal")
    async with program(tmp_path, *PLAY) as process, visitor(await address_of(process)) as session:
        unlimited = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        full = log.stat().st_size + 4096  # files can't grow beyond this, as on a full disk
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (full, unlimited[1]))
        assert await opened(session) == 503
        assert (await readiness(session))[0] == 503
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, unlimited)
        assert (await readiness(session))[0] == 200
        assert await opened(session) == 201

        away = file.rename(file.with_name("away"))
        assert await readiness(session) == (503, f"{DatabaseRemoved.brief}\n")
        assert await opened(session) == 503
        away.rename(file)
        assert (await readiness(session))[0] == 200
        assert await opened(session) == 201

        log.unlink()
        assert await opened(session) == 503
        assert await readiness(session) == (503, f"{DatabaseRemoved.brief}\n")
        process.kill()
        await process.wait()
    code, said, _ = await ran(tmp_path, "check")
    assert (code, said.splitlines()[1].partition(" with ")[0]) == (0, "2 tables"), "those that were acknowledged"
