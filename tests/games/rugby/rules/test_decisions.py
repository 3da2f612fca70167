"""What the document leaves open: one test for each of our decisions."""

from games.rugby import turns
from games.rugby.engine import core
from games.rugby.model import Finished, Position, State, TurnBegan, read_turn, turn_text
from tests.games.rugby.build import game_from, played, refused, say, then
from tests.games.rugby.positions import put


def turns_of(position: Position) -> set[str]:
    return {turn_text(steps) for steps in turns.legal_turns(position)}


# --- when is a goal counted ----------------------------------------------------------------------------------------


def test_a_goal_after_the_first_step_ends_the_turn() -> None:
    """No second step may follow."""
    position = put("c11", blue="c10 e1", red="a1")
    found = turns_of(position)
    assert "c10xc11>c12" in found
    assert not any(turn.startswith("c10xc11>c12,") for turn in found)
    assert say(game_from(position), "move", "c10xc11>c12")[-1] == Finished(0, "goal", 1)
    assert refused(game_from(position), "move", "c10xc11>c12,e1-e2")[1] == "goal"


def test_a_goal_with_the_second_step() -> None:
    """Two pushes carry the ball two rows."""
    position = put("c10", blue="c9 b11", red="a1")
    assert say(game_from(position), "move", "c9xc10>c11,b11xc11>c12")[-1] == Finished(0, "goal", 1)


def test_stepping_beside_a_ball_on_the_goal_row_is_a_goal() -> None:
    """No push is needed if the ball is already there."""
    position = put("c12", blue="c10 e1", red="a1")
    assert say(game_from(position), "move", "c10-c11")[-1] == Finished(0, "goal", 1)


def test_a_push_onto_the_goal_row_is_a_goal() -> None:
    """The pushing piece is always beside the ball."""
    position = put("c11", blue="b10 e1", red="a1")
    after = turns.after(position, read_turn("b10xc11>d12")[0])
    assert turns.scorer(after) == 0


# --- own goals -----------------------------------------------------------------------------------------------------


def test_an_own_goal_loses() -> None:
    """The turn ends with the ball on the mover's own last row and the opponent touching it."""
    position = put("b2", blue="a3 e5", red="c2 e9")
    assert say(game_from(position), "move", "e5-e6,a3xb2>b1")[-1] == Finished(1, "own_goal", 1)


def test_an_own_goal_counts_only_at_the_end_of_the_turn() -> None:
    """After the first step, the second can still take the ball away from the opponent."""
    position = put("b2", blue="a3 a2 e5", red="c2 e9")
    state = played(game_from(position), "a3xb2>b1")
    assert state.over is None
    assert isinstance(say(state, "move", "a2xb1>a1")[-1], TurnBegan)
    assert say(state, "move", "e5-e6")[-1] == Finished(1, "own_goal", 1)


# --- enclosing the ball --------------------------------------------------------------------------------------------


def test_the_second_step_must_not_enclose_the_ball() -> None:
    """At the end of the turn the ball needs an exit."""
    position = put("a6", blue="a5 c6 c7 e1", red="b5 a7 e9")  # b6 and b7 are free
    assert "c6-b6,c7-b7" not in turns_of(position)
    assert "c6-b6,e1-e2" in turns_of(position)
    assert refused(played(game_from(position), "c6-b6"), "move", "c7-b7")[1] == "enclosure"


def test_the_first_step_may_enclose_the_ball_if_the_second_frees_it() -> None:
    """After a push into a dead end, only the steps that open it are legal."""
    position = put("b7", blue="c7 a8 e1", red="a6 b6 b8 e9")
    enclosed = turns.after(position, read_turn("c7xb7>a7")[0])
    assert turns.exits(enclosed) == []
    assert {turn for turn in turns_of(position) if turn.startswith("c7xb7>a7")} == {
        "c7xb7>a7,a8-a9",
        "c7xb7>a7,a8-b9",
    }
    assert refused(played(game_from(position), "c7xb7>a7"), "move", "e1-e2")[1] == "enclosure"
    sentence, rule = refused(played(game_from(position), "c7xb7>a7"), "move", "a8xa7")
    assert rule == "enclosure"
    assert "at the end of a turn it needs a free" in sentence


def test_a_first_step_is_refused_if_no_second_could_free_the_ball() -> None:
    """The refusal says so."""
    position = put("b7", blue="c7 e1 e3", red="a6 a8 b6 b8 e9")
    sentence, rule = refused(game_from(position), "move", "c7xb7>a7")
    assert rule == "enclosure"
    assert "no second step" in sentence


def test_a_turn_that_would_win_must_not_enclose_the_ball() -> None:
    """It is not among the legal turns, and refused."""
    position = put("a11", blue="a10 c12 e1", red="b11 b12 e2")
    # a10 pushes the ball to a12, whose neighbours are a11 (the pushing piece), b11 and b12 (red): no exit
    state = game_from(position)
    assert refused(state, "move", "a10xa11>a12")[1] == "enclosure"
    assert "a10xa11>a12" not in turns_of(position)


