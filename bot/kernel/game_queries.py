"""Queries that a game answers itself: a hand, a hint, a forecast."""

from collections.abc import Mapping
from functools import partial

from bot.kernel.calls import Call, Context
from bot.kernel.live.table import LiveTable, playing_seat
from bot.kernel.live.work import Spend, Thinker, for_free
from bot.kernel.messages import Act, Reply
from bot.kernel.table import texts as refusals
from bot.kernel.table.buttons import acts
from bot.kernel.table.model import Refused
from games.contract import Answer, Command
from games.values import replace


async def private_query(context: Context, call: Call) -> Reply:
    """Only the person who asks sees the answer, made from what their seat may see."""
    return await private_answer(context.thinker, call, partial(context.spend, call))


async def public_query(context: Context, call: Call) -> Reply:
    """The whole room sees the answer, made from what everybody may see."""
    spend = partial(context.spend, call)
    return await public_answer(context.thinker, call.table, call.invocation.command, call.invocation.arguments, spend)


async def private_answer(thinker: Thinker, call: Call, spend: Spend = for_free) -> Reply:
    live = call.table
    seat = playing_seat(live, call.request)
    arguments = call.with_seats(seat)
    answer = await thinker.answer(live, seat, call.invocation.command, arguments, spend)
    buttons = _suggested(call, seat, answer) or _buttons(call, seat, arguments)
    reply = live.reply(answer.text, seat=seat, private=True, board=False, buttons=buttons)
    return replace(reply, drawing=answer.drawing, spots=answer.spots)


def _buttons(call: Call, seat: int, arguments: Mapping[str, str]) -> tuple[Act, ...]:
    """What the query narrows the moves down to, such as those of one piece; otherwise all of them."""
    live = call.table
    if narrowed := acts(live.id, live.standing, live.names, seat, arguments):
        return narrowed
    return tuple(each for each in acts(live.id, live.standing, live.names, seat) if each.command != call.name)


def _suggested(call: Call, seat: int, answer: Answer) -> tuple[Act, ...]:
    """The move that the advice begins with, to be made with one press."""
    live = call.table
    if not call.invocation.command.advises:
        return ()
    found = acts(live.id, live.standing, live.names, seat)
    return tuple(each for each in found if each.spots and answer.spots[: len(each.spots)] == each.spots)


async def public_answer(
    thinker: Thinker, live: LiveTable, command: Command, arguments: Mapping[str, str], spend: Spend = for_free
) -> Reply:
    standing = live.standing
    looks_back = command.afterwards and standing.finished
    if standing.table.phase == "over" and not looks_back:
        raise Refused(refusals.TABLE_OVER)
    if standing.state is None:
        raise Refused(refusals.NOT_STARTED)
    answer = await thinker.answer(live, None, command, arguments, spend)
    return replace(live.reply(answer.text, board=False, buttons=()), drawing=answer.drawing, awaited=(), until=None)
