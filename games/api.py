"""The contract that every game keeps.

`decide` holds the rules and draws from chance; what came of it goes into the events. `evolve` only folds an event
into the state. So a stored game replays without rules and without chance, also after the code has changed.
`moves` is the one source of buttons, completion, automatic players and fuzzing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Literal, Protocol, TypeVar

from pydantic import TypeAdapter

from games.chance import Chance, Draw
from games.graphics.drawing import Drawing

State = TypeVar("State")
Move = TypeVar("Move")
Event = TypeVar("Event")
View = TypeVar("View")

OptionValue = str | int
Options = Mapping[str, OptionValue]


class IllegalMove(Exception):
    """What a player asked for is against the rules: a sentence for the player, and the paragraph that says so."""

    def __init__(self, sentence: str, rule: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Option:
    """What the host may set when a table is opened: `hours=250`. A number has bounds, a word has choices."""

    name: str
    description: str
    default: OptionValue
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    file: bool = False  # beside the choices, the name of a file that the operator brought: the game gets its text
    free: bool = False  # beside the choices, `minimum` to `maximum` words of your own: Keep,Drop,Try

    def read(self, text: str) -> OptionValue:
        """The value behind what was typed; ValueError holds a sentence."""
        if self.free and text.lower() not in self.choices:
            words = text.split(",")
            if not (self.minimum <= len(words) <= self.maximum and all(words)):
                raise ValueError(
                    f"{self.name} is {', '.join(self.choices)}, or {self.minimum} to {self.maximum} words of your own "
                    "with commas and no spaces between; _ stands for a space."
                )
            return text
        if isinstance(self.default, str):
            if text.lower() not in self.choices:
                raise ValueError(f"{self.name} is one of {', '.join(self.choices)}.")
            return text.lower()
        # int() would also take "1_0" and digits of other scripts; nobody means those
        if not (text.isascii() and text.isdigit() and len(text) < 10 and self.minimum <= int(text) <= self.maximum):
            raise ValueError(f"{self.name} is a number from {self.minimum} to {self.maximum}.")
        return int(text)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A word that goes with a command. The last one may take the rest of the line."""

    name: str
    description: str
    kind: Literal["text", "number", "player", "choice"] = "text"
    choices: tuple[str, ...] = ()
    required: bool = True
    rest: bool = False
    lead: str = ""  # a word that may stand before it when it is typed: `play 3 on ben`


CommandKind = Literal["change", "query", "public query"]


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command on every platform, a typed word where words are typed."""

    name: str
    description: str
    parameters: tuple[Parameter, ...] = ()
    group: Literal["", "table", "me"] = ""
    kind: CommandKind = "change"  # what it does; a query changes nothing and is answered by the game's `answer`
    button: str = ""  # what its button says, where every message of the running game is to have one: "My hand"
    slow: bool = False  # a query that takes long: it is answered in another process, so that no table waits
    after: frozenset[str] = frozenset()  # kinds of events after which a public query is answered without being asked

    @property
    def is_query(self) -> bool:
        return self.kind != "change"

    @property
    def is_public(self) -> bool:
        return self.kind == "public query"


ButtonStyle = Literal["primary", "secondary", "danger"]  # primary: what most would press now; danger: think twice


@dataclass(frozen=True, slots=True)
class Phrase:
    """A move in words: the command one could type for it and what a button says."""

    command: str
    label: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    asks: str = ""  # the parameter that only the person can fill in, such as a reason
    secret: bool = False  # for the eyes of this seat alone: it would tell what the seat holds
    style: ButtonStyle = "secondary"
    # where to click on the picture for it, in this order: the names that the picture gives its parts (svg.spot)
    spots: tuple[str, ...] = ()
    # where there are too many: the query that narrows them down to this and a few more (command, parameter, word)
    narrowed_by: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The private answer to a command that changes nothing: a hand, a hint."""

    text: str
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """A paragraph of the rules: `rules tools`."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the tutorial says when this kind of event happens for the first time; no kind: before the game begins."""

    after: str
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winning seats; all of them, or none, where a team plays together."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Something worth telling of a finished game: of all games in a room, the one with the highest score is told."""

    name: str  # "Best sprint"
    score: float
    text: str  # "done on day 8 with two days to spare"


@dataclass(frozen=True, slots=True)
class Die:
    """A die that somebody rolled, for those who wonder about their luck."""

    seat: int
    sides: int
    shown: int


@dataclass(frozen=True, slots=True)
class Deadline:
    """A clock that runs now. `name` tells one from the next; when it is over the clock makes `move`, as no seat."""

    name: str
    seconds: int
    move: Any


