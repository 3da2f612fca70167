"""Users in a Discord channel, who type commands, press buttons and fill in forms."""

import time
from typing import Any

from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import APPLICATION, GUILD, JSON, LABEL, MENU, RADIOS, Channel, Interaction, Message, user

COMMAND, COMPONENT, COMPLETION, FORM = 2, 3, 4, 5
MANAGE_CHANNELS = 1 << 4


class DiscordUser:
    """A user with the Discord client open in one channel."""

    def __init__(self, peer: DiscordPeer, number: int, name: str, channel: Channel, *, permissions: int = 0) -> None:
        self.peer = peer
        self.number = number
        self.name = name
        self.channel = channel
        self.permissions = permissions
        self.locale = "en-US"

    def at(self, channel: Channel) -> "DiscordUser":
        return DiscordUser(self.peer, self.number, self.name, channel, permissions=self.permissions)

    @property
    def private(self) -> list[Message]:
        """The messages that only this user sees in this channel, in the order in which they appeared."""
        mine = [each for each in self.peer.interactions.values() if each.by == self.number]
        seen = {each.id: each for one in mine for each in one.private if each.channel == self.channel.id}
        return [seen[number] for number in sorted(seen) if not seen[number].gone]

    # --- interactions ----------------------------------------------------------------------------------------------

    async def command(self, command: str, **arguments: Any) -> Interaction:
        """Type a command, in its group if it has one, and wait until the bot has answered completely."""
        interaction = await self.send(COMMAND, self.invocation(command, arguments))
        await self.peer.until(lambda: interaction.settled)
        return interaction

    async def complete(self, command: str, focused: str, typed: str = "", **arguments: Any) -> list[str | int]:
        """The completions while an argument is typed."""
        data = self.invocation(command, {**arguments, focused: typed}, focused)
        interaction = await self.send(COMPLETION, data)
        await self.peer.until(lambda: interaction.settled)
        return [choice["value"] for choice in interaction.choices]

    async def end(self) -> Interaction:
        """End the table, and confirm it."""
        asked = await self.command("end")
        return await self.press(asked.private[-1], "End it")

    async def press(self, message: Message, label: str) -> Interaction:
        """Press a button, or choose it from a menu."""
        interaction = await self.press_without_waiting(message, label)
        await self.peer.until(lambda: interaction.settled)
        return interaction

    async def press_without_waiting(self, message: Message, label: str) -> Interaction:
        assert message.seen_by in {None, self.number}, "nobody presses what they can't see"
        part, value = next((part, value) for found, part, value in message.offered() if found == label)
        data: JSON = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if value:
            data["values"] = [value]
        return await self.send(COMPONENT, data, message)

    async def choose(self, message: Message, *labels: str) -> Interaction:
        """Choose several entries of a menu."""
        offered = {label: (part, value) for label, part, value in message.offered()}
        part, _ = offered[labels[0]]
        assert 1 < len(labels) <= part["max_values"], "Discord would not let anybody choose so many"
        values = [offered[label][1] for label in labels]
        data = {"custom_id": part["custom_id"], "component_type": part["type"], "values": values}
        interaction = await self.send(COMPONENT, data, message)
        await self.peer.until(lambda: interaction.settled)
        return interaction

    async def submit(self, interaction: Interaction, answer: str, field: str = "") -> Interaction:
        """Submit the form that the bot opened, with this answer in its only field or in the one with this label.

        If the form has a menu instead of fields for each, `field` is what was chosen there.
        """
        return await self.submit_all(interaction, {field: answer})

    async def submit_all(self, interaction: Interaction, answers: dict[str, str]) -> Interaction:
        """Submit the form with these answers, by the labels of their fields."""
        assert interaction.form is not None
        labels = [part for part in interaction.form["components"] if part["type"] == LABEL]
        filled = [{"type": 18, "component": _filled(label, answers, alone=len(labels) == 1)} for label in labels]
        sent = await self.send(
            FORM, {"custom_id": interaction.form["custom_id"], "components": filled}, interaction.source
        )
        await self.peer.until(lambda: sent.settled)
        return sent

    async def use_menu(self, name: str, kind: str, target: JSON) -> Interaction:
        """Choose an app's command from the menu of a message or a person."""
        trees = self.peer.commands.get(0) or self.peer.commands[GUILD]
        menu = next(tree for tree in trees if tree["name"] == name)
        data = {"id": "1", "name": name, "type": menu["type"], "target_id": target["id"]}
        interaction = await self.send(COMMAND, {**data, "resolved": {kind: {target["id"]: target}}})
        await self.peer.until(lambda: interaction.settled)
        return interaction

    async def send(self, kind: int, data: JSON, source: Message | None = None, *, late: bool = False) -> Interaction:
        number = next(self.peer.numbers)
        interaction = Interaction(number, f"token-{number}", self.channel.id, self.number, {}, source, late)
        interaction.json = self._interaction(interaction, kind, data)
        self.peer.interactions[interaction.token] = interaction
        await self.deliver(interaction)
        return interaction

    async def send_from_nowhere(self, kind: int, data: JSON) -> Interaction:
        """An interaction that names no channel."""
        number = next(self.peer.numbers)
        interaction = Interaction(number, f"token-{number}", self.channel.id, self.number, {})
        sent = self._interaction(interaction, kind, data)
        interaction.json = {name: each for name, each in sent.items() if name not in {"channel", "channel_id"}}
        self.peer.interactions[interaction.token] = interaction
        await self.deliver(interaction)
        return interaction

    async def deliver(self, interaction: Interaction) -> None:
        """Deliver an interaction, possibly again."""
        interaction.answered_at = 0.0
        interaction.json["sent_at"] = time.perf_counter()
        await self.peer.gateway.dispatch("INTERACTION_CREATE", interaction.json)

    # --- payloads --------------------------------------------------------------------------------------------------

    def invocation(self, command: str, arguments: dict[str, Any], focused: str = "") -> JSON:
        """The payload as Discord's client builds it from the registered commands."""
        registered = self.peer.commands.get(0) or self.peer.commands[GUILD]
        root, group, known = self._registered(registered, command, arguments)
        options = [self._word(known, word, value, focused) for word, value in arguments.items()]
        missing = [each["name"] for each in known["options"] if each.get("required") and each["name"] not in arguments]
        assert focused or not missing, f"Discord would not send this: {missing} missing"
        inner: JSON = {"type": 1, "name": command, "options": options}
        if group:
            inner = {"type": 2, "name": group, "options": [inner]}
        return {"id": "1", "name": root, "type": 1, "options": [inner]}

    def _registered(self, trees: list[JSON], command: str, arguments: dict[str, Any]) -> tuple[str, str, JSON]:
        """The Discord command, the group, if any, and the subcommand. Of two, the one with these options."""
        found = [
            (tree["name"], group, option)
            for tree in trees
            for group, option in self._inside(tree.get("options") or [])
            if option["name"] == command
        ]
        assert found, f"Discord has no command {command}"
        fitting = [each for each in found if arguments.keys() <= {word["name"] for word in each[2]["options"]}]
        assert fitting, f"{command} has no {[*arguments]}"
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

    def _interaction(self, interaction: Interaction, kind: int, data: JSON) -> JSON:
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
            "id": str(interaction.id),
            "application_id": str(APPLICATION),
            "type": kind,
            "data": data,
            "channel_id": str(interaction.channel),
            "channel": self.channel.json,
            "token": interaction.token,
            "version": 1,
            "app_permissions": str(self.channel.granted),
            "locale": self.locale,
            "entitlements": [],
            "authorizing_integration_owners": {"0": "0"} if self.channel.added else {"1": str(self.number)},
            "context": self.channel.context,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if self.channel.context:
            found["user"] = member["user"]
        else:
            guild = {"id": str(GUILD), "locale": self.peer.locale, "features": []}
            found |= {"guild_id": str(GUILD), "guild": guild, "guild_locale": self.peer.locale}
            found["member"] = member
            if self.channel.added:
                found["authorizing_integration_owners"] = {"0": str(GUILD)}
        if interaction.source is not None:
            found["message"] = interaction.source.json
        return found


def _filled(label: JSON, answers: dict[str, str], *, alone: bool) -> JSON:
    """A field of a form as the client sends it."""
    field = label["component"]
    found: JSON = {"type": field["type"], "custom_id": field["custom_id"]}
    if field["type"] == MENU:
        named = answers[label["label"]].split("\n") if label["label"] in answers else answers
        chosen = [option["value"] for option in field["options"] if option["label"] in named]
        chosen = chosen or [option["value"] for option in field["options"] if option.get("default")]
        assert field.get("min_values", 1) <= len(chosen) <= field.get("max_values", 1), "Discord would not send it"
        return found | {"values": chosen}
    if field["type"] == RADIOS:
        chosen = [option for option in field["options"] if option["label"] == answers.get(label["label"])]
        chosen = chosen or [option for option in field["options"] if option.get("default")]
        assert chosen or not field.get("required", True), "Discord would not send it"
        return found | {"value": chosen[0]["value"] if chosen else None}
    if label["label"] in answers:
        return found | {"value": answers[label["label"]]}
    only = next(iter(answers.values())) if alone or field["custom_id"] == "answer" else field.get("value", "")
    return found | {"value": only}
