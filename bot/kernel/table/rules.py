"""The rules of a table, whatever its game: what people may do, and what becomes of it then.

A function returns the events that follow, or refuses with a sentence.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, assert_never

from bot.kernel.table import refusals, texts
from bot.kernel.table.model import (
    UNREACHABLE,
    BotSeated,
    ChoiceEvent,
    ClockSet,
    ClosedBy,
    Continued,
    EndAgreed,
    GameStarted,
    HostChanged,
    LanguageChosen,
    NotesBrought,
    OptionsChosen,
    PaceChosen,
    PaceEvent,
    Paused,
    PhaseEvent,
    PickedUp,
    PutToSleep,
    Refused,
    Reminded,
    RoomLinked,
    SeatEvent,
    SeatHandedOver,
    SeatKind,
    SeatLeft,
    SeatTaken,
    Table,
    TableClosed,
    TableEvent,
    TableOpened,
    ThemeChosen,
    TimeGiven,
    UndoAgreed,
    UndoAsked,
    UndoEvent,
    Undone,
    ViewChosen,
    brought_with,
    closed,
)
from games.contract import AnyGame, OptionValue, defaults
from games.language import t
from games.values import replace

T = TypeVar("T")

# --- rules -----------------------------------------------------------------------------------------------------------


def join(
    table: Table, game: AnyGame, seat: int | None, unclaimed: Sequence[int], luck: str = "", *, late: bool = False
) -> SeatTaken:
    """Join. `seat`: this person's, now or before they left; `unclaimed`: automatic seats nobody can reclaim.

    `late`: the running game takes one more seat.
    """
    if table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    if seat is not None and table.seats[seat] == "person":
        if table.phase == "lobby" and luck:
            return SeatTaken(seat, luck)
        raise Refused(refusals.JOINED_TWICE)
    if table.phase == "lobby":
        return SeatTaken(_free_seat(table, game), luck)
    if seat is None and not unclaimed:
        if not late:
            raise Refused(refusals.no_free_seat(game))
        return SeatTaken(_free_seat(table, game))
    return SeatTaken(unclaimed[0] if seat is None else seat)


def seat_bot(table: Table, game: AnyGame, level: str) -> BotSeated:
    if table.phase != "lobby":
        raise Refused(refusals.BOT_ONLY_IN_LOBBY)
    if level and level not in game.bots.levels:
        raise Refused(refusals.unknown_level(level, game))
    return BotSeated(_free_seat(table, game), level)


def choose_options(table: Table, options: dict[str, OptionValue], files: dict[str, str]) -> OptionsChosen:
    if table.phase != "lobby":
        raise Refused(refusals.OPTIONS_ONLY_IN_LOBBY)
    if options == table.options:
        raise Refused(refusals.SAME_OPTIONS)
    return OptionsChosen(options, files)


def remove_bot(table: Table, seat: int | None) -> SeatLeft:
    """Remove an automatic player: the one in this seat, or the last one (None)."""
    if not table.automatic:
        raise Refused(refusals.NO_BOT_TO_REMOVE)
    if table.phase != "lobby":
        raise Refused(refusals.BOT_STAYS)
    if seat is not None and seat not in table.automatic:
        raise Refused(refusals.NOT_A_BOT)
    return SeatLeft(table.automatic[-1] if seat is None else seat)


def _free_seat(table: Table, game: AnyGame) -> int:
    if len(table.seats) >= game.seats.stop - 1:
        raise Refused(refusals.full_house(game))
    return len(table.seats)


def leave(table: Table, seat: int) -> list[TableEvent]:
    if table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    if table.seats[seat] == "automatic" and table.phase == "playing":
        raise Refused(refusals.LEFT_ALREADY)
    return [SeatLeft(seat)] if table.phase == "lobby" else [SeatHandedOver(seat)]


def start(table: Table, game: AnyGame, commitment: str, luck: str = "", beacon: str = "") -> GameStarted:
    if table.phase != "lobby":
        raise Refused(refusals.STARTED_ALREADY if table.phase == "playing" else refusals.TABLE_OVER)
    if len(table.seats) not in game.seats:
        raise Refused(refusals.too_few(game, len(table.seats)))
    if not table.people:
        raise Refused(refusals.NO_PEOPLE)
    return GameStarted(commitment, luck, beacon)


def choose_view(table: Table, form: str) -> list[TableEvent]:
    if table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    chosen: list[TableEvent] = []
    if table.pictures is (form == "text"):
        chosen.append(ViewChosen(not table.pictures))
    if form in {"dark", "light"} and table.dark is not (form == "dark"):
        chosen.append(ThemeChosen(form == "dark"))
    if not chosen:
        raise Refused(refusals.view_unchanged(form))
    return chosen


def end(table: Table, seat: int | None, seed: bytes, *, may_end: bool, ended_by: ClosedBy = "host") -> list[TableEvent]:
    """End the table: at once for the host (or a moderator of the room); otherwise everyone playing has to agree."""
    if table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    if may_end:
        return [closed(table, ended_by, seed)]
    if seat is None or table.seats[seat] != "person":
        raise Refused(refusals.ONLY_HOST_ENDS)
    # a player who hadn't agreed may have left since, so asking again can end the game
    everyone = set(table.people) <= table.ending | {seat}
    if seat in table.ending and not everyone:
        raise Refused(refusals.AGREED_ALREADY)
    agreed: list[TableEvent] = [] if seat in table.ending else [EndAgreed(seat)]
    return [*agreed, closed(table, "agreed", seed)] if everyone else agreed


# --- options ---------------------------------------------------------------------------------------------------------

Loader = Callable[[str], str]  # the contents of an operator's file, by its name; ValueError with a sentence


_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”|„([^“”]*)[“”]|«([^»]*)»')  # as people type them in our languages


def without_quotes(words: str) -> str:
    """`columns="Keep,Try next"` as `columns=Keep,Try_next`: in the value of an option, _ stands for a space."""
    return _QUOTED.sub(lambda found: "_".join("".join(filter(None, found.groups())).split()), words)


def read_options(game: AnyGame, words: str, before: Mapping[str, OptionValue] | None = None) -> dict[str, OptionValue]:
    """Parse `hours=250 board=long` on top of the options chosen before, or of the game's defaults."""
    options = {option.name: option for option in game.options}
    values = {**defaults(game), **(before or {})}
    for word in re.sub(r"\s*=\s*", "=", without_quotes(words)).split():
        name, equals, value = word.partition("=")
        option = options.get(name.lower())
        if option is None or not equals:
            raise Refused(refusals.unknown_option(word, game))
        try:
            values[option.name] = value.lower() if option.file else option.read(value)
        except ValueError as fault:
            raise Refused(refusals.bad_option(str(fault), opening=before is None), option.name) from fault
    return values


