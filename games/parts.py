"""The optional parts of a game. Each can be left out, as can most of its fields."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pydantic import TypeAdapter

from games.boards import MeetingBoard
from games.chance import Chance, Draw
from games.debrief import Course, Happened, Kit, Weighed
from games.graphics.drawing import Drawing
from games.language import Text, spoken
from games.memories import Agreements, Review
from games.sheets import Sheet
from games.values import value

if TYPE_CHECKING:
    from games.contract import Phrase

State = TypeVar("State")
Move = TypeVar("Move")
Event = TypeVar("Event")
View = TypeVar("View")

Names = Sequence[str]  # of the people, by seat


def _nothing(*_: object) -> None:
    return None


def _never(*_: object) -> bool:
    return False


def _empty(*_: object) -> tuple[()]:
    return ()


def _usual_form(*_: object) -> str:
    return ""


def _unchanged(first: Any, *_: object) -> Any:
    return first


@value
class Die:
    """A die that somebody rolled, for the figures about luck and for a page that shows it rolling."""

    seat: int
    sides: int
    shown: int
    sign: str = ""  # a word for this side, if it doesn't show the number: "scrum"


@value
class Proof(Generic[State, Move, Event]):
    """The data that `verify` needs to check a finished game."""

    # moves, discriminated on `kind`: they are stored beside their events, and made again. None: they aren't stored
    stored_moves: TypeAdapter[Move] | None = None
    # the draws of chance that an event records, given the state before it, each with the purpose it was drawn for
    randomness: Callable[[State | None, Event], tuple[Draw, ...]] = _empty
    dice: Callable[[Event], tuple[Die, ...]] = _empty  # rolled in this event
    luck: bool = False  # dice or cards decide: players add luck, and messages show that nobody else chose it


@value
class Receipt:
    """A text that only the person who did something reads, once: it isn't in any log, and nobody else sees it."""

    text: str
    phrases: "tuple[Phrase, ...]" = ()  # what they may do about it, such as changing what they wrote
    keys: tuple[str, ...] = ()  # of what they own now, which nothing stored ties to them: the codes of notes


@value
class Owned:
    """The list of what somebody owns, and what they may do with each thing on it."""

    sheet: Sheet
    phrases: "tuple[Phrase, ...]" = ()


@value
class Secrets(Generic[State, Move, Event]):
    """The things that not everybody may know."""

    # the state with everything dealt again that this seat (None: the room) can't see; for tests, which find leaks by it
    imagine: Callable[[State, int | None, Chance], State] = _unchanged
    # those of `moves` that the room may be offered, in the same order; None: all, and their phrases say which are
    # secret. What is left out need not be put into words to find that out.
    public_moves: Callable[[State, int], list[Move]] | None = None
    # what the person behind these events alone reads about them, in place of their sentences
    receipt: Callable[[Sequence[Event]], Receipt | None] = _nothing
    # a sealed event as it is exported: without what nobody may ever learn, such as who wrote an anonymous note. A hash
    # covers this only.
    veil: Callable[[Event], Event] = _unchanged
    # what is kept of a sealed event once a later one `erases` it; None: what `veil` leaves
    erased: Callable[[Event, Event], Event] | None = None
    # what somebody owns who has these keys (see `Receipt`); None: nothing that they could still change
    owned: Callable[[State, Sequence[str]], Owned | None] = _nothing


@value
class Bots(Generic[State, Move]):
    """The automatic player."""

    # a legal move for a seat that has one, at a level; None: any of its moves
    suggest: Callable[[State, int, Chance, str], Move] | None = None
    levels: tuple[str, ...] = ()  # the usual one first; empty: it has only one
    notes: tuple[Text, ...] = ()  # about each level, in a few words: whom it suits
    thinks: bool = False  # `suggest` takes long: it runs in another process, so that no table waits
    # where these seats are people's: True while they are heard first, such as in a vote, and automatic players wait
    waits: Callable[[State, Sequence[int]], bool] = _never
    asks: Callable[[Any, Sequence[int]], str] = _usual_form  # meanwhile, what a view says instead of the `prompt`
    # where these seats are people's: the move of an automatic seat that listens to them; None: as `suggest` says
    follows: Callable[[State, int, Sequence[int]], Move | None] = _nothing


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


@value
class Clock(Generic[State, Move]):
    """The time limits of a game."""

    deadline: Callable[[State], Deadline | None] = _nothing  # the clock that runs now
    # a seat's move with the seconds left on that clock, if the game counts them; at an async table nothing is counted
    timed: Callable[[Move, float], Move] = _unchanged
    gives_time: bool = False  # the game has its own command for more time: the table does not offer another
    # the move of no seat that is made at an async table, or without a leader, once everybody has done their part
    moves_on: Callable[[State], Move | None] = _nothing


@value
class ShownCard:
    """A card as people read it."""

    title: str
    text: str
    kind: str  # what sort of card: "Tool", "Impediment"
    note: str = ""  # what is at stake or who holds it, with marks for seats
    decides: bool = False  # people talk or vote about it now: it is shown large
    badge: str = ""  # the small picture of its sort (see `Shows.badges`)
    rule: str = ""  # the key of the rule that explains its sort


