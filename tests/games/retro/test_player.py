"""The automatic participant is good enough to rehearse with."""

import pytest

from games import GAMES
from games.api import defaults
from tests.contract.play import play
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting


@pytest.mark.parametrize("number", range(6))
def test_automatic_participants_come_to_actions(number: int) -> None:
    """Five of them write, vote and agree on something."""
    played = play(GAMES["retro"], number, 5, defaults(GAMES["retro"]), sense=1.0)
    assert played.last.phase == "over"
    assert played.last.actions
    assert sum(played.last.poll) == 5


def test_it_waits_for_people_where_it_facilitates() -> None:
    """It never ends a phase that somebody is not ready for."""
    meeting = Meeting().until("reflect")
    for _ in range(40):
        if ANNA in meeting.state.ready:
            break
        move = GAME.suggest(meeting.state, ANNA, meeting.chance.apart(str(len(meeting.events))))
        meeting.events += GAME.decide(meeting.state, ANNA, move, meeting.chance)
    assert meeting.phase() == "reflect"
    assert GAME.awaits(meeting.state) == (BEN, CEM)


def test_it_does_not_say_that_something_is_done() -> None:
    """It cannot know: an action of last time stays open."""
    meeting = Meeting(actions='[{"what": "Mend the test", "due": ""}]')
    meeting.everybody("ready")
    move = GAME.suggest(meeting.state, ANNA, meeting.chance)
    meeting.events += GAME.decide(meeting.state, ANNA, move, meeting.chance)
    assert meeting.state.earlier[0].mark == "keep"
    assert meeting.phase() == "reflect"