def changed_options(game: AnyGame, options: Mapping[str, OptionValue]) -> list[str]:
    """The options that aren't at their defaults, as people read them."""
    known = {option.name: option for option in game.options}
    return [
        texts.option_value(name, known[name].title_of(value) if name in known else value)
        for name, value in options.items()
        if name not in known or known[name].default != value
    ]


def no_files(name: str) -> str:
    raise ValueError(t("there’s no file called “{name}”.", name=texts.short(name)))


def read_files(
    game: AnyGame, options: Mapping[str, OptionValue], load: Loader, *, opening: bool = True
) -> dict[str, str]:
    """The contents of the files that options name, read once when the table is opened and stored with it."""
    files = {}
    for option in game.options:
        name = str(options[option.name])
        if option.file and name not in option.choices:
            try:
                files[option.name] = load(name)
            except ValueError as fault:
                raise Refused(
                    refusals.bad_option(texts.option_value(option.name, fault), opening=opening), option.name
                ) from fault
    return files


# --- folding ---------------------------------------------------------------------------------------------------------


def evolve(table: Table | None, event: Any) -> Table:
    if isinstance(event, TableOpened):
        return Table(event.game, event.options, commitment=event.commitment, files=event.files)
    if table is None:
        raise ValueError(f"a table starts with TableOpened, not with {event.kind}")
    match event:
        case SeatTaken() | BotSeated() | SeatLeft() | SeatHandedOver():
            return _reseat(table, event)
        case GameStarted() | EndAgreed() | TableClosed():
            return _change_phase(table, event)
        case PaceChosen() | Reminded() | TimeGiven() | ClockSet() | PutToSleep() | PickedUp() | Paused() | Continued():
            return _keep_pace(table, event)
        case UndoAsked() | UndoAgreed() | Undone():
            return _undo(table, event)
        case OptionsChosen() | NotesBrought() | ViewChosen() | ThemeChosen() | LanguageChosen():
            return _choose(table, event)
        case HostChanged() | RoomLinked():
            return table
        case _:
            return _brought(table, event)


def _brought(table: Table, event: Any) -> Table:
    feature = brought_with(event.kind)
    assert feature is not None, "nothing else could have read it"
    return feature.fold(table, event)


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
        case LanguageChosen(language=language):
            return replace(table, language=language)
        case _:
            assert_never(event)


def _reseat(table: Table, event: SeatEvent) -> Table:
    match event:
        case SeatTaken(seat=seat, luck=luck):
            table = replace(table, covered=table.covered - {seat}, luck=_with_luck(table, luck))
            awake = replace(table, asleep=table.asleep and table.phase != "lobby")
            return _seated(awake, seat, "person")
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
            return replace(table, phase="playing", commitment=commitment, luck=added, asleep=False)
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
            return replace(table, reminders=count, nudged=table.nudged or count == table.reminders)
        case TimeGiven(minutes=minutes):
            return replace(table, reminders=0, asleep=False, stopped=_with_time(table.stopped, minutes))
        case ClockSet():
            return replace(table, reminders=0, stopped=event if event.stopped else None)
        case PickedUp():
            return replace(table, reminders=0, asleep=False)
        case PutToSleep():
            return replace(table, asleep=True)
        case Paused():
            return replace(table, paused=event)
        case Continued():
            return replace(table, paused=None, reminders=0)
        case _:
            assert_never(event)


def _with_time(stopped: ClockSet | None, minutes: int) -> ClockSet | None:
    return stopped and replace(stopped, left=stopped.left + 60 * minutes)


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


def played_on(table: Table, *, turn: bool = False) -> Table:
    """The table after a move: reminders start again and a pending undo request lapses. `turn`: a new one began."""
    if turn and table.nudged:
        table = replace(table, nudged=False)
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
