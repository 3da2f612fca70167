"""The search: it finds what is there, plays by the rules, and does the same with and without a compiler."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from games.chance import Chance
from games.rugby import turns
from games.rugby.engine import core, search
from games.rugby.model import Finished, PlayTurn, Position, State
from games.rugby.notation import turn_text
from games.rugby.player import LEVELS, answer, suggest, task_of
from tests.games.rugby.build import CHANCE, GAME, game_from, then
from tests.games.rugby.positions import BEGINNING, mirrored, put, reached, thrown

PLAIN = search.machine(compiled=False)
WIN_IN_ONE = put("c10", blue="c9 b11 a1", red="a5 b5 c5 e12")
# the ball has to be brought there first: no turn scores, every answer lets the next one
WIN_IN_TWO = put("c9", blue="c8 b10 d9 a1", red="a2 b2 c2 d2")


def best(position: Position, nodes: int = 20_000) -> tuple[str, search.Found]:
    found = search.think(task_of(game_from(position)), nodes)
    assert found is not None
    return turn_text(tuple(turns.unpacked(code) for code in found.steps)), found


@pytest.mark.parametrize("turn_it", [False, True], ids=["blue", "red"])
def test_win_in_one(turn_it: bool) -> None:  # noqa: FBT001  a parameter of the test
    """A goal that two pushes make is found, for either side."""
    position = mirrored(WIN_IN_ONE) if turn_it else WIN_IN_ONE
    _, found = best(position, 2_000)
    steps = tuple(turns.unpacked(code) for code in found.steps)
    assert turns.scorer(turns.legal_turns(position)[steps]) == position.side
    assert found.score > core.WIN - 10


@pytest.mark.parametrize("turn_it", [False, True], ids=["blue", "red"])
def test_win_in_two(turn_it: bool) -> None:  # noqa: FBT001
    """A goal in the next turn but one is found, and whatever the other side does, it is made."""
    position = mirrored(WIN_IN_TWO) if turn_it else WIN_IN_TWO
    assert not any(turns.scorer(end) == position.side for end in turns.legal_turns(position).values())
    _, found = best(position)
    assert found.score > core.WIN - 20
    steps = tuple(turns.unpacked(code) for code in found.steps)
    middle = turns.legal_turns(position)[steps]
    for following in list(turns.legal_turns(middle).values())[::9]:
        if turns.standing(following) is None:
            _, last = best(following, 3_000)
            assert last.score > core.WIN - 10


def test_defends() -> None:
    """Where only the ball's being taken away saves the game, that is played."""
    position = put("c2", blue="c3 b4 a9", red="d3 b1 e9 e8")
    _, found = best(position)
    end = turns.legal_turns(position)[tuple(turns.unpacked(code) for code in found.steps)]
    assert not any(turns.scorer(answer) == 1 for answer in turns.legal_turns(end).values())


def test_only_legal_turns() -> None:
    """Wherever it is asked, the answer is a legal turn; where there is none, it says so."""
    for position in [*reached(11, 40), *thrown(11, 100)]:
        legal = turns.legal_turns(position)
        if turns.scorer(position) is not None:
            continue
        found = search.think(task_of(game_from(position)), 400)
        if found is None:
            assert not legal
        else:
            assert tuple(turns.unpacked(code) for code in found.steps) in legal


def test_second_steps() -> None:
    """Asked in the middle of a turn it answers with one legal step."""
    for position in reached(12, 30):
        if turns.duty(position) != core.TWO or turns.standing(position) is not None:
            continue
        step = turns.legal_steps(position)[-1]
        between = turns.after(position, step)
        if turns.comes_to(position, between) == core.GOAL:
            continue
        found = search.think(task_of(game_from(between)), 300)
        assert found is not None
        assert len(found.steps) == 1
        assert turns.unpacked(found.steps[0]) in turns.legal_steps(between)


def test_same_every_time() -> None:
    """The same nodes give the same answer, score and depth."""
    task = task_of(game_from(next(iter(reached(13, 1)))))
    assert search.think(task, 5_000) == search.think(task, 5_000)


def test_with_and_without_a_compiler() -> None:
    """Compiled and plain, the search comes to the same turn with the same number of nodes."""
    pytest.importorskip("numba")
    compiled = search.machine(compiled=True)
    positions = [BEGINNING, WIN_IN_TWO, mirrored(WIN_IN_TWO), *list(reached(14, 12))[4:], *thrown(14, 8)]
    for position in positions:
        task = task_of(game_from(position))
        assert search.think(task, 2_500, engine=compiled) == search.think(task, 2_500, engine=PLAIN)


