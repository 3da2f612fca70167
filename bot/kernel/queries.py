"""Queries: about a table (its board, chart, state, log), and those that its game answers itself."""

import logging
from collections.abc import Mapping, Sequence
from functools import partial

from bot.kernel.calls import Call, Context, at_table, with_seat
from bot.kernel.feature import status_of, table_feature
from bot.kernel.live.rooms import is_private
from bot.kernel.live.seating import playing_seat
from bot.kernel.live.table import LiveTable
from bot.kernel.live.work import Spend, Thinker, for_free
from bot.kernel.messages import Act, Reply
from bot.kernel.store import StoredEvent
from bot.kernel.table import refusals, texts
from bot.kernel.table.buttons import acts, share_act
from bot.kernel.table.journal import Draft, decode
from bot.kernel.table.model import CLOSED, Refused
from bot.kernel.table.narration import paragraphs
from bot.kernel.table.rules import changed_options
from games import GAMES
from games.contract import SHARED, Command
from games.language import lazy
from games.parts import Answer
from games.values import replace

log = logging.getLogger(__name__)

_MAX_AT_ONCE = 4  # due queries; when more are due, some are left out rather than queued
DUE = "queries due after an event"  # not prose
_LOG_LINES = 15


@table_feature.query("board", lazy("Show the board"), needs=(at_table,), public=True)
async def board(context: Context, call: Call) -> Reply:
    """Post the board again, unless it is still in sight: then the channel stays as it is."""
    live = call.table
    shown = live.rooms.get(call.request.room)
    if shown is not None and shown.message and context.rooms.is_in_sight(shown):
        return live.reply(str(texts.IN_SIGHT), seat=live.seat_of(call.person), private=True)
    return live.reply(situation=live.situation())


@table_feature.query(
    "chart", lazy("Show the chart, for example the burndown"), group="table", needs=(at_table,), public=True
)
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
        names=live.names_for_all,
        table=live.id,
        sequence=standing.sequence,
    )


@table_feature.query("status", lazy("Show whose turn it is, who sits where, and the settings"), needs=(at_table,))
async def status(context: Context, call: Call) -> Reply:
    live = call.table
    lines = await status_of(context, call.request.room)
    table = live.standing.table
    changed = None if table.phase == "lobby" else changed_options(live.standing.game, table.options)
    text = "\n\n".join([texts.status(live.situation(), live.names_for_all, live.host, changed), *lines])
    return live.reply(text, seat=live.seat_of(call.person), private=True, board=False)


@table_feature.query("log", lazy("Show what has happened so far"), group="table", needs=(at_table,))
async def log_page(context: Context, call: Call) -> Reply:
    live, game = call.table, call.table.standing.game
    context.spend_if_long(call)
    rows = (await context.store.events(live.id))[: live.public.sequence]
    lines = paragraphs([decode(row.kind, row.payload, game) for row in rows], game)
    numbered = list(enumerate(lines, start=1))[-_LOG_LINES:]
    return Reply(texts.log_page(numbered, len(lines) - len(numbered)), private=True, names=live.names_for_all)


@table_feature.query(
    "missed",
    lazy("Show what happened since your last move"),
    group="me",
    needs=(
        at_table,
        with_seat,
    ),
)
async def missed(context: Context, call: Call) -> Reply:
    """The story since this person's last move, for those who were away."""
    live, game, seat = call.table, call.table.standing.game, call.seat
    context.spend_if_long(call)
    rows = (await context.store.events(live.id))[: live.public.sequence]
    later = rows[_after_last_move(rows, seat) :]
    lines = paragraphs([decode(row.kind, row.payload, game) for row in later], game, seat)
    text = texts.missed(lines[-_LOG_LINES:], max(0, len(lines) - _LOG_LINES))
    return live.reply(text, live.situation(), seat=seat, private=True, board=False)


def _after_last_move(rows: Sequence[StoredEvent], seat: int) -> int:
    """The place after the events of a seat's last move: a move's first event names its seat, or its request."""
    last = max((place for place, row in enumerate(rows) if row.seat == seat), default=-1)
    following = (place for place in range(last + 1, len(rows)) if rows[place].seat is not None or rows[place].request)
    return next(following, len(rows)) if last >= 0 else 0


