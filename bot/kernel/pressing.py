"""From what somebody said to its handler: a command, a button, a form."""

from contextlib import nullcontext
from functools import partial

from bot.kernel.calls import Call, Context, aloud, at_table
from bot.kernel.changes import again, change, move, seat_openly
from bot.kernel.feature import ENTRIES, Entry, aimed, told_privately
from bot.kernel.forms import FIELD_LIMIT, entered, filled_for_feature, is_of_feature, meant
from bot.kernel.live.rooms import is_private
from bot.kernel.live.seating import person_of
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import RoomMovedOn
from bot.kernel.messages import (
    OF_ROOM,
    Arrives,
    Called,
    Filled,
    Pressed,
    Reply,
    Request,
    Response,
    Typed,
    is_private_room,
    refused,
)
from bot.kernel.queries import private_query, public_query
from bot.kernel.table import catalogue, texts
from bot.kernel.table.buttons import Button, is_available, typed_arguments
from bot.kernel.table.catalogue import ARGUMENT_LIMIT, LINE_LIMIT, Invocation, Unfinished
from bot.kernel.table.meeting_words import in_words_of
from bot.kernel.table.model import Refused
from games.contract import SHARED, CommandKind, Phrase, is_meeting
from games.text import clean, clean_lines
from games.values import replace

# --- carrying out a command ----------------------------------------------------------------------------------------

_OF_GAMES: dict[CommandKind, Entry] = {
    "change": Entry(decide=move),
    "query": Entry((at_table,), answer=private_query),
    "public query": Entry((at_table,), answer=public_query),
}


async def carry_out(context: Context, call: Call) -> Response:
    """Run a command's handler: the table's own and those of features by name, those of a game by kind."""
    command = call.invocation.command
    own = catalogue.OWN_COMMANDS.get(command.name) is command
    entry = ENTRIES[command.name] if own else _OF_GAMES[command.kind]
    if entry.decide is not None:
        return await change(context, call, entry.decided)
    if call.live is not None and entry.refreshed:  # another process may have gone on, or opened the next one
        call = call.at(await context.tables.current(call.live, call.request.room))
    try:
        entry.check(call)
        if entry.answer is not None:
            with aloud(call) if call.argument(SHARED.name) else nullcontext():
                return await context.show(call, await entry.answer(context, call), call.live)
        assert entry.handle is not None
        return await entry.handle(context, call)
    except Refused as refusal:
        if call.live is None:
            raise
        raise Refused(in_words_of(call.live.standing.game, refusal.text)) from None


async def run_command(context: Context, request: Request, said: Typed | Called) -> Response:
    """Run a command that was typed or called: at the room's table, unless a feature knows of another that it is for."""
    while True:
        here = await context.tables.in_room(request.room)
        name = catalogue.name_in(said.line) if isinstance(said, Typed) else said.command
        aim = await aimed(context, request, name, here)
        try:
            if aim is None:
                return await _carried(context, request, said, here)
            return _noted(await _carried(context, request, said, aim.live), aim.note)
        except RoomMovedOn:
            continue  # what was typed is meant for the table that the room shows now


async def _carried(context: Context, request: Request, said: Typed | Called, live: LiveTable | None) -> Response:
    if live is None or not _is_apart(live, request):
        try:
            return await carry_out(context, Call(request, _invocation(said, live, request), live))
        except Unfinished as refusal:
            return _offered(live, request, refusal)
    at_home = _at_home(live, request)
    call = Call(at_home, _invocation(said, live, at_home), live)
    return await told_privately(context, live, at_home, carry_out(context, call))


def _offered(live: LiveTable | None, request: Request, refusal: Unfinished) -> Response:
    """The refusal, with the form that asks for what is missing if the command has one that can be filled in now."""
    if live is None or request.person is None or not refusal.command.form:
        raise refusal
    reply = live.reply(refusal.sentence, seat=live.seat_of(request.person), private=True, board=False)
    acts = tuple(act for act in reply.acts if act.opens == refusal.command.name)
    if not acts:
        raise refusal
    return refused(replace(reply, acts=acts))


def _noted(response: Response, note: str) -> Response:
    """The response with a sentence about the table that the command went to."""
    if not note:
        return response
    first, *others = response.replies or (Reply(private=True),)
    story = "\n\n".join(filter(None, (note, first.story)))
    return replace(response, replies=(replace(first, story=story), *others))


def _is_apart(live: LiveTable, request: Request) -> bool:
    """True if only one person sees the table, and the request comes from another room."""
    return is_private(live) and not is_private_room(request.room)


def _at_home(live: LiveTable, request: Request) -> Request:
    return replace(request, room=next(iter(live.rooms)))


def _invocation(said: Typed | Called, live: LiveTable | None, request: Request) -> Invocation:
    game, names = (live.standing.game, live.names) if live else (None, ())

    def read(*, playing: bool) -> Invocation:
        if isinstance(said, Called):
            return catalogue.call(clean(said.command, ARGUMENT_LIMIT), cleaned(said), game, playing=playing)
        return catalogue.parse(clean(said.line, LINE_LIMIT), game, names, playing=playing)

    if live is None or not live.standing.playing:
        return read(playing=False)
    return meant(live, request, partial(read, playing=True), partial(read, playing=False))


def cleaned(said: Called) -> dict[str, str]:
    return {name: clean(value, ARGUMENT_LIMIT) for name, value in said.arguments.items()}


