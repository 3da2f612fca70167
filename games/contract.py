"""The contract that every game keeps. `docs/new-game.md` explains it step by step; `games.base` has the defaults.

`decide` holds the rules and draws from chance; every outcome goes into the events. `evolve` only folds an event
into the state. So a stored game replays without rules and without chance, even after the code has changed.
`moves` is the single source of buttons, completion, automatic players and fuzzing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import reduce
from typing import Any, Literal, Protocol, TypeVar

from pydantic import TypeAdapter

from games.chance import Chance, Draw
from games.debrief import Course, Happened, Kit, Weighed
from games.graphics.drawing import Drawing
from games.memories import Agreements, Review
from games.values import value

State = TypeVar("State")
Move = TypeVar("Move")
Event = TypeVar("Event")
View = TypeVar("View")

# Raised when a change breaks games that kept the contract before. A plugin states the version it was written for.
CONTRACT_VERSION = 1

OptionValue = str | int
Options = Mapping[str, OptionValue]


class IllegalMove(Exception):
    """A move that the rules forbid: a sentence for the player, and the key of the rule that says so."""

    def __init__(self, sentence: str, rule: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule


@value
class Option:
    """What the host may set when opening a table: `hours=250`. A number has bounds, a word has choices."""

    name: str
    description: str
    default: OptionValue
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    file: bool = False  # besides the choices, the name of a file that the operator provides: the game gets its text
    free: bool = False  # besides the choices, `minimum` to `maximum` words of the host's choice: Keep,Drop,Try
    titles: tuple[str, ...] = ()  # what people read instead of each choice, where they pick it from a list
    unset: str = ""  # a number that may be left at its default of 0: what that means, "as the difficulty says"
    notes: tuple[str, ...] = ()  # about each choice: what it is good for. They can be searched: `/scrum formats`

    @property
    def titled(self) -> dict[str, str]:
        """Its choices, each with what people read."""
        return dict(zip(self.choices, self.titles or self.choices, strict=True))

    def title_of(self, value: OptionValue) -> str:
        """A value as people read it."""
        return self.unset if self.unset and not value else self.titled.get(str(value), str(value))

    def read(self, text: str) -> OptionValue:
        """The value of what was typed; a ValueError carries a sentence for the host."""
        if self.free and text.lower() not in self.choices:
            words = text.split(",")
            if not (self.minimum <= len(words) <= self.maximum and all(words)):
                many = f"{self.minimum} to {self.maximum} words of your own separated by commas"
                words_of_your_own = many if self.maximum > 1 else "a word of your own"
                raise ValueError(
                    f"{self.name} is {', '.join(self.choices)}, or {words_of_your_own}, without spaces; _ stands for a "
                    "space."
                )
            return text
        if isinstance(self.default, str):
            if text.lower() not in self.choices:
                raise ValueError(f"{self.name} is one of {', '.join(self.choices)}.")
            return text.lower()
        # int() also accepts "1_0" and digits of other scripts, which nobody types on purpose
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
        if not (self.minimum <= number <= self.maximum or (self.unset and not number)):
            unset = f", or 0: {self.unset}" if self.unset else ""
            raise ValueError(f"{self.name} is a number from {self.minimum} to {self.maximum}{unset}.")
        return number


@value
class Parameter:
    """An argument of a command. The last one may take the rest of the line."""

    name: str
    description: str
    kind: Literal["text", "number", "player", "choice"] = "text"
    choices: tuple[str, ...] = ()
    required: bool = True
    rest: bool = False
    lead: str = ""  # a word that may be typed before it: `play 3 on ben`
    titles: tuple[str, ...] = ()  # what people read instead of each choice, where they pick it from a list

    @property
    def titled(self) -> dict[str, str]:
        """Its choices, each with what people read."""
        return dict(zip(self.choices, self.titles or self.choices, strict=True))


CommandKind = Literal["change", "query", "public query"]


@value
class Command:
    """A slash command where the platform has them, a typed word everywhere else."""

    name: str
    description: str
    parameters: tuple[Parameter, ...] = ()
    group: Literal["", "table", "me"] = ""
    kind: CommandKind = "change"  # a query changes nothing; the game's `answer` answers it
    button: str = ""  # the label of its button, if every message of a running game should have one: "My hand"
    advises: bool = False  # a query that says what its player could do now
    slow: bool = False  # a query that takes long: it runs in another process, so that no table waits
    after: frozenset[str] = frozenset()  # kinds of events after which a public query is answered unasked
    several: bool = False  # people often do it several times in a row: a menu or form may ask for all at once
    # a public query that also looks back: the label of its button once the game is over, such as "Turning point"
    afterwards: str = ""
    grave: bool = False  # some of its moves are grave: people are asked twice before they make one
    dated: bool = False  # its arguments may name days: `read` finds today's date, `2026-12-01`, under "today"
    elsewhere: str = ""  # the table's own command that is meant where this game isn't played
    # parts of the board of this kind can be dragged onto each other; what follows the colon in their names become the
    # first two arguments: `note:3` onto `note:7` is `group 3 7`
    drag: str = ""

    @property
    def is_query(self) -> bool:
        return self.kind != "change"

    @property
    def is_public(self) -> bool:
        return self.kind == "public query"


# main: what most people should do now. thing: on a card, a piece or a note. lead: for the host, the facilitator or the
# trainer. rare: grave or seldom. Every platform lays roles out in the same way (adapters/layout.py).
Role = Literal["main", "usual", "thing", "lead", "rare"]


@value
class Phrase:
    """A move in words: the command that makes it, and the label of its button."""

    command: str
    label: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    asks: str = ""  # the parameter that only a person can fill in, such as a reason
    secret: bool = False  # only this seat may see it, because it gives away what the seat holds
    role: Role | None = None  # None: `thing` with spots or cards, else `usual`
    thing: str = ""  # what it is done to: "note:5"
    grave: bool = False  # it can't be taken back, so every platform asks twice
    # where to click on the picture for it, in this order: the names given to parts of the picture with svg.spot
    spots: tuple[str, ...] = ()
    note: str = ""  # what is at stake, or can't be taken back: people read it before they do it
    cards: tuple[str, ...] = ()  # titles of the cards that it is about (see `Game.every_card`)
    # where there are too many moves: the query that narrows them down to a few (command, parameter, argument)
    narrowed_by: tuple[str, str, str] | None = None


@value
class Receipt:
    """What only the person who did something reads, once: it isn't in any log, and nobody else is told."""

    text: str
    phrases: tuple[Phrase, ...] = ()  # what they may do about it, such as changing what they wrote


