"""Days, costly impediments, finished work, and how a sprint ends."""

from dataclasses import replace

import pytest

from games.contract import Result
from games.sprint.model import DayEnded, Done, Finished, Freed, Over, Roll, State
from tests.games.sprint.build import (
    DISCUSS,
    GAME,
    IMPEDIMENT,
    OTHER_IMPEDIMENT,
    SCRUM,
    After,
    at,
    game_with,
    go,
    landings,
    new_game,
    refused,
    roll,
)


def into_review(state: State) -> After:
    """The player on turn goes from S0 into Sprint Review."""
    return go(roll(state, 1, SCRUM).state, "review")


class TestDays:
    def test_a_day_ends(self) -> None:
        """“Each time a player lands on an End of Day space the Days indicator … is moved one day forward.”"""
        after = roll(game_with(at("S3"), hours=240), 1, SCRUM)
        ended = after.one(DayEnded)
        assert (ended.day, ended.of, ended.hours) == (1, 10, 240)
        assert after.state.burndown == (240,)

    def test_the_tenth_day_ends_the_game(self) -> None:
        """“Ends immediately once a player lands on an End of Day space that moves the indicator to the tenth day.”"""
        after = roll(game_with(at("S3"), day=9), 1, SCRUM)
        finished = after.one(Finished)
        assert (finished.won, finished.reason, finished.day) == (False, "days", 10)
        assert GAME.result(after.state) == Result(())

    def test_the_ninth_day_does_not_end_the_game(self) -> None:
        """There is one more day to go."""
        assert roll(game_with(at("S3"), day=8), 1, SCRUM).all(Finished) == []

    def test_the_tenth_day_with_the_work_done(self) -> None:
        """The work is done but not reviewed, so the game is lost."""
        after = roll(game_with(at("S3"), day=9, hours=0), 1, SCRUM)
        assert after.one(Finished).won is False

    def test_another_number_of_days(self) -> None:
        """The host may set another number of days."""
        state = replace(game_with(at("S3"), day=2), days=3)
        assert roll(state, 1, SCRUM).one(Finished).reason == "days"


class TestCostly:
    """“`impediments=costly`: each End of Day adds 5 hours per impeded player.” Off by default."""

    impeded = (at("S3"), at("S5", impediment=IMPEDIMENT), at("S1", impediment=OTHER_IMPEDIMENT))

    def test_off_by_default(self) -> None:
        """As in the document, impediments cost turns but no hours."""
        assert new_game(2).costly is False
        after = roll(game_with(*self.impeded), 1, SCRUM)
        assert (after.state.hours, after.one(DayEnded).added) == (300, 0)

    def test_on(self) -> None:
        """Two impeded players cost ten hours, and the day's dot on the chart shows it."""
        after = roll(game_with(*self.impeded, costly=True), 1, SCRUM)
        assert (after.state.hours, after.one(DayEnded).added) == (310, 10)
        assert after.state.burndown == (310,)

    def test_not_when_the_work_is_done(self) -> None:
        """At 0 hours nobody is impeded, so the hours stay at 0."""
        assert roll(game_with(at("S3"), at("S5"), costly=True, hours=0), 1, SCRUM).state.hours == 0

    def test_the_option(self) -> None:
        """The host sets `impediments=costly`."""
        assert new_game(2, impediments="costly").costly is True


