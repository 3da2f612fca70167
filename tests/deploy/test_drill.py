"""Run the PostgreSQL commands of docs/operations.md as written there."""

import asyncio
import subprocess
from pathlib import Path
from typing import Any

from storage import open_store
from tests.adapters.console.harness import scrum_table
from tests.bot.harness import Bench
from tests.deploy.parts import ROOT


async def test_a_dump_is_restored_and_checked(postgres_server: Any, postgres_url: str, tmp_path: Path) -> None:
    """pg_dump, createdb, pg_restore, `scrum-table check`: the copy has the table, intact."""
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    store = await open_store(postgres_url)
    bench = Bench(store)
    await bench.begin()
    await bench.step()
    await store.close()
    copy = postgres_url.replace("/postgres?", "/scrum_new?")
    dump = ("pg_dump", "--format=custom", "--no-owner", "--file=tables.dump")
    restore = ("pg_restore", "--no-owner", "--exit-on-error")
    assert " ".join(dump) in page
    assert " ".join(restore) in page

    async def run(tool: str, *words: str) -> None:
        command = [postgres_server.bin_path / tool, *words]
        await asyncio.to_thread(subprocess.run, command, check=True, cwd=tmp_path)

    await run(*dump, postgres_url)
    await run("psql", "--quiet", "--command=DROP DATABASE IF EXISTS scrum_new", postgres_url)
    await run("psql", "--quiet", "--command=CREATE DATABASE scrum_new", postgres_url)
    await run(*restore, f"--dbname={copy}", "tables.dump")
    done = await asyncio.to_thread(scrum_table, tmp_path, "check", DATABASE_URL=copy)
    assert (done.returncode, done.stderr) == (0, "")
    assert "/scrum_new) has schema 2, which this version uses. 1 table.\n1 table with " in done.stdout
    await run("psql", "--quiet", "--command=DROP DATABASE scrum_new", postgres_url)
