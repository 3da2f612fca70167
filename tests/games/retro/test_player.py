"""The automatic participant is good enough to rehearse with."""

import pytest

from games import GAMES
from games.contract import defaults, suggested
from games.testing.play import play
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting


@pytest.mark.parametrize("number", range(6))
def test_automatic_participants_agree_on_actions(number: int) -> None:
    """Five of them finish a retrospective with at least one action, and all five rate it."""
    played = play(GAMES["retro"], number, 5, defaults(GAMES["retro"]), sense=1.0)
    assert played.last.phase == "over"
    assert played.last.actions
    assert sum(played.last.poll) == 5


def test_an_automatic_facilitator_waits_for_people() -> None:
    """It never ends a phase while somebody isn't done."""
    meeting = Meeting().until("reflect")
    for _ in range(40):
        if ANNA in meeting.state.ready:
            break
        move = suggested(GAME, meeting.state, ANNA, meeting.chance.apart(str(len(meeting.events))))
        meeting.events += GAME.decide(meeting.state, ANNA, move, meeting.chance)
    assert meeting.phase() == "reflect"
    assert GAME.awaits(meeting.state) == (BEN, CEM)


def test_an_automatic_facilitator_moves_on_when_everybody_is_done() -> None:
    """What became of an action it can't know: it stays open."""
    meeting = Meeting(actions='[{"what": "Fix the test", "due": ""}]')
    meeting.everybody("pass")
    for phase in ("review", "review", "reflect"):
        meeting.everybody("done") if GAME.awaits(meeting.state) != (ANNA,) else None
        move = suggested(GAME, meeting.state, ANNA, meeting.chance)
        meeting.events += GAME.decide(meeting.state, ANNA, move, meeting.chance)
        assert meeting.phase() == phase
    assert meeting.state.earlier[0].mark == "keep"
