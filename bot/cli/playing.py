"""`scrum-table play` and `run`: serve the web table, or every platform that is set up."""

import argparse
import asyncio
import contextlib
import os
import sys
import webbrowser
from collections.abc import AsyncIterator

from bot.cli.platforms import Observers, configured, observing, web_only
from bot.cli.serving import Pages, Welcome, serve
from bot.commands.calls import NewSeed
from bot.operations.redaction import Redact
from bot.rehearsal import Rehearsal
from bot.service import GameService, random_seed
from bot.settings import Settings

SPARE_PORTS = 20  # that `play` tries if the first port is taken


def run(settings: Settings, args: argparse.Namespace, redact: Redact) -> int:
    with observing(settings, redact) as observers:
        return (_play if args.command == "play" else _run_platforms)(settings, args, observers)


def _play(settings: Settings, args: argparse.Namespace, observers: Observers) -> int:
    browser = not getattr(args, "no_browser", False)

    @contextlib.asynccontextmanager
    async def welcome(service: GameService, pages: Pages) -> AsyncIterator[None]:
        async with contextlib.aclosing(Rehearsal(service)) as rehearse:
            pages.offer_rehearsals(rehearse)
            print(f"The table is open: {pages.url}/\nCtrl-C closes it; your tables are kept.", flush=True)
            show(f"{pages.url}/", browser=browser)
            yield

    return serve_pages(settings, getattr(args, "port", None), observers, welcome)


def serve_pages(
    settings: Settings, port: int | None, observers: Observers, welcome: Welcome, new_seed: NewSeed = random_seed
) -> int:
    """Serve only the web table. Unless a port was chosen, the next free one will do."""
    if port is not None:
        settings = settings.model_copy(update={"http_port": port})
    spare = 0 if port is not None or "http_port" in settings.model_fields_set else SPARE_PORTS
    makers = [web_only(settings, observers.metrics)]
    return asyncio.run(serve(settings, makers, observers, spare=spare, welcome=welcome, new_seed=new_seed))


def show(address: str, *, browser: bool) -> None:
    """Open the page, if it is wanted and there is a browser."""
    if browser and _has_desktop():
        asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)


def _has_desktop() -> bool:
    return sys.platform in {"darwin", "win32"} or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _run_platforms(settings: Settings, args: argparse.Namespace, observers: Observers) -> int:
    """Every configured platform; the web table if none is."""
    from bot.pictures.png import Pictures  # noqa: PLC0415  `play` draws no PNG, and starts sooner without it

    with contextlib.closing(Pictures()) as pictures:
        pictures.warm()
        makers = configured(settings, observers.ports.painter(pictures.png), observers.metrics)
        return asyncio.run(serve(settings, makers, observers)) if makers else _play(settings, args, observers)
