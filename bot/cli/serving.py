"""Running the service: every configured adapter on one service and one HTTP server."""

import argparse
import asyncio
import contextlib
import gc
import logging
import os
import sys
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypedDict

from adapters.http import HttpServer, ReportsHealth, ServesHttp
from adapters.outside import HttpBeacon, HttpWebhook
from adapters.web.adapter import WebAdapter
from bot.cli import Fault, network
from bot.cli.platforms import Making, Observers, configured, observing, offer_frames, require_extras, web_only
from bot.cli.simulated import rehearsal
from bot.cli.simulated.rehearsal import Rehearsal
from bot.cli.simulated.simulation import seeds
from bot.features.history.films import FilmMaker
from bot.features.privacy import KeepTables
from bot.kernel.calls import NewSeed
from bot.kernel.ports import Adapter, Service, WebAddresses, Webhook
from bot.kernel.service import GameService, random_seed
from bot.kernel.store import Store
from bot.kernel.table.model import Refused
from bot.kernel.table.pace import DAY, MINUTE, Pace
from bot.kernel.table.rules import Loader
from bot.operations.doctor import store_check
from bot.operations.logs import Redact
from bot.operations.metrics import Metrics
from bot.pictures.films import Films
from bot.settings import BadSettings, Settings
from bot.signals import stop_signal
from games.scrumkin import deck_files
from storage import open_store

# --- table settings --------------------------------------------------------------------------------------------------


class _TableSettings(TypedDict):
    load: Loader
    pace: Pace
    put_away: float | None
    unused: float | None
    given: Mapping[Any, Any]


def table_settings(
    settings: Settings, webhook: Webhook | None = None, films: FilmMaker | None = None
) -> _TableSettings:
    """The operator's settings for every table, and for features."""
    keep = KeepTables(DAY * settings.retention_days, DAY * settings.retention_gap_days)
    given = {Webhook: webhook, KeepTables: keep if settings.retention_days else None, FilmMaker: films}
    return {
        "load": deck_files.DeckFolder(settings.decks_folder).load,
        "pace": Pace(MINUTE * settings.remind_minutes),
        "put_away": DAY * settings.put_away_days or None,
        "unused": DAY if settings.put_away_days else None,
        "given": given,
    }


# --- serving ---------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)


class _Pages(WebAddresses, Protocol):
    """The web table, once people can open it."""

    @property
    def url(self) -> str: ...

    @property
    def url_here(self) -> str: ...

    def invite_nearby(self, address: str) -> None: ...

    def offer_rehearsals(self, rehearse: Rehearsal) -> None: ...


_Welcome = Callable[[GameService, _Pages], contextlib.AbstractAsyncContextManager[None]]  # what goes on meanwhile


def _quietly(*_: object) -> contextlib.AbstractAsyncContextManager[None]:
    return contextlib.nullcontext()


async def _serve(
    settings: Settings,
    makers: Sequence[Making],
    observers: Observers,
    *,
    spare: int = 0,
    welcome: _Welcome = _quietly,
    new_seed: NewSeed = random_seed,
) -> int:
    """Serve until the process is told to stop. `spare`: how many ports to try after the first."""
    async with contextlib.AsyncExitStack() as stack:
        stop = stack.enter_context(stop_signal())
        store = await open_store(settings.database_url, settings.database_pooler)
        stack.push_async_callback(store.close)
        adapters = [make(store) for make in makers]
        offer_frames(settings, adapters)
        pages = _pages(adapters)
        films = Films()
        stack.callback(films.close)
        service = _service(settings, store, adapters, observers, new_seed=new_seed, films=films)
        stack.push_async_callback(service.close)
        server = _http_server(settings, store, adapters, observers)
        port = await _listen(server, spare, stack, needed=any(isinstance(each, ServesHttp) for each in adapters))
        if pages:
            pages.listens_on(port)
        _measure(service, adapters, observers.metrics)
        running = await stack.enter_async_context(_connected(adapters, service))
        await service.start()
        if pages:
            await stack.enter_async_context(welcome(service, pages))
        spare_what_is_loaded()
        await _until_stopped(stop, running)
    return 0