class TestWorkDone:
    """“Once all work is burned down, the only spaces on the board that matter are end of day spaces.”"""

    def test_impediments_are_resolved_at_once(self) -> None:
        """“Players who are impeded have their impediments immediately resolved once the burndown reaches zero.”"""
        state = game_with(at("D3"), at("S5", impediment=IMPEDIMENT), at("S1", impediment=OTHER_IMPEDIMENT), hours=5)
        after = roll(state, 1, SCRUM, 1, 3, 5)
        assert {(freed.seat, freed.by) for freed in after.all(Freed)} == {(1, "work_done"), (2, "work_done")}
        assert all(player.impediment is None for player in after.state.players)
        assert set(after.state.discards["impediments"]) == {IMPEDIMENT, OTHER_IMPEDIMENT}

    @pytest.mark.parametrize(
        ("space", "kind"),
        [
            ("start", "+50 hours"),
            ("P1", "a die"),
            ("S4", "an impediment"),
            ("S1", "an opportunity"),
            ("S2", "a tool"),
            ("D3", "x1"),
            ("D4", "x2"),
            ("D2", "burn up"),
            ("S8", "the Daily Scrum"),
        ],
    )
    def test_other_spaces_do_nothing(self, space: str, kind: str) -> None:
        """The hours stay at 0, no card is drawn, no die is taken."""
        after = roll(game_with(at(space), hours=0), 1, SCRUM)
        assert after.kinds() == ["rolled", "moved", "turn_began"], kind
        assert (after.state.hours, after.state.dice) == (0, 3)

    def test_days_still_end(self) -> None:
        """End of Day spaces still matter."""
        assert roll(game_with(at("S3"), hours=0), 1, SCRUM).one(DayEnded).day == 1

    def test_no_more_discussions(self) -> None:
        """No opportunity is drawn, so there is nothing to discuss."""
        after = roll(game_with(at("S1"), hours=0, decks={"opportunities": (DISCUSS,)}), 1, SCRUM)
        assert after.state.decks["opportunities"] == (DISCUSS,)


class TestReview:
    def test_won(self) -> None:
        """“To win the game, all players must reach the final sprint review space before …”, with all work done."""
        after = into_review(game_with(at("S0"), at("review"), at("review"), hours=0, day=4))
        finished = after.one(Finished)
        assert (finished.won, finished.reason, finished.hours, finished.day) == (True, "review", 0, 4)
        assert GAME.result(after.state) == Result((0, 1, 2))

    def test_not_before_everybody_is_there(self) -> None:
        """The game continues with one of three players outside."""
        after = into_review(game_with(at("S0"), at("S4"), at("review"), hours=0))
        assert after.all(Finished) == []
        assert after.state.turn == 1

    def test_everybody_in_review_with_hours_left(self) -> None:
        """“Everybody in Sprint Review with hours left: lost, at once.”"""
        after = into_review(game_with(at("S0"), at("review"), hours=1))
        finished = after.one(Finished)
        assert (finished.won, finished.reason, finished.hours) == (False, "unfinished", 1)
        assert GAME.result(after.state) == Result(())

    def test_a_player_may_enter_early(self) -> None:
        """“You can move to the Sprint Review space before all work is burned down.”"""
        after = into_review(game_with(at("S0"), at("S4"), hours=200))
        assert after.state.players[0].space == "review"
        assert after.all(Finished) == []

    def test_nobody_leaves(self) -> None:
        """“But you cannot leave the sprint review area once you've entered it”: no roll, and the turn skips them."""
        state = game_with(at("review"), at("S4"), at("S4"), turn=2)
        assert roll(state, SCRUM, SCRUM).state.turn == 1
        assert refused(replace(state, turn=0), 0, Roll()).rule == "review"

    def test_done_outside_review(self) -> None:
        """A player who can roll cannot pass."""
        assert refused(game_with(at("S4")), 0, Done()).rule == "turns"

    def test_the_last_player_outside_plays_alone(self) -> None:
        """With everybody else in review, one player takes turn after turn."""
        state = roll(game_with(at("S4"), at("review"), hours=50), SCRUM, SCRUM).state
        assert state.turn == 0

    def test_nothing_happens_after_the_end(self) -> None:
        """“Lost, at once, unless the game was already won”: a finished game takes no more moves."""
        over = game_with(at("review"), at("review"), hours=0, phase=Over(won=True, reason="review"))
        assert refused(over, 0, Roll()).rule == "end"
        assert refused(over, None, Roll()).rule == "end"
        assert GAME.moves(over, 0) == []
        assert GAME.awaits(over) == ()

    def test_review_is_a_choice_even_when_the_work_is_done(self) -> None:
        """At S0 both paths stay open."""
        assert landings(roll(game_with(at("S0"), hours=0), 1, SCRUM).state) == ["S1", "review"]
