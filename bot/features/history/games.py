"""Games played in a room: its history, statistics and ratings. Whole games are read for this, in another process.

Ratings are computed from the room's finished games whenever somebody wants to see them, and stored nowhere: each game
counts once, nobody learns of games in other rooms, and whoever is forgotten leaves no rating behind.
"""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import UTC, datetime

from bot.kernel.calls import Call, Context
from bot.kernel.feature import Feature
from bot.kernel.live.ending import Ending
from bot.kernel.live.rooms import is_private
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Reply, is_private_room
from bot.kernel.queries import ended_early
from bot.kernel.store import FORGOTTEN, Store, StoredTable
from bot.kernel.table.journal import Draft, effective_events, fold
from bot.kernel.table.model import Refused, TableClosed
from bot.kernel.table.names import own_name, said_name, seat_names
from games import GAMES
from games.contract import is_meeting
from games.language import lazy, n, p, t
from games.parts import Record
from games.text import listing, number, one_stop
from games.values import value

feature = Feature("history", package=__package__)

# --- texts -----------------------------------------------------------------------------------------------------------

_OUTCOMES = {
    "running": lazy("{day} {title}: {people}; still running."),
    "ended": lazy("{day} {title}: {people}; ended early."),
    "together": lazy("{day} {title}: {people}; made it together."),
    "nobody": lazy("{day} {title}: {people}; finished without a winner."),
    "won": lazy("{day} {title}: {people}; {winners} won."),
}
NOTHING_PLAYED = lazy("This room hasn’t had a table yet. Open one with `/scrum new`.")
EXPORTED = lazy("Here’s the file.")


def _history_text(lines: Sequence[str]) -> str:
    return "\n".join([t("Tables in this room, newest first:"), *lines]) if lines else str(NOTHING_PLAYED)


def played_by(began: str, names: Sequence[str]) -> str:
    return one_stop(t("Played on {began} UTC by {people}.", began=began, people=listing(names)))


def _stats_text(
    title: str,
    tables: int,
    finished: int,
    *,
    wins: Sequence[tuple[str, int]],
    records: Sequence[tuple[str, str]],
    ratings: Sequence[tuple[str, int, int]],
) -> str:
    lines = [
        n(
            "{title}: {count} table, {finished} finished.",
            "{title}: {count} tables, {finished} finished.",
            tables,
            title=title,
            finished=finished,
        )
    ]
    if wins:
        lines.append(t("Most wins: {wins}.", wins=", ".join(f"{name} {count}" for name, count in wins)))
    lines += [f"{name}: {text}." for name, text in records]
    return "\n".join([*lines, *filter(None, [_ratings_line(ratings)])])


def _ratings_line(found: Sequence[tuple[str, int, int]]) -> str:
    """The names and ratings, and how the last game changed each; empty if there are none."""
    shown = ", ".join(f"{name} {number(rating)} ({change:+d})" for name, rating, change in found)
    return t("Ratings: {ratings}.", ratings=shown) if found else ""


def _rating_text(title: str, rating: int, games: int, moves: Sequence[tuple[float, str, int]]) -> str:
    """One person's rating. `moves`: when a game was opened, against whom, and what it changed."""
    first = n(
        "{title}: {rating} after {count} game in this room.",
        "{title}: {rating} after {count} games in this room.",
        games,
        title=title,
        rating=number(rating),
    )
    lines = [
        t("{day} against {opponent}: {change}", day=day(opened), opponent=opponent, change=f"{change:+d}")
        for opened, opponent, change in moves
    ]
    return "\n".join([first, *lines])


def _no_rating(titles: Sequence[str]) -> str:
    return t(
        "You have no rating in this room yet. Finish a game of {games}, with somebody or with an automatic player: "
        "everybody starts at {first}.",
        games=listing(titles, "or"),
        first=number(FIRST),
    )


def day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def _all_stats_text(parts: Sequence[str]) -> str:
    return "\n\n".join(parts) or str(NOTHING_PLAYED)


# --- past tables -----------------------------------------------------------------------------------------------------

_MAX_COUNTED = 100  # tables of a room in its figures


@value
class Played:
    """A table, as far as its line in the history needs it."""

    game: str
    opened: float
    ended: bool  # True if the table is over
    finished: bool  # True if the game itself came to an end
    names: tuple[str, ...]
    people: dict[int, str] = field(default_factory=dict)  # by seat: their ids
    winners: tuple[int, ...] = ()
    records: tuple[Record, ...] = ()
    levels: tuple[str, ...] = ()  # by seat: how strong its automatic player is, if it has one


