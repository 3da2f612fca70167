"""The two command-line tools for Scrum: one line in, one line out, whatever the line is."""

import json
from collections.abc import Iterable
from itertools import count
from typing import Any

import pytest

from games.rugby.cli import BadLine, perft, play, read_request
from games.rugby.model import START, position_text
from games.rugby.turns import legal_turns
from tests.games.rugby.positions import reached, thrown

WON = "2o2/r1b1r/2r2/1r3/r1r2/5/b1b2/1b3/2b2/b3b/5/2r2 r -"
SCRUM = "2r2/4r/2r2/5/1r3/or3/bb1r1/5/1bb2/b1b1b/5/4r r -"


def counted(lines: Iterable[str], depth: int = 1) -> list[dict[str, Any]]:
    return [json.loads(line) for line in perft(lines, depth)]


def asked(*lines: str) -> list[dict[str, Any]]:
    ticks = count()
    return [json.loads(line) for line in play(lines, lambda: 0.05 * next(ticks))]


# --- perft ---------------------------------------------------------------------------------------------------------


def test_perft_counts_the_turns_of_the_start() -> None:
    """53 turns lead to 53 positions."""
    assert counted([START + "\n"]) == [{"turns": 53, "positions": 53, "scrum": False, "result": None}]


def test_perft_counts_two_turns_deep() -> None:
    """66,273 sequences lead to 32,533 positions."""
    assert counted([str(START)], 2) == [{"turns": 66_273, "positions": 32_533, "scrum": False, "result": None}]


def test_perft_says_who_has_won() -> None:
    """A finished position has no turns."""
    assert counted([WON]) == [{"turns": 0, "positions": 0, "scrum": False, "result": "blue"}]
    assert counted([WON], 2)[0]["turns"] == 0


def test_perft_recognises_a_scrum() -> None:
    """It has as many turns as pieces that can push, at most seven."""
    (found,) = counted([SCRUM])
    assert found["scrum"] is True
    assert found["turns"] <= 7


@pytest.mark.parametrize(
    "line",
    ["", "garbage", "\x00", START.replace("bob2", "bbb2"), START.replace("2b2/5 b", "5/5 b"), "9" * 100_000, "/" * 500],
)
def test_perft_explains_a_bad_line_and_continues(line: str) -> None:
    """The next position is counted."""
    bad, good = counted([line, str(START)])
    assert set(bad) == {"error"}
    assert bad["error"].endswith(".")
    assert good["turns"] == 53


# --- engine --------------------------------------------------------------------------------------------------------


def test_the_engine_answers_with_a_turn() -> None:
    """With its score, the number of nodes and the depth."""
    (found,) = asked('{"moves": [], "seconds": 0.5}')
    assert set(found) == {"turn", "score", "nodes", "depth"}
    assert found["turn"].count(",") == 0
    assert found["depth"] >= 2


def test_the_engine_can_play_against_itself() -> None:
    """Its own turns are accepted as moves."""
    moves: list[str] = []
    for _ in range(8):
        (found,) = asked(json.dumps({"moves": moves, "nodes": 500}))
        moves.append(found["turn"])
    assert len(moves) == 8


def test_the_engine_is_deterministic_for_a_number_of_nodes() -> None:
    """The same line gets the same answer, also in another run."""
    line = '{"moves": ["c4-c5"], "nodes": 3000}'
    first, second = asked(line, line)
    assert first == second == asked(line)[0]


@pytest.mark.parametrize("wanted", ['"seconds": 600', '"seconds": 0.01', '"nodes": 1', f'"nodes": {(1 << 40) - 1}'])
def test_the_most_and_the_least_that_the_engine_accepts(wanted: str) -> None:
    """Up to ten minutes, and at least one node."""
    assert read_request(f"{{{wanted}}}").moves == ()


@pytest.mark.parametrize("wanted", ['"seconds": 600.1', '"seconds": 0', '"nodes": 0', f'"nodes": {1 << 40}'])
def test_what_the_engine_refuses_beyond_that(wanted: str) -> None:
    """No time at all, more than ten minutes, no nodes, more nodes than it can count."""
    with pytest.raises(BadLine, match="must be a"):
        read_request(f"{{{wanted}}}")


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
        ('{"moves": ["c4-c9"]}', "Turn 1, c4-c9: c4 to c9 isn’t one step"),
        ('{"moves": ["c4-c5", "zz"]}', "Turn 2: “zz” isn’t a step"),
        ('{"moves": ["c4-c5", "a8-a7"]}', "Turn 2, a8-a7: this turn needs a second step"),
        ('{"moves": ["c4-c5", "a8-a7,a7-a6"]}', "Turn 2"),
        ('{"moves": ["a8-a7"]}', "you play Blue"),
    ],
)
def test_the_engine_explains_a_bad_line_and_continues(line: str, words: str) -> None:
    """The next line gets a turn."""
    bad, good = asked(line, '{"moves": [], "nodes": 300}')
    assert set(bad) == {"error"}
    assert words in bad["error"]
    assert "turn" in good


def test_perft_answers_lines_in_their_order() -> None:
    """Each answer has the number of legal turns of its position."""
    positions = [*reached(31, 5), *thrown(31, 5)]
    answers = counted(position_text(position) for position in positions)
    assert [answer["turns"] for answer in answers] == [len(legal_turns(position)) for position in positions]
