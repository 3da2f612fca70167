"""Commands that read or copy a database: backup, restore, check and export."""

import argparse
import asyncio
from pathlib import Path

from bot.cli import Fault, backups
from bot.operations.redaction import Redact
from bot.ports import StoreReader
from bot.settings import Settings
from bot.table.export import CLOSED, export, write
from bot.table.journal import fold
from games import GAMES
from storage import open_to_read
from storage.backup import back_up, restore

_KEEPING = {"backup": backups.backup, "restore": backups.restore, "check": backups.check}


def run(settings: Settings, args: argparse.Namespace, _: Redact) -> int:
    file = settings.database_file
    if args.command in {"export", "check"} and file is not None and not file.exists():
        raise Fault(f"There is no database {file}.")  # opening it would create one
    if args.command == "export":
        return _export(settings, args.table, args.output)
    return _KEEPING[args.command](args, settings.database_url, backups.Keeping(open_to_read, back_up, restore))


def _export(settings: Settings, table: str, output: Path | None) -> int:
    text = asyncio.run(_exported(settings, table))
    if output is None:
        print(text, end="")
    else:
        output.write_text(text, "utf-8")
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
        done = not standing.table.dice or await _round_over(store, stored.record.seed)
    finally:
        await store.close()
    return write(export(stored.record.id, stored.record.seed, standing, stored.events, round_over=done))


async def _round_over(store: StoreReader, seed: bytes) -> bool:
    """Whether every table with this seed is closed. Looks at all tables: workshops are rare, and so is this command."""
    after = ""
    while ids := await store.table_ids(after):
        for stored in [await store.table(each) for each in ids]:
            if stored is not None and stored.record.seed == seed and stored.events[-1].kind != CLOSED:
                return False
        after = ids[-1]
    return True
