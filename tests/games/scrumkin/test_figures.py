"""Whole games of automatic players: they end, no seat wins them all, and a team may win or lose."""

import pytest

from bot.cli.simulated.simulation import seeds, simulate
from games.contract import Options
from games.scrumkin.model import BugFixed, Countered, Event, Finished, Started, TookOver
from games.testing.play import seed_of
from tests.games.scrumkin.build import DECK, GAME

GAMES = 24  # few, to keep the tests quick; `scrum-table simulate scrumkin` plays as many as you like


def figures(mode: str, seats: int, games: int = GAMES) -> dict[str, object]:
    options: Options = {"mode": mode, "window": 30, "deck": "standard"}
    return simulate(GAME, seats, options, seeds(seed_of(seats), games), lambda _: None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_competitive_games_end(seats: int) -> None:
    """Every game has a winner after a reasonable number of sprints, and no seat wins them all."""
    found = figures("competitive", seats)
    assert found["finished"] == found["games"] == GAMES
    assert isinstance(found["sprints_mean"], float)
    assert 4 < found["sprints_mean"] < 25
    wins = found["wins_by_seat"]
    assert isinstance(wins, dict)
    assert set(wins) == {str(seat + 1) for seat in range(seats)}
    assert sum(wins.values()) >= GAMES
    assert max(wins.values()) < 0.8 * GAMES


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_teams_win_some(seats: int) -> None:
    """Collaborative games can be won and lost, and all end within ten sprints."""
    found = figures("collaborative", seats)
    assert found["finished"] == GAMES
    assert isinstance(found["wins"], int)
    assert 0 < found["wins"] < GAMES
    assert isinstance(found["sprints_mean"], float)
    assert found["sprints_mean"] <= 10


def test_an_expert_wins_more_often_than_a_beginner() -> None:
    """Whichever seat it has; docs/balance.md has the figures."""
    options: Options = {"mode": "competitive", "window": 30, "deck": "standard"}
    wins = 0
    for levels, seat in ((("expert", "beginner"), "1"), (("beginner", "expert"), "2")):
        found = simulate(GAME, 2, options, seeds(seed_of(8), GAMES // 2), lambda _: None, levels=levels)
        wins += found["wins_by_seat"][seat]
    assert wins > 0.65 * GAMES


def test_what_is_counted() -> None:
    """Wins by seat, with a shared win counted for each winner, and averages of sprints, shields, bugs and items."""
    card = DECK.sprint[0]
    one: list[Event] = [
        Started(3, "competitive", 30, 0, DECK),
        Countered(0, card, card, 1),
        TookOver(0, 3, 1),
        BugFixed(0, 1, 9),
        Finished("competitive", (0, 2), 9, 12),
    ]
    two: list[Event] = [Started(3, "competitive", 30, 0, DECK), Finished("competitive", (2,), 6, 12, unfinished=True)]
    total = GAME.statistics.tally(one)
    total.update(GAME.statistics.tally(two))
    assert GAME.statistics.figures(total, 2) == {
        "wins": 2,
        "wins_by_seat": {"1": 1, "2": 0, "3": 2},
        "sprints_mean": 7.5,
        "sprints_longest": 9,
        "won_by_the_smallest_backlog": 1,
        "shields_mean": 0.5,
        "bugs_fixed_mean": 0.5,
        "taken_over_mean": 1.5,
        "put_away_mean": 0.0,
        "nothing_done": 0.0,
        "several_finished": 0,
        "kingmaking": 0,
    }


def test_one_attack_ends_kingmaking() -> None:
    """The option does what it is for: fewer games are decided by somebody who can't win, and fewer end in a crowd."""
    counted = []
    for attacks in ("many", "one"):
        options: Options = {"mode": "competitive", "window": 30, "deck": "standard", "attacks": attacks}
        counted.append(simulate(GAME, 4, options, seeds(seed_of(4), GAMES), lambda _: None))
    many, one = counted
    assert one["kingmaking"] < many["kingmaking"]
    assert one["several_finished"] < many["several_finished"]
    assert one["sprints_mean"] < many["sprints_mean"]