def test_mirrored_games_are_searched_alike() -> None:
    """A turned board is worth the same."""
    for position in list(reached(15, 8))[2:]:
        values = [
            search.think(task_of(game_from(each)), deepest=2, engine=PLAIN) for each in (position, mirrored(position))
        ]
        assert values[0] is not None
        assert values[1] is not None
        assert values[0].score == values[1].score


def test_avoids_repetition_when_ahead() -> None:
    """A turn that would repeat a position for the third time is a draw to the search, too."""
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
    """A clock that goes on by so much each time it is looked at."""
    ticks: Iterator[int] = count()
    return lambda: step * next(ticks)


def test_stops_when_the_time_is_up() -> None:
    """The clock is looked at again and again, and when the time is up there is an answer."""
    found = search.think(task_of(game_from(BEGINNING)), seconds=1.0, now=ticking(0.2), engine=PLAIN)
    assert found is not None
    assert tuple(turns.unpacked(code) for code in found.steps) in turns.legal_turns(BEGINNING)


def test_hardly_any_nodes() -> None:
    """Even with next to no nodes a legal turn comes out: the first look is always finished."""
    for nodes in (1, 2, 5, 50):
        found = search.think(task_of(game_from(BEGINNING)), nodes)
        assert found is not None
        assert tuple(turns.unpacked(code) for code in found.steps) in turns.legal_turns(BEGINNING)


# --- the automatic players -----------------------------------------------------------------------------------------


def played_out(blue: str, red: str, seed: int, most: int = 400) -> State:
    """A game between two levels; a person stands for whoever makes the first listed step."""
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
            move = GAME.suggest(state, seat, chance.apart(str(number)), level)  # type: ignore[assignment]
        assert move in legal
        state = then(state, GAME.decide(state, seat, move, chance))
    return state


@pytest.mark.parametrize("level", ["club", "beginner"])
def test_wins_against_anybody_who_moves_at_random(level: str) -> None:
    """Both win, as Blue and as Red, against somebody who moves any piece anywhere."""
    for opponent, seat in ((("person", level), 1), ((level, "person"), 0)):
        state = played_out(*opponent, seed=seat + 1)
        assert state.over is not None
        assert state.over.winner == seat


def test_club_is_stronger_than_beginner() -> None:
    """The levels are in order."""
    pytest.importorskip("numba")  # quick enough only when compiled
    wins = [played_out("club", "beginner", 5), played_out("beginner", "club", 6)]
    assert [state.over and state.over.winner for state in wins] == [0, 1]


def test_levels() -> None:
    """Club is the usual one; each level makes a legal step, and with the same chance the same one."""
    assert LEVELS[0] == "club"
    state = game_from(BEGINNING)
    for level in LEVELS:
        move = suggest(state, 0, Chance(bytes(32)), level)
        assert move in GAME.moves(state, 0)
        assert move == suggest(state, 0, Chance(bytes(32)), level)
    assert suggest(state, 0, CHANCE) == suggest(state, 0, CHANCE, "club")


def test_draw_offer_is_answered() -> None:
    """It plays on when it stands well, and takes the draw when it is lost."""
    position = put("c9", blue="c8 b8 d8 a1", red="a2 b2 c2 e2", mover="b")
    well = State(position, offer=1)
    badly = State(mirrored(position), offer=0)
    lost = State(put("c10", blue="c9 b11 d8 a1", red="a2 b2 c2 e2", mover="r"), offer=0)
    assert isinstance(suggest(well, 0, CHANCE), PlayTurn)
    assert isinstance(suggest(badly, 1, CHANCE), PlayTurn)
    assert not isinstance(suggest(lost, 1, CHANCE), PlayTurn)


def test_hint() -> None:
    """A hint is a turn that can be typed as it stands, with an opinion."""
    text = answer(GAME.view(game_from(WIN_IN_ONE), 0), "hint", {}, ("Ann", "Ben")).text
    assert "It leads to a goal." in text
    typed = text.split("`")[1].removeprefix("/scrum move ")
    move = GAME.read(game_from(WIN_IN_ONE), 0, "move", {"turn": typed})
    assert GAME.decide(game_from(WIN_IN_ONE), 0, move, CHANCE)[-1] == Finished(0, "goal", 1)
