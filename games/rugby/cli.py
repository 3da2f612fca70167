"""Two command-line tools for Scrum Rugby: `perft` counts turns, `engine` plays. Both answer line by line.

A line they can't read is answered with `{"error": "…"}`, and they continue with the next.
"""

import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.chance import Chance
from games.contract import IllegalMove
from games.rugby import turns
from games.rugby.engine import search
from games.rugby.field import SIDES
from games.rugby.model import PlayTurn, State, Unreadable, read_position, read_turn, turn_text
from games.rugby.player import task_of
from games.rugby.rules import decide, start
from games.rugby.turns import evolve
from games.text import spell
from games.values import value

_FEW = 200  # positions that are counted without the compiled core
_MAX_SECONDS = 600.0
_RESULTS = {None: None, 0: "blue", 1: "red", turns.DRAW: "draw"}
_NO_CHANCE = Chance(bytes(32))


def _side(seat: int) -> str:
    return str(SIDES[seat])


class BadLine(ValueError):
    """A line that can't be read; says what is wrong with it."""


def _answers(lines: Iterable[str], answer: Callable[[str], dict[str, Any]]) -> Iterator[str]:
    for line in lines:
        try:
            found = answer(line.strip())
        except IllegalMove as refused:
            found = {"error": spell(refused.sentence, _side)}
        except (BadLine, Unreadable) as fault:
            found = {"error": str(fault)}
        yield json.dumps(found)


# --- counting --------------------------------------------------------------------------------------------------------


def perft(lines: Iterable[str], depth: int = 1) -> Iterator[str]:
    """The turns of each position, the positions they lead to, whether it is a scrum, and its result."""

    numbers = itertools.count(1)

    def answer(line: str) -> dict[str, Any]:
        position = read_position(line)
        # a few positions are counted faster than the compiler loads
        # which engine counts changes the time, not the numbers
        few = depth == 1 and next(numbers) <= _FEW  # pragma: no mutate
        counts = turns.count(position, depth, search.machine(compiled=False) if few else search.machine())
        return {
            "turns": counts.turns,
            "positions": counts.positions,
            "scrum": turns.is_scrum(position),
            "result": _RESULTS[turns.result_of(position)],
        }

    return _answers(lines, answer)


# --- playing ---------------------------------------------------------------------------------------------------------


@value
class _EngineRequest:
    """A request to the engine: `{"moves": ["c4-c5", …], "seconds": 1.0}`; `nodes` makes the answer reproducible."""

    moves: tuple[str, ...]
    seconds: float
    nodes: int | None


def play(lines: Iterable[str], now: Callable[[], float]) -> Iterator[str]:
    """The turn that the engine would play after each list of turns."""
    # compile before the first clock starts
    search.think(task_of(_state(())), 1_000)

    def answer(line: str) -> dict[str, Any]:
        request = read_request(line)
        state = _state(request.moves)
        if state.over is not None:
            winner = "nobody" if state.over.winner is None else SIDES[state.over.winner]
            raise BadLine(f"This game ended after turn {state.turns}, won by {winner} ({state.over.reason}).")
        if request.nodes is not None:
            found = search.think(task_of(state), request.nodes)
        else:
            found = search.think(task_of(state), seconds=request.seconds, now=now)
        assert found is not None, "a game without a legal turn is over"
        steps = tuple(turns.unpacked(code) for code in found.steps)
        return {"turn": turn_text(steps), "score": found.score, "nodes": found.nodes, "depth": found.depth}

    return _answers(lines, answer)


def read_request(line: str) -> _EngineRequest:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise BadLine('A line must be JSON: {"moves": ["c4-c5"], "seconds": 1.0}.') from fault
    if not isinstance(asked, dict):
        raise BadLine('A line must be a JSON object: {"moves": ["c4-c5"], "seconds": 1.0}.')
    unknown = sorted(set(asked) - {"moves", "seconds", "nodes"})
    if unknown:
        raise BadLine(f"Unknown key {unknown[0]!r}; use moves, seconds or nodes.")
    moves = asked.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadLine('"moves" must be a list of turns such as "c4-c5,a6xb6>c7".')
    seconds, nodes = asked.get("seconds", 1.0), asked.get("nodes")
    # True is an int to Python, and NaN is a number to its JSON
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= _MAX_SECONDS:
        raise BadLine(f'"seconds" must be a number above 0, at most {_MAX_SECONDS:g}.')
    if nodes is not None and (isinstance(nodes, bool) or not isinstance(nodes, int) or not 0 < nodes < 1 << 40):
        raise BadLine('"nodes" must be a whole number above 0.')
    return _EngineRequest(tuple(moves), float(seconds), nodes)


def _state(moves: Iterable[str]) -> State:
    """The state after these turns."""
    state = evolve(None, start(2, {}, _NO_CHANCE)[0])  # pragma: no mutate: it starts the same with any number
    for number, text in enumerate(moves, start=1):
        try:
            events = decide(state, state.position.side, PlayTurn(read_turn(text)), _NO_CHANCE)
        except IllegalMove as refused:
            raise BadLine(f"Turn {number}, {text}: {spell(refused.sentence, _side)}") from refused
        except Unreadable as fault:
            raise BadLine(f"Turn {number}: {fault}") from fault
        for event in events:
            state = evolve(state, event)
        if state.over is None and state.position.moved is not None:
            raise BadLine(f"Turn {number}, {text}: this turn needs a second step.")
    return state
