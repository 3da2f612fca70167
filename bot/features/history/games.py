"""What was played in a room, and its statistics. Whole games are read for this, in another process."""

from collections import Counter
from collections.abc import Sequence

from bot.features.history import texts
from bot.features.history.feature import feature
from bot.features.history.played import MAX_COUNTED, Played, is_lesson, played, stored_in
from bot.features.history.ratings import latest, past
from bot.kernel.calls import Call, Context
from bot.kernel.messages import Reply
from bot.kernel.ports import FORGOTTEN, StoredTable
from bot.kernel.queries import ended_early
from games import GAMES
from games.contract import Record

MAX_LISTED = 10


@feature.query("history", "Show which games were played in this room", group="table", public=True)
async def history(context: Context, call: Call) -> Reply:
    context.spend(call)
    tables = await stored_in(context.store, call.request.room, MAX_LISTED + 1)
    page = await context.thinker.elsewhere(history_page, tables)
    return Reply("\n".join([page, *await ended_early(context, call.request.room)]))


@feature.query("stats", "Show statistics for all games in this room", group="table", public=True)
async def stats(context: Context, call: Call) -> Reply:
    context.spend(call)
    tables = await stored_in(context.store, call.request.room, MAX_COUNTED)
    return Reply(await context.thinker.elsewhere(stats_page, tables))


def history_page(tables: Sequence[StoredTable]) -> str:
    lines = [_line(played(stored)) for stored in tables if not is_lesson(stored)][:MAX_LISTED]
    return texts.page(lines)


def _line(one: Played) -> str:
    return texts.line(texts.day(one.opened), GAMES[one.game].title, one.names, _outcome(one))


def _outcome(one: Played) -> str:
    if not one.ended:
        return texts.OUTCOMES["running"]
    if not one.finished:
        return texts.OUTCOMES["ended"]
    if not one.winners:
        return texts.OUTCOMES["nobody"]
    if set(one.winners) >= set(range(len(one.names))):
        return texts.OUTCOMES["together"]
    return texts.won([one.names[seat] for seat in one.winners])


def stats_page(tables: Sequence[StoredTable]) -> str:
    """Per game: how often, who won how often, records, and ratings."""
    everything = past(tables)
    parts = [
        texts.game_stats(
            GAMES[key].title,
            len(of_game),
            sum(1 for one in of_game if one.finished),
            wins=_wins(of_game),
            records=[(record.name, record.text) for record in _best(of_game)],
            ratings=[(each.name, round(each.after), each.change) for each in latest(of_game)]
            if GAMES[key].rated
            else [],
        )
        for key in GAMES
        if (of_game := [one for one in everything if one.game == key])
    ]
    return texts.stats_page(parts)


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
