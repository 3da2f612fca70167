"""Positions to try things on: written by hand, reached by play, thrown together."""

import random
from collections.abc import Iterator

from games.rugby import turns
from games.rugby.field import CELL_OF, CELLS, RED, TEAM, turned
from games.rugby.model import Position, Step
from games.rugby.notation import START, read_position

BEGINNING = read_position(START)


def put(ball: str, blue: str = "", red: str = "", mover: str = "b", *, first: bool = False) -> Position:
    """A position by the names of its cells; pieces that an example does not need may be left out."""
    sides = [sum(1 << CELL_OF[name] for name in names.split()) for names in (blue, red)]
    return Position(sides[0], sides[1], CELL_OF[ball], "br".index(mover), first)


def reached(seed: int, count: int) -> Iterator[Position]:
    """Positions on the way of random games, the beginning included."""
    whim = random.Random(seed)
    position = BEGINNING
    for _ in range(count):
        yield position
        found = turns.legal_turns(position)
        position = whim.choice(list(found.values())) if found else BEGINNING


def thrown(seed: int, count: int) -> Iterator[Position]:
    """Pieces and ball anywhere; half of them crowded, so that scrums and enclosed balls are among them."""
    whim = random.Random(seed)
    for number in range(count):
        first_row = whim.choice([0, 0, 4, 8]) if number % 2 else 0
        room = range(5 * first_row, 5 * first_row + 20) if number % 2 else range(CELLS)
        ball, *pieces = whim.sample(room, 2 * TEAM + 1)
        yield Position(
            blue=sum(1 << cell for cell in pieces[:TEAM]),
            red=sum(1 << cell for cell in pieces[TEAM:]),
            ball=ball,
            side=whim.randrange(2),
            first=whim.random() < 0.1,
        )


def mirrored(position: Position) -> Position:
    """The board turned by half a circle and the colours swapped."""
    blue, red = (sum(1 << turned(c) for c in range(CELLS) if cells >> c & 1) for cells in (position.red, position.blue))
    moved = None if position.moved is None else turned(position.moved)
    return Position(blue, red, turned(position.ball), RED - position.side, position.first, moved)


def mirrored_step(step: Step) -> Step:
    return Step(turned(step.origin), turned(step.target), None if step.ball is None else turned(step.ball))
