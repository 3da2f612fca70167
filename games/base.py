"""Defaults for a game: a simple one writes only its rules, its words and its board."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Generic, Literal

from pydantic import TypeAdapter

from games.chance import Chance, Draw
from games.contract import (
    Answer,
    Deadline,
    Die,
    Event,
    Game,
    Lesson,
    Motion,
    Move,
    Option,
    Receipt,
    Record,
    ShownCard,
    State,
    Topic,
    View,
)
from games.debrief import Course, Happened, Kit, Weighed
from games.graphics.drawing import Drawing
from games.memories import Agreements, Review

# --- base ------------------------------------------------------------------------------------------------------------


class BaseGame(Generic[State, Move, Event, View]):
    """A game without options, secrets, luck, clocks, charts, queries, levels, inheritance and records.

    Override what your game has. Left to write: key, title, summary, seats, commands, rules, events, start, moves,
    awaits, decide, evolve, view, result, read, phrase, narrate, prompt, draw and suggest.
    """

    goal: str = ""
    options: tuple[Option, ...] = ()
    stored_moves: TypeAdapter[Move] | None = None
    levels: tuple[str, ...] = ()
    thinks: bool = False
    gives_time: bool = False
    inherits: tuple[str, ...] = ()
    inheritable: tuple[str, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    rotates: bool = False
    rated: bool = False
    luck: bool = False
    noun: str = "game"
    players: str = "players"

    def public_moves(self: Game[State, Move, Event, View], state: State, seat: int) -> list[Move]:
        """All: their phrases say which are secret."""
        return self.moves(state, seat)

    def leads(self, state: State) -> tuple[int, ...]:
        """Nobody leads."""
        del state
        return ()

    def arrival(self, state: State) -> Move | None:
        """Nobody joins a running game, except in the place of an automatic player."""
        del state
        return None

    def receipt(self, event: Event) -> Receipt | None:
        """The sentences of `narrate` say it all."""
        del event
        return None

    def draws(self, state: State | None, event: Event) -> tuple[Draw, ...]:
        """No event records a draw: for games that never ask `chance`."""
        del state, event
        return ()

    def imagine(self, state: State, seat: int | None, chance: Chance) -> State:
        """The state itself: for games in which everybody sees everything."""
        del seat, chance
        return state

    def deadline(self, state: State) -> Deadline | None:
        """No clock ever runs."""
        del state
        return None

    def timed(self, move: Move, left: float) -> Move:
        """Time isn't counted."""
        del left
        return move

    def chart(self, view: View, names: Sequence[str]) -> Drawing | None:
        """There is no chart."""
        del view, names
        return None

    def cards(self, view: View) -> tuple[ShownCard, ...]:
        """No cards."""
        del view
        return ()

    def every_card(self, view: View) -> tuple[ShownCard, ...]:
        """No cards."""
        del view
        return ()

    def answer(self, view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
        """No command is a query, so nobody asks."""
        del view, arguments, names
        raise ValueError(f"{command} is not a query; a game with queries overrides `answer`")

    def veil(self, event: Event) -> Event:
        """Nothing stays hidden after the game."""
        return event

    def erased(self, event: Event, later: Event) -> Event:
        """Only the veil."""
        del later
        return self.veil(event)

    def inheritance(self, events: Sequence[Event]) -> Mapping[str, str]:
        """Nothing is passed on."""
        del events
        return {}

    def report(self, events: Sequence[Event], form: Literal["markdown", "csv"]) -> str:
        """The usual form of an exported game will do."""
        del events, form
        return ""

    def records(self, events: Sequence[Event]) -> tuple[Record, ...]:
        """No records."""
        del events
        return ()

    def highlights(self, events: Sequence[Event]) -> tuple[str, ...]:
        """Nothing stood out."""
        del events
        return ()

    def agreements(self, state: State) -> Agreements:
        """It isn't a meeting."""
        del state
        return Agreements()

    def review(self, events: Sequence[Event]) -> Review | None:
        """It isn't a meeting."""
        del events
        return None

    @property
    def kit(self) -> Kit | None:
        """Nothing is written for trainers yet."""
        return None

    def glance(self, view: View) -> tuple[tuple[str, str], ...]:
        """Only the board shows it."""
        del view
        return ()

    def course(self, events: Sequence[Event]) -> Course | None:
        """There is no line to compare."""
        del events
        return None

    def happened(self, events: Sequence[Event]) -> Happened:
        """Nothing to compare."""
        del events
        return Happened()

    def weigh(self, events: Sequence[Event]) -> Weighed | None:
        """There is no telling luck from choice."""
        del events
        return None

    def dice(self, event: Event) -> tuple[Die, ...]:
        """No dice."""
        del event
        return ()

    def motions(self, state: State | None, event: Event) -> tuple[Motion, ...]:
        """Pieces go straight from where they are in one picture to where they are in the next."""
        del state, event
        return ()

    def tally(self, events: Sequence[Event]) -> Counter[str]:
        """How often each kind of event happened."""
        return Counter(str(getattr(event, "kind", type(event).__name__)) for event in events)

    def figures(self, total: Counter[str], games: int) -> dict[str, Any]:
        """The mean number of each kind of event in a game."""
        return {f"{kind}_mean": round(count / games, 2) for kind, count in sorted(total.items())}


# --- recorder --------------------------------------------------------------------------------------------------------


class Decided(list[Event], Generic[State, Event]):
    """The events of a decision, with the state after each: whoever takes them need not fold them again."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[State] = []


def states_of(events: Sequence[Event]) -> Sequence[Any]:
    """The state after each of these events, or None for each if they weren't all recorded one by one."""
    if isinstance(events, Decided) and len(events.states) == len(events):
        return events.states
    return (None,) * len(events)


class Recorder(Generic[State, Event]):
    def __init__(self, evolve: Callable[[State | None, Event], State], state: State, chance: Chance) -> None:
        self._evolve = evolve
        self.state = state
        self.chance = chance
        self.events: Decided[State, Event] = Decided()

    def record(self, event: Event) -> None:
        self.state = self._evolve(self.state, event)
        self.events.append(event)
        self.events.states.append(self.state)


# --- rulebook --------------------------------------------------------------------------------------------------------

_TOPIC = re.compile(r"^## (?P<key>[a-z-]+): (?P<title>.+)$", re.MULTILINE)
_LESSON = re.compile(r"^## (?P<kind>[a-z_]+)$", re.MULTILINE)
_TITLE = re.compile(r"^# .+$", re.MULTILINE)


@cache
def read_rules(package: str) -> tuple[Topic, ...]:
    """The rules in `data/rules.md` of a game's package: one `## key: title` each."""
    _, parts = _parts(package, "rules.md", _TOPIC)
    return tuple(Topic(head["key"], head["title"], text) for head, text in parts)


@cache
def read_lessons(package: str) -> tuple[Lesson, ...]:
    """The lessons in `data/lessons.md`: one before the game starts, then a `## kind` for each kind of event.

    A quoted paragraph (`> `) is what a page says instead.
    """
    opening, parts = _parts(package, "lessons.md", _LESSON)
    before = _lesson("", _TITLE.sub("", opening).strip())
    return (before, *(_lesson(head["kind"], text) for head, text in parts))


def _lesson(kind: str, words: str) -> Lesson:
    text, _, on_page = words.partition("\n\n> ")
    return Lesson(kind, text, on_page)


def _parts(package: str, page: str, heading: re.Pattern[str]) -> tuple[str, list[tuple[re.Match[str], str]]]:
    """The text before the first heading, and the text below each heading."""
    text = (files(package) / "data" / page).read_text("utf-8")
    heads = list(heading.finditer(text))
    starts = [head.start() for head in heads] + [len(text)]
    below = [text[head.end() : end].strip() for head, end in zip(heads, starts[1:], strict=True)]
    return text[: starts[0]], list(zip(heads, below, strict=True))
