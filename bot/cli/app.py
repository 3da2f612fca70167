"""The command line's entry point and the wiring: the only module that imports everything."""

import argparse
import asyncio
import contextlib
import logging
import os
import shutil
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, TypedDict

from adapters.console.screen import Screen
from adapters.console.table import PLATFORM as CONSOLE
from adapters.console.table import ConsoleTable, piped_lines, typed_lines
from adapters.http import HttpServer, ReportsHealth, ServesHttp
from adapters.web.adapter import WebAdapter
from adapters.web.wiring import adapter_of as web_table
from bot.admission import Admission
from bot.cli import Fault, backups, files, load, new_game, simulation
from bot.cli.parser import parser
from bot.front import ServiceFront
from bot.operations import logs
from bot.operations.doctor import (
    Check,
    broken_plugins,
    database_check,
    examine,
    fonts_check,
    lines,
    plugins_check,
    store_check,
)
from bot.operations.metrics import Metrics
from bot.operations.observed import Observed, Painter
from bot.operations.redaction import Redact
from bot.pictures.png import Pictures
from bot.ports import Adapter, Service, Store, StoreUnavailable
from bot.service import GameService, random_seed
from bot.settings import BadSettings, Settings, load_settings
from bot.table.export import export, write
from bot.table.journal import fold
from bot.table.options import Loader
from bot.table.pace import DAY, MINUTE, Pace
from bot.table.simulation import seeds
from games import GAMES
from games.scrumkin import deck_files
from storage import open_store
from storage.backup import back_up, restore

log = logging.getLogger(__name__)

Making = Callable[[Store], Adapter]  # an adapter, once there is a database
Opened = Callable[[str], None]  # called with the address of the web table


class Watching(NamedTuple):
    """What operators can observe: metrics, and the ports with instrumentation around them."""

    metrics: Metrics
    ports: Observed


class Wishes(TypedDict):
    load: Loader
    pace: Pace
    put_away: float | None
    retention: float | None


AWAY = 75  # exit code: can't reach the database; unlike a wrong setting, a retry may help
BROKE = 70  # exit code: unhandled exception
SPARE_PORTS = 20  # that `play` tries if the first port is taken


def _quietly(_: str) -> None:
    pass


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
        pause=settings.automatic_pause if interactive else 0.0,  # nobody is watching a script
        **_wishes(settings),
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


async def _serve(
    settings: Settings, makers: Sequence[Making], watching: Watching, *, spare: int = 0, opened: Opened = _quietly
) -> int:
    """Every configured adapter on one service and one HTTP server, until the process is told to stop."""
    metrics, ports = watching
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    store = await open_store(settings.database_url)
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        adapters = [make(store) for make in makers]
        pages = next((adapter for adapter in adapters if isinstance(adapter, WebAdapter)), None)
        service = GameService(
            ports.store(store),
            {adapter.platform: ports.chat(adapter.platform, adapter) for adapter in adapters},
            watch_link=pages.watch_link if pages else None,
            unasked=settings.forecasts,
            pause=settings.automatic_pause,
            **_wishes(settings),
        )
        stack.push_async_callback(service.close)
        admission = Admission(service, observe=ports.observe)
        metrics.waiting(lambda: admission.waiting)
        for adapter in adapters:
            metrics.serves(adapter.platform, partial(service.rooms.behind, adapter.platform))
        routes = [route for adapter in adapters if isinstance(adapter, ServesHttp) for route in adapter.routes()]
        server = HttpServer(settings.http_host, settings.http_port, metrics.text)
        server.add(routes)
        server.check(store_check(store))
        for adapter in adapters:
            if isinstance(adapter, ReportsHealth):
                server.check(adapter.trouble)
        port = await _listen(server, spare, stack, needed=bool(routes))
        if pages:
            pages.listens_on(port)
        running = await stack.enter_async_context(
            _connected(adapters, ServiceFront(ports.requests(admission), service))
        )
        await service.start(ports.requests(service).handle)
        if pages:
            opened(f"{pages.url}/")
        stopping = asyncio.create_task(stop.wait())
        stack.callback(stopping.cancel)
        done, _ = await asyncio.wait({stopping, *running}, return_when=asyncio.FIRST_COMPLETED)
        for task in done - {stopping}:
            task.result()  # an adapter only stops by itself with an exception, raised here
    return 0


def _wishes(settings: Settings) -> Wishes:
    """The operator's settings for every table."""
    return {
        "load": deck_files.DeckFolder(settings.decks_folder).load,
        "pace": Pace(MINUTE * settings.remind_minutes),
        "put_away": DAY * settings.put_away_days or None,
        "retention": DAY * settings.retention_days or None,
    }


