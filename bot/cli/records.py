"""What an operator does about single tables and people: list, remove, forget."""

import argparse
import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from datetime import UTC, datetime

from bot.cli import Fault
from bot.features.privacy import FORGET, REMOVE, for_the_service, kinds_of
from bot.kernel.store import ListedTable, StoreReader
from bot.kernel.table.pace import DAY
from bot.operations.logs import Redact
from bot.settings import Settings
from games.text import listing
from storage import hand_over, open_store, open_to_read
from storage.sqlite.file import InUse


@asynccontextmanager
async def _reading(settings: Settings) -> AsyncIterator[StoreReader]:
    reader = await open_to_read(settings.database_url)
    try:
        yield reader
    finally:
        await reader.close()


# --- tables ----------------------------------------------------------------------------------------------------------


def _tables(settings: Settings, args: argparse.Namespace) -> int:
    before = time.time() - args.older * DAY
    found = [
        each
        for each in asyncio.run(_all_tables(settings))
        if each.changed <= before
        and args.game in {None, each.game}
        and (args.room is None or any(room.startswith(args.room) for room in each.rooms))
    ]
    found.sort(key=lambda each: (each.changed, each.id))
    print(*(json.dumps(asdict(each)) for each in found) if args.json else _lines(found), sep="\n")
    return 0


async def _all_tables(settings: Settings) -> list[ListedTable]:
    found: list[ListedTable] = []
    async with _reading(settings) as reader:
        while page := await reader.listed(found[-1].id if found else ""):
            found += page
    return found


def _lines(found: Sequence[ListedTable]) -> Iterator[str]:
    """The one that was unused for longest first."""
    for each in found:
        rooms = " ".join(each.rooms) or "no room"
        when = f"opened {_day(each.opened)}, last used {_day(each.changed)}"
        yield f"{each.id}  {each.game}  {when}  {_people(each)}  {rooms}"
    yield f"{_counted(len(found), 'table')}."


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _people(table: ListedTable) -> str:
    return "1 person" if table.people == 1 else f"{table.people} people"


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


# --- remove ----------------------------------------------------------------------------------------------------------


def _remove(settings: Settings, args: argparse.Namespace) -> int:
    table = asyncio.run(_table(settings, args.table))
    used = f"{table.game}, last used {_day(table.changed)}, {_people(table)}"
    if not _sure(args, f"Remove table {table.id} ({used}) with everything in it? It can't be undone."):
        return _unchanged()
    asyncio.run(_carry_out(settings, REMOVE, table.id))
    print(f"Removed table {table.id} ({used}). Messages that chat platforms show, exports and backups stay.")
    return 0


async def _table(settings: Settings, wanted: str) -> ListedTable:
    async with _reading(settings) as reader:
        found = await reader.find_tables(wanted)
    exact = [record.id for record in found if record.id == wanted] or [record.id for record in found]
    if len(exact) != 1:
        raise Fault(f"Several tables match: {', '.join(exact[:10])}." if exact else f"No table matches “{wanted}”.")
    return next(each for each in await _all_tables(settings) if each.id == exact[0])


# --- forget ----------------------------------------------------------------------------------------------------------


def _forget(settings: Settings, args: argparse.Namespace) -> int:
    person, names = asyncio.run(_person(settings, args.person))
    known = f"{person} ({listing(names)})" if names else person
    if not _sure(args, f"Remove the name and the id of {known} from everything that is stored? It can't be undone."):
        return _unchanged()
    places = asyncio.run(_carry_out(settings, FORGET, person))
    left = listing([_counted(number, what) for what, number in sorted(kinds_of(places).items())]) if places else ""
    print(f"Forgot {person}{f': removed from {left}' if left else ''}. What they typed stays, as do backups.")
    return 0


async def _person(settings: Settings, wanted: str) -> tuple[str, list[str]]:
    """Look somebody up by id or by name; the id, and every name that is stored with it."""
    async with _reading(settings) as reader:
        found = await reader.find_people(wanted)
    people = list(dict.fromkeys(person for person, _ in found))
    if len(people) > 1:
        raise Fault(f"Several people are called “{wanted}”: {', '.join(people)}. Say which id.")
    if not people and ":" not in wanted:
        raise Fault(f"Nobody has the id or the name “{wanted}”. An id looks like discord:1234 or slack:T1:U1.")
    return (people or [wanted])[0], list(dict.fromkeys(name for _, name in found if name))


# --- carrying it out -------------------------------------------------------------------------------------------------


def _sure(args: argparse.Namespace, question: str) -> bool:
    if args.yes:
        return True
    try:
        return input(f"{question} [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        print()
        return False


def _unchanged() -> int:
    print("Nothing has changed. Answer y, or say --yes.")
    return 1


async def _carry_out(settings: Settings, kind: str, what: str) -> tuple[str, ...]:
    """Do it here, or let the owner of the file do it; returns what has changed, as far as this process knows."""
    try:
        store = await open_store(settings.database_url, settings.database_pooler)
    except InUse as busy:
        return await _handed_over(settings, kind, what, busy)
    try:
        if kind == FORGET:
            return await store.forget(what)
        await store.remove_table(what)
        return (what,)
    finally:
        await store.close()


async def _handed_over(settings: Settings, kind: str, what: str, busy: InUse) -> tuple[str, ...]:
    async with _reading(settings) as reader:
        tables = tuple(each.table for each in await reader.attendances(what)) if kind == FORGET else (what,)
    print("The running program does it, which may take half a minute …", flush=True)
    if not await hand_over(settings.database_url, for_the_service(kind, what)):
        raise Fault(f"It isn't done yet, but will be as soon as the running program gets to it. {busy}")
    return tables


_COMMANDS = {"tables": _tables, "remove": _remove, "forget": _forget}


def run(settings: Settings, args: argparse.Namespace, _: Redact) -> int:
    return _COMMANDS[args.command](settings, args)
