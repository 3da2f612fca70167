"""Queries about a table: its board, chart, state, log, and whether it was fair."""

import asyncio
from collections.abc import Sequence

from bot.commands.calls import Call, Context
from bot.live.table import LiveTable
from bot.messages import Reply
from bot.ports import StoredEvent
from bot.table.export import export
from bot.table.fairness import SHORT
from bot.table.journal import Standing, decode
from bot.table.luck import luck
from bot.table.model import PREFIX, Refused
from bot.table.narration import paragraphs
from bot.table.verify import verify
from bot.texts import fairness as fairness_texts
from bot.texts import help_pages, refusals
from games import GAMES

LOG_LINES = 15
CLOSED = "table.closed"


async def board(_: Context, call: Call) -> Reply:
    return call.table.reply(call.table.situation())


async def chart(_: Context, call: Call) -> Reply:
    live = call.table
    standing = live.standing
    if standing.state is None:
        raise Refused(refusals.NOT_STARTED)
    drawing = live.chart(None)
    if drawing is None:
        raise Refused(refusals.no_chart(standing.game))
    return Reply(
        live.situation(),
        drawing=drawing,
        pictures=standing.table.pictures,
        dark=standing.table.dark,
        names=live.names,
        table=live.id,
        sequence=standing.sequence,
    )


async def status(_: Context, call: Call) -> Reply:
    live = call.table
    text = help_pages.status(live.situation(), live.names, live.host)
    return live.reply(text, seat=live.seat_of(call.person), private=True, board=False)


async def log_page(context: Context, call: Call) -> Reply:
    live, game = call.table, call.table.standing.game
    context.spend_if_long(call)
    rows = await context.store.events(live.id)
    lines = paragraphs([decode(row.kind, row.payload, game) for row in rows], game)
    numbered = list(enumerate(lines, start=1))[-LOG_LINES:]
    return Reply(help_pages.log_page(numbered, len(lines) - len(numbered)), private=True, names=live.names)


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
    if standing.playing:
        return fairness_texts.verify_running(table.commitment, standing.drawn, len(table.luck))
    return fairness_texts.verify_lobby(table.commitment, [luck[:SHORT] for luck in table.luck])


async def _proof(context: Context, live: LiveTable) -> str:
    rows = await context.store.events(live.id)
    verdict = await asyncio.to_thread(lambda: verify(export(live.id, live.seed, live.standing, rows)))
    luck = _luck(live, rows) if verdict.wrong is None else []
    return "\n".join([verdict.sentences, *luck])


def _luck(live: LiveTable, rows: Sequence[StoredEvent]) -> list[str]:
    game = live.standing.game
    own = (decode(row.kind, row.payload, game) for row in rows if not row.kind.startswith(PREFIX))
    lines = luck([die for event in own for die in game.dice(event)], live.names)
    return [fairness_texts.luck(lines)] if lines else []
