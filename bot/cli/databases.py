"""Commands that read or copy a database: backup, restore, check and export."""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from bot.cli import Fault
from bot.features.fairness.export import CLOSED, BrokenExport, Export, ExportedEvent, export, steps, write
from bot.features.fairness.verify import WRONG_HASH, verify
from bot.files import replace_file
from bot.kernel.live.schedule import game_timers
from bot.kernel.store import Seating, StoredEvent, StoredTable, StoreReader, StoreUnavailable, Timer
from bot.kernel.table.journal import Standing, chain, first_hash, fold, hashed_payload
from bot.operations.logs import Redact
from bot.settings import Settings
from games import GAMES
from games.values import value
from storage import backup, describe, open_to_read

# --- check -----------------------------------------------------------------------------------------------------------


@value
class _Wrong:
    table: str
    event: int
    fault: str

    def __str__(self) -> str:
        return f"Table {self.table}, event {self.event}: {self.fault}"


@value
class Report:
    tables: int
    events: int
    problems: tuple[str, ...]


def _check(_args: argparse.Namespace, url: str) -> int:
    report = asyncio.run(_checked(url))
    print(*report.problems, sep="\n", end="\n" if report.problems else "")
    count = len(report.problems)
    verdict = f"{_counted(count, 'problem')} found" if count else "all sound and unchanged"
    print(f"{_counted(report.tables, 'table')} with {_counted(report.events, 'event')}: {verdict}.")
    return 1 if report.problems else 0


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


async def _checked(url: str) -> Report:
    store = await open_to_read(url)
    try:
        print(await store.found())
        return await look_through(store)
    finally:
        await store.close()


async def look_through(store: StoreReader) -> Report:
    """Check the whole database, and then every table in it."""
    tables = events = 0
    problems = list(await store.problems())
    async for table in _ids(store, problems):
        try:
            stored = await store.table(table)
        except StoreUnavailable as fault:
            problems.append(f"Table {table} can't be read: {fault}")
            continue
        if stored is not None:  # else it was removed meanwhile
            tables += 1
            events += len(stored.events)
            problems += _table_problems(stored)
    return Report(tables, events, tuple(dict.fromkeys(problems)))


async def _ids(store: StoreReader, problems: list[str]) -> AsyncIterator[str]:
    last = ""
    try:
        while found := await store.table_ids(last):
            for last in found:
                yield last
    except StoreUnavailable as fault:
        problems.append(f"The tables after {last or 'the start'} can't be listed: {fault}")


def _table_problems(stored: StoredTable) -> Iterator[str]:
    """The fault of the table's first bad event; if there is none, those of its seats and clocks."""
    if wrong := first_wrong(stored):
        yield str(wrong)
        return
    standing = fold(stored.events)
    assert standing is not None, "first_wrong finds a table without events"
    for fault in (*seat_problems(standing, stored.people), *_clock_problems(standing, stored.timers)):
        yield f"Table {stored.record.id}: {fault}"


def seat_problems(standing: Standing, people: Sequence[Seating]) -> Iterator[str]:
    """Contradictions between the events, which name seats, and the people who are stored for them."""
    table = standing.table
    people_at = Counter(seating.seat for seating in people if seating.seat is not None)
    for seat, count in sorted(people_at.items()):
        if seat >= len(table.seats):
            yield f"Somebody has seat {seat}, but it has only {len(table.seats)} seats."
        elif count > 1:
            yield f"{count} people have seat {seat}."
        elif table.phase == "lobby" and table.seats[seat] != "person":
            yield f"Somebody has the seat {seat} of an automatic player."
    for seat in table.people:
        if not people_at[seat]:
            yield f"Nobody has seat {seat}, but a person took it."
    if sum(seating.host for seating in people) > 1:
        yield "It has more than one host."


def _clock_problems(standing: Standing, timers: Sequence[Timer]) -> Iterator[str]:
    """Clocks that the game doesn't have, and the one that it waits for."""
    table = standing.table
    runs = standing.playing and not table.resting
    deadline = standing.game.clock.deadline(standing.state) if runs else None
    expected = {deadline.name} if deadline else set()
    names = {timer.name for timer in game_timers(timers)}
    for name in sorted(names - expected):
        yield f"The clock “{name}” is set, but the game has no such clock now."
    for name in sorted(expected - names):
        yield f"The game waits for the clock “{name}”, but it isn't set."
    if table.phase == "over" and timers and not names:
        yield "It is over, but it still has a timer."