@value
class Answer:
    """The answer to a query: a hand, a hint."""

    text: str
    drawing: Drawing | None = None
    spots: tuple[str, ...] = ()  # parts of the board that it points at, such as the way of a suggested move


@value
class ShownCard:
    """A card as people read it."""

    title: str
    text: str
    kind: str  # what sort of card: "Tool", "Impediment"
    note: str = ""  # what is at stake or who holds it, with marks for seats
    decides: bool = False  # people talk or vote about it now: it is shown large


@value
class Topic:
    """A paragraph of the rules: `rules tools`."""

    key: str
    title: str
    text: str


@value
class Lesson:
    """What the tutorial says when this kind of event happens for the first time; no kind: before the game starts."""

    after: str
    text: str
    on_page: str = ""  # the same where everything is pressed and nothing typed, if that needs other words


@value
class Result:
    """How a game ended: the winning seats. A team that plays together wins with all seats or with none."""

    winners: tuple[int, ...]


@value
class Record:
    """A record of a finished game: of all games in a room, the one with the highest score is shown."""

    name: str  # "Best sprint"
    score: float
    text: str  # "done on day 8 with two days to spare"


@value
class Die:
    """A die that somebody rolled, for the figures about luck and for a page that shows it rolling."""

    seat: int
    sides: int
    shown: int
    sign: str = ""  # a word for this side, if it doesn't show the number: "scrum"


@value
class Motion:
    """How an event moves a piece of the picture (svg.piece), along parts that are named there as pieces or spots.

    A piece that isn't in the picture before starts at the first part; one that isn't there afterwards ends at the last.
    """

    piece: str
    path: tuple[str, ...]


@value
class Deadline:
    """A clock that is running. Every clock has a `name` of its own; when time is up, `move` is made by no seat."""

    name: str
    seconds: float
    move: Any
    fixed: bool = False  # nobody can add time to it
    # nobody is called while it runs, because there is nothing that most of them could do; at an async table, where it
    # would run for days, they are
    quiet: bool = False


