"""What a game has that leaves its parts out."""

from collections import Counter
from typing import Any

import pytest

from games.chance import Chance
from games.contract import Game, erased, public_moves, suggested
from games.memories import Agreements
from games.parts import Bots, Clock, Memories, Secrets, Shows, Statistics
from games.retro.events import MadeAnonymous, SaidReady
from games.testing.play import play
from tests.contract.toy import Lay, Toy


class Plain(Toy):
    """The toy with nothing but what a table needs."""

    bots = Bots()
    secrets = Secrets()
    clock = Clock()


GAME = Plain()
STATE = play(GAME, 1, 2, {"seconds": 30}).states[0]


def test_nobody_leads_and_nothing_is_kept() -> None:
    """Nor has it a clock, a chart, cards, dice or a meeting's agreements."""
    game: Any = Game
    assert (game.seating.leads(0), game.memories.records([]), game.proof.dice(0), game.shows.cards(0)) == ((),) * 4
    assert (game.clock.deadline(0), game.shows.chart(0, ()), game.meeting.review([]), game.debrief.kit()) == (None,) * 4
    assert game.memories.inheritance([]) == {}
    assert game.meeting.agreements(0) == Agreements()


def test_a_move_and_an_event_stay_as_they_are() -> None:
    """Nobody counts time, and nothing is veiled."""
    game: Any = Game
    assert game.clock.timed(Lay(1), 3.0) == Lay(1)
    assert game.secrets.veil(SaidReady(0)) == SaidReady(0)


def test_automatic_players_make_any_of_their_moves() -> None:
    """Where a game doesn't say which is best."""
    legal = GAME.moves(STATE, 0)
    found = {suggested(GAME, STATE, 0, Chance(bytes([number]) * 32)) for number in range(30)}
    assert found == set(legal)


def test_the_room_is_offered_every_move() -> None:
    """Where a game doesn't say which are secret; their phrases do."""
    assert public_moves(GAME, STATE, 0) == GAME.moves(STATE, 0)


def test_what_is_left_of_an_erased_event() -> None:
    """What its veil leaves, where a game doesn't say more."""

    class Veiled(Toy):
        secrets: Any = Secrets(veil=lambda event: MadeAnonymous())

    game: Any = Veiled()
    assert erased(game, SaidReady(0), SaidReady(1)) == MadeAnonymous()


def test_a_game_without_queries_has_no_answer() -> None:
    """So asking is a mistake of the program."""
    shows: Shows[Any, Any, Any] = Shows()
    with pytest.raises(ValueError, match="hint is not a query"):
        shows.answer(None, "hint", {}, ())


def test_statistics_are_means_per_game() -> None:
    """How often each kind of event happened, to two decimals and in alphabetical order."""
    statistics: Statistics[Any] = Statistics()
    assert statistics.tally([SaidReady(0), MadeAnonymous(), SaidReady(1)]) == {"said_ready": 2, "made_anonymous": 1}
    assert list(statistics.figures(Counter(won=1, lost=2), 3).items()) == [("lost_mean", 0.67), ("won_mean", 0.33)]


def test_an_exported_game_has_the_usual_form() -> None:
    """Where a game has no report of its own."""
    memories: Memories[Any] = Memories()
    assert memories.report([], "markdown") == ""
