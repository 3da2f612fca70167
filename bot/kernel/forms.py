"""Forms of commands: of a game at its table, and of features, at a table or in a room without one."""

from collections.abc import Callable

from bot.kernel import pages
from bot.kernel.calls import Call, Context
from bot.kernel.feature import ENTRIES, Entry, suggested_day
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import OF_ROOM, Filled, Person, Pressed, Request, Said, Typed
from bot.kernel.table import catalogue, texts
from bot.kernel.table.buttons import Button
from bot.kernel.table.catalogue import Invocation
from bot.kernel.table.model import Refused
from games.contract import IllegalMove
from games.parts import Form
from games.text import clean, clean_lines
from games.values import replace

_NAME_LIMIT, FIELD_LIMIT = 24, 3000  # characters of a form's field, and of what is typed into it


def in_words(said: Said) -> Said:
    """A press on an act of a room as the line that it types; anything else as it is."""
    button = Button.read(said.button) if isinstance(said, Pressed) else None
    if button is None or button.table != OF_ROOM or not isinstance(said, Pressed):
        return said
    return Typed(" ".join((*button.line, said.answer)))


def meant(
    live: LiveTable, request: Request, here: Callable[[], Invocation], elsewhere: Callable[[], Invocation]
) -> Invocation:
    """The command of a running game, or the table's own of the same name where the game has no use for it now."""
    try:
        found = here()
    except Refused:
        own = elsewhere()
        if catalogue.OWN_COMMANDS.get(own.name) is own.command:
            return own
        raise
    return found if not found.command.elsewhere or _is_usable(live, request, found) else elsewhere()


def _is_usable(live: LiveTable, request: Request, found: Invocation) -> bool:
    """False if the game has no form for the command now; typed words need a sense, too."""
    standing = live.standing
    seat = live.seat_of(request.person) if request.person else None
    if standing.game.shows.form(standing.view(seat or 0), found.name) is None:
        return False
    try:
        standing.game.read(standing.state, seat or 0, found.name, found.arguments)
    except IllegalMove:
        return not isinstance(request.said, Typed)
    return True


async def asked(context: Context, person: Person, table: str, line: str, room: str) -> Form | None:
    """The form that completes this line, as the person gets it; None if they can't use it now."""
    in_room = table == OF_ROOM
    live = await (context.tables.in_room(room) if in_room else context.tables.find(table))
    if live is None and not in_room:
        return None
    live = live and await context.tables.refreshed(live)
    room = room or next(iter(live.rooms), "") if live else room
    call = _own(live, Request("", room, person, Typed(line)), line)
    if call is not None:
        entry = ENTRIES[call.name]
        form = await entry.asks(context, call) if entry.asks else None
    else:
        form = pages.form(live, person, line) if live else None
    return await _with_days(context, room, live, person, form) if form else None


def _own(live: LiveTable | None, request: Request, line: str) -> Call | None:
    """The call that a line stands for, if its command isn't the game's."""
    invocation = _parsed(live, line)
    return Call(request, invocation, live) if invocation and _entry(invocation) else None


def _parsed(live: LiveTable | None, line: str) -> Invocation | None:
    try:
        return catalogue.parse(line, live.standing.game if live else None, live.names if live else ())
    except Refused:
        return None


def _entry(invocation: Invocation) -> Entry | None:
    own = catalogue.OWN_COMMANDS.get(invocation.name) is invocation.command
    return ENTRIES[invocation.name] if own and invocation.command.form else None


async def _with_days(context: Context, room: str, live: LiveTable | None, person: Person, form: Form) -> Form:
    """The form with a day in every field for one, if nothing is filled in yet."""
    if any(field.filled or field.text for field in form.fields) or all(field.kind != "date" for field in form.fields):
        return form
    zone = Call(Request("", room, person, Typed("")), Invocation(catalogue.find("help", None), {}), live).zone
    day = await suggested_day(context, room, zone)
    fields = (replace(each, text=day) if each.kind == "date" else each for each in form.fields)
    return replace(form, fields=tuple(fields))


def filled_in(filled: Filled, live: LiveTable | None) -> Invocation:
    """The command of a submitted form with what was entered."""
    fields = {clean(name, _NAME_LIMIT): clean_lines(text, FIELD_LIMIT) for name, text in filled.fields.items()}
    own = _parsed(live, filled.command)
    if own is not None and _entry(own) is not None:
        return replace(own, arguments={**own.arguments, **{name: text for name, text in fields.items() if text}})
    known = live.standing.game.commands if live else ()
    command = next((each for each in known if each.form and each.name == filled.command), None)
    if command is None:
        raise Refused(texts.UNKNOWN_BUTTON)
    named = fields.keys() & {parameter.name for parameter in command.parameters}
    return catalogue.invoke(command, fields) if named else Invocation(command, fields)
