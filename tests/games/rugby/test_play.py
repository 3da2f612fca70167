"""Whole games through the contract, and the refusals that people read."""

import pickle

import pytest

from games.contract import Result
from games.rugby.model import (
    AnswerDraw,
    DrawDeclined,
    DrawOffered,
    Finished,
    OfferDraw,
    Over,
    PlayTurn,
    Resign,
    Resigned,
    State,
    Stepped,
    TurnBegan,
)
from tests.games.rugby.build import CHANCE, GAME, game_from, played, refused, say, then
from tests.games.rugby.positions import put

TO_A_GOAL = (
    "c6-c7",
    "c8-c9,a11-a12",
    "b5xb6>a7,c7-b8",
    "a8xa7>b7",  # a scrum: a single step
    "a6xb7>a8,b8-a9",
    "b9xa8>b8",  # another scrum
    "b7xb8>b9,a9xb9>a10",
    "c9-c8,e11-d12",
    "b8-a9,b9-b10",
    "c10-d11,c8-b9",
    "a9xa10>a11,b10xa11>b12",
)


def started() -> State:
    return GAME.evolve(None, GAME.start(2, {}, CHANCE)[0])


def test_a_whole_game_to_a_goal() -> None:
    """Turn by turn, with two scrums on the way."""
    state = started()
    scrums = 0
    for turn in TO_A_GOAL:
        assert state.over is None
        events = say(state, "move", turn)
        scrums += any(isinstance(event, TurnBegan) and event.bound for event in events)
        state = then(state, events)
    assert scrums == 2
    assert state.over == Over(0, "goal")
    assert state.turns == len(TO_A_GOAL)
    assert GAME.result(state) == Result((0,))


def test_a_turn_can_be_typed_at_once_or_step_by_step() -> None:
    """The events and the state are the same."""
    begun = played(started(), "c4-c5")
    assert played(begun, "a8-a7,c8-d7") == played(begun, "a8-a7", "c8-d7")
    one = say(begun, "move", "a8-a7")
    assert one == [Stepped(1, "a8-a7")]
    two = say(then(begun, one), "move", "c8-d7")
    assert two == [Stepped(1, "c8-d7"), TurnBegan(0)]
    assert say(begun, "move", "a8-a7,c8-d7") == one + two


def test_the_first_turn_is_one_step() -> None:
    """Blue's first step is the whole turn."""
    assert say(started(), "move", "c4-c5") == [Stepped(0, "c4-c5"), TurnBegan(1)]


def test_the_moves_after_the_first_step() -> None:
    """No step of the piece that has moved; offering a draw and resigning are still possible."""
    state = played(started(), "c4-c5", "a8-a7")
    listed = GAME.moves(state, 1)
    assert all(move.steps[0].origin != state.position.moved for move in listed if isinstance(move, PlayTurn))
    assert OfferDraw() in listed
    assert Resign() in listed
    assert GAME.moves(state, 0) == []
    assert GAME.awaits(state) == (1,)


def test_states_can_be_sent_to_another_process() -> None:
    """States, views and moves can be pickled, because the search runs in a process of its own."""
    state = played(started(), "c4-c5", "a8-a7")
    view = GAME.view(state, 1)
    for thing in (state, view, GAME.moves(state, 1)):
        assert pickle.loads(pickle.dumps(thing)) == thing


# --- bad input -----------------------------------------------------------------------------------------------------

MIDDLE = put("c6", blue="b5 d5 a1", red="b7 c7 d7 e12", mover="b")
SCRUM = put("a7", blue="a6 b6 c3", red="b7 b8 e9", mover="r")


