"""Queries about a table: its board, chart, state, log, and whether it was fair."""

import asyncio
from collections.abc import Sequence

from bot.features import help as help_pages
from bot.features.fairness import shared_dice
from bot.features.fairness import texts as fairness_texts
from bot.features.fairness.export import CLOSED, export
from bot.features.fairness.verify import luck, verify
from bot.features.meetings.recurring_ import planned_in
from bot.kernel.calls import Call, Context
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Reply
from bot.kernel.ports import StoredEvent
from bot.kernel.table import texts as notices
from bot.kernel.table import texts as personal
from bot.kernel.table import texts as refusals
from bot.kernel.table.journal import Standing, decode
from bot.kernel.table.model import PREFIX, SHORT, Refused
from bot.kernel.table.narration import paragraphs
from games import GAMES

LOG_LINES = 15


async def board(context: Context, call: Call) -> Reply:
    """Posted again, unless it is still in sight: then the channel stays as it is."""
    live = call.table
    shown = live.rooms.get(call.request.room)
    if shown is not None and shown.message and context.rooms.is_in_sight(shown):
        return live.reply(notices.IN_SIGHT, seat=live.seat_of(call.person), private=True)
    return live.reply(situation=live.situation())


async def chart(_: Context, call: Call) -> Reply:
    live = call.table
    standing = live.standing
    if standing.state is None:
        raise Refused(refusals.NOT_STARTED)
    drawing = live.chart(None)
    if drawing is None:
        raise Refused(refusals.no_chart(standing.game))
    return Reply(
        situation=live.situation(),
        drawing=drawing,
        pictures=standing.table.pictures,
        dark=standing.table.dark,
        names=live.names,
        table=live.id,
        sequence=standing.sequence,
    )


async def status(context: Context, call: Call) -> Reply:
    live = call.table
    planned = await planned_in(context, call.request.room)
    text = "\n\n".join(filter(None, [help_pages.status(live.situation(), live.names, live.host), planned]))
    return live.reply(text, seat=live.seat_of(call.person), private=True, board=False)


async def log_page(context: Context, call: Call) -> Reply:
    live, game = call.table, call.table.standing.game
    context.spend_if_long(call)
    rows = await context.store.events(live.id)
    lines = paragraphs([decode(row.kind, row.payload, game) for row in rows], game)
    numbered = list(enumerate(lines, start=1))[-LOG_LINES:]
    return Reply(help_pages.log_page(numbered, len(lines) - len(numbered)), private=True, names=live.names)


async def missed(context: Context, call: Call) -> Reply:
    """What happened since this person's last move, for those who were away."""
    live, game, seat = call.table, call.table.standing.game, call.seat
    context.spend_if_long(call)
    rows = await context.store.events(live.id)
    later = rows[_after_last_move(rows, seat) :]
    lines = paragraphs([decode(row.kind, row.payload, game) for row in later], game, seat)
    text = personal.missed(lines[-LOG_LINES:], max(0, len(lines) - LOG_LINES))
    return live.reply(text, live.situation(), seat=seat, private=True, board=False)


def _after_last_move(rows: Sequence[StoredEvent], seat: int) -> int:
    """The place after the events of a seat's last move: a move's first event names its seat, or its request."""
    last = max((place for place, row in enumerate(rows) if row.seat == seat), default=-1)
    following = (place for place in range(last + 1, len(rows)) if rows[place].seat is not None or rows[place].request)
    return next(following, len(rows)) if last >= 0 else 0


async def fairness(context: Context, call: Call) -> Reply:
    """How the dice are kept fair; a finished game is checked."""
    live = call.table
    standing = live.standing
    if standing.table.phase == "over":
        context.spend_if_long(call)
        text = await _proof(context, live)
    else:
        text = _promise(standing) if standing.game.luck else fairness_texts.NO_LUCK
    if standing.game.luck:
        text = "\n".join([text, *await ended_early(context, call.request.room)])
    return Reply(text, names=live.names, table=live.id, sequence=standing.sequence)


async def ended_early(context: Context, room: str) -> list[str]:
    """How many games with luck somebody ended, because their luck may not have pleased them."""
    endings = [decode(CLOSED, last, None) for game, last in await context.store.endings(room) if _has_luck(game)]
    early = sum(closed.why != "result" for closed in endings)
    return [fairness_texts.ended_early(early, len(endings))] if endings else []


def _has_luck(game: str) -> bool:
    return game in GAMES and GAMES[game].luck


def _promise(standing: Standing) -> str:
    table = standing.table
    if table.dice:
        lobby = not standing.playing
        return shared_dice.lobby(table.commitment) if lobby else shared_dice.running(table.commitment, standing.drawn)
    if standing.playing:
        return fairness_texts.verify_running(table.commitment, standing.drawn, len(table.luck))
    return fairness_texts.verify_lobby(table.commitment, [luck[:SHORT] for luck in table.luck])


async def _proof(context: Context, live: LiveTable) -> str:
    table = live.standing.table
    if not await context.workshops.round_over(table):
        return shared_dice.follows(table.commitment)
    rows = await context.store.events(live.id)
    file = export(live.id, live.seed, live.standing, rows, round_over=True)
    verdict = await asyncio.to_thread(verify, file)
    luck = _luck(live, rows) if verdict.wrong is None else []
    seed = [shared_dice.revealed(live.seed.hex())] if table.dice else []
    return "\n".join([verdict.sentences, *seed, *luck])


def _luck(live: LiveTable, rows: Sequence[StoredEvent]) -> list[str]:
    game = live.standing.game
    own = (decode(row.kind, row.payload, game) for row in rows if not row.kind.startswith(PREFIX))
    lines = luck([die for event in own for die in game.dice(event)], live.names)
    return [fairness_texts.luck(lines)] if lines else []
