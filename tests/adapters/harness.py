"""A test harness with one service and database, and both the real Discord and the real Slack adapter."""

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

from adapters.discord.adapter import DiscordAdapter
from adapters.discord.gateway import DiscordSettings
from adapters.discord.outgoing.markup import escape
from adapters.slack.adapter import SlackAdapter, SlackSettings
from adapters.slack.install.installations import SingleWorkspace
from bot.kernel.live.table import LiveTable
from bot.kernel.ports import Chat, WebAddresses
from bot.kernel.service import GameService
from bot.kernel.store import Store
from bot.kernel.table.journal import Standing
from bot.kernel.table.pace import LIVE
from games.chance import Chance
from games.contract import Phrase, suggested
from tests.adapters.slack.harness import SlackHarness, SlackUser, texts
from tests.bot.harness import ManualClock, RecordingChat
from tests.peers.discord import TOKEN, DiscordPeer
from tests.peers.discord_state import Message, as_typed
from tests.peers.discord_user import DiscordUser
from tests.peers.slack import APP_TOKEN, BOT_TOKEN, Posted, SlackPeer

ANNA = 101  # on Discord; Zoe is on Slack
CLOCK = re.compile(r"\n*⏳ <t:\d+:R> \(<t:\d+:t>\)$")
NOT_TEXT = re.compile(r"[\\\s\u200b`*]+")


