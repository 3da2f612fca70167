"""The automatic players, which differ in how far they search."""

from collections import Counter

from games.chance import Chance
from games.language import lazy
from games.rugby import turns
from games.rugby.engine import core, search
from games.rugby.model import AnswerDraw, Move, PlayTurn, State, Step
from games.rugby.rules import REPETITIONS

LEVELS: tuple[str, ...] = ("club", "beginner", "expert")
NOTES = (  # measured: docs/balance.md
    lazy("Beats the beginner nearly always"),
    lazy("Every second step at random: who pushes ahead wins about half"),
    lazy("Thinks about a second a turn, and looks further ahead"),
)

_CLUB = 8_000  # nodes per step
# Compiled and plain: with the search for the second step, about a second per turn on one core, see `make bench`
_EXPERT = (2_400_000, 30_000)
_SECOND_STEP = 3  # the search for a second step gets this fraction of the nodes: half of the turn is known
_BEGINNER_DEPTH = 2
_BEGINNER_WHIM = 2  # one in this many steps is random: newcomers win about half of their games, see docs/balance.md
_HOPELESS = -150  # below this score it accepts a draw


def suggest(state: State, seat: int, chance: Chance, level: str = "") -> Move:
    """One step of the turn. Chance decides between equally good steps, and when a beginner doesn't think."""
    position = state.position
    if state.offer == 1 - seat:
        found = search.think(task_of(state), _CLUB)
        if found is None or found.score < _HOPELESS:
            return AnswerDraw(accept=True)
    if level == "beginner":
        return PlayTurn((_beginner(state, chance),))
    nodes = _CLUB
    if level == "expert":
        nodes = budget(_EXPERT) // (1 if position.moved is None else _SECOND_STEP)
    return PlayTurn((_searched(state, nodes, chance) or turns.legal_steps(position)[0],))


def budget(nodes: tuple[int, int]) -> int:
    """The nodes for this machine, of those for the compiled engine and for the plain one."""
    compiled, plain = nodes
    return compiled if search.is_compiled(search.machine()) else plain


def _searched(state: State, nodes: int, chance: Chance, deepest: int = search.DEEPEST) -> Step | None:
    """The best step: of several with the same score, the one that is tried first, so chance chooses their order."""
    order = chance.shuffled([turns.packed(step) for step in turns.candidates(state.position)])
    found = search.think(task_of(state), nodes, deepest=deepest, order=order)
    return turns.unpacked(found.steps[0]) if found else None


def _beginner(state: State, chance: Chance) -> Step:
    """A step found by looking one turn ahead; now and then a random one."""
    legal = turns.legal_steps(state.position)
    if chance.below(_BEGINNER_WHIM) == 0:
        return chance.choice(legal)
    return _searched(state, _CLUB, chance, _BEGINNER_DEPTH) or legal[0]


def task_of(state: State) -> search.Task:
    position = state.position
    seen = Counter(state.seen)
    return search.Task(
        own=position.own,
        opp=position.opp,
        ball=position.ball,
        side=position.side,
        first=position.first,
        moved=core.NONE if position.moved is None else position.moved,
        repeated=tuple(_key(cells) for cells, times in seen.items() if times >= REPETITIONS - 1),
    )


def _key(cells: int) -> int:
    mask = (1 << 60) - 1
    return search.key_of(cells & mask, cells >> 60 & mask, cells >> 120)
