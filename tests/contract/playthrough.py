"""Playthroughs on file: whole games in plain text, so that a change of rules or words shows in a review.

`python -m tests.contract.playthrough` (or `make playthroughs`) writes them again.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from games import GAMES
from games.api import AnyGame, Options, defaults
from games.testing.play import PlayedMove, Playthrough, play
from games.text import spell

FOLDER = Path(__file__).parent / "playthroughs"
COMMAND = "make playthroughs"
NAMES = ("Ann", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lea")
WHOLE_BOARD = 10  # every so many moves; between them the lines that changed
SENSE = 0.85  # automatic players, with random moves between

# what a game before left to the retrospective
_LEFT = {
    "prompts": '["On day 3 the burndown turned up. How does new work reach you in the middle of a sprint?"]',
    "actions": '[{"what": "Mend the flaky test", "due": "Friday"}]',
}
# Which games to show: number, seats, options. A game that is not named here shows one of its second smallest size.
SHOWN: dict[str, tuple[tuple[int, int, Options], ...]] = {
    "retro": ((2190, 3, _LEFT), (548, 3, {"format": "sailboat", "anonymous": "no"})),
    "rugby": ((40, 2, {}), (43, 2, {})),
    "scrumkin": ((17, 3, {}), (24, 2, {"mode": "collaborative"})),
    "sprint": ((287, 3, {}), (52, 2, {"board": "long", "impediments": "costly", "hours": 100, "days": 5})),
}


def games_shown(game: AnyGame) -> list[Playthrough]:
    usual: tuple[int, int, Options] = (1, min(game.seats[0] + 1, game.seats[-1]), {})
    return [
        play(game, number, seats, {**defaults(game), **options}, sense=SENSE)
        for number, seats, options in SHOWN.get(game.key, (usual,))
    ]


def path_of(game: AnyGame) -> Path:
    return FOLDER / f"{game.key}.txt"


def written(game: AnyGame) -> str:
    """All the playthroughs of a game, as they stand in its file."""
    head = f"{game.title}: playthroughs. Written by `{COMMAND}`; compared by tests/contract/test_playthroughs.py.\n"
    return head + "".join(f"\n{line}" for played in games_shown(game) for line in _lines(game, played)) + "\n"


def _lines(game: AnyGame, played: Playthrough) -> Iterator[str]:
    yield f"{'=' * 20} seed {played.seed.hex()}"
    yield f"{'=' * 20} {played.seats} seats, {_json(dict(played.options))}"
    board: list[str] = []
    for number, step in enumerate(played.steps):
        yield ""
        yield f"--- {number} {_words(game, step)}"
        yield from _what_happened(game, step)
        yield from _what_changed(step)
        yield from _who_sees_more(game, played, step)
        drawn = game.draw(game.view(step.after[-1], None), NAMES[: played.seats]).text.split("\n")
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
    chart = game.chart(game.view(played.last, None), NAMES[: played.seats])
    if chart is not None:
        yield from (f"    {line}".rstrip() for line in chart.text.split("\n"))
    yield f"  {_json(game.figures(game.tally(played.events), 1))}"
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
    """Dataclasses as JSON has them, those inside with their names, so that one phase can be told from another."""
    if is_dataclass(value):
        return {field.name: _nested(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _nested(item) for key, item in value.items()}
    return [_nested(item) for item in value] if isinstance(value, tuple | list) else value


def _nested(value: Any) -> Any:
    return {"": type(value).__name__, **_plain(value)} if is_dataclass(value) else _plain(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _named(sentence: str) -> str:
    return spell(sentence, NAMES.__getitem__)


def first_difference(on_file: str, now: str) -> str:
    """Where two texts part, with a few lines of both."""
    old, new = on_file.split("\n"), now.split("\n")
    parted = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return "\n".join(
        [
            f"line {parted + 1}",
            *(f"  on file: {line}" for line in islice(old, parted, parted + 3)),
            *(f"  now:     {line}" for line in islice(new, parted, parted + 3)),
        ]
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES.values():
        path_of(game).write_text(written(game), "utf-8")


if __name__ == "__main__":
    main()
