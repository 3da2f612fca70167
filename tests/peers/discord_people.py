"""People in a Discord channel: they type commands, press what a message offers, fill in forms."""

import time
from typing import Any

from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import APPLICATION, GUILD, JSON, Asked, Channel, Message, user

COMMAND, COMPONENT, COMPLETION, FORM = 2, 3, 4, 5
MANAGE_CHANNELS = 1 << 4


class Visitor:
    """Somebody with the Discord client open in one channel; `stay` is another one of theirs."""

    def __init__(self, peer: DiscordPeer, number: int, name: str, channel: Channel, *, permissions: int = 0) -> None:
        self.peer = peer
        self.number = number
        self.name = name
        self.channel = channel
        self.permissions = permissions

    def at(self, channel: Channel) -> "Visitor":
        return Visitor(self.peer, self.number, self.name, channel, permissions=self.permissions)

    # --- asking ----------------------------------------------------------------------------------------------------

    async def command(self, command: str, **words: Any) -> Asked:
        """Type a command, in whichever group it stands, and wait until nothing more is to be seen of it."""
        asked = await self.send(COMMAND, self.invocation(command, words))
        await self.peer.until(lambda: asked.settled)
        return asked

    async def complete(self, command: str, focused: str, typed: str = "", **words: Any) -> list[str | int]:
        """What is suggested while a word is typed."""
        data = self.invocation(command, {**words, focused: typed}, focused)
        asked = await self.send(COMPLETION, data)
        await self.peer.until(lambda: asked.settled)
        return [choice["value"] for choice in asked.choices]

    async def press(self, message: Message, label: str) -> Asked:
        """Press a button, or pick it from a menu."""
        asked = await self.press_and_go(message, label)
        await self.peer.until(lambda: asked.settled)
        return asked

    async def press_and_go(self, message: Message, label: str) -> Asked:
        assert message.seen_by in {None, self.number}, "nobody presses what they cannot see"
        part, value = next((part, value) for found, part, value in message.offered() if found == label)
        data: JSON = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if value:
            data["values"] = [value]
        return await self.send(COMPONENT, data, message)

    async def submit(self, asked: Asked, answer: str) -> Asked:
        """Fill in the form that came as an answer."""
        assert asked.form is not None
        field = asked.form["components"][0]["component"]
        typed = {"type": field["type"], "custom_id": field["custom_id"], "value": answer}
        data = {"custom_id": asked.form["custom_id"], "components": [{"type": 18, "component": typed}]}
        sent = await self.send(FORM, data, asked.source)
        await self.peer.until(lambda: sent.settled)
        return sent

    async def send(self, kind: int, data: JSON, source: Message | None = None, *, late: bool = False) -> Asked:
        number = next(self.peer.numbers)
        asked = Asked(number, f"token-{number}", self.channel.id, self.number, {}, source, late)
        asked.json = self._interaction(asked, kind, data)
        self.peer.asked[asked.token] = asked
        await self.deliver(asked)
        return asked

    async def deliver(self, asked: Asked) -> None:
        """Again, if need be."""
        asked.answered_at = 0.0
        asked.json["sent_at"] = time.perf_counter()
        await self.peer.gateway.dispatch("INTERACTION_CREATE", asked.json)

    # --- what is sent ----------------------------------------------------------------------------------------------

    def invocation(self, command: str, words: dict[str, Any], focused: str = "") -> JSON:
        """As Discord's client builds it from the commands that the bot has registered."""
        registered = self.peer.commands.get(0) or self.peer.commands[GUILD]
        root, group, known = self._registered(registered, command, words)
        options = [self._word(known, word, value, focused) for word, value in words.items()]
        missing = [each["name"] for each in known["options"] if each.get("required") and each["name"] not in words]
        assert focused or not missing, f"Discord would not send this: {missing} missing"
        inner: JSON = {"type": 1, "name": command, "options": options}
        if group:
            inner = {"type": 2, "name": group, "options": [inner]}
        return {"id": "1", "name": root, "type": 1, "options": [inner]}

    def _registered(self, trees: list[JSON], command: str, words: dict[str, Any]) -> tuple[str, str, JSON]:
        """Its Discord command and group, if any. Of two with the same name, the one that has these words."""
        found = [
            (tree["name"], group, option)
            for tree in trees
            for group, option in self._inside(tree["options"])
            if option["name"] == command
        ]
        assert found, f"Discord has no command {command}"
        fitting = [each for each in found if words.keys() <= {word["name"] for word in each[2]["options"]}]
        assert fitting, f"{command} has no {[*words]}"
        return fitting[0]

    def _inside(self, options: list[JSON]) -> list[tuple[str, JSON]]:
        inside = [("", option) for option in options if option["type"] == 1]
        return inside + [(group["name"], each) for group in options if group["type"] == 2 for each in group["options"]]

    def _word(self, known: JSON, word: str, value: Any, focused: str) -> JSON:
        option = next(each for each in known["options"] if each["name"] == word)
        allowed = [choice["value"] for choice in option.get("choices") or ()]
        assert not allowed or value in allowed, f"Discord would not send {value}"
        found = {"name": word, "type": option["type"], "value": value}
        if word == focused:
            assert option.get("autocomplete"), f"{word} is not completed"
            found["focused"] = True
        return found

    def _interaction(self, asked: Asked, kind: int, data: JSON) -> JSON:
        member = {
            "user": user(self.number, self.name),
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": str(self.permissions),
            "nick": None,
            "avatar": None,
        }
        found: JSON = {
            "id": str(asked.id),
            "application_id": str(APPLICATION),
            "type": kind,
            "data": data,
            "guild_id": str(GUILD),
            "guild": {"id": str(GUILD), "locale": "en-US", "features": []},
            "channel_id": str(asked.channel),
            "channel": self.channel.json,
            "member": member,
            "token": asked.token,
            "version": 1,
            "app_permissions": "0",
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if asked.source is not None:
            found["message"] = asked.source.json
        return found
