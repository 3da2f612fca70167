"""People in Discord, Slack and Teams who press buttons, and see when their words are there."""

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from adapters.layout import MORE
from adapters.slack.outgoing.acts import ASKS
from tests.adapters.slack.harness import found, labels, returned
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import Interaction, Message
from tests.peers.discord_user import COMMAND, DiscordUser
from tests.peers.slack import Payload, Posted, SlackPeer
from tests.peers.teams import Message as TeamsMessage
from tests.peers.teams import TeamsPeer
from tests.peers.teams_user import TeamsUser
from tests.peers.teams_user import choice as menu_entry
from tests.peers.teams_user import found as button
from tests.peers.teams_user import labels as labels_of

FIRST = ("Play again", "Play again", "Start", "Add an automatic player")  # wherever there is such a button
PATIENCE = 15.0  # seconds to wait for words
LOOK = 0.005  # seconds between two looks at the channel
REASON = "It has helped before."


async def until(reached: Callable[[], object]) -> None:
    # not the peers' conditions: they wake everybody who waits at any table
    while not reached():  # noqa: ASYNC110
        await asyncio.sleep(LOOK)


class Player(ABC):
    """One person at a table in a channel of its own, with an automatic player."""

    def __init__(self, peer: Any, number: int) -> None:
        self._whims = random.Random(number)

    async def sit_down(self) -> None:
        """Open a table if there is none, and play until the game has started."""
        if not self.labels():
            await self.open()
        while {*FIRST} & {*self.labels()}:
            await self.press()

    async def press(self) -> float:
        """Press some button, fill in the form if there is one, and wait for the words; how many seconds."""
        await until(self.labels)  # there are none while automatic players move
        known, before, begin = self.labels(), self.seen(), time.perf_counter()
        await self.send(next((label for label in FIRST if label in known), None) or self._whims.choice(known))
        with suppress(TimeoutError):  # it shows in the figures
            async with asyncio.timeout(PATIENCE):
                await until(lambda: self.seen() != before)
        return time.perf_counter() - begin

    @abstractmethod
    async def open(self) -> None:
        """Open a table, and wait until it is in the channel."""

    @abstractmethod
    def labels(self) -> Sequence[str]:
        """The buttons of the newest message."""

    @abstractmethod
    def seen(self) -> object:
        """The words that this person sees; something else as soon as there are others."""

    @abstractmethod
    async def send(self, label: str) -> None:
        """Press this button, and fill in the form if there is one."""


class DiscordPlayer(Player):
    def __init__(self, peer: DiscordPeer, number: int) -> None:
        super().__init__(peer, number)
        self._user = DiscordUser(peer, 10_000 + number, f"p{number}", peer.channel())
        self._last: Interaction | None = None
        self._private = 0  # replies to earlier interactions

    async def open(self) -> None:
        await self._user.send(COMMAND, self._user.invocation("new", {"game": "sprint"}))
        await until(self.labels)

    def labels(self) -> Sequence[str]:
        newest = self._newest()
        return newest.labels if newest else ()

    def _newest(self) -> Message | None:
        """The newest message with buttons: a forecast below it has none."""
        return next((each for each in reversed(self._user.channel.messages.values()) if each.labels), None)

    def seen(self) -> object:
        private = self._private + (len(self._last.private) if self._last else 0)
        last = self._user.channel.last
        return last.id, last.content, private

    async def send(self, label: str) -> None:
        self._private += len(self._last.private) if self._last else 0
        self._last = None
        newest = self._newest()
        assert newest
        interaction = await self._user.press_without_waiting(newest, label)
        await until(lambda: interaction.settled)
        self._last = await self._user.submit(interaction, REASON) if interaction.form else interaction


