"""The seat of whoever asks for something, or why they have none."""

from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Person, Request
from bot.kernel.table import refusals
from bot.kernel.table import texts as table_texts
from bot.kernel.table.model import Refused
from bot.kernel.table.names import own_name
from games.contract import Command


def person_of(request: Request) -> Person:
    assert request.person is not None, "only the clock is nobody, and it gives no commands"
    return request.person


def seat_of(live: LiveTable, request: Request) -> int:
    seat = live.seat_of(person_of(request))
    if seat is None:
        game = live.standing.game
        if live.standing.playing and not live.takes_more:
            full = game.seating.open and live.standing.arrival is not None
            raise Refused(refusals.full_house(game) if full else refusals.watching(game))
        raise Refused(refusals.not_here(game) if game.seating.open else refusals.NOT_SEATED)
    return seat


def playing_seat(live: LiveTable, request: Request) -> int:
    """The seat where this person plays; Refused while the game has not started, sleeps or is over."""
    table = live.standing.table
    if table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    seat = seat_of(live, request)
    if table.phase == "lobby":
        raise Refused(refusals.NOT_STARTED)
    if table.asleep:
        raise Refused(table_texts.PUT_AWAY)
    if table.paused is not None:
        raise Refused(table_texts.NOW_PAUSED)
    if table.seats[seat] == "automatic":
        raise Refused(refusals.SEAT_IS_AUTOMATIC)
    return seat


def host_or_seated(live: LiveTable, request: Request) -> int | None:
    """The seat of somebody with a say in this table; a host, or whoever leads it from elsewhere, needs none."""
    seat = live.seat_of(person_of(request))
    if seat is None and not leads(live, request):
        raise Refused(refusals.NOT_SEATED)
    return seat


def leads(live: LiveTable, request: Request) -> bool:
    """True for the table's host, or whoever leads it from elsewhere."""
    return bool(request.desk) or live.is_host(person_of(request))


def find_player(live: LiveTable, seat: int | None, word: str, command: Command | None = None) -> int:
    """A seat by its number (from 1, or from `#0` as buttons do), a person's id, a name or the start of one.

    `command`: what it was typed for; whoever isn't understood reads its form.
    """
    names = live.names
    number = word.removeprefix("#")
    if number.isascii() and number.isdecimal() and len(number) < 4:
        index = int(number) if word.startswith("#") else int(number) - 1
        if 0 <= index < len(names):
            return index
    sought = word.casefold().removeprefix("@")
    if sought == "me" and seat is not None:
        return seat
    for seating in live.people:
        if seating.person.casefold() == sought and seating.seat is not None:
            return seating.seat
    exact = [index for index, name in enumerate(names) if sought in {name.casefold(), own_name(name).casefold()}]
    found = exact or [index for index, name in enumerate(names) if name.casefold().startswith(sought)]
    if len(found) > 1:
        raise Refused(refusals.which_player(word, [names[index] for index in found]))
    if not found:
        raise Refused(refusals.unknown_player(word, names, command))
    return found[0]
