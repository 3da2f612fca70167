"""Who is called by a message: the people it pings, each at the first mark of their seat."""

from collections.abc import Callable
from typing import TypeVar

from bot.kernel.messages import Person, Reply

User = TypeVar("User")


def mentions_by_seat(reply: Reply, user_of: Callable[[Person], User | None]) -> dict[int, User]:
    """Users to mention, by seat: those of the called people who are on this platform (`user_of`), and nobody else.

    Somebody who has no seat, such as one who is invited, has a number below 0.
    """
    users: dict[int, User | None] = {}
    last = range(len(reply.names) - 1, -1, -1)  # those who are invited come last, perhaps all of them without a name
    for at, person in reversed([*enumerate(reply.pings)]):
        named = (seat for seat in last if reply.names[seat] == person.name and seat not in users)
        users[next(named, -1 - at)] = user_of(person)
    return {seat: user for seat, user in users.items() if user}