class SlackPlayer(Player):
    def __init__(self, peer: SlackPeer, number: int) -> None:
        super().__init__(peer, number)
        self._peer = peer
        self._number = number
        self._channel, self._user = f"C{number}", f"U{number}"
        self._message: Posted | None = None
        self._looked = (0, 0)  # how many messages and private replies this person has looked at
        self._private = 0
        self._trigger = 0

    async def open(self) -> None:
        about = {"channel_id": self._channel, "user_id": self._user, "user_name": f"p{self._number}", "team_id": "T1"}
        more = {"trigger_id": self._next_trigger(), "response_url": f"{self._peer.url}response/{self._user}"}
        await self._peer.deliver("slash_commands", {"command": "/scrum", "text": "new sprint", **about, **more})
        await until(self.labels)

    def labels(self) -> Sequence[str]:
        self._look()
        found = labels(self._message.blocks) if self._message else []
        return [label for label in found if label != str(MORE)]  # which opens a form, and changes no words

    def seen(self) -> object:
        self._look()
        assert self._message
        return self._message.ts, self._message.text, self._private

    def _look(self) -> None:
        messages, private = self._looked
        new = (each for each in self._peer.messages[messages:] if each.channel == self._channel)
        mine = [each for each in new if labels(each.blocks)]  # a forecast has no buttons
        self._message = mine[-1] if mine else self._message
        self._private += sum(each.user == self._user for each in self._peer.ephemeral[private:])
        self._looked = len(self._peer.messages), len(self._peer.ephemeral)

    def _next_trigger(self) -> str:
        self._trigger += 1
        return f"{self._number}-{self._trigger}"

    async def send(self, label: str) -> None:
        message, trigger, calls = self._message, self._next_trigger(), len(self._peer.calls)
        assert message
        action = found(message.blocks, label)
        payload = self._interaction("block_actions", trigger) | {
            "actions": [{**action, "action_ts": f"{trigger}.0"}],
            "channel": {"id": self._channel, "name": "general"},
            "container": {"type": "message", "message_ts": message.ts, "channel_id": self._channel},
            "message": {"ts": message.ts, "text": message.text, "blocks": returned(message.blocks)},
            "response_url": f"{self._peer.url}response/{self._user}",
        }
        await self._peer.deliver("interactive", payload)
        if action["action_id"].startswith("ask:") or ASKS in str(action.get("selected_option", "")):
            await self._submit(await self._form(trigger, calls))

    async def _form(self, trigger: str, calls: int) -> Payload:
        while True:
            for method, arguments in self._peer.calls[calls:]:
                if method == "views.open" and arguments["trigger_id"] == trigger:
                    view: Payload = arguments["view"]
                    return view
            await asyncio.sleep(LOOK)

    async def _submit(self, view: Payload) -> None:
        name = view["callback_id"]
        values = {name: {name: {"type": "plain_text_input", "value": REASON}}}
        form = {**view, "id": "V1", "hash": "h", "state": {"values": values}}
        await self._peer.deliver(
            "interactive", self._interaction("view_submission", self._next_trigger()) | {"view": form}
        )

    def _interaction(self, kind: str, trigger: str) -> Payload:
        user = {"id": self._user, "username": f"p{self._number}", "name": f"p{self._number}", "team_id": "T1"}
        return {"type": kind, "team": {"id": "T1", "domain": "x"}, "user": user, "trigger_id": trigger}


class TeamsPlayer(Player):
    def __init__(self, peer: TeamsPeer, number: int) -> None:
        super().__init__(peer, number)
        self._user = TeamsUser(peer, f"p{number}", peer.conversation(f"19:chat-{number}@thread.v2"))

    async def open(self) -> None:
        await self._user.types("new sprint")
        await until(self.labels)

    def labels(self) -> Sequence[str]:
        newest = self._newest()
        card = self._user.sees(newest) if newest else {"body": []}
        pressed = [each for each in labels_of(card) if self._can_press(card, each)]
        aside = {str(MORE), "Rules", "Fair dice", "Settings", "Back to the table"}
        return [each for each in pressed if each not in aside]

    def _newest(self) -> TeamsMessage | None:
        return next((each for each in reversed(self._user.where.messages) if labels_of(each.card)), None)

    @staticmethod
    def _can_press(card: Payload, label: str) -> bool:
        if button(card, label):
            return True
        with suppress(AssertionError):
            return bool(menu_entry(card, label))
        return False

    def seen(self) -> object:
        last = self._user.where.last
        return last.id, str(self._user.sees(last)), len(last.lines), self._user.said

    async def send(self, label: str) -> None:
        newest = self._newest()
        assert newest
        if button(self._user.sees(newest), label):
            await self._user.presses(label, newest)
        else:
            await self._user.chooses(label, newest)
        if self._user.dialog is not None:
            inputs = [each for each in self._user.dialog["body"] if each["type"] == "Input.Text"]
            action = next(each for each in self._user.dialog["body"] if each["type"] == "ActionSet")["actions"][0]
            await self._user.submits(action, {each["id"]: REASON for each in inputs})
            self._user.closes()