async def ended_early(context: Context, room: str) -> list[str]:
    """The number of games with luck that somebody ended early: their luck may not have pleased them."""
    endings = [decode(CLOSED, last, None) for game, last in await context.store.endings(room) if _has_luck(game)]
    early = sum(closed.why != "result" for closed in endings)
    return [texts.ended_early(early, len(endings))] if endings else []


def _has_luck(game: str) -> bool:
    return game in GAMES and GAMES[game].proof.luck


# --- queries that a game answers ------------------------------------------------------------------------------------


async def private_query(context: Context, call: Call) -> Reply:
    """Answer in private, from what the person's seat may see."""
    return await private_answer(context.thinker, call, partial(context.spend, call))


async def public_query(context: Context, call: Call) -> Reply:
    """Answer whoever asks, from what everybody may see; they can share it with the room."""
    live, spend = call.table, partial(context.spend, call)
    answer = await _for_everybody(context.thinker, live, call.invocation.command, call.invocation.arguments, spend)
    reply = replace(live.reply(answer.text, board=False, buttons=()), drawing=answer.drawing, awaited=(), until=None)
    return reply if call.argument(SHARED.name) else replace(reply, private=True, acts=(share_act(call.name),))


async def private_answer(thinker: Thinker, call: Call, spend: Spend = for_free) -> Reply:
    live = call.table
    seat = playing_seat(live, call.request)
    arguments = call.with_seats(seat)
    answer = await thinker.answer(live, seat, call.invocation.command, arguments, spend)
    buttons = _suggested(call, seat, answer) or _buttons(call, seat, arguments)
    reply = live.reply(answer.text, seat=seat, private=True, board=False, buttons=buttons)
    return replace(reply, drawing=answer.drawing, hand=answer.hand, spots=answer.spots)


def _buttons(call: Call, seat: int, arguments: Mapping[str, str]) -> tuple[Act, ...]:
    """The moves that a query narrows down to, such as those of one piece; otherwise all of them."""
    live = call.table
    if narrowed := acts(live.id, live.standing, live.names, seat, arguments):
        return narrowed
    return tuple(each for each in acts(live.id, live.standing, live.names, seat) if each.command != call.name)


def _suggested(call: Call, seat: int, answer: Answer) -> tuple[Act, ...]:
    """The move that the advice begins with, as a button."""
    live = call.table
    if not call.invocation.command.advises:
        return ()
    found = acts(live.id, live.standing, live.names, seat)
    return tuple(each for each in found if each.spots and answer.spots[: len(each.spots)] == each.spots)


async def _for_everybody(
    thinker: Thinker, live: LiveTable, command: Command, arguments: Mapping[str, str], spend: Spend = for_free
) -> Answer:
    """The answer from what everybody may see."""
    standing = live.standing
    looks_back = command.afterwards and standing.finished
    if standing.table.phase == "over" and not looks_back:
        raise Refused(refusals.TABLE_OVER)
    if standing.state is None:
        raise Refused(refusals.NOT_STARTED)
    return await thinker.answer(live, None, command, arguments, spend)


# --- queries that answer themselves ---------------------------------------------------------------------------------


def answer_due_queries(context: Context, live: LiveTable, draft: Draft) -> None:
    """Start answering queries that are due after these events; nobody waits for them."""
    kinds = {event.kind for event in draft.events}
    commands = [command for command in live.standing.game.commands if command.after & kinds]
    due = [command for command in commands if live.standing.playing or command.afterwards]
    if due and not is_private(live) and context.tasks.count(DUE) < _MAX_AT_ONCE:
        context.tasks.start(_answer(context, live, due, draft.standing.sequence), DUE)


async def _answer(context: Context, live: LiveTable, commands: list[Command], sequence: int) -> None:
    """Add a line to the room's message, unless the table has moved on meanwhile: then it is about the past."""
    try:
        for command in commands:
            if live.standing.sequence > sequence:
                return
            answer = await _for_everybody(context.thinker, live, command, {})
            await context.tables.refreshed(live)
            for room in tuple(live.rooms):
                await context.rooms.add_note(live, room, answer.brief or answer.text, unless_past=sequence)
    except Refused:
        pass  # the game has ended since
    except Exception:
        log.exception("answering a query that was due failed")
