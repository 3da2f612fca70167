"""The outcome of each move, or the reason why it is refused."""

from typing import assert_never

from games.retro.acts import refusals
from games.retro.deciding.course import decide_course
from games.retro.deciding.notes import decide_note
from games.retro.deciding.outcomes import decide_outcome
from games.retro.deciding.stage import decide_stage
from games.retro.deciding.topics import decide_topic
from games.retro.moves import ClockMove, CourseMove, Move, NoteMove, OutcomeMove, StageMove, TopicMove
from games.retro.phases import Recorder


def decide_for(recorder: Recorder, seat: int, move: Move) -> None:
    """Record what a seat's move leads to; IllegalMove if it isn't possible now."""
    if isinstance(move, CourseMove):
        decide_course(recorder, seat, move)
    elif isinstance(move, StageMove):
        decide_stage(recorder, seat, move)
    elif isinstance(move, NoteMove):
        decide_note(recorder, seat, move)
    elif isinstance(move, TopicMove):
        decide_topic(recorder, seat, move)
    elif isinstance(move, OutcomeMove):
        decide_outcome(recorder, seat, move)
    elif isinstance(move, ClockMove):
        raise refusals.only_the_clock()
    else:
        assert_never(move)
