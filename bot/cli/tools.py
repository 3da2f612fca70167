"""Commands that need no database."""

import argparse
import io
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.cli import Fault, new_game
from bot.cli.simulated import load, simulation
from bot.features.fairness import shared_dice
from bot.features.fairness import texts as fairness
from bot.features.fairness.export import BrokenExport, Export, read, steps
from bot.features.fairness.verify import Verdict
from bot.features.fairness.verify import verify as check_export
from bot.kernel.table.names import seat_names
from bot.kernel.table.narration import paragraphs
from bot.operations.logs import Redact
from bot.pictures import animation as film
from bot.pictures import fonts
from bot.settings import Settings
from games.graphics.theme import everything
from games.rugby import cli
from games.scrumkin import deck_files
from games.text import spell

# --- files -----------------------------------------------------------------------------------------------------------


def _read(file: Path) -> Export:
    try:
        return read(file.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as fault:
        raise Fault(f"Can't read {file}: {fault}") from fault
    except BrokenExport as fault:
        raise Fault(f"{file}: {fault}") from fault


def verify(files: Sequence[Path], pins: Sequence[str]) -> int:
    """Check exported games, that pins seen during them are from this past, and that shared dice were the same."""
    games = [_read(file) for file in files]
    verdicts = [check_export(game) for game in games]
    for file, verdict in zip(files, verdicts, strict=True):
        print(f"{file}: {verdict.sentences}" if len(files) > 1 else verdict.sentences)
    found = [_look_up(pin, verdicts) for pin in pins]
    right = all(found) and all(verdict.wrong is None for verdict in verdicts)
    return 0 if _compare(games) and right else 1


def _look_up(pin: str, verdicts: Sequence[Verdict]) -> bool:
    for verdict in verdicts:
        if pin.lower() in verdict.pins:
            print(fairness.pin_found(pin, verdict.pins.index(pin.lower()) + 1))
            return True
    print(fairness.pin_missing(pin))
    return False


def _compare(games: Sequence[Export]) -> bool:
    """Compare tables that shared their dice; True if all had the same ones, or there are none."""
    if len(games) < 2 or not any(game.dice for game in games):
        return True
    try:
        likeness = shared_dice.compare(games)
    except BrokenExport as fault:
        raise Fault(str(fault)) from fault
    print(likeness.sentences)
    return not likeness.difference


def replay(file: Path, *, pause: bool) -> int:
    """Step through a game; without a terminal, print it all."""
    game = _read(file)
    try:
        for number, (event, standing) in enumerate(steps(game), start=1):
            names = seat_names(standing.table, ())
            story = paragraphs([event], standing.game)
            print(f"{number}. {event.kind}", *(spell(line, names.__getitem__) for line in story), sep="  ")
            if story and standing.state is not None:
                view = standing.view(None)
                print(standing.game.board(view, names).text, end="\n\n")
                if pause and input("Enter: next, q: stop ").strip().lower() == "q":
                    break
    except BrokenExport as fault:
        raise Fault(f"{file}: {fault}") from fault
    except EOFError:
        print()
    return 0


def draw(args: argparse.Namespace) -> int:
    """Draw one moment of a game, as all its players or one of them saw it."""
    try:
        drawing = film.drawing_at(_read(args.file), args.at, args.seat, args.names, chart=args.chart)
    except BrokenExport as fault:
        raise Fault(f"{args.file}: {fault}") from fault
    if args.text:
        args.text.write_text(drawing.text + "\n", "utf-8", newline="\n")
        return 0
    svg = drawing.svg(dark=args.dark, has=fonts.has if args.png else everything)
    if svg is None:
        raise Fault("This game has no pictures; try --text.")
    if args.svg:
        args.svg.write_text(svg, "utf-8", newline="\n")
    else:
        from bot.pictures.painter import rasterise  # noqa: PLC0415  # slow to import, and only this needs it

        args.png.write_bytes(rasterise(svg))
    return 0


def _progress(done: int, total: int) -> None:
    print(f"\r{done} of {total} boards", end="\n" if done == total else "", file=sys.stderr, flush=True)


def _make_film(args: argparse.Namespace) -> int:
    try:
        boards = film.frames(_read(args.file), args.names, dark=args.dark)
        film.film(boards, args.output, progress=_progress if sys.stderr.isatty() else None)
    except BrokenExport as fault:
        raise Fault(f"{args.file}: {fault}") from fault
    return 0


def _check_deck(args: argparse.Namespace) -> int:
    report = deck_files.check(args.files)
    print(json.dumps(report.as_json(), ensure_ascii=False) if args.json else "\n".join(report.lines()))
    return 1 if report.problems else 0


# --- Scrum Rugby, line by line -------------------------------------------------------------------------------------


def _rugby_lines(args: argparse.Namespace) -> int:
    """Answer standard input line by line until it ends."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    answers = cli.play(sys.stdin, time.perf_counter) if args.plays else cli.perft(sys.stdin, args.depth)
    for answer in answers:
        print(answer, flush=True)
    return 0


# --- tools -----------------------------------------------------------------------------------------------------------

_TOOLS: dict[str, Callable[[argparse.Namespace], int]] = {
    "draw": draw,
    "film": _make_film,
    "deck": _check_deck,
    "rugby": _rugby_lines,
    "load": load.load,
    "new-game": new_game.new_game,
    "verify": lambda args: verify(args.files, args.pin),
    "replay": lambda args: replay(args.file, pause=sys.stdin.isatty()),
}


def run(settings: Settings, args: argparse.Namespace, _: Redact) -> int:
    if args.command == "simulate":
        return simulation.simulate_games(args, settings.decks_folder)
    return _TOOLS[args.command](args)
