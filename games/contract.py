"""The contract that every game keeps: an `Activity`, and the parts that it has. `docs/new-game.md` explains it.

`decide` holds the rules and draws from chance; every outcome goes into the events. `evolve` only folds an event
into the state. So a stored game replays without rules and without chance, even after the code has changed.
`moves` is the single source of buttons, completion, automatic players and fuzzing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache, reduce
from typing import Any, Generic, Literal, Protocol

from pydantic import TypeAdapter

from games.chance import Chance
from games.graphics.drawing import Drawing
from games.language import Text, lazy, t
from games.parts import (
    Bots,
    Clock,
    Debrief,
    Event,
    Lesson,
    Meeting,
    Memories,
    Move,
    Proof,
    SeatRules,
    Secrets,
    Shows,
    State,
    Statistics,
    View,
)
from games.values import value

# Raised when a change breaks games that kept the contract before. A plugin states the version it was written for.
CONTRACT_VERSION = 2

OptionValue = str | int
Options = Mapping[str, OptionValue]


class IllegalMove(Exception):
    """A move that the rules forbid: a sentence for the player, and the key of the rule that says so.

    `field`: what has to be changed, if the move came from a form.
    """

    def __init__(self, sentence: Text, rule: str, field: str = "") -> None:
        self.text = sentence
        self.sentence = str(sentence)
        super().__init__(self.sentence)
        self.rule = rule
        self.field = field


@value
class ChoicePart:
    """A part of what a choice brings, such as a column of a board."""

    title: Text
    hint: Text = ""
    examples: tuple[Text, ...] = ()  # of what people write there


@value
class ChoiceCard:
    """A choice as people see it in a gallery, where a place has room for one."""

    title: Text
    when: Text = ""  # to take it, in a sentence
    purposes: tuple[Text, ...] = ()  # a word each, to find it by
    parts: tuple[ChoicePart, ...] = ()
    asks: tuple[Text, ...] = ()  # titles of questions that are asked besides


@value
class Option:
    """A setting that the host may choose when opening a table: `hours=250`. A number has bounds, a word has choices."""

    name: str
    description: Text
    default: OptionValue
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    file: bool = False  # besides the choices, the name of a file that the operator provides: the game gets its text
    free: bool = False  # besides the choices, `minimum` to `maximum` words of the host's choice: Keep,Drop,Try
    titles: tuple[Text, ...] = ()  # what people read instead of each choice, where they pick it from a list
    unset: Text = ""  # a number that may be left at its default of 0: what that means, "as the difficulty says"
    notes: tuple[Text, ...] = ()  # about each choice, in a few words: what it means, or what it is good for
    cards: tuple[ChoiceCard, ...] = ()  # of each choice, for a gallery
    own: str = ""  # the option with which the host words a choice of their own instead; it takes `free` words
    main: bool = False  # hosts often change it: it has a place in the Settings form, which asks for few

    @property
    def titled(self) -> dict[str, str]:
        """The choices, each with its title for people."""
        return dict(zip(self.choices, map(str, self.titles or self.choices), strict=True))

    @property
    def noted(self) -> dict[str, str]:
        """The choices, each with its note; empty where there is none."""
        return dict(zip(self.choices, map(str, self.notes or ("",) * len(self.choices)), strict=True))

    def title_of(self, value: OptionValue) -> str:
        """A value as people read it."""
        if self.unset and not value:
            return str(self.unset)
        if self.free and value not in self.choices:  # as it is typed: `Keep,Try_next`
            return ", ".join(str(value).replace("_", " ").split(","))
        return self.titled.get(str(value), str(value))

    def read(self, text: str) -> OptionValue:
        """Parse what was typed; a ValueError carries a sentence for the host."""
        if self.free and text.lower() not in self.choices:
            words = text.split(",")
            if not (self.minimum <= len(words) <= self.maximum and all(words)):
                raise ValueError(self._words_of_your_own())
            return text
        if isinstance(self.default, str):
            if text.lower() not in self.choices:
                raise ValueError(t("{option} is one of {choices}.", option=self.name, choices=", ".join(self.choices)))
            return text.lower()
        # int() also accepts "1_0" and digits of other scripts, which nobody types on purpose
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
        if not (self.minimum <= number <= self.maximum or (self.unset and not number)):
            raise ValueError(self._bounds())
        return number

    def _words_of_your_own(self) -> str:
        if self.maximum == 1:
            return t(
                "{option} is {choices}, or a word of your own, without spaces; _ stands for a space.",
                option=self.name,
                choices=", ".join(self.choices),
            )
        return t(
            "{option} is {choices}, or {minimum} to {maximum} words of your own separated by commas, without spaces; "
            "_ stands for a space.",
            option=self.name,
            choices=", ".join(self.choices),
            minimum=self.minimum,
            maximum=self.maximum,
        )

    def _bounds(self) -> str:
        if self.unset:
            return t(
                "{option} is a number from {minimum} to {maximum}, or 0: {unset}.",
                option=self.name,
                minimum=self.minimum,
                maximum=self.maximum,
                unset=self.unset,
            )
        return t(
            "{option} is a number from {minimum} to {maximum}.",
            option=self.name,
            minimum=self.minimum,
            maximum=self.maximum,
        )


@value
class Parameter:
    """An argument of a command. The last one may take the rest of the line."""

    name: str
    description: Text
    kind: Literal["text", "number", "player", "choice"] = "text"
    choices: tuple[str, ...] = ()
    required: bool = True
    rest: bool = False
    lead: str = ""  # a word that may be typed before it: `play 3 on ben`
    titles: tuple[Text, ...] = ()  # what people read instead of each choice, where they pick it from a list
    # where it can be typed with several lines, `read` gets them as they are
    lines: bool = field(default=False, repr=False)

    @property
    def titled(self) -> dict[str, str]:
        """The choices, each with its title for people."""
        return dict(zip(self.choices, map(str, self.titles or self.choices), strict=True))


# of every public query: it answers whoever asks, and with this everybody
SHARED = Parameter(
    "to",
    lazy("Show the answer to everybody"),
    kind="choice",
    choices=("everybody",),
    required=False,
    titles=(lazy("Everybody"),),
)

CommandKind = Literal["change", "query", "public query"]


@value
class Command:
    """A slash command where the platform has them, a typed word everywhere else."""

    name: str
    description: Text
    parameters: tuple[Parameter, ...] = ()
    group: Literal["", "table", "room", "me"] = ""
    kind: CommandKind = "change"  # a query changes nothing; the game's `answer` answers it
    button: Text = ""  # the label of its button, if every message of a running game should have one: "My hand"
    advises: bool = False  # a query that says what its player could do now
    slow: bool = False  # a query that takes long: it runs in another process, so that no table waits
    after: frozenset[str] = frozenset()  # kinds of events after which a public query is answered unasked
    preparable: bool = False  # people may give it in advance, for when it is their turn: it gives nothing away
    # the title of its form, if it has one (see `Shows.form`): `read` gets the fields instead of the parameters, and
    # what was entered is one move, all of it or nothing
    form: Text = ""
    # a public query that also looks back: the label of its button once the game is over, such as "Turning point"
    afterwards: Text = ""
    grave: bool = False  # some of its moves are grave: people are asked twice before they make one
    dated: bool = False  # its arguments may name days: `read` finds today's date, `2026-12-01`, under "today"
    of_meetings: bool = False  # the table of a game does not list it
    of_room: bool = False  # it is about the room itself, whatever tables people have there
    elsewhere: str = ""  # the table's own command that is meant where this game isn't played

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
    yes: str = ""  # the label of the button that does it nevertheless, if it is grave
    instead: tuple[str, str] | None = None  # what could be done instead of it: a label, and the line to type
    cards: tuple[str, ...] = ()  # titles of the cards that it is about (see `Shows.every_card`)
    in_form: bool = False  # where there are forms, that of the command is offered instead
    form: str = ""  # the title of that form, if it isn't the command's
    text: str = ""  # what stands already in the field that it `asks` for
    beside: str = ""  # the label where it stands beside its `thing`: "On ben"
    # where there are too many moves: the query that narrows them down to a few (command, parameter, argument)
    narrowed_by: tuple[str, str, str] | None = None
    badge: str = ""  # the small picture of what it is about (see `Shows.badges`)


@value
class Topic:
    """A paragraph of the rules: `rules tools`."""

    key: str
    title: Text
    text: Text


@value
class Result:
    """The result of a game: the winning seats. A team that plays together wins with all seats or with none."""

    winners: tuple[int, ...]


@value
class About:
    """An activity's introduction of itself."""

    title: Text
    summary: Text
    goal: Text = ""  # how to win, in a sentence or two
    noun: Text = lazy("game")  # what people call it: "game", "retrospective"
    players: Text = lazy("players")  # what people call those who take part: "players", "people"
    join: Text = lazy("Join")  # what the button says that takes a seat


