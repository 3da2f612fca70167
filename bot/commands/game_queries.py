"""Queries that a game answers itself: a hand, a hint, a forecast."""

from collections.abc import Mapping
from dataclasses import replace

from bot.commands.calls import Call, Context
from bot.live.seating import playing_seat
from bot.live.table import LiveTable
from bot.live.thinking import Thinker
from bot.messages import Reply
from bot.table.buttons import choices
from bot.table.model import Refused
from bot.texts import refusals
from games.api import Command


async def private_query(context: Context, call: Call) -> Reply:
    """Only the person who asks sees the answer, made from what their seat may see."""
    return await private_answer(context.thinker, call)


async def public_query(context: Context, call: Call) -> Reply:
    """The whole room sees the answer, made from what everybody may see."""
    return await public_answer(context.thinker, call.table, call.invocation.command, call.invocation.arguments)


async def private_answer(thinker: Thinker, call: Call) -> Reply:
    live, standing = call.table, call.table.standing
    seat = playing_seat(live, call.request)
    arguments = call.with_seats(seat)
    view = standing.game.view(standing.state, seat)
    answer = await thinker.answer(standing.game, view, call.name, arguments, names=live.names)
    reply = replace(live.reply(answer.text, seat=seat, private=True, board=False), drawing=answer.drawing)
    narrowed = choices(live.id, standing, live.names, seat, arguments)
    return replace(reply, choices=narrowed or tuple(each for each in reply.choices if each.command != call.name))


async def public_answer(thinker: Thinker, live: LiveTable, command: Command, arguments: Mapping[str, str]) -> Reply:
    standing = live.standing
    if standing.table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    if standing.state is None:
        raise Refused(refusals.NOT_STARTED)
    view = standing.game.view(standing.state, None)
    answer = await thinker.answer(standing.game, view, command.name, arguments, names=live.names)
    return replace(live.reply(answer.text, board=False), drawing=answer.drawing, choices=(), pings=(), until=None)
