"""A pressed button as the command it stands for, if it is still valid since it was shown."""

from bot.commands.calls import Call, Context
from bot.commands.changes import again
from bot.commands.registry import entry_for
from bot.commands.tutorial import teach
from bot.live.lessons import in_lesson, is_lesson
from bot.live.table import LiveTable
from bot.messages import Pressed, Request, Response, refused
from bot.table import catalogue
from bot.table.buttons import Button, is_available, typed_arguments
from bot.table.model import Refused
from bot.texts import notices
from games.api import Phrase
from games.text import clean
from games.values import replace


async def press(context: Context, request: Request, pressed: Pressed) -> Response:
    button, live = await _find(context, request, pressed)
    if is_lesson(live) and not in_lesson(request.room):
        at_home = replace(request, room=next(iter(live.rooms)))
        return await teach(context, live, at_home, press(context, at_home, pressed))
    seat = live.seat_of(request.person) if request.person else None
    phrase = await _still_valid(context, live, button, seat)
    if phrase is None:
        return await _out_of_date(context, live, request, seat)
    arguments = typed_arguments(phrase, live.standing.game)
    if phrase.asks:
        arguments[phrase.asks] = clean(pressed.answer, catalogue.ARGUMENT_LIMIT)
    invocation = replace(catalogue.call(phrase.command, arguments, live.standing.game), sure=button.sure)
    return await entry_for(invocation.command).handle(context, Call(request, invocation, live))


async def _find(context: Context, request: Request, pressed: Pressed) -> tuple[Button, LiveTable]:
    button = Button.read(pressed.button)
    live = await context.tables.find(button.table) if button else None
    if button is None or live is None:
        raise Refused(notices.UNKNOWN_BUTTON)
    seated = request.person is not None and live.seat_of(request.person) is not None
    if not seated and request.room not in live.rooms and live.standing.table.phase != "over":
        raise Refused(notices.UNKNOWN_BUTTON)  # a table of other people, in a room of theirs
    return button, live


async def _still_valid(context: Context, live: LiveTable, button: Button, seat: int | None) -> Phrase | None:
    """What the button stands for, if it could be pressed ever since it was shown: a vote in flight still counts."""
    if button.seat is not None and button.seat != seat:
        return None
    if button.sequence > live.standing.sequence:  # another process showed it
        await context.tables.refreshed(live)
    if button.sequence == live.standing.sequence or button.line:  # one that carries its command is never out of date
        return button.phrase(live.standing)
    # a turn that came straight back is another turn: pressing twice must not roll twice
    since = live.recent.since(button.sequence)
    phrase = button.phrase(since[0]) if since else None
    if phrase is None or not all(is_available(each, seat, phrase) for each in since[1:]):
        return None
    return phrase


async def _out_of_date(context: Context, live: LiveTable, request: Request, seat: int | None) -> Response:
    await context.tables.refreshed(live)
    if await context.store.handled(request.id):
        return await again(context, live, request)
    text = f"{notices.STALE_BUTTON}\n{live.situation()}"
    return refused(live.reply(text, seat=seat, private=True, board=False))