class Activity(Protocol[State, Move, Event, View]):
    """The part of a game that every table needs. A plugin also states the `contract` version it was written for."""

    key: str
    about: About
    seats: range
    options: tuple[Option, ...]
    commands: tuple[Command, ...]
    rules: tuple[Topic, ...]
    events: TypeAdapter[Event]  # discriminated on `kind`; their classes say what they are: see `natures`

    def start(self, seats: int, options: Options, chance: Chance) -> list[Event]: ...

    def moves(self, state: State, seat: int) -> list[Move]:
        """Every move that this seat may make now, each once. Moves are hashable.

        A class of moves with too many to list says `partly_listed = True`: the others are typed.
        """

    def awaits(self, state: State) -> tuple[int, ...]:
        """The seats that the game waits for; others may have moves too."""

    def decide(self, state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
        """The events when this seat (None: the clock) makes this move; IllegalMove if it may not."""

    def evolve(self, state: State | None, event: Event) -> State: ...

    def result(self, state: State) -> Result | None: ...

    def view(self, state: State, seat: int | None) -> View:
        """The part of the state that this seat may see; None: the whole room."""

    def read(self, state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
        """The move that a command means; players are given as seat numbers. IllegalMove if it makes no sense."""

    def phrase(self, state: State, seat: int, move: Move) -> Phrase:
        """A legal move in words, which `read` turns back into the same move."""

    def narrate(self, event: Event, viewer: int | None) -> str | None:
        """An event as a sentence, for the room (None) or for one seat.

        None if there is nothing to say; empty to begin a new paragraph, such as the next turn.
        """

    def prompt(self, view: View) -> str:
        """Whose turn it is and what to do next."""

    def board(self, view: View, names: Sequence[str]) -> Drawing: ...


class Game(Activity[State, Move, Event, View]):
    """An activity with the parts that it has; `games.parts` says what each is for."""

    options: tuple[Option, ...] = ()
    proof: Proof[State, Move, Event] = Proof()
    secrets: Secrets[State, Move, Event] = Secrets()
    bots: Bots[State, Move] = Bots()
    clock: Clock[State, Move] = Clock()
    shows: Shows[State, Event, View] = Shows()
    seating: SeatRules[State, Move] = SeatRules()
    lessons: tuple[Lesson, ...] = ()  # the tutorial
    memories: Memories[Event] = Memories()
    meeting: Meeting[State, Event, View] = Meeting()
    debrief: Debrief[Event, View] = Debrief()
    statistics: Statistics[Event] = Statistics()


AnyGame = Game[Any, Any, Any, Any]


@cache  # asked several times per request
def is_meeting(game: AnyGame) -> bool:
    """True if people meet instead of playing: somebody facilitates, and the words are those of a meeting."""
    return game.meeting != Meeting()


def replay(game: Activity[State, Move, Event, View], events: Iterable[Event]) -> State | None:
    """The state after these events; None if there are none."""
    start: State | None = None
    return reduce(game.evolve, events, start)


def defaults(game: AnyGame) -> dict[str, OptionValue]:
    """The options and their defaults."""
    return {option.name: option.default for option in game.options}


def public_moves(game: Game[State, Move, Event, View], state: State, seat: int) -> list[Move]:
    """The moves of a seat that the room may be offered."""
    listed = game.secrets.public_moves or game.moves
    return listed(state, seat)


def erased(game: Game[State, Move, Event, View], event: Event, later: Event) -> Event:
    """The part of a sealed event that is kept after one that erases it."""
    return game.secrets.erased(event, later) if game.secrets.erased else game.secrets.veil(event)


def suggested(game: Game[State, Move, Event, View], state: State, seat: int, chance: Chance, level: str = "") -> Move:
    """The automatic player's move."""
    if game.bots.suggest is None:
        return chance.choice(game.moves(state, seat))
    return game.bots.suggest(state, seat, chance, level)


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
    """A decision in the making: events recorded so far, and the state that they lead to."""

    def __init__(self, evolve: Callable[[State | None, Event], State], state: State, chance: Chance) -> None:
        self._evolve = evolve
        self.state = state
        self.chance = chance
        self.events: Decided[State, Event] = Decided()

    def record(self, event: Event) -> None:
        self.state = self._evolve(self.state, event)
        self.events.append(event)
        self.events.states.append(self.state)


# --- what events are -------------------------------------------------------------------------------------------------

Kinds = frozenset[str]
Schema = dict[str, Any]  # pydantic's


@value
class Natures:
    """Kinds of events by the properties of their classes: a database row has a kind, so the event need not be read."""

    kinds: Kinds  # all
    hidden: Kinds  # with something in them that not everybody may know during the game
    quiet: Kinds  # after which the board looks the same, such as a vote cast
    begins_turn: Kinds  # in chat, a message is edited until the next one; empty: every move is a turn
    milestone: Kinds  # worth telling people who don't follow every turn
    reveals: Kinds  # they show what was hidden: a move that led to one cannot be undone
    sealed: Kinds  # of which `veil` hides something for good, even after the game
    erasable: Kinds  # sealed, but everybody may read them until they are erased: exported as they are stored
    veiled: Kinds  # sealed and not erasable
    former: Kinds  # only older games have them: they are read, but no longer recorded
    erases: Mapping[str, Kinds]  # by kind: sealed kinds of which only `erased` is kept after it


@cache
def natures(game: AnyGame) -> Natures:
    """The natures of a game's events; ValueError if `events` does not say which classes they are."""
    classes = event_classes(game.events)

    def saying(nature: str) -> Kinds:
        return frozenset(kind for kind, each in classes.items() if getattr(each, nature, False))

    sealed, erasable = saying("sealed"), saying("erasable")
    return Natures(
        kinds=frozenset(classes),
        hidden=saying("hidden"),
        quiet=saying("quiet"),
        begins_turn=saying("begins_turn"),
        milestone=saying("milestone"),
        reveals=saying("reveals"),
        sealed=sealed,
        erasable=erasable,
        veiled=sealed - erasable,
        former=saying("former"),
        erases={kind: each.erases for kind, each in classes.items() if hasattr(each, "erases")},
    )


def event_classes(events: TypeAdapter[Any]) -> dict[str, Any]:
    """The class of each kind of event; ValueError if `events` does not say."""
    schema: Schema = dict(events.core_schema)
    shared = {each["ref"]: each for each in schema.get("definitions", ())}
    found = _resolved(schema, shared)
    if found["type"] == "tagged-union" and found["discriminator"] == "kind":
        return {kind: _resolved(each, shared)["cls"] for kind, each in found["choices"].items()}
    if found["type"] == "dataclass" and "kind" in found["fields"]:
        return {found["cls"].__dataclass_fields__["kind"].default: found["cls"]}
    raise ValueError("`events` must be a TypeAdapter of a union of dataclasses, discriminated on `kind`.")


def _resolved(schema: Schema, shared: Mapping[str, Schema]) -> Schema:
    """The schema behind a definition or a reference."""
    while schema["type"] in {"definitions", "definition-ref"}:
        schema = schema["schema"] if schema["type"] == "definitions" else shared[schema["schema_ref"]]
    return schema
