"""What may happen at a table, whatever its game: `verify` checks each of its own events against this."""

from typing import Any

from bot.table import model as tables
from bot.table.journal import Standing
from bot.table.workshop_events import WorkshopJoined


class Wrong(Exception):
    """An event that can't have happened, with a sentence that says why."""


def check(standing: Standing, event: Any) -> None:
    """Raise Wrong if this can't happen at this table now."""
    over = standing.state is not None and standing.game.result(standing.state) is not None
    if over and not isinstance(event, tables.TableClosed):
        raise Wrong("The game was over before it.")
    match event:
        case tables.SeatTaken() | tables.BotSeated() | tables.SeatLeft() | tables.SeatHandedOver():
            _check_seats(standing, event)
        case tables.TableOpened():
            raise Wrong("The table was open already.")
        case tables.OptionsChosen() | tables.NotesBrought():
            _must(standing.table.phase == "lobby", "Options can’t change after the start.")
        case WorkshopJoined():
            _check_joining(standing, event)
        case tables.GameStarted():
            _check_start(standing, event)
        case tables.EndAgreed(seat=seat):
            _must(_is_person(standing.table, seat), "Nobody sits there who could agree.")
        case tables.TableClosed(why=why):
            _must(over == (why == "result"), "The game has no result yet." if not over else "The game has a result.")
            agreed = why != "agreed" or set(standing.table.people) <= standing.table.ending
            _must(agreed, "Not everyone had agreed.")
            _must(why != "trainer" or standing.table.workshop is not None, "This table has no trainer.")
        case _ if not event.kind.startswith(tables.PREFIX):
            _must(standing.playing, "The game hasn’t started: no fingerprint was shown.")


def _must(condition: bool, otherwise: str) -> None:  # noqa: FBT001 - a condition reads best in front
    if not condition:
        raise Wrong(otherwise)


def _is_person(table: tables.Table, seat: int) -> bool:
    return seat in table.people


def _check_joining(standing: Standing, event: WorkshopJoined) -> None:
    """The key of the draws depends on it, so it must be known before anybody adds luck."""
    _must(standing.sequence == 1, "A table joins a workshop when it is opened, or never.")
    shares = standing.game.luck and bool(standing.table.commitment)
    _must(shares or not event.dice, "Without a fingerprint there are no dice to share.")


def _check_seats(standing: Standing, event: tables.SeatEvent) -> None:
    table = standing.table
    lobby, seat, seats = table.phase == "lobby", event.seat, len(table.seats)
    is_next = seat == seats and seats + 1 < standing.game.seats.stop
    is_free = lobby and is_next
    match event:
        case tables.SeatTaken(luck=luck):
            _must(not luck or bool(table.commitment and lobby), "Luck counts between the fingerprint and the start.")
            _must(not (luck and table.dice), "Luck for shared dice is added at the start, the same at all tables.")
            adds_luck = lobby and bool(luck) and _is_person(table, seat)
            returns = not lobby and seat in table.automatic
            arrives = not lobby and is_next and standing.arrival is not None
            _must(is_free or adds_luck or returns or arrives, "That seat isn’t free.")
        case tables.BotSeated():
            _must(is_free, "That seat isn’t free.")
        case tables.SeatLeft():
            _must(lobby and 0 <= seat < seats, "Nobody can leave that seat.")
        case tables.SeatHandedOver():
            _must(not lobby and _is_person(table, seat), "Nobody can hand over that seat.")


def _check_start(standing: Standing, event: tables.GameStarted) -> None:
    table = standing.table
    _must(table.phase == "lobby", "The game had started already.")
    _must(len(table.seats) in standing.game.seats, f"The game can’t start with {len(table.seats)} players.")
    early = not event.luck and not event.beacon
    _must(early or bool(table.commitment), "Luck counts between the fingerprint and the start.")


def check_undo(standing: Standing, event: tables.UndoEvent) -> None:
    """The same for taking a move back, where it is known whose move was whose."""
    table = standing.table
    own = [point.sequence for point in standing.undo_points if point.seat == event.seat]
    asked = table.undo
    match event:
        case tables.UndoAsked(to=to):
            _must(asked is None and own[-1:] == [to], "That move can’t be taken back.")
        case tables.UndoAgreed(seat=seat):
            _must(asked is not None and seat != asked.seat and _is_person(table, seat), "There’s nothing to agree to.")
        case tables.Undone(seat=seat, to=to):
            agreed = set(table.people) <= table.agreed | {seat}
            is_own = own[-1:] == [to] if asked is None else (asked.seat, asked.to) == (seat, to)
            _must(agreed and is_own, "That move can’t be taken back.")
