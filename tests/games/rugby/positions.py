"""Positions for tests: written by hand, from random games, or entirely random."""

import random
from collections.abc import Iterator

from games.rugby import turns
from games.rugby.field import CELL_OF, CELLS, RED, TEAM, turned
from games.rugby.model import START, Position, Step, read_position

BEGINNING = read_position(START)


def put(ball: str, blue: str = "", red: str = "", mover: str = "b", *, first: bool = False) -> Position:
    """A position by the names of its cells; pieces that an example doesn't need are left out."""
    sides = [sum(1 << CELL_OF[name] for name in names.split()) for names in (blue, red)]
    return Position(sides[0], sides[1], CELL_OF[ball], "br".index(mover), first)


def reached(seed: int, count: int) -> Iterator[Position]:
    """Positions of random games, starting with the first."""
    rng = random.Random(seed)
    position = BEGINNING
    for _ in range(count):
        yield position
        found = turns.legal_turns(position)
        position = rng.choice(list(found.values())) if found else BEGINNING


def thrown(seed: int, count: int) -> Iterator[Position]:
    """Random positions; half of them crowded, so that scrums and enclosed balls are among them."""
    rng = random.Random(seed)
    for number in range(count):
        first_row = rng.choice([0, 0, 4, 8]) if number % 2 else 0
        room = range(5 * first_row, 5 * first_row + 20) if number % 2 else range(CELLS)
        ball, *pieces = rng.sample(room, 2 * TEAM + 1)
        yield Position(
            blue=sum(1 << cell for cell in pieces[:TEAM]),
            red=sum(1 << cell for cell in pieces[TEAM:]),
            ball=ball,
            side=rng.randrange(2),
            first=rng.random() < 0.1,
        )


def mirrored(position: Position) -> Position:
    """The board rotated by 180 degrees, with the colours swapped."""
    blue, red = (sum(1 << turned(c) for c in range(CELLS) if cells >> c & 1) for cells in (position.red, position.blue))
    moved = None if position.moved is None else turned(position.moved)
    return Position(blue, red, turned(position.ball), RED - position.side, position.first, moved)


def mirrored_step(step: Step) -> Step:
    return Step(turned(step.origin), turned(step.target), None if step.ball is None else turned(step.ball))
