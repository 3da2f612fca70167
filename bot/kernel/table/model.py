"""The data of every table, whatever its game: a lobby, seats, a start and an end. Pure, like a game.

Who may do what, and what becomes of a table then, is in rules.py.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import field, fields
from functools import cache, lru_cache
from typing import Any, Literal, TypeVar, get_args

from pydantic import TypeAdapter

from games.chance import keyed
from games.contract import OptionValue
from games.language import ENGLISH, Text
from games.values import value

# --- fairness --------------------------------------------------------------------------------------------------------

_LUCK_LABEL = "scrum-table luck 1"  # not prose
SHORT = 12  # hex digits of a fingerprint in a message
_PIN = 8  # hex digits
UNREACHABLE = "unreachable"  # in place of a beacon round


def beacon_round(beacon: str) -> str | None:
    """The round of a beacon, as a number; empty if none was asked, None if there was no answer."""
    return None if beacon == UNREACHABLE else beacon.partition(":")[0]


def luck_from(word: str) -> str:
    """The stored form of a word: nobody can read the word from it, and whoever knows the word can find it."""
    return hashlib.sha256(word.encode()).hexdigest()


@lru_cache(maxsize=1024)  # the same at every request of a game
def key(seed: bytes, table: str, luck: tuple[str, ...]) -> bytes:
    """The key of all draws of a game; without anybody's luck, the seed itself.

    `table` is its id, or the name of the dice that it shares with other tables.
    """
    if not luck:
        return seed
    return keyed(seed, "\n".join([_LUCK_LABEL, table, *luck]).encode())


def pin(seed: bytes, last_hash: str) -> str:
    """A few digits that pin everything up to an event, while the game is running.

    The hash alone would let people find a small secret, such as a vote, by trying; for this they need the seed.
    """
    return keyed(seed, last_hash.encode()).hex()[:_PIN]


# --- model -----------------------------------------------------------------------------------------------------------

# --- state ---------------------------------------------------------------------------------------------------------

T = TypeVar("T")

SeatKind = Literal["person", "automatic"]
ClosedBy = Literal["result", "host", "moderator", "agreed", "trainer"]


@value
class Table:
    game: str
    options: Mapping[str, OptionValue]
    seats: tuple[SeatKind, ...] = ()
    levels: tuple[str, ...] = ()  # by seat: the automatic player's strength; empty: the default
    phase: Literal["lobby", "playing", "over"] = "lobby"
    commitment: str = ""  # the fingerprint of the seed
    luck: tuple[str, ...] = ()  # what the draws come from besides the seed, in the order it was added
    ending: frozenset[int] = frozenset()  # seats that have agreed to end the game
    files: Mapping[str, str] = field(default_factory=dict)  # by option: the contents of the file it names
    pictures: bool = True  # True if boards are shown as pictures (where the platform can), False as text
    dark: bool | None = None  # the colours of pictures; None: whichever suit the platform
    language: str = ENGLISH  # in which rooms are told
    pace: "PaceChosen | None" = None  # None: the operator's default
    reminders: int = 0  # since the last move
    covered: frozenset[int] = frozenset()  # seats of absent people; an automatic player stands in
    asleep: bool = False  # put away after a long time unused, until somebody resumes it
    led: bool = False  # from elsewhere: what is played here, and when, is decided there
    team: str = ""  # its name among the tables that are led together
    seed_group: str = ""  # the tables that draw from the same seed; empty: only this one does
    paused: "Paused | None" = None  # by whoever leads it
    stopped: "ClockSet | None" = None  # a clock that stands still; of no account once another runs
    nudged: bool = False  # somebody asked to remind people since the last turn began
    exercise: float | None = None  # end of the time set by whoever leads the table
    parts: Mapping[str, Any] = field(default_factory=dict)  # what features keep of it, by their names
    undo: "UndoAsked | None" = None  # somebody wants to take back their last move
    agreed: frozenset[int] = frozenset()  # seats that have agreed to it

    @property
    def settings(self) -> dict[str, OptionValue]:
        """The settings that the game starts with: the options, with file contents instead of file names."""
        return {**self.options, **self.files}

    @property
    def resting(self) -> bool:
        """True if nobody can move, and no clock runs."""
        return self.asleep or self.paused is not None

    @property
    def people(self) -> tuple[int, ...]:
        return _seats_of(self.seats, "person")

    @property
    def automatic(self) -> tuple[int, ...]:
        return _seats_of(self.seats, "automatic")


@lru_cache(maxsize=1024)
def _seats_of(seats: tuple[str, ...], kind: str) -> tuple[int, ...]:
    return tuple(seat for seat, each in enumerate(seats) if each == kind)


class Refused(Exception):
    """A request that can't be carried out, with a sentence that says what to do instead.

    `field`: what has to be changed, if it came from a form.
    """

    def __init__(self, sentence: Text, field: str = "") -> None:
        self.text = sentence
        self.sentence = str(sentence)
        super().__init__(self.sentence)
        self.field = field


# --- events --------------------------------------------------------------------------------------------------------

# Classes say with attributes what their events are, as those of games do: see `Natures`.


@value
class TableOpened:
    game: str
    options: dict[str, OptionValue]
    files: dict[str, str] = field(default_factory=dict)
    commitment: str = ""  # the fingerprint of the seed, shown before anybody adds luck
    kind: Literal["table.opened"] = "table.opened"
    begins_turn = True


@value
class OptionsChosen:
    """All options, and all files, from now on; in the lobby."""

    options: dict[str, OptionValue]
    files: dict[str, str] = field(default_factory=dict)
    kind: Literal["table.options_chosen"] = "table.options_chosen"
    listed = True


@value
class SeatTaken:
    """A person takes a seat: a new one in the lobby, an automatic player's during the game.

    In the lobby it brings luck; for a seat that the person already has, it brings more luck and nothing else.
    """

    seat: int
    luck: str = ""
    kind: Literal["table.seat_taken"] = "table.seat_taken"
    listed = True


@value
class BotSeated:
    seat: int
    level: str = ""
    kind: Literal["table.bot_seated"] = "table.bot_seated"
    listed = True


@value
class SeatLeft:
    """A seat is removed in the lobby, and the seats after it move up."""

    seat: int
    kind: Literal["table.seat_left"] = "table.seat_left"
    listed = True


@value
class SeatHandedOver:
    """An automatic player takes over from a person during the game."""

    seat: int
    absent: bool = False  # they didn't leave; the others stopped waiting for them
    kind: Literal["table.seat_handed_over"] = "table.seat_handed_over"


@value
class GameStarted:
    commitment: str
    luck: str = ""  # several, with spaces between them, where several tables share what everybody added
    beacon: str = ""  # a public beacon's round and its randomness, `5928395:ab12…`; `unreachable`: there was no answer
    kind: Literal["table.game_started"] = "table.game_started"
    begins_turn = True


@value
class EndAgreed:
    seat: int
    kind: Literal["table.end_agreed"] = "table.end_agreed"
    unseen = True


@value
class NotesBrought:
    """The texts that the room has kept for this game are brought to the table, just before it starts."""

    files: dict[str, str]
    kind: Literal["table.notes_brought"] = "table.notes_brought"


@value
class ViewChosen:
    """Boards are shown as pictures, or as text."""

    pictures: bool
    kind: Literal["table.view_chosen"] = "table.view_chosen"


@value
class ThemeChosen:
    """Pictures have dark colours, or light ones."""

    dark: bool
    kind: Literal["table.theme_chosen"] = "table.theme_chosen"


@value
class LanguageChosen:
    """Rooms are told in this language; without one, in English."""

    language: str
    kind: Literal["table.language_chosen"] = "table.language_chosen"
    listed = True


@value
class PaceChosen:
    """A new pace: how long the table waits before it sends a reminder, and during which working hours."""

    seconds: float  # 0: no reminders
    opens: int = 0
    closes: int = 24
    zone: str = "UTC"
    kind: Literal["table.pace_chosen"] = "table.pace_chosen"
    unseen = True


@value
class Reminded:
    seats: tuple[int, ...]
    count: int  # since the last move
    kind: Literal["table.reminded"] = "table.reminded"
    begins_turn = True


@value
class TimeGiven:
    """More time for everyone, on the running clock and before the next reminder."""

    seat: int | None  # None: a host without a seat
    minutes: int
    kind: Literal["table.time_given"] = "table.time_given"
    unseen = True


@value
class ClockSet:
    """The game's running clock is set by whoever leads. What it says lasts as long as that clock does."""

    clock: str  # its name
    left: float  # seconds
    stopped: bool = False  # it stands still, until it is set again
    seat: int | None = None  # None: a host without a seat, or a desk
    kind: Literal["table.clock_set"] = "table.clock_set"
    unseen = True


