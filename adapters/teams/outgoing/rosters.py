"""Who is in a conversation: asked of Teams when somebody is mentioned or opens the tab; kept for minutes only."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from adapters.guests import Unreachable
from adapters.teams.identifiers import Payload, TeamsRoom, object_id, person_id
from adapters.teams.outgoing.addresses import Addresses
from adapters.teams.outgoing.connector import Address, Connector, Rejected
from bot.kernel.ports import RoomUnreachable
from games.values import replace, value

_MAX_CONVERSATIONS = 1000  # that are remembered
MENTIONS_SECONDS = 600.0  # how long those who are known by then can be mentioned
TAB_SECONDS = 60.0  # how long somebody who was in a conversation may come in
STRANGER_SECONDS = 5.0  # until Teams is asked once more about somebody who wasn't there


@value
class Member:
    user: str  # for this bot
    person: str  # the same for all: `teams:<tenant>:<object id>`
    name: str


Members = tuple[Member, ...]


class Rosters:
    def __init__(self, connector: Connector, addresses: Addresses, now: Callable[[], float] = time.monotonic) -> None:
        self._connector = connector
        self._addresses = addresses
        self._now = now
        self._asked: OrderedDict[str, tuple[float, asyncio.Task[Members]]] = OrderedDict()  # by conversation

    async def named(self, to: Address, users: frozenset[str]) -> dict[str, str]:
        """The person behind each of these ids for this bot, as far as Teams tells us. Rejected, RoomUnreachable."""
        members = await self._members(to, MENTIONS_SECONDS)
        if not users <= {each.user for each in members}:
            members = await self._members(to, STRANGER_SECONDS)
        return {each.user: each.person for each in members}

    async def member(self, room: str, person: str) -> str | None:
        """See Roster. Nobody is in a room that the bot isn't in, nor in one of another tenant."""
        try:
            to = await self._addresses.find(TeamsRoom.parse(room))
            if to is None or not person.startswith(person_id(to.tenant, "")):
                return None
            found = _named(await self._members(to, TAB_SECONDS), person)
            return found if found is not None else _named(await self._members(to, STRANGER_SECONDS), person)
        except Rejected as error:
            if error.status in {400, 403, 404}:  # it was deleted, or the bot was removed
                return None
            raise Unreachable from error
        except RoomUnreachable as error:
            raise Unreachable from error

    async def _members(self, to: Address, seconds: float) -> Members:
        """The members of a conversation as they were some seconds ago, or now; many who ask at once are one call."""
        to = replace(to, conversation=TeamsRoom(to.conversation).channel or to.conversation)  # of a thread, all of them
        asked, asking = self._asked.get(to.conversation, (float("-inf"), None))
        old = self._now() - asked >= seconds
        if asking is None or (asking.done() and (old or asking.cancelled() or asking.exception() is not None)):
            asking = asyncio.create_task(self._fetch(to), name="roster")
            self._asked[to.conversation] = (self._now(), asking)
            self._asked.move_to_end(to.conversation)
            while len(self._asked) > _MAX_CONVERSATIONS:
                self._asked.popitem(last=False)
        return await asyncio.shield(asking)

    async def _fetch(self, to: Address) -> Members:
        found = await self._connector.members(to)
        return tuple(_member(to, each) for each in found if object_id(each))


def _member(to: Address, found: Payload) -> Member:
    return Member(str(found.get("id") or ""), person_id(to.tenant, object_id(found)), str(found.get("name") or ""))


def _named(members: Members, person: str) -> str | None:
    return next((each.name for each in members if each.person == person), None)