# --- pressing --------------------------------------------------------------------------------------------------------


async def press(context: Context, request: Request, pressed: Pressed) -> Response:
    button, live = await _find(context, request, pressed)
    if _is_apart(live, request):
        at_home = _at_home(live, request)
        return await told_privately(context, live, at_home, press(context, at_home, pressed))
    seat = live.seat_of(request.person) if request.person else None
    phrase = await _still_valid(context, live, button, seat)
    if button.line and request.person:  # after a restart, the buttons of a private message are the keys
        context.tables.own.add(live, request.person, button.line[1:])
    if phrase is None:
        return await _out_of_date(context, live, request, button)
    game = live.standing.game
    if button.instead and phrase.instead is not None:
        return await carry_out(context, Call(request, catalogue.parse(phrase.instead[1], game, live.names), live))
    arguments = typed_arguments(phrase, game)
    if phrase.asks:
        asked = (each for each in catalogue.find(phrase.command, game).parameters if each.name == phrase.asks)
        lines = any(each.lines for each in asked)
        typed = pressed.answer
        arguments[phrase.asks] = clean_lines(typed, FIELD_LIMIT) if lines else clean(typed, ARGUMENT_LIMIT)
    invocation = replace(catalogue.call(phrase.command, arguments, game), sure=button.sure)
    return await carry_out(context, Call(request, invocation, live))


async def fill(context: Context, request: Request, filled: Filled) -> Response:
    """Make the move of a submitted form. It is never out of date: the rules say whether it is possible now."""
    if filled.table == OF_ROOM:
        shown = await context.tables.in_room(request.room)
        return await carry_out(context, Call(request, filled_for_feature(filled, shown), shown))
    live = await _seen_table(context, request, filled.table)
    if is_of_feature(filled.command):
        return await carry_out(context, Call(request, filled_for_feature(filled, live), live))
    if _is_apart(live, request):
        at_home = _at_home(live, request)
        return await told_privately(context, live, at_home, fill(context, at_home, filled))
    name, *keys = filled.command.split() or [""]
    command = next((each for each in live.standing.game.commands if (each.form or keys) and each.name == name), None)
    if command is None or len(keys) > len(command.parameters):
        raise Refused(texts.UNKNOWN_BUTTON)
    if keys and request.person:
        context.tables.own.add(live, request.person, keys)
    carried = {parameter.name: key for parameter, key in zip(command.parameters, keys, strict=False)}
    fields = {**entered(filled), **carried}
    named = fields.keys() & {parameter.name for parameter in command.parameters}
    invocation = catalogue.invoke(command, fields) if named else Invocation(command, fields)
    return await carry_out(context, Call(request, invocation, live))


async def arrive(context: Context, request: Request, arrives: Arrives) -> Response:
    """Seat whoever opens a form, where seats are open. The room learns it with the next count, and nobody is called."""
    live = await _seen_table(context, request, arrives.table)
    join = Invocation(catalogue.OWN_COMMANDS["join"], {})
    return await change(context, Call(request, join, live), seat_openly)


async def _find(context: Context, request: Request, pressed: Pressed) -> tuple[Button, LiveTable]:
    button = Button.read(pressed.button)
    if button is None:
        raise Refused(texts.UNKNOWN_BUTTON)
    return button, await _seen_table(context, request, button.table)


async def _seen_table(context: Context, request: Request, table: str) -> LiveTable:
    """A table that the room shows, or at which the person has a seat."""
    live = await context.tables.find(table)
    if live is None:
        raise Refused(texts.UNKNOWN_BUTTON)
    seated = request.person is not None and live.seat_of(request.person) is not None
    if not seated and request.room not in live.rooms and live.standing.table.phase != "over":
        raise Refused(texts.UNKNOWN_BUTTON)  # a table of other people, in a room of theirs
    return live


async def _still_valid(context: Context, live: LiveTable, button: Button, seat: int | None) -> Phrase | None:
    """The button's phrase, if it has been valid ever since it was shown: a vote in flight still counts."""
    if button.seat is not None and button.seat != seat:
        return None
    if button.sequence > live.standing.sequence:  # another process showed it
        await context.tables.refreshed(live)
    if button.sequence == live.standing.sequence or (button.line and not button.is_grave):
        return button.phrase(live.standing)  # one that carries its command is never out of date
    if button.is_grave and (live.recent.since(button.sequence) or not is_meeting(live.standing.game)):
        return button.phrase(live.standing)  # what a meeting was asked about holds in the same phase
    # a turn that came straight back is another turn: pressing twice must not roll twice
    since = live.recent.since(button.sequence)
    phrase = button.phrase(since[0]) if since else None
    if phrase is None or not all(is_available(each, seat, phrase) for each in since[1:]):
        return None
    return phrase


async def _out_of_date(context: Context, live: LiveTable, request: Request, button: Button) -> Response:
    await context.tables.refreshed(live)
    if await context.store.handled(request.id):
        return await again(context, live, request)
    asked = is_meeting(live.standing.game) and (button.sure or button.instead)
    person = person_of(request)
    seat, is_next = live.seat_of(person), person.id in {each.id for each in live.awaited} or not live.standing.playing
    stale = texts.STALE_QUESTION if asked else texts.STALE_BUTTON if is_next else texts.OUT_OF_DATE
    return refused(live.reply(f"{stale}\n{live.situation()}", seat=seat, private=True, board=False))
