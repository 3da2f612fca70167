"""Who asks, and where they sit."""

from bot.live.table import LiveTable
from bot.messages import Person, Request
from bot.table.model import Refused
from bot.texts import facilitation, refusals, workshops


def person_of(request: Request) -> Person:
    assert request.person is not None, "only the clock is nobody, and it gives no commands"
    return request.person


def seat_of(live: LiveTable, request: Request) -> int:
    seat = live.seat_of(person_of(request))
    if seat is None:
        full = live.standing.playing and not live.unclaimed
        raise Refused(refusals.WATCHING if full else refusals.NOT_SEATED)
    return seat


def playing_seat(live: LiveTable, request: Request) -> int:
    """Where this person plays; Refused while the game has not started, sleeps or is over."""
    table = live.standing.table
    if table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    seat = seat_of(live, request)
    if table.phase == "lobby":
        raise Refused(refusals.NOT_STARTED)
    if table.asleep:
        raise Refused(facilitation.PUT_AWAY)
    if table.paused is not None:
        raise Refused(workshops.NOW_PAUSED)
    if table.seats[seat] == "automatic":
        raise Refused(refusals.SEAT_IS_AUTOMATIC)
    return seat


def host_or_seated(live: LiveTable, request: Request) -> int | None:
    """Where somebody with a say in this table sits; a host or a workshop's trainer needs no seat."""
    seat = live.seat_of(person_of(request))
    if seat is None and not leads(live, request):
        raise Refused(refusals.NOT_SEATED)
    return seat


def leads(live: LiveTable, request: Request) -> bool:
    """Whether this is the table's host, or the trainer of its workshop."""
    return request.desk or live.is_host(person_of(request))


def find_player(live: LiveTable, seat: int | None, word: str) -> int:
    """A seat by its number (from 1, or from `#0` as buttons do), a person's id, a name or the start of one."""
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
    exact = [index for index, name in enumerate(names) if name.casefold() in {sought, f"{sought} (bot)"}]
    found = exact or [index for index, name in enumerate(names) if name.casefold().startswith(sought)]
    if len(found) > 1:
        raise Refused(refusals.which_player(word, [names[index] for index in found]))
    if not found:
        raise Refused(refusals.unknown_player(word, names))
    return found[0]
