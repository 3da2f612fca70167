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
from importlib.util import find_spec
from pathlib import Path

from adapters.console.screen import Screen
from adapters.console.table import PLATFORM as CONSOLE
from adapters.console.table import ConsoleTable, piped_lines, typed_lines
from bot.doctor import Check, database_check, examine, lines
from bot.export import export, write
from bot.journal import Draft, fold
from bot.live import NAME_LIMIT
from bot.pictures import Pictures
from bot.ports import Adapter, Store, StoreUnavailable
from bot.service import GameService, random_seed
from bot.settings import BadSettings, Settings, load_settings
from bot.simulation import as_export, seeds, simulate
from bot.table import Refused, read_files, read_options
from bot.tools import Fault, decks, files, rugby
from games import GAMES
from games.chance import SEED_BYTES
from games.text import clean
from storage import open_store

Making = Callable[[Store], Adapter]  # an adapter, once there is a database


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
        load=decks.DeckFolder(settings.decks_folder).load,
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


async def _serve(settings: Settings, makers: Sequence[Making]) -> int:
    """Every configured adapter on one service, until the process is told to stop."""
    store = await open_store(settings.database_url)
    adapters = [make(store) for make in makers]
    service = GameService(
        store,
        {adapter.platform: adapter for adapter in adapters},
        pause=settings.automatic_pause,
        load=decks.DeckFolder(settings.decks_folder).load,
    )
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


def _configured(settings: Settings, pictures: Pictures) -> list[Making]:
    """The adapters whose settings are there; each is imported only then, because its library is an extra."""
    found: list[Making] = []
    if settings.discord_token is not None:
        from adapters.discord.adapter import DiscordAdapter, connection_of  # noqa: PLC0415

        connection = connection_of(settings)
        assert connection is not None
        found.append(lambda _: DiscordAdapter(connection, pictures.png))
    if settings.slack_bot_token or settings.slack_client_id or settings.slack_app_token:
        if find_spec("slack_bolt") is None:
            raise Fault("Slack is set up, but its library is not installed: run `pip install 'scrum-table[slack]'`.")
        from adapters.slack.wiring import adapter_of  # noqa: PLC0415

        making = adapter_of(settings, pictures.png)
        assert making is not None
        found.append(making)
    return found


async def _doctor(settings: Settings) -> int:
    checks = [database_check(open_store), *_checks_of_adapters(settings)]
    findings = await examine(settings, checks)
    print(*lines(findings), sep="\n")
    return 0 if all(finding.ok for finding in findings) else 1


def _checks_of_adapters(settings: Settings) -> list[Check]:
    """Each is imported only where its library is there; without a word of settings it has nothing to check."""
    found: list[Check] = []
    if settings.discord_token is not None or find_spec("discord"):
        from adapters.discord.doctor import check  # noqa: PLC0415

        found.append(check)
    if find_spec("slack_bolt"):
        from adapters.slack.doctor import check as check_slack  # noqa: PLC0415

        found.append(check_slack)
    return found


def _seeds_from(seed: bytes) -> Callable[[], bytes]:
    """The given seed for the first table, and one derived from it for each further one."""

    def all_seeds() -> Iterator[bytes]:
        number = 0
        yield seed
        while True:
            number += 1
            yield hashlib.sha256(seed + number.to_bytes(8, "big")).digest()

    return all_seeds().__next__


# --- tables ---------------------------------------------------------------------------------------------------------


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


def _simulate(settings: Settings, args: argparse.Namespace) -> int:
    game = GAMES[args.game]
    if args.seats not in game.seats:
        raise Fault(f"{game.title} has {game.seats.start} to {game.seats.stop - 1} seats.")
    if args.games < 1:
        raise Fault("At least one game has to be played.")
    try:
        options = read_options(game, " ".join(args.option))
        texts_of_files = read_files(game, options, decks.DeckFolder(settings.decks_folder).load)
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
        **simulate(game, args.seats, options, seeds(seed, args.games), keep, files=texts_of_files),
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