class Game(Protocol[State, Move, Event, View]):
    """All that the rest of the program knows about a game. A game from a plugin also states its `contract` version."""

    key: str
    title: str
    summary: str
    goal: str  # how to win, in a sentence or two
    seats: range
    options: tuple[Option, ...]
    commands: tuple[Command, ...]
    rules: tuple[Topic, ...]
    events: TypeAdapter[Event]  # discriminated on `kind`
    # the same for moves: they are stored beside their events, and `verify` makes them again. None: they aren't stored
    stored_moves: TypeAdapter[Move] | None
    hidden: frozenset[str]  # kinds of events with something in them that not everybody may know during the game
    quiet: frozenset[str]  # kinds of events after which the board looks the same, such as a vote cast
    # kinds of events that begin a turn: in chat, a message is edited until the next one. None: every move is a turn
    turns: frozenset[str] | None
    milestones: frozenset[str]  # kinds of events worth telling people who don't follow every turn
    revealing: frozenset[str]  # kinds of events that show what was hidden: a move that led to one cannot be undone
    sealed: frozenset[str]  # kinds of events of which `veil` hides something for good, even after the game
    erases: Mapping[str, frozenset[str]]  # by kind of event: sealed kinds of which `erased` is kept after it
    erasable: frozenset[str]  # sealed kinds that everybody may read until they are erased: exported as they are stored
    partly_listed: tuple[type, ...]  # moves of which there can be too many to list: the others are typed
    levels: tuple[str, ...]  # strengths of the automatic player, the usual one first; empty: it has only one
    thinks: bool  # `suggest` takes long: it runs in another process, so that no table waits
    # commands without arguments that a person may give in advance, for when it is their turn: they give nothing away
    preparable: frozenset[str]
    gives_time: bool  # it has its own command for more time: the table does not offer another
    inherits: tuple[str, ...]  # what it takes from earlier games in its room: see `inheritance`
    inheritable: tuple[str, ...]  # what `inheritance` may pass on; empty: its finished games need not be read again
    lessons: tuple[Lesson, ...]  # the tutorial
    rotates: bool  # played once more, everybody moves on by a seat, so that somebody else begins
    rated: bool  # two sides play against each other, and skill decides: people have a rating in it
    luck: bool  # dice or cards decide: players add luck, and messages show that nobody else chose it
    noun: str  # what people call it: "game", "retrospective"
    players: str  # what people call those who take part: "players", "people"

    def start(self, seats: int, options: Options, chance: Chance) -> list[Event]: ...

    def moves(self, state: State, seat: int) -> list[Move]:
        """Every move that this seat may make now, each once. Moves are hashable."""

    def public_moves(self, state: State, seat: int) -> list[Move]:
        """Those of `moves` that the room may be offered, in the same order; all of them if secret ones are few.

        What it leaves out has a secret `phrase`, and need not be put into words to find that out.
        """

    def awaits(self, state: State) -> tuple[int, ...]:
        """The seats that the game waits for; others may have moves too."""

    def leads(self, state: State) -> tuple[int, ...]:
        """Who leads: the room is offered the moves of these seats even while the game does not wait for them."""

    def decide(self, state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
        """What happens when this seat (None: the clock) makes this move; IllegalMove if it may not."""

    def evolve(self, state: State | None, event: Event) -> State: ...

    def draws(self, state: State | None, event: Event) -> tuple[Draw, ...]:
        """The draws of chance that this event records, given the state before it: `verify` recomputes them.

        Each has the purpose for which `decide` drew it.
        """

    def view(self, state: State, seat: int | None) -> View:
        """What this seat (None: the whole room) may see."""

    def imagine(self, state: State, seat: int | None, chance: Chance) -> State:
        """A state that this seat cannot distinguish from the real one: everything hidden from it is dealt again."""

    def arrival(self, state: State) -> Move | None:
        """The move with which one more person joins the running game, from the next seat; None: nobody can."""

    def result(self, state: State) -> Result | None: ...

    def deadline(self, state: State) -> Deadline | None: ...

    def timed(self, move: Move, left: float) -> Move:
        """A seat's move with the seconds left on the clock (`deadline`) when it was made, if the game counts them.

        At an async table, the clock follows its pace and nothing is counted.
        """

    def read(self, state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
        """The move that a command means; players are given as seat numbers. IllegalMove if it makes no sense."""

    def phrase(self, state: State, seat: int, move: Move) -> Phrase:
        """A legal move in words, which `read` turns back into the same move."""

    def narrate(self, event: Event, viewer: int | None) -> str | None:
        """An event as a sentence, for the room (None) or for one seat.

        None if there is nothing to say; empty to begin a new paragraph, such as the next turn.
        """

    def receipt(self, event: Event) -> Receipt | None:
        """What the person behind this event alone may read about it."""

    def prompt(self, view: View) -> str:
        """Whose turn it is and what to do next."""

    def draw(self, view: View, names: Sequence[str]) -> Drawing: ...

    def cards(self, view: View) -> tuple[ShownCard, ...]:
        """The cards that matter now, such as the one being discussed; at most three."""

    def every_card(self, view: View) -> tuple[ShownCard, ...]:
        """Every card that sentences may name, for places that explain a card when somebody asks. Titles are unique."""

    def chart(self, view: View, names: Sequence[str]) -> Drawing | None: ...

    def answer(self, view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
        """The answer to a query."""

    def suggest(self, state: State, seat: int, chance: Chance, level: str = "") -> Move:
        """The automatic player: a legal move for a seat that has one."""

    def veil(self, event: Event) -> Event:
        """A sealed event as it is exported: without what nobody may ever learn, such as who wrote an anonymous note.

        A hash covers this only.
        """

    def erased(self, event: Event, later: Event) -> Event:
        """What is kept of a sealed event once a later one erases it (see `erases`)."""

    def inheritance(self, events: Sequence[Event]) -> Mapping[str, str]:
        """What a finished game passes on to the next games in its room, each as JSON: {"prompts": …}. It names nobody.

        A game with the name in its `inherits` finds the text among its options when it starts; empty if there is none.
        """

    def report(self, events: Sequence[Event], form: Literal["markdown", "csv"]) -> str:
        """A finished game as a file in a form of its own, seats as marks; empty: the usual form will do."""

    def records(self, events: Sequence[Event]) -> tuple[Record, ...]:
        """The records of a finished game; they name nobody."""

    def highlights(self, events: Sequence[Event]) -> tuple[str, ...]:
        """What people will remember of a finished game, a sentence each: the best day, who helped whom."""

    def agreements(self, state: State) -> Agreements:
        """What has been decided so far; nothing in a game."""

    def review(self, events: Sequence[Event]) -> Review | None:
        """What a meeting is remembered by; None: it is a game."""

    @property
    def kit(self) -> Kit | None:
        """What a trainer needs to run it and to debrief it."""

    def glance(self, view: View) -> tuple[tuple[str, str], ...]:
        """How far a table is, in two or three pairs for a wall of tables: ("Day", "3 of 10")."""

    def course(self, events: Sequence[Event]) -> Course | None:
        """The table's line in a chart of all tables; None: there is nothing to compare that way."""

    def happened(self, events: Sequence[Event]) -> Happened:
        """What happened in a finished or running game, as far as everybody may know it."""

    def weigh(self, events: Sequence[Event]) -> Weighed | None:
        """Luck against choice, in a finished or running game. It takes seconds: call it in another process."""

    def dice(self, event: Event) -> tuple[Die, ...]:
        """The dice rolled in this event."""

    def motions(self, state: State | None, event: Event) -> tuple[Motion, ...]:
        """How this event moves pieces of the room's picture, given the state before it; nothing hidden may follow."""

    def tally(self, events: Sequence[Event]) -> Counter[str]:
        """Counts of one whole game, for `simulate`."""

    def figures(self, total: Counter[str], games: int) -> dict[str, Any]:
        """The figures that `simulate` prints, from the added-up counts of so many games."""


AnyGame = Game[Any, Any, Any, Any]


def replay(game: Game[State, Move, Event, View], events: Iterable[Event]) -> State | None:
    """The state after these events; None if there are none."""
    start: State | None = None
    return reduce(game.evolve, events, start)


def defaults(game: AnyGame) -> dict[str, OptionValue]:
    """The options and their defaults."""
    return {option.name: option.default for option in game.options}