def _service(
    settings: Settings,
    store: Store,
    adapters: Sequence[Adapter],
    observers: Observers,
    *,
    new_seed: NewSeed,
    films: Films,
) -> GameService:
    ports = observers.ports
    return GameService(
        ports.store(store),
        {adapter.platform: adapter for adapter in adapters},
        observe=ports.observe,
        new_seed=new_seed,
        web=_pages(adapters),
        beacon=HttpBeacon(settings.beacon_url) if settings.beacon_url else None,
        answers_due_queries=settings.forecasts,
        pause=settings.automatic_pause,
        **table_settings(settings, _webhook(settings), films),
    )


def _pages(adapters: Sequence[Adapter]) -> WebAdapter | None:
    return next((adapter for adapter in adapters if isinstance(adapter, WebAdapter)), None)


def _webhook(settings: Settings) -> HttpWebhook | None:
    if not settings.actions_webhook_url:
        return None
    if settings.actions_webhook_secret is None:
        raise BadSettings("ACTIONS_WEBHOOK_URL needs ACTIONS_WEBHOOK_SECRET: it signs what is sent there.")
    secret = settings.actions_webhook_secret.get_secret_value()
    return HttpWebhook(settings.actions_webhook_url, secret, internal=settings.actions_webhook_internal)


def _measure(service: GameService, adapters: Sequence[Adapter], metrics: Metrics) -> None:
    """Show the service's queue and its rooms in the metrics."""
    metrics.waiting(lambda: service.admission.waiting)
    for adapter in adapters:
        metrics.serves(adapter.platform, partial(service.rooms.behind, adapter.platform))


def _http_server(settings: Settings, store: Store, adapters: Sequence[Adapter], observers: Observers) -> HttpServer:
    address, names = settings.web_url, settings.web_hosts
    server = HttpServer(settings.http_host, settings.http_port, observers.metrics.text, url=address, names=names)
    server.add([route for adapter in adapters if isinstance(adapter, ServesHttp) for route in adapter.routes()])
    server.check(store_check(store))
    for adapter in adapters:
        if isinstance(adapter, ReportsHealth):
            server.check(adapter.trouble)
    return server


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


async def _until_stopped(stop: asyncio.Event, running: Sequence[asyncio.Task[None]]) -> None:
    stopping = asyncio.create_task(stop.wait())
    try:
        done, _ = await asyncio.wait({stopping, *running}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
    for task in done - {stopping}:
        task.result()  # an adapter only stops by itself with an exception, raised here


# --- playing ---------------------------------------------------------------------------------------------------------

_SPARE_PORTS = 20  # ports that `play` tries if the first one is taken
EVERYWHERE = "0.0.0.0"  # noqa: S104  the operator asked for it
_WHO_COMES_IN = "Everybody in this network can open tables here, and whoever has a table's address can join it."
_HOW_TO_STOP = "Ctrl-C closes it; your tables are kept."


def run(settings: Settings, args: argparse.Namespace, redact: Redact) -> int:
    require_extras(settings)
    with observing(settings, redact) as observers:
        return (_play if args.command == "play" else _run_platforms)(settings, args, observers)


def _play(settings: Settings, args: argparse.Namespace, observers: Observers) -> int:
    browser = not getattr(args, "no_browser", False)
    nearby = network.addresses() if getattr(args, "lan", False) else []
    if nearby:
        names = (*settings.web_hosts, network.own_name())
        settings = settings.model_copy(update={"http_host": EVERYWHERE, "web_hosts": names})
    elif getattr(args, "lan", False):
        raise Fault("This computer isn't in a network. Connect it to the one that the others are in, and try again.")

    @contextlib.asynccontextmanager
    async def welcome(service: GameService, pages: _Pages) -> AsyncIterator[None]:
        async with contextlib.aclosing(Rehearsal(service)) as rehearse:
            pages.offer_rehearsals(rehearse)
            here = f"{pages.url_here if nearby else pages.url}/"
            print(f"The table is open: {here}", *_invitation(pages, nearby), _HOW_TO_STOP, sep="\n", flush=True)
            show(here, browser=browser)
            yield

    return _serve_pages(settings, getattr(args, "port", None), observers, welcome)


def _invitation(pages: _Pages, nearby: Sequence[str]) -> list[str]:
    """How others in the same network come in."""
    if not nearby:
        return []
    pages.invite_nearby(nearby[0])
    code = [network.code(f"{pages.url}/")] if sys.stdout.isatty() else []
    others = [f"If a phone can't open that, try {each} instead of {nearby[0]}." for each in nearby[1:2]]
    return [f"Others in this network open {pages.url}/", *code, *others, _WHO_COMES_IN]


def _serve_pages(
    settings: Settings, port: int | None, observers: Observers, welcome: _Welcome, new_seed: NewSeed = random_seed
) -> int:
    """Serve only the web table. Unless a port was chosen, the next free one will do."""
    if port is not None:
        settings = settings.model_copy(update={"http_port": port})
    spare = 0 if port is not None or "http_port" in settings.model_fields_set else _SPARE_PORTS
    makers = [web_only(settings, observers.metrics)]
    return asyncio.run(_serve(settings, makers, observers, spare=spare, welcome=welcome, new_seed=new_seed))


def show(address: str, *, browser: bool) -> None:
    """Open the page, if it is wanted and there is a browser."""
    if browser and _has_desktop():
        asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)


