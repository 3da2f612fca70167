"""Starting the game, Sprint Planning and moving."""

import pytest

from games.sprint.model import Moved, Rolled, Stayed
from tests.games.sprint.build import GAME, IMPEDIMENT, SCRUM, at, game_with, go, landings, new_game, roll


def test_the_start() -> None:
    """Every piece is on Start, 300 hours are left, no day is over, nobody is impeded or has a tool, seat 0 begins."""
    state = new_game(4)
    assert [player.space for player in state.players] == ["start"] * 4
    assert all(player.impediment is None and player.tools == () for player in state.players)
    assert (state.hours, state.day, state.dice, state.turn) == (300, 0, 3, 0)


def test_number_of_players() -> None:
    """“2-12 seats”: the document's two to six, “but can realistically be played by any number”."""
    assert list(GAME.seats) == list(range(2, 13))


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_the_first_roll_is_one_die(face: int) -> None:
    """“For each player's first move, the player rolls one die … move your piece that many spaces.”"""
    after = roll(new_game(2), face)
    assert after.one(Rolled).dice == (face,)
    assert after.state.players[0].space == f"P{face}"
    assert after.state.turn == 1


def test_a_scrum_on_the_first_roll() -> None:
    """“If you roll a scrum, you do not move. On your next and all subsequent turns, roll two dice.”"""
    after = roll(new_game(2), SCRUM)
    assert after.kinds() == ["rolled", "turn_began"]
    assert after.state.players[0].space == "start"
    again = roll(roll(after.state, 1).state, 2, 1)
    assert again.one(Rolled).dice == (2, 1)
    assert again.state.players[0].space == "P3"


def test_one_then_double_ones() -> None:
    """“If you roll a one on your first turn and double ones on your second”: the first and third planning spaces."""
    first = roll(new_game(2), 1)
    assert first.state.hours == 350
    second = roll(roll(first.state, SCRUM).state, 1, 1)
    assert second.state.players[0].space == "P3"
    assert second.state.hours == 375


def test_scrum_then_double_fives() -> None:
    """“If your first roll is a scrum and your second roll is double fives you will move past sprint planning.”"""
    waiting = roll(roll(new_game(2), SCRUM).state, SCRUM).state
    rolled = roll(waiting, 5, 5)
    assert landings(rolled.state) == ["S4", "review"]
    after = go(rolled.state, "S4")
    assert after.state.players[0].space == "S4"
    assert after.state.hours == after.state.planned == 300


def test_two_numbers_move_their_sum() -> None:
    """“Roll two dice”: 1 and 2 lead from S1 to S4."""
    assert roll(game_with(at("S1")), 1, 2).state.players[0].space == "S4"


def test_one_scrum_and_a_number_move_the_number() -> None:
    """“One scrum and a number: move the number.” Without an impediment there is no choice to stay."""
    after = roll(game_with(at("S1")), SCRUM, 3)
    assert after.one(Moved).path == ("S2", "S3", "S4")


def test_two_scrums_do_not_move() -> None:
    """“Two scrums, not impeded: no move; the turn is over.”"""
    after = roll(game_with(at("S1")), SCRUM, SCRUM)
    assert after.kinds() == ["rolled", "turn_began"]
    assert (after.state.players[0].space, after.state.turn) == ("S1", 1)


def test_turns_follow_the_seats() -> None:
    """“The order is the order of the seats”, round and round."""
    state = new_game(3)
    order = []
    for _ in range(7):
        order.append(state.turn)
        state = roll(state, *((SCRUM,) if not state.players[state.turn].turns else (SCRUM, SCRUM))).state
    assert order == [0, 1, 2, 0, 1, 2, 0]


class TestImpeded:
    """“What to Do When Impeded”: on your turn, roll the two dice."""

    state = game_with(at("S5", impediment=IMPEDIMENT))

    def test_no_scrum(self) -> None:
        """“If you roll no scrums, you remain impeded.”"""
        after = roll(self.state, 3, 4)
        assert after.kinds() == ["rolled", "turn_began"]
        assert after.state.players[0].impediment == IMPEDIMENT
        assert after.state.players[0].space == "S5"

    def test_one_scrum(self) -> None:
        """“If you roll one scrum and one number, you may move that number of spaces.”"""
        rolled = roll(self.state, SCRUM, 3)
        assert rolled.state.players[0].impediment is None
        assert landings(rolled.state) == ["S8", None]
        moved = go(rolled.state, "S8")
        assert (moved.state.players[0].space, moved.state.day, moved.state.turn) == ("S8", 1, 1)

    def test_one_scrum_and_stay(self) -> None:
        """“Who was impeded is free now and may move it or stay”: staying draws no new impediment."""
        after = go(roll(self.state, SCRUM, 3).state, None)
        assert after.one(Stayed).seat == 0
        assert after.state.players[0] == at("S5", turns=2)
        assert after.state.turn == 1

    def test_two_scrums(self) -> None:
        """“If you roll two scrums, the impediment is removed but you do not get to move on that turn.”"""
        after = roll(self.state, SCRUM, SCRUM)
        assert after.kinds() == ["rolled", "freed", "turn_began"]
        assert after.state.players[0].space == "S5"
        assert after.state.players[0].impediment is None
        assert after.state.discards["impediments"] == (IMPEDIMENT,)

    def test_drawing_an_impediment(self) -> None:
        """“If you land on an Impeded space, draw the top card from the Impediment deck.”"""
        after = roll(game_with(at("S4"), decks={"impediments": (IMPEDIMENT,)}), 1, SCRUM, 1)
        assert after.state.players[0].impediment == IMPEDIMENT
        assert after.state.decks["impediments"] == ()

    def test_the_others_still_move(self) -> None:
        """One player's impediment doesn't stop the others."""
        state = game_with(at("S5", impediment=IMPEDIMENT), at("S0"))
        after = roll(roll(state, 1, 2).state, SCRUM, 4)
        assert "S4" in landings(after.state)
