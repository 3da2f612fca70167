"""Translations of Teams' ids of conversations, people and deliveries, and of the text of a message, into ours."""

import hashlib
import html
import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from bot.kernel.messages import Person
from games.values import value

PLATFORM = "teams"
CHANNEL, GROUP, PERSONAL = "channel", "groupChat", "personal"  # kinds of conversations

Payload = dict[str, Any]

_POST = ";messageid="  # between a channel and the post that begins a thread
_MENTION = re.compile(r"<at\b[^>]*>(.*?)</at>", re.IGNORECASE | re.DOTALL)
_BREAK = re.compile(r"<br\s*/?>|</p>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")


@value
class TeamsRoom:
    """A conversation: a chat, or a thread of a channel."""

    conversation: str

    @classmethod
    def parse(cls, room: str) -> "TeamsRoom":
        return cls(room.partition(":")[2])

    @property
    def name(self) -> str:
        return f"{PLATFORM}:{self.conversation}"

    @property
    def channel(self) -> str:
        """The channel that it is a thread of; empty for a chat."""
        channel, found, _ = self.conversation.partition(_POST)
        return channel if found else ""

    def link(self, tenant: str) -> str:
        """The address that opens a thread in Teams; empty for a chat."""
        if not self.channel:
            return ""
        post = self.conversation.partition(_POST)[2]
        where = f"{quote(self.channel, safe='')}/{quote(post, safe='')}"
        return f"https://teams.microsoft.com/l/message/{where}?tenantId={quote(tenant, safe='')}"


def person_id(tenant: str, user: str) -> str:
    """The same for all bots of a tenant: `user` is the person's object id in the directory, where they have one."""
    return f"{PLATFORM}:{tenant}:{user}"


def object_id(account: Mapping[str, Any]) -> str:
    """A person's id in the directory, always in lower case, as in a tab's sign-on token; empty if they have none."""
    return str(account.get("aadObjectId") or account.get("objectId") or "").lower()


def user_of(person: Person) -> str:
    """The person's object id, by which they can be mentioned; empty if they belong to another platform."""
    platform, _, rest = person.id.partition(":")
    return rest.partition(":")[2] if platform == PLATFORM else ""


@value
class Activity:
    """What Teams delivers, after its token was verified."""

    body: Payload

    @property
    def kind(self) -> str:
        return str(self.body.get("type") or "")

    @property
    def name(self) -> str:
        """The name of an invoke: `adaptiveCard/action`."""
        return str(self.body.get("name") or "")

    @property
    def value(self) -> Payload:
        found = self.body.get("value")
        return found if isinstance(found, dict) else {}

    @property
    def room(self) -> TeamsRoom:
        return TeamsRoom(str(part(self.body, "conversation").get("id") or ""))

    @property
    def place(self) -> str:
        """The kind of conversation."""
        return str(part(self.body, "conversation").get("conversationType") or PERSONAL)

    @property
    def tenant(self) -> str:
        named = part(self.body, "channelData", "tenant").get("id") or part(self.body, "conversation").get("tenantId")
        return str(named or "").lower()

    @property
    def service_url(self) -> str:
        return str(self.body.get("serviceUrl") or "")

    @property
    def message(self) -> str:
        """The id of the message that a button was pressed on."""
        return str(self.body.get("replyToId") or "")

    @property
    def user(self) -> str:
        """The person's id for this bot, by which they are written to."""
        return str(part(self.body, "from").get("id") or "")

    @property
    def bot(self) -> str:
        return str(part(self.body, "recipient").get("id") or "")

    @property
    def person(self) -> Person:
        sender = part(self.body, "from")
        return Person(
            person_id(self.tenant, object_id(sender) or self.user),
            str(sender.get("name") or ""),
            str(self.body.get("localTimezone") or ""),
            str(self.body.get("locale") or ""),
        )

    @property
    def request_id(self) -> str:
        """The same for a redelivery. Ids of messages are unique in their conversation only; that is hashed, because a
        chat with one person would say who it was, and the id is stored with notes that may be anonymous."""
        where = hashlib.sha256(self.room.conversation.encode()).hexdigest()[:16]
        own = self.body.get("id") or hashlib.sha256(json.dumps(self.body, sort_keys=True).encode()).hexdigest()[:32]
        return f"{PLATFORM}:{where}:{own}"

    @property
    def mentioned(self) -> dict[str, str]:
        """Who is mentioned besides the bot: the text of each mention, and the person's id for this bot."""
        found = {}
        for entity in self.body.get("entities") or ():
            if not isinstance(entity, dict) or entity.get("type") != "mention":
                continue
            whom = part(entity, "mentioned")
            if str(whom.get("id") or "") != self.bot:
                found[_words(str(entity.get("text") or ""))] = str(whom.get("id") or "")
        return found

    @property
    def line(self) -> str:
        """What was typed, without the mention of the bot, and with other mentions as `@name`."""
        bots = {
            _words(str(entity.get("text") or ""))
            for entity in self.body.get("entities") or ()
            if isinstance(entity, dict) and str(part(entity, "mentioned").get("id") or "") == self.bot
        }

        def plain(found: re.Match[str]) -> str:
            name = _words(found[0])
            return " " if name in bots else f" @{name_as_typed(name)} "

        text = _MENTION.sub(plain, str(self.body.get("text") or ""))
        return " ".join(_words(_BREAK.sub("\n", text)).split())


def name_as_typed(name: str) -> str:
    """The name of a mention as one word of a line."""
    return "".join(name.replace('"', "").split())


def _words(text: str) -> str:
    """The words of a text, which Teams sends with a few tags and escaped."""
    return html.unescape(_TAG.sub("", text)).replace("\xa0", " ").strip()


def part(body: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    """An object inside another; empty if it isn't there."""
    for name in names:
        found = body.get(name)
        body = found if isinstance(found, dict) else {}
    return body


# --- values of choices -----------------------------------------------------------------------------------------------


def packed(chosen: str) -> str:
    """The value of a choice: several of them arrive with commas between them."""
    return chosen.replace("%", "%25").replace(",", "%2C")


def unpacked(chosen: str) -> list[str]:
    return [unquote(each) for each in chosen.split(",") if each]
