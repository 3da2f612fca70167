"""One table in many rooms: a code brings it into another room, and a room can stop showing it."""

import hmac
from contextlib import suppress

from bot.kernel import changes
from bot.kernel.calls import Call, Context, at_table
from bot.kernel.feature import Feature
from bot.kernel.live.cache import ID_LETTERS
from bot.kernel.live.seating import host_or_seated
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import MAX_ATTEMPTS
from bot.kernel.messages import DONE, Reply, Request, Response, answered
from bot.kernel.opening import changing, has_room, show_here
from bot.kernel.store import Append, Conflict
from bot.kernel.table import refusals, texts
from bot.kernel.table.model import Refused
from bot.kernel.table.texts import length, short
from games.contract import Parameter
from games.language import lazy, speaking, t
from games.values import replace

feature = Feature("linked rooms")


LAST_ROOM = lazy("This is the table’s only room, so it stays here. To end the table, use `/scrum end`.")
NO_WEB_ADDRESS = lazy("I have no web address to watch at: the operator hasn’t set WEB_URL.")
_ROOM_LEFT = lazy("This room no longer shows the table; it carries on elsewhere.")


def _unknown_code(code: str) -> str:
    return t("I don’t know the code “{code}”. Codes last a day; get a new one with `/scrum link`.", code=short(code))


def _link_code(code: str, seconds: float) -> str:
    return t(
        "In the other room, on any platform, type `/scrum join {code}` within {duration}. Everyone "
        "there will see this table and can take a free seat.",
        code=code,
        duration=length(seconds),
    )


def _watch_link(address: str) -> str:
    return t("Anyone with this link can watch the table, but not play: {address}", address=address)


# --- commands --------------------------------------------------------------------------------------------------------

_CODE_LENGTH = 10
_VALID_SECONDS = 86_400.0


@feature.action(
    "link",
    lazy("Get a code that shows this table in another room; off stops showing it here"),
    Parameter("off", "off", "choice", ("off",), required=False, titles=(lazy("Stop showing this table here"),)),
    group="table",
    needs=(at_table,),
)
async def link(context: Context, call: Call) -> Response:
    """Make a code for another room; `off`: this room stops showing the table."""
    if call.argument("off"):
        shown = await context.show(call, await _unlink(context, call.table, call.request))
        return replace(shown, outcome="done")
    if call.table.standing.table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    host_or_seated(call.table, call.request)
    code, now = _code_of(call), context.clock.now()
    if await context.store.linked(code, now) != call.table.id:
        await context.store.put_link(code, call.table.id, now + _VALID_SECONDS)
    return answered(Reply(_link_code(code, _VALID_SECONDS), private=True))


def _code_of(call: Call) -> str:
    """The same one when the request comes again. Nobody else can tell it: a table's seed is secret until it is over."""
    made = hmac.digest(call.table.seed, f"link {call.request.id}".encode(), "sha256")
    return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in made[:_CODE_LENGTH])


@feature.query("watch", lazy("Get a link for watching this table in a browser"), group="table", needs=(at_table,))
async def watch(context: Context, call: Call) -> Reply:
    if context.web is None:
        raise Refused(NO_WEB_ADDRESS)
    return Reply(_watch_link(context.web.watch_link(call.table.id)), private=True)


@feature.welcomes
async def bring_table(context: Context, call: Call) -> Response | None:
    """Bring the table behind a code here, and take a seat there."""
    code = call.argument("code")
    if not code:
        return None
    live = await _behind(context, code)
    if await show_here(context, live, call.request):
        await context.rooms.announce(live, call.request)
    if live.seat_of(call.person) is None and has_room(live):
        sitting_down = replace(call.request, id=f"{call.request.id}:join")  # a request of its own
        seated = await changes.change(context, replace(call, request=sitting_down, live=live), changes.join)
        return replace(seated, outcome="done")  # even if the last seat was just taken, the table is shown here
    await context.rooms.announce(live, None)  # if it was delivered again, what was in doubt may be news
    return DONE


async def _behind(context: Context, code: str) -> LiveTable:
    """The table behind a code."""
    table = await context.store.linked(code.lower(), context.clock.now())
    live = await context.tables.find(table) if table else None
    if live is None:
        raise Refused(_unknown_code(code))
    return await context.tables.refreshed(live)


async def _unlink(context: Context, live: LiveTable, request: Request) -> Reply:
    """Stop showing the table in this room, unless it is the last one."""
    for _ in range(MAX_ATTEMPTS):
        with suppress(Conflict):  # another process was quicker: there may be fewer rooms, or other people
            async with changing(context, live):
                await _store_unlink(context, live, request)
            context.tables.take_from(request.room)
            with speaking(live.language):
                return Reply(str(_ROOM_LEFT))
    raise Refused(texts.TOO_BUSY)


async def _store_unlink(context: Context, live: LiveTable, request: Request) -> None:
    if not request.manages_room:
        host_or_seated(live, request)
    if set(live.rooms) <= {request.room}:
        raise Refused(LAST_ROOM)
    version = live.version
    await context.store.append(Append(live.id, (), leaves=request.room, version=version))
    live.version = version + 1
    live.rooms.pop(request.room, None)