@value
class Holding:
    """A card that lies in front of somebody, for all to see."""

    title: str
    kind: str  # as of a `ShownCard`
    spot: str  # the part of a picture that it is, where the picture has room for it
    badge: str = ""  # as of a `ShownCard`


@value
class Motion:
    """The motion of a piece of the picture (svg.piece), along parts that are named there as pieces or spots.

    A piece that isn't in the picture before starts at the first part; one that isn't there afterwards ends at the last.
    """

    piece: str
    path: tuple[str, ...]


@value
class HandCard:
    """A card in somebody's hand, where it is no picture."""

    name: str  # number and title
    text: str
    told: str  # what it does, in words
    worth: str  # "−2 −1 0 +1∞"
    good: bool | None  # for its owner now; None: neither good nor bad
    effects: tuple[tuple[int, str], ...]  # what it would do to each seat, the owner's first: "+1 to −1"
    spot: str  # as of the same card in the picture of the hand; acts on it have it as their `thing`


@value
class Answer:
    """The answer to a query: a hand, a hint."""

    text: str
    drawing: Drawing | None = None
    hand: tuple[HandCard, ...] = ()  # the same as the drawing, card by card
    spots: tuple[str, ...] = ()  # parts of the board that it points at, such as the way of a suggested move
    brief: str = ""  # the same in one line, for a message that is about something else


@value
class Field:
    """A text to type, of one idea a line, or options to choose from. Labels have marks for seats."""

    name: str
    label: str
    hint: str = ""
    options: tuple[tuple[str, str], ...] = ()  # value and label of each; empty: it is typed
    notes: tuple[str, ...] = ()  # about each option, in a few words, where there is anything to say
    most: int = 1  # that may be chosen
    filled: tuple[str, ...] = ()  # what is chosen already
    required: bool = False
    limit: int = 3000  # characters
    # date: `2026-12-01`, time: `15:00`, from a picker where there is one; else it is typed
    kind: Literal["text", "date", "time", "number"] = "text"
    minimum: int = 0  # of a number
    maximum: int = 0
    # of each option, such as the column of a topic: where a menu has no room for all, one group is chosen first.
    # Options without one are in every menu
    groups: tuple[str, ...] = ()
    which: str = ""  # asks for the group, where one is chosen first
    text: str = ""  # what is typed already


@value
class Form:
    """What a command asks for, all at once. What was chosen or typed reaches `read` by the names of the fields,
    several choices as lines. A place that has no room for all fields asks for some of them at a time."""

    title: str
    fields: tuple[Field, ...]
    note: str = ""  # how to fill it in
    send: str = ""  # the label of the button that sends it; empty: the title says it
    language: str = field(default_factory=spoken)  # in which it is said


def no_answer(_: object, command: str, *__: object) -> Answer:
    """No command is a query, so nobody asks."""
    raise ValueError(f"{command} is not a query; a game with queries gives `Shows` an `answer`")


@value
class Shows(Generic[State, Event, View]):
    """The things that people see besides the board."""

    chart: Callable[[View, Names], Drawing | None] = _nothing
    cards: Callable[[View], tuple[ShownCard, ...]] = _empty  # the cards that matter now; at most three
    # every card that sentences may name, for places that explain a card when somebody asks. Titles are unique
    every_card: Callable[[View], tuple[ShownCard, ...]] = _empty
    # how an event moves pieces of the room's picture, given the state before it; nothing hidden may follow
    motions: Callable[[State | None, Event], tuple[Motion, ...]] = _empty
    answer: Callable[[View, str, Mapping[str, str], Names], Answer] = no_answer  # to a query with these arguments
    form: Callable[[View, str], Form | None] = _nothing  # of a command that has one; None: it can't be used now
    # the room's message in words, in place of its story, the prompt and the board; None: it has those
    sheet: Callable[[View], Sheet | None] = _nothing
    # the picture of that message, where something is better seen than read
    illustration: Callable[[View, Names], Drawing | None] = _nothing
    past: Callable[[Sequence[Event], State], str] = _usual_form  # a message's events in a line, once a newer one stands
    lead: Callable[[View], Sheet | None] = _nothing  # what only whoever leads reads, above their acts
    # before it starts: what people read who come in, given the settings it will start with and how many are there
    lobby: Callable[[Mapping[str, str | int], int], Sheet | None] = _nothing
    # by seat, the cards in front of them that only the landscape board shows: a page has them with the players
    holdings: Callable[[View], tuple[tuple[Holding, ...], ...]] = _empty
    # small square pictures by name, for places that can show one beside words: of what an act or a card is about, of
    # what happened, and of the piece of each seat (`seat0`, `seat1`, …)
    badges: Mapping[str, Drawing] = field(default_factory=dict)
    pictured: Callable[[Event], tuple[str, ...]] = _empty  # the badges of what happened: the dice that were rolled
    gist: Callable[[View], str] = _usual_form  # how it stands, as a lock screen has room for: "day 4, 382 h left"
    # a line below an event, given the states before and after it: why it matters, or what is different from now on. A
    # table reads each line once; nothing hidden may follow from it
    remark: Callable[[State | None, Event, State], str | None] = _nothing


