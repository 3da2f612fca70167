"""`scrum-table backup`, `restore` and `check`: copy the database, and verify that nobody changed its past."""

import argparse
import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.live.ids import ID_LETTERS
from bot.ports import Store, StoredEvent, StoredTable
from bot.table.export import WRONG_HASH, BrokenExport, Export, ExportedEvent, steps, verify
from bot.table.journal import chain, first_hash, hashed_payload
from games import GAMES

FOUND_AT_ONCE = 100  # the limit of bot.ports.Store.find_tables


class Restore(Protocol):
    async def __call__(self, source: Path, url: str, *, replace: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class Keeping:
    """Operations on a whole database, supplied by the wiring."""

    open: Callable[[str], Awaitable[Store]]
    back_up: Callable[[str, Path], Coroutine[None, None, None]]
    restore: Restore


@dataclass(frozen=True, slots=True)
class Wrong:
    table: str
    event: int
    fault: str


@dataclass(frozen=True, slots=True)
class Report:
    tables: int
    events: int
    wrong: tuple[Wrong, ...]


def backup(args: argparse.Namespace, url: str, keeping: Keeping) -> int:
    asyncio.run(keeping.back_up(url, args.file))
    print(f"Wrote {args.file} ({args.file.stat().st_size:,} bytes). It contains secrets, so keep it safe.")
    return 0


def restore(args: argparse.Namespace, url: str, keeping: Keeping) -> int:
    """Restore a backup, and verify every table in it."""
    asyncio.run(keeping.restore(args.file, url, replace=args.replace))
    print(f"Restored {args.file}.")
    return check(args, url, keeping)


def check(_args: argparse.Namespace, url: str, keeping: Keeping) -> int:
    report = asyncio.run(_checked(url, keeping))
    for wrong in report.wrong:
        print(f"Table {wrong.table}, event {wrong.event}: {wrong.fault}")
    verdict = f"{len(report.wrong)} changed since they were stored" if report.wrong else "all unchanged"
    print(f"{report.tables} tables with {report.events} events: {verdict}.")
    return 1 if report.wrong else 0


async def _checked(url: str, keeping: Keeping) -> Report:
    store = await keeping.open(url)
    try:
        return await look_through(store)
    finally:
        await store.close()


async def look_through(store: Store) -> Report:
    """Verify every table: whether its events follow from each other and from its seed."""
    tables = events = 0
    wrong: list[Wrong] = []
    async for table in _ids(store, ""):
        stored = await store.table(table)
        if stored is None:
            continue  # deleted meanwhile
        tables += 1
        events += len(stored.events)
        if found := first_wrong(stored):
            wrong.append(found)
    return Report(tables, events, tuple(wrong))


async def _ids(store: Store, prefix: str) -> AsyncIterator[str]:
    found = [record.id for record in await store.find_tables(prefix)]
    if len(found) < FOUND_AT_ONCE:
        for table in found:
            yield table
        return
    # more than the store lists at once: go letter by letter, including letters we never use ourselves
    letters = {*ID_LETTERS, *(table[len(prefix)] for table in found if table != prefix)}
    for letter in sorted(letters):
        async for table in _ids(store, prefix + letter):
            yield table


def first_wrong(stored: StoredTable) -> Wrong | None:
    """The first event that has changed since it was stored, or doesn't follow from the ones before."""
    table, hash_before = stored.record.id, first_hash(stored.record.id)
    if stored.record.game not in GAMES:
        return Wrong(table, 1, f"Its game, {stored.record.game}, is not installed, so it can't be checked.")
    for number, row in enumerate(stored.events, start=1):
        if row.sequence != number:
            return Wrong(table, number, "It is missing.")
        if row.hash != chain(hash_before, row.sequence, _hashed(row, stored.record.game), row.at, row.drawn):
            return Wrong(table, number, WRONG_HASH)
        if row.kind != _kind(row):
            return Wrong(table, number, "It is stored under the wrong kind.")
        hash_before = row.hash
    if not stored.events:
        return Wrong(table, 1, "It is missing.")
    # the database has the seed, so draws can be checked before the game is over
    verdict = verify(_as_file(stored))
    if verdict.wrong is None or verdict.wrong > len(stored.events):  # past the last event: the game isn't over yet
        return None
    return Wrong(table, verdict.wrong, verdict.fault)


def _hashed(row: StoredEvent, key: str) -> str:
    """What the hash covers; the whole payload if it can't be decoded."""
    try:
        return hashed_payload(row.kind, row.payload, GAMES.get(key))
    except ValueError:
        return row.payload


def _kind(row: StoredEvent) -> object:
    """The kind that the payload names; None if it can't be read."""
    try:
        contents = json.loads(row.payload)
    except ValueError:
        return None
    return contents.get("kind") if isinstance(contents, dict) else None


def _as_file(stored: StoredTable) -> Export:
    record = stored.record
    events = [
        ExportedEvent(
            sequence=row.sequence,
            payload=json.loads(_hashed(row, record.game)),
            at=row.at,
            drawn=row.drawn,
            hash=row.hash,
        )
        for row in stored.events
    ]
    game = Export(table=record.id, game=record.game, seats=0, options={}, seed=record.seed.hex(), events=events)
    try:
        *_, (_, last) = steps(game)
    except BrokenExport:
        return game  # `verify` will name the event
    return game.model_copy(update={"seats": len(last.table.seats), "options": dict(last.table.options)})
