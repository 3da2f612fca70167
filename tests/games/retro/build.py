"""Run a retrospective step by step: who says what, as they would type it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.chance import Chance
from games.contract import IllegalMove, defaults, natures, replay
from games.retro import Retro
from games.retro.events import Event
from games.retro.model import Phase, State

GAME = Retro()
ANNA, BEN, CEM, DORA = range(4)
# parameter names in the order people type them
_WORDS = {command.name: [parameter.name for parameter in command.parameters] for command in GAME.commands}


class Meeting:
    """A retrospective; `say(BEN, "note", "stop", "meetings")` lets Ben write a note."""

    def __init__(self, seats: int = 3, seed: int = 0, **options: Any) -> None:
        self.chance = Chance(seed.to_bytes(32, "big"))
        self.events: list[Event] = GAME.start(seats, {**defaults(GAME), **options}, self.chance)

    @property
    def state(self) -> State:
        state = replay(GAME, self.events)
        assert state is not None
        return state

    def phase(self) -> Phase:
        return self.state.phase

    def say(self, seat: int, command: str, *words: str) -> list[Event]:
        given = {**dict(zip(_WORDS[command], words, strict=False)), "today": "2026-11-17"}
        state = self.state
        events = GAME.decide(state, seat, GAME.read(state, seat, command, given), self.chance)
        self.events += events
        return events

    def refused(self, seat: int, command: str, *words: str) -> str:
        with pytest.raises(IllegalMove) as refusal:
            self.say(seat, command, *words)
        return refusal.value.sentence

    def time_passes(self) -> list[Event]:
        clock = GAME.clock.deadline(self.state)
        assert clock is not None
        events = GAME.decide(self.state, None, clock.move, self.chance)
        self.events += events
        return events

    def until(self, phase: Phase) -> "Meeting":
        """Let the facilitator move on until this phase."""
        while self.state.phase != phase:
            self.say(self.state.facilitator, "next")
        return self

    def everybody(self, command: str, *words: str) -> None:
        for seat in range(self.state.seats):
            self.say(seat, command, *words)

    def narrated(self, viewer: int | None = None) -> list[str]:
        return [sentence for event in self.events if (sentence := GAME.narrate(event, viewer))]

    def board(self, viewer: int | None = None) -> str:
        return GAME.board(GAME.view(self.state, viewer), ["Anna", "Ben", "Cem", "Dora", "Eli"][: self.state.seats]).text


def with_notes(notes: Mapping[str, str], *, phase: Phase = "group", **options: Any) -> Meeting:
    """A meeting with these notes (text: column), all written by Ben."""
    meeting = Meeting(**options).until("reflect")
    for text, column in notes.items():
        meeting.say(BEN, "note", column, text)
    return meeting.until(phase)


def as_exported(events: Sequence[Event]) -> list[Event]:
    """What everybody may read of them for ever."""
    return [event if event.kind in natures(GAME).erasable else GAME.secrets.veil(event) for event in events]


def number_of(meeting: Meeting, text: str) -> str:
    """The number that chance gave to a note."""
    return str(1 + [note.text for note in meeting.state.notes].index(text))
