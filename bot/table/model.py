"""What every table has, whatever game lies on it: a lobby, seats, a beginning and an end. Pure, like a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, TypeVar

from pydantic import Field, TypeAdapter

from bot import texts
from games.api import AnyGame, OptionValue

# --- state ---------------------------------------------------------------------------------------------------------

T = TypeVar("T")

SeatKind = Literal["person", "automatic"]


@dataclass(frozen=True, slots=True)
class Table:
    game: str
    options: Mapping[str, OptionValue]
    seats: tuple[SeatKind, ...] = ()
    levels: tuple[str, ...] = ()  # by seat: how strong its automatic player is; empty: as usual
    phase: Literal["lobby", "playing", "over"] = "lobby"
    commitment: str = ""
    ending: frozenset[int] = frozenset()  # seats that agreed to end the game
    files: Mapping[str, str] = field(default_factory=dict)  # by option: what the file that it names held
    pictures: bool = True  # boards are shown as pictures where the platform can; else as text
    pace: "PaceChosen | None" = None  # None: as the operator has it
    reminders: int = 0  # since the game last went on
    covered: frozenset[int] = frozenset()  # seats of people who did not come: the automatic player stands in
    asleep: bool = False  # nobody touched it for long; it waits to be picked up
    undo: "UndoAsked | None" = None  # somebody wants their last move back
    agreed: frozenset[int] = frozenset()  # seats that let them

    @property
    def settings(self) -> dict[str, OptionValue]:
        """What the game starts with: the options, and in the place of a file's name what it held."""
        return {**self.options, **self.files}

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, kind in enumerate(self.seats) if kind == "person")

    @property
    def automatic(self) -> tuple[int, ...]:
        return tuple(seat for seat, kind in enumerate(self.seats) if kind == "automatic")


class Refused(Exception):
    """What a person asked for cannot be done: a sentence that says what to do instead."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


# --- events --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableOpened:
    game: str
    options: dict[str, OptionValue]
    files: dict[str, str] = field(default_factory=dict)
    kind: Literal["table.opened"] = "table.opened"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person sits down: on a new seat in the lobby, on an automatic player's during the game."""

    seat: int
    kind: Literal["table.seat_taken"] = "table.seat_taken"


@dataclass(frozen=True, slots=True)
class BotSeated:
    seat: int
    level: str = ""
    kind: Literal["table.bot_seated"] = "table.bot_seated"


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """In the lobby: the seat is gone, and those behind it move up."""

    seat: int
    kind: Literal["table.seat_left"] = "table.seat_left"


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """During the game: the automatic player goes on for the person."""

    seat: int
    absent: bool = False  # they did not leave: the others could not wait any longer
    kind: Literal["table.seat_handed_over"] = "table.seat_handed_over"


@dataclass(frozen=True, slots=True)
class GameStarted:
    commitment: str
    kind: Literal["table.game_started"] = "table.game_started"


@dataclass(frozen=True, slots=True)
class EndAgreed:
    seat: int
    kind: Literal["table.end_agreed"] = "table.end_agreed"


@dataclass(frozen=True, slots=True)
class ViewChosen:
    """From now on boards are pictures, or text."""

    pictures: bool
    kind: Literal["table.view_chosen"] = "table.view_chosen"


@dataclass(frozen=True, slots=True)
class PaceChosen:
    """How long the table waits before it reminds somebody, and in which hours of which weekdays."""

    seconds: float  # 0: nobody is reminded
    opens: int = 0
    closes: int = 24
    zone: str = "UTC"
    kind: Literal["table.pace_chosen"] = "table.pace_chosen"


@dataclass(frozen=True, slots=True)
class Reminded:
    seats: tuple[int, ...]
    count: int  # since the game last went on
    kind: Literal["table.reminded"] = "table.reminded"


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """Everybody gets more time: the running clock, and the table's patience."""

    seat: int | None  # None: a host who does not play
    minutes: int
    kind: Literal["table.time_given"] = "table.time_given"


