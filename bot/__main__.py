"""The command line and the wiring: the only place that imports everything."""

import argparse
import asyncio
import contextlib
import hashlib
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from adapters.console.screen import Screen
from adapters.console.table import PLATFORM as CONSOLE
from adapters.console.table import ConsoleTable, piped_lines, typed_lines
from bot import texts
from bot.export import BrokenExport, Export, export, read, steps, verify, write
from bot.journal import Draft, fold
from bot.live import seat_names
from bot.ports import Adapter, StoreUnavailable
from bot.service import GameService, random_seed
from bot.settings import BadSettings, Settings, load_settings
from bot.simulation import as_export, seeds, simulate
from bot.story import paragraphs
from bot.table import Refused, read_options
from games import GAMES
from games.chance import SEED_BYTES
from games.text import spell
from storage import open_store


class Fault(Exception):
    """The command cannot be carried out: a sentence for the person at the keyboard."""


# --- running -------------------------------------------------------------------------------------------------------


async def _console(settings: Settings, seed: bytes | None) -> int:
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    screen = Screen(colour=interactive and "NO_COLOR" not in os.environ)
    table = ConsoleTable(screen, lambda text: print(text, flush=True))
    store = await open_store(settings.database_url)
    service = GameService(
        store,
        {CONSOLE: table},
        new_seed=_seeds_from(seed) if seed else random_seed,
        pause=settings.automatic_pause if interactive else 0.0,  # nobody watches a script
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


async def _serve(settings: Settings, adapters: Sequence[Adapter]) -> int:
    """Every configured adapter on one service, until the process is told to stop."""
    store = await open_store(settings.database_url)
    service = GameService(store, {adapter.platform: adapter for adapter in adapters}, pause=settings.automatic_pause)
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    running = [asyncio.create_task(adapter.run(service), name=adapter.platform) for adapter in adapters]
    stopping = asyncio.create_task(stop.wait())
    try:
        await service.start()
        done, _ = await asyncio.wait({stopping, *running}, return_when=asyncio.FIRST_COMPLETED)
        for task in done - {stopping}:
            task.result()  # an adapter that ended by itself did so with a fault, which is told here
    finally:
        for task in (stopping, *running):
            task.cancel()
        await asyncio.gather(stopping, *running, return_exceptions=True)
        await service.close()
        await store.close()
    return 0


def _configured(settings: Settings) -> list[Adapter]:
    """The adapters whose settings are there; each is imported only then, because its library is an extra."""
    del settings
    return []


def _seeds_from(seed: bytes) -> Callable[[], bytes]:
    """The given seed for the first table, and one derived from it for each further one."""

    def all_seeds() -> Iterator[bytes]:
        number = 0
        yield seed
        while True:
            number += 1
            yield hashlib.sha256(seed + number.to_bytes(8, "big")).digest()

    return all_seeds().__next__


# --- files ---------------------------------------------------------------------------------------------------------


def _read(file: Path) -> Export:
    try:
        return read(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise Fault(f"{file} cannot be read: {fault}") from fault
    except BrokenExport as fault:
        raise Fault(f"{file}: {fault}") from fault


def _verify(file: Path) -> int:
    verdict = verify(_read(file))
    if verdict.wrong is not None:
        print(texts.verify_failed(verdict.wrong, verdict.fault))
        return 1
    print(texts.verify_passed(verdict.events, verdict.draws, verdict.commitment, verdict.last_hash))
    return 0


def _replay(file: Path, *, pause: bool) -> int:
    """Step through a game; without a terminal it runs through."""
    game = _read(file)
    try:
        for number, (event, standing) in enumerate(steps(game), start=1):
            names = seat_names(standing.table, ())
            told = paragraphs([event], standing.game)
            print(f"{number}. {event.kind}", *(spell(line, names.__getitem__) for line in told), sep="  ")
            if told and standing.state is not None:
                view = standing.game.view(standing.state, None)
                print(standing.game.draw(view, names).text, end="\n\n")
                if pause and input("Enter: next, q: stop ").strip().lower() == "q":
                    break
    except BrokenExport as fault:
        raise Fault(f"{file}: {fault}") from fault
    except EOFError:
        print()
    return 0


def _export(settings: Settings, table: str, output: Path | None) -> int:
    text = asyncio.run(_exported(settings, table))
    if output is None:
        print(text, end="")
    else:
        output.write_text(text, "utf-8")
    return 0


async def _exported(settings: Settings, table: str) -> str:
    store = await open_store(settings.database_url)
    try:
        found = await store.find_tables(table)
        if len(found) != 1:
            known = ", ".join(record.id for record in found[:10])
            raise Fault(f"Which table? These begin so: {known}." if found else f"There is no table “{table}”.")
        stored = await store.table(found[0].id)
    finally:
        await store.close()
    assert stored is not None
    standing = fold(stored.events)
    assert standing is not None
    return write(export(stored.record.id, stored.record.seed, standing, stored.events))


# --- simulating ----------------------------------------------------------------------------------------------------


def _simulate(args: argparse.Namespace) -> int:
    game = GAMES[args.game]
    if args.seats not in game.seats:
        raise Fault(f"{game.title} has {game.seats.start} to {game.seats.stop - 1} seats.")
    if args.games < 1:
        raise Fault("At least one game has to be played.")
    try:
        options = read_options(game, " ".join(args.option))
    except Refused as refusal:
        raise Fault(refusal.sentence) from refusal

    def keep(draft: Draft) -> None:
        if args.export:
            (args.export / f"{draft.table}.json").write_text(write(as_export(draft)), "utf-8")

    if args.export:
        args.export.mkdir(parents=True, exist_ok=True)
    seed = args.seed or random_seed()
    found = {
        "seed": seed.hex(),
        "seats": args.seats,
        **simulate(game, args.seats, options, seeds(seed, args.games), keep),
    }
    if args.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name}: {json.dumps(value)}")
    return 0


# --- the command line ----------------------------------------------------------------------------------------------


def _seed(text: str) -> bytes:
    """64 hexadecimal digits are a seed; anything shorter is turned into one, so that `--seed 1` works."""
    with contextlib.suppress(ValueError):
        seed = bytes.fromhex(text)
        if len(seed) == SEED_BYTES:
            return seed
    return hashlib.sha256(text.encode()).digest()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scrum-table", description="A facilitator for Scrum games in chat. Without a command: run."
    )
    parser.add_argument("--version", action="version", version=f"scrum-table {version('scrum-table')}")
    sub = parser.add_subparsers(dest="command", metavar="COMMAND")
    sub.add_parser("run", help="start every adapter that is configured; none: the local table")
    console = sub.add_parser("console", help="play here, several people at one keyboard")
    console.add_argument("--seed", type=_seed, metavar="HEX", help="the dice of the first table; for rehearsals")
    console.add_argument("--db", type=Path, metavar="FILE", help="keep tables in this SQLite file")
    simulation = sub.add_parser("simulate", help="let automatic players play whole games")
    simulation.add_argument("game", choices=GAMES)
    simulation.add_argument("--games", type=int, default=100, metavar="N")
    simulation.add_argument("--seats", type=int, default=4, metavar="K")
    simulation.add_argument("--seed", type=_seed, metavar="S", help="the same seed plays the same games")
    simulation.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    simulation.add_argument("--json", action="store_true", help="one line of JSON")
    simulation.add_argument("--export", type=Path, metavar="DIR", help="write each game as a file")
    exporting = sub.add_parser("export", help="a table as a file: seed, options, events")
    exporting.add_argument("table", help="its id, or the beginning of it")
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE")
    exporting.add_argument("--db", type=Path, metavar="FILE")
    replaying = sub.add_parser("replay", help="step through an exported game")
    replaying.add_argument("file", type=Path)
    verifying = sub.add_parser("verify", help="recompute every roll and card of an exported game")
    verifying.add_argument("file", type=Path)
    return parser


def _run(args: argparse.Namespace) -> int:
    settings = load_settings()
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    if args.command == "export" and args.db and not args.db.exists():
        raise Fault(f"There is no database {args.db}.")
    if getattr(args, "db", None):
        settings = settings.model_copy(update={"database_url": f"sqlite:///{args.db}"})
    match args.command:
        case "simulate":
            return _simulate(args)
        case "verify":
            return _verify(args.file)
        case "replay":
            return _replay(args.file, pause=sys.stdin.isatty())
        case "export":
            return _export(settings, args.table, args.output)
        case "console":
            return asyncio.run(_console(settings, args.seed))
        case _:
            adapters = _configured(settings)
            return asyncio.run(_serve(settings, adapters) if adapters else _console(settings, None))


def main(argv: Sequence[str] | None = None) -> int:
    try:
        return _run(_parser().parse_args(argv))
    except BrokenPipeError:
        # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Fault, BadSettings, StoreUnavailable, ValueError, OSError) as fault:
        print(f"scrum-table: {fault}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
