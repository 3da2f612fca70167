"""Iterative deepening around the core's search, until the nodes or the time are used up."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from games.rugby.engine import core
from games.rugby.engine.shim import Room
from games.values import value

# --- weights ---------------------------------------------------------------------------------------------------------

# By how far the ball has advanced, 0 to 11 rows; each: touched by nobody, the opponent, the side to move, both
BALL: Final = (
    *(-192, -232, -196, -192),
    *(-159, -347, -35, -95),
    *(-100, -127, -42, -42),
    *(-71, -36, -35, -32),
    *(-51, -14, -36, -17),
    *(-18, -3, -18, -3),
    *(1, 2, 3, 14),
    *(60, 11, 15, 33),
    *(93, 13, 65, 49),
    *(101, 13, 231, 87),
    *(165, 36, 343, 164),
    *(192, 245, 232, 192),
)
# A piece's value to its side, by rows ahead of the ball, -4 to 4; each: columns to the side, 0 to 3
PIECES: Final = (
    *(1, 2, 2, -4),
    *(2, 3, 6, -5),
    *(4, 5, 5, -3),
    *(4, 8, 6, -2),
    *(0, 1, 3, -4),
    *(3, 4, 2, -6),
    *(4, 3, 2, -7),
    *(4, 2, 0, -5),
    *(-8, -6, -9, -15),
)
# The ball can be pushed ahead: with 0, 1, 2 or more pieces to push it again; the same for the opponent; the side to
# move touches the ball with several pieces, the opponent does; bound in a scrum, in a scrum but not bound, two exits
_FLAGS: Final = (
    *(-7, 12, 21, 22),
    *(12, -1, -3, -4),
    *(9, 3, -57, 28, 5),
)

WEIGHTS: Final = (*BALL, *PIECES, *_FLAGS)

DEEPEST = 40
_FIRST_LIMIT = 1_000_000  # nodes of the shallowest search; no known position needs that many
_FIRST_CHECK = 20_000  # nodes before the first look at the clock, while the speed of this machine is unknown
_CHECK_EVERY = 0.25  # seconds between looks at the clock
_UNLIMITED = 1 << 60
_TIE_BREAK = 4  # the most that an order adds: no more than one cutoff two steps deep, so it only breaks ties
_DRAW = -60  # a draw's score for the side that thinks: with 0, a third of the games between equals are drawn
_MAX_REPEATED = 150  # repeated positions that fit in a search's memory; the latest are the likeliest to recur


@value
class Found:
    """The best continuation: one or two steps, the score for the side to move, and the effort it took."""

    steps: tuple[int, ...]
    score: int
    nodes: int
    depth: int


@value
class Task:
    """A position in the core's form; `moved` is the cell of the piece that made the first step of the turn."""

    own: int
    opp: int
    ball: int
    side: int
    first: bool = False
    moved: int = core.NONE
    repeated: tuple[int, ...] = ()  # keys of positions seen twice: once more is a draw


@cache
def machine(*, compiled: bool | None = None) -> ModuleType:
    """The core, compiled if numba is installed (or as `compiled` says)."""
    if compiled is None:
        compiled = find_spec("numba") is not None
    return import_module("games.rugby.engine.compiled") if compiled else core


def is_compiled(engine: ModuleType) -> bool:
    return engine is not core


def key_of(blue: int, red: int, ball: int) -> int:
    """The hash key of a position, whichever side is to move."""
    key = core.BALL_KEYS[ball]
    for side, pieces in enumerate((blue, red)):
        for cell in range(60):
            if pieces >> cell & 1:
                key ^= core.PIECE_KEYS[64 * side + cell]
    return key


def room_for(engine: ModuleType, bits: int = 14, weights: Iterable[int] = WEIGHTS) -> Room:
    """Working memory for a search that remembers 2 ** bits positions."""
    room: Room = engine.zeros(core.TABLE + (2 << bits))
    room[core.MASK] = (1 << bits) - 1
    for number, weight in enumerate(weights):
        room[core.WEIGHTS + number] = weight
    return room


def think(
    task: Task,
    nodes: int = _UNLIMITED,
    *,
    seconds: float = 0.0,
    now: Callable[[], float] | None = None,
    deepest: int = DEEPEST,
    engine: ModuleType | None = None,
    bits: int | None = None,
    weights: Iterable[int] = WEIGHTS,
    order: Sequence[int] = (),
    draw: int = _DRAW,
) -> Found | None:
    """The best continuation found within `nodes`, or `seconds` by the clock `now`; None if there's no legal one.

    `order`: packed steps in the order to try them, as far as nothing else is known about them: the first of several
    equally good ones is chosen. `draw`: what a draw is worth to the side that thinks.
    """
    engine = engine or machine()
    if bits is None:
        bits = (20 if is_compiled(engine) else 16) if nodes > 200_000 else 14
    room = room_for(engine, bits, weights)
    room[core.SHORT] = int(task.first)
    room[core.DRAWN + task.side], room[core.DRAWN + 1 - task.side] = draw, -draw
    for rank, step in enumerate(reversed(order)):
        room[core.HISTORY + 4096 * task.side + 64 * (step & 63) + (step >> 6 & 63)] = _TIE_BREAK * rank // len(order)
    repeated = task.repeated[-_MAX_REPEATED:]
    for index, key in enumerate(repeated):
        room[core.PATH + index] = key
    boards = (task.own, task.opp) if task.side == 0 else (task.opp, task.own)
    cells = key_of(*boards, task.ball)
    started = now() if now else 0.0
    found: Found | None = None
    shallowest = 1 if task.moved != core.NONE else 2
    for depth in range(shallowest, deepest + 1):
        done = False
        while not done:
            # the shallowest search ignores the budget, so that there is always an answer: a few thousand nodes
            first = depth == shallowest
            room[core.LIMIT] = _FIRST_LIMIT if first else min(nodes, _node_limit(room, started, seconds, now))
            room[core.STOPPED] = 0
            room[core.PATH_LENGTH] = len(repeated)
            room[core.STEP_1] = -1
            score = engine.search(
                task.own, task.opp, task.ball, task.side, task.moved, core.NONE, cells,
                depth, -core.WIN, core.WIN, 0, room,
            )  # fmt: skip
            done = not room[core.STOPPED]
            if room[core.STEP_1] >= 0:
                steps = tuple(int(room[at]) for at in (core.STEP_1, core.STEP_2) if room[at] >= 0)
                # an interrupted search tried the best continuation so far first, so it can only have improved on it
                found = Found(steps, int(score) if done or found is None else found.score, int(room[core.NODES]), depth)
            if room[core.NODES] >= nodes or (first and not done) or (now and now() - started >= seconds):
                return found
        if found is None or abs(found.score) > core.WIN - 1000:
            break
    return found


def _node_limit(room: Room, started: float, seconds: float, now: Callable[[], float] | None) -> int:
    """The node count at which to look at the clock again."""
    if now is None:
        return _UNLIMITED
    spent = now() - started
    if room[core.NODES] < _FIRST_CHECK or spent <= 0:
        return _FIRST_CHECK
    ahead = min(_CHECK_EVERY, max(seconds - spent, 0.0))
    return int(room[core.NODES] + max(200, ahead * room[core.NODES] / spent))
