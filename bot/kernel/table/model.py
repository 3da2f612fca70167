"""What every table has, whatever its game: a lobby, seats, a start and an end. Pure, like a game.

Who may do what is in rules.py.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import field, fields
from functools import lru_cache
from typing import Annotated, Literal, TypeVar, assert_never

from pydantic import ConfigDict, Field, TypeAdapter

from bot.features.workshop.events import (
    Continued,
    ExerciseEnded,
    ExerciseTimed,
    Paused,
    QuestionAsked,
    TeamNamed,
    TrainerSpoke,
    WorkshopEvent,
    WorkshopJoined,
)
from games.chance import keyed
from games.contract import OptionValue
from games.values import replace, value

# --- fairness --------------------------------------------------------------------------------------------------------

LUCK_LABEL = "scrum-table luck 1"
SHORT = 12  # hex digits of a fingerprint in a message
PIN = 8  # hex digits
UNREACHABLE = "unreachable"  # in place of a beacon round


def beacon_round(beacon: str) -> str | None:
    """The round of a beacon, as a number; empty if none was asked, None if there was no answer."""
    return None if beacon == UNREACHABLE else beacon.partition(":")[0]


def luck_from(word: str) -> str:
    """What is stored of a word: nobody can read it from that, and whoever knows it can find it."""
    return hashlib.sha256(word.encode()).hexdigest()


@lru_cache(maxsize=1024)  # the same at every request of a game
def key(seed: bytes, table: str, luck: tuple[str, ...]) -> bytes:
    """What all draws of a game come from; without anybody's luck, the seed itself.

    `table` is its id, or the name of the dice that it shares with other tables.
    """
    if not luck:
        return seed
    return keyed(seed, "\n".join([LUCK_LABEL, table, *luck]).encode())


def pin(seed: bytes, last_hash: str) -> str:
    """A few digits that pin everything up to an event, while the game is running.

    The hash alone would let people find a small secret, such as a vote, by trying; for this they need the seed.
    """
    return keyed(seed, last_hash.encode()).hex()[:PIN]


# --- model -----------------------------------------------------------------------------------------------------------

# --- state ---------------------------------------------------------------------------------------------------------

T = TypeVar("T")

SeatKind = Literal["person", "automatic"]
ClosedBy = Literal["result", "host", "agreed", "trainer"]


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
    pictures: bool = True  # whether boards are shown as pictures (where the platform can) or as text
    dark: bool | None = None  # the colours of pictures; None: whichever suit the platform
    pace: "PaceChosen | None" = None  # None: the operator's default
    reminders: int = 0  # since the last move
    covered: frozenset[int] = frozenset()  # seats of absent people; an automatic player stands in
    asleep: bool = False  # put away after a long time unused, until somebody resumes it
    workshop: WorkshopJoined | None = None  # the workshop of which this is a team's table
    paused: Paused | None = None  # by the workshop's trainer
    exercise: float | None = None  # when the workshop's clock runs out
    questions: tuple[QuestionAsked, ...] = ()  # that the trainer hasn't answered
    undo: "UndoAsked | None" = None  # somebody wants to take back their last move
    agreed: frozenset[int] = frozenset()  # seats that have agreed to it

    @property
    def settings(self) -> dict[str, OptionValue]:
        """What the game starts with: the options, with file contents instead of file names."""
        return {**self.options, **self.files}

    @property
    def resting(self) -> bool:
        """Nobody can move, and no clock runs."""
        return self.asleep or self.paused is not None

    @property
    def seed_group(self) -> str:
        """The tables that draw from the same seed; empty: only this one does."""
        return self.workshop.dice if self.workshop is not None else ""

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
    """A request that can't be carried out, with a sentence that says what to do instead."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


# --- events --------------------------------------------------------------------------------------------------------


@value
class TableOpened:
    game: str
    options: dict[str, OptionValue]
    files: dict[str, str] = field(default_factory=dict)
    commitment: str = ""  # the fingerprint of the seed, shown before anybody adds luck
    kind: Literal["table.opened"] = "table.opened"


@value
class OptionsChosen:
    """In the lobby: all options, and all files, from now on."""

    options: dict[str, OptionValue]
    files: dict[str, str] = field(default_factory=dict)
    kind: Literal["table.options_chosen"] = "table.options_chosen"


@value
class SeatTaken:
    """A person takes a seat: a new one in the lobby, an automatic player's during the game.

    In the lobby it brings luck; for a seat that the person already has, it brings more luck and nothing else.
    """

    seat: int
    luck: str = ""
    kind: Literal["table.seat_taken"] = "table.seat_taken"