@dataclass(frozen=True, slots=True)
class PutToSleep:
    """Nobody touched the table for long."""

    kind: Literal["table.put_to_sleep"] = "table.put_to_sleep"


@dataclass(frozen=True, slots=True)
class PickedUp:
    seat: int | None
    kind: Literal["table.picked_up"] = "table.picked_up"


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Who is host is kept with the people; this only tells."""

    seat: int
    kind: Literal["table.host_changed"] = "table.host_changed"


@dataclass(frozen=True, slots=True)
class RoomLinked:
    """The table is shown in one more room."""

    kind: Literal["table.room_linked"] = "table.room_linked"


@dataclass(frozen=True, slots=True)
class UndoAsked:
    seat: int
    to: int  # the number of the last event before the move
    kind: Literal["table.undo_asked"] = "table.undo_asked"


@dataclass(frozen=True, slots=True)
class UndoAgreed:
    seat: int
    kind: Literal["table.undo_agreed"] = "table.undo_agreed"


@dataclass(frozen=True, slots=True)
class Undone:
    """The game stands where it stood after event `to`. Nothing is erased: what was undone is still on record."""

    seat: int
    to: int
    kind: Literal["table.undone"] = "table.undone"


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The last event of every table; the seed is no secret any more."""

    why: Literal["result", "host", "agreed"]
    seed: str
    kind: Literal["table.closed"] = "table.closed"


TableEvent = Annotated[
    TableOpened
    | SeatTaken
    | BotSeated
    | SeatLeft
    | SeatHandedOver
    | GameStarted
    | EndAgreed
    | ViewChosen
    | PaceChosen
    | Reminded
    | TimeGiven
    | PutToSleep
    | PickedUp
    | HostChanged
    | RoomLinked
    | UndoAsked
    | UndoAgreed
    | Undone
    | TableClosed,
    Field(discriminator="kind"),
]
TABLE_EVENTS: TypeAdapter[TableEvent] = TypeAdapter(TableEvent)
PREFIX = "table."  # of the kinds above; a game's own kinds have none
LISTED = (SeatTaken, BotSeated, SeatLeft)  # in the lobby, whose list of seats tells them


def evolve(table: Table | None, event: TableEvent) -> Table:
    if isinstance(event, TableOpened):
        return Table(event.game, event.options, files=event.files)
    if table is None:
        raise ValueError(f"a table begins with TableOpened, not with {event.kind}")
    match event:
        case SeatTaken(seat=seat):
            return replace(_seated(table, seat, "person"), covered=table.covered - {seat})
        case BotSeated(seat=seat, level=level):
            return _seated(table, seat, "automatic", level)
        case SeatHandedOver(seat=seat, absent=absent):
            covered = table.covered | {seat} if absent else table.covered
            return replace(_seated(table, seat, "automatic"), ending=table.ending - {seat}, covered=covered)
        case SeatLeft(seat=seat):
            return replace(table, seats=_without(table.seats, seat), levels=_without(table.levels, seat))
        case _:
            return _went_on(table, event)


def _went_on(table: Table, event: TableEvent) -> Table:
    match event:
        case GameStarted(commitment=commitment):
            return replace(table, phase="playing", commitment=commitment)
        case EndAgreed(seat=seat):
            return replace(table, ending=table.ending | {seat})
        case ViewChosen(pictures=pictures):
            return replace(table, pictures=pictures)
        case TableClosed():
            return replace(table, phase="over")
        case _:
            return _facilitated(table, event)


def _facilitated(table: Table, event: TableEvent) -> Table:
    match event:
        case PaceChosen():
            return replace(table, pace=event, reminders=0)
        case Reminded(count=count):
            return replace(table, reminders=count)
        case TimeGiven() | PickedUp():
            return replace(table, reminders=0, asleep=False)
        case PutToSleep():
            return replace(table, asleep=True)
        case UndoAsked():
            return replace(table, undo=event, agreed=frozenset())
        case UndoAgreed(seat=seat):
            return replace(table, agreed=table.agreed | {seat})
        case Undone():
            return played_on(table)
        case _:
            return table


