"""What was played in a room, and its statistics. Whole games are read for this, in another process."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from datetime import UTC, datetime

from bot.commands.calls import Call, Context
from bot.commands.queries import ended_early
from bot.live.lessons import in_lesson
from bot.live.table import seat_names
from bot.messages import Reply
from bot.ports import FORGOTTEN, Store, StoredTable
from bot.table.journal import effective_events, fold
from bot.texts import history as history_texts
from games import GAMES
from games.api import Record
from games.values import value

MAX_LISTED = 10
MAX_COUNTED = 100  # tables of a room in its figures
FIRST_RATING = 1500.0
RATING_STEP = 32.0  # how much one game moves it


@value
class Played:
    """A table, as far as its line in the history needs it."""

    game: str
    opened: float
    ended: bool  # whether the table is over
    finished: bool  # whether the game itself came to an end
    names: tuple[str, ...]
    people: dict[int, str] = field(default_factory=dict)  # by seat: their ids
    winners: tuple[int, ...] = ()
    records: tuple[Record, ...] = ()


async def history(context: Context, call: Call) -> Reply:
    context.spend(call)
    tables = await stored_in(context.store, call.request.room, MAX_LISTED + 1)
    page = await context.thinker.elsewhere(history_page, tables)
    return Reply("\n".join([page, *await ended_early(context, call.request.room)]))


async def stats(context: Context, call: Call) -> Reply:
    context.spend(call)
    tables = await stored_in(context.store, call.request.room, MAX_COUNTED)
    return Reply(await context.thinker.elsewhere(stats_page, tables))


async def stored_in(store: Store, room: str, most: int) -> list[StoredTable]:
    """The tables that a room has shown, newest first."""
    found = [await store.table(record.id) for record in (await store.tables_in(room))[:most] if record.game in GAMES]
    return [stored for stored in found if stored is not None]


def played(stored: StoredTable) -> Played:
    standing = fold(stored.events)
    assert standing is not None
    game = standing.game
    result = game.result(standing.state) if standing.state is not None else None
    records: tuple[Record, ...] = ()
    if result is not None:
        records = game.records(effective_events(stored.events, game))
    return Played(
        game=game.key,
        opened=stored.record.opened,
        ended=standing.table.phase == "over",
        finished=result is not None,
        names=seat_names(standing.table, stored.people),
        people={each.seat: each.person for each in stored.people if each.seat is not None},
        winners=result.winners if result else (),
        records=records,
    )


def history_page(tables: Sequence[StoredTable]) -> str:
    lines = [_line(played(stored)) for stored in tables if not _lesson(stored)][:MAX_LISTED]
    return history_texts.page(lines)


def _line(one: Played) -> str:
    day = datetime.fromtimestamp(one.opened, UTC).strftime("%Y-%m-%d")
    return history_texts.line(day, GAMES[one.game].title, one.names, _outcome(one))


def _outcome(one: Played) -> str:
    if not one.ended:
        return history_texts.OUTCOMES["running"]
    if not one.finished:
        return history_texts.OUTCOMES["ended"]
    if not one.winners:
        return history_texts.OUTCOMES["nobody"]
    if set(one.winners) >= set(range(len(one.names))):
        return history_texts.OUTCOMES["together"]
    return history_texts.won([one.names[seat] for seat in one.winners])


def stats_page(tables: Sequence[StoredTable]) -> str:
    """Per game: how often, who won how often, records, and ratings where two people play each other."""
    everything = [played(stored) for stored in reversed(tables) if not _lesson(stored)]  # the oldest first
    parts = [
        history_texts.game_stats(
            GAMES[key].title,
            len(of_game),
            sum(1 for one in of_game if one.finished),
            wins=_wins(of_game),
            records=[(record.name, record.text) for record in _best(of_game)],
            ratings=_ratings(of_game),
        )
        for key in GAMES
        if (of_game := [one for one in everything if one.game == key])
    ]
    return history_texts.stats_page(parts)


def _wins(tables: Sequence[Played]) -> list[tuple[str, int]]:
    """By person, under their latest name; people who were forgotten are not counted."""
    names: dict[str, str] = {}
    wins: Counter[str] = Counter()
    for one in tables:
        for seat, person in one.people.items():
            name = one.names[seat].removesuffix(" (bot)")
            if name.startswith(FORGOTTEN):
                continue
            names[person] = name
            wins[person] += seat in one.winners
    return [(names[person], count) for person, count in wins.most_common(5) if count]


def _best(tables: Sequence[Played]) -> list[Record]:
    best: dict[str, Record] = {}
    for record in (record for one in tables for record in one.records):
        if record.name not in best or record.score > best[record.name].score:
            best[record.name] = record
    return list(best.values())


def _ratings(tables: Sequence[Played]) -> list[tuple[str, int]]:
    """Elo ratings, from games that two people played against each other."""
    ratings: dict[str, float] = {}
    names: dict[str, str] = {}
    for one in tables:
        if not one.finished or len(one.names) != 2 or len(one.people) != 2 or len(one.winners) > 1:
            continue
        first, second = one.people[0], one.people[1]
        names.update({one.people[seat]: one.names[seat].removesuffix(" (bot)") for seat in (0, 1)})
        score = 0.5 if not one.winners else 1.0 if one.winners == (0,) else 0.0
        before = ratings.setdefault(first, FIRST_RATING), ratings.setdefault(second, FIRST_RATING)
        expected = 1 / (1 + 10 ** ((before[1] - before[0]) / 400))
        ratings[first] = before[0] + RATING_STEP * (score - expected)
        ratings[second] = before[1] - RATING_STEP * (score - expected)
    ranked = sorted(ratings.items(), key=lambda item: -item[1])
    return [(names[person], round(rating)) for person, rating in ranked if not names[person].startswith(FORGOTTEN)]


def _lesson(stored: StoredTable) -> bool:
    return any(in_lesson(record.room) for record in stored.rooms)
