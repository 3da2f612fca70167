"""Limits by example: the last value that counts, and the first that does not."""

import pytest

from games.contract import IllegalMove
from games.rugby import player, turns
from games.rugby.engine import core, search
from games.rugby.model import (
    MAX_LETTERS,
    AnswerDraw,
    Finished,
    PlayTurn,
    Position,
    State,
    Step,
    TurnBegan,
    Unreadable,
    read_turn,
)
from games.rugby.rules import REPETITIONS
from tests.games.rugby.build import CHANCE, GAME, game_from, played, refused, say
from tests.games.rugby.positions import BEGINNING, put


@pytest.mark.parametrize(("ball", "winner"), [("c12", 0), ("c11", None), ("c2", None), ("c1", 1)])
def test_only_the_last_rows_are_goal_rows(ball: str, winner: int | None) -> None:
    """Both sides touch the ball; on row 12 Blue has scored, on row 1 Red, on the rows before them nobody."""
    row = int(ball[1:])
    assert turns.scorer(put(ball, blue=f"b{row} a6", red=f"d{row} e6")) == winner


@pytest.mark.parametrize("ball", ["a12", "e12"])
def test_the_goal_row_reaches_from_a_to_e(ball: str) -> None:
    """The corners count too."""
    assert turns.scorer(put(ball, blue="b11 d11")) == 0


def test_a_ball_two_cells_away_is_not_touched() -> None:
    """Straight or diagonal neighbours touch it; the next cells do not."""
    assert turns.scorer(put("c12", blue="b11")) == 0
    assert turns.scorer(put("c12", blue="a11")) is None
    assert turns.scorer(put("c12", blue="c10")) is None


@pytest.mark.parametrize(("red", "duty"), [("b7", core.TWO), ("b7 b8", core.PUSH)])
def test_a_scrum_has_exactly_one_exit(red: str, duty: int) -> None:
    """The ball on a7 has the neighbours a6, b6, b7, b8 and a8. With two of them free it isn’t a scrum."""
    position = put("a7", blue="a6 b6 c3", red=red, mover="r")
    assert turns.is_scrum(position) == (duty == core.PUSH)
    assert turns.duty(position) == duty


@pytest.mark.parametrize(("before", "drawn"), [(0, False), (1, False), (2, True), (3, True)])
def test_the_third_time_is_a_draw(before: int, drawn: bool) -> None:  # noqa: FBT001  a column of the table
    """Twice before, and now again; once before is not enough."""
    position = put("c6", blue="a1 e1", red="a12 e12")
    cells = played(game_from(position), "a1-a2,e1-e2").position.cells
    state = State(position, seen=(cells,) * before)
    expected = Finished(None, "repetition", 1) if drawn else TurnBegan(1)
    assert REPETITIONS == 3
    assert say(state, "move", "a1-a2,e1-e2")[-1] == expected


@pytest.mark.parametrize(("before", "known"), [(1, 0), (2, 1), (3, 1)])
def test_the_search_knows_positions_that_were_seen_twice(before: int, known: int) -> None:
    """Once more would be a draw."""
    assert len(player.task_of(State(BEGINNING, seen=(BEGINNING.cells,) * before)).repeated) == known


@pytest.mark.parametrize("count", [0, 3])
def test_a_turn_has_one_or_two_steps(count: int) -> None:
    """None and three are refused, whatever way they come."""
    state = game_from(put("c6", blue="a1 b1 c1", red="a12"))
    step = Step(0, 5)
    with pytest.raises(IllegalMove) as refusal:
        GAME.decide(state, 0, PlayTurn((step,) * count), CHANCE)
    assert "at most two steps" in refusal.value.sentence


@pytest.mark.parametrize("seat", [-1, 2, None])
def test_there_are_two_seats(seat: int | None) -> None:
    """Nobody else has moves, and nobody else can make one."""
    state = game_from()
    if seat is not None:
        assert GAME.moves(state, seat) == []
    with pytest.raises(IllegalMove, match="seat"):
        GAME.decide(state, seat, PlayTurn((Step(17, 22),)), CHANCE)


def test_the_longest_text_of_a_turn() -> None:
    """A hundred characters are read, one more is refused."""
    assert read_turn("c4-c5".ljust(MAX_LETTERS)) == read_turn("c4-c5")
    assert MAX_LETTERS == 100
    with pytest.raises(Unreadable, match="too long"):
        read_turn("c4-c5".ljust(MAX_LETTERS + 1))


@pytest.mark.parametrize(("typed", "rule"), [("e12-e13", "board"), ("a1-a0", "board"), ("e12-f12", "board")])
def test_the_edges_of_the_board(typed: str, rule: str) -> None:
    """Columns end at a and e, rows at 1 and 12."""
    assert refused(game_from(put("c6", blue="a1 e12", red="a12")), "move", typed)[1] == rule


@pytest.mark.parametrize(("score", "accepts"), [(-151, True), (-150, False)])
def test_when_it_accepts_a_draw(monkeypatch: pytest.MonkeyPatch, score: int, accepts: bool) -> None:  # noqa: FBT001
    """From 150 points behind it would rather have the draw."""
    found = search.Found((17 | 22 << 6 | core.NONE << 12,), score, 1, 2)
    monkeypatch.setattr(search, "think", lambda *_, **__: found)
    move = player.suggest(State(BEGINNING, offer=1), 0, CHANCE)
    assert (move == AnswerDraw(accept=True)) == accepts


@pytest.mark.parametrize(
    ("score", "opinion"),
    [
        (core.WIN - 999, "It leads to a goal, whatever the other side does."),
        (core.WIN - 1000, "Blue is ahead."),
        (61, "Blue is ahead."),
        (60, "The game is even."),
        (-60, "The game is even."),  # a draw
        (-61, "Red is ahead."),
        (1000 - core.WIN, "Red is ahead."),
        (999 - core.WIN, "Whatever Blue does, Red can force a goal."),
    ],
)
def test_what_a_hint_says(monkeypatch: pytest.MonkeyPatch, score: int, opinion: str) -> None:
    """More than 60 points are an advantage; within a thousand of a win is a forced goal."""
    found = search.Found((17 | 22 << 6 | core.NONE << 12,), score, 1, 2)
    monkeypatch.setattr(search, "think", lambda *_, **__: found)
    answer = GAME.shows.answer(GAME.view(game_from(), 0), "hint", {}, ("Ann", "Ben"))
    assert answer.text == f"For Blue: `/scrum move c4-c5`. It brings another piece to the ball. {opinion}"


def test_which_rows_a_piece_reaches_in_a_step() -> None:
    """One in every direction, and no further."""
    state = game_from(Position(1 << 12, 0, 59))  # one piece on c3, the ball far away
    text = GAME.shows.answer(GAME.view(state, 0), "piece", {"cell": "c3"}, ("Ann", "Ben")).text
    assert text == "The piece on c3 can’t move now."  # a second piece is needed to complete the turn
    state = game_from(Position(1 << 12 | 1, 0, 59))
    text = GAME.shows.answer(GAME.view(state, 0), "piece", {"cell": "c3"}, ("Ann", "Ben")).text
    assert set(text.removeprefix("c3 can go to ").rstrip(".").replace(" or ", ", ").split(", ")) == {
        *("b2", "c2", "d2"),
        *("b3", "d3"),
        *("b4", "c4", "d4"),
    }
