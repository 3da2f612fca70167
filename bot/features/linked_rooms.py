"""One table in many rooms: a code brings it into another room, and a room can stop showing it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from bot.kernel import changes
from bot.kernel.calls import Call, Context
from bot.kernel.live.cache import new_id
from bot.kernel.live.table import LiveTable, ShownRoom, host_or_seated
from bot.kernel.live.writer import MAX_ATTEMPTS
from bot.kernel.messages import DONE, Reply, Request, Response, answered
from bot.kernel.ports import AlreadyHandled, Append, Conflict
from bot.kernel.table import model as tables
from bot.kernel.table import texts as notices
from bot.kernel.table import texts as refusals
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused
from bot.kernel.table.texts import length, short
from games.values import replace

# --- linked rooms ----------------------------------------------------------------------------------------------------

LAST_ROOM = "This is the table’s only room, so it stays here. To end the table, use `/scrum end`."
NO_WEB_ADDRESS = "I have no web address to watch at: the operator hasn’t set WEB_URL."
ROOM_LEFT = "This room no longer shows the table; it carries on elsewhere."


def unknown_code(code: str) -> str:
    return f"I don’t know the code “{short(code)}”. Codes last a day; get a new one with `/scrum link`."


def link_code(code: str, seconds: float) -> str:
    return (
        f"In the other room, on any platform, type `/scrum join {code}` within {length(seconds)}. Everyone there will "
        "see this table and can take a free seat."
    )


def watch_link(address: str) -> str:
    return f"Anyone with this link can watch the table, but not play: {address}"


# --- linked rooms ----------------------------------------------------------------------------------------------------

CODE_LENGTH = 10
VALID_SECONDS = 86_400.0


async def link(context: Context, call: Call) -> Response:
    """A code for another room; `off`: this room stops showing the table."""
    if call.argument("off"):
        shown = await context.show(call, await _unlink(context, call.table, call.request))
        return replace(shown, outcome="done")
    if call.table.standing.table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    host_or_seated(call.table, call.request)
    code = new_id(CODE_LENGTH)
    await context.store.put_link(code, call.table.id, context.clock.now() + VALID_SECONDS)
    return answered(Reply(link_code(code, VALID_SECONDS), private=True))


async def watch(context: Context, call: Call) -> Reply:
    if context.web is None:
        raise Refused(NO_WEB_ADDRESS)
    return Reply(watch_link(context.web.watch_link(call.table.id)), private=True)


async def join(context: Context, call: Call) -> Response:
    """Sit down at this room's table; with a code, bring the table behind it here first."""
    code = call.argument("code")
    if not code:
        return await changes.change(context, call, changes.join)
    live = await _behind(context, code)
    if await show_here(context, live, call.request):
        await context.rooms.announce(live, call.request)
    if live.seat_of(call.person) is None and has_room(live):
        sitting_down = replace(call.request, id=f"{call.request.id}:join")  # a request of its own
        seated = await changes.change(context, replace(call, request=sitting_down, live=live), changes.join)
        return replace(seated, outcome="done")  # even if the last seat was just taken, the table is shown here
    await context.rooms.announce(live, None)  # if it was delivered again, what was in doubt may be news
    return DONE


def has_room(live: LiveTable) -> bool:
    """Whether somebody who comes now can get a seat."""
    table = live.standing.table
    if table.phase == "lobby":
        return len(table.seats) < live.standing.game.seats.stop - 1
    return table.phase == "playing" and bool(live.unclaimed)


async def show_in_all(context: Context, live: LiveTable, rooms: Sequence[str], request: Request) -> None:
    """A table that continues another one is shown in all of its rooms."""
    for number, room in enumerate(rooms):
        with suppress(Refused):  # they play something else there by now
            await show_here(context, live, replace(request, id=f"{request.id}:{number}", room=room))


async def show_here(context: Context, live: LiveTable, request: Request) -> bool:
    """Show the table in the room that asks, without its past; False if the room already shows it."""
    for _ in range(MAX_ATTEMPTS):
        if request.room in live.rooms:
            return False
        before = await _in_the_way(context, request.room)
        try:
            async with _changing(context, live):
                await _store_link(context, live, request, before)
        except (Conflict, AlreadyHandled):  # another process was quicker, at the table or in the room
            context.tables.take_from(request.room)
            continue
        context.tables.show_in(request.room, live.id)
        context.tables.changed(live.id)
        return True
    raise Refused(notices.TOO_BUSY)


@asynccontextmanager
async def _changing(context: Context, live: LiveTable) -> AsyncIterator[None]:
    """Nobody else in this process changes the table meanwhile; it is up to date again if another process did."""
    async with live.lock:
        try:
            yield
        except (Conflict, AlreadyHandled):
            await context.tables.reload(live)
            raise


async def _in_the_way(context: Context, room: str) -> LiveTable | None:
    """What the room shows so far; Refused if it is still being played."""
    there = await context.tables.in_room(room)
    if there is None:
        return None
    there = await context.tables.current(there, room)
    if there.standing.table.phase != "over" and not there.standing.table.asleep:
        raise Refused(refusals.room_has_table(there.standing.game))
    return there


async def _store_link(context: Context, live: LiveTable, request: Request, before: LiveTable | None) -> None:
    draft = Draft(live.id, live.standing, live.seed, context.clock.now())
    if draft.standing.table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    draft.record([tables.RoomLinked()])
    rows = draft.written(f"{request.id}:link")
    shown, version = live.standing.sequence, live.version
    replaced = before.id if before else ""
    await context.store.append(
        Append(live.id, rows, room=request.room, shown=shown, instead_of=replaced, version=version)
    )
    live.version = version + 1
    message = before.rooms.pop(request.room).message if before and request.room in before.rooms else ""
    live.rooms[request.room] = ShownRoom(shown, message, shown)
    live.adopt(draft.finished(rows), rows, draft.events)


async def _behind(context: Context, code: str) -> LiveTable:
    """The table behind a code."""
    table = await context.store.linked(code.lower(), context.clock.now())
    live = await context.tables.find(table) if table else None
    if live is None:
        raise Refused(unknown_code(code))
    return await context.tables.refreshed(live)


async def _unlink(context: Context, live: LiveTable, request: Request) -> Reply:
    """This room stops showing the table; its last room can't."""
    for _ in range(MAX_ATTEMPTS):
        with suppress(Conflict):  # another process was quicker: there may be fewer rooms, or other people
            async with _changing(context, live):
                await _store_unlink(context, live, request)
            context.tables.take_from(request.room)
            return Reply(ROOM_LEFT)
    raise Refused(notices.TOO_BUSY)


async def _store_unlink(context: Context, live: LiveTable, request: Request) -> None:
    if not request.manages_room:
        host_or_seated(live, request)
    if set(live.rooms) <= {request.room}:
        raise Refused(LAST_ROOM)
    version = live.version
    await context.store.append(Append(live.id, (), leaves=request.room, version=version))
    live.version = version + 1
    live.rooms.pop(request.room, None)
