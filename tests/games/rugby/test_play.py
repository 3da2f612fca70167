"""Whole games through the contract, and what a person reads who types something else."""

import pickle

import pytest

from games.api import Result
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
    "a8xa7>b7",  # a scrum: one step
    "a6xb7>a8,b8-a9",
    "b9xa8>b8",  # another one
    "b7xb8>b9,a9xb9>a10",
    "c9-c8,e11-d12",
    "b8-a9,b9-b10",
    "c10-d11,c8-b9",
    "a9xa10>a11,b10xa11>b12",
)


def started() -> State:
    return GAME.evolve(None, GAME.start(2, {}, CHANCE)[0])


def test_to_a_goal() -> None:
    """A whole game by two people, turn by turn, with two scrums on the way to a goal."""
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


def test_whole_turn_and_two_steps_are_the_same() -> None:
    """A turn typed at once and typed step by step lead to the same state."""
    begun = played(started(), "c4-c5")
    assert played(begun, "a8-a7,c8-d7") == played(begun, "a8-a7", "c8-d7")
    one = say(begun, "move", "a8-a7")
    assert one == [Stepped(1, "a8-a7")]
    two = say(then(begun, one), "move", "c8-d7")
    assert two == [Stepped(1, "c8-d7"), TurnBegan(0)]
    assert say(begun, "move", "a8-a7,c8-d7") == one + two


def test_first_turn_is_one_step() -> None:
    """Blue's first step is the whole turn."""
    assert say(started(), "move", "c4-c5") == [Stepped(0, "c4-c5"), TurnBegan(1)]


def test_choices_after_the_first_step() -> None:
    """What is possible next is listed: no step of the piece that has moved, and the turn can still be given up."""
    state = played(started(), "c4-c5", "a8-a7")
    listed = GAME.moves(state, 1)
    assert all(move.steps[0].origin != state.position.moved for move in listed if isinstance(move, PlayTurn))
    assert OfferDraw() in listed
    assert Resign() in listed
    assert GAME.moves(state, 0) == []
    assert GAME.awaits(state) == (1,)


def test_state_can_be_sent_to_another_process() -> None:
    """States, views and moves can be pickled: the search runs elsewhere."""
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
        ("b7-b8", "moves", "not yours: you play Blue"),
        ("c3-c4", "moves", "no piece on c3"),
        ("c6-c5", "ball", "lies the ball"),
        ("b5-b8", "moves", "too far"),
        ("b5-b5", "moves", "too far"),
        ("d5-e6,a1-b3", "moves", "too far"),
        ("b5-b6,b6-a6", "turns", "two pieces"),
        ("b5xc6>b7", "ball", "a piece stands there"),
        ("b5xc6>d5", "ball", "a piece stands there"),
        ("b5xc6>b5", "ball", "came from"),
        ("b5xc6>c6", "ball", "has to leave c6"),
        ("b5xc6>e8", "ball", "neighbouring cell"),
        ("b5xc6", "ball", "Where does the ball go? To c5, b6 or d6"),
        ("b5-c6", "ball", "Where does the ball go?"),
        ("b5-b6>a7", "ball", "The ball lies on c6, not on b6"),
        ("a1-a2,b5-a4,d5-e5", "turns", "two steps at most"),
        ("b5 to b6", "notation", "is no step"),
        ("/scrum move b5-b6", "notation", "is no step"),
        ("b5", "moves", "Where to? b5 can go to"),
        ("b5-b6,d5", "moves", "Where to? d5 can go to"),
        ("c7", "moves", "not yours"),
        ("z5", "board", "off the board"),
    ],
)
def test_bad_steps(typed: str, rule: str, words: str) -> None:
    """Each mistake is answered with a sentence that names the rule, and the paragraph of it."""
    sentence, paragraph = refused(game_from(MIDDLE), "move", typed)
    assert words in sentence
    assert paragraph == rule
    assert rule in {topic.key for topic in GAME.rules}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("b7xa7>a8,e9-e8", "one step only"),
        ("e9-e8", "b7 or b8 has to push the ball to a8"),
        ("e9", "b7 or b8 has to push"),
        ("b7-c7", "has to push"),
        ("b7xa7>b7", "has to push the ball to a8"),
    ],
)
def test_bad_steps_in_a_scrum(typed: str, words: str) -> None:
    """In a scrum only the push to the exit will do, as a single step."""
    sentence, rule = refused(game_from(SCRUM), "move", typed)
    assert words in sentence
    assert rule == "scrum"


def test_second_step_only() -> None:
    """After the first step two more are too many, and so is a second one on the very first turn."""
    assert refused(played(game_from(MIDDLE), "a1-a2"), "move", "b5-a5,d5-e5")[1] == "turns"
    assert refused(started(), "move", "c4-c5,b5-b4") == ("The very first turn of a game is a single step.", "turns")


def test_occupied() -> None:
    """A piece does not move onto another."""
    assert refused(game_from(put("e6", blue="a1 a2", red="b7")), "move", "a1-a2")[1] == "moves"


def test_not_your_turn() -> None:
    """Only the side to move moves."""
    assert refused(game_from(MIDDLE), "move", "b7-b8", seat=1)[1] == "turns"


# --- draws and giving up -------------------------------------------------------------------------------------------


def test_draw_accepted() -> None:
    """A draw is offered by the side to move and accepted by the other, at once."""
    state = then(game_from(MIDDLE), say(game_from(MIDDLE), "draw", "offer"))
    assert GAME.moves(state, 1) == [AnswerDraw(accept=True), AnswerDraw(accept=False)]
    assert say(state, "draw", "accept", seat=1) == [Finished(None, "agreed", 0)]
    assert say(state, "draw", seat=1) == [Finished(None, "agreed", 0)]  # “draw” says the same


def test_draw_declined() -> None:
    """It is declined in words, and then not offered again in the same turn."""
    state = then(game_from(MIDDLE), say(game_from(MIDDLE), "draw"))
    assert say(state, "draw", "decline", seat=1) == [DrawDeclined(1)]
    state = then(state, say(state, "draw", "decline", seat=1))
    assert refused(state, "draw", "offer")[1] == "draw"
    assert OfferDraw() not in GAME.moves(state, 0)
    assert OfferDraw() in GAME.moves(played(state, "a1-a2", "b5-b6"), 1)


def test_draw_declined_by_playing() -> None:
    """Or by playing on."""
    state = then(game_from(MIDDLE), say(game_from(MIDDLE), "draw"))
    state = played(state, "a1-a2,b5-a5")
    assert state.offer == 0
    assert say(state, "move", "e12-e11")[0] == DrawDeclined(1, by_playing=True)


def test_draws_out_of_place() -> None:
    """Offers out of turn, second offers and answers to nothing are refused."""
    state = game_from(MIDDLE)
    assert refused(state, "draw", "offer", seat=1)[1] == "draw"
    assert refused(state, "draw", "accept", seat=1)[1] == "draw"
    assert refused(state, "draw", "perhaps")[1] == "draw"
    offered = then(state, [DrawOffered(0)])
    assert refused(offered, "draw", "offer")[1] == "draw"
    assert refused(offered, "draw", "accept")[1] == "draw"
    assert refused(offered, "draw", "offer", seat=1)[1] == "draw"


def test_resign() -> None:
    """Who resigns on one's turn has lost; nothing can be done any more then."""
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
