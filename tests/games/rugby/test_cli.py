"""The two programs for Scrum: one line in, one line out, whatever the line is."""

import json
from collections.abc import Iterable
from itertools import count
from typing import Any

import pytest

from games.rugby.cli import perft, play
from games.rugby.notation import START
from tests.games.rugby.positions import reached, thrown

WON = "2o2/r1b1r/2r2/1r3/r1r2/5/b1b2/1b3/2b2/b3b/5/2r2 r -"
SCRUM = "2r2/4r/2r2/5/1r3/or3/bb1r1/5/1bb2/b1b1b/5/4r r -"


def counted(lines: Iterable[str], depth: int = 1) -> list[dict[str, Any]]:
    return [json.loads(line) for line in perft(lines, depth)]


def asked(*lines: str) -> list[dict[str, Any]]:
    ticks = count()
    return [json.loads(line) for line in play(lines, lambda: 0.05 * next(ticks))]


# --- perft ---------------------------------------------------------------------------------------------------------


def test_perft() -> None:
    """The start has 53 turns to 53 positions."""
    assert counted([START + "\n"]) == [{"turns": 53, "positions": 53, "scrum": False, "result": None}]


def test_perft_two_turns() -> None:
    """Two turns deep it has 66,273 sequences to 32,533 positions."""
    assert counted([START], 2) == [{"turns": 66_273, "positions": 32_533, "scrum": False, "result": None}]


def test_perft_finished() -> None:
    """A finished position has no turns and says who has won."""
    assert counted([WON]) == [{"turns": 0, "positions": 0, "scrum": False, "result": "blue"}]
    assert counted([WON], 2)[0]["turns"] == 0


def test_perft_scrum() -> None:
    """A scrum is told, and has a push or two."""
    (found,) = counted([SCRUM])
    assert found["scrum"] is True
    assert found["turns"] <= 7


@pytest.mark.parametrize(
    "line",
    ["", "garbage", "\x00", START.replace("bob2", "bbb2"), START.replace("2b2/5 b", "5/5 b"), "9" * 100_000, "/" * 500],
)
def test_perft_bad_line(line: str) -> None:
    """A bad position is answered with the reason, and the next one is counted."""
    bad, good = counted([line, START])
    assert set(bad) == {"error"}
    assert bad["error"].endswith(".")
    assert good["turns"] == 53


# --- engine --------------------------------------------------------------------------------------------------------


def test_engine() -> None:
    """It answers with a turn, what it thinks of it, and how hard it was."""
    (found,) = asked('{"moves": [], "seconds": 0.5}')
    assert set(found) == {"turn", "score", "nodes", "depth"}
    assert found["turn"].count(",") == 0
    assert found["depth"] >= 2


def test_engine_goes_on() -> None:
    """Its own turns are accepted as moves: it can play a game against itself."""
    moves: list[str] = []
    for _ in range(8):
        (found,) = asked(json.dumps({"moves": moves, "nodes": 500}))
        moves.append(found["turn"])
    assert len(moves) == 8


def test_engine_nodes() -> None:
    """With a number of nodes instead of a time the answer is the same every time."""
    line = '{"moves": ["c4-c5"], "nodes": 3000}'
    assert asked(line, line)[0] == asked(line)[0]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "JSON"),
        ("nonsense", "JSON"),
        ("[" * 5_000, "JSON"),
        ("[]", "object"),
        ('{"moves": "c4-c5"}', "list of turns"),
        ('{"moves": [1]}', "list of turns"),
        ('{"moves": [], "seconds": -1}', "seconds"),
        ('{"moves": [], "seconds": NaN}', "seconds"),
        ('{"moves": [], "seconds": true}', "seconds"),
        ('{"moves": [], "seconds": "1"}', "seconds"),
        ('{"moves": [], "nodes": 1.5}', "nodes"),
        ('{"moves": [], "time": 1}', "time"),
        ('{"moves": ["c4-c9"]}', "Turn 1, c4-c9: c4 to c9 is too far"),
        ('{"moves": ["c4-c5", "zz"]}', "Turn 2: “zz” is no step"),
        ('{"moves": ["c4-c5", "a8-a7"]}', "Turn 2, a8-a7: a turn has two steps"),
        ('{"moves": ["c4-c5", "a8-a7,a7-a6"]}', "Turn 2"),
        ('{"moves": ["a8-a7"]}', "you play Blue"),
    ],
)
def test_engine_bad_line(line: str, words: str) -> None:
    """A bad line is answered with the reason, and the next one is played."""
    bad, good = asked(line, '{"moves": [], "nodes": 300}')
    assert set(bad) == {"error"}
    assert words in bad["error"]
    assert "turn" in good


def test_positions_are_counted_one_by_one() -> None:
    """Many lines are answered in their order."""
    from games.rugby.notation import position_text  # noqa: PLC0415

    positions = [*reached(31, 5), *thrown(31, 5)]
    assert len(counted(position_text(position) for position in positions)) == 10