class Game(Protocol[State, Move, Event, View]):
    key: str
    title: str
    summary: str
    seats: range
    options: tuple[Option, ...]
    commands: tuple[Command, ...]
    rules: tuple[Topic, ...]
    events: TypeAdapter[Event]  # discriminated on `kind`
    hidden: frozenset[str]  # kinds of events that hold what not everybody may know during the game
    quiet: frozenset[str]  # kinds of events after which the board looks the same, such as a vote cast
    revealing: frozenset[str]  # kinds of events that show what was hidden: a move that made one cannot be undone
    sealed: frozenset[str]  # kinds of events of which `veil` hides something for ever, also when the game is over
    levels: tuple[str, ...]  # strengths of the automatic player, the usual one first; none: it has only one
    thinks: bool  # `suggest` and `answer` take long: they are asked in another process, so that no table waits
    gives_time: bool  # it has a command of its own for more time: the table does not offer another one
    inherits: tuple[str, ...]  # what it takes over from games that were played in the room before: see `inheritance`
    inheritable: tuple[str, ...]  # what `inheritance` may give; empty: its finished games need not be read again
    lessons: tuple[Lesson, ...]  # the tutorial

    def start(self, seats: int, options: Options, chance: Chance) -> list[Event]: ...

    def moves(self, state: State, seat: int) -> list[Move]:
        """All that this seat may do now."""

    def awaits(self, state: State) -> tuple[int, ...]:
        """The seats that the game waits for; others may still have moves."""

    def leads(self, state: State) -> tuple[int, ...]:
        """Who leads: the room is offered what these seats may do also while the game does not wait for them."""

    def decide(self, state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
        """What happens when this seat (None: the clock) makes this move; IllegalMove if it may not."""

    def evolve(self, state: State | None, event: Event) -> State: ...

    def draws(self, state: State | None, event: Event) -> tuple[Draw, ...]:
        """Which draws of chance this event records, given the state before it: what `verify` recomputes."""

    def view(self, state: State, seat: int | None) -> View:
        """What this seat (None: the whole room) may see."""

    def imagine(self, state: State, seat: int | None, chance: Chance) -> State:
        """A state that this seat could not tell from the real one: what is hidden from it is dealt anew."""

    def result(self, state: State) -> Result | None: ...

    def deadline(self, state: State) -> Deadline | None: ...

    def read(self, state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
        """A command in this game's terms, players given as seat numbers; IllegalMove if it makes no sense."""

    def phrase(self, state: State, seat: int, move: Move) -> Phrase:
        """The other way: a legal move in words. `read` understands its words."""

    def narrate(self, event: Event, viewer: int | None) -> str | None:
        """An event in a sentence, for the room (None) or for one seat.

        None where there is nothing to tell; empty where a new paragraph begins, such as the next turn.
        """

    def prompt(self, view: View) -> str:
        """Whose turn it is and what to do next."""

    def draw(self, view: View, names: Sequence[str]) -> Drawing: ...

    def chart(self, view: View, names: Sequence[str]) -> Drawing | None: ...

    def answer(self, view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
        """The answer to a command that is a query."""

    def suggest(self, state: State, seat: int, chance: Chance, level: str = "") -> Move:
        """The automatic player: a legal move for a seat that has one."""

    def veil(self, event: Event) -> Event:
        """A sealed event as it is exported: without what nobody may ever know, such as who wrote an anonymous note."""

    def inheritance(self, events: Sequence[Event]) -> Mapping[str, str]:
        """What a finished game leaves to the next ones in its room, each as JSON: {"prompts": …}. It names nobody.

        A game whose `inherits` has the name finds the text among its options when it starts; empty if there is none.
        """

    def report(self, events: Sequence[Event], form: Literal["markdown", "csv"]) -> str:
        """A finished game as a file of its own kind, seats as marks; empty: its story in the usual form will do."""

    def records(self, events: Sequence[Event]) -> tuple[Record, ...]:
        """What is worth telling of a finished game; it names nobody."""

    def dice(self, event: Event) -> tuple[Die, ...]:
        """The dice that were rolled in this event."""

    def tally(self, events: Sequence[Event]) -> Counter[str]:
        """What to count in one whole game."""

    def figures(self, total: Counter[str], games: int) -> dict[str, Any]:
        """What the counts of so many games say: the figures of `simulate`."""


AnyGame = Game[Any, Any, Any, Any]


class BaseGame:
    """What a game need not say if it has nothing of the kind."""

    hidden: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()
    revealing: frozenset[str] = frozenset()
    sealed: frozenset[str] = frozenset()
    levels: tuple[str, ...] = ()
    thinks: bool = False
    gives_time: bool = False
    inherits: tuple[str, ...] = ()
    inheritable: tuple[str, ...] = ()
    lessons: tuple[Lesson, ...] = ()

    def answer(self, view: Any, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
        del view, arguments, names
        raise ValueError(f"{command} is not a read-only command")

    def leads(self, state: Any) -> tuple[int, ...]:
        del state
        return ()

    def veil(self, event: Any) -> Any:
        return event

    def inheritance(self, events: Sequence[Any]) -> Mapping[str, str]:
        del events
        return {}

    def report(self, events: Sequence[Any], form: Literal["markdown", "csv"]) -> str:
        del events, form
        return ""

    def records(self, events: Sequence[Any]) -> tuple[Record, ...]:
        del events
        return ()

    def dice(self, event: Any) -> tuple[Die, ...]:
        del event
        return ()


def replay(game: Game[State, Move, Event, View], events: Iterable[Event]) -> State | None:
    """The state after these events; None if there are none."""
    start: State | None = None
    return reduce(game.evolve, events, start)


def defaults(game: AnyGame) -> dict[str, OptionValue]:
    """What its options are where nobody chose."""
    return {option.name: option.default for option in game.options}
