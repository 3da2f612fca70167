"""The argument parser of `scrum-table`."""

import argparse
import contextlib
import hashlib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from bot import __version__
from games.chance import SEED_BYTES
from games.text import NAME_LIMIT, clean

# what runs each command; all others are tools
RUNNERS = {
    "run": "serving.run",
    "play": "serving.run",
    "workshop-demo": "serving.run_rehearsal",
    "console": "console.run",
    "doctor": "platforms.run_doctor",
    "slack-manifest": "platforms.print_slack_manifest",
    "teams": "platforms.write_teams_package",
    **dict.fromkeys(("tables", "remove", "forget"), "records.run"),
    **dict.fromkeys(("backup", "restore", "check", "export"), "databases.run"),
}

MAX_TABLES, MAX_SECONDS = 500, 24 * 3600  # of a load test
_DEEPEST_COUNT = 4  # turns
FASTEST, SLOWEST = 0.1, 600.0  # seconds per move of a team in a rehearsal


def _seed(text: str) -> bytes:
    """The seed: 64 hex digits are used as they are; any other text is hashed, so that `--seed 1` works."""
    with contextlib.suppress(ValueError):
        seed = bytes.fromhex(text)
        if len(seed) == SEED_BYTES:
            return seed
    return hashlib.sha256(text.encode()).digest()


def _between(minimum: int, maximum: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        found = int(text)
        if not minimum <= found <= maximum:
            raise argparse.ArgumentTypeError(f"must be {minimum} to {maximum}")
        return found

    return number


def _pace(text: str) -> float:
    found = float(text)
    if not FASTEST <= found <= SLOWEST:
        raise argparse.ArgumentTypeError(f"must be {FASTEST} to {SLOWEST} seconds")
    return found


def _names(text: str) -> tuple[str, ...]:
    return tuple(clean(name, NAME_LIMIT) for name in text.split(","))


class _Games:
    """The keys of the games, which are loaded only when one was typed."""

    def __contains__(self, key: object) -> bool:
        return key in import_module("games").GAMES

    def __iter__(self) -> Iterator[str]:
        return iter(import_module("games").GAMES)


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog="scrum-table",
        description="A facilitator for Scrum games and retrospectives in chat. Without a command, same as run.",
    )
    words.add_argument(
        "--version", action="version", version=f"scrum-table {__version__}", help="show the version, and exit"
    )
    sub = words.add_subparsers(dest="command", metavar="COMMAND")
    sub.add_parser("run", help="serve every configured platform; without any, same as play")
    playing = sub.add_parser("play", help="serve the web table on this machine; needs no configuration")
    _on_this_machine(playing, "use this SQLite file instead of DATABASE_URL")
    playing.add_argument("--lan", action="store_true", help="let others in who are in the same network")
    _for_trainers(sub.add_parser)
    examining = sub.add_parser("doctor", help="check the configuration, the database and the platforms")
    examining.add_argument("--db", type=Path, metavar="FILE", help="use this SQLite file instead of DATABASE_URL")
    console = sub.add_parser("console", help="play in this terminal, several people at one keyboard")
    console.add_argument("--seed", type=_seed, metavar="HEX", help="seed of the first table's dice and cards")
    console.add_argument("--db", type=Path, metavar="FILE", help="use this SQLite file instead of DATABASE_URL")
    simulation = sub.add_parser("simulate", help="let automatic players play games, and print statistics")
    simulation.add_argument("game", choices=_Games(), metavar="GAME", help="such as sprint")
    simulation.add_argument("--games", type=int, default=100, metavar="N", help="number of games (default: 100)")
    simulation.add_argument("--seats", type=int, default=4, metavar="K", help="seats per game (default: 4)")
    simulation.add_argument("--seed", type=_seed, metavar="S", help="the same seed gives the same games")
    simulation.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    simulation.add_argument(
        "--level", action="append", default=[], metavar="LEVEL", help="how strong a seat plays; once: all seats"
    )
    simulation.add_argument("--json", action="store_true", help="print one line of JSON")
    simulation.add_argument("--export", type=Path, metavar="DIR", help="write each game to a file in this folder")
    scrum = sub.add_parser("rugby", help="the game of Scrum Rugby, line by line, for other programs").add_subparsers(
        required=True, metavar="WHAT"
    )
    counting = scrum.add_parser("perft", help="count the turns from positions, one per line")
    counting.add_argument("--depth", type=int, default=1, choices=range(1, _DEEPEST_COUNT + 1), metavar="TURNS")
    counting.set_defaults(plays=False)
    scrum.add_parser("engine", help="suggest turns, as JSON lines").set_defaults(plays=True)
    exporting = sub.add_parser("export", help="write a table to a JSON file: seed, options, events")
    exporting.add_argument("table", help="its id, or the start of it")
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: standard output")
    exporting.add_argument("--db", type=Path, metavar="FILE")
    replaying = sub.add_parser("replay", help="step through an exported game")
    replaying.add_argument("file", type=Path)
    drawing = sub.add_parser("draw", help="draw a board of an exported game")
    drawing.add_argument("file", type=Path)
    drawing.add_argument("--at", type=int, metavar="N", help="the board after event N (default: the last one)")
    drawing.add_argument("--seat", type=int, metavar="K", help="what this seat (0, 1, …) sees")
    drawing.add_argument("--chart", action="store_true", help="draw the chart instead of the board")
    form = drawing.add_mutually_exclusive_group(required=True)
    for name in ("png", "svg", "text"):
        form.add_argument(f"--{name}", type=Path, metavar="OUT")
    filming = sub.add_parser("film", help="make an animation of an exported game")
    filming.add_argument("file", type=Path)
    filming.add_argument("output", type=Path, metavar="OUT.gif|apng")
    for picture in (drawing, filming):
        picture.add_argument("--dark", action="store_true", help="dark theme")
        picture.add_argument("--names", type=_names, default=(), metavar="A,B,…", help="names of the players, by seat")
    verifying = sub.add_parser("verify", help="check that exported games are fair and unchanged")
    verifying.add_argument("files", type=Path, nargs="+", metavar="FILE", help="several: teams that shared their dice")
    verifying.add_argument("--pin", action="append", default=[], help="a pin that you saw during the game; repeatable")
    _for_authors(sub.add_parser)
    _for_operators(sub.add_parser)
    return words


