"""The search: it finds goals, plays by the rules, and gives the same answers with and without a compiler."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.chance import Chance
from games.contract import suggested
from games.rugby import turns
from games.rugby.engine import core, search
from games.rugby.engine.shim import count_bits
from games.rugby.model import AnswerDraw, Finished, PlayTurn, Position, State, Step, turn_text
from games.rugby.player import LEVELS, suggest, task_of
from tests.games.rugby.build import CHANCE, GAME, game_from, then
from tests.games.rugby.positions import BEGINNING, mirrored, put, reached, thrown

PLAIN = search.machine(compiled=False)
WIN_IN_ONE = put("c10", blue="c9 b11 a1", red="a5 b5 c5 e12")
# no turn scores yet, but after the best one the next turn does, whatever the other side plays
WIN_IN_TWO = put("c9", blue="c8 b10 d9 a1", red="a2 b2 c2 d2")


def best(position: Position, nodes: int = 20_000) -> tuple[str, search.Found]:
    found = search.think(task_of(game_from(position)), nodes)
    assert found is not None
    return turn_text(tuple(turns.unpacked(code) for code in found.steps)), found


@given(cells=st.integers(0, 2**63 - 1))
@example(cells=2**63 - 1)
def test_bits_are_counted_without_a_method(cells: int) -> None:
    """As the compiler needs it."""
    assert count_bits(cells) == cells.bit_count()


@pytest.mark.parametrize("turn_it", [False, True], ids=["blue", "red"])
def test_it_finds_a_goal_in_this_turn(turn_it: bool) -> None:  # noqa: FBT001  a parameter of the test
    """Two pushes score, for either side."""
    position = mirrored(WIN_IN_ONE) if turn_it else WIN_IN_ONE
    _, found = best(position, 50_000)
    assert found.depth == 2  # it looks no further
    steps = tuple(turns.unpacked(code) for code in found.steps)
    assert turns.scorer(turns.legal_turns(position)[steps]) == position.side
    assert found.score > core.WIN - 10


@pytest.mark.parametrize("turn_it", [False, True], ids=["blue", "red"])
def test_it_finds_a_goal_in_its_next_turn(turn_it: bool) -> None:  # noqa: FBT001
    """And scores it whatever the other side does in between."""
    position = mirrored(WIN_IN_TWO) if turn_it else WIN_IN_TWO
    assert not any(turns.scorer(end) == position.side for end in turns.legal_turns(position).values())
    _, found = best(position)
    assert found.score > core.WIN - 20
    steps = tuple(turns.unpacked(code) for code in found.steps)
    middle = turns.legal_turns(position)[steps]
    for following in list(turns.legal_turns(middle).values())[::9]:
        if turns.result_of(following) is None:
            _, last = best(following, 3_000)
            assert last.score > core.WIN - 10


def test_it_prevents_a_goal() -> None:
    """It takes the ball away if nothing else saves the game."""
    position = put("c2", blue="c3 b4 a9", red="d3 b1 e9 e8")
    _, found = best(position)
    end = turns.legal_turns(position)[tuple(turns.unpacked(code) for code in found.steps)]
    assert not any(turns.scorer(answer) == 1 for answer in turns.legal_turns(end).values())


def test_it_plays_only_legal_turns() -> None:
    """In any position; None if there is no legal turn."""
    for position in [*reached(11, 40), *thrown(11, 100)]:
        legal = turns.legal_turns(position)
        if turns.scorer(position) is not None:
            continue
        found = search.think(task_of(game_from(position)), 400)
        if found is None:
            assert not legal
        else:
            assert tuple(turns.unpacked(code) for code in found.steps) in legal


def test_in_the_middle_of_a_turn_it_answers_with_one_legal_step() -> None:
    """In many positions of a random game."""
    for position in reached(12, 30):
        if turns.duty(position) != core.TWO or turns.result_of(position) is not None:
            continue
        step = turns.legal_steps(position)[-1]
        between = turns.after(position, step)
        if turns.outcome_of(position, between) == core.GOAL:
            continue
        found = search.think(task_of(game_from(between)), 300)
        assert found is not None
        assert len(found.steps) == 1
        assert turns.unpacked(found.steps[0]) in turns.legal_steps(between)


def test_the_same_nodes_give_the_same_answer() -> None:
    """With the same score and depth."""
    task = task_of(game_from(next(iter(reached(13, 1)))))
    assert search.think(task, 5_000) == search.think(task, 5_000)


def test_the_order_decides_only_between_equal_scores() -> None:
    """A whole search finds the same score in any order; in some positions another turn reaches it."""
    varied = 0
    for position in list(reached(3, 14))[1::3]:
        task, steps = task_of(game_from(position)), [turns.packed(step) for step in turns.candidates(position)]
        found = [search.think(task, deepest=2, engine=PLAIN, order=order) for order in (steps, steps[::-1])]
        assert len({each and each.score for each in found}) == 1
        varied += len({each and each.steps for each in found}) > 1
    assert varied


def test_compiled_and_plain_searches_agree() -> None:
    """On the turn, the score and the number of nodes."""
    pytest.importorskip("numba")
    compiled = search.machine(compiled=True)
    positions = [BEGINNING, WIN_IN_TWO, mirrored(WIN_IN_TWO), *list(reached(14, 12))[4:], *thrown(14, 8)]
    for position in positions:
        task = task_of(game_from(position))
        order = [turns.packed(step) for step in turns.candidates(position)]
        one, two = (search.think(task, 2_500, engine=engine, order=order) for engine in (compiled, PLAIN))
        assert one == two


def test_a_mirrored_position_has_the_same_score() -> None:
    """Searched to the same depth."""
    for position in list(reached(15, 8))[2:]:
        values = [
            search.think(task_of(game_from(each)), deepest=2, engine=PLAIN) for each in (position, mirrored(position))
        ]
        assert values[0] is not None
        assert values[1] is not None
        assert values[0].score == values[1].score


def test_it_avoids_repetition_when_ahead() -> None:
    """It knows that the third occurrence of a position is a draw."""
    position = put("c9", blue="c8 b8 d8 a1", red="c12 b12 d12 e12")
    _, found = best(position, 3_000)
    end = turns.legal_turns(position)[tuple(turns.unpacked(code) for code in found.steps)]
    state = State(position, seen=(end.cells, end.cells))
    assert task_of(state).repeated == (search.key_of(end.blue, end.red, end.ball),)
    other = search.think(task_of(state), 3_000)
    assert other is not None
    assert other.steps != found.steps


# --- time ----------------------------------------------------------------------------------------------------------


def ticking(step: float) -> Callable[[], float]:
    """A clock that advances by `step` every time somebody looks at it."""
    ticks: Iterator[int] = count()
    return lambda: step * next(ticks)


def test_it_stops_when_the_time_is_up() -> None:
    """With a legal turn."""
    found = search.think(task_of(game_from(BEGINNING)), seconds=1.0, now=ticking(0.2), engine=PLAIN)
    assert found is not None
    assert tuple(turns.unpacked(code) for code in found.steps) in turns.legal_turns(BEGINNING)


def test_it_has_an_answer_even_with_very_few_nodes() -> None:
    """The shallowest search is always finished."""
    for nodes in (1, 2, 5, 50):
        found = search.think(task_of(game_from(BEGINNING)), nodes)
        assert found is not None
        assert tuple(turns.unpacked(code) for code in found.steps) in turns.legal_turns(BEGINNING)


# --- the automatic players -----------------------------------------------------------------------------------------


def played_out(blue: str, red: str, seed: int, most: int = 400) -> State:
    """A game between two levels; “person” makes random steps."""
    chance = Chance(bytes([seed]) * 32)
    state = GAME.evolve(None, GAME.start(2, {}, chance)[0])
    for number in range(most):
        if state.over is not None:
            break
        seat = state.position.side
        level = (blue, red)[seat]
        legal = GAME.moves(state, seat)
        if level == "person":
            move = chance.apart(str(number)).choice([each for each in legal if isinstance(each, PlayTurn)])
        else:
            move = suggested(GAME, state, seat, chance.apart(str(number)), level)  # type: ignore[assignment]
        assert move in legal
        state = then(state, GAME.decide(state, seat, move, chance))
    return state


@pytest.mark.parametrize("level", ["club", "beginner"])
def test_the_levels_win_against_random_steps(level: str) -> None:
    """As Blue and as Red."""
    for opponent, seat in ((("person", level), 1), ((level, "person"), 0)):
        state = played_out(*opponent, seed=seat + 1)
        assert state.over is not None
        assert state.over.winner == seat


def test_a_beginner_often_makes_a_random_step() -> None:
    """About every other time it misses a goal that a club player always finds."""
    state = game_from(WIN_IN_ONE)
    chances = [bytes([number] * 32) for number in range(40)]
    first_steps = {steps[0] for steps, end in turns.legal_turns(WIN_IN_ONE).items() if turns.scorer(end) == 0}
    scores = {level: sum(_step(state, Chance(each), level) in first_steps for each in chances) for level in LEVELS[:2]}
    assert scores["club"] == len(chances)
    assert len(chances) // 4 < scores["beginner"] < 3 * len(chances) // 4


def _step(state: State, chance: Chance, level: str) -> Step:
    move = suggest(state, state.position.side, chance, level)
    assert isinstance(move, PlayTurn)
    return move.steps[0]


def test_equally_good_steps_are_chosen_by_chance() -> None:
    """And the same chance gives the same step. Expert only searches longer."""
    state = game_from(list(reached(3, 5))[4])
    found, again = ([_step(state, Chance(bytes([number] * 32)), "club") for number in range(6)] for _ in range(2))
    assert len(set(found)) > 1
    assert found == again


def test_club_is_stronger_than_beginner() -> None:
    """It wins as Blue and as Red."""
    pytest.importorskip("numba")  # fast enough only when compiled
    wins = [played_out("club", "beginner", 5), played_out("beginner", "club", 6)]
    assert [state.over and state.over.winner for state in wins] == [0, 1]


def test_every_level_makes_legal_and_repeatable_steps() -> None:
    """Club is the default."""
    assert LEVELS[0] == "club"
    state = game_from(BEGINNING)
    for level in LEVELS:
        move = suggest(state, 0, Chance(bytes(32)), level)
        assert move in GAME.moves(state, 0)
        assert move == suggest(state, 0, Chance(bytes(32)), level)
    assert suggest(state, 0, Chance(bytes(32))) == suggest(state, 0, Chance(bytes(32)), "club")


def test_it_accepts_a_draw_only_when_it_is_losing() -> None:
    """When it is ahead it plays on, as Blue and as Red."""
    position = put("c9", blue="c8 b8 d8 a1", red="a2 b2 c2 e2", mover="b")
    as_blue, as_red = State(position, offer=1), State(mirrored(position), offer=0)
    lost = State(put("c10", blue="c9 b11 d8 a1", red="a2 b2 c2 e2", mover="r"), offer=0)
    assert isinstance(suggest(as_blue, 0, CHANCE), PlayTurn)
    assert isinstance(suggest(as_red, 1, CHANCE), PlayTurn)
    assert suggest(lost, 1, CHANCE) == AnswerDraw(accept=True)


def hint(position: Position) -> str:
    return GAME.shows.answer(GAME.view(game_from(position), position.side), "hint", {}, ("Ann", "Ben")).text


def test_a_hint_can_be_typed_as_it_is() -> None:
    """It says what the turn does."""
    text = hint(WIN_IN_ONE)
    assert text.endswith("That’s a goal.")
    typed = text.split("`")[1].removeprefix("/scrum move ")
    move = GAME.read(game_from(WIN_IN_ONE), 0, "move", {"turn": typed})
    assert GAME.decide(game_from(WIN_IN_ONE), 0, move, CHANCE)[-1] == Finished(0, "goal", 1)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (WIN_IN_TWO, "It leads to a goal, whatever the other side does."),
        (put("c2", blue="c3 b4 a9", red="d3 b1 e9 e8"), "It keeps Red from scoring on the next turn."),
        (put("c5", blue="c4 b4 d3 e1", red="a12 b12 d12 e12"), "It brings the ball a row forward, to c6."),
    ],
)
def test_a_hint_has_a_reason(position: Position, reason: str) -> None:
    """What the turn prevents or gains, and who is ahead."""
    assert reason in hint(position)


def test_a_draw_is_avoided_by_whoever_thinks() -> None:
    """Even a slightly worse position is preferred to a third repetition; a lost one isn't."""
    position = list(reached(14, 12))[6]
    task = task_of(game_from(position))
    even = search.think(task, 3_000)
    assert even is not None
    end = turns.legal_turns(position)[tuple(turns.unpacked(code) for code in even.steps)]
    state = State(position, seen=(end.cells, end.cells))
    draws = [search.think(task_of(state), deepest=2, engine=PLAIN, draw=draw) for draw in (-60, 20_000)]
    assert draws[0] is not None
    assert draws[1] is not None
    assert draws[0].steps != draws[1].steps
    assert draws[1].score == 20_000


def test_hints_can_be_off() -> None:
    """A trainer may want both sides to find their own way."""
    state = GAME.evolve(None, GAME.start(2, {"hints": "off"}, CHANCE)[0])
    assert GAME.shows.answer(GAME.view(state, 0), "hint", {}, ("Ann", "Ben")).text.startswith("Hints are switched off")
