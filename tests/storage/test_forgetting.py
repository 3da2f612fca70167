"""A forgotten person is nowhere in the database, and every game stays complete, on both databases."""

import asyncio
import re
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.workshop.model import Member, Team, Workshop, WorkshopStore
from bot.kernel.store import FORGOTTEN, Append, Seating, Store, StoredTable
from storage import open_store
from tests.storage.examples import NOW, event, events, opening, record
from tests.storage.raw import everything, rows

ANN, BO = "slack:T1:U0ANN", "slack:T1:U0BO"
ANN_REQUEST = "slack:T1:U0ANN.1700000000.12.scrum"  # as built by the Slack adapter where Slack gives no id
WORKSHOP = Workshop("w", "way-in", "hash-of-key", NOW, "sprint", {}, (Team("Otters", "web:otters", "sits"),), 6)
PEOPLE = (
    Seating(BO, "Bo", 1, text=True),
    Seating(ANN, "Ann Example", 0, host=True, remind=60.0),
)


async def two_tables(store: Store) -> None:
    """Create a table where Ann has a seat, and one that she left after a move."""
    await store.append(replace(opening("sits", last=2, request=ANN_REQUEST, room="room"), people=PEOPLE))
    await store.append(replace(opening("left", request=f"{ANN_REQUEST}.2"), people=PEOPLE))
    await store.append(Append("left", events(2, 2, "slack:T1:U0BO.3"), people=PEOPLE[:1]))
    await store.append(replace(opening("bo", request="slack:T1:U0ANNA.4"), people=PEOPLE[:1]))


async def stored(store: Store, table: str) -> StoredTable:
    found = await store.table(table)
    assert found is not None
    return found


async def test_nothing_of_the_person_is_left(store: Store, database_url: str) -> None:
    """Neither id nor name is left in any column, and `forget` returns the tables they were in."""
    await two_tables(store)
    assert await store.forget(ANN) == ("left", "sits")
    for name, text in (await everything(database_url)).items():
        assert "U0ANN'" not in text, name
        assert "U0ANN." not in text, name
        assert "Ann Example" not in text, name
    assert await store.tables_of(ANN) == ()
    assert await store.forget(ANN) == ()


async def test_the_game_stays_complete(store: Store) -> None:
    """Seat, host, order and events are unchanged; only the id and the name differ."""
    await two_tables(store)
    before = await stored(store, "sits")
    await store.forget(ANN)
    after = await stored(store, "sits")
    bo, somebody = after.people
    assert bo == PEOPLE[0]
    assert somebody == replace(PEOPLE[1], person=somebody.person, name=str(FORGOTTEN))
    assert after == replace(before, people=after.people, events=after.events, version=before.version + 1)
    assert [replace(one, request=None) for one in after.events] == [replace(one, request=None) for one in before.events]
    await store.append(Append("sits", events(3, 3)))


async def test_others_are_untouched(store: Store) -> None:
    """People with a similar id keep their data and their requests."""
    await two_tables(store)
    before = await stored(store, "bo")
    await store.forget(ANN)
    assert await stored(store, "bo") == before
    assert await store.handled("slack:T1:U0BO.3") == "left"
    assert await store.handled("slack:T1:U0ANNA.4") == "bo"
    assert await store.tables_of(BO) == ("sits", "left", "bo")


async def test_requests_stay_requests(store: Store) -> None:
    """A request that named the person is still a request, under a random id."""
    await two_tables(store)
    await store.forget(ANN)
    ids = [(await store.events(table))[0].request for table in ("sits", "left")]
    assert len(set(ids)) == 2
    assert all(one is not None and one.startswith("forgotten:") for one in ids)
    assert await store.handled(ANN_REQUEST) is None
    assert (await store.events("sits"))[1].request is None


async def test_anonymous_ids_cannot_be_linked(store: Store) -> None:
    """The same person gets a different random id at each table."""
    for number in range(3):
        await store.append(replace(opening(f"t{number}"), people=(Seating("discord:42", "Ann", 0),)))
    await store.forget("discord:42")
    ids = {(await stored(store, f"t{number}")).people[0].person for number in range(3)}
    assert len(ids) == 3
    assert all(len(one) > len("forgotten:") + 30 for one in ids)


@pytest.mark.parametrize("person", ["", "discord:", "p:%", "p:_", "p:'; --", "p:.*", "p:\\"])
async def test_unusual_ids_forget_nobody_else(store: Store, person: str) -> None:
    """Characters with a meaning in SQL or regular expressions are matched literally."""
    await store.append(replace(opening("t", request="discord:1_x"), people=(Seating("discord:1", "Ann", 0),)))
    before = await stored(store, "t")
    assert await store.forget(person) == ()
    assert await stored(store, "t") == before


