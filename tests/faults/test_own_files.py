"""Power loss while a file of our own is written: there is the old or the new one, and what was acknowledged stays."""

import shutil
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from adapters.web.access.links import load_or_create_key
from storage import open_store
from storage.backup import back_up, restore
from storage.sqlite.store import SqliteStore
from tests.bot.harness import Bench
from tests.faults.disk import Disk, contents, crashes, put_back, run
from tests.faults.own_files import BACKUP, DATABASE, EXPORT, KEY, TEXT

OLD = "what was there before"
DAMAGED = b"no database" * 1000

Check = Callable[[Path, Sequence[str]], Awaitable[None]]  # the folder after the power cut, and what was acknowledged


async def database(file: Path, *names: str) -> None:
    """A game of these people, in the file and its log, as after a kill."""
    there = file.parent / "there"
    there.mkdir()
    store = await open_store(f"sqlite:///{there / DATABASE}")
    await Bench(store).begin(*names)
    for path in (there / DATABASE, there / f"{DATABASE}-wal"):
        shutil.copyfile(path, file.with_name(path.name.replace(DATABASE, file.name)))
    await store.close()
    shutil.rmtree(there)


async def people(file: Path) -> set[str]:
    """Who plays in a sound database."""
    store = await SqliteStore.open(file)
    try:
        assert await store.problems() == ()
        found = [await store.table(record.id) for record in await store.find_tables()]
        return {each.name for table in found if table for each in table.people}
    finally:
        await store.close()


async def lose_power(library: Path, folder: Path, what: str, check: Check) -> None:
    before = contents(folder)
    disk = Disk(folder, before)
    notes = run(library, folder, "tests.faults.own_files", what)
    count = 0
    for moment, left in crashes(notes, disk, chances=4):
        put_back(left, folder, folder.with_name("left"))
        try:
            await check(folder.with_name("left"), disk.acknowledged)
        except BaseException as error:
            error.add_note(f"power loss at {moment}, files {[(path, len(data)) for path, data in left.items()]}")
            raise
        count += 1
    assert disk.acknowledged, "and it was written"
    assert count > 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "disk"
    made.mkdir()
    return made


async def test_the_key_of_the_web_table(library: Path, folder: Path) -> None:
    """A program that has started once has the same key at the next start, and half a key keeps none from starting."""

    async def check(left: Path, done: Sequence[str]) -> None:
        assert load_or_create_key(left / KEY).hex() in done or not done

    await lose_power(library, folder, "key", check)


async def test_a_backup(library: Path, folder: Path) -> None:
    """A file with the name of the backup is the whole backup; the database stays as it is."""
    await database(folder / DATABASE, "anna", "ben")

    async def check(left: Path, done: Sequence[str]) -> None:
        assert (left / BACKUP).exists() or not done
        if (left / BACKUP).exists():
            assert await people(left / BACKUP) == {"anna", "ben"}
        assert await people(left / DATABASE) == {"anna", "ben"}

    await lose_power(library, folder, "backup", check)


async def test_a_restored_database(library: Path, folder: Path) -> None:
    """The database is the old one or the backup, and never gets the log of the other."""
    await database(folder / DATABASE, "anna", "ben")
    await back_up(f"sqlite:///{folder / DATABASE}", folder / BACKUP)
    await database(folder / DATABASE, "cleo", "dora", "emil")

    async def check(left: Path, done: Sequence[str]) -> None:
        found = await people(left / DATABASE)
        assert found == {"anna", "ben"} or (found == {"cleo", "dora", "emil"} and not done)

    await lose_power(library, folder, "restored", check)


async def test_a_database_restored_over_a_damaged_one(library: Path, folder: Path) -> None:
    """Its log is left, and whole, and would be applied to the backup if the new name came to the disk first."""
    await database(folder / DATABASE, "anna", "ben")
    await back_up(f"sqlite:///{folder / DATABASE}", folder / BACKUP)
    await database(folder / DATABASE, "cleo", "dora", "emil")
    (folder / DATABASE).write_bytes(DAMAGED)

    async def check(left: Path, done: Sequence[str]) -> None:
        if done or (left / DATABASE).read_bytes() != DAMAGED:
            assert await people(left / DATABASE) == {"anna", "ben"}

    await lose_power(library, folder, "restored", check)


async def test_a_first_restore(library: Path, folder: Path) -> None:
    """Where there is no database yet."""
    await database(folder / BACKUP, "anna", "ben")

    async def check(left: Path, done: Sequence[str]) -> None:
        assert (left / DATABASE).exists() or not done
        if not (left / DATABASE).exists():
            await restore(left / BACKUP, f"sqlite:///{left / DATABASE}", replace=False)
        assert await people(left / DATABASE) == {"anna", "ben"}

    await lose_power(library, folder, "restored", check)


async def test_an_export_over_an_older_one(library: Path, folder: Path) -> None:
    await database(folder / DATABASE, "anna", "ben")
    (folder / EXPORT).write_text(OLD)

    async def check(left: Path, done: Sequence[str]) -> None:
        found = (left / EXPORT).read_text("utf-8")
        assert found == (folder / EXPORT).read_text("utf-8") or (found == OLD and not done)

    await lose_power(library, folder, "exported", check)


async def test_a_game_saved_at_the_console(library: Path, folder: Path) -> None:
    async def check(left: Path, done: Sequence[str]) -> None:
        assert (left / EXPORT).exists() or not done
        assert not (left / EXPORT).exists() or (left / EXPORT).read_text("utf-8") == TEXT

    await lose_power(library, folder, "saved", check)