class TwoPlatforms:
    """Anna in a Discord channel and Zoe in a Slack channel; the service between them can be restarted."""

    def __init__(
        self,
        discord: DiscordPeer,
        slack: SlackPeer,
        store: Store,
        anna: str = "anna",
        zoe: str = "zoe",
        *,
        web: WebAddresses | None = None,
    ) -> None:
        """`web`: addresses of pages; what is shown there is recorded."""
        self.discord = discord
        self.slack = slack
        self.store = store
        self.clock = ManualClock()
        self.channel = discord.channel()
        self.names = (anna, zoe)
        self.web = web
        self.pages = RecordingChat()
        self._seeds = (hashlib.sha256(f"7 {number}".encode()).digest() for number in count())

    @property
    def room(self) -> str:
        return f"discord:{self.channel.id}"

    @property
    def anna(self) -> DiscordUser:
        return DiscordUser(self.discord, ANNA, self.names[0], self.channel)

    @property
    def zoe(self) -> SlackUser:
        return SlackUser(self.harness, self.names[1], user="UZOE")

    @asynccontextmanager
    async def open(self) -> AsyncIterator["TwoPlatforms"]:
        """Run a new process: only the database and the platforms keep their state."""
        discord = DiscordAdapter(DiscordSettings(TOKEN, self.discord.api_url, self.discord.gateway_url))
        connection = SlackSettings(
            post_seconds=0.0,
            api_url=f"{self.slack.url}api/",
            app_token=APP_TOKEN,
            ping_interval=0.2,
            style="channel",
            card_pause=0.0,
        )
        slack = SlackAdapter(SingleWorkspace(BOT_TOKEN.format(team="T1")), connection)
        chats: dict[str, Chat] = {"discord": discord, "slack": slack, "web": self.pages}
        self.service = GameService(
            self.store,
            chats,
            clock=self.clock,
            new_seed=lambda: next(self._seeds),
            pause=0.0,
            pace=LIVE,
            web=self.web,
        )
        self.harness = SlackHarness(self.slack, self.store, self.service, slack, self.slack.deliver, port=0)
        ready = self.discord.gateway.until_ready(len(self.discord.gateway.sessions) + 1)
        async with running(discord.run(self.service)), running(slack.run(self.service)):
            await ready
            await slack.connected.wait()
            await self.service.start()
            try:
                yield self
            finally:
                await self.service.close()

    # --- the table -------------------------------------------------------------------------------------------------

    async def live(self) -> LiveTable:
        live = await self.service.tables.in_room(self.room)
        assert live is not None
        return live

    async def standing(self) -> Standing:
        return (await self.live()).standing

    async def kinds(self) -> list[str]:
        return [event.kind for event in await self.store.events((await self.live()).id)]

    async def sit_down(self, game: str) -> None:
        """Anna opens a table, and Zoe links it to her channel."""
        await self.anna.command("new", game=game)
        code = re.search(r"</scrum join:\d+> `(\w+)`", (await self.anna.command("link")).private_text)
        assert code is not None
        await self.zoe.types(f"join {code[1]}")
        await self.shown()

    async def begin(self, game: str = "sprint") -> None:
        await self.sit_down(game)
        await self.zoe.types("start")
        await self.shown()

    async def shown(self, reached: Callable[[Standing], bool] = lambda _: True) -> None:
        """Wait until the table has reached this event and both channels have seen it."""
        while True:
            live = await self.live()
            seen = {room.shown for room in live.rooms.values()} == {live.standing.sequence}
            if seen and reached(live.standing):
                return await self.harness.settle()
            assert not self.discord.violations, self.discord.violations[0]
            await asyncio.sleep(0.001)

    async def remind(self, seconds: float, times: int) -> None:
        """Advance the time until so many reminders were sent."""
        self.clock.advance(seconds)
        self.service.schedule.wake()  # it may be about to sleep until then
        await self.shown(lambda standing: standing.table.reminders == times)

    # --- playing ---------------------------------------------------------------------------------------------------

    async def awaited(self) -> str:
        live = await self.live()
        return live.awaited[0].name

    async def step(self) -> None:
        """The awaited player moves by a command on their platform."""
        live = await self.live()
        game, state, before = live.standing.game, live.standing.state, live.standing.sequence
        seat = game.awaits(state)[0]
        chance = Chance(hashlib.sha256(f"{before}".encode()).digest())
        move = game.moves(state, seat)[0] if game.bots.thinks else suggested(game, state, seat, chance)
        phrase = game.phrase(state, seat, move)
        arguments, command = _words(phrase, live), phrase.command
        sure = ["sure"] if phrase.grave else []
        if live.people[seat].person.startswith("discord:"):
            asked = await self.anna.command(command, **arguments)
            if sure:
                await self.anna.press(asked.private[-1], asked.private[-1].labels[0])
        else:
            await self.zoe.types(" ".join([command, *arguments.values(), *sure]))
        await self.shown(lambda standing: standing.sequence > before)

    async def until_awaits(self, name: str) -> None:
        while await self.awaited() != name:
            await self.step()

    # --- messages --------------------------------------------------------------------------------------------------

    @property
    def on_discord(self) -> Message:
        return self.channel.last

    @property
    def on_slack(self) -> Posted:
        return self.slack.in_channel("C1")[-1]

    def text_on_discord(self) -> str:
        """What comes next, as the last message says it, without Discord's markup and small print.

        What happened isn't compared: the platforms show the texts of cards in different places.
        """
        message = self.on_discord
        situation = CLOCK.sub("", message.situation)
        text = situation.replace(f"<@{ANNA}>", escape(self.names[0]))
        return NOT_TEXT.sub("", as_typed(text))

    def text_on_slack(self) -> str:
        blocks = [block for block in self.on_slack.blocks if block["block_id"] == "next"]
        return NOT_TEXT.sub("", texts(blocks).replace("<@UZOE>", self.names[1]))

    def board_on_discord(self) -> str:
        return self.on_discord.board.removeprefix("```\n").removesuffix("\n```")

    def board_on_slack(self) -> str:
        return texts([block for block in self.on_slack.blocks if block["block_id"] == "board"])

    def called_on_slack(self) -> list[str]:
        return re.findall(r"<@(\w+)>", texts(self.on_slack.blocks))

    def assert_both_see_the_same(self) -> None:
        assert self.text_on_discord() == self.text_on_slack()
        assert self.board_on_discord() == self.board_on_slack()


@asynccontextmanager
async def running(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run an adapter."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _words(phrase: Phrase, live: LiveTable) -> dict[str, str]:
    """Arguments in order, as a person types them: players by name."""
    command = next(each for each in live.standing.game.commands if each.name == phrase.command)
    found = {}
    for parameter in command.parameters:
        word = phrase.arguments.get(parameter.name, "")
        if parameter.name == phrase.asks:
            found[parameter.name] = "It has helped before."
        elif word:
            found[parameter.name] = live.names[int(word)] if parameter.kind == "player" else word
    return found