async def _stored_in(store: Store, room: str, most: int, game: str = "") -> list[StoredTable]:
    """The tables that a room has shown, newest first; of this game, if one is given."""
    wanted = [game] if game else GAMES
    records = [record for record in await store.tables_in(room) if record.game in wanted]
    found = [await store.table(record.id) for record in records[:most]]
    return [stored for stored in found if stored is not None]


def played(stored: StoredTable) -> Played:
    standing = fold(stored.events)
    assert standing is not None
    game = standing.game
    result = game.result(standing.state) if standing.state is not None else None
    records: tuple[Record, ...] = ()
    if result is not None:
        records = game.memories.records(effective_events(stored.events, game))
    return Played(
        game=game.key,
        opened=stored.record.opened,
        ended=standing.table.phase == "over",
        finished=result is not None,
        names=seat_names(standing.table, stored.people),
        people={each.seat: each.person for each in stored.people if each.seat is not None},
        winners=result.winners if result else (),
        records=records,
        levels=standing.table.levels,
    )


def _is_lesson(stored: StoredTable) -> bool:
    return any(is_private_room(record.room) for record in stored.rooms)


# --- ratings ---------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

FIRST = 1000.0
STEP = 32.0  # how much one game can move it
# They stay where they are: newcomers win about half of their games against a beginner. The distances were measured,
# the one to the expert in steps (docs/balance.md)
AUTOMATIC = {"beginner": 1000.0, "club": 1750.0, "expert": 2700.0}
_MAX_GAMES_LISTED = 5
_TASK = "ratings after a game"  # not prose


@value
class _Rated:
    """The effect of one game on one person's rating."""

    person: str
    name: str
    opponent: str
    opened: float
    before: float
    after: float

    @property
    def change(self) -> int:
        """The difference between the ratings as people see them."""
        return round(self.after) - round(self.before)

    @property
    def shown(self) -> tuple[str, int, int]:
        return self.name, round(self.after), self.change


def rated(tables: Sequence[Played]) -> Iterator[_Rated]:
    """Elo ratings, game by game, the oldest first; people who were forgotten have none."""
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
            name, opponent = (own_name(one.names[each]) for each in (seat, 1 - seat))
            if not name.startswith(FORGOTTEN):
                yield _Rated(one.people[seat], name, said_name(opponent), one.opened, before[seat], after)


def _before(one: Played, seat: int, ratings: dict[str, float]) -> float:
    if seat in one.people:
        return ratings.get(one.people[seat], FIRST)
    return AUTOMATIC.get(one.levels[seat] or GAMES[one.game].bots.levels[0], FIRST)


def _score(one: Played) -> float:
    """The first seat's score; a draw counts half."""
    return 1.0 if one.winners == (0,) else 0.0 if one.winners == (1,) else 0.5


def latest(tables: Sequence[Played]) -> list[_Rated]:
    """Everybody's rating as of their last game, the best first."""
    found = {each.person: each for each in rated(tables)}
    return sorted(found.values(), key=lambda each: -each.after)


def _past(tables: Sequence[StoredTable]) -> list[Played]:
    """The games, the oldest first, without tutorials."""
    return [played(stored) for stored in reversed(tables) if not _is_lesson(stored)]


# --- asking for one's own ------------------------------------------------------------------------------------------


@feature.query("rating", lazy("Show your rating in this room, and how your last games moved it"), group="me")
async def own_rating(context: Context, call: Call) -> Reply:
    context.spend(call)
    room, pages = call.request.room, []
    games = [game for game in GAMES.values() if game.memories.rated]
    for game in games:
        tables = await _stored_in(context.store, room, _MAX_COUNTED, game.key)
        pages.append(await context.thinker.elsewhere(own_page, game.key, tables, call.person.id))
    return Reply(
        "\n\n".join(filter(None, pages)) or _no_rating([str(game.about.title) for game in games]), private=True
    )


def own_page(game: str, tables: Sequence[StoredTable], person: str) -> str:
    """The page about a person's own rating; empty if they have none."""
    own = [each for each in rated(_past(tables)) if each.person == person]
    if not own:
        return ""
    lines = [(each.opened, each.opponent, each.change) for each in reversed(own[-_MAX_GAMES_LISTED:])]
    return _rating_text(str(GAMES[game].about.title), round(own[-1].after), len(own), lines)


# --- after a game --------------------------------------------------------------------------------------------------

