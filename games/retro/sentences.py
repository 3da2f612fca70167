"""Sentences about the stage, the course and a health check."""

from collections.abc import Sequence
from typing import assert_never

from games.retro.events import (
    AgreementAdded,
    AgreementDropped,
    Arrived,
    DetourEvent,
    HealthShown,
    MadeAnonymous,
    SafetyShown,
    SkipQuestioned,
    WentBack,
)
from games.retro.model import SCALE, Phase
from games.retro.profiles import mean_of
from games.retro.wording import TITLES, count, full_stop, quoted

_NOTHING: dict[Phase, str] = {
    "stage": "The answers to the safety check are in.",
    "reflect": "Nobody has written anything yet.",
    "vote": "Nobody has used a dot yet.",
    "actions": "There’s no action yet.",
}


def stage_sentence(event: AgreementAdded | AgreementDropped | SafetyShown | MadeAnonymous) -> str:
    match event:
        case AgreementAdded():
            return f"You agree: {full_stop(event.text, 120)}"
        case AgreementDropped():
            return f"{quoted(event.text, 120)} is no longer part of your agreement."
        case SafetyShown():
            return safety_result(event.poll)
        case MadeAnonymous():
            return "Notes are anonymous from now on."
        case _:
            assert_never(event)


def safety_result(poll: Sequence[int]) -> str:
    mean = mean_of(poll)
    if mean is None:
        return "Nobody answered the safety check."
    given = ", ".join(f"{number} × {value}" for value, number in zip(SCALE, poll, strict=True) if number)
    return f"How safe people feel to speak: {mean:.1f} out of {SCALE[-1]} ({given})."


def detour_sentence(event: DetourEvent) -> str | None:
    match event:
        case Arrived():
            return None  # the table says who takes a seat
        case SkipQuestioned():
            return nothing_here(event.phase)
        case WentBack():
            return _went_back(event)
        case _:
            assert_never(event)


def nothing_here(phase: Phase) -> str:
    """Asked before a phase is left that has nothing in it."""
    return f"{_NOTHING[phase]} “Next” once more moves on anyway."


def _went_back(event: WentBack) -> str:
    clock = " The clock is running." if event.minutes else ""
    lost = " All dots are free again." if event.phase in {"group", "vote"} else ""
    topic = f" topic {event.topic}" if event.topic else ""
    return f"Back to {TITLES[event.phase].lower()}{topic}.{lost}{clock}"


def health_shown(event: HealthShown) -> str:
    people = max((sum(counts) for counts in event.profile), default=0)
    return f"The health check is in: {count(people, 'answer')} to {count(len(event.profile), 'topic')}."