def test_a_scoring_first_step_that_encloses_the_ball_is_no_goal_yet() -> None:
    """The turn continues; once the second step frees the ball, it is a goal."""
    position = put("a11", blue="a10 b11 e1", red="b12 e2")
    state = played(game_from(position), "a10xa11>a12")
    assert state.over is None
    assert refused(state, "move", "e1-d2")[1] == "enclosure"
    assert say(state, "move", "b11-c11")[-1] == Finished(0, "goal", 1)


# --- scrums --------------------------------------------------------------------------------------------------------


def test_a_scrum_counts_at_the_start_of_a_turn() -> None:
    """With one free neighbour after the first step, any second step is still legal."""
    position = put("a7", blue="a6 c6 e1", red="b7 b8 e9")
    state = played(game_from(position), "c6-b6")
    assert turns.is_scrum(state.position)
    assert "e1-e2" in {turn_text((step,)) for step in turns.legal_steps(state.position)}
    events = say(state, "move", "e1-e2")
    assert events[-1] == TurnBegan(1, "a8", bound=True)


def test_the_duty_to_push_passes_on() -> None:
    """A side that doesn't touch the ball makes two steps; then the other side must push."""
    position = put("a7", blue="a6 b6 b7 b8 e1", red="e9 e8", mover="r")
    events = say(game_from(position), "move", "e9-e10,e8-e9")
    assert events[-1] == TurnBegan(0, "a8", bound=True)
    events = say(then(game_from(position), events), "move", "b8xa7>a8")
    assert isinstance(events[-1], TurnBegan)


def test_a_scrum_is_announced_to_a_side_that_need_not_push() -> None:
    """The event has the exit, and says that the side isn't bound."""
    position = put("a7", blue="a6 b6 b7 c9 e1", red="e9 e8")
    assert say(game_from(position), "move", "c9-b8,e1-e2")[-1] == TurnBegan(1, "a8", bound=False)


def test_a_push_out_of_a_scrum_can_score() -> None:
    """Like any other push."""
    position = put("a11", blue="a10 b10 c4", red="b11 a12 e9")
    assert turns.duty(position) == core.PUSH
    assert say(game_from(position), "move", "a10xa11>b12")[-1] == Finished(0, "goal", 1)


def test_a_blocked_scrum_is_a_draw() -> None:
    """The game ends with the turn after which the other side could only enclose the ball."""
    position = put("a7", blue="a6 c3 b7 c9", red="b6 a9 b9 e9")
    assert say(game_from(position), "move", "c9-b8,c3-c4")[-1] == Finished(None, "scrum", 1)


def test_a_won_position_stays_won_even_as_a_blocked_scrum() -> None:
    """A goal comes before a draw."""
    position = put("a12", blue="b11 b12", red="e9", mover="r")  # the only exit is a11
    assert turns.is_scrum(position)
    assert turns.result_of(position) == 0


# --- repetition and no legal turn ----------------------------------------------------------------------------------


def test_the_third_repetition_is_a_draw() -> None:
    """A position before the first turn doesn't count."""
    position = put("c6", blue="a1 e1", red="a12 e12")
    there, back = ("a1-a2,e1-e2", "a12-a11,e12-e11"), ("a2-a1,e2-e1", "a11-a12,e11-e12")
    state = game_from(position)
    for _ in range(2):
        state = played(state, *there, *back)
    assert state.over is None  # each position has occurred twice
    state = played(state, there[0])
    assert state.over is not None
    assert (state.over.winner, state.over.reason) == (None, "repetition")


def test_returning_to_the_start_counts_as_the_first_time() -> None:
    """After one lap, the starting position has been seen once."""
    position = put("c6", blue="a1 e1", red="a12 e12")
    lap = ("a1-a2,e1-e2", "a12-a11,e12-e11", "a2-a1,e2-e1", "a11-a12,e11-e12")
    state = played(game_from(position), *lap)
    assert state.seen.count(position.cells) == 1


def test_repetition_ignores_which_side_is_to_move() -> None:
    """The same cells with the other side to move count too; the second time is not enough."""
    position = put("c6", blue="a1 e1", red="a12 e12")
    (end,) = {end for steps, end in turns.legal_turns(position).items() if turn_text(steps) == "a1-a2,e1-e2"}
    state = State(position, seen=(end.cells, 1, end.cells))  # one turn and three turns ago
    assert say(state, "move", "a1-a2,e1-e2")[-1] == Finished(None, "repetition", 1)
    once = State(position, seen=(end.cells, 1, 2))
    assert say(once, "move", "a1-a2,e1-e2")[-1] == TurnBegan(1)


def test_no_legal_turn_is_a_draw() -> None:
    """Blue's only piece can't move."""
    alone = put("e12", blue="a1", red="a2 b1 b2 e1 e2")
    assert turns.legal_turns(alone) == {}
    assert turns.result_of(alone) == turns.DRAW
