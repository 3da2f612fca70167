"""Playthroughs on file: whole games in plain text, so that a change of rules or words shows in a review.

`python -m tests.contract.playthrough` (or `make playthroughs`) writes them again. Which games they show is found by
trying: together they use every command, and the clock. The numbers of these games are kept in the file.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from bot.cli import skeleton
from bot.cli.skeleton.mygame import MyGame
from games import GAMES
from games.contract import AnyGame, Options, defaults, natures
from games.language import Lazy
from games.testing.play import PlayedMove, Playthrough, play
from games.text import spell

FOLDER = Path(__file__).parent / "playthroughs"
SKELETON = MyGame()  # `new-game` writes its playthrough under the new name
ON_FILE: dict[str, AnyGame] = {**GAMES, SKELETON.key: SKELETON}
COMMAND = "make playthroughs"
NAMES = ("Ann", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lea")
WHOLE_BOARD = 10  # every so many moves; between them the lines that changed
SENSE = 0.85  # automatic players, with random moves between
TRIES = 40  # games played for each scene, to find the one that shows most
MAX_EXTRA = 4  # games added where the scenes leave something out
FAR = 1_000  # how far to look for those

Scene = tuple[int, Options]  # seats and options

# what an earlier game passed on to the retrospective
_INHERITED = {
    "prompts": '["On day 3 the burndown turned up. How does new work reach you in the middle of a sprint?"]',
    "actions": '[{"what": "Mend the flaky test", "due": "Friday"}]',
}
# Games with more than one side. Any other game is shown once, in its second smallest size.
SCENES: dict[str, tuple[Scene, ...]] = {
    "retro": (
        (3, _INHERITED),
        (3, {"format": "sailboat", "anonymous": "no"}),
        (3, {"format": "delivery", "anonymous": "no", "safety": "yes"}),
    ),
    "rugby": ((2, {}), (2, {})),
    "scrumkin": ((3, {}), (2, {"mode": "collaborative"})),
    "sprint": (
        (3, {}),
        (2, {"board": "long", "impediments": "costly", "hours": 100, "days": 5}),
        (2, {"sprints": "3"}),
    ),
}


# --- finding the games ---------------------------------------------------------------------------------------------


def scenes_of(game: AnyGame) -> tuple[Scene, ...]:
    return SCENES.get(game.key, ((min(game.seats[0] + 1, game.seats[-1]), {}),))


def played(game: AnyGame, number: int, scene: Scene) -> Playthrough:
    seats, options = scene
    return play(game, number, seats, {**defaults(game), **options}, sense=SENSE)


def numbers_on_file(game: AnyGame) -> list[int]:
    """Which games the file shows; none if there is no file."""
    text = path_of(game).read_text("utf-8") if path_of(game).exists() else ""
    return [int(found) for found in re.findall(r"(?m)^={20} game (\d+),", text)]


def games_shown(game: AnyGame) -> list[Playthrough]:
    """The games on file, as they are played today."""
    scenes = scenes_of(game)
    numbers = numbers_on_file(game)
    return [
        played(game, number, scenes[place] if place < len(scenes) else scenes[0])
        for place, number in enumerate(numbers)
    ]


def shown_by(game: AnyGame, games: Sequence[Playthrough]) -> set[str]:
    """What a reader finds in these games: commands, kinds of events, and time running out."""
    steps = [step for each in games for step in each.steps[1:]]
    found = {f"the kind {event.kind}" for each in games for event in each.events}
    for step in steps:
        by_clock = step.seat is None
        command = "" if by_clock else game.phrase(step.before, step.seat or 0, step.move).command
        found.add("time running out" if by_clock else f"the command {command}")
    return found


def needed(game: AnyGame, games: Sequence[Playthrough]) -> set[str]:
    """What a playthrough has to show: every command and, where a game has a clock, time running out."""
    clock = any(game.clock.deadline(step.before) for each in games for step in each.steps[1:])
    return {f"the command {command.name}" for command in game.commands if not command.is_query} | (
        {"time running out"} if clock else set()
    )


def missing(game: AnyGame, games: Sequence[Playthrough]) -> set[str]:
    return needed(game, games) - shown_by(game, games) if games else {"a game"}


def find_games(game: AnyGame) -> list[Playthrough]:
    """For each scene the game that shows most of what is not shown yet, out of the shorter ones; then what is left."""
    wanted = {f"the kind {kind}" for kind in natures(game).kinds}
    found: list[Playthrough] = []
    for scene in scenes_of(game):
        tried = sorted((played(game, number, scene) for number in range(TRIES)), key=lambda each: len(each.steps))
        wanted |= needed(game, tried)
        left = wanted - shown_by(game, found)
        found.append(max(tried[: TRIES // 2], key=lambda each: len(shown_by(game, [each]) & left)))
    for number in range(TRIES, FAR):
        lacking = missing(game, found)
        if not lacking or len(found) == len(scenes_of(game)) + MAX_EXTRA:
            break
        other = played(game, number, scenes_of(game)[0])
        if lacking & shown_by(game, [other]):
            found.append(other)
    return found


def current_games(game: AnyGame) -> list[Playthrough]:
    """The games on file while they show everything, so that the file changes little; else others."""
    on_file = games_shown(game)
    return on_file if not missing(game, on_file) else find_games(game)


# --- writing -------------------------------------------------------------------------------------------------------


def path_of(game: AnyGame) -> Path:
    if game.key == SKELETON.key:
        return Path(skeleton.__file__).parent / "playthroughs" / "mygame.txt"
    return FOLDER / f"{game.key}.txt"


def written(game: AnyGame, games: Sequence[Playthrough]) -> str:
    """The playthroughs of a game, as its file has them."""
    head = (
        f"{game.about.title}: playthroughs. Written by `{COMMAND}`; compared by tests/contract/test_playthroughs.py.\n"
    )
    return head + "".join(f"\n{line}" for each in games for line in _lines(game, each)) + "\n"


def _lines(game: AnyGame, played: Playthrough) -> Iterator[str]:
    yield f"{'=' * 20} game {played.number}, seed {played.seed.hex()}"
    yield f"{'=' * 20} {played.seats} seats, {_json(dict(played.options))}"
    board: list[str] = []
    for number, step in enumerate(played.steps):
        yield ""
        yield f"--- {number} {_words(game, step)}"
        yield from _what_happened(game, step)
        yield from _what_changed(step)
        yield from _who_sees_more(game, played, step)
        drawn = game.board(game.view(step.after[-1], None), NAMES[: played.seats]).text.split("\n")
        whole = number % WHOLE_BOARD == 0 or step is played.steps[-1]
        yield from (f"    {line}".rstrip() for line in drawn if whole or line not in board)
        board = drawn
    yield from _end(game, played)


def _words(game: AnyGame, step: PlayedMove) -> str:
    if step.before is None:
        return "the game begins"
    if step.seat is None:
        return f"the clock: {_json(_plain(step.move))}"
    phrase = game.phrase(step.before, step.seat, step.move)
    return f"{NAMES[step.seat]}: {' '.join([phrase.command, *phrase.arguments.values()])}  [{_named(phrase.label)}]"


def _what_happened(game: AnyGame, step: PlayedMove) -> Iterator[str]:
    for event in step.events:
        yield f"  event {game.events.dump_json(event).decode()}"
        told = game.narrate(event, None)
        if told is not None:
            yield f"     »  {_named(told)}".rstrip()


def _what_changed(step: PlayedMove) -> Iterator[str]:
    after = _plain(step.after[-1])
    before = dict.fromkeys(after) if step.before is None else _plain(step.before)
    yield from (f"  state {line}" for line in _differences(before, after))


def _who_sees_more(game: AnyGame, played: Playthrough, step: PlayedMove) -> Iterator[str]:
    state = step.after[-1]
    room = _plain(game.view(state, None))
    for seat in range(played.seats):
        seen = _differences({**room, "seat": seat}, _plain(game.view(state, seat)))
        yield from (f"  {NAMES[seat]} sees {line}" for line in seen)
    if game.result(state) is None:
        yield f"  next  {_named(game.prompt(game.view(state, None)))}"


def _end(game: AnyGame, played: Playthrough) -> Iterator[str]:
    result = game.result(played.last)
    yield ""
    yield f"--- result {_json(_plain(result))}"
    chart = game.shows.chart(game.view(played.last, None), NAMES[: played.seats])
    if chart is not None:
        yield from (f"    {line}".rstrip() for line in chart.text.split("\n"))
    yield f"  {_json(game.statistics.figures(game.statistics.tally(played.events), 1))}"
    yield ""


def _differences(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """What is different, as far in as both have the same shape."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key, value in after.items():
            yield from _differences(before[key], value, f"{path}.{key}".lstrip("."))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(old, new, f"{path}.{index}")
    elif isinstance(before, list) and isinstance(after, list) and before and after[: len(before)] == before:
        yield f"{path} += {_json(after[len(before) :])}"
    elif isinstance(before, list) and isinstance(after, list) and [item for item in before if item in after] == after:
        yield f"{path} -= {_json([item for item in before if item not in after])}"
    elif before != after:
        yield f"{path} = {_json(after)}"


def _plain(value: Any) -> Any:
    """Dataclasses as in JSON; nested ones with their names, so that phases can be distinguished."""
    if is_dataclass(value):
        return {field.name: _nested(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _nested(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_nested(item) for item in value]
    return str(value) if isinstance(value, Lazy) else value


def _nested(value: Any) -> Any:
    return {"": type(value).__name__, **_plain(value)} if is_dataclass(value) else _plain(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _named(sentence: str) -> str:
    return spell(sentence, NAMES.__getitem__)


def first_difference(on_file: str, now: str) -> str:
    """Where two texts differ, with a few lines of both."""
    old, new = on_file.split("\n"), now.split("\n")
    at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return "\n".join(
        [
            f"line {at + 1}",
            *(f"  on file: {line}" for line in islice(old, at, at + 3)),
            *(f"  now:     {line}" for line in islice(new, at, at + 3)),
        ]
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in ON_FILE.values():
        games = current_games(game)
        path_of(game).write_text(written(game, games), "utf-8")
        if left := missing(game, games):
            print(f"{path_of(game)} does not show {', '.join(sorted(left))}: no game was found that does.")


if __name__ == "__main__":
    main()