@value
class SeatRules(Generic[State, Move]):
    """Rules for seats, beyond a seat for everybody who joined."""

    # who leads: the room is offered the moves of these seats even while the game does not wait for them
    leads: Callable[[State], tuple[int, ...]] = _empty
    # the move with which one more person joins the running game, from the next seat; None: nobody can
    arrival: Callable[[State], Move | None] = _nothing
    rotates: bool = False  # played once more, everybody moves on by a seat, so that somebody else begins
    open: bool = False  # the press that opens a form seats its person, and nobody is told
    worded_alike: bool = False  # the phrase of a move doesn't depend on whose move it is
    called_live: bool = True  # False: while all are there, nobody is called but by name; at an async table, everybody


@value
class Lesson:
    """A lesson of the tutorial, shown when this kind of event first happens; no kind: before the game starts."""

    after: str
    text: Text
    on_page: Text = ""  # the same where everything is pressed and nothing typed, if that needs other words
    only: str = ""  # the option it is true for, `mode=collaborative`; then it stands for the one without


@value
class Record:
    """A record of a finished game; a room shows the one with the highest score."""

    name: str  # "Best sprint"
    score: float
    text: str  # "done on day 8 with two days to spare"


def _no_inheritance(_: object) -> Mapping[str, str]:
    return {}


@value
class Memories(Generic[Event]):
    """The data that stays of a finished game, all of it from its events."""

    inherits: tuple[str, ...] = ()  # what it takes from earlier games in its room; it finds them among its options
    inheritable: tuple[
        str, ...
    ] = ()  # what `inheritance` may pass on; empty: its finished games need not be read again
    # what the next games in the room get, each as JSON: {"prompts": …}. It names nobody.
    inheritance: Callable[[Sequence[Event]], Mapping[str, str]] = _no_inheritance
    # the game as a file in a form of its own, seats as marks; empty: the usual form will do
    report: Callable[[Sequence[Event], Literal["markdown", "csv"]], str] = _usual_form
    records: Callable[[Sequence[Event]], tuple[Record, ...]] = _empty  # they name nobody
    highlights: Callable[[Sequence[Event]], tuple[str, ...]] = _empty  # a sentence each: the best day, who helped whom
    rated: bool = False  # two sides play against each other, and skill decides: people have a rating in it


def _no_agreements(_: object) -> Agreements:
    return Agreements()


@value
class Meeting(Generic[State, Event, View]):
    """A meeting: its board, its decisions for reminders and for the next one, its summary."""

    agreements: Callable[[State], Agreements] = _no_agreements  # what has been decided so far
    review: Callable[[Sequence[Event]], Review | None] = _nothing  # what it is remembered by
    board: Callable[[View], MeetingBoard | None] = _nothing  # for a page
    # what the channel keeps once it is over, ended early or not, given the day when that was: `2026-11-17`; may be None
    summary: Callable[[State, str], Sheet | None] = _nothing
    # the move of no seat that puts notes onto the board which somebody has saved for it; None: it takes none now
    takes: Callable[[State, Sequence[str]], Any] = _nothing
    # the actions of earlier meetings whose owners are named now, each as `table:number`. Texts have a mark for each
    # (`games.text.absent`): a name is looked up when it is shown, and never stored with this meeting.
    absent: Callable[[State], tuple[str, ...]] = _empty

    @property
    def has_board(self) -> bool:
        return self.board is not _nothing


def _nothing_happened(_: object) -> Happened:
    return Happened()


@value
class Debrief(Generic[Event, View]):
    """The material that a trainer needs to run the game with several teams and to talk about it afterwards."""

    kit: Callable[[], Kit | None] = _nothing
    # how far a table is, in two or three pairs for a wall of tables: ("Day", "3 of 10")
    glance: Callable[[View], tuple[tuple[str, str], ...]] = _empty
    course: Callable[[Sequence[Event]], Course | None] = _nothing  # the table's line in a chart of all tables
    happened: Callable[[Sequence[Event]], Happened] = _nothing_happened  # as far as everybody may know it
    # luck against choice, in a finished or running game. It takes seconds: call it in another process
    weigh: Callable[[Sequence[Event]], Weighed | None] = _nothing


def _tally(events: Sequence[Any]) -> Counter[str]:
    """The number of events of each kind."""
    return Counter(event.kind for event in events)


def _means(total: Counter[str], games: int) -> dict[str, Any]:
    return {f"{name}_mean": round(count / games, 2) for name, count in sorted(total.items())}


@value
class Statistics(Generic[Event]):
    """The figures that `simulate` prints."""

    tally: Callable[[Sequence[Event]], Counter[str]] = _tally  # counts of one whole game
    figures: Callable[[Counter[str], int], dict[str, Any]] = _means  # from the added-up counts of so many games
