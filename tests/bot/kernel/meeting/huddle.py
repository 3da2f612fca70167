"""A small meeting, to test what the kernel does for every meeting: people write, talk, and promise something.

Whoever has the first seat leads it; a clock runs in both phases, and messages are sheets.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from games import GAMES
from games.chance import Chance
from games.contract import About, Command, Game, IllegalMove, Options, Parameter, Phrase, Result, Topic
from games.graphics.drawing import Drawing
from games.memories import AgreedAction, Agreements
from games.parts import Clock, Deadline, Meeting, SeatRules, Shows
from games.sheets import Passage, Sheet, Step, line
from games.text import listing, who

SECONDS = {"write": 300.0, "talk": 600.0}
TITLES = {"write": "Write", "talk": "Talk"}


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    phase: Literal["write", "talk", "over"] = "write"
    done: frozenset[int] = frozenset()
    notes: int = 0
    promises: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    kind: Literal["write", "done", "promise", "next", "time"]
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Began:
    phase: Literal["write", "talk", "over"]
    seats: int = 0
    kind: Literal["began"] = "began"
    begins_turn = True


@dataclass(frozen=True, slots=True)
class Noted:
    kind: Literal["noted"] = "noted"
    quiet = hidden = True


@dataclass(frozen=True, slots=True)
class SaidDone:
    seat: int
    kind: Literal["said_done"] = "said_done"
    quiet = True


@dataclass(frozen=True, slots=True)
class Promised:
    owner: int
    kind: Literal["promised"] = "promised"


Event = Annotated[Began | Noted | SaidDone | Promised, Field(discriminator="kind")]
EVENTS: TypeAdapter[Event] = TypeAdapter(Event)


def deadline(state: State) -> Deadline | None:
    return None if state.phase == "over" else Deadline(state.phase, SECONDS[state.phase], Move("time"))


def moves_on(state: State) -> Move | None:
    return Move("time") if state.phase != "over" and len(state.done) == state.seats else None


def sheet(state: State) -> Sheet:
    steps = tuple(Step(title, "now" if key == state.phase else "next") for key, title in TITLES.items())
    progress = line(f"{len(state.done)} of {state.seats} people are done.")
    return Sheet(TITLES[state.phase], steps, (Passage((line(f"{state.notes} notes so far."),)),), progress=progress)


def past(events: Sequence[Event], state: State) -> str:
    began = [each.phase for each in events if isinstance(each, Began)]
    return f"{TITLES[began[-1]]}: {state.notes} notes by {state.seats} people"


def lobby(settings: Mapping[str, str | int], seats: int) -> Sheet:
    here = listing([who(seat) for seat in range(seats)])
    return Sheet("Huddle", progress=line(f"Here: {here}.") if seats else ())


def agreements(state: State) -> Agreements:
    return Agreements(tuple(AgreedAction("Call the plumber", owner) for owner in state.promises))


def summary(state: State, _: str) -> Sheet:
    lines = tuple(line(f"{who(owner)}: call the plumber") for owner in state.promises)
    return Sheet("Huddle", passages=(Passage(lines, title="Actions"),))


class Huddle(Game[State, Move, Event, State]):
    key = "huddle"
    about = About("Huddle", "Write, talk, promise", noun="huddle", players="people", join="I’m here")
    seats = range(2, 9)
    commands: tuple[Command, ...] = (
        Command("note", "Write a note"),
        Command("ready", "Say that you are done"),
        Command("promise", "Say who does it", (Parameter("player", "Who", kind="player"),)),
        Command("onward", "Move on", grave=True),
    )
    rules: tuple[Topic, ...] = (Topic("all", "All of it", "Write, talk, promise."),)
    events = EVENTS
    clock = Clock(deadline, gives_time=True, moves_on=moves_on)
    shows = Shows(sheet=sheet, past=past, lobby=lobby)
    seating = SeatRules(leads=lambda state: () if state.phase == "over" else (0,), called_live=False)
    meeting = Meeting(agreements, summary=summary)

    def start(self, seats: int, options: Options, chance: Chance) -> list[Event]:
        return [Began("write", seats)]

    def moves(self, state: State, seat: int) -> list[Move]:
        if state.phase == "over" or seat not in range(state.seats):
            return []
        found = [Move("write")] if state.phase == "write" else [Move("promise", other) for other in range(state.seats)]
        found += [] if seat in state.done else [Move("done")]
        return [*found, *([Move("next")] if seat == 0 else [])]

    def awaits(self, state: State) -> tuple[int, ...]:
        if state.phase == "over":
            return ()
        return tuple(seat for seat in range(state.seats) if seat not in state.done) or (0,)

    def decide(self, state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
        if move.kind == "time":
            return self._onward(state)
        assert seat is not None
        if move not in self.moves(state, seat):
            raise IllegalMove("Not now.", "all")
        match move.kind:
            case "write":
                return [Noted()]
            case "done":
                return [SaidDone(seat)]
            case "promise":
                return [Promised(move.seat)]
            case _:
                return self._onward(state)

    def _onward(self, state: State) -> list[Event]:
        return [Began("talk" if state.phase == "write" else "over")]

    def evolve(self, state: State | None, event: Event) -> State:
        if state is None:
            assert isinstance(event, Began)
            return State(event.seats)
        match event:
            case Began(phase=phase):
                return replace(state, phase=phase, done=frozenset())
            case Noted():
                return replace(state, notes=state.notes + 1)
            case SaidDone(seat=seat):
                return replace(state, done=state.done | {seat})
            case Promised(owner=owner):
                return replace(state, promises=(*state.promises, owner))

    def result(self, state: State) -> Result | None:
        return Result(()) if state.phase == "over" else None

    def view(self, state: State, seat: int | None) -> State:
        return state

    def read(self, state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
        kinds: dict[str, Any] = {"note": "write", "ready": "done", "promise": "promise", "onward": "next"}
        return Move(kinds[command], int(arguments.get("player", "0")))

    def phrase(self, state: State, seat: int, move: Move) -> Phrase:
        match move.kind:
            case "write":
                return Phrase("note", "Write a note", role="main")
            case "promise":
                return Phrase("promise", f"{who(move.seat)} does it", {"player": str(move.seat)})
            case "next":
                missing = state.seats - len(state.done)
                return Phrase(
                    "onward",
                    "Next",
                    role="lead",
                    grave=missing > 0,
                    note=f"{missing} people aren’t done. Move on anyway?" if missing else "",
                    yes="Move on",
                    instead=("Give them a minute", "clock +1") if missing else None,
                )
            case _:
                return Phrase("ready", "I’m done")

    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return "A note." if isinstance(event, Noted) else None

    def prompt(self, view: State) -> str:
        return "Write." if view.phase == "write" else "Talk."

    def board(self, view: State, names: Sequence[str]) -> Drawing:
        return Drawing(lambda: "", lambda: "")


@contextmanager
def installed() -> Iterator[None]:
    """Let tables be opened for it."""
    GAMES[Huddle.key] = Huddle()
    try:
        yield
    finally:
        del GAMES[Huddle.key]