@value
class PutToSleep:
    """Nobody has used the table for a long time."""

    kind: Literal["table.put_to_sleep"] = "table.put_to_sleep"
    begins_turn = True


@value
class PickedUp:
    seat: int | None
    kind: Literal["table.picked_up"] = "table.picked_up"
    begins_turn = True


@value
class Paused:
    """The table is paused by whoever leads it, until it is resumed."""

    left: float | None = None  # seconds on the game's clock
    kind: Literal["table.paused"] = "table.paused"
    begins_turn = calls_nobody = True


@value
class Continued:
    kind: Literal["table.continued"] = "table.continued"
    begins_turn = True


@value
class HostChanged:
    """A new host, for the narration only: who is host is stored with the people."""

    seat: int
    kind: Literal["table.host_changed"] = "table.host_changed"


@value
class RoomLinked:
    """One more room shows the table."""

    kind: Literal["table.room_linked"] = "table.room_linked"
    begins_turn = True


@value
class UndoAsked:
    seat: int
    to: int  # sequence of the last event before the move
    kind: Literal["table.undo_asked"] = "table.undo_asked"
    unseen = True


@value
class UndoAgreed:
    seat: int
    kind: Literal["table.undo_agreed"] = "table.undo_agreed"
    unseen = True


@value
class Undone:
    """The game is back to its state after event `to`. Nothing is erased: the undone events stay on record."""

    seat: int
    to: int
    kind: Literal["table.undone"] = "table.undone"
    begins_turn = True


