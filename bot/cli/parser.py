"""The words of the command line, and what they mean."""

import argparse
import contextlib
import hashlib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from bot.cli import load
from bot.live.table import NAME_LIMIT
from games import GAMES
from games.chance import SEED_BYTES
from games.rugby import cli
from games.text import clean


def _seed(text: str) -> bytes:
    """64 hexadecimal digits are a seed; anything shorter is turned into one, so that `--seed 1` works."""
    with contextlib.suppress(ValueError):
        seed = bytes.fromhex(text)
        if len(seed) == SEED_BYTES:
            return seed
    return hashlib.sha256(text.encode()).digest()


def _between(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        found = int(text)
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{least} to {most}")
        return found

    return number


def _names(text: str) -> tuple[str, ...]:
    return tuple(clean(name, NAME_LIMIT) for name in text.split(","))


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog="scrum-table", description="A facilitator for Scrum games in chat. Without a command: run."
    )
    words.add_argument("--version", action="version", version=f"scrum-table {version('scrum-table')}")
    sub = words.add_subparsers(dest="command", metavar="COMMAND")
    sub.add_parser("run", help="start every platform that is configured; none: play")
    playing = sub.add_parser("play", help="open the web table here, no token needed")
    playing.add_argument("--port", type=int, choices=range(65536), metavar="N", help="listen on this port")
    playing.add_argument("--no-browser", action="store_true", help="only print the address")
    playing.add_argument("--db", type=Path, metavar="FILE", help="keep tables in this SQLite file")
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
    counting.add_argument("--depth", type=int, default=1, choices=range(1, cli.DEEPEST_COUNT + 1), metavar="TURNS")
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
    _for_operators(sub.add_parser)
    return words


def _for_operators(add: Callable[..., argparse.ArgumentParser]) -> None:
    keeping = add("backup", help="the whole SQLite database as one file, while it is used")
    keeping.add_argument("file", type=Path, metavar="FILE")
    restoring = add("restore", help="put a backup in the place of the database")
    restoring.add_argument("file", type=Path, metavar="FILE")
    restoring.add_argument("--replace", action="store_true", help="even if there is a database already")
    looking = add("check", help="whether every table in the database is as it was stored")
    loading = add("load", help="play at many tables of a running web table at once, and measure")
    loading.add_argument("--tables", type=_between(1, load.MAX_TABLES), default=10, metavar="N")
    loading.add_argument("--seconds", type=_between(1, load.MAX_SECONDS), default=60, metavar="S")
    loading.add_argument("--address", default="http://127.0.0.1:8080", metavar="URL")
    loading.add_argument("--seed", type=int, metavar="S", help="choose the same buttons again")
    loading.add_argument("--json", action="store_true", help="one line of JSON")
    loading.add_argument("--yes-really", action="store_true", help="even if that is not this machine")
    for whole in (keeping, restoring, looking):
        whole.add_argument("--db", type=Path, metavar="FILE", help="this SQLite file instead of DATABASE_URL")
