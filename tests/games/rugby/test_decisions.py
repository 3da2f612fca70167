"""What the document leaves open, decision by decision: the table in our rules."""

from games.rugby import turns
from games.rugby.engine import core
from games.rugby.model import Finished, Position, State, TurnBegan
from games.rugby.notation import read_turn, turn_text
from tests.games.rugby.build import game_from, played, refused, say, then
from tests.games.rugby.positions import put


def turns_of(position: Position) -> set[str]:
    return {turn_text(steps) for steps in turns.legal_turns(position)}


# --- when is a goal counted ----------------------------------------------------------------------------------------


def test_goal_after_the_first_step_ends_the_turn() -> None:
    """A first step that scores is a whole turn: no second one may follow."""
    position = put("c11", blue="c10 e1", red="a1")
    found = turns_of(position)
    assert "c10xc11>c12" in found
    assert not any(turn.startswith("c10xc11>c12,") for turn in found)
    assert say(game_from(position), "move", "c10xc11>c12")[-1] == Finished(0, "goal", 1)
    assert refused(game_from(position), "move", "c10xc11>c12,e1-e2")[1] == "goal"


def test_goal_after_the_second_step() -> None:
    """So does the second one, of course; two pushes carry the ball two rows."""
    position = put("c10", blue="c9 b11", red="a1")
    assert say(game_from(position), "move", "c9xc10>c11,b11xc11>c12")[-1] == Finished(0, "goal", 1)


def test_coming_to_touch_is_a_goal() -> None:
    """The ball may lie on the goal row already: the step that brings a piece beside it scores."""
    position = put("c12", blue="c10 e1", red="a1")
    assert say(game_from(position), "move", "c10-c11")[-1] == Finished(0, "goal", 1)


def test_untouched_ball_on_the_goal_row() -> None:
    """Pushed to the goal row by a piece that then touches it: whoever pushes always touches."""
    position = put("c11", blue="b10 e1", red="a1")
    after = turns.after(position, read_turn("b10xc11>d12")[0])
    assert turns.scorer(after) == 0


# --- own goals -----------------------------------------------------------------------------------------------------


def test_own_goal() -> None:
    """The ball on one's own last row with the opponent touching it at the end of the turn is lost."""
    position = put("b2", blue="a3 e5", red="c2 e9")
    assert say(game_from(position), "move", "e5-e6,a3xb2>b1")[-1] == Finished(1, "own_goal", 1)


def test_own_goal_counts_at_the_end_of_the_turn() -> None:
    """After the first step it does not count yet: the second may take the ball away from the opponent."""
    position = put("b2", blue="a3 a2 e5", red="c2 e9")
    state = played(game_from(position), "a3xb2>b1")
    assert state.over is None
    assert isinstance(say(state, "move", "a2xb1>a1")[-1], TurnBegan)
    assert say(state, "move", "e5-e6")[-1] == Finished(1, "own_goal", 1)


# --- enclosing -----------------------------------------------------------------------------------------------------


def test_second_step_may_not_enclose() -> None:
    """At the end of the turn the ball needs an exit."""
    position = put("a6", blue="a5 c6 c7 e1", red="b5 a7 e9")  # b6 and b7 are free
    assert "c6-b6,c7-b7" not in turns_of(position)
    assert "c6-b6,e1-e2" in turns_of(position)
    assert refused(played(game_from(position), "c6-b6"), "move", "c7-b7")[1] == "enclosure"


def test_first_step_may_enclose() -> None:
    """A push into a dead end is a legal first step where the second step opens it, and only that may follow."""
    position = put("b7", blue="c7 a8 e1", red="a6 b6 b8 e9")
    enclosed = turns.after(position, read_turn("c7xb7>a7")[0])
    assert turns.exits(enclosed) == []
    assert {turn for turn in turns_of(position) if turn.startswith("c7xb7>a7")} == {
        "c7xb7>a7,a8-a9",
        "c7xb7>a7,a8-b9",
    }
    assert refused(played(game_from(position), "c7xb7>a7"), "move", "e1-e2")[1] == "enclosure"


def test_first_step_that_could_not_be_made_good() -> None:
    """Where no second step could free the ball, the first is refused already."""
    position = put("b7", blue="c7 e1 e3", red="a6 a8 b6 b8 e9")
    sentence, rule = refused(game_from(position), "move", "c7xb7>a7")
    assert rule == "enclosure"
    assert "no second step" in sentence


def test_enclosing_forbids_a_win() -> None:
    """A turn that would win but encloses the ball is not allowed."""
    position = put("a11", blue="a10 c12 e1", red="b11 b12 e2")
    # a10 pushes the ball to a12: neighbours a11 (the pusher), b11 and b12 (red): no exit
    state = game_from(position)
    assert refused(state, "move", "a10xa11>a12")[1] == "enclosure"
    assert "a10xa11>a12" not in turns_of(position)


