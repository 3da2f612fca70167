"""Ratings: how people do against each other, and against automatic players, in one room.

They are worked out from the room's finished games whenever somebody wants to see them, and stored nowhere: each game
counts once, nobody learns of games in other rooms, and whoever is forgotten leaves no rating behind.
"""

import logging
from collections.abc import Iterator, Sequence

from bot.features.history import texts
from bot.features.history.feature import feature
from bot.features.history.played import MAX_COUNTED, Played, is_lesson, played, stored_in
from bot.kernel.calls import Call, Context
from bot.kernel.live.rooms import is_private
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Reply
from bot.kernel.ports import FORGOTTEN, StoredTable
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused, TableClosed
from games import GAMES
from games.values import replace, value

log = logging.getLogger(__name__)

FIRST = 1000.0
STEP = 32.0  # how much one game can move it
# They stay where they are: newcomers win about half of their games against a beginner, a club player nearly all. The
# distance to the expert is an estimate (docs/balance.md)
AUTOMATIC = {"beginner": 1000.0, "club": 1600.0, "expert": 1800.0}
MAX_LISTED = 5
TASK = "ratings after a game"


@value
class Rated:
    """What one game did to one person's rating."""

    person: str
    name: str
    opponent: str
    opened: float
    before: float
    after: float

    @property
    def change(self) -> int:
        """As people see it: the difference of what is shown."""
        return round(self.after) - round(self.before)

    @property
    def shown(self) -> tuple[str, int, int]:
        return self.name, round(self.after), self.change


def rated(tables: Sequence[Played]) -> Iterator[Rated]:
    """Elo, game by game, the oldest first; people who were forgotten have none."""
    ratings: dict[str, float] = {}
    for one in tables:
        if not one.finished or len(one.names) != 2 or not one.people:
            continue
        before = [_before(one, seat, ratings) for seat in (0, 1)]
        expected = 1 / (1 + 10 ** ((before[1] - before[0]) / 400))
        gain = STEP * (_score(one) - expected)
        for seat, after in enumerate((before[0] + gain, before[1] - gain)):
            if seat not in one.people:
                continue
            ratings[one.people[seat]] = after
            name, opponent = (one.names[each].removesuffix(" (bot)") for each in (seat, 1 - seat))
            if not name.startswith(FORGOTTEN):
                yield Rated(one.people[seat], name, opponent, one.opened, before[seat], after)


def _before(one: Played, seat: int, ratings: dict[str, float]) -> float:
    if seat in one.people:
        return ratings.get(one.people[seat], FIRST)
    return AUTOMATIC.get(one.levels[seat] or GAMES[one.game].levels[0], FIRST)


def _score(one: Played) -> float:
    """Of the first seat; a draw is half a win."""
    return 1.0 if one.winners == (0,) else 0.0 if one.winners == (1,) else 0.5


def latest(tables: Sequence[Played]) -> list[Rated]:
    """Everybody's rating as of their last game, the best first."""
    found = {each.person: each for each in rated(tables)}
    return sorted(found.values(), key=lambda each: -each.after)


def past(tables: Sequence[StoredTable]) -> list[Played]:
    """The oldest first, without tutorials."""
    return [played(stored) for stored in reversed(tables) if not is_lesson(stored)]


# --- asking for one's own ------------------------------------------------------------------------------------------


@feature.query("rating", "Show your rating in this room, and how your last games moved it", group="me")
async def own_rating(context: Context, call: Call) -> Reply:
    context.spend(call)
    room, pages = call.request.room, []
    games = [game for game in GAMES.values() if game.rated]
    for game in games:
        tables = await stored_in(context.store, room, MAX_COUNTED, game.key)
        pages.append(await context.thinker.elsewhere(own_page, game.key, tables, call.person.id))
    return Reply("\n\n".join(filter(None, pages)) or texts.no_rating([game.title for game in games]), private=True)


def own_page(game: str, tables: Sequence[StoredTable], person: str) -> str:
    """Empty if they have none."""
    own = [each for each in rated(past(tables)) if each.person == person]
    if not own:
        return ""
    lines = [(each.opened, each.opponent, each.change) for each in reversed(own[-MAX_LISTED:])]
    return texts.own_rating(GAMES[game].title, round(own[-1].after), len(own), lines)


# --- after a game --------------------------------------------------------------------------------------------------


@feature.told(TableClosed)
def show_after(context: Context, live: LiveTable, draft: Draft) -> None:
    """When a rated game is over, each of its rooms sees how ratings moved there. Nobody waits for it."""
    over = any(isinstance(event, TableClosed) and event.why == "result" for event in draft.events)
    if over and context.answers_due_queries and live.standing.game.rated and not is_private(live):
        context.tasks.start(_show(context, live), TASK)


async def _show(context: Context, live: LiveTable) -> None:
    try:
        for room in tuple(live.rooms):
            tables = await stored_in(context.store, room, MAX_COUNTED, live.standing.game.key)
            text = await context.thinker.elsewhere(moved, tables, live.id)
            if text:
                reply = replace(live.reply(text, board=False, buttons=()), awaited=(), until=None)
                await context.rooms.post(live, room, reply, None)
    except Refused:
        pass  # too much else is being worked out; `rating` still tells
    except Exception:
        log.exception("showing ratings failed")


def moved(tables: Sequence[StoredTable], table: str) -> str:
    """How this table moved the ratings of those who played at it; empty if it moved none."""
    here = next((at for at, stored in enumerate(tables) if stored.record.id == table), None)
    if here is None:
        return ""
    so_far = past(tables[here:])
    people = set(so_far[-1].people.values()) if so_far else set()
    return texts.ratings_line([each.shown for each in latest(so_far) if each.person in people])
