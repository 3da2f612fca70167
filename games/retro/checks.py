"""What several moves need: a phase in which they make sense, and the facilitator."""

from games.retro import refusals
from games.retro.model import Phase
from games.retro.phases import Recorder


def only_in(recorder: Recorder, *phases: Phase, what: str, rule: str) -> None:
    if recorder.state.phase not in phases:
        raise refusals.not_now(what, recorder.state.phase, rule)


def only_facilitator(recorder: Recorder, seat: int) -> None:
    if seat != recorder.state.facilitator:
        raise refusals.only_the_facilitator(recorder.state.facilitator)
