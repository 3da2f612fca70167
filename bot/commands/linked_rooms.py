"""One table in many rooms: a code from one room brings the table into another, whatever the platform."""

import secrets
from dataclasses import replace

from bot import texts
from bot.commands.changes import ID_LETTERS
from bot.live.cache import TableCache
from bot.live.seating import host_or_seated
from bot.live.table import LiveTable, ShownRoom
from bot.messages import Reply, Request
from bot.ports import Append, Conflict, Store
from bot.table import model as tables
from bot.table.journal import Draft
from bot.table.model import Refused

CODE_LENGTH = 10
VALID_SECONDS = 86_400.0


class Linking:
    def __init__(self, store: Store, cache: TableCache) -> None:
        self._store = store
        self._tables = cache

    async def give_code(self, live: LiveTable, request: Request, now: float) -> Reply:
        if live.standing.table.phase == "over":
            raise Refused(texts.TABLE_OVER)
        host_or_seated(live, request)
        code = "".join(secrets.choice(ID_LETTERS) for _ in range(CODE_LENGTH))
        await self._store.put_link(code, live.id, now + VALID_SECONDS)
        return Reply(texts.link_code(code, VALID_SECONDS), private=True)

    async def find(self, code: str, now: float) -> LiveTable:
        """The table behind a code."""
        table = await self._store.linked(code.lower(), now)
        live = await self._tables.find(table) if table else None
        if live is None:
            raise Refused(texts.unknown_code(code))
        return await self._tables.refreshed(live)

    async def bring(self, live: LiveTable, request: Request, now: float) -> bool:
        """Show the table in the room that asks; False if it does already. What was before is not told again."""
        if request.room in live.rooms:
            return False
        there = await self._tables.in_room(request.room)
        if there is not None:
            there = await self._tables.current(there, request.room)
            if there.standing.table.phase != "over" and not there.standing.table.asleep:
                raise Refused(texts.table_here(there.standing.game))
        async with live.lock:
            draft = Draft(live.id, live.standing, live.seed, now)
            if draft.standing.table.phase == "over":
                raise Refused(texts.TABLE_OVER)
            draft.record([tables.RoomLinked()])
            rows = draft.written(f"{request.id}:link")
            shown = live.standing.sequence
            before = there.id if there else ""
            try:
                await self._store.append(Append(live.id, rows, room=request.room, shown=shown, instead_of=before))
            except Conflict:  # another process was quicker, at the table or in the room
                await self._tables.refresh(live)
                raise Refused(texts.TOO_BUSY) from None
            message = there.rooms.pop(request.room).message if there and request.room in there.rooms else ""
            live.rooms[request.room] = ShownRoom(shown, message)
            live.adopt(draft.finished(rows), draft.events)
        self._tables.show_in(request.room, live.id)
        self._tables.changed(live.id)
        return True

    async def take_away(self, live: LiveTable, request: Request) -> Reply:
        """This room no longer shows the table; its last room cannot leave it."""
        if not request.manages_room:
            host_or_seated(live, request)
        if set(live.rooms) <= {request.room}:
            raise Refused(texts.LAST_ROOM)
        await self._store.leave_room(request.room, live.id)
        live.rooms.pop(request.room, None)
        self._tables.take_from(request.room)
        return Reply(texts.ROOM_LEFT)


def sitting_down(request: Request) -> Request:
    """The second half of `join CODE`: a request of its own."""
    return replace(request, id=f"{request.id}:join")
