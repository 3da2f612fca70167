"""`scrum-table backup` and `restore`: copy the whole database."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Protocol

from bot.cli.check import check as check_tables
from bot.ports import StoreReader
from games.values import value


class Restore(Protocol):
    async def __call__(self, source: Path, url: str, *, replace: bool) -> None: ...


@value
class Keeping:
    """Operations on a whole database, supplied by the wiring."""

    open: Callable[[str], Awaitable[StoreReader]]
    back_up: Callable[[str, Path], Coroutine[None, None, None]]
    restore: Restore


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
    return check_tables(url, keeping.open)