def _on_this_machine(playing: argparse.ArgumentParser, database: str) -> None:
    playing.add_argument("--port", type=int, choices=range(65536), metavar="N", help="listen on this port")
    playing.add_argument("--no-browser", action="store_true", help="print the address, don't open a browser")
    playing.add_argument("--db", type=Path, metavar="FILE", help=database)


def _for_trainers(add: Callable[..., argparse.ArgumentParser]) -> None:
    demo = add("workshop-demo", help="rehearse a workshop with simulated people on this machine")
    demo.add_argument("--game", choices=_Games(), default="sprint", metavar="GAME", help="default: sprint")
    demo.add_argument("--teams", type=_between(1, 30), default=6, metavar="N", help="default: 6")
    demo.add_argument("--size", type=_between(0, 12), default=0, metavar="K", help="people per team")
    demo.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    demo.add_argument("--same-dice", action="store_true", help="every team gets the same rolls and cards")
    demo.add_argument("--pace", type=_pace, default=3.0, metavar="S", help="seconds per move of a team (default: 3)")
    demo.add_argument("--start", action="store_true", help="start the game by itself once people are seated")
    demo.add_argument("--seed", type=_seed, metavar="S", help="the same seed gives the same people and dice")
    _on_this_machine(demo, "keep the tables in this SQLite file (default: nothing is kept)")


def _for_authors(add: Callable[..., argparse.ArgumentParser]) -> None:
    starting = add("new-game", help="write the skeleton of a new game, with its tests")
    starting.add_argument("name", metavar="NAME", help="its key: letters from a to z")
    starting.add_argument("--plugin", type=Path, metavar="DIR", help="write an installable package into this folder")
    deck = add("deck", help="work with your own Scrumkin decks").add_subparsers(required=True, metavar="WHAT")
    checking = deck.add_parser("check", help="list what is in a deck and what is wrong with it")
    checking.add_argument("files", type=Path, nargs="+", metavar="FILE")
    checking.add_argument("--json", action="store_true", help="print one line of JSON")


def _for_operators(add: Callable[..., argparse.ArgumentParser]) -> None:
    slack = add("slack-manifest", help="print the manifest of the Slack app, as the settings want it")
    slack.add_argument("--url", default="", metavar="URL", help="where Slack reaches this program, without Socket Mode")
    slack.add_argument("--workflow-step", action="store_true", help="add a step for Workflow Builder (paid plans)")
    teams = add("teams", help="work with the Microsoft Teams app").add_subparsers(required=True, metavar="WHAT")
    packing = teams.add_parser("package", help="write the app package that is uploaded to Teams")
    packing.add_argument("-o", "--output", type=Path, default=Path("scrum-table-teams.zip"), metavar="FILE")
    packing.add_argument("--url", default="", metavar="URL", help="where Teams reaches this program (default: WEB_URL)")
    keeping = add("backup", help="copy the SQLite database, even while it is in use")
    keeping.add_argument("file", type=Path, metavar="FILE")
    restoring = add("restore", help="restore the SQLite database from a backup")
    restoring.add_argument("file", type=Path, metavar="FILE")
    restoring.add_argument("--replace", action="store_true", help="overwrite an existing database")
    looking = add("check", help="verify every table in the database")
    listing = add("tables", help="list the tables in the database, the one that was unused for longest first")
    listing.add_argument("--older", type=float, default=0.0, metavar="DAYS", help="only those unused for so long")
    listing.add_argument("--room", metavar="ROOM", help="only those that this room has shown, such as discord:7")
    listing.add_argument("--game", choices=_Games(), metavar="GAME", help="only those of this game")
    listing.add_argument("--json", action="store_true", help="print one line of JSON for each")
    removing = add("remove", help="remove a table with everything in it, also while the program runs")
    removing.add_argument("table", metavar="TABLE", help="its id, or the start of it")
    forgetting = add("forget", help="remove somebody's name and id from everything, also while the program runs")
    forgetting.add_argument("person", metavar="PERSON", help="an id, such as discord:1234, or a name")
    for asking in (removing, forgetting):
        asking.add_argument("--yes", action="store_true", help="don't ask")
    loading = add("load", help="load-test a running web table")
    loading.add_argument(
        "--tables", type=_between(1, MAX_TABLES), default=10, metavar="N", help="tables at a time (default: 10)"
    )
    loading.add_argument(
        "--workshop", type=_between(1, 30), metavar="N", help="instead: one workshop with N teams, and its desk"
    )
    loading.add_argument(
        "--seconds", type=_between(1, MAX_SECONDS), default=60, metavar="S", help="duration (default: 60)"
    )
    loading.add_argument("--address", default="http://127.0.0.1:8080", metavar="URL", help="default: %(default)s")
    loading.add_argument("--seed", type=int, metavar="S", help="press the same buttons again")
    loading.add_argument("--json", action="store_true", help="print one line of JSON")
    loading.add_argument("--yes-really", action="store_true", help="allow another machine than this one")
    for whole in (listing, removing, forgetting, keeping, restoring, looking):
        whole.add_argument("--db", type=Path, metavar="FILE", help="use this SQLite file instead of DATABASE_URL")
