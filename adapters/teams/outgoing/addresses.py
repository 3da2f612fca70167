"""The address of each conversation, as the last verified activity named it; stored, so that clocks can call later."""

import json
import logging
from collections import OrderedDict

from adapters.teams.identifiers import PLATFORM, Activity, TeamsRoom
from adapters.teams.outgoing.connector import Address
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Installations, StoreUnavailable
from games.values import replace

log = logging.getLogger(__name__)

_MAX_REMEMBERED = 5000


class Addresses:
    def __init__(self, store: Installations | None) -> None:
        """Set up addresses. `store`: without one, they last as long as the process."""
        self._store = store
        self._known: OrderedDict[str, Address] = OrderedDict()  # by conversation

    async def note(self, activity: Activity) -> Address:
        """Note where an activity comes from, which was verified before."""
        found = Address(activity.service_url, activity.room.conversation, activity.tenant, activity.place, activity.bot)
        if self._known.get(found.conversation) != found:
            await self.keep(found)
            if channel := activity.room.channel:  # where a tab is, which belongs to no thread
                await self.keep(replace(found, conversation=channel))
        return found

    async def keep(self, address: Address) -> None:
        """Keep the address of a conversation, also for other processes."""
        self._remember(address)
        if self._store is None:
            return
        kept = {
            "service_url": address.service_url,
            "tenant": address.tenant,
            "kind": address.kind,
            "bot": address.bot,
        }
        try:
            await self._store.put_installation(PLATFORM, _key(address.conversation), json.dumps(kept).encode())
        except StoreUnavailable:  # the next activity brings it again
            log.warning("the address of a conversation is not stored: the store is unavailable")

    async def of(self, room: str) -> Address:
        """The address of a room; RoomUnreachable if nobody has ever written there."""
        found = await self.find(TeamsRoom.parse(room))
        if found is None:
            raise RoomUnreachable("nobody has written to the bot in this conversation")
        return found

    async def find(self, room: TeamsRoom) -> Address | None:
        """The address of a room; None if the bot has never heard of it."""
        conversation = room.conversation
        if found := self._known.get(conversation):
            return found
        try:
            stored = await self._store.installation(PLATFORM, _key(conversation)) if self._store else None
        except StoreUnavailable as error:
            raise RoomUnreachable("the address of this conversation can't be read") from error
        if not stored:
            return None
        found = Address(conversation=conversation, **json.loads(stored))
        self._remember(found)
        return found

    def known(self, room: str) -> Address | None:
        """The address of a room, if somebody wrote there lately."""
        return self._known.get(TeamsRoom.parse(room).conversation)

    async def of_thread(self, beside: Address, conversation: str) -> Address:
        """The address of a thread that the bot has opened in the same channel."""
        thread = replace(beside, conversation=conversation)
        await self.keep(thread)
        return thread

    def _remember(self, address: Address) -> None:
        self._known[address.conversation] = address
        self._known.move_to_end(address.conversation)
        while len(self._known) > _MAX_REMEMBERED:
            self._known.popitem(last=False)


def _key(conversation: str) -> str:
    return f"room {conversation}"
