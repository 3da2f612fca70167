"""A test harness with the real adapter, discord.py, service and database, and a Discord peer on loopback."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

from adapters.discord.adapter import DiscordAdapter
from adapters.discord.gateway import DiscordSettings
from adapters.layout import MORE
from adapters.pictures import no_picture
from bot.kernel.live.table import LiveTable
from bot.kernel.ports import Painter, WebAddresses
from bot.kernel.service import GameService
from bot.kernel.store import Store
from bot.kernel.table.buttons import start
from bot.kernel.table.journal import Standing
from games.chance import Chance
from games.contract import Phrase, suggested
from games.language import ENGLISH, speaking, t
from games.text import spell
from tests.bot.harness import RecordingChat
from tests.peers.discord import TOKEN, DiscordPeer
from tests.peers.discord_state import Channel, Interaction, Message
from tests.peers.discord_user import DiscordUser

JOIN = ("Join", "I’m here")
NUMBERS = {"anna": 101, "ben": 102, "cleo": 103, "dora": 104, "emil": 105, "fay": 106}


class DiscordHarness:
    def __init__(
        self,
        peer: DiscordPeer,
        store: Store,
        *,
        paint: Painter = no_picture,
        web: WebAddresses | None = None,
        language: str = ENGLISH,
        **connection: Any,
    ) -> None:
        self.peer = peer
        self.store = store
        self.language = language  # of everybody's Discord
        self.channel = peer.channel(next(iter(peer.channels), None))
        self.adapter = DiscordAdapter(DiscordSettings(TOKEN, peer.api_url, peer.gateway_url, **connection), paint)
        numbers = count()
        self.service = GameService(
            store,
            {"discord": self.adapter} if web is None else {"discord": self.adapter, "web": RecordingChat()},
            web=web,
            new_seed=lambda: hashlib.sha256(f"7 {next(numbers)}".encode()).digest(),
            pause=0.0,
            counts=0.0,
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator["DiscordHarness"]:
        sessions = len(self.peer.gateway.sessions)
        running = asyncio.create_task(self.adapter.run(self.service))
        try:
            waiting = asyncio.create_task(self.peer.gateway.until_ready(sessions + 1))
            await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            await self.service.start()
            yield self
        finally:
            await self.service.close()
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

    # --- people ----------------------------------------------------------------------------------------------------

    def user(self, name: str, channel: Channel | None = None, **more: Any) -> DiscordUser:
        return DiscordUser(self.peer, NUMBERS.get(name, 200 + len(name)), name, channel or self.channel, **more)

    def say(self, label: object, **holes: object) -> str:
        """A label as people read it."""
        with speaking(self.language):
            return t(str(label), **holes)

    async def begin(self, *names: str, game: str = "sprint", **arguments: Any) -> list[DiscordUser]:
        people = [self.user(name) for name in names or ("anna", "ben")]
        await people[0].command("new", game=game, **arguments)
        for person in people[1:]:
            await person.press(self.channel.last, await self._offered(*JOIN))
        before = (await self.standing()).sequence
        await self.start(people[0])
        await self.moved(before)
        return people

    async def _offered(self, *labels: str) -> str:
        """One of these labels, once the last message has it: at first it may be a placeholder, or only call people."""
        wanted = [self.say(label) for label in labels]

        def found() -> list[str]:
            return [label for label in wanted if self.channel.messages and label in self.channel.last.labels]

        await self.peer.until(lambda: bool(found()))
        return found()[0]

    async def start(self, person: DiscordUser) -> None:
        """Press the button once it is there: on a busy machine, the lobby is edited after the answer.

        In a meeting, only its facilitator has it, in the panel.
        """
        lobby = self.channel.last
        if self.say("I’m here") in lobby.labels:
            lobby = await self.panel(person)
        with speaking(self.language):
            label = start((await self.standing()).game)

        def found() -> list[str]:
            return [each for each in lobby.labels if each == label]

        await self.peer.until(lambda: bool(found()))
        await person.press(lobby, *found())

    async def panel(self, person: DiscordUser) -> Message:
        """The private panel that somebody opens with **More…**."""
        return await self.shown_after(person, person.press(self.channel.last, self.say(MORE)))

    async def shown_after(self, person: DiscordUser, act: Awaitable[Interaction]) -> Message:
        """The private message that this person got, or that was changed, after they did something."""
        before = {message.id: message.edits for message in person.private}

        def changed() -> list[Message]:
            return [each for each in reversed(person.private) if before.get(each.id) != each.edits]

        await act
        await self.peer.until(lambda: bool(changed()))
        return changed()[0]

    async def go_on(self, person: DiscordUser, label: str = "Next") -> None:
        """Move a meeting on from the facilitator's panel, also where the bot asks whether people may be missing."""
        before = (await self.standing()).sequence
        panel = await self.panel(person)
        chosen = next(each for each in panel.labels if each.startswith(self.say(label)))
        shown = panel.edits
        await person.press(panel, chosen)
        await self.peer.until(lambda: panel.gone or panel.edits > shown)
        if (await self.standing()).sequence == before:
            await person.press(panel, panel.labels[0])
        await self.moved(before)

    # --- playing ---------------------------------------------------------------------------------------------------

    async def standing(self) -> Standing:
        live = await self.service.tables.in_room(f"discord:{self.channel.id}")
        assert live is not None
        return live.standing

    async def suggested(self) -> tuple[str, Phrase]:
        """Who is awaited, and a move they could make."""
        live = await self.service.tables.in_room(f"discord:{self.channel.id}")
        assert live is not None
        game, state = live.standing.game, live.standing.state
        seat = game.awaits(state)[0]
        chance = Chance(hashlib.sha256(f"{live.standing.sequence}".encode()).digest())
        # searching for a move would make the test slow: any legal move will do, even resigning
        move = chance.choice(game.moves(state, seat)) if game.bots.thinks else suggested(game, state, seat, chance)
        with speaking(self.language):
            phrase = game.phrase(state, seat, move)
        name = next(seating.name for seating in live.people if seating.seat == seat)
        return name, phrase

    async def step(self, people: list[DiscordUser], *, typed: bool = False) -> Interaction:
        """Make one move: with a public or private button if there is one, otherwise with a command."""
        name, phrase = await self.suggested()
        person = next(one for one in people if one.name == name)
        live = await self.service.tables.in_room(f"discord:{self.channel.id}")
        assert live is not None
        label = spell(phrase.label, live.names.__getitem__)
        message = None if typed else await self._offering(person, label)
        if message is None:
            interaction = await person.command(phrase.command, **self._arguments(phrase, live))
        else:
            interaction = await person.press(message, label)
        if phrase.grave:
            interaction = await person.press(interaction.private[-1], label)  # they are sure
        return await person.submit(interaction, "It has helped before.") if interaction.form else interaction

    def _arguments(self, phrase: Phrase, live: LiveTable) -> dict[str, str]:
        """Arguments as a person types them: players by name."""
        command = next(each for each in live.standing.game.commands if each.name == phrase.command)
        players = {parameter.name for parameter in command.parameters if parameter.kind == "player"}
        interaction = {phrase.asks: "It has helped before."} if phrase.asks else {}
        arguments = {
            name: live.names[int(word)] if name in players else word for name, word in phrase.arguments.items()
        }
        return arguments | interaction

    async def _offering(self, person: DiscordUser, label: str) -> Message | None:
        public = self.channel.last
        if label in public.labels:
            return public
        if self.say(MORE) in public.labels:
            panel = await self.panel(person)
            if label in panel.labels:
                return panel
        for query in (await self.standing()).game.commands:
            if not query.button or query.advises:  # a hint takes a moment, and offers one move at most
                continue
            interaction = await person.press(public, self.say(query.button))
            if interaction.private and label in interaction.private[-1].labels:
                return interaction.private[-1]
        return None

    async def play(
        self, people: list[DiscordUser], until: Callable[[Standing], bool] | None = None, *, typed: bool = False
    ) -> None:
        while (standing := await self.standing()).playing and not (until and until(standing)):
            await self.step(people, typed=typed)
            await self.moved(standing.sequence)

    async def stored(self, before: int) -> None:
        """Wait until the table has a new event, whether or not its room has seen it."""
        while (await self.standing()).sequence <= before:  # noqa: ASYNC110  # the service notifies only the room
            await asyncio.sleep(0.001)

    async def moved(self, before: int) -> None:
        """Wait until the table has a new event and its room has seen everything."""
        room = f"discord:{self.channel.id}"
        while True:
            live = await self.service.tables.in_room(room)
            if live and before < live.standing.sequence == live.rooms[room].shown:
                return
            assert not self.peer.violations, self.peer.violations[0]
            await asyncio.sleep(0.001)
