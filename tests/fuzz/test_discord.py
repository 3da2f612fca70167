"""Interactions from Discord, changed in a few places: the bot keeps working."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from storage import open_store
from tests.adapters.discord.harness import DiscordHarness
from tests.fuzz.strategies import fuzzed, reworded
from tests.peers.discord import DiscordPeer
from tests.peers.discord_user import COMMAND, COMPLETION, COMPONENT, FORM, DiscordUser

NUMBERS = frozenset({"id"})  # Discord's ids, not people's: the library expects numbers


@contextmanager
def running_game() -> Iterator[tuple[asyncio.Runner, DiscordHarness, list[DiscordUser]]]:
    """Start a game in a channel."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        stack = AsyncExitStack()

        async def prepare() -> tuple[DiscordHarness, list[DiscordUser]]:
            peer = DiscordPeer()
            await peer.start()
            stack.push_async_callback(peer.stop)
            store = await open_store(f"sqlite:///{folder}/tables.db")
            stack.push_async_callback(store.close)
            harness = await stack.enter_async_context(DiscordHarness(peer, store).open())
            return harness, await harness.begin()

        try:
            yield runner, *runner.run(prepare())
        finally:
            runner.run(stack.aclose())


def seen(user: DiscordUser, harness: DiscordHarness) -> list[tuple[int, dict[str, Any]]]:
    """What a client sends: commands, a completion, a button of each kind, a form."""
    pressed = [
        {"custom_id": part["custom_id"], "component_type": part["type"], **({"values": [value]} if value else {})}
        for _, part, value in harness.channel.last.offered()
    ]
    typed = {"type": 4, "custom_id": "answer", "value": "because"}
    return [
        (COMMAND, user.invocation("roll", {})),
        (COMMAND, user.invocation("new", {"game": "rugby", "options": "x=1"})),
        (COMMAND, user.invocation("rules", {"topic": "turns"})),
        (COMPLETION, user.invocation("rules", {"topic": "tu"}, "topic")),
        (FORM, {"custom_id": pressed[0]["custom_id"], "components": [{"type": 18, "component": typed}]}),
        *((COMPONENT, data) for data in pressed),
    ]


def test_interactions() -> None:
    """Whatever they contain, the next command is answered, and the game is in a valid state."""
    with running_game() as (runner, harness, (anna, ben)):
        known = seen(anna, harness)
        source = harness.channel.last

        async def send(kind: int, data: Any) -> None:
            await anna.send(kind, data, source if kind in {COMPONENT, FORM} else None)
            # a gateway delivers in order: when this is answered, the one before has been handled
            interaction = await ben.command("status")
            assert interaction.private

        @fuzzed(60, shrinks=False)
        @given(st.sampled_from(known).flatmap(lambda one: st.tuples(st.just(one[0]), reworded(one[1], NUMBERS))))
        def any_interaction(found: tuple[int, Any]) -> None:
            runner.run(send(*found))

        any_interaction()
        standing = runner.run(harness.standing())
        assert standing.table.phase in {"playing", "over"}