def played_on(table: Table) -> Table:
    """The game went on: whoever was waited for has come, and nobody asks for the last move back."""
    if table.reminders or table.undo is not None:
        return replace(table, reminders=0, undo=None, agreed=frozenset())
    return table


def _seated(table: Table, seat: int, kind: SeatKind, level: str = "") -> Table:
    seats = (*table.seats[:seat], kind, *table.seats[seat + 1 :])
    levels = (*table.levels[:seat], level, *table.levels[seat + 1 :])
    return replace(table, seats=seats, levels=levels)


def _without(items: tuple[T, ...], index: int) -> tuple[T, ...]:
    return (*items[:index], *items[index + 1 :])


# --- what may be done ----------------------------------------------------------------------------------------------


def join(table: Table, game: AnyGame, seat: int | None, unclaimed: Sequence[int]) -> SeatTaken:
    """`seat` is where this person sits or sat; `unclaimed` are automatic seats that no person left behind."""
    if table.phase == "over":
        raise Refused(texts.TABLE_OVER)
    if seat is not None and table.seats[seat] == "person":
        raise Refused(texts.JOINED_TWICE)
    if table.phase == "lobby":
        return SeatTaken(_free_seat(table, game))
    if seat is None and not unclaimed:
        raise Refused(texts.GAME_IS_ON)
    return SeatTaken(unclaimed[0] if seat is None else seat)


def seat_bot(table: Table, game: AnyGame, level: str) -> list[TableEvent]:
    if table.phase != "lobby":
        raise Refused(texts.BOT_ONLY_IN_LOBBY)
    if level and level not in game.levels:
        raise Refused(texts.unknown_level(level, game))
    return [BotSeated(_free_seat(table, game), level)]


def _free_seat(table: Table, game: AnyGame) -> int:
    if len(table.seats) >= game.seats.stop - 1:
        raise Refused(texts.table_full(game))
    return len(table.seats)


def leave(table: Table, seat: int) -> list[TableEvent]:
    if table.phase == "over":
        raise Refused(texts.TABLE_OVER)
    if table.seats[seat] == "automatic" and table.phase == "playing":
        raise Refused(texts.LEFT_ALREADY)
    return [SeatLeft(seat)] if table.phase == "lobby" else [SeatHandedOver(seat)]


def start(table: Table, game: AnyGame, commitment: str) -> list[TableEvent]:
    if table.phase != "lobby":
        raise Refused(texts.STARTED_ALREADY if table.phase == "playing" else texts.TABLE_OVER)
    if len(table.seats) not in game.seats:
        raise Refused(texts.too_few(game, len(table.seats)))
    if not table.people:
        raise Refused(texts.NOBODY_SITS_HERE)
    return [GameStarted(commitment)]


def choose_view(table: Table, form: str) -> list[TableEvent]:
    if table.phase == "over":
        raise Refused(texts.TABLE_OVER)
    pictures = form == "picture"
    if pictures == table.pictures:
        raise Refused(texts.view_as_it_is(pictures=pictures))
    return [ViewChosen(pictures)]


def end(table: Table, seat: int | None, seed: bytes, *, may_end: bool) -> list[TableEvent]:
    """The host (or who manages the room) ends at once; otherwise everybody who plays has to agree."""
    if table.phase == "over":
        raise Refused(texts.TABLE_OVER)
    if may_end:
        return [TableClosed("host", seed.hex())]
    if seat is None or table.seats[seat] != "person":
        raise Refused(texts.NOT_YOURS_TO_END)
    # who was still to agree may have left since, so asking again can be what ends the game
    everybody = set(table.people) <= table.ending | {seat}
    if seat in table.ending and not everybody:
        raise Refused(texts.AGREED_ALREADY)
    agreed: list[TableEvent] = [] if seat in table.ending else [EndAgreed(seat)]
    return [*agreed, TableClosed("agreed", seed.hex())] if everybody else agreed