async def test_deleted_data_is_not_in_the_files(sqlite_url: str, tmp_path: Path) -> None:
    """SQLite overwrites deleted data in the file and in its log, including what was deleted earlier."""
    store = await open_store(sqlite_url)
    await two_tables(store)
    await store.forget(ANN)
    await store.append(opening("later"))
    for file in await asyncio.to_thread(lambda: [one.read_bytes() for one in tmp_path.glob("tables.db*")]):
        assert b"Ann Example" not in file
        assert re.search(rb"U0ANN(?!A)", file) is None
    await store.close()


ERASED = "a note that seat 3 has written"


async def reveal(store: Store) -> None:
    """Store a note with its writer, and erase it as a reveal does."""
    await store.append(opening("t"))
    await store.append(Append("t", (event(2, payload=ERASED),)))
    await store.append(Append("t", events(3, 3), erased=((2, "{}"),)))


async def test_an_erased_text_is_not_in_the_files(sqlite_url: str, tmp_path: Path) -> None:
    """Nor in SQLite's log, while the program runs."""
    store = await open_store(sqlite_url)
    await reveal(store)
    for file in await asyncio.to_thread(lambda: [one.read_bytes() for one in tmp_path.glob("tables.db*")]):
        assert ERASED.encode() not in file
    await store.close()


async def test_an_erased_text_while_somebody_reads(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup holds the log: nobody waits for it, and the log is truncated afterwards."""
    monkeypatch.setattr("storage.sqlite.store.WIPE_AGAIN", 0.01)
    store = await open_store(sqlite_url)
    await store.append(opening("before"))
    reader = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM events").fetchone()
    await reveal(store)
    await store.append(opening("meanwhile"))
    log = tmp_path / "tables.db-wal"
    assert ERASED.encode() in await asyncio.to_thread(log.read_bytes)
    reader.close()
    while ERASED.encode() in await asyncio.to_thread(log.read_bytes):  # noqa: ASYNC110  nothing announces it
        await asyncio.sleep(0.01)
    await store.close()


async def contents(url: str, folder: Path) -> dict[str, bytes]:
    """What PostgreSQL has written to the files of its tables and indexes, whatever it shows of it."""
    await rows(url, "CHECKPOINT")
    files = await rows(
        url, "SELECT relname, pg_relation_filepath(oid) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
    )
    paths = {str(name): folder / str(file) for name, file in files if file is not None}
    return await asyncio.to_thread(lambda: {name: path.read_bytes() for name, path in paths.items()})


async def test_nothing_is_left_in_dead_rows(postgres_server: Any, postgres_url: str) -> None:
    """PostgreSQL keeps every version of a row until a VACUUM: forgetting includes one.

    Others came later: their rows move to where the dead ones were. Free space is overwritten only when it is used.
    """
    folder = Path(postgres_server.pgdata)
    store = await open_store(postgres_url)
    await two_tables(store)
    others = [Member(f"slack:T1:U1{number}", 0, name=f"Other Example {number}") for number in range(5)]
    await store.part(WorkshopStore).put_workshop(WORKSHOP, joined=(Member(ANN, 0, name="Ann Example"), *others))
    assert b"Ann Example" in (await contents(postgres_url, folder))["workshop_people"]
    await store.forget(ANN)
    for name, found in (await contents(postgres_url, folder)).items():
        assert b"Ann Example" not in found, name
        assert re.search(rb"U0ANN(?!A)", found) is None, name
    await store.close()


async def test_old_tables_leave_no_dead_rows(postgres_url: str) -> None:
    store = await open_store(postgres_url)
    await two_tables(store)
    await store.remove_tables(before=NOW + 1e6)
    cleaned = "SELECT relname FROM pg_stat_user_tables WHERE last_vacuum IS NOT NULL"
    while not {("events",), ("people",), ("tables",), ("saved_notes",)} <= {*await rows(postgres_url, cleaned)}:  # noqa: ASYNC110  nothing announces it
        await asyncio.sleep(0.01)
    await store.close()


async def test_an_erased_text_is_not_in_dead_rows(postgres_server: Any, postgres_url: str) -> None:
    """A reveal doesn't wait for it."""
    store = await open_store(postgres_url)
    await reveal(store)
    while ERASED.encode() in (await contents(postgres_url, Path(postgres_server.pgdata)))["events"]:  # noqa: ASYNC110  nothing announces it
        await asyncio.sleep(0.01)
    await store.close()


async def test_seats_and_reminders_are_read_back(store: Store) -> None:
    """The seat of an event and a person's reminder setting are read back unchanged."""
    expected = (replace(event(1, "r"), seat=3), event(2))
    people = (Seating("p:1", "Ann", 0, remind=0.0), Seating("p:2", "Bo", 1, remind=3600.5), Seating("p:3", "Cy", 2))
    await store.append(Append("t", expected, record("t"), people=people))
    found = await stored(store, "t")
    assert found.events == expected
    assert await store.events("t") == expected
    assert found.people == people
