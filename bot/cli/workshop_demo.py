"""`scrum-table workshop-demo`: a workshop on this machine with simulated people, for a trainer to rehearse with."""

import argparse
import contextlib
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from bot.cli import Fault
from bot.cli.platforms import observing
from bot.cli.playing import serve_pages, show
from bot.cli.serving import Pages
from bot.operations.redaction import Redact
from bot.rehearsal import Rehearsal
from bot.service import GameService, random_seed
from bot.settings import Settings
from bot.table.model import Refused
from bot.table.simulation import seeds
from bot.texts import rehearsal as texts
from bot.workshop_messages import WorkshopForm


def run(settings: Settings, args: argparse.Namespace, redact: Redact) -> int:
    with contextlib.ExitStack() as stack:
        if not args.db:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="scrum-table-"))
            settings = settings.model_copy(update={"database_url": f"sqlite:///{Path(folder) / 'rehearsal.sqlite3'}"})
        observers = stack.enter_context(observing(settings, redact))
        new_seed = seeds(args.seed, sys.maxsize).__next__ if args.seed else random_seed
        return serve_pages(settings, args.port, observers, lambda *given: _rehearsing(args, *given), new_seed)


@contextlib.asynccontextmanager
async def _rehearsing(args: argparse.Namespace, service: GameService, pages: Pages) -> AsyncIterator[None]:
    seed = args.seed.hex() if args.seed else ""
    async with contextlib.aclosing(Rehearsal(service, pace=args.pace, seed=seed)) as rehearse:
        try:
            opened = await rehearse(form_of(args), "rehearsal", start=args.start)
        except Refused as refusal:
            raise Fault(refusal.sentence) from refusal
        desk = pages.desk_link(opened.key)
        print(
            texts.open_at(desk, pages.entrance_link(opened.entrance), starts=args.start, kept=bool(args.db)), flush=True
        )
        show(desk, browser=not args.no_browser)
        yield


def form_of(args: argparse.Namespace) -> WorkshopForm:
    return WorkshopForm(
        args.game,
        teams=args.teams,
        size=args.size,
        options=" ".join(args.option),
        title=texts.TITLE,
        same_dice=args.same_dice,
    )
