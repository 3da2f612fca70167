"""Acts and forms that are about a room, at a table or without one: lines that buttons type, forms of features."""

from collections.abc import Callable

from bot.kernel.calls import Call, Context
from bot.kernel.feature import ENTRIES, suggested_day
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import OF_ROOM, Filled, Person, Pressed, Request, Said, Typed
from bot.kernel.table import catalogue, texts
from bot.kernel.table.buttons import Button
from bot.kernel.table.catalogue import Invocation, Unfinished
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
    except Refused as refusal:
        own = elsewhere()
        asks = isinstance(refusal, Unfinished) and _has_form(live, request, refusal.command.name)
        if catalogue.OWN_COMMANDS.get(own.name) is own.command and not asks:
            return own
        raise
    return found if not found.command.elsewhere or _is_usable(live, request, found) else elsewhere()


def _seat(live: LiveTable, request: Request) -> int:
    return (live.seat_of(request.person) if request.person else None) or 0


def _has_form(live: LiveTable, request: Request, name: str) -> bool:
    standing = live.standing
    return standing.game.shows.form(standing.view(_seat(live, request)), name) is not None


def _is_usable(live: LiveTable, request: Request, found: Invocation) -> bool:
    """False if the game has no form for the command now; typed words need a sense, too."""
    if not _has_form(live, request, found.name):
        return False
    standing, seat = live.standing, _seat(live, request)
    try:
        standing.game.read(standing.state, seat, found.name, found.arguments)
    except IllegalMove:
        return not isinstance(request.said, Typed)
    return True


# --- forms of features -----------------------------------------------------------------------------------------------


def is_of_feature(line: str) -> bool:
    """True if a feature has a form for this line."""
    command = catalogue.OWN_COMMANDS.get(_first(line))
    return command is not None and bool(command.form)


async def asked_by_feature(
    context: Context, live: LiveTable | None, room: str, person: Person, line: str
) -> Form | None:
    """The form that completes this line, as the person gets it; None if they can't use it now."""
    room = room or (next(iter(live.rooms), "") if live else "")
    live = live or await context.tables.in_room(room)
    asks = ENTRIES[_first(line)].asks
    request = Request("", room, person, Typed(line))
    form = await asks(context, Call(request, _parsed(line, live), live)) if asks else None
    return form and await with_days(context, live, room, person, form)


async def with_days(context: Context, live: LiveTable | None, room: str, person: Person, form: Form) -> Form:
    """The form with a day in every field for one, if nothing is written in it yet; a choice may be made already."""
    written = any(field.text or (field.filled and not field.options) for field in form.fields)
    if written or all(field.kind != "date" for field in form.fields):
        return form
    room = room or (next(iter(live.rooms), "") if live else "")
    call = Call(Request("", room, person, Typed("")), Invocation(catalogue.find("help", None), {}), live)
    day = await suggested_day(context, room, call.zone)
    fields = (replace(each, text=day) if each.kind == "date" else each for each in form.fields)
    return replace(form, fields=tuple(fields))


def filled_for_feature(filled: Filled, live: LiveTable | None) -> Invocation:
    """The command of a feature's submitted form with what was entered; Refused if the feature has none."""
    if not is_of_feature(filled.command):
        raise Refused(texts.UNKNOWN_BUTTON)
    found = _parsed(filled.command, live)
    typed = {name: text for name, text in entered(filled).items() if text}
    return replace(found, arguments={**found.arguments, **typed})


def entered(filled: Filled) -> dict[str, str]:
    """What was typed into the fields of a form, or chosen."""
    return {clean(name, _NAME_LIMIT): clean_lines(text, FIELD_LIMIT) for name, text in filled.fields.items()}


def _first(line: str) -> str:
    return line.partition(" ")[0]


def _parsed(line: str, live: LiveTable | None) -> Invocation:
    return catalogue.parse(line, live.standing.game if live else None, live.names if live else ())