@value
class TableClosed:
    """The last event of every table; it reveals the seed, unless other tables still draw from it."""

    why: ClosedBy
    seed: str
    kind: Literal["table.closed"] = "table.closed"
    begins_turn = True


def closed(table: Table, why: ClosedBy, seed: bytes) -> TableClosed:
    """The closing event; it reveals the seed, unless other tables may still draw from it."""
    return TableClosed(why, "" if table.seed_group else seed.hex())


SeatEvent = SeatTaken | BotSeated | SeatLeft | SeatHandedOver
PhaseEvent = GameStarted | EndAgreed | TableClosed
PaceEvent = PaceChosen | Reminded | TimeGiven | ClockSet | PutToSleep | PickedUp | Paused | Continued
UndoEvent = UndoAsked | UndoAgreed | Undone
ChoiceEvent = OptionsChosen | NotesBrought | ViewChosen | ThemeChosen | LanguageChosen
TableEvent = TableOpened | SeatEvent | PhaseEvent | PaceEvent | UndoEvent | ChoiceEvent | HostChanged | RoomLinked
CLOSED = "table.closed"
PREFIX = "table."  # of the kinds above and of those that features bring; the kinds of a game's own events have none


def kinds(*events: type) -> frozenset[str]:
    """The names of the kinds of these events."""
    return frozenset(map(_kind, events))


def _kind(event: type) -> str:
    return next(str(each.default) for each in fields(event) if each.name == "kind")


# --- events of features ----------------------------------------------------------------------------------------------


def _no_fault(_standing: Any, _event: Any) -> str:
    return ""


@value
class TableEvents:
    """Events that a feature adds to tables. Worker processes get it too, so its functions have names."""

    classes: tuple[type, ...]
    fold: Callable[[Table, Any], Table]
    narrate: Callable[[Any], str | None]  # None: nothing to say
    fault: Callable[[Any, Any], str] = _no_fault  # why one can't follow at a standing; empty: it can


@value
class _Natures:
    """Kinds of the table's events by the properties of their classes."""

    begins_turn: frozenset[str]  # they get a message of their own; an edit notifies nobody
    calls_nobody: frozenset[str]  # for everybody at the table: whose turn it is has not changed
    unseen: frozenset[str]  # the board doesn't show them
    listed: frozenset[str]  # not narrated in the lobby: its message shows them


_CLASSES: dict[str, type] = {_kind(each): each for each in get_args(TableEvent)}
_BROUGHT: dict[str, TableEvents] = {}  # by kind


def add_events(events: TableEvents) -> None:
    """Add a feature's events to those of tables."""
    _BROUGHT.update({_kind(each): events for each in events.classes})
    _forget_what_was_computed()


def remove_events(events: TableEvents) -> None:
    for each in events.classes:
        del _BROUGHT[_kind(each)]
    _forget_what_was_computed()


def _forget_what_was_computed() -> None:
    natures.cache_clear()
    adapter.cache_clear()


def brought_with(kind: str) -> TableEvents | None:
    return _BROUGHT.get(kind)


def brought() -> tuple[TableEvents, ...]:
    """The events that features have added, each once."""
    return tuple({id(each): each for each in _BROUGHT.values()}.values())


def _classes() -> dict[str, type]:
    return _CLASSES | {_kind(each): each for events in brought() for each in events.classes}


@cache
def natures() -> _Natures:
    def saying(nature: str) -> frozenset[str]:
        return frozenset(kind for kind, each in _classes().items() if getattr(each, nature, False))

    return _Natures(saying("begins_turn"), saying("calls_nobody"), saying("unseen"), saying("listed"))


@cache
def adapter(kind: str) -> TypeAdapter[Any]:
    """The adapter that reads and writes events of this kind, made when it is first used."""
    found = _classes().get(kind)
    if found is None:
        raise ValueError(f"there is no event of the table of the kind {kind[:40]}")
    return TypeAdapter(found)