@value
class BotSeated:
    seat: int
    level: str = ""
    kind: Literal["table.bot_seated"] = "table.bot_seated"


@value
class SeatLeft:
    """In the lobby: the seat is removed, and the seats after it move up."""

    seat: int
    kind: Literal["table.seat_left"] = "table.seat_left"


@value
class SeatHandedOver:
    """During the game: an automatic player takes over from the person."""

    seat: int
    absent: bool = False  # they didn't leave; the others stopped waiting for them
    kind: Literal["table.seat_handed_over"] = "table.seat_handed_over"


@value
class GameStarted:
    commitment: str
    luck: str = ""  # several, with spaces between them, where a workshop puts together what everybody added
    beacon: str = ""  # a public beacon's round and its randomness, `5928395:ab12…`; `unreachable`: there was no answer
    kind: Literal["table.game_started"] = "table.game_started"


@value
class EndAgreed:
    seat: int
    kind: Literal["table.end_agreed"] = "table.end_agreed"


@value
class NotesBrought:
    """What the room has kept for this game comes onto the table, just before it starts."""

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
class PaceChosen:
    """How long the table waits before it sends a reminder, and during which working hours."""

    seconds: float  # 0: no reminders
    opens: int = 0
    closes: int = 24
    zone: str = "UTC"
    kind: Literal["table.pace_chosen"] = "table.pace_chosen"


@value
class Reminded:
    seats: tuple[int, ...]
    count: int  # since the last move
    kind: Literal["table.reminded"] = "table.reminded"


@value
class TimeGiven:
    """More time for everyone, on the running clock and before the next reminder."""

    seat: int | None  # None: a host without a seat
    minutes: int
    kind: Literal["table.time_given"] = "table.time_given"


@value
class PutToSleep:
    """Nobody has used the table for a long time."""

    kind: Literal["table.put_to_sleep"] = "table.put_to_sleep"


@value
class PickedUp:
    seat: int | None
    kind: Literal["table.picked_up"] = "table.picked_up"


@value
class HostChanged:
    """For the narration only: who is host is stored with the people."""

    seat: int
    kind: Literal["table.host_changed"] = "table.host_changed"


@value
class RoomLinked:
    """One more room shows the table."""

    kind: Literal["table.room_linked"] = "table.room_linked"


@value
class UndoAsked:
    seat: int
    to: int  # sequence of the last event before the move
    kind: Literal["table.undo_asked"] = "table.undo_asked"


@value
class UndoAgreed:
    seat: int
    kind: Literal["table.undo_agreed"] = "table.undo_agreed"


@value
class Undone:
    """The game is back to its state after event `to`. Nothing is erased: the undone events stay on record."""

    seat: int
    to: int
    kind: Literal["table.undone"] = "table.undone"


@value
class TableClosed:
    """The last event of every table; it reveals the seed, unless other tables still draw from it."""

    why: ClosedBy
    seed: str
    kind: Literal["table.closed"] = "table.closed"


def closed(table: Table, why: ClosedBy, seed: bytes) -> TableClosed:
    """Close it, and reveal the seed, unless other tables may still draw from it."""
    return TableClosed(why, "" if table.seed_group else seed.hex())


SeatEvent = SeatTaken | BotSeated | SeatLeft | SeatHandedOver
PhaseEvent = GameStarted | EndAgreed | TableClosed
PaceEvent = PaceChosen | Reminded | TimeGiven | PutToSleep | PickedUp
UndoEvent = UndoAsked | UndoAgreed | Undone
ChoiceEvent = OptionsChosen | NotesBrought | ViewChosen | ThemeChosen
TableEvent = Annotated[
    TableOpened
    | SeatEvent
    | PhaseEvent
    | PaceEvent
    | UndoEvent
    | ChoiceEvent
    | WorkshopEvent
    | HostChanged
    | RoomLinked,
    Field(discriminator="kind"),
]
# built when it is first used
TABLE_EVENTS: TypeAdapter[TableEvent] = TypeAdapter(TableEvent, config=ConfigDict(defer_build=True))
CLOSED = "table.closed"
PREFIX = "table."  # of the kinds above; the kinds of a game's own events have none


def kinds(*events: type) -> frozenset[str]:
    """What the kinds of these events are called."""
    return frozenset(str(each.default) for event in events for each in fields(event) if each.name == "kind")


LISTED = kinds(SeatTaken, BotSeated, SeatLeft, OptionsChosen)  # not narrated in the lobby: its message shows them


