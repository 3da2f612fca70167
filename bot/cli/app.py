"""The command line's entry point: one function for each command."""

import argparse
import asyncio
import contextlib
import logging
import os
import shutil
import sys
import webbrowser
from collections.abc import Callable, Sequence
from itertools import chain, islice
from pathlib import Path

from adapters.console.screen import Screen
from adapters.console.table import PLATFORM as CONSOLE
from adapters.console.table import ConsoleTable, piped_lines, typed_lines
from bot.cli import Fault, backups, files, load, new_game, simulation
from bot.cli.parser import parser
from bot.cli.platforms import Observers, checks_of_adapters, configured, observing, tracing_library, web_only
from bot.cli.serving import serve, table_settings
from bot.operations import logs
from bot.operations.doctor import (
    broken_plugins,
    database_check,
    examine,
    fonts_check,
    lines,
    plugins_check,
)
from bot.operations.redaction import Redact
from bot.pictures.png import Pictures
from bot.ports import StoreUnavailable
from bot.service import GameService, random_seed
from bot.settings import BadSettings, Settings, load_settings
from bot.table.export import export, write
from bot.table.journal import fold
from bot.table.simulation import seeds
from games import GAMES
from storage import open_store, open_to_read
from storage.backup import back_up, restore

log = logging.getLogger(__name__)


AWAY = 75  # exit code: can't reach the database; unlike a wrong setting, a retry may help
BROKE = 70  # exit code: unhandled exception
SPARE_PORTS = 20  # that `play` tries if the first port is taken


# --- running -------------------------------------------------------------------------------------------------------


async def _console(settings: Settings, seed: bytes | None) -> int:
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    wide = (lambda: shutil.get_terminal_size().columns) if interactive else None
    screen = Screen(colour=interactive and "NO_COLOR" not in os.environ, width=wide)
    table = ConsoleTable(screen, lambda text: print(text, flush=True))
    store = await open_store(settings.database_url)
    service = GameService(
        store,
        {CONSOLE: table},
        new_seed=_seeds_from(seed) if seed else random_seed,
        pause=settings.automatic_pause if interactive else 0.0,  # nobody is observers a script
        **table_settings(settings),
    )
    try:
        if interactive:
            await service.start()
            await table.play(service, typed_lines(table, service), interactive=True)
        else:
            await table.play(service, piped_lines(), interactive=False)
    finally:
        await service.close()
        await store.close()
    return 0


def _play(settings: Settings, args: argparse.Namespace, observers: Observers) -> int:
    """Serve only the web table. Unless a port was chosen, the next free one will do."""
    chosen = getattr(args, "port", None)
    if chosen is not None:
        settings = settings.model_copy(update={"http_port": chosen})
    spare = 0 if chosen is not None or "http_port" in settings.model_fields_set else SPARE_PORTS

    def opened(address: str) -> None:
        print(f"The table is open: {address}\nCtrl-C closes it; your tables are kept.", flush=True)
        if not getattr(args, "no_browser", False) and _has_desktop():
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)

    makers = [web_only(settings, observers.metrics)]
    return asyncio.run(serve(settings, makers, observers, spare=spare, opened=opened))


def _has_desktop() -> bool:
    return sys.platform in {"darwin", "win32"} or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


async def _doctor(settings: Settings, redact: Redact) -> int:
    checks = [database_check(open_to_read), fonts_check, plugins_check, *checks_of_adapters(settings)]
    if settings.otel_exporter_otlp_endpoint:
        checks.append(tracing_library().check)
    findings = await examine(settings, checks)
    print(*map(redact, lines(findings)), sep="\n")
    return 0 if all(finding.ok for finding in findings) else 1


def _seeds_from(seed: bytes) -> Callable[[], bytes]:
    """The given seed for the first table, and derived ones for the tables after it."""
    return chain([seed], islice(seeds(seed, sys.maxsize), 1, None)).__next__


# --- tables --------------------------------------------------------------------------------------------------------


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
    finally:
        await store.close()
    assert stored is not None
    if stored.record.game not in GAMES:
        raise Fault(f"Table {stored.record.id} is a game of {stored.record.game}, which is not installed.")
    standing = fold(stored.events)
    assert standing is not None
    return write(export(stored.record.id, stored.record.seed, standing, stored.events))


# --- the command line ----------------------------------------------------------------------------------------------


_TOOLS: dict[str, Callable[[argparse.Namespace], int]] = {
    "draw": files.draw,
    "film": files.make_film,
    "deck": files.check_deck,
    "rugby": files.rugby_lines,
    "load": load.load,
    "new-game": new_game.new_game,
    "verify": lambda args: files.verify(args.file, args.pin),
    "replay": lambda args: files.replay(args.file, pause=sys.stdin.isatty()),
}  # commands that need no settings
_KEEPING = {"backup": backups.backup, "restore": backups.restore, "check": backups.check}


def _run(settings: Settings, args: argparse.Namespace, redact: Redact) -> int:
    if getattr(args, "db", None):
        settings = settings.model_copy(update={"database_url": f"sqlite:///{args.db}"})
    file = settings.database_file
    if args.command in {"export", "check"} and file is not None and not file.exists():
        raise Fault(f"There is no database {file}.")  # opening it would create one
    if args.command in _TOOLS:
        return _TOOLS[args.command](args)
    if args.command in _KEEPING:
        keeping = backups.Keeping(open_to_read, back_up, restore)
        return _KEEPING[args.command](args, settings.database_url, keeping)
    match args.command:
        case "simulate":
            return simulation.simulate_games(args, settings.decks_folder)
        case "export":
            return _export(settings, args.table, args.output)
        case "doctor":
            return asyncio.run(_doctor(settings, redact))
        case "console":
            return asyncio.run(_console(settings, args.seed))
        case "play":
            with observing(settings, redact) as observers:
                return _play(settings, args, observers)
        case _:
            with observing(settings, redact) as observers:
                return _run_platforms(settings, args, observers)


def _run_platforms(settings: Settings, args: argparse.Namespace, observers: Observers) -> int:
    """Every configured platform; the web table if none is."""
    with contextlib.closing(Pictures()) as pictures:
        pictures.warm()
        makers = configured(settings, observers.ports.painter(pictures.png), observers.metrics)
        return asyncio.run(serve(settings, makers, observers)) if makers else _play(settings, args, observers)


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    try:
        settings = load_settings()
    except BadSettings as fault:
        print(f"scrum-table: {fault}", file=sys.stderr)
        return 2
    with logs.logging_to_stderr(settings.log_level, settings.log_format, settings.secrets()) as redact:
        if args.command != "doctor":  # it lists them itself
            for plugin in broken_plugins():
                log.warning("plugin left out: %s: %s", plugin, plugin.fault)
        return _carried_out(settings, args, redact)


def _carried_out(settings: Settings, args: argparse.Namespace, redact: Redact) -> int:
    """Run the command; print a sentence if it can't be carried out."""
    try:
        return _run(settings, args, redact)
    except BrokenPipeError:
        # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Fault, BadSettings, StoreUnavailable, ValueError, OSError) as fault:
        print(f"scrum-table: {redact(str(fault))}", file=sys.stderr)
        return AWAY if isinstance(fault, StoreUnavailable) else 2
    except KeyboardInterrupt:
        return 130
    except Exception:  # the interpreter would print it unredacted
        log.critical("Unhandled exception", exc_info=True)
        return BROKE