def _has_desktop() -> bool:
    return sys.platform in {"darwin", "win32"} or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _run_platforms(settings: Settings, args: argparse.Namespace, observers: Observers) -> int:
    """Run every configured platform, or the web table if none is."""
    from bot.pictures.png import Pictures  # noqa: PLC0415  `play` draws no PNG, and starts sooner without it

    with contextlib.closing(Pictures()) as pictures:
        pictures.warm()
        makers = configured(settings, observers.ports.painter(pictures.png), observers.metrics)
        return asyncio.run(_serve(settings, makers, observers)) if makers else _play(settings, args, observers)


# --- rehearsal -------------------------------------------------------------------------------------------------------


def run_rehearsal(settings: Settings, args: argparse.Namespace, redact: Redact) -> int:
    with contextlib.ExitStack() as stack:
        if not args.db:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="scrum-table-"))
            settings = settings.model_copy(update={"database_url": f"sqlite:///{Path(folder) / 'rehearsal.sqlite3'}"})
        require_extras(settings)
        observers = stack.enter_context(observing(settings, redact))
        new_seed = seeds(args.seed, sys.maxsize).__next__ if args.seed else random_seed
        return _serve_pages(settings, args.port, observers, lambda *given: _rehearsing(args, *given), new_seed)


@contextlib.asynccontextmanager
async def _rehearsing(args: argparse.Namespace, service: GameService, pages: _Pages) -> AsyncIterator[None]:
    seed = args.seed.hex() if args.seed else ""
    async with contextlib.aclosing(Rehearsal(service, pace=args.pace, seed=seed)) as rehearse:
        try:
            opened = await rehearse(rehearsal.form_of(args), "rehearsal", start=args.start)
        except Refused as refusal:
            raise Fault(refusal.sentence) from refusal
        desk, entrance = pages.desk_link(opened.key), pages.entrance_link(opened.entrance)
        print(rehearsal.open_at(desk, entrance, starts=args.start, kept=bool(args.db)), flush=True)
        show(desk, browser=not args.no_browser)
        yield


def spare_what_is_loaded() -> None:
    """Let the collector skip what exists by now, which stays until the program ends.

    A full collection walks through every object, and most of them belong to modules. With fifty tables in Slack that
    took a tenth of a second, in which no room got its words; without them it takes 30 ms.

    Requests by themselves leave no cycles: looking after every 700 new objects took 3% of a request and found none.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(3_000, 5)  # both kinds of short collections stay below ten milliseconds