async def _listen(server: HttpServer, spare: int, stack: contextlib.AsyncExitStack, *, needed: bool) -> int:
    """Start the HTTP server and return its port; 0 if it can't run and isn't needed."""
    try:
        return await stack.enter_async_context(server.running(spare))
    except BadSettings as fault:
        if needed:
            raise
        log.warning("No health checks or metrics: %s", fault)  # games in chat can do without
        return 0


@contextlib.asynccontextmanager
async def _connected(adapters: Sequence[Adapter], service: Service) -> AsyncIterator[list[asyncio.Task[None]]]:
    running = [asyncio.create_task(adapter.run(service), name=adapter.platform) for adapter in adapters]
    try:
        yield running
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def _configured(settings: Settings, paint: Painter, metrics: Metrics) -> list[Making]:
    """The adapters that are set up; each is imported only then, because its library is an extra."""
    found: list[Making] = []
    if settings.discord_token is not None:
        from adapters.discord.adapter import DiscordAdapter, discord_settings  # noqa: PLC0415

        connection = discord_settings(settings)
        assert connection is not None
        found.append(lambda _: DiscordAdapter(connection, paint))
    if settings.slack_bot_token or settings.slack_client_id or settings.slack_app_token:
        if find_spec("slack_bolt") is None:
            raise Fault("Slack is set up, but its library isn't installed: run `pip install '.[slack]'`.")
        from adapters.slack.wiring import adapter_of  # noqa: PLC0415

        making = adapter_of(settings, paint)
        assert making is not None
        found.append(making)
    if found and settings.web_table:
        found.append(_web_table(settings, metrics))
    return found


def _web_table(settings: Settings, metrics: Metrics) -> Making:
    def make(_: Store) -> Adapter:
        adapter = web_table(settings)
        metrics.sockets(lambda: adapter.live)
        return adapter

    return make


def _play(settings: Settings, args: argparse.Namespace, watching: Watching) -> int:
    """Serve only the web table. Unless a port was chosen, the next free one will do."""
    chosen = getattr(args, "port", None)
    if chosen is not None:
        settings = settings.model_copy(update={"http_port": chosen})
    spare = 0 if chosen is not None or "http_port" in settings.model_fields_set else SPARE_PORTS

    def opened(address: str) -> None:
        print(f"The table is open: {address}\nCtrl-C closes it; your tables are kept.", flush=True)
        if not getattr(args, "no_browser", False) and _has_desktop():
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)

    makers = [_web_table(settings, watching.metrics)]
    return asyncio.run(_serve(settings, makers, watching, spare=spare, opened=opened))


def _has_desktop() -> bool:
    return sys.platform in {"darwin", "win32"} or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


async def _doctor(settings: Settings, redact: Redact) -> int:
    checks = [database_check(open_store), fonts_check, plugins_check, *_checks_of_adapters(settings)]
    if settings.otel_exporter_otlp_endpoint:
        checks.append(_tracing().check)
    findings = await examine(settings, checks)
    print(*map(redact, lines(findings)), sep="\n")
    return 0 if all(finding.ok for finding in findings) else 1


def _checks_of_adapters(settings: Settings) -> list[Check]:
    """The checks of the adapters whose libraries are installed; each says so if it isn't set up."""
    found: list[Check] = []
    if settings.discord_token is not None or find_spec("discord"):
        from adapters.discord.doctor import check  # noqa: PLC0415

        found.append(check)
    if find_spec("slack_bolt"):
        from adapters.slack.doctor import check as check_slack  # noqa: PLC0415

        found.append(check_slack)
    return found


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
    store = await open_store(settings.database_url)
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
    "verify": lambda args: files.verify(args.file),
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
        keeping = backups.Keeping(open_store, back_up, restore)
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
            with _watching(settings, redact) as watching:
                return _play(settings, args, watching)
        case _:
            with _watching(settings, redact) as watching:
                return _run_platforms(settings, args, watching)


def _run_platforms(settings: Settings, args: argparse.Namespace, watching: Watching) -> int:
    """Every configured platform; the web table if none is."""
    with contextlib.closing(Pictures()) as pictures:
        makers = _configured(settings, watching.ports.painter(pictures.png), watching.metrics)
        return asyncio.run(_serve(settings, makers, watching)) if makers else _play(settings, args, watching)


@contextlib.contextmanager
def _watching(settings: Settings, redact: Redact) -> Iterator[Watching]:
    """Metrics always; traces if a collector is set."""
    metrics = Metrics()
    if not settings.otel_exporter_otlp_endpoint:
        yield Watching(metrics, Observed(metrics))
        return
    with contextlib.closing(_tracing().Tracing(settings, redact)) as tracing:
        yield Watching(metrics, Observed(metrics, tracing))


def _tracing() -> ModuleType:
    """Imported only if a collector is set, because its library is an extra."""
    try:
        return import_module("bot.operations.tracing")
    except ModuleNotFoundError as fault:
        raise Fault(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but the tracing library isn't installed: "
            "run `pip install '.[tracing]'`."
        ) from fault


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