@pytest.mark.parametrize(
    ("typed", "rule", "words"),
    [
        ("f5-f6", "board", "off the board"),
        ("b5-b13", "board", "off the board"),
        ("b7-b8", "moves", "isn’t yours; you play Blue"),
        ("c3-c4", "moves", "no piece on c3"),
        ("c6-c5", "ball", "the ball on c6"),
        ("b5-b8", "moves", "isn’t one step"),
        ("b5-b5", "moves", "isn’t one step"),
        ("d5-e6,a1-b3", "moves", "isn’t one step"),
        ("b5-b6,b6-a6", "turns", "two different pieces"),
        ("b5xc6>b7", "ball", "there’s a piece on it"),
        ("b5xc6>d5", "ball", "there’s a piece on it"),
        ("b5xc6>b5", "ball", "came from"),
        ("b5xc6>c6", "ball", "has to leave c6"),
        ("b5xc6>e8", "ball", "neighbouring cell"),
        ("b5xc6", "ball", "Where does the ball go? To c5, b6 or d6"),
        ("b5-c6", "ball", "Where does the ball go?"),
        ("b5-b6>a7", "ball", "The ball is on c6, not on b6"),
        ("a1-a2,b5-a4,d5-e5", "turns", "at most two steps"),
        ("b5 to b6", "notation", "isn’t a step"),
        ("/scrum move b5-b6", "notation", "isn’t a step"),
        ("b5", "moves", "Where to? b5 can go to"),
        ("b5-b6,d5", "moves", "Where to? d5 can go to"),
        ("b5-b8,d5", "moves", "b5 to b8 isn’t one step"),
        ("c7", "moves", "isn’t yours"),
        ("z5", "board", "off the board"),
    ],
)
def test_a_bad_step_is_refused_with_the_rule_it_breaks(typed: str, rule: str, words: str) -> None:
    """Each mistake gets a sentence, and the paragraph of the rules behind it."""
    sentence, paragraph = refused(game_from(MIDDLE), "move", typed)
    assert words in sentence
    assert paragraph == rule
    assert rule in {topic.key for topic in GAME.rules}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("b7xa7>a8,e9-e8", "a single step"),
        ("e9-e8", "b7 or b8 must push the ball to a8"),
        ("e9", "b7 or b8 must push"),
        ("b7-c7", "must push"),
        ("b7xa7>b7", "must push the ball to a8"),
    ],
)
def test_in_a_scrum_only_the_push_to_the_exit_is_legal(typed: str, words: str) -> None:
    """As a single step."""
    sentence, rule = refused(game_from(SCRUM), "move", typed)
    assert words in sentence
    assert rule == "scrum"


def test_a_turn_with_too_many_steps() -> None:
    """Two more after the first step, or a second one on the very first turn."""
    assert refused(played(game_from(MIDDLE), "a1-a2"), "move", "b5-a5,d5-e5")[1] == "turns"
    assert refused(started(), "move", "c4-c5,b5-b4") == ("The very first turn of a game is a single step.", "turns")


def test_a_piece_cannot_move_onto_another() -> None:
    """Not even onto one of its own side."""
    assert refused(game_from(put("e6", blue="a1 a2", red="b7")), "move", "a1-a2")[1] == "moves"


def test_only_the_side_to_move_can_move() -> None:
    """The other side reads whose turn it is."""
    assert refused(game_from(MIDDLE), "move", "b7-b8", seat=1)[1] == "turns"


# --- draws and resigning -------------------------------------------------------------------------------------------


def test_a_draw_can_be_accepted_at_once() -> None:
    """With `draw accept`, or just `draw`."""
    state = then(game_from(MIDDLE), say(game_from(MIDDLE), "draw", "offer"))
    assert GAME.moves(state, 1) == [AnswerDraw(accept=True), AnswerDraw(accept=False)]
    assert say(state, "draw", "accept", seat=1) == [Finished(None, "agreed", 0)]
    assert say(state, "draw", seat=1) == [Finished(None, "agreed", 0)]  # a plain “draw” accepts too


def test_a_declined_draw_cannot_be_offered_again_in_the_same_turn() -> None:
    """The other side may offer one on its own turn."""
    state = then(game_from(MIDDLE), say(game_from(MIDDLE), "draw"))
    assert say(state, "draw", "decline", seat=1) == [DrawDeclined(1)]
    state = then(state, say(state, "draw", "decline", seat=1))
    assert refused(state, "draw", "offer")[1] == "draw"
    assert OfferDraw() not in GAME.moves(state, 0)
    assert OfferDraw() in GAME.moves(played(state, "a1-a2", "b5-b6"), 1)


def test_playing_on_declines_a_draw() -> None:
    """The offer stays open until the other side moves."""
    state = then(game_from(MIDDLE), say(game_from(MIDDLE), "draw"))
    state = played(state, "a1-a2,b5-a5")
    assert state.offer == 0
    assert say(state, "move", "e12-e11")[0] == DrawDeclined(1, by_playing=True)


def test_draw_commands_that_are_refused() -> None:
    """Offers out of turn, second offers, and answers without an offer."""
    state = game_from(MIDDLE)
    assert refused(state, "draw", "offer", seat=1)[1] == "draw"
    assert refused(state, "draw", "accept", seat=1)[1] == "draw"
    assert refused(state, "draw", "perhaps")[1] == "draw"
    offered = then(state, [DrawOffered(0)])
    assert refused(offered, "draw", "offer")[1] == "draw"
    assert refused(offered, "draw", "accept")[1] == "draw"
    assert refused(offered, "draw", "offer", seat=1)[1] == "draw"


def test_resigning_loses_the_game() -> None:
    """It is possible only on one's own turn; after that the game is over."""
    state = game_from(MIDDLE)
    assert refused(state, "resign", seat=1)[1] == "end"
    events = say(state, "resign")
    assert events == [Resigned(0), Finished(1, "resigned", 0)]
    over = then(state, events)
    result = GAME.result(over)
    assert result is not None
    assert result.winners == (1,)
    assert refused(over, "move", "a1-a2")[1] == "end"
    assert GAME.moves(over, 0) == GAME.moves(over, 1) == []