def evolve(table: Table | None, event: TableEvent) -> Table:
    if isinstance(event, TableOpened):
        return Table(event.game, event.options, commitment=event.commitment, files=event.files)
    if table is None:
        raise ValueError(f"a table starts with TableOpened, not with {event.kind}")
    match event:
        case SeatTaken() | BotSeated() | SeatLeft() | SeatHandedOver():
            return _reseat(table, event)
        case GameStarted() | EndAgreed() | TableClosed():
            return _change_phase(table, event)
        case PaceChosen() | Reminded() | TimeGiven() | PutToSleep() | PickedUp():
            return _keep_pace(table, event)
        case UndoAsked() | UndoAgreed() | Undone():
            return _undo(table, event)
        case OptionsChosen() | NotesBrought() | ViewChosen() | ThemeChosen():
            return _choose(table, event)
        case HostChanged() | RoomLinked():
            return table
        case _:
            return _in_workshop(table, event)


def _in_workshop(table: Table, event: WorkshopEvent) -> Table:
    match event:
        case WorkshopJoined():
            return replace(table, workshop=event)
        case TeamNamed(team=team):
            return table if table.workshop is None else replace(table, workshop=replace(table.workshop, team=team))
        case TrainerSpoke(to_all=to_all):
            return table if to_all else replace(table, questions=())
        case QuestionAsked():
            return replace(table, questions=(*table.questions, event))
        case Paused():
            return replace(table, paused=event)
        case Continued():
            return replace(table, paused=None, reminders=0)
        case ExerciseTimed(until=until):
            return replace(table, exercise=until)
        case ExerciseEnded():
            return table
        case _:
            assert_never(event)


def _choose(table: Table, event: ChoiceEvent) -> Table:
    match event:
        case OptionsChosen(options=options, files=files):
            return replace(table, options=options, files=files)
        case NotesBrought(files=files):
            return replace(table, files={**table.files, **files})
        case ViewChosen(pictures=pictures):
            return replace(table, pictures=pictures)
        case ThemeChosen(dark=dark):
            return replace(table, dark=dark)
        case _:
            assert_never(event)


def _reseat(table: Table, event: SeatEvent) -> Table:
    match event:
        case SeatTaken(seat=seat, luck=luck):
            table = replace(table, covered=table.covered - {seat}, luck=_with_luck(table, luck))
            return _seated(table, seat, "person")
        case BotSeated(seat=seat, level=level):
            return _seated(table, seat, "automatic", level)
        case SeatHandedOver(seat=seat, absent=absent):
            covered = table.covered | {seat} if absent else table.covered
            return replace(_seated(table, seat, "automatic"), ending=table.ending - {seat}, covered=covered)
        case SeatLeft(seat=seat):
            return replace(table, seats=_without(table.seats, seat), levels=_without(table.levels, seat))
        case _:
            assert_never(event)


def _change_phase(table: Table, event: PhaseEvent) -> Table:
    match event:
        case GameStarted(commitment=commitment, luck=luck, beacon=beacon):
            added = _with_luck(table, luck, "" if beacon == UNREACHABLE else beacon)
            return replace(table, phase="playing", commitment=commitment, luck=added)
        case EndAgreed(seat=seat):
            return replace(table, ending=table.ending | {seat})
        case TableClosed():
            return replace(table, phase="over")
        case _:
            assert_never(event)


def _keep_pace(table: Table, event: PaceEvent) -> Table:
    match event:
        case PaceChosen():
            return replace(table, pace=event, reminders=0)
        case Reminded(count=count):
            return replace(table, reminders=count)
        case TimeGiven() | PickedUp():
            return replace(table, reminders=0, asleep=False)
        case PutToSleep():
            return replace(table, asleep=True)
        case _:
            assert_never(event)


def _undo(table: Table, event: UndoEvent) -> Table:
    match event:
        case UndoAsked():
            return replace(table, undo=event, agreed=frozenset())
        case UndoAgreed(seat=seat):
            return replace(table, agreed=table.agreed | {seat})
        case Undone():
            return played_on(table)
        case _:
            assert_never(event)


def played_on(table: Table) -> Table:
    """After a move, reminders start again and a pending undo request lapses."""
    if table.reminders or table.undo is not None:
        return replace(table, reminders=0, undo=None, agreed=frozenset())
    return table


def _seated(table: Table, seat: int, kind: SeatKind, level: str = "") -> Table:
    seats = (*table.seats[:seat], kind, *table.seats[seat + 1 :])
    levels = (*table.levels[:seat], level, *table.levels[seat + 1 :])
    return replace(table, seats=seats, levels=levels)


def _with_luck(table: Table, *luck: str) -> tuple[str, ...]:
    return (*table.luck, *(piece for each in luck for piece in each.split(" ") if piece))


def _without(items: tuple[T, ...], index: int) -> tuple[T, ...]:
    return (*items[:index], *items[index + 1 :])
