"""The names of the people at a table, and of its automatic players."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, count

from bot.kernel.store import FORGOTTEN, Seating
from bot.kernel.table import model as tables
from games import GAMES
from games.contract import is_meeting
from games.language import languages, lazy, speaking, t
from games.text import NAME_LIMIT, clean

# the name of a seat that an automatic player has; at a meeting, where they only rehearse, of one that is away
BOT, REHEARSES, AWAY = lazy("{name} (bot)"), lazy("{name} (rehearsal)"), lazy("{name} (away)")
_SOMEBODY = lazy("Somebody")  # whose name isn't known any more
# the automatic players, by seat
_BOTS = (
    "Ada", "Grace", "Edsger", "Barbara", "Alan", "Margaret",  # not prose
    "Donald", "Radia", "Dennis", "Frances", "Ken", "Hedy",  # not prose
)  # fmt: skip


def seat_names(table: tables.Table, people: Sequence[Seating]) -> tuple[str, ...]:
    """A name for every seat, in English; a person who left is still named, marked as played by a bot, or at a meeting
    as away."""
    meeting = table.game in GAMES and is_meeting(GAMES[table.game])
    persons = {seating.seat: seating.name for seating in people if seating.seat is not None}
    taken = {name.casefold() for name in persons.values()}
    free = [name for name in _BOTS if name.casefold() not in taken]
    names = []
    for seat, kind in enumerate(table.seats):
        name = persons.get(seat) or free[seat % len(free)]
        automatic = (AWAY if seat in persons else REHEARSES) if meeting else BOT
        names.append(name if kind == "person" else automatic.text.format(name=name))
    return tuple(names)


def clean_name(name: str, taken: Iterable[str]) -> str:
    """A name as the table uses it: one line, not too long, unlike any other at the table."""
    base = clean(name, NAME_LIMIT) or FORGOTTEN
    used = {other.casefold() for other in taken}
    candidates = chain([base], (f"{base} {number}" for number in count(2)))
    return next(candidate for candidate in candidates if candidate.casefold() not in used)


def own_name(name: str) -> str:
    """A name without what says that an automatic player has the seat."""
    if name[-1:].isalnum():  # nearly always
        return name
    for before, after in _marks(tuple(languages())):
        if name.startswith(before) and name.endswith(after):
            name = name.removeprefix(before).removesuffix(after)
    return name


def said_name(name: str) -> str:
    """The name of a seat, which is kept in English, as it is said now."""
    for mark in (BOT, REHEARSES, AWAY):
        _, _, after = mark.text.partition("{name}")
        if name.endswith(after):
            return t(mark, name=_said(name.removesuffix(after)))
    return _said(name)


def _said(name: str) -> str:
    return str(_SOMEBODY) if name == FORGOTTEN else name


@cache
def _marks(tags: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What stands before and after the name of such a seat, in any of these languages."""
    found: dict[tuple[str, str], None] = {}
    for mark in (BOT, REHEARSES, AWAY):
        for tag in tags:
            with speaking(tag):
                before, _, after = str(mark).partition("{name}")
            found[before, after] = None
    return tuple(found)