def test_scoring_first_step_that_encloses() -> None:
    """The turn goes on, and the second step has to free the ball; then it is a goal."""
    position = put("a11", blue="a10 b11 e1", red="b12 e2")
    state = played(game_from(position), "a10xa11>a12")
    assert state.over is None
    assert refused(state, "move", "e1-d2")[1] == "enclosure"
    assert say(state, "move", "b11-c11")[-1] == Finished(0, "goal", 1)


# --- scrums --------------------------------------------------------------------------------------------------------


def test_scrum_is_judged_at_the_start_of_a_turn() -> None:
    """One free neighbour after the first step is no scrum yet: the second step is as free as any."""
    position = put("a7", blue="a6 c6 e1", red="b7 b8 e9")
    state = played(game_from(position), "c6-b6")
    assert turns.is_scrum(state.position)
    assert "e1-e2" in {turn_text((step,)) for step in turns.legal_steps(state.position)}
    events = say(state, "move", "e1-e2")
    assert events[-1] == TurnBegan(1, "a8", bound=True)


def test_duty_passes_on() -> None:
    """Who does not touch the ball plays two steps; the other side then has to push."""
    position = put("a7", blue="a6 b6 b7 b8 e1", red="e9 e8", mover="r")
    events = say(game_from(position), "move", "e9-e10,e8-e9")
    assert events[-1] == TurnBegan(0, "a8", bound=True)
    events = say(then(game_from(position), events), "move", "b8xa7>a8")
    assert isinstance(events[-1], TurnBegan)


def test_scrum_announced_to_who_need_not_push() -> None:
    """A scrum is told also to who does not touch the ball."""
    position = put("a7", blue="a6 b6 b7 c9 e1", red="e9 e8")
    assert say(game_from(position), "move", "c9-b8,e1-e2")[-1] == TurnBegan(1, "a8", bound=False)


def test_push_that_scores_out_of_a_scrum() -> None:
    """A scrum's push can be a goal like any other."""
    position = put("a11", blue="a10 b10 c4", red="b11 a12 e9")
    assert turns.duty(position) == core.PUSH
    assert say(game_from(position), "move", "a10xa11>b12")[-1] == Finished(0, "goal", 1)


def test_blocked_scrum_is_a_draw() -> None:
    """A turn after which the other side is bound to a push that would enclose the ball ends the game as a draw."""
    position = put("a7", blue="a6 c3 b7 c9", red="b6 a9 b9 e9")
    assert say(game_from(position), "move", "c9-b8,c3-c4")[-1] == Finished(None, "scrum", 1)


def test_won_goes_before_blocked() -> None:
    """A won position that is also a blocked scrum is won."""
    position = put("a12", blue="b11 b12", red="e9", mover="r")  # the only exit is a11
    assert turns.is_scrum(position)
    assert turns.standing(position) == 0


# --- repetition, no turn -------------------------------------------------------------------------------------------


def test_repetition() -> None:
    """The third time the same cells occur after a turn the game is drawn; the start does not count."""
    position = put("c6", blue="a1 e1", red="a12 e12")
    there, back = ("a1-a2,e1-e2", "a12-a11,e12-e11"), ("a2-a1,e2-e1", "a11-a12,e11-e12")
    state = game_from(position)
    for _ in range(2):
        state = played(state, *there, *back)
    assert state.over is None  # the cells of the start have been there twice, the others too
    state = played(state, there[0])
    assert state.over is not None
    assert (state.over.winner, state.over.reason) == (None, "repetition")


def test_start_does_not_count() -> None:
    """Coming back to the cells of the start counts from one."""
    position = put("c6", blue="a1 e1", red="a12 e12")
    lap = ("a1-a2,e1-e2", "a12-a11,e12-e11", "a2-a1,e2-e1", "a11-a12,e11-e12")
    state = played(game_from(position), *lap)
    assert state.seen.count(position.cells) == 1


def test_repetition_whoever_is_to_move() -> None:
    """The same cells with the other side to move count as well."""
    position = put("c6", blue="a1 e1", red="a12 e12")
    (end,) = {end for steps, end in turns.legal_turns(position).items() if turn_text(steps) == "a1-a2,e1-e2"}
    state = State(position, seen=(end.cells, 1, end.cells))  # one turn and three turns ago
    assert say(state, "move", "a1-a2,e1-e2")[-1] == Finished(None, "repetition", 1)
    once = State(position, seen=(end.cells, 1, 2))
    assert say(once, "move", "a1-a2,e1-e2")[-1] == TurnBegan(1)


def test_no_legal_turn() -> None:
    """Who has no legal turn at all: a draw."""
    alone = put("e12", blue="a1", red="a2 b1 b2 e1 e2")  # one piece, and it cannot move
    assert turns.legal_turns(alone) == {}
    assert turns.standing(alone) == turns.DRAW
