"""`scrum-table console`: a table in this terminal."""

import argparse
import asyncio
import os
import shutil
import sys
from collections.abc import Callable
from itertools import chain, islice

from adapters.console.screen import Screen
from adapters.console.table import PLATFORM, ConsoleTable, piped_lines
from bot.cli.serving import table_settings
from bot.cli.simulated.simulation import seeds
from bot.kernel.service import GameService, random_seed
from bot.operations.logs import Redact
from bot.settings import Settings
from storage import open_store
from storage.sqlite.file import InUse

_BESIDE = (
    "Your tables are open in {owner}: play there, or play beside it with tables of their own, "
    "`scrum-table console --db console.sqlite3`."
)


def run(settings: Settings, args: argparse.Namespace, _: Redact) -> int:
    return asyncio.run(_console(settings, args.seed))


async def _console(settings: Settings, seed: bytes | None) -> int:
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    wide = (lambda: shutil.get_terminal_size().columns) if interactive else None
    screen = Screen(colour=interactive and "NO_COLOR" not in os.environ, width=wide)
    # a script reads the same everywhere
    table = ConsoleTable(screen, lambda text: print(text, flush=True), locale=_locale() if interactive else "")
    try:
        store = await open_store(settings.database_url)
    except InUse as busy:
        raise InUse(_BESIDE.format(owner=busy.owner), busy.owner) from busy
    service = GameService(
        store,
        {PLATFORM: table},
        new_seed=_seeds_from(seed) if seed else random_seed,
        pause=settings.automatic_pause if interactive else 0.0,  # nobody watches a script
        counts=0.0,  # everybody sees the keyboard
        **table_settings(settings),
    )
    try:
        if interactive:
            from adapters.console.terminal import typed_lines  # noqa: PLC0415  a script doesn't need it

            await service.start()
            await table.play(service, typed_lines(table, service), interactive=True)
        else:
            await table.play(service, piped_lines(), interactive=False)
    finally:
        await service.close()
        await store.close()
    return 0


def _locale() -> str:
    """The language of this terminal: `de_DE`; on Windows, where no variable has to say it, that of its user."""
    chosen = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = next(filter(None, chosen), "").partition(".")[0]
    if not found and sys.platform == "win32":
        import ctypes  # noqa: PLC0415  only there
        import locale  # noqa: PLC0415

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return found


def _seeds_from(seed: bytes) -> Callable[[], bytes]:
    """The given seed for the first table, and derived ones for the tables after it."""
    return chain([seed], islice(seeds(seed, sys.maxsize), 1, None)).__next__