def _names(text: str) -> tuple[str, ...]:
    return tuple(clean(name, NAME_LIMIT) for name in text.split(","))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scrum-table", description="A facilitator for Scrum games in chat. Without a command: run."
    )
    parser.add_argument("--version", action="version", version=f"scrum-table {version('scrum-table')}")
    sub = parser.add_subparsers(dest="command", metavar="COMMAND")
    sub.add_parser("run", help="start every adapter that is configured; none: the local table")
    sub.add_parser("doctor", help="what is set, what is missing, what works")
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
    deck = sub.add_parser("deck", help="decks of your own for Scrumkin").add_subparsers(required=True, metavar="WHAT")
    checking = deck.add_parser("check", help="what is in a deck, and what is wrong with it")
    checking.add_argument("files", type=Path, nargs="+", metavar="FILE")
    checking.add_argument("--json", action="store_true", help="one line of JSON")
    scrum = sub.add_parser("rugby", help="Scrum for programs").add_subparsers(required=True, metavar="WHAT")
    counting = scrum.add_parser("perft", help="count the turns of positions, one a line")
    counting.add_argument("--depth", type=int, default=1, choices=range(1, rugby.DEEPEST_COUNT + 1), metavar="TURNS")
    counting.set_defaults(plays=False)
    scrum.add_parser("engine", help="answer games with turns, JSON lines").set_defaults(plays=True)
    exporting = sub.add_parser("export", help="a table as a file: seed, options, events")
    exporting.add_argument("table", help="its id, or the beginning of it")
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE")
    exporting.add_argument("--db", type=Path, metavar="FILE")
    replaying = sub.add_parser("replay", help="step through an exported game")
    replaying.add_argument("file", type=Path)
    drawing = sub.add_parser("draw", help="a picture of an exported game")
    drawing.add_argument("file", type=Path)
    drawing.add_argument("--at", type=int, metavar="N", help="after this event; usually the last one")
    drawing.add_argument("--seat", type=int, metavar="K", help="as this seat (0, 1 …) sees it")
    drawing.add_argument("--chart", action="store_true", help="the chart instead of the board")
    form = drawing.add_mutually_exclusive_group(required=True)
    for name in ("png", "svg", "text"):
        form.add_argument(f"--{name}", type=Path, metavar="OUT")
    filming = sub.add_parser("film", help="an exported game as an animation")
    filming.add_argument("file", type=Path)
    filming.add_argument("output", type=Path, metavar="OUT.gif|apng")
    for picture in (drawing, filming):
        picture.add_argument("--dark", action="store_true", help="light on dark")
        picture.add_argument("--names", type=_names, default=(), metavar="A,B,…", help="who sat where")
    verifying = sub.add_parser("verify", help="recompute every roll and card of an exported game")
    verifying.add_argument("file", type=Path)
    return parser


_TOOLS = {
    "draw": files.draw,
    "film": files.make_film,
    "deck": files.check_deck,
    "rugby": files.rugby_lines,
}  # what needs no settings


def _run(args: argparse.Namespace) -> int:
    settings = load_settings()
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    if args.command == "export" and args.db and not args.db.exists():
        raise Fault(f"There is no database {args.db}.")
    if getattr(args, "db", None):
        settings = settings.model_copy(update={"database_url": f"sqlite:///{args.db}"})
    if args.command in _TOOLS:
        return _TOOLS[args.command](args)
    match args.command:
        case "simulate":
            return _simulate(settings, args)
        case "verify":
            return files.verify(args.file)
        case "replay":
            return files.replay(args.file, pause=sys.stdin.isatty())
        case "export":
            return _export(settings, args.table, args.output)
        case "doctor":
            return asyncio.run(_doctor(settings))
        case "console":
            return asyncio.run(_console(settings, args.seed))
        case _:
            pictures = Pictures()
            with contextlib.closing(pictures):
                makers = _configured(settings, pictures)
                return asyncio.run(_serve(settings, makers) if makers else _console(settings, None))


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
