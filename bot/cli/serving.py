"""Running the service: every configured adapter on one service and one HTTP server."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Protocol

from adapters.beacon import HttpBeacon
from adapters.http import HttpServer, ReportsHealth, ServesHttp
from adapters.web.adapter import WebAdapter
from adapters.webhook import HttpWebhook
from bot.admission import Admission
from bot.cli.platforms import Making, Observers
from bot.cli.table_settings import table_settings
from bot.commands.calls import NewSeed
from bot.front import ServiceFront
from bot.live.posting import bounded
from bot.operations.collector import spare_what_is_loaded
from bot.operations.doctor import store_check
from bot.ports import Adapter, Service, Store, WebAddresses
from bot.rehearsal import Rehearsal
from bot.service import GameService, random_seed
from bot.settings import BadSettings, Settings
from storage import open_store

log = logging.getLogger(__name__)


class Pages(WebAddresses, Protocol):
    """The web table, once people can open it."""

    @property
    def url(self) -> str: ...

    def offer_rehearsals(self, rehearse: Rehearsal) -> None: ...


Welcome = Callable[[GameService, Pages], contextlib.AbstractAsyncContextManager[None]]  # what goes on meanwhile


def _quietly(*_: object) -> contextlib.AbstractAsyncContextManager[None]:
    return contextlib.nullcontext()


async def serve(
    settings: Settings,
    makers: Sequence[Making],
    observers: Observers,
    *,
    spare: int = 0,
    welcome: Welcome = _quietly,
    new_seed: NewSeed = random_seed,
) -> int:
    """Until the process is told to stop. `spare`: how many ports to try after the first."""
    stop = _stop_signal()
    store = await open_store(settings.database_url, settings.database_pooler)
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        adapters = [make(store) for make in makers]
        pages = _pages(adapters)
        service = _service(settings, store, adapters, observers, new_seed)
        stack.push_async_callback(service.close)
        server = _http_server(settings, store, adapters, observers)
        port = await _listen(server, spare, stack, needed=any(isinstance(each, ServesHttp) for each in adapters))
        if pages:
            pages.listens_on(port)
        front = _admitted(service, adapters, observers)
        running = await stack.enter_async_context(_connected(adapters, front))
        await service.start(observers.ports.requests(service).handle)
        if pages:
            await stack.enter_async_context(welcome(service, pages))
        spare_what_is_loaded()
        await _until_stopped(stop, running)
    return 0


def _stop_signal() -> asyncio.Event:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return stop


def _service(
    settings: Settings, store: Store, adapters: Sequence[Adapter], observers: Observers, new_seed: NewSeed
) -> GameService:
    ports = observers.ports
    return GameService(
        ports.store(store),
        {adapter.platform: bounded(ports.chat(adapter.platform, adapter)) for adapter in adapters},
        new_seed=new_seed,
        web=_pages(adapters),
        beacon=HttpBeacon(settings.beacon_url) if settings.beacon_url else None,
        webhook=_webhook(settings),
        unasked=settings.forecasts,
        pause=settings.automatic_pause,
        **table_settings(settings),
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


def _admitted(service: GameService, adapters: Sequence[Adapter], observers: Observers) -> Service:
    """The service as adapters see it, with its queue and its rooms in the metrics."""
    metrics, ports = observers
    admission = Admission(service, observe=ports.observe)
    metrics.waiting(lambda: admission.waiting)
    for adapter in adapters:
        metrics.serves(adapter.platform, partial(service.rooms.behind, adapter.platform))
    return ServiceFront(ports.requests(admission), service, service.workshops)


def _http_server(settings: Settings, store: Store, adapters: Sequence[Adapter], observers: Observers) -> HttpServer:
    server = HttpServer(settings.http_host, settings.http_port, observers.metrics.text, url=settings.web_url)
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