def first_wrong(stored: StoredTable) -> _Wrong | None:
    """The first event that has changed since it was stored, or doesn't follow from the ones before."""
    table, hash_before = stored.record.id, first_hash(stored.record.id)
    if stored.record.game not in GAMES:
        return _Wrong(table, 1, f"Its game, {stored.record.game}, is not installed, so it can't be checked.")
    for number, row in enumerate(stored.events, start=1):
        if row.sequence != number:
            return _Wrong(table, number, "It is missing.")
        hashed = _hashed(row, stored.record.game)
        if row.hash != chain(hash_before, row.sequence, hashed, row.at, row.drawn, seat=row.seat, move=row.move):
            return _Wrong(table, number, str(WRONG_HASH))
        if row.kind != _kind(row.payload):
            return _Wrong(table, number, "It is stored under the wrong kind.")
        if row.move is not None and _kind(row.move) is None:
            return _Wrong(table, number, "Its move can't be read.")
        hash_before = row.hash
    if not stored.events:
        return _Wrong(table, 1, "It is missing.")
    # the database has the seed, so draws can be checked before the game is over
    verdict = verify(_as_file(stored))
    if verdict.wrong is None or verdict.wrong > len(stored.events):  # past the last event: the game isn't over yet
        return None
    return _Wrong(table, verdict.wrong, verdict.fault)


def _hashed(row: StoredEvent, key: str) -> str:
    """The payload that the hash covers; all of it if it can't be decoded."""
    try:
        return hashed_payload(row.kind, row.payload, GAMES.get(key))
    except ValueError:
        return row.payload


def _kind(text: str) -> object:
    """The kind that an event or a move names; None if it can't be read."""
    try:
        contents = json.loads(text)
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
            seat=row.seat,
            move=json.loads(row.move) if row.move is not None else None,
        )
        for row in stored.events
    ]
    game = Export(table=record.id, game=record.game, seats=0, options={}, seed=record.seed.hex(), events=events)
    try:
        *_, (_, last) = steps(game)
    except BrokenExport:
        return game  # `verify` will name the event
    return game.model_copy(update={"seats": len(last.table.seats), "options": dict(last.table.options)})


# --- backups ---------------------------------------------------------------------------------------------------------


def _back_up(args: argparse.Namespace, url: str) -> int:
    asyncio.run(backup.back_up(url, args.file))
    print(f"Wrote {args.file} ({args.file.stat().st_size:,} bytes). It contains secrets, so keep it safe.")
    return 0


def _restore(args: argparse.Namespace, url: str) -> int:
    """Restore a backup, and verify every table in it, unless another version has to migrate it first."""
    asyncio.run(backup.restore(args.file, url, replace=args.replace))
    print(f"Restored {args.file}.")
    found = asyncio.run(describe(url))
    if found.is_older:
        print(f"{found} `scrum-table check` can look at them after that.")
        return 0
    return _check(args, url)


_COMMANDS = {"backup": _back_up, "restore": _restore, "check": _check}


def run(settings: Settings, args: argparse.Namespace, _: Redact) -> int:
    if args.command == "export":
        return _export(settings, args.table, args.output)
    return _COMMANDS[args.command](args, settings.database_url)


def _export(settings: Settings, table: str, output: Path | None) -> int:
    text = asyncio.run(_exported(settings, table))
    if output is None:
        print(text, end="")
    else:
        replace_file(output, text.encode())
    return 0


async def _exported(settings: Settings, table: str) -> str:
    store = await open_to_read(settings.database_url)
    try:
        found = await store.find_tables(table)
        if len(found) != 1:
            known = ", ".join(record.id for record in found[:10])
            raise Fault(f"Several tables match: {known}." if found else f"No table matches “{table}”.")
        stored = await store.table(found[0].id)
        assert stored is not None
        if stored.record.game not in GAMES:
            raise Fault(f"Table {stored.record.id} is a game of {stored.record.game}, which is not installed.")
        standing = fold(stored.events)
        assert standing is not None
        done = not standing.table.seed_group or await _round_over(store, stored.record.seed)
    finally:
        await store.close()
    return write(export(stored.record.id, stored.record.seed, standing, stored.events, round_over=done))


async def _round_over(store: StoreReader, seed: bytes) -> bool:
    """True if every table with this seed is closed. Looks at all tables: this command is rare."""
    after = ""
    while ids := await store.table_ids(after):
        for stored in [await store.table(each) for each in ids]:
            if stored is not None and stored.record.seed == seed and stored.events[-1].kind != CLOSED:
                return False
        after = ids[-1]
    return True
