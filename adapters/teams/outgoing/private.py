"""Answers to what was typed, or pressed on a phone: in a chat with that person alone.

Targeted messages would show them in place, but they are a preview: a service that doesn't know them yet would show them
to everybody. They are used only if the operator says so.
"""

import hashlib
import hmac
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence

from adapters.teams import texts as ui_texts
from adapters.teams.identifiers import PERSONAL, Activity, Payload, TeamsRoom
from adapters.teams.outgoing.addresses import Addresses
from adapters.teams.outgoing.cards import card_of, message_of, own_card, with_downloads
from adapters.teams.outgoing.connector import Address, Connector, Rejected
from adapters.teams.outgoing.posting import MENTIONED, style_of, with_links
from adapters.teams.outgoing.shelf import Shelf
from adapters.teams.outgoing.words import Words
from bot.kernel.messages import Reply
from bot.kernel.ports import RoomUnreachable
from games.values import replace

log = logging.getLogger(__name__)

_MAX_CHATS = 5000
ROOM, SEAL = "room", "seal"  # in the data of buttons: which room a private card is about, and our signature


class PrivateChats:
    def __init__(
        self, connector: Connector, addresses: Addresses, shelf: Shelf, *, secret: str, targeted: bool
    ) -> None:
        self._connector = connector
        self._addresses = addresses
        self._shelf = shelf
        self._key = hashlib.sha256(f"teams rooms {secret}".encode()).digest()
        self._targeted = targeted
        self._chats: OrderedDict[str, str] = OrderedDict()  # by person's id for this bot: the chat with them

    async def send(self, asked: Activity, room: str, replies: Sequence[Reply]) -> None:
        """Send replies that only whoever asked may read. `room`: what they are about."""
        to = await self._addresses.note(asked)
        if asked.place == PERSONAL:
            await self._deliver(to, replies, asked, room)
            return
        if self._targeted and await self._target(to, replies, asked):
            return
        try:
            chat = await self._chat(to, asked)
            await self._deliver(chat, replies, asked, room)
        except (Rejected, RoomUnreachable) as error:
            log.info("could not open a chat with somebody: %s", error)
            await self._excuse(to, asked)

    async def _deliver(self, to: Address, replies: Sequence[Reply], asked: Activity, room: str) -> None:
        elsewhere = room != TeamsRoom(to.conversation).name
        card = self.card(replies, to, self._sealed(room, asked) if elsewhere else ())
        await self._connector.post(to, message_of(card, _summary(replies, to)))

    def card(self, replies: Sequence[Reply], to: Address, carried: tuple[tuple[str, str], ...]) -> Payload:
        here = style_of(to)
        # what is about another room is typed there, where the bot is mentioned
        style = replace(here, command=MENTIONED if carried else here.command, carried=carried, where="own")
        return own_card([self.complete(each, to) for each in replies], style, time.time())

    def complete(self, reply: Reply, to: Address) -> Reply:
        """The reply with links for its files, and to the threads that it names."""
        linked = with_links(reply, to.tenant)
        return with_downloads(linked, self._shelf.files(linked.attached)) if linked.attached else linked

    async def _target(self, to: Address, replies: Sequence[Reply], asked: Activity) -> bool:
        """Show them in place to one person; False if Teams doesn't."""
        activity = message_of(self.card(replies, to, ()), _summary(replies, to))
        recipient = {"id": asked.user, "name": asked.person.name}
        try:
            await self._connector.post(to, {**activity, "recipient": recipient}, targeted=True)
        except (Rejected, RoomUnreachable) as error:
            log.info("a targeted message was not accepted: %s", error)
            return False
        return True

    async def _chat(self, beside: Address, asked: Activity) -> Address:
        """The chat with whoever asked, opened if there is none."""
        known = self._chats.get(asked.user)
        if known is None:
            opened = await self._connector.open(
                beside,
                {
                    "bot": {"id": asked.bot},
                    "members": [{"id": asked.user}],
                    "isGroup": False,
                    "tenantId": beside.tenant,
                    "channelData": {"tenant": {"id": beside.tenant}},
                },
            )
            known = str(opened.get("id") or "")
            self._chats[asked.user] = known
            while len(self._chats) > _MAX_CHATS:
                self._chats.popitem(last=False)
        return replace(beside, conversation=known, kind=PERSONAL)

    async def _excuse(self, to: Address, asked: Activity) -> None:
        """Say in the room that there is an answer, and nothing of it."""
        name = asked.person.name or ui_texts.UNNAMED
        card = card_of(Words(()).prose(ui_texts.not_private(str(name))), (), ui_texts.not_private(str(name)))
        try:
            await self._connector.post(to, message_of(card))
        except (Rejected, RoomUnreachable) as error:
            log.warning("a private answer could not be delivered: %s", error)

    # --- the room that a private card is about -----------------------------------------------------------------------

    def _sealed(self, room: str, asked: Activity) -> tuple[tuple[str, str], ...]:
        return ((ROOM, room), (SEAL, self._seal(room, asked.person.id)))

    def _seal(self, room: str, person: str) -> str:
        return hmac.new(self._key, f"{person}\n{room}".encode(), hashlib.sha256).hexdigest()[:32]

    def room_of(self, asked: Activity, data: Payload) -> str:
        """The room that a button is about: where it was pressed, or the one that we wrote into it for this person."""
        room, seal = str(data.get(ROOM) or ""), str(data.get(SEAL) or "")
        if not room:
            return asked.room.name
        if not hmac.compare_digest(self._seal(room, asked.person.id).encode(), seal.encode("utf-8", "replace")):
            raise LookupError("a button names a room that it wasn't made for")
        return room


def _summary(replies: Sequence[Reply], to: Address) -> str:
    words = Words(replies[0].names if replies else (), command=style_of(to).command)
    return " ".join(words.plain(replies[0].text).replace("`", "").split())[:150] if replies else ""