_MAX_HIGHLIGHTS = 3


@feature.adds_to_ending
async def highlights(context: Context, live: LiveTable, room: str) -> Ending | None:
    """What is worth remembering of a finished game; of a meeting, that is its summary."""
    del room
    if not live.standing.finished or is_meeting(live.standing.game):
        return None
    game = live.standing.game
    found = game.memories.highlights(effective_events(await context.store.events(live.id), game))
    return Ending("\n".join(found[:_MAX_HIGHLIGHTS]))


@feature.told(TableClosed)
def show_after(context: Context, live: LiveTable, draft: Draft) -> None:
    """Show in each room of a finished rated game how ratings changed there. Nobody waits for it."""
    over = any(isinstance(event, TableClosed) and event.why == "result" for event in draft.events)
    if over and context.answers_due_queries and live.standing.game.memories.rated and not is_private(live):
        context.tasks.start(_show(context, live), _TASK)


async def _show(context: Context, live: LiveTable) -> None:
    sequence = live.standing.sequence
    try:
        for room in tuple(live.rooms):
            tables = await _stored_in(context.store, room, _MAX_COUNTED, live.standing.game.key)
            text = await context.thinker.elsewhere(moved, tables, live.id)
            if text:
                await context.rooms.add_note(live, room, text, unless_past=sequence)
    except Refused:
        pass  # too much else is being computed; `rating` still tells
    except Exception:
        log.exception("showing ratings failed")


def moved(tables: Sequence[StoredTable], table: str) -> str:
    """The changes of ratings by this table; empty if there were none."""
    here = next((at for at, stored in enumerate(tables) if stored.record.id == table), None)
    if here is None:
        return ""
    so_far = _past(tables[here:])
    people = set(so_far[-1].people.values()) if so_far else set()
    return _ratings_line([each.shown for each in latest(so_far) if each.person in people])


# --- history and statistics ------------------------------------------------------------------------------------------

_MAX_TABLES_LISTED = 10


@feature.query("history", lazy("Show which games were played in this room"), group="room", public=True)
async def history(context: Context, call: Call) -> Reply:
    context.spend(call)
    tables = await _stored_in(context.store, call.request.room, _MAX_TABLES_LISTED + 1)
    page = await context.thinker.elsewhere(_history_page, tables)
    return Reply("\n".join([page, *await ended_early(context, call.request.room)]))


@feature.query("stats", lazy("Show statistics for all games in this room"), group="room", public=True)
async def stats(context: Context, call: Call) -> Reply:
    context.spend(call)
    tables = await _stored_in(context.store, call.request.room, _MAX_COUNTED)
    return Reply(await context.thinker.elsewhere(stats_page, tables))


def _history_page(tables: Sequence[StoredTable]) -> str:
    lines = [_line(played(stored)) for stored in tables if not _is_lesson(stored)][:_MAX_TABLES_LISTED]
    return _history_text(lines)


def _line(one: Played) -> str:
    names = list(map(said_name, one.names))
    return t(
        _OUTCOMES[_outcome(one)],
        day=day(one.opened),
        title=GAMES[one.game].about.title,
        people=listing(names) or p("people", "nobody"),
        winners=listing([names[seat] for seat in one.winners]),
    )


def _outcome(one: Played) -> str:
    if not one.ended:
        return "running"
    if not one.finished:
        return "ended"
    if not one.winners:
        return "nobody"
    return "together" if set(one.winners) >= set(range(len(one.names))) else "won"


def stats_page(tables: Sequence[StoredTable]) -> str:
    """The statistics per game: how often, who won how often, records, and ratings."""
    everything = _past(tables)
    parts = [
        _stats_text(
            str(GAMES[key].about.title),
            len(of_game),
            sum(1 for one in of_game if one.finished),
            wins=_wins(of_game),
            records=[(record.name, record.text) for record in _best(of_game)],
            ratings=[(each.name, round(each.after), each.change) for each in latest(of_game)]
            if GAMES[key].memories.rated
            else [],
        )
        for key in GAMES
        if (of_game := [one for one in everything if one.game == key])
    ]
    return _all_stats_text(parts)


def _wins(tables: Sequence[Played]) -> list[tuple[str, int]]:
    """The number of wins per person, under their latest name; people who were forgotten are not counted."""
    names: dict[str, str] = {}
    wins: Counter[str] = Counter()
    for one in tables:
        for seat, person in one.people.items():
            name = own_name(one.names[seat])
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
